//! The pawn-king hash table: the terms of pawns and kings, which change seldom, are cached.

use estopim_rules::{Board, Color, Position, Role};

use super::{Tapered, WeightedSum, Weights, taper};
use crate::fingerprint::fingerprint;
use crate::score::Score;
use crate::variant_search::SearchRules;

/// How many entries there are.
const ENTRIES: usize = 8192;

/// The hand-crafted evaluation with a cache of its pawn and king terms.
pub struct EvalCache {
    /// The upper half of the key (the lower half is the index) and the value. Small, so that the table stays in the
    /// processor's cache.
    entries: Vec<(u32, Tapered)>,
}

impl Default for EvalCache {
    fn default() -> Self {
        Self::new()
    }
}

impl EvalCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self { entries: vec![(0, Tapered::default()); ENTRIES] }
    }

    /// The same value as [`super::evaluate`], faster. Every call must pass the same weights.
    #[inline]
    pub fn evaluate<R: SearchRules>(&mut self, pos: &Position<R>, weights: &Weights) -> Score {
        let key = key_of(pos.board());
        let entry = &mut self.entries[key as usize % ENTRIES];
        let check = (key >> 32) as u32;
        if entry.0 != check {
            *entry = (check, pawn_sum(pos, weights));
        }
        let mut sum = WeightedSum { weights, total: entry.1 };
        R::piece_terms(pos, &mut sum);
        taper(pos, sum.total)
    }
}

#[inline(never)]
fn pawn_sum<R: SearchRules>(pos: &Position<R>, weights: &Weights) -> Tapered {
    let mut sum = WeightedSum { weights, total: Tapered::default() };
    R::pawn_terms(pos, &mut sum);
    sum.total
}

/// The hash key of the pawns and kings. Its upper half is never zero, which marks an empty entry.
#[inline(always)]
fn key_of(board: &Board) -> u64 {
    let sets = [
        board.pieces(Color::White, Role::Pawn),
        board.pieces(Color::Black, Role::Pawn),
        board.pieces(Color::White, Role::King),
        board.pieces(Color::Black, Role::King),
    ];
    fingerprint(sets) | 1 << 63
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use estopim_rules::{Piece, Square, Variant, with_rules};
    use rstest::rstest;

    use super::*;
    use crate::eval::evaluate;
    use crate::walks::each_position;

    #[rstest]
    fn the_cache_changes_no_value(#[values(0, 1, 2, 3, 4)] game: usize) {
        with_rules!(Variant::ALL[game], R => walk::<R>());
    }

    /// Each position is evaluated by one cache that has seen all before.
    fn walk<R: SearchRules>() {
        let (weights, mut cache) = (Weights::built_in::<R>(), EvalCache::new());
        each_position::<R>(|pos| {
            let wanted = evaluate(pos, &weights);
            assert_eq!(cache.evaluate(pos, &weights), wanted, "{}", pos.fen());
        });
    }

    #[test]
    fn arrangements_of_kings_and_a_pawn_are_told_apart() {
        let mut seen = HashSet::new();
        for pawn in [None, Some(Color::White), Some(Color::Black)] {
            for white in Square::ALL {
                for black in Square::ALL.into_iter().filter(|&black| black != white) {
                    let mut board = Board::EMPTY;
                    if let Some(color) = pawn {
                        board.set(Square::E4, Piece::new(color, Role::Pawn));
                    }
                    board.set(white, Piece::new(Color::White, Role::King));
                    board.set(black, Piece::new(Color::Black, Role::King));
                    if pawn.is_none() || (white != Square::E4 && black != Square::E4) {
                        assert!(seen.insert(key_of(&board)), "{board}");
                    }
                }
            }
        }
        assert_eq!(seen.len(), 64 * 63 + 2 * 63 * 62);
    }
}
