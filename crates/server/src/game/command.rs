//! [`GameCommand`]: what can be asked of a game's task.

use estopim_engine::Best;
use estopim_protocol::{ClientMessage, GameView, ServerMessage};
use tokio::sync::oneshot;

use super::outbox::Outbox;
use super::to_text;
use crate::auth::Session;
use crate::error::Error;
use crate::limits::Asker;

/// Somebody who watches a game.
pub struct Watcher {
    /// Which socket it is.
    pub socket: u64,
    /// Whose.
    pub asker: Asker,
    /// Where to tell it.
    pub outbox: Outbox,
}

/// What can be asked of a game.
pub enum GameCommand {
    /// Tell me from now on. `seq` is the last message the watcher has.
    Watch {
        /// Who.
        watcher: Watcher,
        /// What it has.
        seq: Option<u64>,
    },
    /// Tell this socket no more.
    Leave {
        /// Which.
        socket: u64,
    },
    /// A player wants something.
    Act {
        /// Who.
        by: Asker,
        /// What.
        message: ClientMessage,
        /// When it came.
        received_ms: i64,
        /// How long the network takes to them and back.
        lag_ms: i64,
        /// Where to say why not.
        outbox: Outbox,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        by: Asker,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// How does it stand?
    View {
        /// As seen by whom.
        session: Session,
        /// The answer.
        reply: oneshot::Sender<Result<Box<GameView>, Error>>,
    },
    /// The game as text.
    Pgn {
        /// The answer.
        reply: oneshot::Sender<Result<String, Error>>,
    },
    /// Somebody has another nickname now.
    Renamed {
        /// Who.
        session: Session,
    },
    /// The seek is no longer wanted.
    Withdraw {
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// For some time nothing could be kept.
    Outage,
    /// The computer has begun to think.
    ThoughtBegan {
        /// Which thought it is.
        ticket: u64,
    },
    /// The computer has thought.
    Thought {
        /// Which thought it is.
        ticket: u64,
        /// What came of it.
        best: Box<Best>,
    },
}

/// Why a game does not do what it is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusing {
    /// There is no such game, or none that can be read.
    Unreadable,
    /// It is there, but the database is not.
    Away,
}

impl GameCommand {
    /// Says no. Who wants to watch a game that cannot be read just now is hung up on and comes back.
    pub(super) fn refuse(self, error: &Error, why: Refusing) {
        let failed = || to_text(&ServerMessage::Failed { reason: error.0.clone() });
        match self {
            Self::Watch { watcher, .. } if why == Refusing::Away => watcher.outbox.hang_up(),
            // The asker may be gone.
            Self::Watch { watcher: Watcher { outbox, .. }, .. } | Self::Act { outbox, .. } => {
                outbox.reply(failed());
            }
            Self::Join { reply, .. } | Self::Withdraw { reply } => {
                drop(reply.send(Err(error.clone())));
            }
            Self::View { reply, .. } => drop(reply.send(Err(error.clone()))),
            Self::Pgn { reply } => drop(reply.send(Err(error.clone()))),
            Self::Leave { .. }
            | Self::Renamed { .. }
            | Self::Outage
            | Self::ThoughtBegan { .. }
            | Self::Thought { .. } => {}
        }
    }
}
