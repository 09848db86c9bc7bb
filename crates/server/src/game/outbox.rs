//! [`Outbox`]: the queue of messages to one socket.
//!
//! Messages about a game are queued in order. When the queue is full it is dropped and the reader counts as behind: it
//! gets a snapshot as soon as it has caught up, and keeps its connection. So others cannot disconnect a player.
//! Presence is not queued: the latest replaces the one before. Replies to the client's own messages have a queue of
//! their own; a client that fills it does not read, and is disconnected.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

/// Messages that may wait before the reader counts as behind.
const NEWS: usize = 64;
/// Replies that may wait before the client is disconnected.
const REPLIES: usize = 256;

/// A sender to a socket, for the game that it watches.
#[derive(Clone)]
pub struct Outbox {
    shared: Arc<Shared>,
    /// The current subscription; messages of earlier ones are dropped.
    subscription: u64,
}

struct Shared {
    waiting: Mutex<Waiting>,
    arrived: Notify,
}

#[derive(Default)]
struct Waiting {
    news: VecDeque<Utf8Bytes>,
    replies: VecDeque<Utf8Bytes>,
    presence: Option<Utf8Bytes>,
    reader: Reader,
    subscription: u64,
    must_hang_up: bool,
}

/// Whether a socket keeps up with its game.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Reader {
    #[default]
    UpToDate,
    /// News was lost.
    Behind,
    /// News was lost, and a snapshot has been asked for.
    AwaitsSnapshot,
}

/// What a socket has to do next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this.
    Send(Utf8Bytes),
    /// Ask the game for a snapshot: news was lost.
    Resync,
    /// Disconnect: the client does not read the replies to its own messages, or its game cannot be loaded.
    HangUp,
}

impl Default for Outbox {
    fn default() -> Self {
        let shared = Shared { waiting: Mutex::default(), arrived: Notify::new() };
        Self { shared: Arc::new(shared), subscription: 0 }
    }
}

impl Outbox {
    fn change<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        let changed =
            change(&mut self.shared.waiting.lock().expect("nobody panics with the outbox"));
        self.shared.arrived.notify_one();
        changed
    }

    /// Queues a message about the game, and returns whether the reader keeps up.
    pub fn tell(&self, text: Utf8Bytes) -> bool {
        self.change(|waiting| {
            if waiting.subscription != self.subscription || waiting.reader != Reader::UpToDate {
                return true;
            }
            if waiting.news.len() >= NEWS {
                waiting.news.clear();
                waiting.reader = Reader::Behind;
                return false;
            }
            waiting.news.push_back(text);
            true
        })
    }

    /// Queues the whole game, in place of everything that waits.
    pub fn snapshot(&self, text: Utf8Bytes) {
        self.change(|waiting| {
            if waiting.subscription == self.subscription {
                waiting.news.clear();
                waiting.news.push_back(text);
                waiting.reader = Reader::UpToDate;
            }
        });
    }

    /// Sets the presence to send, in place of one not sent yet.
    pub fn presence(&self, text: Utf8Bytes) {
        self.change(|waiting| {
            if waiting.subscription == self.subscription {
                waiting.presence = Some(text);
            }
        });
    }

    /// Queues the reply to a message of the client's own.
    pub fn reply(&self, text: Utf8Bytes) {
        self.change(|waiting| {
            if waiting.replies.len() < REPLIES {
                waiting.replies.push_back(text);
            } else {
                waiting.must_hang_up = true;
            }
        });
    }

    /// Ends the connection; its client reconnects.
    pub fn hang_up(&self) {
        self.change(|waiting| waiting.must_hang_up = true);
    }

    /// Drops the queue of the old subscription, and begins a new one.
    pub fn resubscribe(&mut self) {
        self.subscription += 1;
        let subscription = self.subscription;
        self.change(|waiting| {
            waiting.news.clear();
            waiting.presence = None;
            waiting.reader = Reader::UpToDate;
            waiting.subscription = subscription;
        });
    }

    /// What to do next; waits until there is something.
    pub async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.ready() {
                return next;
            }
            self.shared.arrived.notified().await;
        }
    }

    pub(super) fn ready(&self) -> Option<Next> {
        let mut waiting = self.shared.waiting.lock().expect("nobody panics with the outbox");
        if waiting.must_hang_up {
            return Some(Next::HangUp);
        }
        let text = waiting.news.pop_front().or_else(|| waiting.replies.pop_front());
        if let Some(text) = text.or_else(|| waiting.presence.take()) {
            return Some(Next::Send(text));
        }
        if waiting.reader == Reader::Behind {
            waiting.reader = Reader::AwaitsSnapshot;
            return Some(Next::Resync);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drained(outbox: &Outbox) -> Vec<Next> {
        std::iter::from_fn(|| outbox.ready()).collect()
    }

    fn sent(text: &str) -> Next {
        Next::Send(Utf8Bytes::from(text))
    }

    #[test]
    fn a_reader_who_falls_behind_gets_a_snapshot_and_then_news_again() {
        let outbox = Outbox::default();
        for _ in 0..NEWS {
            assert!(outbox.tell("news".into()));
        }
        assert!(!outbox.tell("one too many".into()));
        assert_eq!(drained(&outbox), [Next::Resync]);
        assert!(outbox.tell("part of the snapshot".into()));
        assert_eq!(drained(&outbox), []);
        outbox.snapshot("snapshot".into());
        assert!(outbox.tell("news".into()));
        assert_eq!(drained(&outbox), [sent("snapshot"), sent("news")]);
    }

    #[test]
    fn presence_takes_one_place_however_often_it_changes() {
        let outbox = Outbox::default();
        for count in 0..1_000 {
            outbox.presence(count.to_string().into());
        }
        assert!(outbox.tell("move".into()));
        assert_eq!(drained(&outbox), [sent("move"), sent("999")]);
    }

    #[test]
    fn answers_are_kept_while_a_reader_is_behind_and_end_somewhere() {
        let outbox = Outbox::default();
        for _ in 0..=NEWS {
            outbox.tell("news".into());
        }
        outbox.reply("refused".into());
        assert_eq!(drained(&outbox), [sent("refused"), Next::Resync]);
        for _ in 0..=REPLIES {
            outbox.reply("refused".into());
        }
        assert_eq!(outbox.ready(), Some(Next::HangUp));
    }

    #[test]
    fn news_of_a_game_that_is_no_longer_watched_is_dropped() {
        let mut outbox = Outbox::default();
        let before = outbox.clone();
        before.tell("old".into());
        outbox.resubscribe();
        before.tell("old".into());
        before.snapshot("old".into());
        before.presence("old".into());
        outbox.tell("new".into());
        assert_eq!(drained(&outbox), [sent("new")]);
    }
}
