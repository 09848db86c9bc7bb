//! Fixed searches whose node counts are a checksum of behaviour: they change when the search or the
//! evaluation does, and are the same on every processor.

use std::time::Duration;

use estopim_rules::{AnyPosition, Variant};

use crate::endgames::TableUse;
use crate::eval::EvalSource;
use crate::player::{Player, Task};
use crate::search::Limits;

/// The result of the fixed searches of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// The game.
    pub variant: Variant,
    /// Nodes of all its searches together.
    pub nodes: u64,
    /// How long they took.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// How deep each position is searched.
pub const BENCH_DEPTH: i32 = 11;

/// The positions of a game, as FEN.
pub fn positions(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Chess => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 8",
        ],
        Variant::Atomic => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/2q1ppb1/2np2pp/6N1/pP1P1Pb1/2P1P1P1/3N3P/R1BQ1RK1 b kq - 2 15",
            "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ],
        Variant::StrictAtomic => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "5kr1/2pq1ppp/1r1p3n/p3p1P1/1P1BN3/R3PP2/2PP3P/1Q2K2R w K - 1 22",
            "r5n1/pqp1k1p1/b1np4/1p2p3/3PPp2/P4P2/2PNK1PR/2R2B2 b - - 3 18",
            "rnbqkb1r/ppp1pp1p/6pn/3p4/1P6/N2P4/PBP1PPPP/R2QKBNR b KQkq - 2 4",
        ],
        Variant::SimpleAtomic => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "r1b1kbr1/3ppp1p/1pn4n/3P4/p1p1P3/PP4P1/2P1N2P/R1BQK2R w - - 1 16",
            "1nbqkbnr/1pp1pppp/r7/p2p2P1/8/7P/PPPPPP2/RNBQKBNR w - - 1 4",
        ],
        Variant::PawnBattle => &[
            "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1",
            "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1",
            "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
            "7r/rpp2p1p/3p4/4p1p1/p2P2P1/8/PPP1PP1P/5RR1 b - - 13 7",
        ],
    }
}

/// Searches the positions of one game to `depth`, on one thread with a small table.
pub fn bench(variant: Variant, depth: i32, source: EvalSource) -> BenchResult {
    let mut player = Player::new(16, 1);
    player.set_evaluation(source);
    bench_with(&mut player, variant, depth)
}

/// As [`bench()`], with a player that has searched nothing yet and has a table of the same size.
pub fn bench_with(player: &mut Player, variant: Variant, depth: i32) -> BenchResult {
    let mut result = BenchResult { variant, nodes: 0, time: Duration::ZERO };
    for fen in positions(variant) {
        let position = AnyPosition::from_fen(variant, fen).expect("the bench positions are sound");
        // Without tables, which a page does not have, so that its engine counts the same.
        let tables = TableUse::Forbidden;
        let limits = Limits { depth: Some(depth), multipv: 1, tables, ..Limits::default() };
        player.get_ready(&position);
        player.search(&Task::from(position), limits, |_| {});
        result.nodes += player.nodes();
        result.time += player.elapsed();
    }
    result
}
