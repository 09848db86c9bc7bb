//! Forced wins: the engine finds every one of the suites within a budget of nodes, and the shorter ones are
//! proven again by trying everything. `cargo run --release -p estopim-engine --example find_mates` found them.

#[path = "support/prover.rs"]
mod prover;

use estopim_engine::{Limits, Player, Task};
use estopim_rules::{AnyPosition, Variant};
use prover::Prover;
use rstest::rstest;

/// The positions of a suite with the moves to the end, one a line: `moves | FEN`.
fn suite(variant: Variant, text: &str) -> Vec<(u32, AnyPosition)> {
    let sound = |line: &str| {
        let (moves, fen) = line.split_once(" | ")?;
        Some((moves.parse().ok()?, AnyPosition::from_fen(variant, fen).ok()?))
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| sound(line).unwrap_or_else(|| panic!("not \"moves | FEN\": {line}"))).collect()
}

const ATOMIC: &str = include_str!("data/mates/atomic.txt");
const CHESS: &str = include_str!("data/mates/chess.txt");

/// The node budget for a win in `moves` moves.
fn budget(moves: u32) -> u64 {
    [500, 20_000, 100_000, 300_000, 600_000][moves as usize - 1]
}

#[rstest]
#[case::atomic(Variant::Atomic, ATOMIC, 100)]
#[case::chess(Variant::Chess, CHESS, 50)]
fn every_forced_win_is_found_within_its_budget(
    #[case] variant: Variant,
    #[case] text: &str,
    #[case] at_least: usize,
) {
    let suite = suite(variant, text);
    assert!(suite.len() >= at_least, "{} positions", suite.len());
    for length in 1..=5 {
        assert!(suite.iter().any(|&(moves, _)| moves == length), "none in {length} moves");
    }
    let mut player = Player::new(16, 1);
    let mut missed = Vec::new();
    for (moves, position) in suite {
        player.clear();
        let limits = Limits {
            nodes: Some(budget(moves)),
            mate: Some(moves),
            multipv: 1,
            ..Limits::default()
        };
        let best = player.search(&Task::from(position), limits, |_| {});
        let found = best.score.and_then(estopim_engine::Score::moves_to_end);
        if found != Some(moves as i32) {
            missed.push(format!("{moves} | {position}: found {found:?}"));
        }
    }
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[rstest]
#[case::atomic(Variant::Atomic, ATOMIC)]
#[case::chess(Variant::Chess, CHESS)]
fn the_shorter_wins_are_as_short_as_the_suite_says(#[case] variant: Variant, #[case] text: &str) {
    for (moves, position) in suite(variant, text).into_iter().filter(|&(moves, _)| moves <= 3) {
        let proven = Prover::new(5_000_000).shortest_win(&position, moves);
        assert_eq!(proven, Ok(Some(moves)), "{position}");
    }
}
