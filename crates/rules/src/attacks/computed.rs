//! Sliders and what lies between and beyond two squares computed whenever they are asked for: slower than the tables, and a
//! fraction of their code. The tests hold one against the other.

use super::{bishop_rays, rook_rays, walk};
use crate::types::{Bitboard, Square};

/// Squares that a rook on `from` attacks past the blockers `occupied`.
#[inline(never)]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(walk(from.index(), occupied.0, true))
}

/// Squares that a bishop on `from` attacks past the blockers `occupied`.
#[inline(never)]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(walk(from.index(), occupied.0, false))
}

/// Squares strictly between two squares of one rank, file or diagonal; none for other pairs.
#[inline(never)]
pub fn between(a: Square, b: Square) -> Bitboard {
    let ends = Bitboard::of(a) | Bitboard::of(b);
    if rook_rays(a).has(b) {
        rook_attacks(a, ends) & rook_attacks(b, ends)
    } else if bishop_rays(a).has(b) {
        bishop_attacks(a, ends) & bishop_attacks(b, ends)
    } else {
        Bitboard::EMPTY
    }
}

/// The whole rank, file or diagonal through two squares, both included; none for other pairs.
#[inline(never)]
pub fn line(a: Square, b: Square) -> Bitboard {
    let ends = Bitboard::of(a) | Bitboard::of(b);
    if rook_rays(a).has(b) {
        rook_rays(a) & rook_rays(b) | ends
    } else if bishop_rays(a).has(b) {
        bishop_rays(a) & bishop_rays(b) | ends
    } else {
        Bitboard::EMPTY
    }
}
