//! Random networks and random games.

use estopim_nnue::network::{OUTPUT_BUCKETS, Parameters};
use estopim_nnue::{Network, Shape};
use estopim_rules::{AnyPosition, SplitMix64, Variant};

/// A network of numbers of about the size that training gives.
pub fn random_network(variant: Variant, hidden: usize, seed: u64) -> Network {
    let shape = Shape::of(variant, hidden);
    let mut random = SplitMix64::new(seed);
    let mut numbers = |count: usize, most: i16| -> Vec<i16> {
        let range = 2 * most as usize + 1;
        (0..count).map(|_| random.below(range) as i16 - most).collect()
    };
    let parameters = Parameters {
        feature_weights: numbers(shape.features.inputs() * hidden, 90),
        feature_bias: numbers(hidden, 120),
        output_weights: numbers(OUTPUT_BUCKETS * 2 * hidden, 60),
        output_bias: [-9000, 12, 400, 0, -7, 100_000, 31, 5],
    };
    Network::new(shape, &parameters).expect("the numbers are within their bounds")
}

/// The positions of a random game, at most `plies` of them.
#[allow(dead_code)]
pub fn random_game(variant: Variant, plies: usize, random: &mut SplitMix64) -> Vec<AnyPosition> {
    let mut position = AnyPosition::initial(variant);
    let mut game = vec![position];
    while game.len() < plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play_unchecked(moves[random.below(moves.len())]);
        game.push(position);
    }
    game
}
