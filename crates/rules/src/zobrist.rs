//! Position keys: one random number for every fact about a position, combined by exclusive or.

use crate::any::Variant;
use crate::board::Board;
use crate::castling::CastlingRights;
use crate::rng::SplitMix64;
use crate::types::{Bitboard, Color, File, Piece, Square};

/// A 64-bit fingerprint of a position: the game, squares, side to move, castling rights, and the en passant file
/// where such a capture is legal. Equal positions have equal keys; the same arrangement in two games has two.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Key(pub u64);

impl Key {
    /// The key of all the facts together, counted afresh.
    pub(crate) fn of(
        variant: Variant,
        board: &Board,
        turn: Color,
        castling: CastlingRights,
        en_passant: Option<Square>,
    ) -> Self {
        let mut key = Self(NUMBERS.games[variant as usize]);
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

    /// By what a key changes when `piece` goes from one empty square to another and nothing else changes but
    /// the turn. It is the same there and back.
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
        self.0 ^= NUMBERS.pieces[piece.color.index()][piece.role.index()][square.index()];
    }

    #[inline(always)]
    pub(crate) fn toggle_turn(&mut self) {
        self.0 ^= NUMBERS.turn;
    }

    #[inline(always)]
    pub(crate) fn toggle_rights(&mut self, rooks: Bitboard) {
        for rook in rooks {
            self.0 ^= NUMBERS.rights[rook.index()];
        }
    }

    #[inline(always)]
    pub(crate) fn toggle_en_passant(&mut self, file: File) {
        self.0 ^= NUMBERS.en_passant[file.index()];
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

struct Numbers {
    games: [u64; Variant::ALL.len()],
    pieces: [[[u64; 64]; 6]; 2],
    rights: [u64; 64],
    en_passant: [u64; 8],
    turn: u64,
}

static NUMBERS: Numbers = numbers();

const fn numbers() -> Numbers {
    let mut table = Numbers {
        games: [0; Variant::ALL.len()],
        pieces: [[[0; 64]; 6]; 2],
        rights: [0; 64],
        en_passant: [0; 8],
        turn: random(1),
    };
    // The first game needs none to differ from the others.
    let mut game = 1;
    while game < Variant::ALL.len() {
        table.games[game] = random(5000 + game);
        game += 1;
    }
    let mut square = 0;
    while square < 64 {
        let mut role = 0;
        while role < 6 {
            table.pieces[0][role][square] = random(1000 + role * 64 + square);
            table.pieces[1][role][square] = random(2000 + role * 64 + square);
            role += 1;
        }
        table.rights[square] = random(3000 + square);
        if square < 8 {
            table.en_passant[square] = random(4000 + square);
        }
        square += 1;
    }
    table
}

/// The random number numbered `n`; the same in every build.
const fn random(n: usize) -> u64 {
    SplitMix64::nth(0, n as u64)
}
