//! [`Setup`]: any arrangement of pieces, sound or not. The only door into [`Position`].

use thiserror::Error;

use crate::board::Board;
use crate::castling::{CastlingRights, CastlingSide};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Rank, Role, Square};

/// An arrangement of pieces with the rest of what a FEN says. It may be nonsense.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub turn: Color,
    /// The castling rights claimed.
    pub castling: CastlingRights,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last move that restarts the fifty-move clock.
    pub halfmoves: u16,
    /// The number of the move to come.
    pub fullmoves: u32,
}

/// What is wrong with an arrangement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has several kings.
    #[error("{color} has {found} kings, expected one")]
    ManyKings {
        /// The side.
        color: Color,
        /// How many.
        found: u32,
    },
    /// Neither side has a king.
    #[error("neither side has a king; one of them may be missing, not both")]
    NoKings,
    /// Pawn Battle has no kings.
    #[error("found a king on {square}, but Pawn Battle has no kings")]
    KingInPawnBattle {
        /// Where it stands.
        square: Square,
    },
    /// Neither side has a pawn.
    #[error("neither side has a pawn; one of them may be without pawns, not both")]
    NoPawns,
    /// Both sides have a pawn on the last rank.
    #[error("both sides have a pawn home; only one side can have won")]
    BothHome,
    /// A pawn stands where none can.
    #[error("a {color} pawn cannot stand on {square}")]
    PawnOnEndRank {
        /// Whose pawn.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// The side that has just moved is in check.
    #[error("{color} is in check from {by}, but it is {}'s turn", color.other())]
    OpponentInCheck {
        /// The side in check.
        color: Color,
        /// From where.
        by: Square,
    },
    /// Strict atomic: the side that has just moved can be exploded.
    #[error("the king of the side that has just moved is open to an explosion: {from} takes {to}")]
    OpponentThreatened {
        /// With the piece from here…
        from: Square,
        /// …capturing there.
        to: Square,
    },
    /// No double step can have passed over the en passant square.
    #[error("no double step can just have passed over {0}, the en passant square")]
    EnPassant(Square),
    /// A castling right without its king or rook.
    #[error("{color} has no king and rook at home for the castling right with {rook}")]
    CastlingRight {
        /// The side.
        color: Color,
        /// Where the rook should be.
        rook: Square,
    },
}

impl Setup {
    /// The largest halfmove clock; it saturates, since no game is that long.
    pub const MAX_HALFMOVES: u16 = 9_999;
    /// The largest move number; it saturates.
    pub const MAX_FULLMOVES: u32 = 99_999;

    /// An empty board, White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };

    /// The position, or everything that is wrong with the arrangement.
    pub fn validate<R: Rules>(&self) -> Result<Position<R>, Vec<SetupFault>> {
        let mut faults = Vec::new();
        let mut setup = *self;
        setup.inspect_pawns::<R>(&mut faults);
        if R::CASTLES {
            setup.drop_rights_without_king();
            setup.inspect_castling(&mut faults);
        }
        if R::EN_PASSANT {
            setup.inspect_en_passant(&mut faults);
        }
        R::inspect(&setup, &mut faults);
        if faults.is_empty() { Ok(Position::from_inspected(&setup)) } else { Err(faults) }
    }

    fn inspect_pawns<R: Rules>(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            let mut forbidden = Bitboard::rank(Rank::R1.relative_to(color));
            if !R::PAWNS_MAY_STAND_HOME {
                forbidden |= Bitboard::rank(Rank::R8.relative_to(color));
            }
            for square in self.board.pieces(color, Role::Pawn) & forbidden {
                faults.push(SetupFault::PawnOnEndRank { color, square });
            }
        }
    }

    /// Drops the castling rights of a side without a king, whatever the text says.
    fn drop_rights_without_king(&mut self) {
        for color in Color::ALL {
            if self.board.king(color).is_none() {
                self.castling.0 &= !Bitboard::rank(Rank::R1.relative_to(color));
            }
        }
    }

    fn inspect_castling(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            let home = Rank::R1.relative_to(color);
            let king = self.board.king(color).filter(|king| king.rank() == home);
            let mut sides = Vec::new();
            for rook in self.castling.rooks_of(color) {
                let side = king.map(|king| CastlingSide::of(king, rook));
                let at_home = self.board.pieces(color, Role::Rook).has(rook);
                if side.is_none() || !at_home || sides.contains(&side) {
                    faults.push(SetupFault::CastlingRight { color, rook });
                }
                sides.push(side);
            }
        }
    }

    fn inspect_en_passant(&self, faults: &mut Vec<SetupFault>) {
        let Some(passed) = self.en_passant else { return };
        let them = !self.turn;
        let occupied = self.board.occupied();
        let sound = passed.rank() == Rank::R6.relative_to(self.turn)
            && !occupied.has(passed)
            && !occupied.has(passed.ahead(self.turn))
            && self.board.pieces(them, Role::Pawn).has(passed.ahead(them));
        if !sound {
            faults.push(SetupFault::EnPassant(passed));
        }
    }

    /// Each side must have exactly one king.
    pub(crate) fn inspect_kings(&self, faults: &mut Vec<SetupFault>) {
        for color in Color::ALL {
            match self.board.pieces(color, Role::King).count() {
                0 => faults.push(SetupFault::NoKing(color)),
                1 => {}
                found => faults.push(SetupFault::ManyKings { color, found }),
            }
        }
    }

    /// Each side has one king, but one of them may be gone.
    pub(crate) fn inspect_kings_but_one(&self, faults: &mut Vec<SetupFault>) {
        if self.board.role(Role::King).is_empty() {
            faults.push(SetupFault::NoKings);
        }
        for color in Color::ALL {
            let found = self.board.pieces(color, Role::King).count();
            if found > 1 {
                faults.push(SetupFault::ManyKings { color, found });
            }
        }
    }

    /// The side that has just moved must not be in check; nobody is once a king is gone.
    pub(crate) fn inspect_check(
        &self,
        faults: &mut Vec<SetupFault>,
        attackers: impl Fn(&Board, Square, Color, Bitboard) -> Bitboard,
    ) {
        let color = !self.turn;
        if self.board.king(self.turn).is_none() {
            return;
        }
        if let Some(king) = self.board.king(color)
            && let Some(by) = attackers(&self.board, king, self.turn, self.board.occupied()).first()
        {
            faults.push(SetupFault::OpponentInCheck { color, by });
        }
    }
}
