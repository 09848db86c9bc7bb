//! The games that are played: random legal moves, generated before anything is measured.

use std::sync::Arc;

use estopim_rules::{Game, SplitMix64, Variant};

/// How many plies a game must have to be of use.
const PLIES: usize = 320;

/// The moves of one game, as programs write them.
pub type Script = Arc<Vec<String>>;

/// `count` long random games of chess, made from `seed`.
pub fn scripts(count: usize, seed: u64) -> Vec<Script> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(|_| Arc::new(script(&mut rng))).collect()
}

fn script(rng: &mut SplitMix64) -> Vec<String> {
    loop {
        let mut game = Game::new(Variant::Chess);
        let mut moves = Vec::with_capacity(PLIES);
        while moves.len() < PLIES && game.outcome().is_none() {
            let legal = game.position().legal_moves();
            let mv = legal[rng.below(legal.len())];
            moves.push(game.position().uci(mv));
            game.play(mv).expect("it is legal");
        }
        if game.outcome().is_none() {
            return moves;
        }
    }
}
