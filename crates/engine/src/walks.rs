//! Positions of random games, for tests that compare two ways to compute the same thing.

use estopim_rules::{Game, Position, Rules, SplitMix64};

/// Shows `look` every position of sixty random games but the first.
pub fn each_position<R: Rules>(mut look: impl FnMut(&Position<R>)) {
    let start = Game::new(R::VARIANT).start().fen();
    let mut rng = SplitMix64::new(5);
    let mut seen = 0;
    for _ in 0..60 {
        let mut pos = Position::<R>::from_fen(&start).expect("the first position is sound");
        for _ in 0..80 {
            let moves = pos.legal_moves();
            if moves.is_empty() || pos.outcome().is_some() {
                break;
            }
            pos = pos.after(moves[rng.below(moves.len())]);
            look(&pos);
            seen += 1;
        }
    }
    assert!(seen > 500, "the games were too short: {seen}");
}
