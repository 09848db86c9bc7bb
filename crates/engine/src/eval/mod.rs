//! How good a position is. A `judge` asks a network, or the evaluation by hand, which is the rest of this
//! module: a sum of weighted facts about a position, blended between opening and ending.
//!
//! `kinged` knows the facts of the games with kings, `placement` where their pieces stand as seen from the
//! kings, `kingless` the facts of Pawn Battle; `cache` remembers the
//! sums that change seldom. Weights are text files that `estopim tune` writes, one a game.

mod weights;
mod cache;
pub(crate) mod kinged;
pub(crate) mod kingless;
mod placement;
mod judge;

use estopim_rules::{Position, Role, Rules};

use crate::score::Score;
use crate::variant_search::SearchRules;

pub use cache::EvalCache;
pub use judge::EvalSource;
pub(crate) use judge::Judge;
pub use kinged::KINGED;
pub use kingless::KINGLESS;
pub use placement::Placed;
pub use weights::{Layout, Pair, Weights, WeightsError};

/// Takes note of facts: `count` more of the fact numbered `term` for White than for Black.
pub trait Tally {
    /// Adds to one fact.
    fn add(&mut self, term: usize, count: i32);

    /// Adds the facts of where a piece stands.
    #[inline(always)]
    fn add_placed(&mut self, placed: Placed) {
        for term in placed.terms() {
            self.add(term, placed.sign());
        }
    }
}

/// The weighted sum of the facts, in the two halves of the game at once.
pub(crate) struct Sum<'a> {
    pub weights: &'a Weights,
    pub total: Pair,
}

impl Tally for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.total = self.total + self.weights.get(term) * count;
    }

    #[inline(always)]
    fn add_placed(&mut self, placed: Placed) {
        self.total = self.total + self.weights.placements().get(placed);
    }
}

/// How much of the opening is left, from 24 with all pieces to 0.
pub fn phase<R: Rules>(pos: &Position<R>) -> i32 {
    let count = |role| pos.board().role(role).count() as i32;
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(FULL_PHASE)
}

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

/// Blends the two halves by phase, for the side to move.
pub(crate) fn blend<R: Rules>(pos: &Position<R>, total: Pair) -> Score {
    let phase = phase(pos);
    let white = (total.opening() * phase + total.ending() * (FULL_PHASE - phase)) / FULL_PHASE;
    let score = match pos.turn() {
        estopim_rules::Color::White => white,
        estopim_rules::Color::Black => -white,
    };
    Score(score).clamped()
}

/// The evaluation of a position by itself, for the side to move.
pub fn evaluate<R: SearchRules>(pos: &Position<R>, weights: &Weights) -> Score {
    let mut sum = Sum { weights, total: Pair::default() };
    R::pawn_facts(pos, &mut sum);
    R::piece_facts(pos, &mut sum);
    blend(pos, sum.total)
}
