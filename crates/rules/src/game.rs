//! [`Game`]: a position with its history. What depends on the past is decided here: repetition, the
//! fifty-move clock, and the result.

use thiserror::Error;

use crate::any::{AnyPosition, Variant};
use crate::notation::uci::{UciError, split_uci};
use crate::outcome::{DrawReason, Outcome};
use crate::refusal::Refusal;
use crate::types::{Color, Move, Role, Square};
use crate::zobrist::Key;

/// A game in progress or finished: where it started, what was played, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: AnyPosition,
    plies: Vec<Ply>,
    position: AnyPosition,
    outcome: Option<Outcome>,
}

/// A move with the position it was played in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ply {
    before: AnyPosition,
    mv: Move,
}

/// The fifty-move rule, in plies: a game this long without progress is drawn.
pub const FIFTY_MOVE_PLIES: u16 = 100;
/// The third occurrence of a position draws.
const REPETITION_LIMIT: usize = 3;

/// A move that a game does not take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over ({0})")]
    Over(Outcome),
    /// The move is not legal here.
    #[error("{0:?} is not a legal move here")]
    Illegal(Move),
}

impl Game {
    /// A game from its first position.
    pub fn new(variant: Variant) -> Self {
        Self::from_position(AnyPosition::initial(variant))
    }

    /// A game from any position.
    pub fn from_position(start: AnyPosition) -> Self {
        let mut game = Self { start, plies: Vec::new(), position: start, outcome: None };
        game.outcome = game.outcome_of(&start, None);
        game
    }

    /// Which game is played.
    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    /// The position the game started from.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position now.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// How many moves have been played by both sides together.
    pub fn ply_count(&self) -> usize {
        self.plies.len()
    }

    /// The moves played, each with the position it was played in.
    pub fn moves(
        &self,
    ) -> impl ExactSizeIterator<Item = (&AnyPosition, Move)> + DoubleEndedIterator {
        self.plies.iter().map(|ply| (&ply.before, ply.mv))
    }

    /// The position after the first `ply` moves, if that many have been played.
    pub fn position_at(&self, ply: usize) -> Option<&AnyPosition> {
        match self.plies.get(ply) {
            Some(ply) => Some(&ply.before),
            None => (ply == self.plies.len()).then_some(&self.position),
        }
    }

    /// How the game has ended by the rules, if it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move if it is legal and the game goes on.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        let (position, outcome) = self.peek(mv)?;
        self.plies.push(Ply { before: self.position, mv });
        self.position = position;
        self.outcome = outcome;
        Ok(())
    }

    /// How a move would end the game, if it would; an error if it cannot be played.
    pub fn outcome_after(&self, mv: Move) -> Result<Option<Outcome>, PlayError> {
        self.peek(mv).map(|(_, outcome)| outcome)
    }

    /// The position after a move, and what ends the game there.
    fn peek(&self, mv: Move) -> Result<(AnyPosition, Option<Outcome>), PlayError> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::Over(outcome));
        }
        if !self.position.legal_moves().contains(&mv) {
            return Err(PlayError::Illegal(mv));
        }
        let position = self.position.after(mv);
        Ok((position, self.outcome_of(&position, Some(self.position.key()))))
    }

    /// The legal move from `from` to `to`, or why there is none.
    ///
    /// The game knows more than its position: that it is over by its history, and that a pawn has just made a double
    /// step, even if an en passant capture would expose the king.
    pub fn legal_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Refusal> {
        if let Some(outcome) = self.outcome {
            return Err(Refusal::GameOver(outcome));
        }
        self.position.legal_move(from, to, promotion).map_err(|refusal| match refusal {
            Refusal::NothingToCapture if self.just_passed() == Some(to) => {
                self.position.en_passant_refusal(from, to).unwrap_or(refusal)
            }
            _ => refusal,
        })
    }

    /// The square that the last move, a pawn's double step, passed over.
    fn just_passed(&self) -> Option<Square> {
        let Ply { before, mv } = self.plies.last()?;
        let (from, to) = (mv.from(), mv.to());
        let is_pawn = before.board().pieces(before.turn(), Role::Pawn).has(from);
        let is_double_step = is_pawn && from.index().abs_diff(to.index()) == 16;
        is_double_step.then(|| from.ahead(before.turn()))
    }

    /// Reads a legal move as UCI writes it, or says why it is none.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let (from, to, promotion) = split_uci(text)?;
        self.legal_move(from, to, promotion)
            .map_err(|refusal| UciError::Illegal { text: text.to_owned(), refusal })
    }

    /// Reads a move as UCI writes it and plays it, or says why not.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, UciError> {
        let mv = self.parse_uci(text)?;
        self.play(mv).expect("a legal move of a game that goes on can be played");
        Ok(mv)
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let ply = self.plies.pop()?;
        self.position = ply.before;
        self.outcome = self.outcome_of(&ply.before, None);
        Some(ply.mv)
    }

    /// The keys of the positions that may equal the present one, latest first: those since the last
    /// capture or pawn move.
    pub fn recent_keys(&self) -> impl Iterator<Item = Key> {
        let reversible = usize::from(self.position.halfmoves());
        self.plies.iter().rev().take(reversible).map(|ply| ply.before.key())
    }

    /// The outcome of a position that follows the plies played. The board comes first, so mate on the last ply of the
    /// fifty-move clock is mate. `last` is the key of the position before it, if that move is not among the plies yet.
    fn outcome_of(&self, position: &AnyPosition, last: Option<Key>) -> Option<Outcome> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome);
        }
        if position.halfmoves() >= FIFTY_MOVE_PLIES {
            return Some(Outcome::Draw(DrawReason::FiftyMoves));
        }
        if !position.repetition_draws() {
            return None;
        }
        let earlier = self.plies.iter().rev().map(|ply| ply.before.key());
        let recent = last.into_iter().chain(earlier).take(position.halfmoves().into());
        let occurrences = 1 + recent.filter(|&key| key == position.key()).count();
        (occurrences >= REPETITION_LIMIT).then_some(Outcome::Draw(DrawReason::Threefold))
    }
}
