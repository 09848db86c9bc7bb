//! Castling rights and paths, Chess960 included.
//!
//! A right is the square of the rook it belongs to. So whatever removes that rook from its square,
//! a move, a capture or an explosion, removes the right by one set operation.

use crate::attacks::between;
use crate::board::Board;
use crate::refusal::CastlingRefusal;
use crate::types::{Bitboard, Color, File, Rank, Role, Square};

/// The two ways to castle, named by the side of the board the king goes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// Towards the `h` file; the king ends on `g`. Written `O-O`.
    King,
    /// Towards the `a` file; the king ends on `c`. Written `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The side on which a rook stands, seen from its king.
    #[inline(always)]
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::King } else { Self::Queen }
    }

    /// Where the king ends.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::G,
            Self::Queen => File::C,
        };
        Square::new(file, Rank::R1.relative_to(color))
    }

    /// Where the rook ends.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => File::F,
            Self::Queen => File::D,
        };
        Square::new(file, Rank::R1.relative_to(color))
    }
}

/// The castling rights of both sides: the squares of the rooks that may castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CastlingRights(pub(crate) Bitboard);

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self(Bitboard::EMPTY);

    /// The rights of the given rooks. [`Setup::validate`](crate::Setup::validate) checks whether they are possible.
    pub const fn of_rooks(rooks: Bitboard) -> Self {
        Self(rooks)
    }

    /// The rooks that may still castle.
    #[inline(always)]
    pub const fn rooks(self) -> Bitboard {
        self.0
    }

    /// The rooks of one side that may still castle.
    #[inline(always)]
    pub fn rooks_of(self, color: Color) -> Bitboard {
        self.0 & Bitboard::rank(Rank::R1.relative_to(color))
    }

    /// The rook with which `color`, its king on `king`, may castle to `side`.
    pub fn rook(self, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
        self.rooks_of(color).into_iter().find(|&rook| CastlingSide::of(king, rook) == side)
    }

    /// Whether some right belongs to a king or a rook that does not stand where classic chess puts it.
    pub fn is_chess960(self, board: &Board) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.rooks_of(color);
            let home = Rank::R1.relative_to(color);
            let corners =
                Bitboard::of(Square::new(File::A, home)) | Bitboard::of(Square::new(File::H, home));
            rooks.any()
                && (rooks.meets(!corners) || board.king(color) != Some(Square::new(File::E, home)))
        })
    }
}

/// One castling move: where king and rook go, and which squares must be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingPath {
    /// Where the king stands.
    pub king: Square,
    /// Where the rook stands.
    pub rook: Square,
    /// Where the king ends.
    pub king_target: Square,
    /// Where the rook ends.
    pub rook_target: Square,
}

impl CastlingPath {
    /// The path of the king of `color` on `king` castling with the rook on `rook`.
    #[inline(always)]
    pub fn new(color: Color, king: Square, rook: Square) -> Self {
        let side = CastlingSide::of(king, rook);
        Self {
            king,
            rook,
            king_target: side.king_target(color),
            rook_target: side.rook_target(color),
        }
    }

    /// The squares that must be empty but for this king and this rook.
    #[inline(always)]
    pub fn must_be_empty(self) -> Bitboard {
        (between(self.king, self.rook)
            | between(self.king, self.king_target)
            | between(self.rook, self.rook_target)
            | Bitboard::of(self.king_target)
            | Bitboard::of(self.rook_target))
            & !(Bitboard::of(self.king) | Bitboard::of(self.rook))
    }

    /// The squares the king stands on or passes before it arrives, its start included.
    #[inline(always)]
    pub fn crossed(self) -> Bitboard {
        between(self.king, self.king_target) | Bitboard::of(self.king)
    }

    /// The first danger on the king's way. `danger` is called with the king's and the rook's square: for every square
    /// that the king crosses, with the rook at home, and then for the squares where both arrive.
    #[inline(always)]
    pub(crate) fn first_danger<T>(self, danger: impl Fn(Square, Square) -> Option<T>) -> Option<T> {
        for square in self.crossed() {
            if let Some(found) = danger(square, self.rook) {
                return Some(found);
            }
        }
        danger(self.king_target, self.rook_target)
    }

    /// The first square on the king's way that an enemy attacks, the squares that must be empty being so. `attackers`
    /// gives the enemies that would give check to a king on a square of a board so occupied.
    #[inline(always)]
    pub(crate) fn attacked(
        self,
        board: &Board,
        attackers: impl Fn(Square, Bitboard) -> Bitboard,
    ) -> Option<CastlingRefusal> {
        let others = board.occupied() & !(Bitboard::of(self.king) | Bitboard::of(self.rook));
        self.first_danger(|king, rook| {
            let by = attackers(king, others | Bitboard::of(king) | Bitboard::of(rook)).first()?;
            Some(CastlingRefusal::attacked(self, king, by))
        })
    }
}

/// The outermost rook of `color` on the given side of its king, on the king's rank.
pub(crate) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Option<Square> {
    let king = board.king(color)?;
    let rooks = board.pieces(color, Role::Rook) & Bitboard::rank(Rank::R1.relative_to(color));
    let outermost = match side {
        CastlingSide::King => rooks.last(),
        CastlingSide::Queen => rooks.first(),
    };
    outermost.filter(|&rook| CastlingSide::of(king, rook) == side)
}
