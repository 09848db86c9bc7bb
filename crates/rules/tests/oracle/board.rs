//! Squares, pieces, and which piece stands where. Knows how pieces reach squares, and nothing about turns.

use std::ops::{Index, IndexMut, Not};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    White,
    Black,
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Color {
    /// How many ranks upwards a pawn of this side steps.
    pub fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// The rank, 0 to 7 from White's side, that this side counts as its `nth`, from 1 to 8.
    pub fn rank(self, nth: i8) -> i8 {
        match self {
            Self::White => nth - 1,
            Self::Black => 8 - nth,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    pub fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub color: Color,
    pub role: Role,
}

impl Piece {
    pub fn from_letter(letter: char) -> Option<Self> {
        let role = match letter.to_ascii_lowercase() {
            'p' => Role::Pawn,
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            'q' => Role::Queen,
            'k' => Role::King,
            _ => return None,
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Self { color, role })
    }

    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }
}

/// A square, counted from a1 along the rank: b1 is 1, a2 is 8, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square(u8);

impl Square {
    pub fn at(file: i8, rank: i8) -> Option<Self> {
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Self((rank * 8 + file) as u8))
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    pub fn file(self) -> i8 {
        (self.0 % 8) as i8
    }

    pub fn rank(self) -> i8 {
        (self.0 / 8) as i8
    }

    pub fn file_letter(self) -> char {
        (b'a' + self.0 % 8) as char
    }

    pub fn from_name(name: &str) -> Option<Self> {
        let &[file, rank] = name.as_bytes() else { return None };
        Self::at(file.wrapping_sub(b'a') as i8, rank.wrapping_sub(b'1') as i8)
    }

    pub fn push_name(self, text: &mut String) {
        text.push(self.file_letter());
        text.push((b'1' + self.0 / 8) as char);
    }

    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        Self::at(self.file() + files, self.rank() + ranks)
    }

    /// King steps from here to there: 0 is the same square, 1 is touching.
    pub fn distance(self, other: Self) -> i8 {
        let files = (self.file() - other.file()).abs();
        let ranks = (self.rank() - other.rank()).abs();
        files.max(ranks)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board([Option<Piece>; 64]);

impl Index<Square> for Board {
    type Output = Option<Piece>;

    fn index(&self, square: Square) -> &Option<Piece> {
        &self.0[square.0 as usize]
    }
}

impl IndexMut<Square> for Board {
    fn index_mut(&mut self, square: Square) -> &mut Option<Piece> {
        &mut self.0[square.0 as usize]
    }
}

impl Board {
    pub const EMPTY: Self = Self([None; 64]);

    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| self[square].map(|piece| (square, piece)))
    }

    pub fn pieces_of(&self, side: Color) -> impl Iterator<Item = (Square, Piece)> {
        self.pieces().filter(move |(_, piece)| piece.color == side)
    }

    pub fn count(&self, color: Color, role: Role) -> usize {
        self.pieces().filter(|&(_, piece)| piece == Piece { color, role }).count()
    }

    pub fn king(&self, color: Color) -> Option<Square> {
        let king = Piece { color, role: Role::King };
        Square::all().find(|&square| self[square] == Some(king))
    }

    pub fn holds(&self, square: Square, color: Color, role: Role) -> bool {
        self[square] == Some(Piece { color, role })
    }

    /// Both kings stand, on neighbouring squares.
    pub fn kings_touch(&self) -> bool {
        match (self.king(Color::White), self.king(Color::Black)) {
            (Some(white), Some(black)) => white.distance(black) == 1,
            _ => false,
        }
    }

    /// Whether the piece on `from` strikes `to`, as in classic chess, whatever stands there.
    pub fn attacks(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self[from] else { return false };
        let files = to.file() - from.file();
        let ranks = to.rank() - from.rank();
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files.abs() == ranks.abs() && files != 0;
        match piece.role {
            Role::Pawn => ranks == piece.color.forward() && files.abs() == 1,
            Role::Knight => files.abs() * ranks.abs() == 2,
            Role::King => from.distance(to) == 1,
            Role::Bishop => diagonal && self.clear_between(from, to),
            Role::Rook => straight && self.clear_between(from, to),
            Role::Queen => (straight || diagonal) && self.clear_between(from, to),
        }
    }

    pub fn attacked(&self, target: Square, by: Color) -> bool {
        self.pieces_of(by).any(|(from, _)| self.attacks(from, target))
    }

    /// Every square strictly between two squares on one line is empty.
    fn clear_between(&self, from: Square, to: Square) -> bool {
        let step_file = (to.file() - from.file()).signum();
        let step_rank = (to.rank() - from.rank()).signum();
        (1..from.distance(to)).all(|n| {
            from.offset(n * step_file, n * step_rank).is_some_and(|square| self[square].is_none())
        })
    }

    /// The explosion of a capture that landed on `centre`: the centre goes, and every neighbour but pawns.
    pub fn explode(&mut self, centre: Square) {
        self[centre] = None;
        for square in Square::all().filter(|square| square.distance(centre) == 1) {
            if self[square].is_some_and(|piece| piece.role != Role::Pawn) {
                self[square] = None;
            }
        }
    }
}
