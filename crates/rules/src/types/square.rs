//! The 64 squares, and the files and ranks they lie on.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Color;

/// Declares an enum whose variants are numbered from zero, with a way back from the number.
///
/// The way back is a `match`, which compiles to a mask: no table, no branch and no `unsafe`.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident, $count:literal, $($variant:ident = $number:literal),+) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($variant = $number),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; $count] = [$(Self::$variant),+];

            /// The one with this index, which wraps round.
            #[inline(always)]
            pub const fn from_index(index: usize) -> Self {
                match index % $count {
                    $($number => Self::$variant,)+
                    _ => unreachable!(),
                }
            }

            /// Its number, from zero.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        const _: () = assert!(size_of::<Option<$name>>() == 1);
    };
}

numbered!(
    /// A column, `a` to `h`.
    File, 8, A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7
);

numbered!(
    /// A row, counted from White's side.
    Rank, 8, R1 = 0, R2 = 1, R3 = 2, R4 = 3, R5 = 4, R6 = 5, R7 = 6, R8 = 7
);

numbered!(
    /// One of the 64 squares, `a1`, `b1`, … `h8`.
    Square, 64,
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63
);

impl File {
    /// The lower-case letter of this file.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a letter of either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Some(Self::from_index(lower as usize - 'a' as usize)),
            _ => None,
        }
    }
}

impl Rank {
    /// The digit of this rank, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit `1` to `8`.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_index(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// This rank as `color` counts it: its own first rank is `R1`.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::from_index(7 - self as usize),
        }
    }
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank as usize * 8 + file as usize)
    }

    /// The file this square lies on.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self as usize % 8)
    }

    /// The rank this square lies on.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self as usize / 8)
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self as i8 % 8 + files;
        let rank = self as i8 / 8 + ranks;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Self::from_index((rank * 8 + file) as usize))
        } else {
            None
        }
    }

    /// The square one step ahead of a pawn of `color`; the last rank wraps round.
    #[inline(always)]
    pub const fn ahead(self, color: Color) -> Self {
        match color {
            Color::White => Self::from_index(self as usize + 8),
            Color::Black => Self::from_index(self as usize + 56),
        }
    }

    /// The same square seen from the other side of the board (`a1` and `a8` change places).
    #[inline(always)]
    pub const fn mirrored(self) -> Self {
        Self::from_index(self as usize ^ 0b11_1000)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

/// The text is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a square from a1 to h8, found {0:?}")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut letters = text.chars();
        if let (Some(file), Some(rank), None) = (
            letters.next().and_then(File::from_letter),
            letters.next().and_then(Rank::from_digit),
            letters.next(),
        ) {
            Ok(Self::new(file, rank))
        } else {
            Err(SquareError(text.chars().take(16).collect()))
        }
    }
}
