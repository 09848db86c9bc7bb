//! Presence: which players are connected, how many spectators there are, and since when a player has been gone. It is
//! sent a few times a second at most.

use estopim_protocol::{GameStatus, ServerMessage};
use estopim_rules::Color as Side;

use super::actor::Actor;
use super::command::Watcher;
use super::live::{Kind, Occupant};
use super::to_text;

/// The shortest interval between presence messages.
const EVERY_MS: i64 = 250;

/// The state of presence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presence {
    /// Since when the player of a colour has been gone; indexed by colour.
    left_since_ms: [Option<i64>; 2],
    told_ms: i64,
    /// Whether something has changed since it was sent.
    is_news: bool,
    /// When the last command came.
    touched_ms: i64,
}

impl Presence {
    /// Nobody is there yet.
    pub(super) fn new(now_ms: i64) -> Self {
        Self { left_since_ms: [Some(now_ms); 2], told_ms: 0, is_news: false, touched_ms: now_ms }
    }

    /// The game begins: absences count from now on.
    pub(super) fn begin(&mut self, now_ms: i64) {
        self.left_since_ms = [Some(now_ms); 2];
    }

    /// A command came.
    pub(super) fn touch(&mut self, now_ms: i64) {
        self.touched_ms = now_ms;
    }
}

impl Actor {
    /// Whether the player of a colour has a socket open; the computer always has.
    fn is_present(&self, color: Side) -> bool {
        match &self.live.seats[color.index()] {
            Some(Occupant::Person { session, .. }) => {
                self.watchers.iter().any(|watcher| watcher.asker.session == *session)
            }
            Some(Occupant::Computer { .. }) => true,
            None => false,
        }
    }

    /// The number of spectators. While a seat is free there are none: a visitor may be about to take it.
    pub(super) fn spectators(&self) -> u32 {
        if self.live.status() == GameStatus::Waiting {
            return 0;
        }
        let watches = |watcher: &&Watcher| self.live.seat_of(&watcher.asker.session).is_none();
        self.watchers.iter().filter(watches).count() as u32
    }

    /// Since when a player has been gone.
    pub(super) fn gone_since_ms(&self, color: Side) -> Option<i64> {
        self.presence.left_since_ms[color.index()]
    }

    /// Somebody has come or gone: sends presence now, or soon.
    pub(super) fn presence_changed(&mut self, now: i64) {
        for color in Side::ALL {
            let is_present = self.is_present(color);
            let since = &mut self.presence.left_since_ms[color.index()];
            *since = if is_present { None } else { since.or(Some(now)) };
        }
        self.presence.is_news = true;
        self.tell_presence(now);
    }

    /// Sends presence to all watchers, unless it was sent a moment ago.
    fn tell_presence(&mut self, now: i64) {
        if self.presence.is_news && now - self.presence.told_ms >= EVERY_MS {
            self.presence.is_news = false;
            self.presence.told_ms = now;
            let text = self.presence_text(now);
            for watcher in &self.watchers {
                watcher.outbox.presence(text.clone());
            }
        }
    }

    pub(super) fn presence_text(&self, now: i64) -> axum::extract::ws::Utf8Bytes {
        let after_ms = self.games.context.config.left_after_ms;
        let is_playing = self.live.status() == GameStatus::Playing;
        let gone = self.presence.left_since_ms.iter().flatten().min();
        let claimable = gone.map(|since| since + after_ms - now);
        to_text(&ServerMessage::Presence {
            white: self.is_present(Side::White),
            black: self.is_present(Side::Black),
            spectators: self.spectators(),
            claimable_in_ms: claimable.filter(|_| is_playing).map(|ms| ms.max(0)),
        })
    }

    /// When presence must be looked at.
    pub(super) fn presence_due_ms(&self) -> Option<i64> {
        let told = self.presence.is_news.then_some(self.presence.told_ms + EVERY_MS);
        told.into_iter().chain(self.seek_ends_ms()).min()
    }

    /// When a seek is withdrawn whose owner has gone.
    fn seek_ends_ms(&self) -> Option<i64> {
        let is_seek = self.live.kind == Kind::Lobby && self.live.status() == GameStatus::Waiting;
        let owner = Side::ALL.into_iter().find(|side| self.live.seats[side.index()].is_some())?;
        let gone = self.gone_since_ms(owner).filter(|_| is_seek)?;
        Some(gone + self.games.context.config.seek_grace_ms)
    }

    /// Sends changed presence, and withdraws a seek whose owner does not come back.
    pub(super) async fn look_at_presence(&mut self, now: i64) {
        self.tell_presence(now);
        if self.seek_ends_ms().is_some_and(|ends| ends <= now) {
            // If it cannot be written it is tried again.
            let _ = self.withdraw().await;
        }
    }

    /// Whether the game is idle.
    pub(super) fn is_idle(&self, now: i64) -> bool {
        let idle_ms = self.games.context.config.idle_ms;
        self.watchers.is_empty()
            && self.thinking.is_none()
            && self.seek_ends_ms().is_none()
            && now - self.presence.touched_ms >= idle_ms
    }

    /// When the game may leave memory.
    pub(super) fn idle_at_ms(&self) -> i64 {
        let idle_ms = self.games.context.config.idle_ms;
        // A watched game stays in memory; this only sets the next check.
        if self.watchers.is_empty() {
            self.presence.touched_ms + idle_ms
        } else {
            self.now_ms() + idle_ms
        }
    }
}
