//! A soak of attacks: honest people play and every attack we know goes on beside them. Nobody honest may be dropped,
//! lose on time, or wait.
//!
//! [`honest`] is who plays, [`attacks`] is what is done to the server meanwhile. Everybody connects over the loopback
//! and says, as a proxy would, which address they come from: honest people from one each, attackers from few.

mod honest;
mod attacks;

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::client::Visitor;
use super::figures::Latencies;
use super::games::scripts;

/// How many people play against the computer beside those who play each other.
const AGAINST_COMPUTER: usize = 10;
/// The limit on the 99th percentile of honest people's moves, in milliseconds.
const P99_MS: f64 = 100.0;
/// The limit on the 99th percentile of the computer's answers, in milliseconds.
const COMPUTER_P99_MS: f64 = 5_000.0;

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The server's address; it must run with `--behind-proxy`.
    pub server: SocketAddr,
    /// How many games honest people play at a time.
    pub games: usize,
    /// For how long.
    pub duration: Duration,
}

/// What honest people saw.
#[derive(Clone, Debug, Default)]
pub struct HostileReport {
    /// From one player's sending a move to the other's having it.
    pub moves: Latencies,
    /// From a move to the computer's answer.
    pub computer: Latencies,
    /// Games that were lost on time.
    pub lost_on_time: usize,
    /// What went wrong: connections dropped, moves refused.
    pub faults: Vec<String>,
    /// How often each attack was made.
    pub attacks: Vec<(&'static str, u64)>,
}

impl HostileReport {
    fn merge(&mut self, other: Self) {
        self.moves.merge(other.moves);
        self.computer.merge(other.computer);
        self.lost_on_time += other.lost_on_time;
        self.faults.extend(other.faults);
    }

    /// Why the server failed, if it did.
    pub fn verdict(&self) -> Result<(), String> {
        let slow = |name, p99, limit| format!("p99 of {name} is {p99:.1} ms, wanted {limit} ms");
        if let Some(fault) = self.faults.first() {
            return Err(format!("{} faults, the first: {fault}", self.faults.len()));
        }
        if self.lost_on_time > 0 {
            return Err(format!("{} games were lost on time", self.lost_on_time));
        }
        for (name, latencies, limit) in
            [("moves", &self.moves, P99_MS), ("the computer", &self.computer, COMPUTER_P99_MS)]
        {
            if latencies.at(990) > limit {
                return Err(slow(name, latencies.at(990), limit));
            }
        }
        if let Some((name, _)) = self.attacks.iter().find(|(_, count)| *count == 0) {
            return Err(format!("the attack {name:?} was never made"));
        }
        Ok(())
    }
}

impl fmt::Display for HostileReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, latencies) in [("moves", &self.moves), ("computer", &self.computer)] {
            writeln!(
                f,
                "{name:<10} {:>9}   p50 {:>8.2} ms   p99 {:>8.2} ms   p99.9 {:>8.2} ms   max {:>8.2} ms",
                latencies.count(),
                latencies.at(500),
                latencies.at(990),
                latencies.at(999),
                latencies.at(1000),
            )?;
        }
        writeln!(f, "lost on time {}, faults {}", self.lost_on_time, self.faults.len())?;
        for (name, count) in &self.attacks {
            writeln!(f, "  {name:<42} {count:>9}")?;
        }
        Ok(())
    }
}

/// The server under attack, when the test ends, and the games played there.
#[derive(Clone)]
struct Target {
    server: SocketAddr,
    until: Instant,
    /// The games that honest people play just now.
    games: Arc<Mutex<Vec<String>>>,
}

impl Target {
    fn is_open(&self) -> bool {
        Instant::now() < self.until
    }

    /// Somebody new, who comes from an address of a network of their own.
    async fn visitor(&self, network: u8, number: usize) -> std::io::Result<Visitor> {
        let [high, low] = (number as u16).to_be_bytes();
        Visitor::from_elsewhere(self.server, &format!("10.{network}.{high}.{low}")).await
    }

    fn set_game(&self, number: usize, id: &str) {
        id.clone_into(&mut self.games.lock().expect("nobody panics with the games")[number]);
    }

    /// A game that honest people play, another one each time.
    fn target(&self, round: u64) -> String {
        let games = self.games.lock().expect("nobody panics with the games");
        games[round as usize % games.len()].clone()
    }
}

/// Plays and attacks, and returns what honest people saw. `progress` is called now and then with the time left.
pub async fn soak(plan: Plan, mut progress: impl FnMut(Duration)) -> HostileReport {
    let until = Instant::now() + plan.duration;
    let games = Arc::new(Mutex::new(vec![String::new(); plan.games]));
    let target = Target { server: plan.server, until, games };
    let mut honest = JoinSet::new();
    for (number, script) in scripts(plan.games, 1).into_iter().enumerate() {
        honest.spawn(honest::against_each_other(target.clone(), number, script));
    }
    for number in 0..AGAINST_COMPUTER {
        honest.spawn(honest::against_computer(target.clone(), number));
    }
    let attacks = attacks::start(&target);
    while target.is_open() {
        progress(until.saturating_duration_since(Instant::now()));
        sleep(Duration::from_secs(1).min(until.saturating_duration_since(Instant::now()))).await;
    }
    let mut report = HostileReport::default();
    while let Some(seen) = honest.join_next().await {
        report.merge(seen.expect("an honest player does not panic"));
    }
    report.attacks = attacks.stop().await;
    report.moves.sort();
    report.computer.sort();
    report
}
