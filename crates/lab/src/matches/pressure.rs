//! How busy the machine was with other things. On a crowded machine engines are late through no fault of
//! their own, and a result by the clock says little; so the report tells.

use std::time::{Duration, Instant};

/// Watches how long some program had to wait for a processor, as Linux counts it.
#[derive(Debug)]
pub(super) struct PressureWatch {
    since: Instant,
    waited: Option<Duration>,
}

impl PressureWatch {
    pub(super) fn start() -> Self {
        Self { since: Instant::now(), waited: waited_so_far() }
    }

    /// The part of the time since the start, 0 to 1, during which something had to wait; `None` where
    /// nobody counts it.
    pub(super) fn share(&self) -> Option<f64> {
        let waited = waited_so_far()?.saturating_sub(self.waited?);
        Some((waited.as_secs_f64() / self.since.elapsed().as_secs_f64().max(1e-3)).min(1.0))
    }
}

fn waited_so_far() -> Option<Duration> {
    total_of(&std::fs::read_to_string("/proc/pressure/cpu").ok()?)
}

/// Reads `some avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS`, the first line of two.
fn total_of(text: &str) -> Option<Duration> {
    let line = text.lines().find(|line| line.starts_with("some "))?;
    let total = line.split(' ').find_map(|field| field.strip_prefix("total="))?;
    total.parse().ok().map(Duration::from_micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        let text = "some avg10=92.20 avg60=92.35 avg300=96.74 total=3990784583\n\
                    full avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
        assert_eq!(total_of(text), Some(Duration::from_micros(3_990_784_583)));
        assert_eq!(total_of("nothing of the kind"), None);
    }
}
