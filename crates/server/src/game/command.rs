//! [`GameCommand`]: the messages to a game's task.

use estopim_engine::Best;
use estopim_protocol::{ClientMessage, GameView, ServerMessage};
use tokio::sync::oneshot;

use super::outbox::Outbox;
use super::referee::Order;
use super::to_text;
use crate::auth::Session;
use crate::error::Error;
use crate::limits::Asker;
use crate::workers::Request;

/// A watcher of a game: a player or a spectator.
pub struct Watcher {
    /// Which socket it is.
    pub socket: u64,
    /// Whose.
    pub asker: Asker,
    /// Where to send messages.
    pub outbox: Outbox,
}

/// What a teacher may do to a game of the class, beside stopping all of them at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TeacherOrder {
    /// Take back the last plies.
    Rewind(usize),
    /// End it without a result.
    End,
    /// It goes on after the class stood still; that time is not charged.
    Thaw {
        /// Since when it stood still.
        from_ms: i64,
    },
    /// Tell the class how it stands.
    Report,
    /// It was deleted: end the task.
    Close,
}

/// A message to a game's task.
pub enum GameCommand {
    /// Watch the game. `seq` is the number of the last message the watcher has.
    Watch {
        /// Who.
        watcher: Watcher,
        /// What it has.
        seq: Option<u64>,
    },
    /// Stop watching.
    Leave {
        /// Which.
        socket: u64,
    },
    /// A message of a player.
    Act {
        /// Who.
        by: Asker,
        /// What.
        message: ClientMessage,
        /// When it came.
        received_ms: i64,
        /// Their lag (round trip), in milliseconds.
        lag_ms: i64,
        /// Where to send a refusal.
        outbox: Outbox,
    },
    /// An order of the table at which the game is played.
    Referee {
        /// What.
        order: Order,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// A player's message, whose result is awaited.
    Do {
        /// Who.
        by: Asker,
        /// What.
        message: ClientMessage,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// A move as UCI writes it, at whatever ply the game is.
    PlayUci {
        /// Who.
        by: Asker,
        /// The move.
        uci: String,
        /// Whether a draw is offered with it.
        offers_draw: bool,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        by: Asker,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// The state of the game.
    View {
        /// As seen by whom.
        session: Session,
        /// The answer.
        reply: oneshot::Sender<Result<Box<GameView>, Error>>,
    },
    /// The game as PGN.
    Pgn {
        /// Who asks; `None` for the game's own class.
        session: Option<Session>,
        /// The answer.
        reply: oneshot::Sender<Result<String, Error>>,
    },
    /// A teacher's order to a game of the class.
    Teach {
        /// What.
        order: TeacherOrder,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// A good move for the side to move, as UCI writes it, and whose turn it is.
    Hint {
        /// The answer.
        reply: oneshot::Sender<Result<Request, Error>>,
    },
    /// A player has a new nickname.
    Renamed {
        /// Who.
        session: Session,
    },
    /// The seek is no longer wanted.
    Withdraw {
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// An outage of the database has ended.
    Outage,
    /// A thread has started the computer's search.
    SearchStarted {
        /// Which search it is.
        ticket: u64,
    },
    /// The computer's search is done.
    SearchDone {
        /// Which search it is.
        ticket: u64,
        /// Its result.
        best: Box<Best>,
    },
}

/// Why a game refuses commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusing {
    /// There is no such game, or none that can be read.
    Unreadable,
    /// The database is unavailable.
    Away,
}

impl GameCommand {
    /// Refuses the command. A watcher of a game that cannot be read at present is disconnected, and reconnects.
    pub(super) fn refuse(self, error: &Error, why: Refusing) {
        let failed = || to_text(&ServerMessage::Failed { reason: error.0.clone() });
        match self {
            Self::Watch { watcher, .. } if why == Refusing::Away => watcher.outbox.hang_up(),
            // The receiver may be gone.
            Self::Watch { watcher: Watcher { outbox, .. }, .. } | Self::Act { outbox, .. } => {
                outbox.reply(failed());
            }
            Self::Join { reply, .. }
            | Self::Referee { reply, .. }
            | Self::Do { reply, .. }
            | Self::PlayUci { reply, .. }
            | Self::Teach { reply, .. }
            | Self::Withdraw { reply } => {
                drop(reply.send(Err(error.clone())));
            }
            Self::View { reply, .. } => drop(reply.send(Err(error.clone()))),
            Self::Hint { reply } => drop(reply.send(Err(error.clone()))),
            Self::Pgn { reply, .. } => drop(reply.send(Err(error.clone()))),
            Self::Leave { .. }
            | Self::Renamed { .. }
            | Self::Outage
            | Self::SearchStarted { .. }
            | Self::SearchDone { .. } => {}
        }
    }
}
