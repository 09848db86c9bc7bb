//! How a game may have ended on the board, with no look at its history.

use super::board::{Color, Piece, Role, Square};
use super::position::Position;
use super::ruleset::Ruleset;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Checkmate { winner: Color },
    KingGone { winner: Color },
    PawnHome { winner: Color },
    NoPawns { winner: Color },
    Stalemate,
    InsufficientMaterial,
}

impl Position {
    /// Every way in which this game is over; empty while it goes on.
    ///
    /// More than one can hold (a stalemate with a lone bishop left), and no rule puts one before the other.
    pub fn endings(&self) -> Vec<Ending> {
        let mut endings = Vec::new();
        for side in [Color::White, Color::Black] {
            if self.ruleset.has_kings() {
                if self.board.king(side).is_none() {
                    endings.push(Ending::KingGone { winner: !side });
                }
            } else {
                if self.has_pawn_home(side) {
                    endings.push(Ending::PawnHome { winner: side });
                }
                if self.board.count(side, Role::Pawn) == 0 {
                    endings.push(Ending::NoPawns { winner: !side });
                }
            }
        }
        if !endings.is_empty() {
            return endings;
        }
        if self.legal_moves().is_empty() {
            endings.push(if self.is_check() {
                Ending::Checkmate { winner: !self.turn }
            } else {
                Ending::Stalemate
            });
        }
        if self.is_surely_insufficient() {
            endings.push(Ending::InsufficientMaterial);
        }
        endings
    }

    /// Chess: bare kings, a lone knight, or bishops all of one square colour. Atomic: bare kings, the one
    /// case its rules name. Elsewhere there is no such rule.
    fn is_surely_insufficient(&self) -> bool {
        let rest: Vec<(Square, Piece)> =
            self.board.pieces().filter(|(_, piece)| piece.role != Role::King).collect();
        let square_color = |square: Square| (square.file() + square.rank()) % 2;
        match self.ruleset {
            Ruleset::Chess => {
                let lone_knight = rest.len() == 1 && rest[0].1.role == Role::Knight;
                let like_bishops = rest.iter().all(|&(square, piece)| {
                    piece.role == Role::Bishop && square_color(square) == square_color(rest[0].0)
                });
                lone_knight || like_bishops
            }
            Ruleset::Atomic => rest.is_empty(),
            Ruleset::StrictAtomic | Ruleset::SimpleAtomic | Ruleset::PawnBattle => false,
        }
    }
}
