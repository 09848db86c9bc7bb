//! Nodes per second of several engines, on the same positions in one run.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use estopim_rules::Variant;
use estopim_uci::{ClientError, GoLimits, PositionCommand, Start};

use crate::Contender;

/// The result of one engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Speed {
    /// What the engine is called.
    pub name: String,
    /// Nodes of all its searches together.
    pub nodes: u64,
    /// How long they took.
    pub time: Duration,
}

impl Speed {
    /// Nodes a second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// How much longer than asked an engine may take before it is given up.
const GRACE: Duration = Duration::from_secs(30);

/// Lets the engines search `positions` (FENs of one game) in turn, each as long as the others, `rounds` times. Only one
/// engine searches at a time. Nodes and time are those that the engine itself reports: the time of the search, without
/// starting it.
pub fn compare(
    engines: &[Contender],
    variant: Variant,
    positions: &[&str],
    each: Duration,
    rounds: u32,
) -> Result<Vec<Speed>, ClientError> {
    let mut clients = Vec::new();
    for engine in engines {
        let client = engine.start(variant)?;
        let own = client.name().map(str::to_owned);
        let name = engine.name.clone().or(own).unwrap_or_else(|| "engine".to_owned());
        clients.push((client, Speed { name, nodes: 0, time: Duration::ZERO }));
    }
    let limits = GoLimits { movetime: Some(each), ..GoLimits::default() };
    let never = AtomicBool::new(false);
    for fen in (0..rounds).flat_map(|_| positions) {
        let position = PositionCommand { start: Start::Fen((*fen).to_owned()), moves: Vec::new() };
        for (client, speed) in &mut clients {
            client.new_game(GRACE)?;
            let report = client.search(&position, &limits, each + GRACE, &never)?;
            speed.nodes += report.info.nodes.unwrap_or(0);
            speed.time += report.info.time.unwrap_or(report.elapsed);
        }
    }
    Ok(clients.into_iter().map(|(_, speed)| speed).collect())
}
