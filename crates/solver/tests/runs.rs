//! Runs: what cannot be solved is refused, what was stopped goes on.

use std::sync::atomic::{AtomicBool, Ordering};

use estopim_rules::{PawnBattle, PawnBattleSetup, Position};
use estopim_solver::{CheckpointError, Solver};
use rstest::rstest;

fn solver(setup: &str) -> Solver {
    let position = setup.parse::<PawnBattleSetup>().expect("a setup").position();
    Solver::new(position, 8).expect("pawns alone")
}

#[rstest]
#[case::pieces("n7/3pp3/8/8/8/8/3PP3/8 w - - 0 1", "only pawns can be solved")]
#[case::nine_pawns(
    "8/3pp3/8/8/8/P7/PPPPPPPP/8 w - - 0 1",
    "a side has 9 pawns; expected at most 8"
)]
#[case::over("8/8/8/8/8/8/3PP3/8 b - - 0 1", "the game is over in this position: white wins")]
#[case::no_moves("8/8/8/3p4/3P4/8/8/8 w - - 0 1", "the game is over in this position: draw")]
#[case::clock("8/3pp3/8/8/8/8/3PP3/8 w - - 76 1", "expected at most 75")]
fn what_cannot_be_solved_is_refused(#[case] fen: &str, #[case] reason: &str) {
    let position = Position::<PawnBattle>::from_fen(fen).expect("a position");
    let error = Solver::new(position, 1).err().expect("a refusal").to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn the_last_clock_that_cannot_matter_is_accepted() {
    let fen = "8/3pp3/8/8/8/8/3PP3/8 w - - 75 1";
    let position = Position::<PawnBattle>::from_fen(fen).expect("a position");
    assert!(Solver::new(position, 1).is_ok());
}

#[test]
fn a_run_that_is_stopped_has_no_result() {
    let stop = AtomicBool::new(false);
    let solution = solver("8p").solve(2, &stop, |_| stop.store(true, Ordering::Relaxed));
    assert_eq!(solution, None);
}

#[test]
fn a_run_goes_on_from_a_checkpoint() {
    let go = AtomicBool::new(false);
    let first = solver("4p");
    let solution = first.solve(1, &go, |_| {}).expect("not stopped");
    let checkpoint = first.checkpoint();

    let second = solver("4p");
    assert!(second.restore(&checkpoint).expect("a sound checkpoint") > 1000);
    // All there is to know is known: one look at each question.
    let before = second.checkpoint();
    assert_eq!(second.solve(1, &go, |_| {}), Some(solution));
    assert_eq!(second.checkpoint().len(), before.len(), "nothing had to be found");
}

#[test]
fn damaged_checkpoints_are_refused() {
    let first = solver("2p");
    first.solve(1, &AtomicBool::new(false), |_| {}).expect("not stopped");
    let checkpoint = first.checkpoint();
    for index in 0..checkpoint.len() {
        let mut damaged = checkpoint.clone();
        damaged[index] ^= 4;
        let wanted =
            if index < 8 { CheckpointError::NotACheckpoint } else { CheckpointError::Damaged };
        assert_eq!(solver("2p").restore(&damaged), Err(wanted), "byte {index}");
        assert!(solver("2p").restore(&checkpoint[..index]).is_err(), "cut at {index}");
    }
}
