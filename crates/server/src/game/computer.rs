//! The computer in a game: its moves, its answers to offers, and its remarks.

use std::net::Ipv4Addr;
use std::time::{Duration, Instant};

use estopim_engine::{Best, Level};
use estopim_play::computer::{self, least_pause, time_for_move};
use estopim_play::remarks::{occasions, on_end};
use estopim_play::state::Consent;
use estopim_play::{OfferKind, RemarkKind, Remarks};
use estopim_protocol::{Author, GameStatus, Remark};
use tokio::task::AbortHandle;

use super::actor::Actor;
use super::command::GameCommand;
use super::live::Kind;
use super::timing::RETRY_MS;
use crate::auth::Session;
use crate::limits::{Asker, ClientAddress};
use crate::workers::Request;

/// The computer's clock is stopped while it waits for a thread. Clients, which saw it run, are corrected if the
/// difference is this large.
const WORTH_TELLING_MS: i64 = 200;

/// A pending search of the computer. Dropping it cancels the search.
pub(super) struct Thinking {
    /// Its number; results of other searches are ignored.
    ticket: u64,
    /// Since when it has waited for a thread; `None` once the search runs.
    waits_since_ms: Option<i64>,
    task: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Actor {
    /// Starts a search if it is the computer's turn and none is pending. Its clock is stopped until a thread begins.
    /// Called after every change.
    pub(super) fn think(&mut self) {
        let Some((color, level)) = self.live.computer() else { return };
        let is_its_turn = self.live.status() == GameStatus::Playing && self.live.turn() == color;
        if !is_its_turn
            || self.stands_still()
            || self.in_doubt
            || self.is_held
            || self.thinking.is_some()
            || self.think_after_ms > self.now_ms()
        {
            return;
        }
        let level = Level::new(level).unwrap_or(Level::FULL);
        let ticket = rand::random();
        self.live.state.clock_mut().hold();
        let now = self.now_ms();
        let left = self.live.clock().left(color, now);
        let request = Request::new(self.live.game(), level, time_for_move(left), ticket);
        let pace = self.pace(level, left);
        let mut search = self.games.context.workers.think(request, self.thinks_for());
        let me = self.me.clone();
        // Waits in another task, so that the game stays responsive.
        let task = tokio::spawn(async move {
            search.begun().await;
            let began = Instant::now();
            // A game that is gone needs no move.
            let Some(game) = me.upgrade() else { return };
            let _ = game.send(GameCommand::SearchStarted { ticket }).await;
            drop(game);
            let Some(best) = search.best().await else { return };
            tokio::time::sleep(pace.saturating_sub(began.elapsed())).await;
            if let Some(game) = me.upgrade() {
                let _ = game.send(GameCommand::SearchDone { ticket, best: Box::new(best) }).await;
            }
        });
        let task = task.abort_handle();
        self.thinking = Some(Thinking { ticket, waits_since_ms: Some(now), task });
    }

    /// Stops the computer's clock while no thread searches for it.
    pub(super) fn hold_computers_clock(&mut self) {
        if self.live.computer().is_some_and(|(color, _)| color == self.live.turn()) {
            self.live.state.clock_mut().hold();
        }
    }

    /// When to search again after a move that could not be written.
    pub(super) fn thinks_at_ms(&self) -> Option<i64> {
        (self.think_after_ms > self.now_ms()).then_some(self.think_after_ms)
    }

    /// On whose account the computer thinks: the last player who asked for something, or its opponent.
    fn thinks_for(&self) -> Asker {
        let opponent = || {
            let session = self.live.sessions().next().cloned();
            let session = session.unwrap_or_else(|| Session(String::new()));
            Asker { session, address: ClientAddress(Ipv4Addr::UNSPECIFIED.into()) }
        };
        self.asker.clone().unwrap_or_else(opponent)
    }

    /// A thread has started the search: the computer's clock runs.
    pub(super) fn search_started(&mut self, ticket: u64, now: i64) {
        let Some(thinking) = &mut self.thinking else { return };
        if thinking.ticket != ticket {
            return;
        }
        let waited_ms = thinking.waits_since_ms.take().map_or(0, |since| now - since);
        self.live.state.run_clock(now);
        if waited_ms >= WORTH_TELLING_MS {
            self.tell_clocks(now);
        }
    }

    /// How soon the computer answers at the earliest.
    fn pace(&self, level: Level, left_ms: Option<i64>) -> Duration {
        let below_full = Level::FULL.number() - level.number();
        let pause = least_pause(below_full, left_ms, rand::random());
        pause * self.games.context.config.computer_pace_percent as u32 / 100
    }

    /// Plays the move that was found, unless the search is out of date.
    pub(super) async fn play_found_move(&mut self, ticket: u64, best: &Best) {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.ticket != ticket) {
            return;
        }
        self.thinking = None;
        // It searches again when the class goes on.
        if self.stands_still() {
            return self.hold_computers_clock();
        }
        let Some(mv) = best.mv() else { return };
        let before = self.last_score_cp;
        self.last_score_cp = best.score.map(|score| score.0);
        let position = *self.live.game().position();
        if let Err(error) = self.play(self.live.turn(), mv, self.now_ms(), 0).await {
            let game = &self.live.id;
            tracing::warn!(game, code = ?error.0.code, "the computer could not move in {game}");
            // The move could not be written: try again later.
            self.hold_computers_clock();
            self.think_after_ms = self.now_ms() + RETRY_MS;
            return;
        }
        if self.live.status() == GameStatus::Playing {
            let found = occasions(&position, mv, before, self.last_score_cp);
            if let Some(kind) = self.remarks().choose(&found) {
                let (square, san) = (mv.to().to_string(), position.san(mv));
                self.remark(kind, [("square", square), ("move", san)]).await;
            }
        }
    }

    /// The immediate answer to an offer: a hot-seat game needs no consent, and the computer answers at once.
    pub(super) fn consent_to(&self, kind: OfferKind) -> Consent {
        match self.live.kind {
            Kind::HotSeat => Consent::Given,
            Kind::Computer => {
                computer::consent_to(kind, self.last_score_cp, self.live.game().ply_count())
            }
            // At a table the computer plays as the programs do.
            Kind::Table if self.live.computer().is_some() => Consent::Refused,
            Kind::Table if kind != OfferKind::Draw => Consent::Refused,
            Kind::Friend | Kind::Lobby | Kind::Table => Consent::Awaited,
        }
    }

    /// Says hello in a game that has just begun.
    pub(super) async fn greet(&mut self) {
        if self.live.computer().is_some()
            && self.live.chat.is_empty()
            && self.live.status() == GameStatus::Playing
        {
            self.remark(RemarkKind::Greeting, []).await;
        }
    }

    /// Says something at the end.
    pub(super) async fn remark_on_end(&mut self) {
        let (Some((color, _)), Some(end)) = (self.live.computer(), self.live.state.end()) else {
            return;
        };
        if let Some(kind) = on_end(end, color) {
            self.remark(kind, []).await;
        }
    }

    /// Chooses remarks; the last one is in the chat, so it is remembered when the game is read again.
    fn remarks(&self) -> Remarks {
        Remarks::new(rand::random(), self.live.chat.last_remark())
    }

    /// Makes a remark; `args` fill in its text.
    async fn remark(
        &mut self,
        kind: RemarkKind,
        args: impl IntoIterator<Item = (&'static str, String)>,
    ) {
        let key = self.remarks().next_key(kind);
        let args = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let remark = Remark { key, args };
        // A remark that cannot be written is dropped.
        let _ = self.say(Author::Computer, None, Some(remark)).await;
    }
}
