//! With any number of threads and with a hash table, the count is that of the rules crate.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use estopim_engine::perft::{Leaves, PerftOptions, Progress, count};
use estopim_rules::{AnyPosition, Variant};
use rstest::rstest;

const TACTICAL_ATOMIC: &str = "r3k2r/2q1ppb1/2np2pp/6N1/pP1P1Pb1/2P1P1P1/3N3P/R1BQ1RK1 b kq - 2 15";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn options(threads: usize, table_mb: usize) -> PerftOptions {
    let threads = NonZeroUsize::new(threads).expect("at least one thread");
    PerftOptions { threads, table_mb: NonZeroUsize::new(table_mb) }
}

fn leaves(position: &AnyPosition, depth: u32, options: PerftOptions) -> Leaves {
    count(position, depth, options, |_| ()).expect("a small table is always to be had")
}

#[rstest]
#[case::chess(Variant::Chess, KIWIPETE, 4)]
#[case::atomic(Variant::Atomic, TACTICAL_ATOMIC, 4)]
#[case::strict_atomic(Variant::StrictAtomic, Variant::StrictAtomic.initial_fen(), 5)]
#[case::simple_atomic(Variant::SimpleAtomic, TACTICAL_ATOMIC, 4)]
#[case::pawn_battle(Variant::PawnBattle, "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1", 7)]
fn threads_and_tables_do_not_change_the_count(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] deepest: u32,
    #[values((1, 0), (1, 1), (3, 0), (3, 1), (16, 8))] (threads, table_mb): (usize, usize),
) {
    let position = AnyPosition::from_fen(variant, fen).expect("the FEN is sound");
    for depth in 0..=deepest {
        let counted = leaves(&position, depth, options(threads, table_mb));
        assert_eq!(counted.total, position.perft(depth), "depth {depth}");
        for (mv, nodes) in counted.branches {
            assert_eq!(nodes, position.after(mv).perft(depth - 1), "{mv:?} at depth {depth}");
        }
    }
}

#[test]
fn every_move_has_a_branch() {
    let position = AnyPosition::initial(Variant::Chess);
    let moves = |depth| leaves(&position, depth, PerftOptions::default()).branches.len();
    assert_eq!([moves(0), moves(1), moves(2), moves(5)], [0, 20, 20, 20]);
}

#[test]
fn a_finished_game_has_no_leaves_but_itself() {
    let fen = "8/8/8/8/8/8/8/K7 b - - 0 1";
    let position = AnyPosition::from_fen(Variant::Atomic, fen).expect("the FEN is sound");
    let total = |depth| leaves(&position, depth, options(4, 1)).total;
    assert_eq!([total(0), total(1), total(5)], [1, 0, 0]);
}

#[test]
fn progress_is_told_of_every_piece_of_work() {
    let position = AnyPosition::initial(Variant::Atomic);
    let heard = Mutex::new(Vec::new());
    let listen = |progress: Progress| heard.lock().expect("no listener panics").push(progress);
    count(&position, 4, options(2, 0), listen).expect("no table is asked for");
    let mut done: Vec<usize> = heard
        .into_inner()
        .expect("no listener panics")
        .into_iter()
        .inspect(|progress| assert_eq!(progress.total, 400))
        .map(|progress| progress.done)
        .collect();
    done.sort_unstable();
    assert_eq!(done, (1..=400).collect::<Vec<_>>());
}

#[test]
fn a_number_beyond_64_bits_stays_at_the_largest() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let position = AnyPosition::from_fen(Variant::Chess, fen).expect("the FEN is sound");
    assert_eq!(leaves(&position, 40, options(2, 64)).total, u64::MAX);
}
