//! [`Record`]: a position with the score of a search and the result of its game, in 32 bytes.
//!
//! | Bytes | What |
//! |---|---|
//! | 0..8 | the occupied squares, a bit each, `a1` first |
//! | 8..24 | a nibble a piece in the order of the squares, the low nibble first: bit 3 is set for Black; the rest is the role from 0 (pawn) to 5 (king), 6 for a rook that may castle, 7 for a pawn that may be captured en passant |
//! | 24..26 | the score for White in centipawns, signed |
//! | 26 | the result for White: 0 lost, 1 drawn, 2 won |
//! | 27 | 1 if it is Black's turn, else 0 |
//! | 28..30 | plies since the first position of the game |
//! | 30 | plies on the fifty-move clock, at most 255 |
//! | 31 | the variant, numbered as in [`Variant::ALL`] |

use estopim_rules::{
    AnyPosition, Bitboard, Board, CastlingRights, Color, Piece, Rank, Role, Setup, SetupFault,
    SplitMix64, Square, Variant, with_rules,
};
use thiserror::Error;

/// How a game ended for White.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum WhiteResult {
    /// Black won.
    Loss,
    /// Nobody won.
    Draw,
    /// White won.
    Win,
}

impl WhiteResult {
    /// All three, White's worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The result of a game that `winner` has won, or nobody.
    pub const fn of(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::Win,
            Some(Color::Black) => Self::Loss,
            None => Self::Draw,
        }
    }

    /// 0 for a loss, ½ for a draw, 1 for a win.
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }
}

/// A training position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Record([u8; Record::BYTES]);

/// A record has room for 32 pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a record has room for 32 pieces, found {0}")]
pub struct TooManyPieces(pub u32);

/// Why 32 bytes are no record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// More pieces than there are nibbles.
    #[error(transparent)]
    TooManyPieces(#[from] TooManyPieces),
    /// A byte has a value that means nothing.
    #[error("byte {at} means nothing: {found}")]
    Byte {
        /// Which byte, from zero.
        at: usize,
        /// Its value.
        found: u8,
    },
    /// A nibble without a piece is not zero.
    #[error("found a piece without a square")]
    SparePiece,
    /// A rook that cannot castle is marked as one that may.
    #[error("the piece on {0} is marked as a rook that may castle")]
    Castling(Square),
    /// A pawn that cannot be captured en passant is marked as one that may.
    #[error("the pawn on {0} is marked as one that may be captured en passant")]
    EnPassant(Square),
    /// The pieces stand where the rules do not allow them.
    #[error("not a position of {variant}: {}", listed(.faults))]
    Position {
        /// The game.
        variant: Variant,
        /// All that is wrong.
        faults: Vec<SetupFault>,
    },
}

fn listed(faults: &[SetupFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// Nibble values other than the roles.
const ROOK_THAT_CASTLES: u8 = 6;
const PAWN_EN_PASSANT: u8 = 7;
const BLACK: u8 = 8;

impl Record {
    /// How long a record is.
    pub const BYTES: usize = 32;
    const MAX_PIECES: u32 = 32;

    /// Writes a position down. `score` is for White in centipawns; `ply` counts from the first position.
    pub fn new(
        position: &AnyPosition,
        score: i16,
        result: WhiteResult,
        ply: u16,
    ) -> Result<Self, TooManyPieces> {
        let board = position.board();
        let occupied = board.occupied();
        if occupied.count() > Self::MAX_PIECES {
            return Err(TooManyPieces(occupied.count()));
        }
        let castling = position.castling().rooks();
        let passing = position.en_passant().map(|passed| passed.ahead(!position.turn()));
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        for (number, square) in occupied.into_iter().enumerate() {
            let Piece { color, role } =
                board.piece_at(square).expect("an occupied square has a piece");
            let kind = if castling.has(square) {
                ROOK_THAT_CASTLES
            } else if passing == Some(square) {
                PAWN_EN_PASSANT
            } else {
                role as u8
            };
            let nibble = kind | if color == Color::Black { BLACK } else { 0 };
            bytes[8 + number / 2] |= nibble << (number % 2 * 4);
        }
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = result as u8;
        bytes[27] = position.turn() as u8;
        bytes[28..30].copy_from_slice(&ply.to_le_bytes());
        bytes[30] = position.halfmoves().min(u8::MAX.into()) as u8;
        bytes[31] = position.variant() as u8;
        Ok(Self(bytes))
    }

    /// The position, if the bytes hold one. Its move number is counted from the ply.
    pub fn position(&self) -> Result<AnyPosition, RecordError> {
        let variant = self.variant()?;
        self.inspect()?;
        let turn = self.turn();
        let mut board = Board::EMPTY;
        let mut castling = Bitboard::EMPTY;
        let mut en_passant = None;
        for (square, nibble) in self.nibbles() {
            let piece = piece_of(nibble);
            board.set(square, piece);
            match nibble & !BLACK {
                ROOK_THAT_CASTLES => {
                    if square.rank() != Rank::R1.relative_to(piece.color) {
                        return Err(RecordError::Castling(square));
                    }
                    castling |= Bitboard::of(square);
                }
                PAWN_EN_PASSANT => {
                    if piece.color == turn || en_passant.is_some() {
                        return Err(RecordError::EnPassant(square));
                    }
                    // The en passant square is the one behind the pawn.
                    en_passant = Some(square.ahead(turn));
                }
                _ => {}
            }
        }
        let setup = Setup {
            board,
            turn,
            castling: CastlingRights::of_rooks(castling),
            en_passant,
            halfmoves: self.halfmoves().into(),
            fullmoves: u32::from(self.ply()) / 2 + 1,
        };
        let position = with_rules!(variant, R => setup.validate::<R>().map(AnyPosition::from))
            .map_err(|faults| RecordError::Position { variant, faults })?;
        // A mark that the rules ignore would give the same position two different records.
        if let Some(square) = (castling & !position.castling().rooks()).first() {
            return Err(RecordError::Castling(square));
        }
        if let Some(passed) = en_passant.filter(|_| position.en_passant().is_none()) {
            return Err(RecordError::EnPassant(passed.ahead(!turn)));
        }
        Ok(position)
    }

    /// Checks that need no rules.
    fn inspect(&self) -> Result<(), RecordError> {
        let pieces = self.occupied().count();
        if pieces > Self::MAX_PIECES {
            return Err(TooManyPieces(pieces).into());
        }
        let spare = u128::from_le_bytes(self.bytes_at::<8, 16>()).checked_shr(pieces * 4);
        if spare.unwrap_or(0) != 0 {
            return Err(RecordError::SparePiece);
        }
        for (at, most) in [(26, 2), (27, 1)] {
            if self.0[at] > most {
                return Err(RecordError::Byte { at, found: self.0[at] });
            }
        }
        Ok(())
    }

    /// The occupied squares.
    pub fn occupied(&self) -> Bitboard {
        Bitboard(u64::from_le_bytes(self.bytes_at::<0, 8>()))
    }

    /// The pieces and their squares, `a1` first. Of a record that holds no position only the first 32 count.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.nibbles().map(|(square, nibble)| (square, piece_of(nibble)))
    }

    fn nibbles(&self) -> impl Iterator<Item = (Square, u8)> {
        let mut rest = u128::from_le_bytes(self.bytes_at::<8, 16>());
        self.occupied().into_iter().take(Self::MAX_PIECES as usize).map(move |square| {
            let nibble = (rest & 0xF) as u8;
            rest >>= 4;
            (square, nibble)
        })
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        if self.0[27] & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The score of the search, for White, in centipawns.
    pub fn score(&self) -> i16 {
        i16::from_le_bytes(self.bytes_at::<24, 2>())
    }

    /// How the game ended.
    pub fn result(&self) -> WhiteResult {
        WhiteResult::ALL[usize::from(self.0[26].min(2))]
    }

    /// Plies since the first position of the game.
    pub fn ply(&self) -> u16 {
        u16::from_le_bytes(self.bytes_at::<28, 2>())
    }

    /// Plies on the fifty-move clock.
    pub fn halfmoves(&self) -> u8 {
        self.0[30]
    }

    /// Which game it is.
    pub fn variant(&self) -> Result<Variant, RecordError> {
        let found = self.0[31];
        let variant = Variant::ALL.get(usize::from(found)).copied();
        variant.ok_or(RecordError::Byte { at: 31, found })
    }

    /// A hash of the position, without score, result and counters.
    pub fn fingerprint(&self) -> u64 {
        let low = u64::from_le_bytes(self.bytes_at::<8, 8>());
        let high = u64::from_le_bytes(self.bytes_at::<16, 8>());
        [self.occupied().0, low, high, u64::from(self.0[27])]
            .into_iter()
            .fold(0, |mixed, word| SplitMix64::new(mixed ^ word).next_u64())
    }

    /// The record as it lies in a file.
    pub const fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// A record from a file. Whether it holds a valid position is checked by [`Self::position`].
    pub const fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    fn bytes_at<const AT: usize, const COUNT: usize>(&self) -> [u8; COUNT] {
        self.0[AT..AT + COUNT].try_into().expect("the range has the length of the array")
    }
}

fn piece_of(nibble: u8) -> Piece {
    let color = if nibble & BLACK == 0 { Color::White } else { Color::Black };
    let role = match nibble & !BLACK {
        ROOK_THAT_CASTLES => Role::Rook,
        PAWN_EN_PASSANT => Role::Pawn,
        role => Role::ALL[usize::from(role)],
    };
    Piece { color, role }
}

/// `FEN | score | result`.
impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.position() {
            Ok(position) => {
                write!(f, "{} | {} | {}", position.fen(), self.score(), self.result().points())
            }
            Err(error) => write!(f, "no position: {error}"),
        }
    }
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}
