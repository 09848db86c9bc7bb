//! Castling rights, kept as the home squares of the rooks, and where king and rook go.

use super::board::{Board, Color, Role, Square};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    King,
    Queen,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::King, Self::Queen];

    /// The side of its king on which a rook stands.
    pub fn of_rook(king: Square, rook: Square) -> Self {
        if rook.file() > king.file() { Self::King } else { Self::Queen }
    }

    pub fn king_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => 6,
            Self::Queen => 2,
        };
        Square::at(file, color.rank(1)).expect("a file from a to h on a real rank")
    }

    pub fn rook_target(self, color: Color) -> Square {
        let file = match self {
            Self::King => 5,
            Self::Queen => 3,
        };
        Square::at(file, color.rank(1)).expect("a file from a to h on a real rank")
    }

    /// The corner file of this side in the classic array.
    fn classic_rook_file(self) -> i8 {
        match self {
            Self::King => 7,
            Self::Queen => 0,
        }
    }
}

/// The rooks that may still castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rights([[Option<Square>; 2]; 2]);

impl Rights {
    pub fn rook(self, color: Color, side: Side) -> Option<Square> {
        self.0[color as usize][side as usize]
    }

    pub fn grant(&mut self, color: Color, side: Side, rook: Square) {
        self.0[color as usize][side as usize] = Some(rook);
    }

    pub fn revoke_all(&mut self, color: Color) {
        self.0[color as usize] = [None; 2];
    }

    /// Drops every right whose king or rook is no longer where it was before the move.
    pub fn keep_untouched(&mut self, before: &Board, after: &Board) {
        for color in [Color::White, Color::Black] {
            if before.king(color) != after.king(color) {
                self.revoke_all(color);
            }
            for right in &mut self.0[color as usize] {
                *right = right.filter(|&rook| after.holds(rook, color, Role::Rook));
            }
        }
    }

    /// Every right left belongs to a king on the e-file and a rook in its corner.
    pub fn are_classic(self, board: &Board) -> bool {
        [Color::White, Color::Black].into_iter().all(|color| {
            Side::BOTH.into_iter().all(|side| {
                self.rook(color, side).is_none_or(|rook| {
                    board.king(color).is_some_and(|king| king.file() == 4)
                        && rook.file() == side.classic_rook_file()
                })
            })
        })
    }
}

/// The rook of `color` farthest from its king on that side of the first rank.
pub fn outermost_rook(board: &Board, color: Color, side: Side) -> Option<Square> {
    let king = board.king(color)?;
    let mut from_the_corner: Vec<i8> = match side {
        Side::King => (king.file() + 1..8).rev().collect(),
        Side::Queen => (0..king.file()).collect(),
    };
    from_the_corner.retain(|&file| {
        Square::at(file, king.rank()).is_some_and(|square| board.holds(square, color, Role::Rook))
    });
    from_the_corner.first().and_then(|&file| Square::at(file, king.rank()))
}

/// The squares of one rank from `from` to `to`, both included.
pub fn span(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (low, high) = (from.file().min(to.file()), from.file().max(to.file()));
    (low..=high).filter_map(move |file| Square::at(file, from.rank()))
}
