//! News for everybody: the open seeks. A message only says that something changed; what it is now is
//! asked of the database, so a lost message costs a moment and nothing else.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use estopim_protocol::ServerMessage;
use estopim_protocol::rest::Seek;
use estopim_store::{Store, StoreError};
use tokio::sync::{Notify, watch};

use crate::game::load::{name_of, time_control, variant_of};

/// How many seeks are shown.
const SEEKS: i64 = 100;

/// Where the lobby is announced.
pub struct Bus {
    changed: Notify,
    lobby: watch::Sender<Utf8Bytes>,
}

impl Default for Bus {
    fn default() -> Self {
        Self { changed: Notify::new(), lobby: watch::Sender::new(lobby_message(Vec::new())) }
    }
}

impl Bus {
    /// The seeks have changed.
    pub fn lobby_changed(&self) {
        self.changed.notify_one();
    }

    /// The lobby's message, and each one that follows.
    pub fn lobby(&self) -> watch::Receiver<Utf8Bytes> {
        self.lobby.subscribe()
    }

    /// Asks for the seeks whenever they have changed, and tells everybody.
    pub async fn run(self: Arc<Self>, store: Store) {
        loop {
            match seeks(&store).await {
                Ok(seeks) => {
                    let message = lobby_message(seeks);
                    self.lobby.send_if_modified(|last| {
                        let is_news = *last != message;
                        *last = message;
                        is_news
                    });
                }
                Err(error) => tracing::warn!(%error, "the lobby could not be read"),
            }
            self.changed.notified().await;
        }
    }
}

fn lobby_message(seeks: Vec<Seek>) -> Utf8Bytes {
    crate::game::to_text(&ServerMessage::Lobby { seeks })
}

/// The open seeks, newest first.
pub async fn seeks(store: &Store) -> Result<Vec<Seek>, StoreError> {
    let rows = store.open_seeks(SEEKS).await?;
    let seeks = rows.into_iter().filter_map(|row| {
        let creator = row.white_id.as_ref().or(row.black_id.as_ref())?;
        let kept = row.white_name.as_ref().or(row.black_name.as_ref());
        Some(Seek {
            name: name_of(creator, kept),
            variant: variant_of(&row)?.into(),
            time: time_control(&row),
            setup: row.setup,
            created_ms: row.created_ms,
            id: row.id,
        })
    });
    Ok(seeks.collect())
}
