//! Whether the database takes what is written. The heartbeat tells, every second; the time in which it does not is
//! an outage, and is charged to nobody's clock, no more than the time in which no server runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use estopim_store::{StoreError, Write};

use crate::game::{Context, Games};

/// How often it is written down that the server runs, in milliseconds.
const EVERY_MS: i64 = 1_000;
/// How long may pass between two heartbeats before it is an outage.
pub const OUTAGE_MS: i64 = 1_500;
/// How many outages are remembered. Every game in memory hears of each at once; the database has them all.
const REMEMBERED: usize = 256;

/// The outages since the server started.
pub struct Outages {
    heartbeats: Mutex<Heartbeats>,
    last_ms: AtomicI64,
    count: AtomicUsize,
}

struct Heartbeats {
    last_ms: i64,
    /// From when to when nothing was written, the latest last.
    outages: VecDeque<(i64, i64)>,
    /// How many have been forgotten.
    forgotten: usize,
}

impl Outages {
    /// None yet.
    pub fn new(now_ms: i64) -> Self {
        let heartbeats = Heartbeats { last_ms: now_ms, outages: VecDeque::new(), forgotten: 0 };
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

    /// All that are remembered but the first so many, and how many there have been with them.
    pub fn after(&self, seen: usize) -> (Vec<(i64, i64)>, usize) {
        let heartbeats = self.heartbeats.lock().expect("nobody panics with the heartbeats");
        let skipped = seen.saturating_sub(heartbeats.forgotten);
        let outages = heartbeats.outages.iter().skip(skipped).copied().collect();
        (outages, heartbeats.forgotten + heartbeats.outages.len())
    }

    /// A heartbeat was written. Tells of the outage that it has ended, if there was one.
    fn beat(&self, now_ms: i64) -> Option<(i64, i64)> {
        let mut heartbeats = self.heartbeats.lock().expect("nobody panics with the heartbeats");
        let last_ms = std::mem::replace(&mut heartbeats.last_ms, now_ms);
        let outage = (now_ms - last_ms > OUTAGE_MS).then_some((last_ms, now_ms));
        heartbeats.outages.extend(outage);
        if heartbeats.outages.len() > REMEMBERED {
            heartbeats.outages.pop_front();
            heartbeats.forgotten += 1;
        }
        self.last_ms.store(now_ms, Relaxed);
        self.count.store(heartbeats.forgotten + heartbeats.outages.len(), Relaxed);
        outage
    }
}

/// Writes down every second that the server runs.
pub async fn run(games: Arc<Games>) {
    let time = &games.context.time;
    loop {
        let began_ms = time.now_ms();
        match beat(&games).await {
            Ok(()) => {}
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!(%error, "the heartbeat was not kept: {error}"),
        }
        time.sleep_until(began_ms + EVERY_MS).await;
    }
}

/// Writes down that the server runs, and how long it could not, if so.
pub async fn beat(games: &Games) -> Result<(), StoreError> {
    let Context { outages, time, metrics, .. } = &games.context;
    let _ = games.context.write(vec![Write::Beat { now_ms: time.now_ms() }]).await?;
    let now_ms = time.now_ms();
    metrics.heartbeat_ms.store(now_ms, Relaxed);
    if let Some((from_ms, to_ms)) = outages.beat(now_ms) {
        let seconds = (to_ms - from_ms) as f64 / 1e3;
        tracing::warn!(seconds, "nothing was kept for {seconds:.1} s; no clock is charged for it");
        games.tell_all_of_outage();
        // For games that are loaded later.
        let kept = games.context.write(vec![Write::Downtime { from_ms, to_ms }]).await;
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
        assert_eq!(outages.count(), 1);
        assert_eq!(outages.after(0), (vec![(3_400, 12_000)], 1));
        assert_eq!(outages.after(1), (vec![], 1));
    }

    #[test]
    fn outages_without_end_are_counted_and_the_oldest_forgotten() {
        let outages = Outages::new(0);
        for number in 1..=2 * REMEMBERED as i64 {
            assert!(outages.beat(number * 10_000).is_some());
        }
        assert_eq!(outages.count(), 2 * REMEMBERED);
        for (seen, told) in [
            (0, REMEMBERED),
            (REMEMBERED - 3, REMEMBERED),
            (2 * REMEMBERED - 2, 2),
            (2 * REMEMBERED, 0),
        ] {
            let (outages, count) = outages.after(seen);
            // Whoever was told of them has seen them all, the forgotten ones too.
            assert_eq!((outages.len(), count), (told, 2 * REMEMBERED), "{seen}");
        }
    }
}
