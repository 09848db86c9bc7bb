//! The solver against an oracle that plays every game.

mod oracle;

use std::sync::atomic::AtomicBool;

use estopim_rules::{PawnBattle, PawnBattleSetup, Position, SplitMix64};
use estopim_solver::{Solver, Value, Worth};
use oracle::{Oracle, Truth, random_position};
use rstest::rstest;

#[track_caller]
fn check(position: &Position<PawnBattle>, oracle: &mut Oracle, threads: usize) {
    let solver = Solver::new(*position, 1).expect("pawns alone");
    let solution = solver.solve(threads, &AtomicBool::new(false), |_| {}).expect("not stopped");
    assert_eq!(solution.worth, worth(oracle.truth(position)), "{}", position.fen());
    assert_eq!(solution.moves.len(), position.legal_moves().len(), "{}", position.fen());
    for (mv, found) in solution.moves {
        let wanted = match oracle.truth(&position.after(mv)) {
            Truth::Win(plies) => Truth::Loss(plies + 1),
            Truth::Draw => Truth::Draw,
            Truth::Loss(plies) => Truth::Win(plies + 1),
        };
        assert_eq!(found, worth(wanted), "{} in {}", position.uci(mv), position.fen());
    }
}

fn worth(truth: Truth) -> Worth {
    match truth {
        Truth::Win(plies) => Worth { value: Value::Win, distance: Some(plies) },
        Truth::Draw => Worth { value: Value::Draw, distance: None },
        Truth::Loss(plies) => Worth { value: Value::Loss, distance: Some(plies) },
    }
}

#[rstest]
#[case::few_pawns(2, 3000)]
#[case::some_pawns(3, 1500)]
#[case::more_pawns(5, 150)]
fn every_value_and_distance_is_the_oracles(#[case] most: usize, #[case] positions: usize) {
    let mut rng = SplitMix64::new(most as u64);
    let mut oracle = Oracle::default();
    for _ in 0..positions {
        check(&random_position(&mut rng, most), &mut oracle, 1);
        oracle.forget();
    }
}

#[rstest]
#[case::two("2p")]
#[case::two_on_the_edge("ab")]
#[case::two_apart("ac")]
#[case::three("cde")]
#[case::three_in_pairs("abd")]
fn setups_are_worth_what_the_oracle_says(#[case] setup: &str, #[values(1, 2)] threads: usize) {
    let setup: PawnBattleSetup = setup.parse().expect("a setup");
    check(&setup.position(), &mut Oracle::default(), threads);
}
