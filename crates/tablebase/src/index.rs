//! [`Layout`]: the number of an arrangement of men within its table, and back.
//!
//! Men of one kind are a set, numbered among the sets of that size; the numbers of all kinds make up the index. Where there
//! are kings the board is mirrored so that the white one stands on the files a to d. No arrangement with kings equals its own
//! mirror image, so each has one index, and two moves never lead to the same index. Without kings some would, so
//! nothing is mirrored there.

use arrayvec::ArrayVec;
use estopim_rules::{Board, Color, Piece, Role, Rules, Square};

use crate::material::Material;

/// The men of an arrangement, kind by kind in the order of [`Layout::kinds`].
pub type Men = ArrayVec<Square, { Material::MAX_MEN }>;

/// How the arrangements of one material are numbered.
pub struct Layout {
    kinds: Vec<Kind>,
    mirrors: bool,
    size: usize,
}

/// Men of one kind.
pub struct Kind {
    pub piece: Piece,
    pub count: usize,
    /// The first of the squares where such men may stand; the others follow it.
    first: usize,
    /// Every set of squares, from the first square on, in the order of their numbers.
    sets: Vec<[u8; Material::MAX_MEN]>,
    stride: usize,
}

/// The number of sets of `size` things out of `all`.
fn binomial(all: usize, size: usize) -> usize {
    (0..size).fold(1, |product, at| product * (all.saturating_sub(at)) / (at + 1))
}

/// Every set of `size` numbers below `all`, ascending; the last number counts most.
fn sets(all: usize, size: usize) -> Vec<[u8; Material::MAX_MEN]> {
    let mut found = Vec::with_capacity(binomial(all, size));
    let mut set = [0; Material::MAX_MEN];
    for (at, number) in set.iter_mut().enumerate().take(size) {
        *number = at as u8;
    }
    loop {
        found.push(set);
        let limit = |at: usize| if at + 1 < size { usize::from(set[at + 1]) } else { all };
        let Some(at) = (0..size).find(|&at| usize::from(set[at]) + 1 < limit(at)) else {
            return found;
        };
        set[at] += 1;
        for (below, number) in set.iter_mut().enumerate().take(at) {
            *number = below as u8;
        }
    }
}

impl Layout {
    /// The layout of a table of the game `R`.
    pub fn new<R: Rules>(material: &Material) -> Self {
        let mut kinds = Vec::new();
        let mut size = 1;
        for (piece, count) in material.kinds() {
            let (first, squares) = squares_of::<R>(piece);
            let count = usize::from(count);
            let sets = sets(squares, count);
            let stride = size;
            size *= if kinds.is_empty() && R::HAS_KINGS { 32 } else { sets.len() };
            kinds.push(Kind { piece, count, first, sets, stride });
        }
        Self { kinds, mirrors: R::HAS_KINGS, size }
    }

    /// How many indices there are.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The kinds of men, in the order of the index.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The men of a board, which has this material.
    pub fn men_of(&self, board: &Board) -> Men {
        let kinds = self.kinds.iter();
        kinds.flat_map(|kind| board.pieces(kind.piece.color, kind.piece.role)).collect()
    }

    /// The index of an arrangement; the men of a kind may be in any order.
    pub fn index(&self, men: &Men) -> usize {
        let flip = if self.mirrors && men[0].index() % 8 > 3 { 7 } else { 0 };
        let mut index = 0;
        let mut at = 0;
        for (number, kind) in self.kinds.iter().enumerate() {
            let place = |square: &Square| (square.index() ^ flip) - kind.first;
            let set = if number == 0 && self.mirrors {
                let square = men[0].index() ^ flip;
                square / 8 * 4 + square % 8
            } else if kind.count == 1 {
                place(&men[at])
            } else {
                let mut places: ArrayVec<usize, { Material::MAX_MEN }> =
                    men[at..at + kind.count].iter().map(place).collect();
                places.sort_unstable();
                places.iter().enumerate().map(|(at, &place)| binomial(place, at + 1)).sum()
            };
            index += set * kind.stride;
            at += kind.count;
        }
        index
    }

    /// The arrangement with an index. Two men may stand on one square, in which case it is none.
    pub fn men_at(&self, index: usize) -> Men {
        let mut men = Men::new();
        let mut left = index;
        for (number, kind) in self.kinds.iter().enumerate().rev() {
            let set = left / kind.stride;
            left %= kind.stride;
            if number == 0 && self.mirrors {
                men.push(Square::from_index(set / 4 * 8 + set % 4));
            } else {
                let squares = kind.sets[set].iter().take(kind.count).rev();
                men.extend(squares.map(|&at| Square::from_index(kind.first + usize::from(at))));
            }
        }
        men.reverse();
        men
    }

    /// The board with an arrangement, unless two men stand on one square.
    pub fn board(&self, men: &Men) -> Option<Board> {
        let mut board = Board::EMPTY;
        for (piece, &square) in self.pieces().zip(men) {
            if board.occupied().has(square) {
                return None;
            }
            board.set(square, piece);
        }
        Some(board)
    }

    /// The piece of each man.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.kinds.iter().flat_map(|kind| std::iter::repeat_n(kind.piece, kind.count))
    }

    /// Whether both sides have pawns.
    pub fn has_pawns_of_both(&self) -> bool {
        Color::ALL
            .into_iter()
            .all(|color| self.kinds.iter().any(|kind| kind.piece == Piece::new(color, Role::Pawn)))
    }
}

/// The first square where a piece may stand while the game goes on, and how many there are from it on.
fn squares_of<R: Rules>(piece: Piece) -> (usize, usize) {
    if piece.role != Role::Pawn {
        return (0, 64);
    }
    match (R::PAWNS_MAY_STAND_HOME && !R::PAWN_HOME_WINS, piece.color) {
        (false, _) => (8, 48),
        (true, Color::White) => (8, 56),
        (true, Color::Black) => (0, 56),
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{ClassicAtomic, PawnBattle, SimpleAtomic, StrictAtomic};
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::two_kings_and_a_pair(check::<ClassicAtomic>, "KRRvK", 32 * 64 * 2016)]
    #[case::pawns(check::<StrictAtomic>, "KPvKP", 32 * 64 * 48 * 48)]
    #[case::pawns_that_stay_home(check::<SimpleAtomic>, "KPvKP", 32 * 64 * 56 * 56)]
    #[case::no_kings(check::<PawnBattle>, "PPvP", 1128 * 48)]
    #[case::three_alike(check::<PawnBattle>, "PPPvP", 17_296 * 48)]
    fn every_arrangement_has_one_index(
        #[case] check: fn(&Material, usize),
        #[case] name: &str,
        #[case] size: usize,
    ) {
        check(&name.parse().expect("a name"), size);
    }

    fn check<R: Rules>(material: &Material, size: usize) {
        let layout = Layout::new::<R>(material);
        assert_eq!(layout.size(), size);
        let mut arrangements = 0;
        for index in (0..size).step_by(7) {
            let men = layout.men_at(index);
            if let Some(board) = layout.board(&men) {
                assert_eq!(layout.index(&men), index);
                assert_eq!(layout.index(&layout.men_of(&board)), index);
                let mirror = |square: &Square| Square::from_index(square.index() ^ 7);
                let mirrored: Men = men.iter().map(mirror).collect();
                assert_eq!(layout.index(&mirrored) == index, R::HAS_KINGS, "{board:?}");
                arrangements += 1;
            }
        }
        assert!(arrangements > size / 10);
    }
}
