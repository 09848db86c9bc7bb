//! Nanoseconds per evaluation: with accumulators updated incrementally as in a search, and refreshed, for every
//! instruction set.
//!
//! `cargo run --release -p estopim-nnue --example speed [hidden width] [depth]`
//!
//! Walks the whole tree below some positions as a search would, evaluating every node; the time of the same walk
//! without evaluation is subtracted.

use std::hint::black_box;
use std::time::Instant;

use estopim_nnue::network::{OUTPUT_BUCKETS, Parameters};
use estopim_nnue::{Network, NetworkEvaluator, Shape, Simd};
use estopim_rules::{AnyPosition, Role, SplitMix64, Variant};

const STARTS: [(Variant, &str); 4] = [
    (Variant::Atomic, "rnbqkbnr/pp2pppp/2p5/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"),
    (Variant::Atomic, "r3kb1r/p1p2ppp/1pn5/3p1b2/3P4/2P2N2/PP3PPP/RN1QKB1R w KQkq - 0 10"),
    (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::Chess, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"),
];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let hidden = arguments.next().map_or(256, |width| width.expect("a width"));
    let depth = arguments.next().map_or(2, |depth| depth.expect("a depth"));
    println!("{:8} {:>9} {:>12} {:>12}", "variant", "simd", "incremental", "refresh");
    for (variant, fen) in STARTS {
        let start = AnyPosition::from_fen(variant, fen).expect("a position");
        let network = network(variant, hidden);
        let (count, walk) = time(&mut |_, _| 0, &start, depth);
        for simd in Simd::all() {
            let mut evaluator = NetworkEvaluator::with(simd);
            let mut evaluate = |ply, position: &AnyPosition| {
                evaluator.evaluate(&network, ply, position.board(), position.turn())
            };
            let (_, near) = time(&mut evaluate, &start, depth);
            let refresh = time_refresh(simd, &network, &start);
            println!(
                "{:8} {:>9} {:>9.1} ns {:>9.1} ns   ({count} nodes)",
                variant.id(),
                simd.name(),
                near - walk,
                refresh,
            );
        }
    }
}

/// Nodes, and nanoseconds a node: the best of many short rounds, which a busy machine disturbs least.
fn time(
    ask: &mut impl FnMut(usize, &AnyPosition) -> i32,
    start: &AnyPosition,
    depth: usize,
) -> (u64, f64) {
    let mut best = f64::MAX;
    let mut nodes = 0;
    for _ in 0..400 {
        let began = Instant::now();
        nodes = walk(ask, start, 0, depth);
        best = best.min(began.elapsed().as_nanos() as f64 / nodes as f64);
    }
    (nodes, best)
}

fn walk(
    ask: &mut impl FnMut(usize, &AnyPosition) -> i32,
    position: &AnyPosition,
    ply: usize,
    depth: usize,
) -> u64 {
    black_box(ask(ply, position));
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    1 + moves.iter().map(|&mv| walk(ask, &position.after(mv), ply + 1, depth - 1)).sum::<u64>()
}

/// Nanoseconds for a full refresh: a board with bare kings is evaluated in between.
fn time_refresh(simd: Simd, network: &Network, position: &AnyPosition) -> f64 {
    let full = *position.board();
    let mut bare = full;
    bare.clear(full.occupied() & !full.role(Role::King));
    let mut evaluator = NetworkEvaluator::with(simd);
    let mut once = || {
        const ROUNDS: u32 = 500;
        let began = Instant::now();
        for _ in 0..ROUNDS {
            black_box(evaluator.evaluate(network, 0, &full, position.turn()));
            black_box(evaluator.evaluate(network, 0, &bare, position.turn()));
        }
        began.elapsed().as_nanos() as f64 / f64::from(2 * ROUNDS)
    };
    (0..100).map(|_| once()).fold(f64::MAX, f64::min)
}

/// Random weights.
fn network(variant: Variant, hidden: usize) -> Network {
    let shape = Shape::of(variant, hidden);
    let mut rng = SplitMix64::new(1);
    let mut numbers =
        |count: usize| -> Vec<i16> { (0..count).map(|_| rng.below(119) as i16 - 59).collect() };
    let parameters = Parameters {
        feature_weights: numbers(shape.features.inputs() * hidden),
        feature_bias: numbers(hidden),
        output_weights: numbers(OUTPUT_BUCKETS * 2 * hidden),
        output_bias: [0; OUTPUT_BUCKETS],
    };
    Network::new(shape, &parameters).expect("the numbers are within their bounds")
}
