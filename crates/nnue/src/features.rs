//! The features (inputs) of the network: one for every piece on every square, from the perspective of each side.
//!
//! From a side's perspective the board is flipped so that it plays upwards. In games with kings the board is also
//! mirrored so that the own king stands on files a to d, and the inputs are repeated for every king bucket
//! (HalfKA-like, with merged kings). Pawn Battle has no kings, so it has one bucket and is not mirrored.

use std::ops::Deref;

use estopim_rules::{Board, Color, Role, Rules, Square, Variant, with_rules};

/// Inputs of one bucket: own and enemy pieces of six roles on 64 squares.
pub const INPUTS_A_BUCKET: usize = 2 * 6 * 64;

/// King squares after mirroring: files a to d of eight ranks.
pub const KING_SQUARES: usize = 32;

/// Most buckets that king squares can be sorted into.
pub const MAX_BUCKETS: usize = KING_SQUARES;

/// The bucket of each king square, a1, b1, c1, d1, a2, … d8, unless a network says otherwise. Kings are mostly on the
/// first rank, so its squares have the finest buckets.
pub const DEFAULT_BUCKETS: [u8; KING_SQUARES] = [
    0, 1, 2, 3, //
    4, 4, 5, 5, //
    6, 6, 6, 6, //
    6, 6, 6, 6, //
    7, 7, 7, 7, //
    7, 7, 7, 7, //
    7, 7, 7, 7, //
    7, 7, 7, 7,
];

/// How the inputs of a network depend on kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// No kings: one bucket, nothing mirrored.
    Kingless,
    /// The bucket of each king square, numbered rank by rank, files a to d.
    Kinged([u8; KING_SQUARES]),
}

impl Features {
    /// The default features for a game.
    pub fn of(variant: Variant) -> Self {
        let has_kings = with_rules!(variant, R => <R as Rules>::HAS_KINGS);
        if has_kings { Self::Kinged(DEFAULT_BUCKETS) } else { Self::Kingless }
    }

    /// How many buckets there are.
    pub fn buckets(&self) -> usize {
        match self {
            Self::Kingless => 1,
            Self::Kinged(map) => 1 + usize::from(map.iter().copied().max().unwrap_or(0)),
        }
    }

    /// How many inputs a side has.
    pub fn inputs(&self) -> usize {
        self.buckets() * INPUTS_A_BUCKET
    }

    /// The perspective of a side.
    #[inline]
    pub fn perspective(&self, board: &Board, side: Color) -> Perspective {
        self.perspective_with_king(board.king(side), side)
    }

    /// The perspective of a side whose king stands on `king`. A side without a king has that of one on its a1.
    #[inline]
    pub fn perspective_with_king(&self, king: Option<Square>, side: Color) -> Perspective {
        let turned = if side == Color::White { 0 } else { 0b11_1000 };
        match self {
            Self::Kingless => Perspective { side, bucket: 0, flip: turned },
            Self::Kinged(map) => {
                let king = king.map_or(0, |king| king.index() as u8 ^ turned);
                let mirror = if king & 0b100 == 0 { 0 } else { 0b111 };
                let king = king ^ mirror;
                let bucket = map[usize::from(king / 8 * 4 + king % 8)];
                Perspective { side, bucket, flip: turned ^ mirror }
            }
        }
    }
}

/// The perspective of one side: which inputs the pieces of a board activate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    side: Color,
    bucket: u8,
    /// The bits of a square's index that are flipped.
    flip: u8,
}

impl Perspective {
    /// The index of the input that a piece on a square activates.
    #[inline(always)]
    pub fn input(self, color: Color, role: Role, square: Square) -> u16 {
        let kind = color.index() * 6 + role.index();
        self.input_of_piece((kind * 64 + square.index()) as u16)
    }

    /// A number below twice the buckets, different for perspectives of one side whose inputs differ.
    #[inline(always)]
    pub fn number(self) -> usize {
        usize::from(self.bucket) * 2 + usize::from(self.flip & 1)
    }

    /// The input of a piece, as [`Changes::set_difference`] numbers it.
    #[inline(always)]
    fn input_of_piece(self, piece: u16) -> u16 {
        // Own pieces come first.
        let owned = if self.side == Color::White { piece } else { (piece + 6 * 64) % 768 };
        u16::from(self.bucket) * 768 + (owned ^ u16::from(self.flip))
    }

    /// Sets `changes` to the inputs that a difference removes and adds.
    #[inline(always)]
    pub fn set_changes(self, changes: &mut Changes, difference: &Changes) {
        changes.removed.set(&difference.removed, |piece| self.input_of_piece(piece));
        changes.added.set(&difference.added, |piece| self.input_of_piece(piece));
    }

    /// Every active input of a board.
    pub fn inputs(self, board: &Board) -> Inputs {
        let (mut pieces, mut changes) = (Changes::default(), Changes::default());
        pieces.set_difference(&Board::EMPTY, board);
        self.set_changes(&mut changes, &pieces);
        changes.added
    }
}

/// Inputs that are removed and added.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// No longer active.
    pub removed: Inputs,
    /// Newly active.
    pub added: Inputs,
}

impl Changes {
    /// Sets the changes to the pieces that differ between two boards, as inputs of White's perspective in the first
    /// bucket, unmirrored.
    #[inline(always)]
    pub fn set_difference(&mut self, from: &Board, to: &Board) {
        self.removed.clear();
        self.added.clear();
        for square in changed_squares(from, to) {
            let number = square.index();
            if from.occupied().has(square) {
                self.removed.push(piece_number(from, number));
            }
            if to.occupied().has(square) {
                self.added.push(piece_number(to, number));
            }
        }
    }
}

/// Up to 64 inputs, one for each square. Kept simple, because filling it takes a good part of an update.
#[derive(Clone, Debug)]
pub struct Inputs {
    numbers: [u16; 64],
    count: usize,
}

impl Inputs {
    #[inline(always)]
    fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    fn set(&mut self, pieces: &Self, input: impl Fn(u16) -> u16) {
        self.count = pieces.count;
        for (place, &piece) in self.numbers.iter_mut().zip(&**pieces) {
            *place = input(piece);
        }
    }

    #[inline(always)]
    fn push(&mut self, input: u16) {
        // There are at most 64, so the remainder only avoids a bounds check.
        self.numbers[self.count % 64] = input;
        self.count += 1;
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self { numbers: [0; 64], count: 0 }
    }
}

impl Deref for Inputs {
    type Target = [u16];

    #[inline(always)]
    fn deref(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// The squares on which two boards differ.
#[inline(always)]
fn changed_squares(from: &Board, to: &Board) -> estopim_rules::Bitboard {
    let colors = (from.color(Color::White) ^ to.color(Color::White))
        | (from.color(Color::Black) ^ to.color(Color::Black));
    // An occupied square without one of these five roles has a king, so five roles are enough.
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .fold(colors, |set, role| set | (from.role(role) ^ to.role(role)))
}

/// About how many inputs differ between two boards, cheaply: pieces that change their role on a square are
/// not counted.
#[inline(always)]
pub fn distance(from: &Board, to: &Board) -> u32 {
    (from.color(Color::White) ^ to.color(Color::White)).count()
        + (from.color(Color::Black) ^ to.color(Color::Black)).count()
}

/// The index of the role on an occupied square. Without branches, because the role cannot be predicted.
#[inline(always)]
fn role_number(board: &Board, square: usize) -> usize {
    let has = |role: Role| (board.role(role).0 >> square) as usize & 1;
    has(Role::Knight)
        + 2 * has(Role::Bishop)
        + 3 * has(Role::Rook)
        + 4 * has(Role::Queen)
        + 5 * has(Role::King)
}

/// The piece on an occupied square, as an input of White's perspective in the first bucket, unmirrored.
#[inline(always)]
fn piece_number(board: &Board, square: usize) -> u16 {
    let color = (board.color(Color::Black).0 >> square) as usize & 1;
    ((color * 6 + role_number(board, square)) * 64 + square) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::AnyPosition;
    use rstest::rstest;

    fn board(variant: Variant, fen: &str) -> Board {
        *AnyPosition::from_fen(variant, fen).expect("the row is a position").board()
    }

    #[rstest]
    #[case::a_king_on_the_left(
        "4k3/8/8/8/8/8/8/K7 w - - 0 1",
        Color::White,
        Role::King,
        "a1",
        0,
        "a1"
    )]
    #[case::a_king_on_the_right_mirrors(
        "4k3/8/8/8/8/8/P7/6K1 w - - 0 1",
        Color::White,
        Role::Pawn,
        "a2",
        1,
        "h2"
    )]
    #[case::black_sees_it_turned(
        "k7/p7/8/8/8/8/8/4K3 w - - 0 1",
        Color::Black,
        Role::Pawn,
        "a7",
        0,
        "a2"
    )]
    #[case::black_turned_and_mirrored(
        "4k3/p7/8/8/8/8/8/4K3 w - - 0 1",
        Color::Black,
        Role::Pawn,
        "a7",
        3,
        "h2"
    )]
    #[case::far_from_home("8/8/4k3/8/8/8/8/4K3 w - - 0 1", Color::Black, Role::King, "e6", 6, "d3")]
    fn own_pieces_are_relative_to_the_own_king(
        #[case] fen: &str,
        #[case] side: Color,
        #[case] role: Role,
        #[case] square: &str,
        #[case] bucket: u16,
        #[case] seen: &str,
    ) {
        let board = board(Variant::Chess, fen);
        let perspective = Features::of(Variant::Chess).perspective(&board, side);
        let square: Square = square.parse().expect("the row has a square");
        let seen: Square = seen.parse().expect("the row has a square");
        let wanted = (bucket * 12 + role.index() as u16) * 64 + seen.index() as u16;
        assert_eq!(perspective.input(side, role, square), wanted);
        assert!(perspective.inputs(&board).contains(&wanted));
    }

    #[test]
    fn pawn_battle_mirrors_nothing() {
        let position = AnyPosition::initial(Variant::PawnBattle);
        let features = Features::of(Variant::PawnBattle);
        assert_eq!(features.inputs(), INPUTS_A_BUCKET);
        let perspective = features.perspective(position.board(), Color::White);
        assert_eq!(
            perspective.input(Color::White, Role::Pawn, Square::H2),
            Square::H2.index() as u16
        );
    }

    #[test]
    fn both_sides_of_a_mirrored_board_see_the_same() {
        let position = AnyPosition::from_fen(
            Variant::Atomic,
            "r1bqkb1r/ppppp1pp/2n2p2/5n2/P1BPP3/1P6/2P2PPP/RNBQK1NR b KQkq - 0 5",
        )
        .expect("a position");
        let features = Features::of(Variant::Atomic);
        let turned = position.board().mirrored();
        let mut here =
            features.perspective(position.board(), Color::White).inputs(position.board()).to_vec();
        let mut there = features.perspective(&turned, Color::Black).inputs(&turned).to_vec();
        here.sort_unstable();
        there.sort_unstable();
        assert_eq!(here, there);
    }
}
