//! A move in two bytes.

use std::fmt;
use std::num::NonZeroU16;

use super::{Role, Square};

/// A move: where from, where to, and what is special about it.
///
/// Castling is stored as the king taking its own rook, which is unambiguous in Chess960 too; the
/// notation modules know how people and programs write it. Whether a move captures depends on the
/// position and is asked there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// What is special about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// Nothing: a piece goes from one square to another.
    Normal,
    /// En passant.
    EnPassant,
    /// The king castles with the rook on the destination square.
    Castle,
    /// A pawn becomes another piece.
    Promotion(Role),
}

impl Move {
    /// A move with nothing special about it. `from` and `to` differ.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::pack(from, to, 0)
    }

    /// An en passant capture, arriving on `to`.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::pack(from, to, 1)
    }

    /// The king on `king` castles with the rook on `rook`.
    #[inline(always)]
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self::pack(king, rook, 2)
    }

    /// A pawn arrives on `to` and becomes `role`.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Self {
        Self::pack(from, to, 8 | role as u16)
    }

    #[inline(always)]
    const fn pack(from: Square, to: Square, kind: u16) -> Self {
        // Two different squares are never both zero, so the fallback is never taken.
        match NonZeroU16::new(from as u16 | (to as u16) << 6 | kind << 12) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MIN),
        }
    }

    /// The square the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }

    /// The square the piece arrives on; for castling the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.0.get() as usize >> 6)
    }

    /// What is special about the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant,
            2 => MoveKind::Castle,
            9 => MoveKind::Promotion(Role::Knight),
            10 => MoveKind::Promotion(Role::Bishop),
            11 => MoveKind::Promotion(Role::Rook),
            _ => MoveKind::Promotion(Role::Queen),
        }
    }

    /// What the pawn becomes, if the move promotes.
    #[inline(always)]
    pub const fn promotes_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// The move as a number, for compact storage.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move stored as a number; `None` for zero and for numbers no move has.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let known = matches!(bits >> 12, 0..=2 | 9..=12);
        match NonZeroU16::new(bits) {
            Some(bits) if known => Some(Self(bits)),
            _ => None,
        }
    }

    /// The same move on the mirrored board (rank 1 and rank 8 change places).
    pub const fn mirrored(self) -> Self {
        Self::pack(self.from().mirrored(), self.to().mirrored(), self.0.get() >> 12)
    }
}

/// Long algebraic notation, as UCI writes moves: the two squares, and the letter of a promotion.
///
/// Castling is written as the move stores it, the king taking its own rook (`e1h1`), which UCI does only in Chess960; what
/// a program expects in a given position is [`Position::uci`](crate::Position::uci).
///
/// ```
/// use estopim_rules::{Move, Role, Square};
///
/// assert_eq!(Move::normal(Square::E2, Square::E4).to_string(), "e2e4");
/// assert_eq!(Move::promotion(Square::E7, Square::E8, Role::Queen).to_string(), "e7e8q");
/// assert_eq!(Move::castle(Square::E1, Square::H1).to_string(), "e1h1");
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotes_to() {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

/// As [`Display`](fmt::Display), with what is special about the move.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        f.write_str(match self.kind() {
            MoveKind::Normal | MoveKind::Promotion(_) => "",
            MoveKind::EnPassant => " en passant",
            MoveKind::Castle => " castle",
        })
    }
}
