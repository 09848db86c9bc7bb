//! FEN: a position in six fields. Castling rights are read as X-FEN and Shredder-FEN and written as
//! X-FEN, which is plain FEN wherever the rooks concerned are the outermost ones.

use std::fmt;

use thiserror::Error;

use crate::any::Variant;
use crate::castling::{CastlingRights, CastlingSide, outermost_rook};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, File, Piece, Rank, Square};

/// Everything that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The faults, in the order of the text; never empty.
    pub faults: Vec<FenFault>,
}

/// One thing that is wrong with a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FenFault {
    /// The text has too few or too many fields.
    #[error(
        "expected 4 to 6 fields (pieces, side to move, castling, en passant, two counters), found {0}"
    )]
    FieldCount(usize),
    /// The first field has not eight ranks.
    #[error("expected 8 ranks separated by '/', found {0}")]
    RankCount(usize),
    /// A rank does not add up to eight squares.
    #[error("rank {rank} has {found} squares, expected 8")]
    RankLength {
        /// The rank's digit.
        rank: char,
        /// How many squares it describes.
        found: usize,
    },
    /// A letter means no piece.
    #[error("unknown piece letter {letter:?} on rank {rank}")]
    PieceLetter {
        /// The letter.
        letter: char,
        /// The rank's digit.
        rank: char,
    },
    /// The second field is not a side.
    #[error("side to move must be \"w\" or \"b\", found {0:?}")]
    SideToMove(String),
    /// The third field cannot be read.
    #[error("castling rights must be \"-\", letters of KQkq or letters of files, found {0:?}")]
    Castling(String),
    /// A letter of the third field names a rook that is not there.
    #[error("castling right {0:?} has no king and rook at home")]
    CastlingRook(char),
    /// The fourth field cannot be read.
    #[error("en passant must be \"-\" or a square, found {0:?}")]
    EnPassant(String),
    /// A counter is not a number.
    #[error("{name} must be a number up to {max}, found {found:?}")]
    Counter {
        /// Which counter.
        name: &'static str,
        /// The largest number taken.
        max: u32,
        /// The text found.
        found: String,
    },
    /// The text can be read, but no such position exists in the game.
    #[error(transparent)]
    Setup(#[from] SetupFault),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

impl<R: Rules> Position<R> {
    /// Reads a FEN.
    ///
    /// ```
    /// use estopim_rules::{ClassicAtomic, Position};
    /// let fen = "k7/8/8/3p4/4n3/8/5N2/K7 w - - 0 1";
    /// assert_eq!(Position::<ClassicAtomic>::from_fen(fen).unwrap().fen(), fen);
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let (setup, mut faults) = parse_setup(fen);
        // Fields that the game does not use are ignored.
        faults.retain(|fault| match fault {
            FenFault::Castling(_) | FenFault::CastlingRook(_) => R::CASTLES,
            FenFault::EnPassant(_) => R::EN_PASSANT,
            _ => true,
        });
        if faults.is_empty() {
            match setup.validate() {
                Ok(position) => return Ok(position),
                Err(found) => faults.extend(found.into_iter().map(FenFault::Setup)),
            }
        } else if !faults.iter().any(breaks_the_board) {
            // The pieces can be read, so their faults are reported as well.
            let found = setup.validate::<R>().err().unwrap_or_default();
            faults.extend(found.into_iter().map(FenFault::Setup));
        }
        Err(FenError { faults })
    }

    /// Writes a FEN: X-FEN castling, and the en passant square only where such a capture is legal.
    pub fn fen(&self) -> String {
        self.write_fen(CastlingStyle::Outermost)
    }

    /// Writes a FEN with castling rights as files of the rooks, as Shredder does.
    pub fn shredder_fen(&self) -> String {
        self.write_fen(CastlingStyle::Files)
    }

    fn write_fen(&self, style: CastlingStyle) -> String {
        format!("{} {} {}", self.epd_fields(style), self.halfmoves(), self.fullmoves())
    }

    /// The first four fields.
    fn epd_fields(&self, style: CastlingStyle) -> String {
        let mut text = board_field(self.to_setup().board);
        text.push(' ');
        text.push(self.turn().letter());
        text.push(' ');
        text.push_str(&self.castling_field(style));
        text.push(' ');
        match self.en_passant() {
            Some(square) => text.push_str(&square.to_string()),
            None => text.push('-'),
        }
        text
    }

    /// The first four fields of the FEN, which is how EPD describes a position.
    pub fn epd(&self) -> String {
        self.epd_fields(CastlingStyle::Outermost)
    }

    fn castling_field(&self, style: CastlingStyle) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let Some(king) = self.board().king(color) else { continue };
            for side in CastlingSide::ALL {
                let Some(rook) = self.castling().rook(color, king, side) else { continue };
                let outermost = outermost_rook(self.board(), color, side) == Some(rook);
                let letter = match (style, side) {
                    (CastlingStyle::Outermost, CastlingSide::King) if outermost => 'k',
                    (CastlingStyle::Outermost, CastlingSide::Queen) if outermost => 'q',
                    _ => rook.file().letter(),
                };
                text.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingStyle {
    /// `KQkq` for outermost rooks, files for others.
    Outermost,
    /// Always files.
    Files,
}

impl Variant {
    /// The FEN of the first position of the game.
    pub const fn initial_fen(self) -> &'static str {
        match self {
            Self::Chess | Self::Atomic | Self::StrictAtomic => {
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            }
            Self::SimpleAtomic => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            Self::PawnBattle => "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
        }
    }
}

/// Reads what a FEN says, whether or not it makes sense, and lists what cannot be read.
pub fn parse_setup(fen: &str) -> (Setup, Vec<FenFault>) {
    let mut faults = Vec::new();
    let mut setup = Setup::EMPTY;
    let fields: Vec<&str> = fen.split_ascii_whitespace().take(7).collect();
    if !(4..=6).contains(&fields.len()) {
        let found = fen.split_ascii_whitespace().count();
        return (setup, vec![FenFault::FieldCount(found)]);
    }

    setup.board = parse_board(fields[0], &mut faults);
    match fields[1] {
        "w" => setup.turn = Color::White,
        "b" => setup.turn = Color::Black,
        other => faults.push(FenFault::SideToMove(excerpt(other))),
    }
    parse_castling(fields[2], &mut setup, &mut faults);
    if fields[3] != "-" {
        match fields[3].parse() {
            Ok(square) => setup.en_passant = Some(square),
            Err(_) => faults.push(FenFault::EnPassant(excerpt(fields[3]))),
        }
    }
    let mut counter = |index: usize, name: &'static str, max: u32, default: u32| {
        let Some(text) = fields.get(index) else { return default };
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if digits && number <= max => number,
            _ => {
                faults.push(FenFault::Counter { name, max, found: excerpt(text) });
                default
            }
        }
    };
    setup.halfmoves = counter(4, "the halfmove clock", Setup::MAX_HALFMOVES.into(), 0) as u16;
    setup.fullmoves = counter(5, "the move number", Setup::MAX_FULLMOVES, 1).max(1);
    (setup, faults)
}

fn parse_board(field: &str, faults: &mut Vec<FenFault>) -> crate::board::Board {
    let mut board = crate::board::Board::EMPTY;
    let ranks = field.split('/').count();
    if ranks != 8 {
        faults.push(FenFault::RankCount(ranks));
        return board;
    }
    for (text, rank) in field.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in text.chars() {
            match (letter, Piece::from_letter(letter)) {
                ('1'..='8', _) => file += letter as usize - '0' as usize,
                (_, Some(piece)) => {
                    if file < 8 {
                        board.set(Square::new(File::from_index(file), rank), piece);
                    }
                    file += 1;
                }
                _ => {
                    faults.push(FenFault::PieceLetter { letter, rank: rank.digit() });
                    file += 1;
                }
            }
        }
        if file != 8 {
            faults.push(FenFault::RankLength { rank: rank.digit(), found: file });
        }
    }
    board
}

fn parse_castling(field: &str, setup: &mut Setup, faults: &mut Vec<FenFault>) {
    if field == "-" {
        return;
    }
    let mut rooks = Bitboard::EMPTY;
    for letter in field.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(&setup.board, color, CastlingSide::King),
            'q' => outermost_rook(&setup.board, color, CastlingSide::Queen),
            'a'..='h' => {
                File::from_letter(letter).map(|file| Square::new(file, Rank::R1.relative_to(color)))
            }
            _ => {
                faults.push(FenFault::Castling(excerpt(field)));
                return;
            }
        };
        match rook {
            Some(rook) => rooks |= Bitboard::of(rook),
            // A missing king is reported elsewhere.
            None if setup.board.king(color).is_none() => {}
            None => faults.push(FenFault::CastlingRook(letter)),
        }
    }
    setup.castling = CastlingRights(rooks);
}

/// Whether a fault makes the arrangement of the pieces unknown.
fn breaks_the_board(fault: &FenFault) -> bool {
    matches!(
        fault,
        FenFault::FieldCount(_)
            | FenFault::RankCount(_)
            | FenFault::RankLength { .. }
            | FenFault::PieceLetter { .. }
            | FenFault::SideToMove(_)
    )
}

/// The first field: ranks from the eighth down.
pub(crate) fn board_field(board: crate::board::Board) -> String {
    let mut text = String::with_capacity(72);
    for rank in Rank::ALL.into_iter().rev() {
        let mut gap = 0u8;
        for file in File::ALL {
            match board.piece_at(Square::new(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push((b'0' + gap) as char);
                        gap = 0;
                    }
                    text.push(piece.letter());
                }
            }
        }
        if gap > 0 {
            text.push((b'0' + gap) as char);
        }
        if rank != Rank::R1 {
            text.push('/');
        }
    }
    text
}

/// Enough of a wrong text to recognise it by.
pub(crate) fn excerpt(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;

    #[test]
    fn counters_at_their_end_stay_there_and_can_be_read_back() {
        let fen = "4k3/8/8/8/8/8/8/4K3 b - - 9999 99999";
        let pos = Position::<Chess>::from_fen(fen).expect("the largest counters are read");
        for mv in pos.legal_moves() {
            let after = pos.after(mv).fen();
            let read = Position::<Chess>::from_fen(&after).map(|pos| pos.fen());
            assert_eq!(read.as_deref(), Ok(after.as_str()));
        }
    }
}
