//! Heartbeats: a write every second shows whether the database works. A gap between two is an outage, which is charged
//! to nobody's clock, like the time in which no server runs.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use estopim_store::{StoreError, Write};

use crate::game::{Context, Games};

/// The interval of heartbeats, in milliseconds.
const EVERY_MS: i64 = 1_000;
/// The longest gap between two heartbeats that is not an outage.
pub const OUTAGE_MS: i64 = 1_500;
/// How many outages are kept in memory. Every game in memory is told of each at once; the database has them all.
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

    /// Whether a heartbeat is missing: no time may be charged before the next one.
    pub fn is_heartbeat_missing(&self, now_ms: i64) -> bool {
        now_ms - self.last_ms.load(Relaxed) > OUTAGE_MS
    }

    /// How many there have been.
    pub fn count(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// The outages after the first `seen`, as far as they are kept, and the number of all outages so far.
    pub fn after(&self, seen: usize) -> (Vec<(i64, i64)>, usize) {
        let heartbeats = self.heartbeats.lock().expect("nobody panics with the heartbeats");
        let skipped = seen.saturating_sub(heartbeats.forgotten);
        let outages = heartbeats.outages.iter().skip(skipped).copied().collect();
        (outages, heartbeats.forgotten + heartbeats.outages.len())
    }

    /// Records a heartbeat. Returns the outage that it has ended, if any.
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

/// Writes a heartbeat every second.
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

/// Writes a heartbeat, and the outage that it ends, if any.
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
