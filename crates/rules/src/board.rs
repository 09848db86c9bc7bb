//! Which piece stands where; nothing about whose turn it is.

use std::fmt;

use crate::attacks::{
    bishop_attacks, bishop_rays, king_attacks, knight_attacks, pawn_attacks, pawn_set_attacks,
    rook_attacks, rook_rays,
};
use crate::types::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// An arrangement of pieces: one bitboard for each role and one for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

const _: () = assert!(size_of::<Board>() == 64);

impl Board {
    /// A board with no piece.
    pub const EMPTY: Self = Self { roles: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// Every occupied square.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of one kind of piece, both sides'.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The squares of one side's pieces of one kind.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.colors[color.index()].0 & self.roles[role.index()].0)
    }

    /// Where a side's king stands, if it has one.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).first()
    }

    /// The rooks and queens of a side.
    #[inline(always)]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// The bishops and queens of a side.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Bishop) | self.role(Role::Queen)) & self.color(color)
    }

    /// What kind of piece stands on a square.
    #[inline(always)]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if !self.occupied().has(square) {
            return None;
        }
        Some(self.role_on(square))
    }

    /// What kind of piece stands on a square known to be occupied; a pawn if it is not.
    #[inline(always)]
    pub(crate) fn role_on(&self, square: Square) -> Role {
        // A power of two of entries, so that no check is needed.
        const ROLES: [Role; 8] = {
            let [pawn, knight, bishop, rook, queen, king] = Role::ALL;
            [pawn, knight, bishop, rook, queen, king, king, king]
        };
        // Without branches, because the role can hardly be predicted.
        let count = |role: Role| usize::from(self.role(role).has(square)) * role.index();
        let index = count(Role::Knight)
            + count(Role::Bishop)
            + count(Role::Rook)
            + count(Role::Queen)
            + count(Role::King);
        ROLES[index & 7]
    }

    /// Whose piece stands on a square.
    #[inline(always)]
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.color(Color::White).has(square) {
            Some(Color::White)
        } else if self.color(Color::Black).has(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        Some(Piece { color, role: self.role_on(square) })
    }

    /// Puts a piece on a square, in place of what stood there.
    pub fn set(&mut self, square: Square, piece: Piece) {
        self.clear(Bitboard::of(square));
        self.toggle(Bitboard::of(square), piece);
    }

    /// Takes every piece off a set of squares.
    #[inline(always)]
    pub fn clear(&mut self, squares: Bitboard) {
        for role in &mut self.roles {
            *role &= !squares;
        }
        for color in &mut self.colors {
            *color &= !squares;
        }
    }

    /// Toggles `piece` on the given squares: puts it on empty ones, and takes it off those where it stands.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, squares: Bitboard, piece: Piece) {
        self.roles[piece.role.index()] ^= squares;
        self.colors[piece.color.index()] ^= squares;
    }

    /// The pieces of `color` other than the king that attack `target` past the blockers `occupied`.
    #[inline(always)]
    pub fn attackers_but_king(&self, target: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        (pawn_attacks(!color, target) & self.role(Role::Pawn)
            | knight_attacks(target) & self.role(Role::Knight)
            | rook_attacks(target, occupied) & straight
            | bishop_attacks(target, occupied) & diagonal)
            & self.color(color)
    }

    /// All pieces of `color` that attack `target` past the blockers `occupied`.
    #[inline(always)]
    pub fn attackers(&self, target: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.attackers_but_king(target, color, occupied)
            | king_attacks(target) & self.pieces(color, Role::King)
    }

    /// The squares that pieces of `color` other than the king attack, own ones included.
    ///
    /// Without branches, because they would be hard to predict: the attacks of all pieces are combined.
    #[inline(always)]
    pub fn attacked_but_by_king(&self, color: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut attacked = pawn_set_attacks(color, self.pieces(color, Role::Pawn));
        for knight in self.pieces(color, Role::Knight) {
            attacked |= knight_attacks(knight);
        }
        for slider in self.straight_sliders(color) {
            attacked |= rook_attacks(slider, occupied);
        }
        for slider in self.diagonal_sliders(color) {
            attacked |= bishop_attacks(slider, occupied);
        }
        attacked
    }

    /// The sliders of `color` that would attack `target` on an otherwise empty board.
    #[inline(always)]
    pub fn snipers(&self, target: Square, color: Color) -> Bitboard {
        rook_rays(target) & self.straight_sliders(color)
            | bishop_rays(target) & self.diagonal_sliders(color)
    }

    /// Where the piece on `from` attacks, whatever stands there; nothing for an empty square.
    pub fn attacks_from(&self, from: Square) -> Bitboard {
        let Some(Piece { color, role }) = self.piece_at(from) else {
            return Bitboard::EMPTY;
        };
        let occupied = self.occupied();
        match role {
            Role::Pawn => pawn_attacks(color, from),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_attacks(from, occupied),
            Role::Rook => rook_attacks(from, occupied),
            Role::Queen => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
            Role::King => king_attacks(from),
        }
    }

    /// The board flipped (rank 1 and rank 8 change places) with colours swapped.
    pub fn mirrored(&self) -> Self {
        let [white, black] = self.colors;
        Self {
            roles: self.roles.map(Bitboard::mirrored),
            colors: [black.mirrored(), white.mirrored()],
        }
    }
}

/// Eight lines of eight letters, rank 8 first.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, "{}{letter}", if file == File::A { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
