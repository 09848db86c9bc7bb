//! Finds positions with forced wins in games of the engine against itself, proves each by trying everything,
//! and prints them as the suites in `tests/data` want them: `moves | FEN`.
//!
//! `cargo run --release -p estopim-engine --example find_mates -- atomic 24 1` prints 24 positions for each
//! length from one to five moves, from games that begin with seed 1.

#[path = "../tests/support/prover.rs"]
mod prover;

use std::env;
use std::process::ExitCode;

use estopim_engine::{Limits, Player, Task};
use estopim_rules::{AnyPosition, Game, SplitMix64, Variant};
use prover::Prover;

/// The longest win, in moves.
const LONGEST: usize = 5;
/// How many positions a proof may look at.
const PROOF_POSITIONS: u64 = 3_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [variant, each, seed] = arguments.as_slice() else { return usage() };
    let (Ok(variant), Ok(each), Ok(seed)) = (variant.parse(), each.parse(), seed.parse()) else {
        return usage();
    };
    find(variant, each, seed);
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!("usage: find_mates VARIANT POSITIONS_OF_EACH_LENGTH SEED");
    ExitCode::from(2)
}

fn find(variant: Variant, each: usize, seed: u64) {
    let mut found = [0; LONGEST];
    let mut player = Player::new(16, 1);
    let mut rng = SplitMix64::new(seed);
    let nodes = |nodes| Limits { nodes: Some(nodes), multipv: 1, ..Limits::default() };
    while found.iter().any(|&count| count < each) {
        player.clear();
        let mut game = Game::from_position(AnyPosition::initial(variant));
        let mut taken = [false; LONGEST];
        while game.outcome().is_none() && game.ply_count() < 200 {
            let moves = game.position().legal_moves();
            let is_random = game.ply_count() < 8 || rng.below(12) == 0;
            let best = player.search(&Task::from(&game), nodes(5_000), |_| {});
            let claimed = best.score.and_then(estopim_engine::Score::moves_to_end);
            if let Some(length @ 1..=5) = claimed.map(|moves| moves as usize)
                && claimed.is_some_and(|moves| moves > 0)
                && found[length - 1] < each
                && !taken[length - 1]
            {
                let proof =
                    Prover::new(PROOF_POSITIONS).shortest_win(game.position(), length as u32);
                if proof == Ok(Some(length as u32)) {
                    taken[length - 1] = true;
                    found[length - 1] += 1;
                    println!("{length} | {}", game.position());
                    eprintln!("{found:?}");
                }
            }
            let mv = if is_random { moves[rng.below(moves.len())] } else { best.pv[0] };
            game.play(mv).expect("the move is legal");
        }
    }
}
