//! The computer's part in a game: it is asked for moves, answers offers, and talks.

use std::time::{Duration, Instant};

use estopim_engine::{Best, Level};
use estopim_protocol::{Author, ChatLine, GameStatus, OfferKind, Remark, RemarkKind};

use super::actor::{Actor, Ask};
use super::live::Kind;
use crate::now_ms;
use crate::remarks::{Occasion, choose, occasions};
use crate::workers::Request;

/// How long to wait before asking again when all the computer's threads are taken.
const RETRY: Duration = Duration::from_millis(200);
/// The computer takes a draw from this many plies on…
const DRAW_FROM_PLY: usize = 30;
/// …if it thinks its own game is not better than this, in centipawns.
const DRAW_UP_TO: i32 = 20;
/// How long the strongest level thinks about a move without a clock.
const FULL_THOUGHT: Duration = Duration::from_secs(1);

impl Actor {
    /// Asks the computer for a move, if it is its turn and it is not at it already.
    pub(super) fn think(&mut self) {
        let Some((color, level)) = self.live.computer() else { return };
        let is_its_turn = self.live.status() == GameStatus::Playing && self.live.turn() == color;
        if !is_its_turn || self.thinking.is_some() {
            return;
        }
        let level = Level::new(level).unwrap_or(Level::FULL);
        let ticket = self.new_ticket();
        let left = self.live.clock.left(color, now_ms());
        let request = Request::new(&self.live.game, level, time_for_move(left), ticket);
        let pace = self.pace(level, left);
        let (workers, me) = (self.games.context.workers.clone(), self.me.clone());
        // Waits outside of this task, so that the game goes on answering.
        tokio::spawn(async move {
            let began = Instant::now();
            let best = loop {
                match workers.think(request.clone()).await {
                    Some(best) => break best,
                    None => tokio::time::sleep(RETRY).await,
                }
                if me.upgrade().is_none() {
                    return;
                }
            };
            tokio::time::sleep(pace.saturating_sub(began.elapsed())).await;
            if let Some(game) = me.upgrade() {
                // A game that is gone needs no move.
                let _ = game.send(Ask::Thought { ticket, best: Box::new(best) }).await;
            }
        });
    }

    /// How long a move takes at least: weak players do not answer in no time.
    fn pace(&self, level: Level, left_ms: Option<i64>) -> Duration {
        let slow_ms = u64::from(10 - level.number()) * 120 + rand::random_range(100..700);
        let share_ms = left_ms.map_or(u64::MAX, |ms| ms.max(0) as u64 / 40);
        let percent = self.games.context.config.computer_pace_percent;
        Duration::from_millis(slow_ms.min(share_ms) * percent / 100)
    }

    /// Plays what the computer has thought of, unless the game has moved on.
    pub(super) async fn play_thought(&mut self, ticket: u64, best: &Best) {
        if self.thinking != Some(ticket) {
            return;
        }
        self.thinking = None;
        let Some(mv) = best.mv() else { return };
        let before = self.judged;
        self.judged = best.score.map(|score| score.0);
        let position = *self.live.game.position();
        if let Err(error) = self.play(mv, 0).await {
            let game = &self.live.id;
            tracing::warn!(game, code = ?error.0.code, "the computer could not move in {game}");
            self.think();
            return;
        }
        if self.live.status() == GameStatus::Playing {
            let found = occasions(&position, mv, before, self.judged);
            if let Some(occasion) = choose(&found) {
                self.remark(occasion).await;
            }
        }
    }

    /// Whether the computer takes an offer at once.
    pub(super) fn computer_accepts(&self, kind: OfferKind) -> bool {
        let is_level = self.judged.is_some_and(|judged| judged <= DRAW_UP_TO);
        self.live.kind == Kind::Computer
            && match kind {
                OfferKind::Draw => is_level && self.live.game.ply_count() >= DRAW_FROM_PLY,
                OfferKind::Takeback | OfferKind::Rematch => true,
            }
    }

    /// Says hello in a game that has just begun.
    pub(super) async fn greet(&mut self) {
        if self.live.computer().is_some()
            && self.live.chat.is_empty()
            && self.live.status() == GameStatus::Playing
        {
            self.remark(Occasion::new(RemarkKind::Greeting)).await;
        }
    }

    /// Says something at the end.
    pub(super) async fn remark_on_end(&mut self) {
        let (Some((color, _)), Some(outcome)) = (self.live.computer(), self.live.outcome) else {
            return;
        };
        if outcome.reason == estopim_protocol::EndReason::Aborted {
            return;
        }
        let kind = match outcome.winner {
            Some(winner) if winner == color.into() => RemarkKind::Win,
            Some(_) => RemarkKind::Loss,
            None => RemarkKind::Draw,
        };
        self.remark(Occasion::new(kind)).await;
    }

    /// Puts an occasion into words: one of its texts, but not the one that was said last.
    async fn remark(&mut self, occasion: Occasion) {
        let last = self.live.chat.iter().rev().find_map(|line| line.remark.as_ref());
        let last = last.map(|remark| remark.key.clone());
        let keys = (1..=RemarkKind::COUNT).map(|n| occasion.kind.key(n));
        let keys: Vec<String> = keys.filter(|key| Some(key) != last.as_ref()).collect();
        let key = keys[rand::random_range(0..keys.len())].clone();
        let remark = Remark { key, args: occasion.args };
        let line =
            ChatLine { by: Author::Computer, text: None, remark: Some(remark), at_ms: now_ms() };
        // Talk that cannot be kept is not missed.
        let _ = self.say(line).await;
    }
}

/// How long the computer may think: a fair share of its clock.
fn time_for_move(left_ms: Option<i64>) -> Duration {
    let left = left_ms.map_or(Duration::MAX, |ms| Duration::from_millis(ms.max(0) as u64));
    FULL_THOUGHT.min(left / 30).max(Duration::from_millis(5))
}
