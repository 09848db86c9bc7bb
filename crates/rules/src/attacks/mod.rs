//! Attacks: the squares that a piece attacks on a board with given blockers. No rules live here.
//!
//! Leapers come from tables by square, sliders from magic bitboards ([`tables`]). Where little code matters more than speed,
//! sliders are computed (`computed.rs`).

#![allow(long_running_const_eval)] // A hundred thousand sets of blockers, once a build.

#[cfg(any(not(feature = "small"), test))]
mod magics;
#[cfg(any(not(feature = "small"), test))]
mod tables;
#[cfg(any(feature = "small", test))]
mod computed;

#[cfg(feature = "small")]
pub use computed::{between, bishop_attacks, line, rook_attacks};
#[cfg(not(feature = "small"))]
pub use tables::{between, bishop_attacks, line, rook_attacks};

use crate::types::{Bitboard, Color, Square};

const ALL_DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT_JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KING_ATTACKS: [Bitboard; 64] = step_table(&ALL_DIRECTIONS);
static KNIGHT_ATTACKS: [Bitboard; 64] = step_table(&KNIGHT_JUMPS);
static PAWN_ATTACKS: [[Bitboard; 64]; 2] =
    [step_table(&[(-1, 1), (1, 1)]), step_table(&[(-1, -1), (1, -1)])];

/// Squares one king step away from `from`; also the radius of an explosion.
#[inline(always)]
pub fn king_attacks(from: Square) -> Bitboard {
    KING_ATTACKS[from.index()]
}

/// Squares a knight's jump away from `from`.
#[inline(always)]
pub fn knight_attacks(from: Square) -> Bitboard {
    KNIGHT_ATTACKS[from.index()]
}

/// Squares that a pawn of `color` on `from` attacks.
#[inline(always)]
pub fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    PAWN_ATTACKS[color.index()][from.index()]
}

/// Squares that a set of pawns of `color` attacks.
#[inline(always)]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.ahead(color);
    ahead.east() | ahead.west()
}

/// Squares that a queen on `from` attacks past the blockers `occupied`.
#[inline(always)]
pub fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// Squares a rook on `from` attacks on an empty board.
#[inline(always)]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// Squares a bishop on `from` attacks on an empty board.
#[inline(always)]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

static ROOK_RAYS: [Bitboard; 64] = ray_table(true);
static BISHOP_RAYS: [Bitboard; 64] = ray_table(false);
const fn step_table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::from_index(square).offset(files, ranks) {
                table[square].0 |= 1 << to.index();
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const RANK_1: u64 = 0xFF;
const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A slider's attacks on a board with blockers, computed line by line; the tables are filled from it.
const fn walk(square: usize, occupied: u64, rook: bool) -> u64 {
    SliderLines::through(square, rook).attacks(occupied)
}

/// The two lines on which a rook or a bishop moves.
struct SliderLines {
    piece: u64,
    first: u64,
    second: u64,
    /// Whether the first line is a rank.
    rook: bool,
}

impl SliderLines {
    const fn through(square: usize, rook: bool) -> Self {
        let (first, second) = if rook {
            (RANK_1 << (square & 0b11_1000), FILE_A << (square & 0b111))
        } else {
            diagonals(square)
        };
        Self { piece: 1 << square, first, second, rook }
    }

    const fn attacks(&self, occupied: u64) -> u64 {
        slide(self.piece, occupied, self.first, !self.rook)
            | slide(self.piece, occupied, self.second, true)
    }
}

/// Attacks along one line (o^(o-2r)): subtracting the piece from the blockers borrows up to the first of them.
/// Reversed, the same goes down. Files and diagonals have one square a rank, so reversing the order
/// of ranks (a byte swap) is enough for them; a rank needs its bits reversed.
const fn slide(piece: u64, occupied: u64, line: u64, one_a_rank: bool) -> u64 {
    let blockers = occupied & line & !piece;
    let up = blockers.wrapping_sub(piece.wrapping_mul(2));
    let down = if one_a_rank {
        let reversed = blockers.swap_bytes().wrapping_sub(piece.swap_bytes().wrapping_mul(2));
        reversed.swap_bytes()
    } else {
        let reversed = blockers.reverse_bits().wrapping_sub(piece.reverse_bits().wrapping_mul(2));
        reversed.reverse_bits()
    };
    (up ^ down) & line
}

/// The two diagonals through a square, the square left out.
const fn diagonals(square: usize) -> (u64, u64) {
    let (mut rising, mut falling) = (0, 0);
    let mut distance = -7;
    while distance <= 7 {
        if distance != 0 {
            let from = Square::from_index(square);
            if let Some(to) = from.offset(distance, distance) {
                rising |= 1 << to.index();
            }
            if let Some(to) = from.offset(distance, -distance) {
                falling |= 1 << to.index();
            }
        }
        distance += 1;
    }
    (rising, falling)
}

const fn ray_table(rook: bool) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(walk(square, 0, rook));
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain twin of the table: step by step until the edge or a blocker.
    fn stepped(from: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                attacks |= Bitboard::of(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        attacks
    }

    #[test]
    fn slider_tables_agree_with_stepping_for_every_set_of_blockers() {
        for from in Square::ALL {
            for blockers in rook_rays(from).subsets().step_by(3) {
                let plain = stepped(from, blockers, &[(1, 0), (-1, 0), (0, 1), (0, -1)]);
                assert_eq!(rook_attacks(from, blockers), plain, "rook {from} {blockers:?}");
            }
            for blockers in bishop_rays(from).subsets() {
                let plain = stepped(from, blockers, &[(1, 1), (-1, 1), (1, -1), (-1, -1)]);
                assert_eq!(bishop_attacks(from, blockers), plain, "bishop {from} {blockers:?}");
            }
        }
    }

    #[test]
    fn what_is_computed_agrees_with_the_tables() {
        for a in Square::ALL {
            for blockers in bishop_rays(a).subsets() {
                assert_eq!(computed::bishop_attacks(a, blockers), bishop_attacks(a, blockers));
            }
            for blockers in rook_rays(a).subsets().step_by(3) {
                assert_eq!(computed::rook_attacks(a, blockers), rook_attacks(a, blockers));
            }
            for b in Square::ALL {
                assert_eq!(computed::between(a, b), between(a, b), "{a} {b}");
                assert_eq!(computed::line(a, b), line(a, b), "{a} {b}");
            }
        }
    }

    #[test]
    fn between_and_line_know_aligned_pairs_only() {
        use Square::{A1, B3, C3, D4, E4, H4, H8};
        assert_eq!(between(A1, D4), [Square::B2, C3].into_iter().collect());
        assert_eq!(between(A1, B3), Bitboard::EMPTY);
        assert_eq!(between(E4, H4), [Square::F4, Square::G4].into_iter().collect());
        assert_eq!(line(A1, D4), line(H8, C3));
        assert_eq!(line(A1, B3), Bitboard::EMPTY);
        assert_eq!(line(E4, H4), Bitboard::rank(crate::types::Rank::R4));
    }
}
