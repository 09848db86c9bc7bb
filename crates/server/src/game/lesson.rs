//! What is different in a game of a class: who may see it, what stands still, what a teacher may do, and what the class is
//! told.

use std::time::Duration;

use estopim_engine::Level;
use estopim_play::state::Command;
use estopim_protocol::class::ClassBoard;
use estopim_protocol::{ClientMessage, GameStatus, ReasonCode};
use estopim_rules::{Color as Side, Game, Outcome};

use super::actor::Actor;
use super::change::GameChange;
use super::command::TeacherOrder;
use super::live::Occupant;
use crate::auth::Session;
use crate::error::Error;
use crate::workers::Request;

/// How long a hint is searched for.
const HINT_TIME: Duration = Duration::from_millis(400);

/// Weights of what there is to see on a board.
mod interest {
    /// The side to move can win at once.
    pub const CAN_WIN: u32 = 100;
    /// Something was just captured.
    pub const CAPTURE: u32 = 25;
    /// Each rank that the furthest pawn has gone.
    pub const PAWN_RANK: u32 = 6;
    /// Each move, so that a game that has not begun is the least of all.
    pub const MOVE: u32 = 1;
    /// The most that moves count for.
    pub const MOVES: u32 = 20;
}

impl Actor {
    /// Refuses to show a game of a class to those who are neither its players nor teach the class.
    pub(super) fn must_see(&self, session: &Session) -> Result<(), Error> {
        let Some(class) = &self.live.class else { return Ok(()) };
        let classes = &self.games.context.classes;
        if self.live.seat_of(session).is_some() || classes.teaches(session, class) {
            return Ok(());
        }
        Err(Error::no_such_game(&self.live.id))
    }

    /// Whether the class stands still.
    pub(super) fn stands_still(&self) -> bool {
        let classes = &self.games.context.classes;
        self.live.class.as_ref().is_some_and(|class| classes.is_frozen(class))
    }

    /// Refuses what children may not do in a game of a class.
    pub(super) fn must_be_allowed_in_class(&self, message: &ClientMessage) -> Result<(), Error> {
        use ClientMessage as Wish;
        let Some(class) = &self.live.class else { return Ok(()) };
        if self.stands_still() {
            return Err(Error::new(ReasonCode::Frozen, "your teacher has stopped all boards"));
        }
        let refused = match message {
            Wish::Chat { .. }
            | Wish::OfferRematch { .. }
            | Wish::AcceptRematch { .. }
            | Wish::Abort { .. }
            | Wish::ClaimLeft { .. } => true,
            Wish::OfferTakeback { .. } | Wish::AcceptTakeback { .. } => {
                !self.games.context.classes.allows_undo(class)
            }
            _ => false,
        };
        if refused {
            return Err(Error::new(ReasonCode::NotAllowed, "this cannot be done in a class"));
        }
        Ok(())
    }

    /// Does what a teacher orders.
    pub(super) async fn teach(&mut self, order: TeacherOrder) -> Result<(), Error> {
        let now_ms = self.now_ms();
        match order {
            TeacherOrder::Rewind(plies) => self.execute(Command::Rewind { plies }, now_ms).await,
            TeacherOrder::End if self.live.status() == GameStatus::Ended => Ok(()),
            TeacherOrder::End => self.execute(Command::Abandon, now_ms).await,
            TeacherOrder::Thaw { from_ms } => {
                if self.live.clock().runs_out_ms().is_none() {
                    return Ok(());
                }
                let mut clock = *self.live.clock();
                clock.forgive(from_ms, now_ms, now_ms);
                Ok(self.make(GameChange::Thawed { clock, now_ms }).await?)
            }
            TeacherOrder::Report => {
                self.class_told = None;
                Ok(())
            }
            TeacherOrder::Close => {
                self.is_closed = true;
                for watcher in &self.watchers {
                    watcher.outbox.hang_up();
                }
                Ok(())
            }
        }
    }

    /// What to search for a good move here.
    pub(super) fn hint_request(&self) -> Result<Request, Error> {
        if self.live.status() != GameStatus::Playing {
            return Err(Error::new(ReasonCode::GameOver, "the game is over"));
        }
        Ok(Request::new(self.live.game(), Level::FULL, HINT_TIME, 0))
    }

    /// Tells the class of a change of the board.
    pub(super) fn tell_class(&mut self) {
        let Some(class) = self.live.class.clone() else { return };
        let now = (self.live.plies.len(), self.live.status() == GameStatus::Ended);
        if self.in_doubt || self.class_told == Some(now) {
            return;
        }
        self.class_told = Some(now);
        self.games.context.classes.tell_board(&class, self.class_board());
    }

    fn class_board(&self) -> ClassBoard {
        let live = &self.live;
        let game = live.game();
        let can_win = live.status() == GameStatus::Playing && can_win(game);
        let seat = |side: Side| match &live.seats[side.index()] {
            Some(Occupant::Person { session, .. }) => Some(session.0.clone()),
            Some(Occupant::Computer { .. }) | None => None,
        };
        let last = live.plies.last();
        ClassBoard {
            game: live.id.clone(),
            round: 0,
            variant: game.variant().into(),
            white: seat(Side::White),
            black: seat(Side::Black),
            computer_level: live.computer().map(|(_, level)| level),
            fen: game.position().fen(),
            last_move: last.map(|ply| ply.played.uci.clone()),
            ply: live.plies.len() as u32,
            turn: live.turn().into(),
            outcome: live.outcome(),
            can_win,
            interest: if live.outcome().is_some() { 0 } else { interest_of(game, can_win) },
            moved_ms: last.map_or(live.created_ms, |ply| ply.played.at_ms),
            why: Vec::new(),
        }
    }
}

/// Whether the side to move has a move that wins at once.
fn can_win(game: &Game) -> bool {
    let moves = game.position().legal_moves();
    moves.into_iter().any(|mv| {
        let outcome = game.outcome_after(mv).ok().flatten();
        outcome.and_then(Outcome::winner) == Some(game.turn())
    })
}

/// How much there is to see on a board.
fn interest_of(game: &Game, can_win: bool) -> u32 {
    let board = game.position().board();
    let ranks = |side: Side| {
        let pawns = board.pieces(side, estopim_rules::Role::Pawn);
        pawns.into_iter().map(move |square| square.rank().relative_to(side).index() as u32)
    };
    let furthest = Side::ALL.into_iter().flat_map(ranks).max().unwrap_or(0);
    let captured = game.moves().last().is_some_and(|(before, mv)| before.is_capture(mv));
    u32::from(can_win) * interest::CAN_WIN
        + u32::from(captured) * interest::CAPTURE
        + furthest * interest::PAWN_RANK
        + (game.ply_count() as u32 * interest::MOVE).min(interest::MOVES)
}
