//! Piece-square tables: by square, by the square relative to the own king, and relative to the enemy's.
//!
//! The three weights are looked up for every piece in every evaluation, so those that depend on one king are added up
//! beforehand, for every square of that king.

use estopim_rules::{Color, Role, Square};

use super::kinged::{FROM_ENEMY_KING, FROM_OWN_KING, KINGED, SQUARE};
use super::weights::Tapered;

/// A piece other than a king, and where the kings are.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The piece's colour.
    pub us: Color,
    /// Its role.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// Where its own king stands.
    pub king: Square,
    /// Where the enemy's king stands.
    pub enemy: Square,
}

impl Placed {
    /// The terms of the evaluation that it adds to.
    #[inline(always)]
    pub fn terms(self) -> [usize; 3] {
        [self.on_square(), self.relative_to_own_king(), self.relative_to_enemy_king()]
    }

    /// Terms are counted for White.
    #[inline(always)]
    pub fn sign(self) -> i32 {
        if self.us == Color::White { 1 } else { -1 }
    }

    #[inline(always)]
    fn on_square(self) -> usize {
        SQUARE + self.role.index() * 64 + relative_square(self.square, self.us)
    }

    #[inline(always)]
    fn relative_to_own_king(self) -> usize {
        FROM_OWN_KING + self.role.index() * 120 + relative_to_king(self.square, self.king, self.us)
    }

    #[inline(always)]
    fn relative_to_enemy_king(self) -> usize {
        FROM_ENEMY_KING
            + self.role.index() * 120
            + relative_to_king(self.square, self.enemy, self.us)
    }
}

/// The weights of one colour's pieces on every square, for one square of a king.
type Row = [[Tapered; 64]; 5];

/// The piece-square tables, added up by king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placements {
    /// By colour and own king: the table by square and the one relative to the own king.
    own: Vec<Row>,
    /// By colour and enemy king: the table relative to it.
    enemy: Vec<Row>,
}

impl Placements {
    /// Adds up weights in the order of the layout; nothing if that is not the layout of games with kings.
    pub fn new(pairs: &[Tapered]) -> Self {
        let mut placements = Self { own: Vec::new(), enemy: Vec::new() };
        if pairs.len() != KINGED.len() {
            return placements;
        }
        for us in Color::ALL {
            for king in 0..64 {
                let king = Square::from_index(king);
                let placed = |role, square| Placed { us, role, square, king, enemy: king };
                placements.own.push(row(|role, square| {
                    let placed = placed(role, square);
                    (pairs[placed.on_square()] + pairs[placed.relative_to_own_king()])
                        * placed.sign()
                }));
                placements.enemy.push(row(|role, square| {
                    let placed = placed(role, square);
                    pairs[placed.relative_to_enemy_king()] * placed.sign()
                }));
            }
        }
        placements
    }

    /// The weight of a piece where it stands, for White.
    #[inline(always)]
    pub fn get(&self, placed: Placed) -> Tapered {
        let (role, square, side) =
            (placed.role.index(), placed.square.index(), placed.us.index() * 64);
        self.own[side + placed.king.index()][role][square]
            + self.enemy[side + placed.enemy.index()][role][square]
    }
}

fn row(weight: impl Fn(Role, Square) -> Tapered) -> Row {
    let mut row = [[Tapered::default(); 64]; 5];
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for (square, pair) in row[role.index()].iter_mut().enumerate() {
            *pair = weight(role, Square::from_index(square));
        }
    }
    row
}

/// The index of a square relative to `color`, so that both sides share weights.
#[inline(always)]
pub(super) fn relative_square(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.mirrored().index(),
    }
}

/// The index of a square relative to a king: ranks up or down, files away.
#[inline(always)]
fn relative_to_king(square: Square, king: Square, color: Color) -> usize {
    let rank = |square: Square| square.rank().relative_to(color).index();
    let ranks = rank(square) + 7 - rank(king);
    let files = square.file().index().abs_diff(king.file().index());
    ranks * 8 + files
}
