//! The games that are played: random but legal, drawn up before anything is measured.

use std::sync::Arc;

use estopim_rules::{Game, Variant};

/// How many plies a game must have to be of use.
const PLIES: usize = 320;

/// The moves of one game, as programs write them.
pub type Script = Arc<Vec<String>>;

/// So many games of chess that last, drawn from `seed`.
pub fn scripts(count: usize, seed: u64) -> Vec<Script> {
    let mut chance = Chance(seed);
    (0..count).map(|_| Arc::new(script(&mut chance))).collect()
}

fn script(chance: &mut Chance) -> Vec<String> {
    loop {
        let mut game = Game::new(Variant::Chess);
        let mut moves = Vec::with_capacity(PLIES);
        while moves.len() < PLIES && game.outcome().is_none() {
            let legal = game.position().legal_moves();
            let mv = legal[chance.below(legal.len())];
            moves.push(game.position().uci(mv));
            game.play(mv).expect("it is legal");
        }
        if game.outcome().is_none() {
            return moves;
        }
    }
}

/// A small source of chance, the same on every machine.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
