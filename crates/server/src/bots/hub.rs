//! [`Hub`]: the event streams that are open, and with them who is online.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::mpsc;

use super::challenges::Challenge;
use crate::auth::Session;

/// Events that may wait for a slow reader.
const WAITING: usize = 256;

/// Something that an event stream tells.
#[derive(Clone, Debug)]
pub enum Event {
    /// A challenge was made.
    Challenge(Arc<Challenge>),
    /// A challenge was withdrawn or has expired.
    Canceled(Arc<Challenge>),
    /// A challenge was declined.
    Declined(Arc<Challenge>),
    /// A game begins.
    GameStart(String),
    /// A game has ended.
    GameFinish(String),
    /// Another stream of the same token takes the place of this one.
    Replaced,
}

struct Stream {
    number: u64,
    token: String,
    events: mpsc::Sender<Event>,
}

/// The open event streams.
#[derive(Default)]
pub struct Hub {
    streams: Mutex<HashMap<Session, Vec<Stream>>>,
}

/// An open event stream. It is closed when this is dropped.
pub struct Subscription {
    hub: Arc<Hub>,
    session: Session,
    number: u64,
    /// What happens.
    pub events: mpsc::Receiver<Event>,
}

impl Hub {
    fn streams(&self) -> MutexGuard<'_, HashMap<Session, Vec<Stream>>> {
        self.streams.lock().expect("nobody panics with the streams")
    }

    /// Opens the event stream of a token; an older one of the same token is closed.
    pub fn subscribe(self: &Arc<Self>, session: &Session, token: &str) -> Subscription {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let (sender, events) = mpsc::channel(WAITING);
        let mut all = self.streams();
        let own = all.entry(session.clone()).or_default();
        own.retain(|stream| {
            let is_other = stream.token != token;
            if !is_other {
                // A stream that does not read ends by its dropped sender.
                let _ = stream.events.try_send(Event::Replaced);
            }
            is_other
        });
        own.push(Stream { number, token: token.to_owned(), events: sender });
        Subscription { hub: Arc::clone(self), session: session.clone(), number, events }
    }

    /// Tells the streams of a session. A stream whose reader is too slow is closed; it is opened again by its client,
    /// which then gets everything that goes on.
    pub fn tell(&self, session: &Session, event: &Event) {
        let mut all = self.streams();
        if let Some(own) = all.get_mut(session) {
            own.retain(|stream| stream.events.try_send(event.clone()).is_ok());
            if own.is_empty() {
                all.remove(session);
            }
        }
    }

    /// Whether a session has an event stream.
    pub fn is_online(&self, session: &Session) -> bool {
        self.streams().contains_key(session)
    }

    /// Everybody who has an event stream.
    pub fn online(&self) -> Vec<Session> {
        self.streams().keys().cloned().collect()
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut all = self.hub.streams();
        if let Some(own) = all.get_mut(&self.session) {
            own.retain(|stream| stream.number != self.number);
            if own.is_empty() {
                all.remove(&self.session);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_second_stream_of_a_token_takes_the_place_of_the_first() {
        let hub = Arc::new(Hub::default());
        let ana = Session("ana".to_owned());
        assert!(!hub.is_online(&ana));
        let mut first = hub.subscribe(&ana, "token");
        let mut second = hub.subscribe(&ana, "token");
        let mut other = hub.subscribe(&ana, "other");
        assert!(matches!(first.events.recv().await, Some(Event::Replaced)));
        drop(first);
        assert!(hub.is_online(&ana), "the closed one is not the only one");
        hub.tell(&ana, &Event::GameStart("game".to_owned()));
        for stream in [&mut second, &mut other] {
            assert!(
                matches!(stream.events.recv().await, Some(Event::GameStart(id)) if id == "game")
            );
        }
        drop((second, other));
        assert!(!hub.is_online(&ana));
    }
}
