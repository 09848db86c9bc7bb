//! EPD: a position in four fields with operations (annotations), as test suites use it.
//!
//! The two counters of a FEN are operations here, `hmvc` and `fmvn`. They are part of the position, so
//! they are read into it and written from it. A FEN's two counters after the four fields are read too.

use std::fmt;

use thiserror::Error;

use super::fen::{FenError, excerpt};
use super::san::SanError;
use crate::any::{AnyPosition, Variant};
use crate::types::Move;

/// A position with its operations.
///
/// ```
/// use estopim_rules::{Epd, Variant};
/// let text = "7k/R7/8/8/8/8/8/1R5K w - - bm Rb8#; id \"ladder\";";
/// let epd = Epd::parse(Variant::Chess, text).unwrap();
/// assert_eq!(epd.id(), Some("ladder"));
/// assert_eq!(epd.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position, its counters included.
    pub position: AnyPosition,
    /// The operations, in the order of the text.
    pub operations: Vec<EpdOperation>,
}

/// An operation: one annotation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdOperation {
    /// `bm`: the best moves.
    BestMoves(Vec<Move>),
    /// `am`: moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `id`: a name for the position.
    Id(String),
    /// `acd`: the depth to which the position was analysed.
    AnalysisDepth(u32),
    /// Any other operation, kept as it was found.
    Other {
        /// Its name.
        opcode: String,
        /// What follows the name.
        operands: Vec<EpdOperand>,
    },
}

/// A part of an operation that has no meaning here.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdOperand {
    /// A word, written as it is.
    Word(String),
    /// A text in quotes.
    Text(String),
}

/// What is wrong with an EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The four fields are no position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An operation has a name that none can have.
    #[error("expected the name of an operation, such as bm or id, found {0:?}")]
    Opcode(String),
    /// A text in quotes does not end.
    #[error("expected a closing quote after {0:?}")]
    OpenText(String),
    /// An operation lacks its value or has too many.
    #[error("{opcode}: expected {expected}, found {found:?}")]
    Operands {
        /// The name of the operation.
        opcode: String,
        /// What should follow it.
        expected: &'static str,
        /// What follows it.
        found: String,
    },
    /// An operation names a move that is not legal.
    #[error("{opcode}: {error}")]
    Move {
        /// The name of the operation.
        opcode: String,
        /// What is wrong with the move.
        error: SanError,
    },
}

impl Epd {
    /// Reads one line.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, EpdError> {
        let (mut fields, mut rest) = (Vec::new(), text.trim());
        while fields.len() < 4 && !rest.is_empty() {
            fields.push(split_word(&mut rest));
        }
        // The counters of a FEN are numbers, which no operation begins with.
        while (4..6).contains(&fields.len())
            && rest.starts_with(|first: char| first.is_ascii_digit())
        {
            fields.push(split_word(&mut rest));
        }
        if fields.len() < 4 {
            let error = AnyPosition::from_fen(variant, &fields.join(" ")).err();
            return Err(error.expect("fewer than four fields are no position").into());
        }
        let mut halfmoves = fields.get(4).map_or("0", |text| text).to_owned();
        let mut fullmoves = fields.get(5).map_or("1", |text| text).to_owned();

        let mut named = Vec::new();
        while let Some((opcode, operands)) = split_operation(&mut rest)? {
            match opcode.as_str() {
                "hmvc" => halfmoves = single_word(&opcode, "a number", &operands)?,
                "fmvn" => fullmoves = single_word(&opcode, "a number", &operands)?,
                _ => named.push((opcode, operands)),
            }
        }
        let fen = format!("{} {halfmoves} {fullmoves}", fields[..4].join(" "));
        let position = AnyPosition::from_fen(variant, &fen)?;
        let operations = named
            .into_iter()
            .map(|(opcode, operands)| EpdOperation::read(&position, opcode, operands))
            .collect::<Result<_, _>>()?;
        Ok(Self { position, operations })
    }

    /// The name of the position, if it has one.
    pub fn id(&self) -> Option<&str> {
        self.operations.iter().find_map(|operation| match operation {
            EpdOperation::Id(id) => Some(id.as_str()),
            _ => None,
        })
    }
}

impl EpdOperation {
    fn read(
        position: &AnyPosition,
        opcode: String,
        operands: Vec<EpdOperand>,
    ) -> Result<Self, EpdError> {
        let moves = || -> Result<Vec<Move>, EpdError> {
            if operands.is_empty() {
                return Err(wrong_operands(&opcode, "moves", &operands));
            }
            let legal = |operand: &EpdOperand| position.parse_san(operand.text());
            let moves = operands.iter().map(legal).collect::<Result<_, _>>();
            moves.map_err(|error| EpdError::Move { opcode: opcode.clone(), error })
        };
        Ok(match opcode.as_str() {
            "bm" => Self::BestMoves(moves()?),
            "am" => Self::AvoidMoves(moves()?),
            "id" => match operands.as_slice() {
                [operand] => Self::Id(operand.text().to_owned()),
                _ => return Err(wrong_operands(&opcode, "one text in quotes", &operands)),
            },
            "acd" => {
                let depth = single_word(&opcode, "a number", &operands)?;
                let depth = depth.parse().ok();
                let wrong = || wrong_operands(&opcode, "a number", &operands);
                Self::AnalysisDepth(depth.ok_or_else(wrong)?)
            }
            _ => Self::Other { opcode, operands },
        })
    }
}

impl EpdOperand {
    fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

fn single_word(
    opcode: &str,
    expected: &'static str,
    operands: &[EpdOperand],
) -> Result<String, EpdError> {
    match operands {
        [EpdOperand::Word(word)] => Ok(word.clone()),
        _ => Err(wrong_operands(opcode, expected, operands)),
    }
}

fn wrong_operands(opcode: &str, expected: &'static str, found: &[EpdOperand]) -> EpdError {
    let found: Vec<&str> = found.iter().map(EpdOperand::text).collect();
    EpdError::Operands { opcode: excerpt(opcode), expected, found: excerpt(&found.join(" ")) }
}

/// Splits the first word off, and the space after it.
fn split_word<'a>(rest: &mut &'a str) -> &'a str {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after.trim_start();
    word
}

/// Splits the next operation off, up to its semicolon; the last one may lack it.
fn split_operation(rest: &mut &str) -> Result<Option<(String, Vec<EpdOperand>)>, EpdError> {
    *rest = rest.trim_start_matches(|letter: char| letter == ';' || letter.is_whitespace());
    if rest.is_empty() {
        return Ok(None);
    }
    let ends_word = |letter: char| letter.is_whitespace() || letter == ';' || letter == '"';
    let (opcode, after) = rest.split_at(rest.find(ends_word).unwrap_or(rest.len()));
    if !opcode.starts_with(|first: char| first.is_alphabetic()) {
        return Err(EpdError::Opcode(excerpt(rest)));
    }
    *rest = after;
    let mut operands = Vec::new();
    loop {
        *rest = rest.trim_start();
        if rest.is_empty() || rest.starts_with(';') {
            return Ok(Some((opcode.to_owned(), operands)));
        }
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = split_quoted(quoted)?;
            operands.push(EpdOperand::Text(text));
            *rest = after;
        } else {
            let (word, after) = rest.split_at(rest.find(ends_word).unwrap_or(rest.len()));
            operands.push(EpdOperand::Word(word.to_owned()));
            *rest = after;
        }
    }
}

/// Reads up to the closing quote; a backslash escapes the next character.
fn split_quoted(quoted: &str) -> Result<(String, &str), EpdError> {
    let mut text = String::new();
    let mut letters = quoted.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return Ok((text, &quoted[index + 1..])),
            '\\' => text.extend(letters.next().map(|(_, escaped)| escaped)),
            _ => text.push(letter),
        }
    }
    Err(EpdError::OpenText(excerpt(quoted)))
}

/// The line: counters are named where they are not those of a game's beginning.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position.epd())?;
        for operation in &self.operations {
            match operation {
                EpdOperation::BestMoves(moves) => self.write_moves(f, "bm", moves)?,
                EpdOperation::AvoidMoves(moves) => self.write_moves(f, "am", moves)?,
                EpdOperation::Id(id) => write!(f, " id {};", quoted(id))?,
                EpdOperation::AnalysisDepth(depth) => write!(f, " acd {depth};")?,
                EpdOperation::Other { opcode, operands } => {
                    write!(f, " {opcode}")?;
                    for operand in operands {
                        match operand {
                            EpdOperand::Word(word) => write!(f, " {word}")?,
                            EpdOperand::Text(text) => write!(f, " {}", quoted(text))?,
                        }
                    }
                    f.write_str(";")?;
                }
            }
        }
        if self.position.halfmoves() != 0 {
            write!(f, " hmvc {};", self.position.halfmoves())?;
        }
        if self.position.fullmoves() != 1 {
            write!(f, " fmvn {};", self.position.fullmoves())?;
        }
        Ok(())
    }
}

impl Epd {
    fn write_moves(&self, f: &mut fmt::Formatter<'_>, opcode: &str, moves: &[Move]) -> fmt::Result {
        write!(f, " {opcode}")?;
        for &mv in moves {
            write!(f, " {}", self.position.san(mv))?;
        }
        f.write_str(";")
    }
}

/// A text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => quoted.push(' '),
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
