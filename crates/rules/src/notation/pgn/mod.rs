//! PGN: whole games with tags, comments and variations.
//!
//! [`PgnGame`] is a game as a tree of moves. [`PgnReader`] takes games one by one from any stream, in
//! memory that does not grow with the stream, and goes on after a game it cannot read. A [`PgnGame`]
//! writes itself with `Display`. The reader opens nothing: the caller hands it what is to be read.

mod tags;
mod annotation;
mod error;
mod lines;
mod lexer;
mod reader;
mod writer;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::fen::excerpt;
use crate::any::AnyPosition;
use crate::game::{Game, PlayError};
use crate::outcome::Outcome;
use crate::types::{Color, Move};

pub use annotation::{Nag, PgnEval, PgnScore};
pub use error::{PgnError, PgnFault, PgnFaultKind, PgnLimits, PgnQuantity};
pub use reader::PgnReader;
pub use tags::PgnTags;

/// A game as PGN knows it. Every move in it is legal where it stands.
///
/// ```
/// use estopim_rules::{PgnGame, PgnReader};
/// let text = "[White \"Ana\"]\n[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 { a threat } Nc6 *\n";
/// let game: PgnGame = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(game.tags.get("White"), Some("Ana"));
/// assert_eq!(game.line.moves[2].comments, ["a threat"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame {
    /// What is known about the game. Writing takes `Variant`, `SetUp`, `FEN` and `Result` from the
    /// fields below.
    pub tags: PgnTags,
    /// The position before the first move.
    pub start: AnyPosition,
    /// The moves played, with comments and variations.
    pub line: PgnLine,
    /// How the game ended.
    pub result: PgnResult,
}

/// A sequence of moves: the game itself, or a variation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnLine {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs, `$1` and the like.
    pub nags: Vec<Nag>,
    /// Comments after the move, without clock and evaluation.
    pub comments: Vec<String>,
    /// What the mover's clock showed after the move, `[%clk 0:03:00]`.
    pub clock: Option<Duration>,
    /// How long the move took, `[%emt 0:00:05]`.
    pub elapsed: Option<Duration>,
    /// An engine's evaluation of the position after the move, `[%eval 0.17]`.
    pub eval: Option<PgnEval>,
    /// Variations: alternatives to this move.
    pub variations: Vec<PgnLine>,
}

impl PgnMove {
    /// A move without annotations.
    pub const fn new(mv: Move) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            comments: Vec::new(),
            clock: None,
            elapsed: None,
            eval: None,
            variations: Vec::new(),
        }
    }
}

/// How a game ended, for whatever reason: by the rules, by resignation, on time, by agreement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum PgnResult {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl From<Outcome> for PgnResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Draw, Self::Win)
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// The text is none of the four results.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected 1-0, 0-1, 1/2-1/2 or *, found {0:?}")]
pub struct PgnResultError(String);

impl FromStr for PgnResult {
    type Err = PgnResultError;

    fn from_str(text: &str) -> Result<Self, PgnResultError> {
        Ok(match text.trim() {
            "1-0" => Self::Win(Color::White),
            "0-1" => Self::Win(Color::Black),
            "1/2-1/2" | "1/2" => Self::Draw,
            "*" => Self::Unknown,
            _ => return Err(PgnResultError(excerpt(text))),
        })
    }
}

/// A move of a PGN's main line that [`Game`] does not take: by its rules the game was over before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("move {ply}: {error}")]
pub struct MainLineError {
    /// Which move it is, counting both sides' from one.
    pub ply: usize,
    /// Why it is not taken.
    pub error: PlayError,
}

impl PgnGame {
    /// A game without moves from `start`.
    pub fn new(start: AnyPosition) -> Self {
        Self {
            tags: PgnTags::default(),
            start,
            line: PgnLine::default(),
            result: PgnResult::Unknown,
        }
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl ExactSizeIterator<Item = Move> {
        self.line.moves.iter().map(|played| played.mv)
    }

    /// The main line as a game with its history.
    ///
    /// A [`Game`] ends at once where others let players go on, as at the third occurrence of a
    /// position; a line that plays on after that is refused.
    pub fn to_game(&self) -> Result<Game, MainLineError> {
        let mut game = Game::from_position(self.start);
        for (index, mv) in self.main_line().enumerate() {
            game.play(mv).map_err(|error| MainLineError { ply: index + 1, error })?;
        }
        Ok(game)
    }
}

/// The moves of a game and, if the rules have ended it, its result. Names and dates are the caller's.
impl From<&Game> for PgnGame {
    fn from(game: &Game) -> Self {
        let mut pgn = Self::new(*game.start());
        pgn.line.moves = game.moves().map(|(_, mv)| PgnMove::new(mv)).collect();
        pgn.result = game.outcome().map_or(PgnResult::Unknown, PgnResult::from);
        pgn
    }
}
