//! Searches on several threads (lazy SMP): results are legal, stopping works, and the nodes of all threads count.

use std::sync::mpsc;

use estopim_engine::{Best, Limits, Player, SearchMode, Task};
use estopim_rules::{AnyPosition, Game, Variant};
use rstest::rstest;

/// How often a thread publishes its nodes and checks whether it shall stop.
const CHECK_EVERY: u64 = 1024;

fn assert_legal(variant: Variant, best: &Best) {
    let mut game = Game::new(variant);
    assert!(best.mv().is_some(), "{variant}: there is a move");
    for &mv in &best.pv {
        game.play(mv).unwrap_or_else(|error| panic!("{variant} {:?}: {error}", best.pv));
    }
}

#[rstest]
fn several_threads_find_a_legal_variation(
    #[values(
        Variant::Chess,
        Variant::Atomic,
        Variant::StrictAtomic,
        Variant::SimpleAtomic,
        Variant::PawnBattle
    )]
    variant: Variant,
    #[values(2, 4)] threads: usize,
) {
    let mut player = Player::new(1, threads);
    let task = Task::from(AnyPosition::initial(variant));
    let mut depths = Vec::new();
    let limits = Limits { depth: Some(7), multipv: 1, ..Limits::default() };
    let best = player.search(&task, limits, |report| depths.push(report.depth));
    assert_eq!(best.depth, 7);
    assert_eq!(best.panic, None);
    assert_legal(variant, &best);
    assert!(depths.is_sorted() && depths.last() == Some(&7), "only the main thread reports");
}

#[rstest]
fn the_nodes_of_all_threads_count_against_the_limit(#[values(1, 2, 4)] threads: usize) {
    const LIMIT: u64 = 30_000;
    let mut player = Player::new(1, threads);
    let task = Task::from(AnyPosition::initial(Variant::Atomic));
    let limits = Limits { nodes: Some(LIMIT), multipv: 1, ..Limits::default() };
    let mut reported = Vec::new();
    let best = player.search(&task, limits, |report| reported.push(report.nodes));
    assert_legal(Variant::Atomic, &best);
    assert!(reported.is_sorted(), "nodes only grow: {reported:?}");
    // No thread searches more than the limit by itself, and all publish what they searched.
    let nodes = player.nodes();
    let most = threads as u64 * (LIMIT + CHECK_EVERY);
    assert!((LIMIT..=most).contains(&nodes), "{nodes} nodes on {threads} threads");
    assert!(reported.last().is_some_and(|&last| last <= nodes), "{reported:?} of {nodes}");
}

#[rstest]
fn a_search_without_limits_ends_when_it_is_stopped(#[values(1, 2, 4)] threads: usize) {
    let mut player = Player::new(1, threads);
    let task = Task::from(AnyPosition::initial(Variant::Chess));
    let (begun, has_begun) = mpsc::channel();
    let (told, result) = mpsc::channel();
    let limits = Limits { multipv: 1, ..Limits::default() };
    player.start(
        task.clone(),
        limits,
        SearchMode::Infinite,
        move |report| {
            // Nobody listens after the first.
            let _ = begun.send(report.depth);
        },
        move |best| told.send(best.clone()).expect("the test waits for it"),
    );
    has_begun.recv().expect("the search reports its first depth");
    assert!(result.try_recv().is_err(), "nothing is told before it is asked for");
    player.stop();
    let best = result.try_recv().expect("after a stop the result has been told");
    assert_legal(Variant::Chess, &best);
    assert!(result.try_recv().is_err(), "a result is told once");
    assert!(player.nodes() > 0 && !player.is_searching());

    // The same threads search again.
    let limits = Limits { depth: Some(4), multipv: 1, ..Limits::default() };
    assert_eq!(player.search(&task, limits, |_| {}).depth, 4);
}
