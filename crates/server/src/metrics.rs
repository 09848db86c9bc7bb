//! Counters for `/metrics`, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds of the times to commit a move, in milliseconds.
const BOUNDS_MS: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2_000];

/// All counters.
#[derive(Default)]
pub struct Metrics {
    /// Moves written.
    pub moves: AtomicU64,
    /// Games made.
    pub games: AtomicU64,
    /// Messages and requests refused for being too many.
    pub limited: AtomicU64,
    /// How often a slow socket got a snapshot instead of queued messages.
    pub slow_readers: AtomicU64,
    /// Messages received.
    pub received: AtomicU64,
    /// Open connections, sockets included.
    pub connections: AtomicI64,
    /// Connections closed at once because there were too many.
    pub connections_refused: AtomicU64,
    /// Open sockets.
    pub sockets: AtomicI64,
    /// Games in memory.
    pub live_games: AtomicI64,
    /// Sleeping games that will be woken when their clock has run out.
    pub sleeping_games: AtomicI64,
    /// Searches that run or wait.
    pub engine_queue: AtomicI64,
    /// Reports that are being made, or wait for it.
    pub report_queue: AtomicI64,
    /// Searches that panicked.
    pub engine_panics: AtomicU64,
    /// The last heartbeat, in milliseconds since 1970.
    pub heartbeat_ms: AtomicI64,
    commits: [AtomicU64; BOUNDS_MS.len()],
    commit_micros: AtomicU64,
}

impl Metrics {
    /// Counts a written move and how long the write took.
    pub fn move_kept(&self, took: Duration) {
        self.moves.fetch_add(1, Relaxed);
        self.commit_micros.fetch_add(took.as_micros() as u64, Relaxed);
        for (bound, count) in BOUNDS_MS.iter().zip(&self.commits) {
            if took <= Duration::from_millis(*bound) {
                count.fetch_add(1, Relaxed);
            }
        }
    }

    /// The page for Prometheus.
    pub fn page(&self) -> String {
        let mut page = String::new();
        let mut value = |name: &str, kind: &str, help: &str, value: i64| {
            // Writing to a string cannot fail.
            let _ = write!(
                page,
                "# HELP estopim_{name} {help}\n# TYPE estopim_{name} {kind}\nestopim_{name} {value}\n"
            );
        };
        let count = |counter: &AtomicU64| counter.load(Relaxed) as i64;
        value("moves_total", "counter", "Moves kept.", count(&self.moves));
        value("games_total", "counter", "Games made.", count(&self.games));
        value("messages_total", "counter", "Messages received.", count(&self.received));
        value(
            "limited_total",
            "counter",
            "Messages and requests over the limit.",
            count(&self.limited),
        );
        value(
            "slow_readers_total",
            "counter",
            "Sockets that got a snapshot for reading too slowly.",
            count(&self.slow_readers),
        );
        value(
            "engine_panics_total",
            "counter",
            "Searches that panicked.",
            count(&self.engine_panics),
        );
        value("connections", "gauge", "Open connections.", self.connections.load(Relaxed));
        value(
            "connections_refused_total",
            "counter",
            "Connections closed at once because there were too many.",
            count(&self.connections_refused),
        );
        value("sockets", "gauge", "Open sockets.", self.sockets.load(Relaxed));
        value("live_games", "gauge", "Games in memory.", self.live_games.load(Relaxed));
        value(
            "sleeping_games",
            "gauge",
            "Games that wake when their clock has run out.",
            self.sleeping_games.load(Relaxed),
        );
        value(
            "engine_queue",
            "gauge",
            "Positions the computer has to think about.",
            self.engine_queue.load(Relaxed),
        );
        value(
            "report_queue",
            "gauge",
            "Game reports that are being made or wait.",
            self.report_queue.load(Relaxed),
        );
        value(
            "heartbeat_ms",
            "gauge",
            "When it was last written that the server runs, in milliseconds since 1970.",
            self.heartbeat_ms.load(Relaxed),
        );
        let name = "estopim_move_commit_seconds";
        let _ = write!(
            page,
            "# HELP {name} From a legal move to its being kept.\n# TYPE {name} histogram\n"
        );
        for (bound, commits) in BOUNDS_MS.iter().zip(&self.commits) {
            let _ = writeln!(
                page,
                "{name}_bucket{{le=\"{}\"}} {}",
                *bound as f64 / 1e3,
                commits.load(Relaxed)
            );
        }
        let total = self.moves.load(Relaxed);
        let sum = self.commit_micros.load(Relaxed) as f64 / 1e6;
        let _ = write!(
            page,
            "{name}_bucket{{le=\"+Inf\"}} {total}\n{name}_sum {sum}\n{name}_count {total}\n"
        );
        page
    }
}
