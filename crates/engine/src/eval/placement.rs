//! What it is worth that a piece stands where it stands: on its square, seen from its own king and seen from
//! the enemy's.
//!
//! The three weights are looked up for every piece in every evaluation, so those that depend on one king are
//! added up beforehand, for every square of that king.

use estopim_rules::{Color, Role, Square};

use super::kinged::{FROM_ENEMY_KING, FROM_OWN_KING, KINGED, SQUARE};
use super::weights::Pair;

/// A piece, not a king, and where the kings are.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Whose piece.
    pub us: Color,
    /// Which.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
    /// Where its own king stands.
    pub king: Square,
    /// Where the enemy's king stands.
    pub enemy: Square,
}

impl Placed {
    /// The terms of the evaluation that it counts for.
    #[inline(always)]
    pub fn terms(self) -> [usize; 3] {
        [self.on_square(), self.seen_by_own_king(), self.seen_by_enemy_king()]
    }

    /// Facts are counted for White.
    #[inline(always)]
    pub fn sign(self) -> i32 {
        if self.us == Color::White { 1 } else { -1 }
    }

    #[inline(always)]
    fn on_square(self) -> usize {
        SQUARE + self.role.index() * 64 + seen(self.square, self.us)
    }

    #[inline(always)]
    fn seen_by_own_king(self) -> usize {
        FROM_OWN_KING + self.role.index() * 120 + relative(self.square, self.king, self.us)
    }

    #[inline(always)]
    fn seen_by_enemy_king(self) -> usize {
        FROM_ENEMY_KING + self.role.index() * 120 + relative(self.square, self.enemy, self.us)
    }
}

/// What pieces of one colour are worth on every square, for one square of a king.
type Row = [[Pair; 64]; 5];

/// The weights of placed pieces, added up by king.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placements {
    /// By colour and own king: the square and the view from the own king.
    own: Vec<Row>,
    /// By colour and enemy king: the view from it.
    enemy: Vec<Row>,
}

impl Placements {
    /// Adds up weights in the order of the layout; nothing if that is not the layout of games with kings.
    pub fn new(pairs: &[Pair]) -> Self {
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
                    (pairs[placed.on_square()] + pairs[placed.seen_by_own_king()]) * placed.sign()
                }));
                placements.enemy.push(row(|role, square| {
                    let placed = placed(role, square);
                    pairs[placed.seen_by_enemy_king()] * placed.sign()
                }));
            }
        }
        placements
    }

    /// What a piece is worth where it stands, for White.
    #[inline(always)]
    pub fn get(&self, placed: Placed) -> Pair {
        let (role, square, side) =
            (placed.role.index(), placed.square.index(), placed.us.index() * 64);
        self.own[side + placed.king.index()][role][square]
            + self.enemy[side + placed.enemy.index()][role][square]
    }
}

fn row(weight: impl Fn(Role, Square) -> Pair) -> Row {
    let mut row = [[Pair::default(); 64]; 5];
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for (square, pair) in row[role.index()].iter_mut().enumerate() {
            *pair = weight(role, Square::from_index(square));
        }
    }
    row
}

/// The number of a square as `color` sees it, so that both sides share weights.
#[inline(always)]
pub(super) fn seen(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.mirrored().index(),
    }
}

/// Where a square lies as seen from a king: ranks up or down, files away.
#[inline(always)]
fn relative(square: Square, king: Square, color: Color) -> usize {
    let rank = |square: Square| square.rank().relative_to(color).index();
    let ranks = rank(square) + 7 - rank(king);
    let files = square.file().index().abs_diff(king.file().index());
    ranks * 8 + files
}
