//! Games of the engine against itself, as data generation and the tuner of the search play them: a random opening,
//! then fixed searches until the rules or the [`SelfPlayAdjudicator`] end the game.

mod adjudicator;
mod opening;

use estopim_engine::{Best, Endgames, EvalSource, Player, Score};
use estopim_rules::{Game, Move};

use crate::data::WhiteResult;

pub(crate) use adjudicator::{SelfPlayAdjudicator, WON, for_white};
pub(crate) use opening::{is_quiet, random_opening};

/// Size of the transposition table: enough for the nodes of a game, and small enough to be cleared before each.
const HASH_MB: usize = 2;
/// An opening is balanced if its first search finds no greater advantage than this, in centipawns.
pub(crate) const BALANCED: i32 = 500;

/// A player for games with few nodes a move.
pub(crate) fn new_player(source: &EvalSource) -> Player {
    let mut player = Player::new(HASH_MB, 1);
    player.set_evaluation(source.clone());
    // A game depends on its settings and the engine, not on which tables there are.
    player.set_tables(Endgames::default());
    player
}

/// How a game of self-play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameEnd {
    /// It was played to its end.
    Finished(WhiteResult),
    /// The first search found the opening unbalanced, and the caller wants none of those.
    Unbalanced,
    /// The caller interrupted it.
    Interrupted,
    /// A search panicked, so what was played proves nothing.
    Panicked,
}

/// Which openings are played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Openings {
    /// Those that the first search finds balanced.
    Balanced,
    /// All.
    Any,
}

/// Plays `game` to its end. `search` chooses every move; `on_move` is called with each before it is played.
pub(crate) fn play_game(
    mut game: Game,
    openings: Openings,
    is_interrupted: impl Fn() -> bool,
    mut search: impl FnMut(&Game) -> Best,
    mut on_move: impl FnMut(&Game, Move, Score),
) -> GameEnd {
    let mut adjudicator = SelfPlayAdjudicator::default();
    let mut is_first = true;
    loop {
        if is_interrupted() {
            return GameEnd::Interrupted;
        }
        if let Some(outcome) = game.outcome() {
            return GameEnd::Finished(WhiteResult::of(outcome.winner()));
        }
        let best = search(&game);
        let (Some(mv), Some(score), None) = (best.mv(), best.score, best.panic) else {
            return GameEnd::Panicked;
        };
        if is_first && openings == Openings::Balanced && score.0.abs() > BALANCED {
            return GameEnd::Unbalanced;
        }
        is_first = false;
        if let Some(result) = adjudicator.note(&game, score) {
            return GameEnd::Finished(result);
        }
        on_move(&game, mv, score);
        game.play(mv).expect("the engine plays legal moves");
    }
}
