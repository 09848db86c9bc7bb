//! How good a position is.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use estopim_rules::{Color, PgnScore};

/// The deepest ply a search goes to.
pub const MAX_PLY: usize = 128;
/// The greatest depth that may be asked for, in plies.
pub const MAX_DEPTH: i32 = MAX_PLY as i32 - 1;

/// How good a position is for the side to move, in centipawns.
///
/// Forced wins sit just below [`Score::WIN`] and lose one point a ply, so a quicker win always
/// compares greater than a slower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub i32);

impl Score {
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// A win on the spot.
    pub const WIN: Self = Self(32_000);
    /// More than any score.
    pub const INFINITE: Self = Self(32_001);
    /// The largest score that is not a forced win.
    pub const MAX_EVAL: Self = Self(Self::WIN.0 - MAX_PLY as i32 - 1);

    /// A win at the root by a Syzygy file, which does not say in how many plies. More than any evaluation of a position with
    /// so few men, and less than a win whose end is known: our tables have wins of a hundred plies, at any ply.
    pub const SYZYGY_WIN: Self = Self(Self::MAX_EVAL.0 - 2 * MAX_PLY as i32);

    /// A win that is complete at `ply`.
    #[inline(always)]
    pub const fn win_at(ply: usize) -> Self {
        Self(Self::WIN.0 - ply as i32)
    }

    /// A loss that is complete at `ply`.
    #[inline(always)]
    pub const fn loss_at(ply: usize) -> Self {
        Self(ply as i32 - Self::WIN.0)
    }

    /// Whether the score is a forced win or loss.
    #[inline(always)]
    pub const fn is_forced(self) -> bool {
        self.0.abs() > Self::MAX_EVAL.0
    }

    /// Whether the score is a forced win.
    #[inline(always)]
    pub const fn is_win(self) -> bool {
        self.0 > Self::MAX_EVAL.0
    }

    /// Whether the score is a forced loss.
    #[inline(always)]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::MAX_EVAL.0
    }

    /// The score kept away from forced wins, for evaluations.
    #[inline(always)]
    pub fn clamped(self) -> Self {
        Self(self.0.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// In how many moves the side to move wins (positive) or loses (negative), if that is forced.
    pub const fn moves_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some((Self::WIN.0 - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-i32::midpoint(Self::WIN.0, self.0))
        } else {
            None
        }
    }

    /// The score of the side to move, `turn`, as White sees it.
    pub fn for_white(self, turn: Color) -> PgnScore {
        let sign = if turn == Color::White { 1 } else { -1 };
        match self.moves_to_end() {
            // A game that is over is lost in no moves; PGN has no sign for zero.
            Some(0) => PgnScore::MateIn(if self.is_win() { sign } else { -sign }),
            Some(moves) => PgnScore::MateIn(sign * moves),
            None => PgnScore::Centipawns(sign * self.0),
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_end() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}
