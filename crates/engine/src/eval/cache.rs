//! Sums over facts that change seldom, remembered: where pawns and kings stand.

use estopim_rules::{Board, Color, Position, Role};

use super::{Pair, Sum, Weights, blend};
use crate::score::Score;
use crate::variant_search::SearchRules;

/// How many sums are remembered.
const ENTRIES: usize = 8192;

/// An evaluation that remembers what pawns and kings were worth.
pub struct EvalCache {
    entries: Vec<(u64, Pair)>,
}

impl Default for EvalCache {
    fn default() -> Self {
        Self::new()
    }
}

impl EvalCache {
    /// Nothing is remembered yet.
    pub fn new() -> Self {
        Self { entries: vec![(0, Pair::default()); ENTRIES] }
    }

    /// What [`super::evaluate`] says, sooner. The weights must always be the same.
    #[inline]
    pub fn evaluate<R: SearchRules>(&mut self, pos: &Position<R>, weights: &Weights) -> Score {
        let key = fingerprint(pos.board());
        let entry = &mut self.entries[key as usize % ENTRIES];
        if entry.0 != key {
            *entry = (key, pawn_sum(pos, weights));
        }
        let mut sum = Sum { weights, total: entry.1 };
        R::piece_facts(pos, &mut sum);
        blend(pos, sum.total)
    }
}

#[inline(never)]
fn pawn_sum<R: SearchRules>(pos: &Position<R>, weights: &Weights) -> Pair {
    let mut sum = Sum { weights, total: Pair::default() };
    R::pawn_facts(pos, &mut sum);
    sum.total
}

/// Tells arrangements of pawns and kings apart; never zero.
#[inline(always)]
fn fingerprint(board: &Board) -> u64 {
    let mixed = |bits: u64, factor: u64| {
        let product = bits.wrapping_mul(factor);
        product ^ product >> 29
    };
    let white = mixed(board.pieces(Color::White, Role::Pawn).0, 0x9E37_79B9_7F4A_7C15);
    let black = mixed(board.pieces(Color::Black, Role::Pawn).0, 0xC2B2_AE3D_27D4_EB4F);
    let king = mixed(board.pieces(Color::White, Role::King).0, 0xA076_1D64_78BD_642F);
    let enemy = mixed(board.pieces(Color::Black, Role::King).0, 0xE703_7ED1_A0B4_28DB);
    let kings = king ^ enemy.rotate_left(41);
    mixed(white ^ black.rotate_left(17) ^ kings, 0xD6E8_FEB8_6659_FD93) | 1 << 63
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use estopim_rules::{Piece, Square, Variant, with_rules};
    use rstest::rstest;

    use super::*;
    use crate::chance::walks::each_position;
    use crate::eval::evaluate;

    #[rstest]
    fn what_is_remembered_changes_no_value(#[values(0, 1, 2, 3, 4)] game: usize) {
        with_rules!(Variant::ALL[game], R => walk::<R>());
    }

    /// Each position is looked at by one memory that has seen all before.
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
                        assert!(seen.insert(fingerprint(&board)), "{board}");
                    }
                }
            }
        }
        assert_eq!(seen.len(), 64 * 63 + 2 * 63 * 62);
    }
}
