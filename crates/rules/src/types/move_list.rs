//! [`MoveList`]: the moves of one position, without an allocation.

use std::fmt;
use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::Move;

/// The moves of one position. It is a slice of moves that can grow; it lives on the stack.
///
/// Every position fits, with any number of pieces. Say that T squares can be moved to. Sliders reach
/// one of them from at most 8 directions and have at most 27 moves each, knights at most 8 from and
/// at most 8 each, so with T targets, Q sliders and N knights (T + Q + N ≤ 64) there are at most
/// min(8T, 27Q) + 8N < 450 such moves; a king adds 10 and eight pawns about to promote 96.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct MoveList(ArrayVec<Move, { MoveList::CAPACITY }>);

impl MoveList {
    /// How many moves a list can hold: more than any position has.
    pub const CAPACITY: usize = 576;

    /// An empty list.
    #[inline(always)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move.
    ///
    /// # Panics
    ///
    /// If the list is full, which no position makes it.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Removes every move.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps only the moves that `keep` likes, in their order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Move) -> bool) {
        self.0.retain(|mv| keep(mv));
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl Extend<Move> for MoveList {
    #[inline(always)]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    #[inline(always)]
    fn into_iter(self) -> Moves {
        Moves(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The moves of a [`MoveList`], one after another.
#[derive(Clone, Debug)]
pub struct Moves(arrayvec::IntoIter<Move, { MoveList::CAPACITY }>);

impl Iterator for Moves {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Moves {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for Moves {}
