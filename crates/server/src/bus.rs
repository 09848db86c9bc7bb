//! News for everybody: the lobby. The first message is the whole list of seeks, each one after it a difference.
//! Changes that come close together are told together.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use estopim_protocol::ServerMessage;
use estopim_protocol::rest::Seek;
use estopim_store::{Store, StoreError};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Notify, broadcast};

use crate::game::load::name_of;
use crate::game::rows::{time_control, variant_of};
use crate::game::to_text;

/// How many seeks are shown.
const SEEKS: i64 = 100;
/// How often changes are told at most.
const EVERY: Duration = Duration::from_millis(250);
/// How many differences may wait for a reader before it gets the whole list instead.
const DIFFERENCES: usize = 16;

/// Where the lobby is announced.
pub struct Bus {
    changed: Notify,
    lobby: Mutex<Lobby>,
}

struct Lobby {
    seeks: Vec<Seek>,
    differences: broadcast::Sender<Utf8Bytes>,
}

/// The lobby as one connection is told of it.
pub struct LobbyFeed {
    bus: Arc<Bus>,
    /// The whole list, until it has been sent.
    whole: Option<Utf8Bytes>,
    differences: broadcast::Receiver<Utf8Bytes>,
}

impl LobbyFeed {
    /// The next message.
    pub async fn next(&mut self) -> Utf8Bytes {
        loop {
            if let Some(whole) = self.whole.take() {
                return whole;
            }
            match self.differences.recv().await {
                Ok(difference) => return difference,
                // Too many were missed; the whole list says it all.
                Err(RecvError::Lagged(_)) => *self = self.bus.lobby(),
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl Default for Bus {
    fn default() -> Self {
        let lobby = Lobby { seeks: Vec::new(), differences: broadcast::Sender::new(DIFFERENCES) };
        Self { changed: Notify::new(), lobby: Mutex::new(lobby) }
    }
}

impl Bus {
    /// The seeks have changed.
    pub fn lobby_changed(&self) {
        self.changed.notify_one();
    }

    /// The lobby from now on.
    pub fn lobby(self: &Arc<Self>) -> LobbyFeed {
        let lobby = self.lobby.lock().expect("nobody panics with the lobby");
        LobbyFeed {
            bus: Arc::clone(self),
            whole: Some(to_text(&ServerMessage::Lobby { seeks: lobby.seeks.clone() })),
            differences: lobby.differences.subscribe(),
        }
    }

    /// Asks for the seeks whenever they have changed, and tells everybody what is different.
    pub async fn run(self: Arc<Self>, store: Store) {
        loop {
            match seeks(&store).await {
                Ok(seeks) => self.replace(seeks),
                Err(StoreError::Closed) => return,
                Err(error) => {
                    tracing::warn!(%error, "the lobby could not be read: {error}");
                    // Once more, after the pause.
                    self.changed.notify_one();
                }
            }
            tokio::time::sleep(EVERY).await;
            self.changed.notified().await;
        }
    }

    fn replace(&self, seeks: Vec<Seek>) {
        let mut lobby = self.lobby.lock().expect("nobody panics with the lobby");
        if let Some(difference) = difference(&lobby.seeks, &seeks) {
            lobby.seeks = seeks;
            // Nobody may be watching.
            let _ = lobby.differences.send(to_text(&difference));
        }
    }
}

/// What turns one list of seeks into another, if they differ.
fn difference(before: &[Seek], after: &[Seek]) -> Option<ServerMessage> {
    let added: Vec<Seek> = after.iter().filter(|seek| !before.contains(seek)).cloned().collect();
    let is_gone = |seek: &&Seek| after.iter().all(|kept| kept.id != seek.id);
    let removed: Vec<String> = before.iter().filter(is_gone).map(|seek| seek.id.clone()).collect();
    let is_news = !added.is_empty() || !removed.is_empty();
    is_news.then_some(ServerMessage::LobbyChanged { added, removed })
}

/// The open seeks, newest first.
pub async fn seeks(store: &Store) -> Result<Vec<Seek>, StoreError> {
    let rows = store.open_seeks(SEEKS).await?;
    let seeks = rows.into_iter().filter_map(|row| {
        let creator = row.white_id.as_ref().or(row.black_id.as_ref())?;
        let kept = row.white_name.as_ref().or(row.black_name.as_ref());
        Some(Seek {
            name: name_of(creator, kept),
            by: creator.clone(),
            variant: variant_of(&row)?.into(),
            time: time_control(&row).into(),
            setup: row.setup,
            created_ms: row.created_ms,
            id: row.id,
        })
    });
    Ok(seeks.collect())
}

#[cfg(test)]
mod tests {
    use estopim_protocol::{TimeControl, Variant, apply_lobby_change};

    use super::*;

    fn seek(id: &str, created_ms: i64, name: &str) -> Seek {
        Seek {
            id: id.to_owned(),
            name: name.to_owned(),
            by: name.to_owned(),
            variant: Variant::Atomic,
            time: TimeControl::None {},
            setup: None,
            created_ms,
        }
    }

    #[test]
    fn a_difference_turns_the_list_before_into_the_list_after() {
        let [a, b, c] = [seek("a", 1, "Ana"), seek("b", 2, "Bia"), seek("c", 3, "Caio")];
        let renamed = seek("a", 1, "Aninha");
        for (before, after) in [
            (vec![], vec![b.clone(), a.clone()]),
            (vec![b.clone(), a.clone()], vec![c.clone(), a.clone()]),
            (vec![b.clone(), a.clone()], vec![b.clone(), renamed]),
            (vec![c.clone(), b.clone()], vec![b.clone(), a.clone()]),
            (vec![c.clone()], vec![]),
        ] {
            let Some(ServerMessage::LobbyChanged { added, removed }) = difference(&before, &after)
            else {
                panic!("{before:?} and {after:?} differ");
            };
            let mut seeks = before.clone();
            apply_lobby_change(&mut seeks, added, &removed);
            assert_eq!(seeks, after);
        }
        assert_eq!(difference(std::slice::from_ref(&c), std::slice::from_ref(&c)), None);
    }
}
