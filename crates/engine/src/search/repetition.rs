//! Repetition, and upcoming repetition: whether the side to move can reach an earlier position in one move.
//!
//! If an earlier position differs from the present one by a single reversible move, playing that move repeats it. The
//! differences of keys that such moves make are stored in a hash table, built once (Marcel van Kervinck's method,
//! with linear probing).

use estopim_rules::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks,
};
use estopim_rules::{Bitboard, Board, Color, Key, Piece, Position, Role, Square};

use super::Worker;
use crate::variant_search::SearchRules;

impl<R: SearchRules> Worker<R> {
    /// Repetition: whether the position has occurred before, once since the root or twice in the game.
    pub(super) fn is_repetition(&self, pos: &Position<R>, ply: usize) -> bool {
        if !R::REPETITION_DRAWS {
            return false;
        }
        let reversible = usize::from(pos.halfmoves()).min(self.keys.len());
        let mut seen = 0;
        let mut back = 4;
        while back <= reversible {
            if self.keys[self.keys.len() - back] == pos.key() {
                seen += 1;
                if back <= ply || seen == 2 {
                    return true;
                }
            }
            back += 2;
        }
        false
    }

    /// Upcoming repetition: whether the side to move can return to a position since the root.
    #[inline]
    pub(super) fn has_upcoming_repetition(&self, pos: &Position<R>, ply: usize) -> bool {
        let reversible = usize::from(pos.halfmoves()).min(ply);
        if !R::REPETITION_DRAWS || reversible < 3 {
            return false;
        }
        (3..=reversible).step_by(2).any(|back| {
            let earlier = self.keys[self.keys.len() - back];
            self.reversible_moves.is_one_move(Key(pos.key().0 ^ earlier.0), pos.board(), pos.turn())
        })
    }
}

/// More than twice the number of moves there are, so that probing soon meets an empty slot.
const SLOTS: usize = 8192;

/// The reversible moves of pieces on an empty board, by how they change a position's key.
pub(crate) struct ReversibleMoves(Vec<Option<(Key, Square, Square)>>);

impl ReversibleMoves {
    pub fn new() -> Self {
        let mut moves = Self(vec![None; SLOTS]);
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                for from in Bitboard::ALL {
                    for to in empty_board_attacks(role, from).into_iter().filter(|&to| from < to) {
                        moves.add(Key::of_quiet_move(Piece::new(color, role), from, to), from, to);
                    }
                }
            }
        }
        moves
    }

    fn add(&mut self, key: Key, from: Square, to: Square) {
        let mut slot = home(key);
        while self.0[slot].is_some() {
            slot = (slot + 1) % SLOTS;
        }
        self.0[slot] = Some((key, from, to));
    }

    /// Whether a reversible move of the side to move on `board`, with nothing in its way, changes the key by
    /// `difference`.
    #[inline]
    pub fn is_one_move(&self, difference: Key, board: &Board, turn: Color) -> bool {
        let mut slot = home(difference);
        while let Some((key, a, b)) = self.0[slot] {
            if key == difference {
                let ends = Bitboard::of(a) | Bitboard::of(b);
                return ends.meets(board.color(turn)) && !between(a, b).meets(board.occupied());
            }
            slot = (slot + 1) % SLOTS;
        }
        false
    }
}

fn home(key: Key) -> usize {
    key.0 as usize % SLOTS
}

fn empty_board_attacks(role: Role, from: Square) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, Bitboard::EMPTY),
        Role::Rook => rook_attacks(from, Bitboard::EMPTY),
        Role::Queen => queen_attacks(from, Bitboard::EMPTY),
        Role::King => king_attacks(from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::{Chess, Move, Position};

    #[test]
    fn a_piece_that_can_go_back_is_one_move_away() {
        let moves = ReversibleMoves::new();
        let check = |fen: &str, mv: Move, turn: Color, expected: bool| {
            let before = Position::<Chess>::from_fen(fen).expect("a legal position");
            let after = before.after(mv);
            let difference = Key(before.key().0 ^ after.key().0);
            assert_eq!(moves.is_one_move(difference, after.board(), turn), expected, "{fen}");
        };
        let fen = "4k3/8/8/8/8/4P3/8/R3K1N1 w - - 0 1";
        check(fen, Move::normal(Square::G1, Square::F3), Color::White, true);
        check(fen, Move::normal(Square::A1, Square::A7), Color::White, true);
        check(fen, Move::normal(Square::A1, Square::A7), Color::Black, false);
        check(fen, Move::normal(Square::E3, Square::E4), Color::White, false);
    }
}
