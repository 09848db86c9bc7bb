//! Pawn Battle at full strength, checked by an exhaustive solver: the engine never loses a position that is not lost,
//! whatever the opponent plays.

use std::collections::{HashMap, HashSet};

use estopim_engine::{Limits, Player, Score, Task};
use estopim_rules::{AnyPosition, Key, PawnBattle, PawnBattleSetup, Position, SplitMix64};
use rstest::rstest;

/// What a position is worth for the side to move: 1 if it wins, 0 if it draws, -1 if it loses. Pawns never go
/// back, so every line ends.
fn solve(pos: &Position<PawnBattle>, known: &mut HashMap<Key, i32>) -> i32 {
    if let Some(outcome) = pos.outcome() {
        return match outcome.winner() {
            None => 0,
            Some(winner) if winner == pos.turn() => 1,
            Some(_) => -1,
        };
    }
    if let Some(&value) = known.get(&pos.key()) {
        return value;
    }
    let value = pos.legal_moves().iter().map(|&mv| -solve(&pos.after(mv), known)).max();
    let value = value.expect("a game that goes on has moves");
    known.insert(pos.key(), value);
    value
}

fn setup(text: &str) -> Position<PawnBattle> {
    text.parse::<PawnBattleSetup>().expect("the row names a setup").position()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), multipv: 1, ..Limits::default() }
}

/// Follows every line in which the engine moves for one side and the other answers with everything it has.
#[rstest]
#[case::two("2p")]
#[case::two_on_the_edge("ab")]
#[case::three("cde")]
#[case::three_apart("acf")]
#[case::four_in_pairs("abgh")]
fn nothing_is_given_away_whatever_the_answer(
    #[case] pawns: &str,
    #[values(true, false)] moves_first: bool,
) {
    const MOST: usize = 250;
    let (mut known, mut seen) = (HashMap::new(), HashSet::new());
    let mut player = Player::new(4, 1);
    let start = setup(pawns);
    let mut waiting = if moves_first { vec![start] } else { replies(&start) };
    while let Some(pos) = waiting.pop() {
        if pos.outcome().is_some() || seen.len() == MOST || !seen.insert(pos.key()) {
            continue;
        }
        let value = solve(&pos, &mut known);
        let best = player.search(&Task::from(AnyPosition::from(pos)), nodes(30_000), |_| {});
        let next = pos.after(best.mv().expect("a game that goes on has moves"));
        assert_eq!(-solve(&next, &mut known), value, "{} {best:?}", pos.fen());
        if let Some(score) = best.score.filter(|score| score.is_forced()) {
            assert_eq!(value, if score.is_win() { 1 } else { -1 }, "{} {best:?}", pos.fen());
        }
        waiting.extend(replies(&next));
    }
    assert!(seen.len() > 20, "only {} positions", seen.len());
}

fn replies(pos: &Position<PawnBattle>) -> Vec<Position<PawnBattle>> {
    if pos.outcome().is_some() {
        return Vec::new();
    }
    pos.legal_moves().iter().map(|&mv| pos.after(mv)).collect()
}

/// Four pawns each are too many for an exhaustive search: the proven win is played against opponents that move at
/// random.
#[test]
fn a_proven_win_is_won() {
    let mut player = Player::new(16, 1);
    let mut rng = SplitMix64::new(11);
    for _ in 0..40 {
        let mut pos = setup("4p");
        while pos.outcome().is_none() {
            let best = player.search(&Task::from(AnyPosition::from(pos)), nodes(400_000), |_| {});
            assert!(best.score.is_some_and(Score::is_win), "{} {best:?}", pos.fen());
            pos = pos.after(best.mv().expect("a game that goes on has moves"));
            let answers = replies(&pos);
            if !answers.is_empty() {
                pos = answers[rng.below(answers.len())];
            }
        }
        let winner = pos.outcome().and_then(estopim_rules::Outcome::winner);
        assert_eq!(winner, Some(estopim_rules::Color::White), "{}", pos.fen());
    }
}
