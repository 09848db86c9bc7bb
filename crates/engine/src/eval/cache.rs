//! Sums over facts that change seldom, remembered: where pawns and kings stand.

use estopim_rules::{Color, Position, Role};

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
        let key = fingerprint(pos);
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
fn fingerprint<R: SearchRules>(pos: &Position<R>) -> u64 {
    let board = pos.board();
    let mixed = |bits: u64, factor: u64| {
        let product = bits.wrapping_mul(factor);
        product ^ product >> 29
    };
    let kings = board.pieces(Color::White, Role::King).0.rotate_left(32)
        ^ board.pieces(Color::Black, Role::King).0;
    let white = mixed(board.pieces(Color::White, Role::Pawn).0, 0x9E37_79B9_7F4A_7C15);
    let black = mixed(board.pieces(Color::Black, Role::Pawn).0, 0xC2B2_AE3D_27D4_EB4F);
    mixed(white ^ black.rotate_left(17) ^ kings, 0xD6E8_FEB8_6659_FD93) | 1 << 63
}
