//! What can be wrong with a game, and how much of one is read.

use std::{fmt, io};

use thiserror::Error;

use crate::any::VariantError;
use crate::notation::fen::FenError;
use crate::notation::san::SanError;

/// Why the next game could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The stream itself failed; nothing more can be read.
    #[error("the games cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something is wrong with this game; the reader has gone on to the next.
    #[error(transparent)]
    Game(Box<PgnFault>),
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}, line {line}: {kind}")]
pub struct PgnFault {
    /// Which game of the stream, counted from one.
    pub game: u64,
    /// Which line of the stream, counted from one.
    pub line: u64,
    /// What is wrong.
    pub kind: PgnFaultKind,
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PgnFaultKind {
    /// A tag cannot be read.
    #[error("expected a tag such as [White \"Ana\"], found {0:?}")]
    Tag(String),
    /// The `Variant` tag names an unknown game.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The `FEN` tag is no position.
    #[error("the FEN tag: {0}")]
    Start(#[from] FenError),
    /// A move is not legal.
    #[error("ply {ply}: {error}")]
    Move {
        /// Which move of its line, counting both sides' from one at the start of the game.
        ply: usize,
        /// What is wrong with it.
        error: SanError,
    },
    /// A variation replaces a move, so one must come before it.
    #[error("expected a move before the variation")]
    VariationWithoutMove,
    /// A variation ends that never began.
    #[error("found \")\" where no variation is open")]
    StrayBracket,
    /// A variation does not end.
    #[error("the game ends inside a variation, expected \")\"")]
    OpenVariation,
    /// A comment does not end.
    #[error("the game ends inside a comment, expected \"}}\"")]
    OpenComment,
    /// A comment ends that never began.
    #[error("found \"}}\" where no comment is open")]
    StrayBrace,
    /// A NAG is not a number up to 255.
    #[error("expected a number from 0 to 255 after \"$\", found {0:?}")]
    Nag(String),
    /// There is more of something than is read.
    #[error("more than {limit} {what}")]
    TooMuch {
        /// What there is too much of.
        what: PgnQuantity,
        /// How much is read.
        limit: usize,
    },
}

/// What a game may have only so much of; [`PgnLimits`] says how much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnQuantity {
    /// Tags in a game.
    Tags,
    /// Bytes in a tag.
    TagBytes,
    /// Moves in a game, those of variations included.
    Moves,
    /// Variations inside each other.
    Nesting,
    /// Bytes in a comment.
    CommentBytes,
    /// Bytes in all comments of a game.
    TextBytes,
}

impl fmt::Display for PgnQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tags => "tags",
            Self::TagBytes => "bytes in a tag",
            Self::Moves => "moves",
            Self::Nesting => "variations inside each other",
            Self::CommentBytes => "bytes in a comment",
            Self::TextBytes => "bytes of comments",
        })
    }
}

/// How much of a game is read, so that no stream can fill the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnLimits {
    /// Tags in a game.
    pub tags: usize,
    /// Bytes in a tag.
    pub tag_bytes: usize,
    /// Moves in a game, those of variations included.
    pub moves: usize,
    /// Variations inside each other.
    pub nesting: usize,
    /// Bytes in a comment.
    pub comment_bytes: usize,
    /// Bytes in all comments of a game.
    pub text_bytes: usize,
}

impl Default for PgnLimits {
    fn default() -> Self {
        Self {
            tags: 256,
            tag_bytes: 8 << 10,
            moves: 50_000,
            nesting: 64,
            comment_bytes: 64 << 10,
            text_bytes: 4 << 20,
        }
    }
}
