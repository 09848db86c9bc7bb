//! [`SelfPlayAdjudicator`]: ends games of self-play that the search's scores have decided.
//!
//! The adjudicator of matches is another: there two engines must agree, for numbers of moves that the user gives. Here one
//! engine plays both sides, a forced win ends the game at once, level scores count only late, and none of that may change,
//! because a seed must give the same records again.

use estopim_engine::Score;
use estopim_rules::{Color, Game};

use crate::data::WhiteResult;

/// A game is adjudicated as won at this score, in centipawns…
pub(crate) const WON: i32 = 2000;
/// …once it has lasted for this many plies in a row.
const WON_PLIES: u32 = 4;
/// A game is adjudicated as drawn at scores up to this, in centipawns…
const LEVEL: i32 = 8;
/// …once they have lasted for this many plies in a row…
const LEVEL_PLIES: u32 = 12;
/// …but not before this ply.
const LEVEL_FROM_PLY: usize = 60;
/// Longer games are drawn, in plies.
const MAX_GAME_PLIES: usize = 400;

/// Counts for how many plies in a row the scores have agreed on a result.
#[derive(Default)]
pub(crate) struct SelfPlayAdjudicator {
    /// Plies in a row for which White, or Black, has been winning.
    won: [u32; 2],
    level: u32,
}

impl SelfPlayAdjudicator {
    /// Takes the score of the side to move, and returns the result once it is clear.
    pub fn note(&mut self, game: &Game, score: Score) -> Option<WhiteResult> {
        let white = for_white(game.turn(), score);
        for (color, score) in [(Color::White, white), (Color::Black, -white)] {
            let plies = &mut self.won[color.index()];
            *plies = if score > WON { *plies + 1 } else { 0 };
            // A forced win needs no confirmation.
            if *plies >= WON_PLIES || Score(score).is_win() {
                return Some(WhiteResult::of(Some(color)));
            }
        }
        let is_level = white.abs() <= LEVEL && game.ply_count() >= LEVEL_FROM_PLY;
        self.level = if is_level { self.level + 1 } else { 0 };
        let is_drawn = self.level >= LEVEL_PLIES || game.ply_count() >= MAX_GAME_PLIES;
        is_drawn.then_some(WhiteResult::Draw)
    }
}

/// A score of the side to move, for White, in centipawns.
pub(crate) fn for_white(turn: Color, score: Score) -> i32 {
    match turn {
        Color::White => score.0,
        Color::Black => -score.0,
    }
}
