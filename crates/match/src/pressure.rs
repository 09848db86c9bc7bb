//! How busy the machine was with other programs. On a busy machine engines lose on time through no fault of their own,
//! so the report includes it.

use std::time::{Duration, Instant};

/// CPU pressure (Linux PSI): how long some program had to wait for a processor.
#[derive(Debug)]
pub(super) struct PressureWatch {
    since: Instant,
    waited: Option<Duration>,
}

impl PressureWatch {
    pub(super) fn start() -> Self {
        Self { since: Instant::now(), waited: waited_so_far() }
    }

    /// The share of the time since the start, 0 to 1, in which something had to wait; `None` where the system does not
    /// count it.
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

/// Steal time: how long the host of a virtual machine took the processors away, as Linux counts it. The engines stood
/// still meanwhile.
#[derive(Clone, Copy, Debug)]
pub(super) struct StolenWatch(Option<Duration>);

impl StolenWatch {
    pub(super) fn start() -> Self {
        Self(stolen_so_far())
    }

    /// How much was taken since the start, from all processors together: one engine has lost no more than that.
    pub(super) fn stolen(self) -> Duration {
        let taken = |before| Some(stolen_so_far()?.saturating_sub(before));
        self.0.and_then(taken).unwrap_or_default()
    }
}

fn stolen_so_far() -> Option<Duration> {
    steal_of(&std::fs::read_to_string("/proc/stat").ok()?)
}

/// Reads `cpu  user nice system idle iowait irq softirq steal …`, the first line, in hundredths of a second.
fn steal_of(text: &str) -> Option<Duration> {
    let mut fields = text.lines().next()?.strip_prefix("cpu ")?.split_ascii_whitespace();
    let steal: u64 = fields.nth(7)?.parse().ok()?;
    Some(Duration::from_millis(steal.checked_mul(10)?))
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

    #[test]
    fn what_was_stolen_is_read() {
        let text = "cpu  7482399 4297134 684909 1873459 24896 0 39663 132692 0 0\n\
                    cpu0 3741199 2148567 342454 936729 12448 0 19831 66346 0 0\n";
        assert_eq!(steal_of(text), Some(Duration::from_millis(1_326_920)));
        assert_eq!(steal_of("cpu  1 2 3\n"), None);
        assert_eq!(steal_of("nothing of the kind"), None);
    }
}
