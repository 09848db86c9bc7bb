//! The clock of a live game: when it must be checked, flag fall, and time that is not charged.

use estopim_play::state::Command;
use estopim_protocol::{ClocksView, ReasonCode, ServerMessage};

use super::actor::Actor;
use crate::error::Error;
use crate::heartbeat::{OUTAGE_MS, beat};
use estopim_play::clock::LAG_CAP_MS;

/// How long to wait before trying again what the database did not do.
pub(super) const RETRY_MS: i64 = 1_000;

impl Actor {
    /// When the game must be checked next.
    pub(super) fn wakes_at_ms(&self) -> i64 {
        let now = self.now_ms();
        let due = [
            self.in_doubt.then_some(now + RETRY_MS),
            Some(self.idle_at_ms()),
            self.presence_due_ms(),
            self.clock_due_ms(now),
            self.thinks_at_ms(),
        ];
        let due = due.into_iter().flatten().min().unwrap_or(now);
        // What is due and failed is retried, but not at once.
        if due < now - 100 { now + RETRY_MS } else { due.max(now) + 1 }
    }

    fn clock_due_ms(&self, now: i64) -> Option<i64> {
        let is_watched = !self.told_overdue && !self.stands_still();
        let runs_out = self.live.clock().runs_out_ms().filter(|_| is_watched)?;
        let grace = if self.live.clock().is_hard() { self.lag_of_mover() } else { 0 };
        let due = self.infraction_due_ms().unwrap_or(runs_out + grace);
        // It was checked, but the result could not be written.
        Some(if due < now - 100 { now + RETRY_MS } else { due })
    }

    /// When a game that leaves memory must be back: when its clock has run out.
    pub(super) fn sleeps_until(&self) -> Option<i64> {
        self.live.clock().runs_out_ms().filter(|_| self.live.clock().is_hard())
    }

    fn lag_of_mover(&self) -> i64 {
        self.lag_ms[self.live.turn().index()].clamp(0, LAG_CAP_MS)
    }

    /// Reports an overdue move, or ends a game whose flag has fallen.
    pub(super) async fn look_at_clock(&mut self, now: i64) {
        if self.stands_still() {
            return;
        }
        self.await_heartbeat(now).await;
        if self.live.state.infractions().is_some() {
            return self.look_at_infractions(self.now_ms()).await;
        }
        if let Some(late) = self.live.clock().overdue(now)
            && !self.told_overdue
        {
            self.told_overdue = true;
            self.tell(|seq| ServerMessage::TimeOver { seq, color: late.into() });
        }
        let lag_ms = self.lag_of_mover();
        if self.live.clock().flagged(now, lag_ms).is_some()
            && self.must_be_no_outage().await.is_ok()
        {
            // If it cannot be written, or the clock was corrected, the clock is checked again.
            let _ = self.execute(Command::FlagFall { lag_ms }, self.now_ms()).await;
        }
    }

    /// Tests that the database can be written. While it cannot, nobody loses on time.
    pub(super) async fn must_be_no_outage(&mut self) -> Result<(), Error> {
        let began = self.now_ms();
        let written = beat(&self.games).await;
        self.forgive_outages(self.now_ms());
        match written {
            Ok(()) if self.now_ms() - began < OUTAGE_MS => Ok(()),
            Ok(()) => Err(Error::new(ReasonCode::Busy, "the database was not there just now")),
            Err(error) => Err(error.into()),
        }
    }

    /// Waits for a heartbeat before time is charged, if one is missing.
    pub(super) async fn await_heartbeat(&mut self, now: i64) {
        if self.games.context.outages.is_heartbeat_missing(now) {
            // If it fails, the write that follows will fail too.
            let _ = beat(&self.games).await;
        }
        self.forgive_outages(self.now_ms());
    }

    /// Corrects the clock for outages of the database.
    pub(super) fn forgive_outages(&mut self, now: i64) {
        let outages = &self.games.context.outages;
        if outages.count() <= self.live.outages_seen {
            return;
        }
        let (news, seen) = outages.after(self.live.outages_seen);
        self.live.outages_seen = seen;
        for (from_ms, to_ms) in news {
            self.live.state.clock_mut().forgive(from_ms, to_ms, now);
        }
        if self.live.clock().runs_out_ms().is_some() {
            self.told_overdue &= self.live.clock().overdue(now).is_some();
            self.tell_clocks(now);
        }
    }

    /// Sends the clocks to all watchers.
    pub(super) fn tell_clocks(&mut self, now: i64) {
        let clocks = ClocksView::of(self.live.clock(), now);
        self.tell(|seq| ServerMessage::ClocksSet { seq, clocks });
    }
}
