//! How a game ends, and why.

use std::fmt;

use crate::types::Color;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win(Color, WinReason),
    /// Nobody has won.
    Draw(DrawReason),
}

/// Why a game is won.
///
/// Exhaustive on purpose: whoever puts it into words is told by the compiler of a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The loser to move is in check (strict atomic: threatened) and has no legal move.
    Checkmate,
    /// The loser's king was captured or exploded.
    KingExploded,
    /// Pawn Battle: a pawn of the winner reached the last rank.
    PawnHome,
    /// Pawn Battle: the loser has no pawns left.
    PawnsCaptured,
}

/// Why a game is drawn.
///
/// Exhaustive on purpose: whoever puts it into words is told by the compiler of a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can win any more, however the game goes on.
    InsufficientMaterial,
    /// Fifty moves of each side, a hundred plies, without a capture or, but in Pawn Battle, a pawn move.
    FiftyMoves,
    /// The same position for the third time.
    Threefold,
}

impl Outcome {
    /// Who has won, if anybody.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// The result as PGN writes it.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Win(Color::White, _) => "1-0",
            Self::Win(Color::Black, _) => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, reason) => write!(f, "{color} wins: {reason}"),
            Self::Draw(reason) => write!(f, "draw: {reason}"),
        }
    }
}

impl fmt::Display for WinReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::KingExploded => "the king exploded",
            Self::PawnHome => "a pawn reached the last rank",
            Self::PawnsCaptured => "no pawns left",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiftyMoves => "fifty moves without progress",
            Self::Threefold => "threefold repetition",
        })
    }
}
