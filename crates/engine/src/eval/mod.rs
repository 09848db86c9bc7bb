//! Static evaluation. The `evaluator` asks a network (NNUE), or the hand-crafted evaluation (HCE), which is the rest of
//! this module: a sum of weighted terms, tapered between midgame and endgame.
//!
//! `kinged` has the terms of the games with kings, `placement` their piece-square tables, absolute and relative to the
//! kings, `kingless` the terms of Pawn Battle; `cache` is the hash table of pawn and king terms. Weights are text
//! files that `estopim tune` writes, one a game.

mod weights;
mod cache;
pub(crate) mod kinged;
pub(crate) mod kingless;
mod placement;
mod evaluator;

use estopim_rules::{Position, Role, Rules};

use crate::score::Score;
use crate::variant_search::SearchRules;

pub use cache::EvalCache;
pub use evaluator::EvalSource;
pub(crate) use evaluator::Evaluator;
pub use kinged::KINGED;
pub use kingless::KINGLESS;
pub use placement::Placed;
pub use weights::{Layout, Tapered, Weights, WeightsError};

/// Receives the terms of a position: White has `count` more than Black of the term numbered `term`.
pub trait TermSink {
    /// Adds to one term.
    fn add(&mut self, term: usize, count: i32);

    /// Adds the terms of a piece on its square.
    #[inline(always)]
    fn add_placed(&mut self, placed: Placed) {
        for term in placed.terms() {
            self.add(term, placed.sign());
        }
    }
}

/// The weighted sum of the terms, midgame and endgame at once.
pub(crate) struct WeightedSum<'a> {
    pub weights: &'a Weights,
    pub total: Tapered,
}

impl TermSink for WeightedSum<'_> {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.total = self.total + self.weights.get(term) * count;
    }

    #[inline(always)]
    fn add_placed(&mut self, placed: Placed) {
        self.total = self.total + self.weights.placements().get(placed);
    }
}

/// The game phase, from 24 with all pieces (midgame) to 0 (endgame).
pub fn phase<R: Rules>(pos: &Position<R>) -> i32 {
    let count = |role| pos.board().role(role).count() as i32;
    let phase =
        count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
    phase.min(FULL_PHASE)
}

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

/// Tapered evaluation: interpolates between midgame and endgame by phase, for the side to move.
pub(crate) fn taper<R: Rules>(pos: &Position<R>, total: Tapered) -> Score {
    let phase = phase(pos);
    let white = (total.midgame() * phase + total.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
    let score = match pos.turn() {
        estopim_rules::Color::White => white,
        estopim_rules::Color::Black => -white,
    };
    Score(score).clamped()
}

/// The hand-crafted evaluation of a position, for the side to move.
pub fn evaluate<R: SearchRules>(pos: &Position<R>, weights: &Weights) -> Score {
    let mut sum = WeightedSum { weights, total: Tapered::default() };
    R::pawn_terms(pos, &mut sum);
    R::piece_terms(pos, &mut sum);
    taper(pos, sum.total)
}
