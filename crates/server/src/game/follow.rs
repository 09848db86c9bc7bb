//! [`Follower`]: a watcher of a game inside the server, such as the stream of a program or a table. It gets the same
//! messages in the same order as a socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use estopim_protocol::ServerMessage;

use super::command::{GameCommand, Watcher};
use super::outbox::{Next, Outbox};
use super::registry::Games;
use crate::error::Error;
use crate::limits::Asker;

/// Followers are numbered from here, so that they are never mixed up with sockets.
const FIRST: u64 = 1 << 48;

/// A watcher of a game. It stops watching when it is dropped.
pub struct Follower {
    games: Arc<Games>,
    id: String,
    asker: Asker,
    number: u64,
    outbox: Outbox,
}

impl Follower {
    /// Watches a game for somebody. The first message is a snapshot.
    pub async fn start(games: &Arc<Games>, id: &str, asker: Asker) -> Result<Self, Error> {
        static NUMBER: AtomicU64 = AtomicU64::new(FIRST);
        let follower = Self {
            games: Arc::clone(games),
            id: id.to_owned(),
            asker,
            number: NUMBER.fetch_add(1, Relaxed),
            outbox: Outbox::default(),
        };
        follower.watch().await?;
        Ok(follower)
    }

    async fn watch(&self) -> Result<(), Error> {
        let watcher = || Watcher {
            socket: self.number,
            asker: self.asker.clone(),
            outbox: self.outbox.clone(),
        };
        // The task may end between being found and receiving the command; then it is started again.
        for _ in 0..2 {
            let command = GameCommand::Watch { watcher: watcher(), seq: None };
            if self.games.game(&self.id)?.send(command).await.is_ok() {
                return Ok(());
            }
        }
        Err(Error::busy())
    }

    /// The next message; `None` if the game cannot be followed any more. Cancel safe.
    pub async fn next(&mut self) -> Option<ServerMessage> {
        loop {
            match self.outbox.next().await {
                Next::Send(text) => match serde_json::from_str(&text) {
                    Ok(ServerMessage::Failed { .. }) => return None,
                    Ok(message) => return Some(message),
                    Err(error) => {
                        tracing::error!(%error, "a message of ours cannot be read: {error}");
                        return None;
                    }
                },
                Next::Resync => self.watch().await.ok()?,
                Next::HangUp => return None,
            }
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let Ok(game) = self.games.game(&self.id) else { return };
        let leave = GameCommand::Leave { socket: self.number };
        if let Err(tokio::sync::mpsc::error::TrySendError::Full(leave)) = game.try_send(leave)
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { game.send(leave).await });
        }
    }
}
