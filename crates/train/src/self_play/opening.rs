//! Where games of self-play start: some random moves from the first position.

use estopim_engine::SearchRules;
use estopim_rules::{
    AnyPosition, Game, PawnBattleSetup, Position, SplitMix64, Variant, with_position,
};

/// The least number of random plies, and how many more there may be.
const PLIES: usize = 6;
const MORE_PLIES: usize = 3;

/// A game after a few random moves, from which nobody wins at once.
pub fn random_opening(variant: Variant, rng: &mut SplitMix64) -> Game {
    loop {
        let mut game = Game::from_position(random_start(variant, rng));
        let plies = PLIES + rng.below(MORE_PLIES + 1);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if game.outcome().is_some() || moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len())]).expect("a legal move can be played");
        }
        if game.outcome().is_none() && game.ply_count() == plies && is_quiet(game.position()) {
            return game;
        }
    }
}

/// The first position, or any of the setups that have a name if the game has setups.
fn random_start(variant: Variant, rng: &mut SplitMix64) -> AnyPosition {
    if variant.has_setups() {
        let setups: Vec<_> = PawnBattleSetup::named().collect();
        let (_, setup) = setups[rng.below(setups.len())];
        setup.position().into()
    } else {
        AnyPosition::initial(variant)
    }
}

/// Whether a position is quiet: no check, no win in one move, and none for the opponent if it were to move.
pub fn is_quiet(position: &AnyPosition) -> bool {
    fn ask<R: SearchRules>(pos: &Position<R>) -> bool {
        !R::danger(pos).any() && R::winning_move(pos).is_none()
    }
    with_position!(position, pos => ask(pos))
}
