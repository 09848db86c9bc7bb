//! What stands before a position: the moves taken back that neither captured nor promoted.
//!
//! Such a move is legal if and only if both positions are, because a position is refused exactly when the side that has just
//! moved could be taken; so nothing of a game's rules is written here but how pieces move.

use arrayvec::ArrayVec;
use estopim_rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use estopim_rules::{Bitboard, Color, Rank, Role, Rules, Square};

use crate::index::{Layout, Men};

/// A move taken back.
#[derive(Clone, Copy)]
pub struct Unmove {
    /// The number of the man among all.
    man: u8,
    /// Where it came from.
    from: Square,
    /// The square that a double step has passed over, if a pawn stands where it could capture there.
    pub en_passant: Option<Square>,
}

impl Unmove {
    /// The men before the move.
    pub fn men(self, men: &Men) -> Men {
        let mut before = men.clone();
        before[usize::from(self.man)] = self.from;
        before
    }
}

/// The most moves that can be taken back: every man from every square of a queen.
const MOST: usize = 27 * crate::Material::MAX_MEN;

/// The moves that can have led to an arrangement in which `turn` is to move.
pub fn unmoves<R: Rules>(layout: &Layout, men: &Men, turn: Color) -> ArrayVec<Unmove, MOST> {
    let mover = !turn;
    let occupied = men.iter().fold(Bitboard::EMPTY, |set, &square| set | Bitboard::of(square));
    let enemy_pawns = layout
        .pieces()
        .zip(men)
        .filter(|(piece, _)| piece.color == turn && piece.role == Role::Pawn)
        .fold(Bitboard::EMPTY, |set, (_, &square)| set | Bitboard::of(square));
    let mut found = ArrayVec::new();
    for (man, (piece, &to)) in layout.pieces().zip(men).enumerate() {
        if piece.color != mover {
            continue;
        }
        let man = man as u8;
        let sources = match piece.role {
            Role::Pawn => {
                let back = to.ahead(turn);
                let first = Rank::R2.relative_to(mover);
                if to.rank() == first || occupied.has(back) {
                    continue;
                }
                found.push(Unmove { man, from: back, en_passant: None });
                let start = back.ahead(turn);
                if start.rank() == first
                    && to.rank() == Rank::R4.relative_to(mover)
                    && !occupied.has(start)
                {
                    let capturers = pawn_attacks(mover, back) & enemy_pawns;
                    let en_passant = (R::EN_PASSANT && capturers.any()).then_some(back);
                    found.push(Unmove { man, from: start, en_passant });
                }
                continue;
            }
            Role::Knight => knight_attacks(to),
            Role::Bishop => bishop_attacks(to, occupied),
            Role::Rook => rook_attacks(to, occupied),
            Role::Queen => queen_attacks(to, occupied),
            Role::King => king_attacks(to),
        };
        for from in sources & !occupied {
            found.push(Unmove { man, from, en_passant: None });
        }
    }
    found
}
