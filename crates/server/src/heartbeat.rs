//! Whether the database takes what is written. The heartbeat tells, every second; the time in which it does not is
//! an outage, and is charged to nobody's clock, no more than the time in which no server runs.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use estopim_store::{Change, StoreError};

use crate::game::{Context, Games};
use crate::now_ms;

/// How often it is written down that the server runs.
const EVERY: Duration = Duration::from_secs(1);
/// How long may pass between two heartbeats before it is an outage.
pub const OUTAGE_MS: i64 = 1_500;

/// The outages since the server started.
pub struct Outages {
    heartbeats: Mutex<Heartbeats>,
    last_ms: AtomicI64,
    count: AtomicUsize,
}

struct Heartbeats {
    last_ms: i64,
    /// From when to when nothing was written.
    outages: Vec<(i64, i64)>,
}

impl Outages {
    /// None yet.
    pub fn new(now_ms: i64) -> Self {
        let heartbeats = Heartbeats { last_ms: now_ms, outages: Vec::new() };
        Self {
            heartbeats: Mutex::new(heartbeats),
            last_ms: AtomicI64::new(now_ms),
            count: AtomicUsize::new(0),
        }
    }

    /// Whether a heartbeat is missing: nothing may be charged before the next one has come.
    pub fn is_heartbeat_missing(&self, now_ms: i64) -> bool {
        now_ms - self.last_ms.load(Relaxed) > OUTAGE_MS
    }

    /// How many there have been.
    pub fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// All but the first so many.
    pub fn after(&self, seen: usize) -> Vec<(i64, i64)> {
        let heartbeats = self.heartbeats.lock().expect("nobody panics with the heartbeats");
        heartbeats.outages.get(seen..).unwrap_or_default().to_vec()
    }

    /// A heartbeat was written. Tells of the outage that it has ended, if there was one.
    fn beat(&self, now_ms: i64) -> Option<(i64, i64)> {
        let mut heartbeats = self.heartbeats.lock().expect("nobody panics with the heartbeats");
        let last_ms = std::mem::replace(&mut heartbeats.last_ms, now_ms);
        let outage = (now_ms - last_ms > OUTAGE_MS).then_some((last_ms, now_ms));
        heartbeats.outages.extend(outage);
        self.last_ms.store(now_ms, Relaxed);
        self.count.store(heartbeats.outages.len(), Relaxed);
        outage
    }
}

/// Writes down every second that the server runs.
pub async fn run(games: Arc<Games>) {
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match beat(&games).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!(%error, "the heartbeat was not kept: {error}"),
        }
    }
}

/// Writes down that the server runs, and how long it could not, if so.
pub async fn beat(games: &Games) -> Result<(), StoreError> {
    let Context { store, outages, .. } = &games.context;
    store.check_write(now_ms()).await?;
    if let Some((from_ms, to_ms)) = outages.beat(now_ms()) {
        let seconds = (to_ms - from_ms) as f64 / 1e3;
        tracing::warn!(seconds, "nothing was kept for {seconds:.1} s; no clock is charged for it");
        games.tell_all_of_outage();
        // For games that are loaded later.
        let kept = store.write(vec![Change::Downtime { from_ms, to_ms }]).await;
        if let Err(error) = kept {
            tracing::warn!(%error, "the outage was not kept: {error}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_heartbeats_is_an_outage() {
        let outages = Outages::new(1_000);
        assert_eq!(outages.beat(2_000), None);
        assert_eq!(outages.beat(3_400), None);
        assert_eq!(outages.beat(12_000), Some((3_400, 12_000)));
        assert_eq!(outages.beat(13_000), None);
        assert_eq!((outages.count(), outages.after(0)), (1, vec![(3_400, 12_000)]));
        assert_eq!(outages.after(1), []);
    }
}
