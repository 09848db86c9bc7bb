//! How good a position is.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply a search goes to.
pub const MAX_PLY: usize = 128;

/// How good a position is for the side to move, in centipawns.
///
/// Forced wins sit just below [`Score::WIN`] and lose one point a ply, so a quicker win always
/// compares greater than a slower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub i32);

/// The logistic curve, which turns a score into a probability of winning: ½ at zero, 1/(1+1/e) ≈ 0.73 at one.
#[inline]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl Score {
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// A win on the spot.
    pub const WIN: Self = Self(32_000);
    /// More than any score.
    pub const INFINITE: Self = Self(32_001);
    /// The largest score that is not a forced win.
    pub const MAX_EVAL: Self = Self(Self::WIN.0 - MAX_PLY as i32 - 1);

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

    /// The share of the point that the side to move can expect. `scale` is how many centipawns raise it from ½ to
    /// 1/(1+1/e); a forced win is certain.
    pub fn win_probability(self, scale: f64) -> f64 {
        if self.is_forced() {
            return if self.is_win() { 1.0 } else { 0.0 };
        }
        logistic(f64::from(self.0) / scale)
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
