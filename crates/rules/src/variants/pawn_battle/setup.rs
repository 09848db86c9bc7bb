//! Starting positions of Pawn Battle: files for the pawns and kinds of pieces, the same for both sides.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::PawnBattle;
use crate::board::Board;
use crate::position::Position;
use crate::setup::Setup;
use crate::types::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// A starting position: which files have pawns, and which home squares of rank 1 have their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PawnBattleSetup {
    /// Bit 0 is file a.
    pawn_files: u8,
    /// Bit 0 is the home square on file a.
    piece_files: u8,
}

/// Who stands at home on each file; the king's square stays empty.
const HOME: [Option<Role>; 8] = [
    Some(Role::Rook),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Queen),
    None,
    Some(Role::Bishop),
    Some(Role::Knight),
    Some(Role::Rook),
];

/// What is wrong with a setup.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PawnBattleSetupError {
    /// The text is neither a name nor files with pieces.
    #[error(
        "unknown setup {found:?}; expected one of {names}, or pawn files with home squares of \
         pieces such as \"abgh\" or \"cdef+b1g1d1\"",
        names = PawnBattleSetup::NAMES.join(", ")
    )]
    Unknown {
        /// The text.
        found: String,
    },
    /// Too few or too many pawns.
    #[error(
        "each side needs {fewest} to {most} pawns, found {0}",
        fewest = PawnBattleSetup::PAWNS.start(),
        most = PawnBattleSetup::PAWNS.end()
    )]
    PawnCount(u32),
    /// A file is named twice.
    #[error("file {0} is named twice")]
    FileTwice(char),
    /// A piece's square is named twice.
    #[error("the piece on {0} is named twice")]
    PieceTwice(Square),
    /// Nothing stands on this square at the start.
    #[error("no piece has its home on {0}; homes are a1 to h1 without e1")]
    NotAHome(Square),
    /// The two sides differ.
    #[error("the two sides must mirror each other, but {0} and {1} do not")]
    Asymmetric(Square, Square),
    /// A piece that does not stand on its home square.
    #[error("{0} is not the home of the piece on it")]
    AwayFromHome(Square),
}

impl PawnBattleSetup {
    /// How many pawns each side may have.
    pub const PAWNS: RangeInclusive<u32> = 2..=8;

    /// The names of the eighteen setups that have one.
    pub const NAMES: [&'static str; 18] = [
        "2p", "4p", "6p", "8p", "pn", "pb", "pr", "pq", "pbn", "prn", "pqn", "prb", "pqb", "pqr",
        "prbn", "pqrn", "pqrb", "complete",
    ];

    /// All setups that have a name, in the order of [`Self::NAMES`].
    pub fn named() -> impl Iterator<Item = (&'static str, Self)> {
        Self::NAMES.into_iter().filter_map(|name| Some((name, Self::by_name(name)?)))
    }

    /// The setup with this name.
    fn by_name(name: &str) -> Option<Self> {
        let with = |roles: &str| Self { pawn_files: 0xFF, piece_files: homes_of(roles) };
        Some(match name {
            "2p" => Self { pawn_files: 0b0001_1000, piece_files: 0 },
            "4p" => Self { pawn_files: 0b0011_1100, piece_files: 0 },
            "6p" => Self { pawn_files: 0b0111_1110, piece_files: 0 },
            "8p" => with(""),
            "complete" => with("nbrq"),
            _ if Self::NAMES.contains(&name) => with(name.strip_prefix('p')?),
            _ => return None,
        })
    }

    /// The name of this setup, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::named().find(|&(_, setup)| setup == self).map(|(name, _)| name)
    }

    /// A setup of pawns on the given files and pieces on the given home squares of rank 1.
    pub fn new(
        pawns: impl IntoIterator<Item = File>,
        pieces: impl IntoIterator<Item = File>,
    ) -> Result<Self, PawnBattleSetupError> {
        let mut setup = Self { pawn_files: 0, piece_files: 0 };
        for file in pawns {
            let bit = 1 << file.index();
            if setup.pawn_files & bit != 0 {
                return Err(PawnBattleSetupError::FileTwice(file.letter()));
            }
            setup.pawn_files |= bit;
        }
        for file in pieces {
            let square = Square::new(file, Rank::R1);
            let bit = 1 << file.index();
            if HOME[file.index()].is_none() {
                return Err(PawnBattleSetupError::NotAHome(square));
            }
            if setup.piece_files & bit != 0 {
                return Err(PawnBattleSetupError::PieceTwice(square));
            }
            setup.piece_files |= bit;
        }
        match setup.pawn_files.count_ones() {
            count if Self::PAWNS.contains(&count) => Ok(setup),
            count => Err(PawnBattleSetupError::PawnCount(count)),
        }
    }

    /// The setup that an arrangement shows, if it is a legal one.
    pub fn from_board(board: &Board) -> Result<Self, PawnBattleSetupError> {
        for square in Square::ALL.into_iter().take(32) {
            let (here, there) = (board.piece_at(square), board.piece_at(square.mirrored()));
            let mirrored = there.map(|piece| Piece::new(!piece.color, piece.role));
            if here != mirrored {
                return Err(PawnBattleSetupError::Asymmetric(square, square.mirrored()));
            }
        }
        let files = |role: Option<Role>| {
            File::ALL.into_iter().filter(move |&file| match role {
                Some(role) => board.pieces(Color::White, role).has(Square::new(file, Rank::R2)),
                None => board.color(Color::White).has(Square::new(file, Rank::R1)),
            })
        };
        let setup = Self::new(files(Some(Role::Pawn)), files(None))?;
        let wanted = setup.board();
        for square in Square::ALL {
            if board.piece_at(square) != wanted.piece_at(square) {
                return Err(PawnBattleSetupError::AwayFromHome(square));
            }
        }
        Ok(setup)
    }

    /// The pieces of this setup on the board.
    pub fn board(self) -> Board {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for (file, home) in File::ALL.into_iter().zip(HOME) {
                if self.pawn_files >> file.index() & 1 != 0 {
                    let square = Square::new(file, Rank::R2.relative_to(color));
                    board.set(square, Piece::new(color, Role::Pawn));
                }
                if let (1, Some(role)) = (self.piece_files >> file.index() & 1, home) {
                    let square = Square::new(file, Rank::R1.relative_to(color));
                    board.set(square, Piece::new(color, role));
                }
            }
        }
        board
    }

    /// The first position of a game from this setup.
    pub fn position(self) -> Position<PawnBattle> {
        let setup = Setup { board: self.board(), ..Setup::EMPTY };
        setup.validate().expect("a setup makes a sound position")
    }

    /// The FEN of the first position.
    pub fn fen(self) -> String {
        self.position().fen()
    }
}

/// The home files of the roles named by letters.
fn homes_of(letters: &str) -> u8 {
    let mut files = 0;
    for (file, home) in HOME.into_iter().enumerate() {
        if home.is_some_and(|role| letters.contains(role.letter())) {
            files |= 1 << file;
        }
    }
    files
}

/// The name, or the files of the pawns and, after a plus, the squares of the pieces.
impl fmt::Display for PawnBattleSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        let of =
            |files: u8| File::ALL.into_iter().filter(move |file| files >> file.index() & 1 != 0);
        for file in of(self.pawn_files) {
            write!(f, "{}", file.letter())?;
        }
        if self.piece_files != 0 {
            f.write_str("+")?;
            for file in of(self.piece_files) {
                write!(f, "{}1", file.letter())?;
            }
        }
        Ok(())
    }
}

/// Reads a name (`4p`), or files of pawns (`abgh`), followed if wanted by a plus and home squares of
/// pieces (`abgh+b1g1`) or kinds of pieces, of which all are then meant (`abgh+nq`).
impl FromStr for PawnBattleSetup {
    type Err = PawnBattleSetupError;

    fn from_str(text: &str) -> Result<Self, PawnBattleSetupError> {
        if let Some(setup) = Self::by_name(text) {
            return Ok(setup);
        }
        let unknown = || PawnBattleSetupError::Unknown { found: text.chars().take(40).collect() };
        let (pawns, pieces) = text.split_once('+').unwrap_or((text, ""));
        let pawns: Vec<File> =
            pawns.chars().map(File::from_letter).collect::<Option<_>>().ok_or_else(unknown)?;
        let squares: Option<Vec<Square>> = if pieces.is_ascii() {
            pieces
                .as_bytes()
                .chunks(2)
                .map(|pair| str::from_utf8(pair).ok()?.parse().ok())
                .collect()
        } else {
            None
        };
        let files: Vec<File> = if let Some(squares) = squares {
            if let Some(&away) = squares.iter().find(|square| square.rank() != Rank::R1) {
                return Err(PawnBattleSetupError::NotAHome(away));
            }
            squares.into_iter().map(Square::file).collect()
        } else if pieces.chars().all(|letter| "nbrq".contains(letter)) {
            let homes = homes_of(pieces);
            File::ALL.into_iter().filter(|file| homes >> file.index() & 1 != 0).collect()
        } else {
            return Err(unknown());
        };
        Self::new(pawns, files)
    }
}

/// Every square where a piece may stand at home, for builders of setups.
impl PawnBattleSetup {
    /// The home squares of White's pieces, with who lives there.
    pub fn homes() -> impl Iterator<Item = (Square, Role)> {
        File::ALL
            .into_iter()
            .zip(HOME)
            .filter_map(|(file, home)| Some((Square::new(file, Rank::R1), home?)))
    }

    /// The files that have pawns, as squares of White's second rank.
    pub fn pawns(self) -> Bitboard {
        Bitboard(u64::from(self.pawn_files) << 8)
    }
}
