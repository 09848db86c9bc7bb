//! [`End`]: how a game has ended, by the rules or by what the players did.

use estopim_rules::{Color, Outcome};

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    ByRules(Outcome),
    /// This side gave up.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
    /// One side ran out of time. Nobody wins if the other could not have won any more.
    OutOfTime {
        /// Who wins by it.
        winner: Option<Color>,
    },
    /// This side left and did not come back.
    Left(Color),
    /// This side had too many infractions.
    Infractions(Color),
    /// It was aborted before both had moved; there is no winner.
    Aborted,
}

impl End {
    /// Who has won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::ByRules(outcome) => outcome.winner(),
            Self::Resigned(loser) | Self::Left(loser) | Self::Infractions(loser) => {
                Some(loser.other())
            }
            Self::OutOfTime { winner } => winner,
            Self::Agreed | Self::Aborted => None,
        }
    }
}
