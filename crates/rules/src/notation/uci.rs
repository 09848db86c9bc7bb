//! Moves as the UCI protocol writes them: `e2e4`, `e7e8q`.
//!
//! Castling is the king's step of two squares (`e1g1`), and the king taking its rook where the
//! position is a Chess960 one (`e1h1`). Both are read everywhere.

use thiserror::Error;

use super::fen::excerpt;
use crate::castling::CastlingSide;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::types::{Move, MoveKind, Role, Square};

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UciError {
    /// It is not written as a move.
    #[error("expected a move such as e2e4 or e7e8q, found {0:?}")]
    Syntax(String),
    /// It is written as a move but is not legal.
    #[error("{text} is illegal: {refusal}")]
    Illegal {
        /// The text.
        text: String,
        /// The reason.
        refusal: Refusal,
    },
}

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingNotation {
    /// The king's step to where it ends.
    KingSteps,
    /// The king takes its own rook.
    KingTakesRook,
}

impl<R: Rules> Position<R> {
    /// Writes a legal move.
    pub fn uci(&self, mv: Move) -> String {
        let notation = if self.is_chess960() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingSteps
        };
        self.uci_as(mv, notation)
    }

    /// Writes a legal move, with castling as asked for.
    pub fn uci_as(&self, mv: Move, notation: CastlingNotation) -> String {
        let from = mv.from();
        let to = match (mv.kind(), notation) {
            (MoveKind::Castle, CastlingNotation::KingSteps) => {
                CastlingSide::of(from, mv.to()).king_target(self.turn())
            }
            _ => mv.to(),
        };
        // Without `format!`, for speed: the server writes every legal move of every position.
        let mut text = String::with_capacity(5);
        for square in [from, to] {
            text.push(square.file().letter());
            text.push(square.rank().digit());
        }
        text.extend(mv.promotes_to().map(Role::letter));
        text
    }

    /// Reads a legal move, or says why it is none.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) = split_uci(text)?;
        self.legal_move(from, to, promotion)
            .map_err(|refusal| UciError::Illegal { text: text.to_owned(), refusal })
    }
}

/// The squares and the promotion that a text names.
pub(crate) fn split_uci(text: &str) -> Result<(Square, Square, Option<Role>), UciError> {
    let parts = || {
        let (from, rest) = text.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let mut letters = promotion.chars();
        let promotion = letters.next().map(Role::from_letter);
        let is_whole = letters.next().is_none() && promotion != Some(None);
        is_whole.then_some((from.parse().ok()?, to.parse().ok()?, promotion.flatten()))
    };
    parts().ok_or_else(|| UciError::Syntax(excerpt(text)))
}
