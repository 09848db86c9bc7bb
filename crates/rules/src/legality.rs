//! Whether one move is legal, without generating the others: for moves from elsewhere, such as a transposition table,
//! which may be anything.

use crate::attacks::pawn_attacks;
use crate::castling::CastlingPath;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, MoveKind, Rank, Role};

impl<R: Rules> Position<R> {
    /// Whether `mv` is one of [`Self::legal_moves`]. Any move is allowed, also one made for another position.
    ///
    /// ```
    /// use estopim_rules::{AnyPosition, Move, Square, Variant};
    /// let pos = AnyPosition::initial(Variant::Chess);
    /// assert!(pos.is_legal(Move::normal(Square::E2, Square::E4)));
    /// assert!(!pos.is_legal(Move::castle(Square::A4, Square::H8)));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        R::terminal(self).is_none() && self.is_pseudo_legal(mv) && R::is_safe(self, mv)
    }

    /// Whether a move is pseudo-legal: its piece moves that way, whatever happens to the kings.
    #[inline]
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (board, us) = (self.board(), self.turn());
        let (from, to) = (mv.from(), mv.to());
        let (own, occupied) = (board.color(us), board.occupied());
        if !own.has(from) {
            return false;
        }
        let role = board.role_on(from);
        match mv.kind() {
            MoveKind::Castle => {
                R::CASTLES
                    && role == Role::King
                    && self.castling().rooks_of(us).has(to)
                    && !occupied.meets(CastlingPath::new(us, from, to).must_be_empty())
            }
            MoveKind::EnPassant => {
                R::EN_PASSANT
                    && role == Role::Pawn
                    && self.en_passant() == Some(to)
                    && pawn_attacks(us, from).has(to)
            }
            _ if own.has(to) => false,
            kind if role == Role::Pawn => {
                let promotes = R::PROMOTES && to.rank() == Rank::R8.relative_to(us);
                let captures = pawn_attacks(us, from) & board.color(!us);
                let single = Bitboard::of(from).ahead(us) & !occupied;
                let double =
                    (single & Bitboard::rank(Rank::R3.relative_to(us))).ahead(us) & !occupied;
                promotes == (kind != MoveKind::Normal) && (captures | single | double).has(to)
            }
            MoveKind::Normal => {
                let explodes_itself = R::EXPLODES && role == Role::King && occupied.has(to);
                !explodes_itself && board.attacks_from(from).has(to)
            }
            MoveKind::Promotion(_) => false,
        }
    }
}
