//! [`Material`]: which men are on the board, whatever their squares; and which tables there are.

use std::fmt;
use std::str::FromStr;

use estopim_rules::{Board, Color, Piece, Role, Rules};
use thiserror::Error;

/// The men of both sides, written as in `KQvKR`. A table stores the side that is worth more as White; the other case is the
/// same with colours swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Material {
    /// How many men of each role White and Black have.
    counts: [[u8; 6]; 2],
}

/// The roles from the first in a name to the last.
const NAMED: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The text names no material.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected the men of both sides as in \"KQvKR\", found {0:?}")]
pub struct MaterialError(String);

impl Material {
    /// The most men of any table.
    pub const MAX_MEN: usize = 6;

    /// The men on a board.
    pub fn of(board: &Board) -> Self {
        let counts =
            Color::ALL.map(|color| Role::ALL.map(|role| board.pieces(color, role).count() as u8));
        Self { counts }
    }

    /// How many men there are.
    pub fn men(&self) -> usize {
        self.counts.as_flattened().iter().map(|&count| usize::from(count)).sum()
    }

    /// How many men of a role and colour there are.
    pub const fn count(&self, color: Color, role: Role) -> u8 {
        self.counts[color.index()][role.index()]
    }

    /// How many pawns there are.
    pub fn pawns(&self) -> u8 {
        Color::ALL.into_iter().map(|color| self.count(color, Role::Pawn)).sum()
    }

    /// Whether there is nothing but one king a side.
    pub fn is_kings_alone(&self) -> bool {
        self.men() == 2 && Color::ALL.into_iter().all(|color| self.count(color, Role::King) == 1)
    }

    /// The same with colours swapped.
    pub const fn swapped(&self) -> Self {
        Self { counts: [self.counts[1], self.counts[0]] }
    }

    /// As a table stores it.
    pub fn normalised(&self) -> Self {
        let other = self.swapped();
        if other.weight() > self.weight() { other } else { *self }
    }

    /// Whether a table stores it as it is.
    pub fn is_normalised(&self) -> bool {
        self.normalised() == *self
    }

    /// Decides which side is stored as White: the one with more men, then with the greater ones.
    fn weight(&self) -> (usize, [u8; 6]) {
        let white = self.counts[0];
        (white.iter().map(|&count| usize::from(count)).sum(), NAMED.map(|role| white[role.index()]))
    }

    /// The kinds of men there are, each with its number: kings first, then White's, then Black's.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = (Piece, u8)> {
        let is_king = |role: &Role| *role == Role::King;
        let kings = Color::ALL.map(|color| Piece::new(color, Role::King));
        let others = Color::ALL.into_iter().flat_map(move |color| {
            let roles = NAMED.into_iter().filter(move |role| !is_king(role));
            roles.map(move |role| Piece::new(color, role))
        });
        let counted = move |piece: Piece| (piece, self.count(piece.color, piece.role));
        kings.into_iter().chain(others).map(counted).filter(|(_, count)| *count > 0)
    }

    /// Whether the game `R` goes on with such men, so that there is something to store. Kings alone are a draw.
    pub fn has_table<R: Rules>(&self) -> bool {
        let each = |role: Role| Color::ALL.map(|color| self.count(color, role));
        let lasting = if R::HAS_KINGS {
            each(Role::King) == [1, 1] && !self.is_kings_alone()
        } else {
            each(Role::King) == [0, 0] && each(Role::Pawn).iter().all(|&pawns| pawns > 0)
        };
        lasting && self.men() <= Self::MAX_MEN
    }

    /// The tables of the game `R` with exactly so many men, in an order in which each needs only those before it and those
    /// of fewer men: by the number of pawns, which may become other pieces.
    pub fn all<R: Rules>(men: usize) -> Vec<Self> {
        let mut found = Vec::new();
        let mut counts = [[0; 6]; 2];
        let base = if R::HAS_KINGS { Role::King } else { Role::Pawn };
        for side in &mut counts {
            side[base.index()] = 1;
        }
        if let Some(more) = men.checked_sub(2) {
            Self::add(&mut counts, 0, more, &mut |counts| {
                let material = Self { counts };
                if material.is_normalised() && material.has_table::<R>() {
                    found.push(material);
                }
            });
        }
        found.sort_by_key(|material| (material.pawns(), *material));
        found.dedup();
        found
    }

    /// Every way to add `more` men, none of them kings, of the kinds from number `kind` on.
    fn add(
        counts: &mut [[u8; 6]; 2],
        kind: usize,
        more: usize,
        each: &mut impl FnMut([[u8; 6]; 2]),
    ) {
        const KINDS: usize = 5;
        if more == 0 {
            each(*counts);
            return;
        }
        for next in kind..2 * KINDS {
            counts[next / KINDS][next % KINDS] += 1;
            Self::add(counts, next, more - 1, each);
            counts[next / KINDS][next % KINDS] -= 1;
        }
    }
}

const _: () = assert!(Role::King.index() == 5, "kings are the last role");

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            if color == Color::Black {
                f.write_str("v")?;
            }
            for role in NAMED {
                for _ in 0..self.count(color, role) {
                    write!(f, "{}", role.upper_letter())?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let fault = || MaterialError(text.chars().take(16).collect());
        let (white, black) = text.split_once('v').ok_or_else(fault)?;
        let mut counts = [[0; 6]; 2];
        if text.len() > Self::MAX_MEN + 1 {
            return Err(fault());
        }
        for (side, names) in counts.iter_mut().zip([white, black]) {
            for letter in names.chars() {
                let role = NAMED.into_iter().find(|role| role.upper_letter() == letter);
                side[role.ok_or_else(fault)?.index()] += 1;
            }
        }
        Ok(Self { counts })
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{ClassicAtomic, PawnBattle};

    use super::*;

    fn names<R: Rules>(men: usize) -> Vec<String> {
        Material::all::<R>(men).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_table_is_listed_once_after_those_it_needs() {
        let mut three = names::<ClassicAtomic>(3);
        assert_eq!(three.pop().as_deref(), Some("KPvK"), "the pawn becomes one of the others");
        three.sort();
        assert_eq!(three, ["KBvK", "KNvK", "KQvK", "KRvK"]);
        assert_eq!(names::<ClassicAtomic>(4).len(), 30);
        assert!(names::<ClassicAtomic>(2).is_empty());
        assert_eq!(names::<PawnBattle>(2), ["PvP"]);
        assert_eq!(names::<PawnBattle>(3).len(), 5);
        assert_eq!(names::<PawnBattle>(4).len(), 30);
        assert_eq!(names::<PawnBattle>(5).len(), 110);
    }

    #[test]
    fn names_are_read_back_and_colours_normalised() {
        for name in ["KQvK", "KRPvKB", "PPPvPP", "KPvKP"] {
            let material: Material = name.parse().expect("a name");
            assert_eq!(material.to_string(), name);
            assert!(material.is_normalised());
            assert_eq!(material.swapped().normalised(), material);
        }
        for name in ["KQK", "KQvX", "KQvKQRBNP", "kqvk"] {
            assert!(name.parse::<Material>().is_err(), "{name}");
        }
    }
}
