//! Zobrist keys: one random number for every piece on every square, castling right, en passant file, game and the side
//! to move, combined by XOR.

use crate::any::Variant;
use crate::board::Board;
use crate::castling::CastlingRights;
use crate::types::{Bitboard, Color, File, Piece, Square};

/// A 64-bit hash of a position: the game, squares, side to move, castling rights, and the en passant file where such a
/// capture is legal. Equal positions have equal keys; the same arrangement in two games has two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

impl Key {
    /// The key computed from scratch.
    pub(crate) fn of(
        variant: Variant,
        board: &Board,
        turn: Color,
        castling: CastlingRights,
        en_passant: Option<Square>,
    ) -> Self {
        let mut key = Self(numbers::of_game(variant as usize));
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                key.toggle_piece(piece, square);
            }
        }
        if turn == Color::Black {
            key.toggle_turn();
        }
        key.toggle_rights(castling.rooks());
        if let Some(square) = en_passant {
            key.toggle_en_passant(square.file());
        }
        key
    }

    /// The XOR difference of a key when `piece` goes from `from` to `to` and nothing else changes but the turn. It is
    /// the same in both directions.
    #[inline]
    pub fn of_quiet_move(piece: Piece, from: Square, to: Square) -> Self {
        let mut key = Self(0);
        key.toggle_piece(piece, from);
        key.toggle_piece(piece, to);
        key.toggle_turn();
        key
    }

    #[inline(always)]
    pub(crate) fn toggle_piece(&mut self, piece: Piece, square: Square) {
        self.0 ^= numbers::of_piece(piece, square);
    }

    #[inline(always)]
    pub(crate) fn toggle_turn(&mut self) {
        self.0 ^= numbers::TURN;
    }

    #[inline(always)]
    pub(crate) fn toggle_rights(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.0 ^= numbers::of_right(rook);
        }
    }

    #[inline(always)]
    pub(crate) fn toggle_en_passant(&mut self, file: File) {
        self.0 ^= numbers::of_en_passant(file);
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The random number of each fact. Every number is drawn by its own index, so it is the same in every build.
mod numbers {
    use crate::rng::SplitMix64;
    use crate::types::{File, Piece, Square};

    const PIECES: [usize; 2] = [1000, 2000];
    const RIGHTS: usize = 3000;
    const EN_PASSANT: usize = 4000;
    const GAMES: usize = 5000;
    pub const TURN: u64 = random(1);

    const fn random(n: usize) -> u64 {
        SplitMix64::nth(0, n as u64)
    }

    /// The first game needs none to differ from the others.
    pub const fn of_game(game: usize) -> u64 {
        if game == 0 { 0 } else { random(GAMES + game) }
    }

    pub const fn of_en_passant(file: File) -> u64 {
        random(EN_PASSANT + file.index())
    }

    pub const fn of_right(rook: Square) -> u64 {
        random(RIGHTS + rook.index())
    }

    const fn draw_for_piece(color: usize, role: usize, square: usize) -> u64 {
        random(PIECES[color] + role * 64 + square)
    }

    /// Drawn whenever it is asked for: random numbers cannot be compressed.
    #[cfg(feature = "small")]
    #[inline(never)]
    pub const fn of_piece(piece: Piece, square: Square) -> u64 {
        draw_for_piece(piece.color.index(), piece.role.index(), square.index())
    }

    #[cfg(not(feature = "small"))]
    #[inline(always)]
    pub fn of_piece(piece: Piece, square: Square) -> u64 {
        OF_PIECES[piece.color.index()][piece.role.index()][square.index()]
    }

    #[cfg(not(feature = "small"))]
    static OF_PIECES: [[[u64; 64]; 6]; 2] = {
        let mut table = [[[0; 64]; 6]; 2];
        let mut square = 0;
        while square < 64 {
            let mut role = 0;
            while role < 6 {
                table[0][role][square] = draw_for_piece(0, role, square);
                table[1][role][square] = draw_for_piece(1, role, square);
                role += 1;
            }
            square += 1;
        }
        table
    };
}
