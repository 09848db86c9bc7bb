//! Measured latencies and their report.

use std::fmt;
use std::time::Duration;

/// Times from one player's sending a move to the other's having it.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<u32>);

impl Latencies {
    /// Adds a latency.
    pub fn add(&mut self, latency: Duration) {
        self.0.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
    }

    /// Adds those of another.
    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Sorts them, for [`Self::at`].
    pub fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// A percentile, in thousandths, in milliseconds. The latencies must be sorted.
    pub fn at(&self, per_mille: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (self.0.len() * per_mille / 1000).min(last);
        self.0.get(index).map_or(0.0, |&micros| f64::from(micros) / 1000.0)
    }
}

/// One phase of a load test.
#[derive(Clone, Debug)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// How long it took.
    pub took: Duration,
    /// Latencies of all moves in it.
    pub latencies: Latencies,
    /// The processor time of the server in it.
    pub server_time: Duration,
    /// Why games broke off.
    pub errors: Vec<String>,
}

impl Phase {
    /// A phase in which nothing has happened yet.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            took: Duration::ZERO,
            latencies: Latencies::default(),
            server_time: Duration::ZERO,
            errors: Vec::new(),
        }
    }

    /// Adds the figures of another phase.
    pub fn merge(&mut self, other: Self) {
        self.took += other.took;
        self.server_time += other.server_time;
        self.latencies.merge(other.latencies);
        self.latencies.sort();
        self.errors.extend(other.errors);
    }

    /// Moves a second.
    pub fn moves_per_second(&self) -> f64 {
        self.latencies.count() as f64 / self.took.as_secs_f64()
    }

    /// The processor time of the server a move, in microseconds.
    pub fn server_micros_a_move(&self) -> f64 {
        self.server_time.as_secs_f64() * 1e6 / self.latencies.count().max(1) as f64
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<22} {:>9} moves {:>9.0}/s   p50 {:>8.2} ms   p99 {:>8.2} ms   p99.9 {:>8.2} ms   errors {}",
            self.name,
            self.latencies.count(),
            self.moves_per_second(),
            self.latencies.at(500),
            self.latencies.at(990),
            self.latencies.at(999),
            self.errors.len()
        )
    }
}

/// The resident memory of a process in bytes, where the system tells.
pub fn memory_of(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The processor time that a process has used, where the system tells.
pub fn processor_time_of(process: u32) -> Option<Duration> {
    /// In this many parts of a second Linux tells it to programs, whatever it counts in itself.
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in brackets, may have spaces.
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks = |index: usize| fields.split_whitespace().nth(index)?.parse::<u64>().ok();
    // User and system time are the fields 14 and 15 of proc_pid_stat(5); the state, field 3, is the first here.
    Some(Duration::from_secs_f64((ticks(11)? + ticks(12)?) as f64 / TICKS_A_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_a_thousand_are_taken_from_the_sorted_times() {
        let mut latencies = Latencies::default();
        for ms in (1..=1000).rev() {
            latencies.add(Duration::from_millis(ms));
        }
        latencies.sort();
        assert_eq!(
            (latencies.at(500), latencies.at(990), latencies.at(999)),
            (501.0, 991.0, 1000.0)
        );
        assert!(Latencies::default().at(990).abs() < f64::EPSILON);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_works_uses_time() {
        let used = || processor_time_of(std::process::id()).expect("Linux tells");
        let before = used();
        // Ends as soon as it is counted, or hangs the test.
        while used() < before + Duration::from_millis(20) {}
    }
}
