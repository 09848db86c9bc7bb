//! [`Standing`]: the results of a match so far.

use std::collections::BTreeMap;
use std::time::Duration;

use estopim_rules::Color;
use serde::Serialize;

use super::referee::{Ending, Fault, PlayedGame};
use super::stats::{Elo, PairCounts, Points, Tally};

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Games, seen from the first engine.
    pub tally: Tally,
    /// Complete pairs, seen from the first engine.
    pub pairs: PairCounts,
    /// What is known about each engine.
    pub engines: [EngineFigures; 2],
    /// How games ended, and how often.
    pub endings: BTreeMap<String, u64>,
    /// Pairs of which one game is played.
    half_pairs: BTreeMap<usize, Points>,
}

/// What is known about an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EngineFigures {
    /// Moves it has made.
    pub moves: u64,
    /// The sum of the depths it reported, in plies, and how many there were. Searches that have found the end of the
    /// game reach any depth at once and are left out.
    depths: (u64, u64),
    /// The sum of the nodes it reported, and how long those searches took.
    nodes: (u64, Duration),
    /// The longest time it took for a move.
    pub longest: Duration,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost because it no longer answered.
    pub stalls: u64,
}

/// An engine's figures for the report.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineSummary {
    /// Its name.
    pub name: String,
    /// Moves it has made.
    pub moves: u64,
    /// The mean reported depth of searches that did not see the end of the game, in plies.
    pub mean_depth: Option<f64>,
    /// Nodes a second, over all moves and by our clock.
    pub nps: Option<f64>,
    /// The longest time it took for a move.
    pub longest_move_ms: f64,
    /// Games lost on time.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost because it no longer answered.
    pub stalls: u64,
}

impl Standing {
    /// Adds a game. Games `2k` and `2k + 1` are a pair; the first engine has White in the even ones.
    pub fn add(&mut self, number: usize, played: &PlayedGame) {
        let first_color = first_engine_color(number);
        let points = Points::of(first_color, played.ending.winner());
        self.tally += points;
        match self.half_pairs.remove(&(number / 2)) {
            Some(other) => self.pairs.add(points, other),
            None => {
                self.half_pairs.insert(number / 2, points);
            }
        }
        *self.endings.entry(kind_of(&played.ending)).or_default() += 1;

        let engine_of = |color: Color| usize::from(color != first_color);
        let mut turn = played.game.start().turn();
        if played.opening_plies % 2 == 1 {
            turn = !turn;
        }
        for note in &played.notes {
            let figures = &mut self.engines[engine_of(turn)];
            figures.moves += 1;
            figures.longest = figures.longest.max(note.elapsed);
            if let Some(depth) = note.depth.filter(|_| !note.sees_the_end()) {
                figures.depths.0 += u64::from(depth);
                figures.depths.1 += 1;
            }
            if let Some(nodes) = note.nodes {
                figures.nodes.0 += nodes;
                figures.nodes.1 += note.elapsed;
            }
            turn = !turn;
        }
        if let Ending::Forfeit { loser, fault } = &played.ending {
            let figures = &mut self.engines[engine_of(*loser)];
            *match fault {
                Fault::IllegalMove { .. } => &mut figures.illegal_moves,
                Fault::OutOfTime { .. } => &mut figures.time_losses,
                Fault::Stalled => &mut figures.stalls,
                Fault::Crashed { .. } => &mut figures.crashes,
            } += 1;
        }
    }

    /// The difference in strength: from pairs if there are any, else from single games.
    pub fn elo(&self) -> Elo {
        if self.pairs.pairs() > 0 { self.pairs.elo() } else { self.tally.elo() }
    }
}

/// Which colour the first engine has in a game.
pub fn first_engine_color(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::White } else { Color::Black }
}

/// An ending without the names and texts of the single case.
fn kind_of(ending: &Ending) -> String {
    match ending {
        Ending::Rules(outcome) => outcome.to_string(),
        Ending::Adjudicated(_) => ending.to_string(),
        Ending::Forfeit { loser, fault } => {
            let fault = match fault {
                Fault::IllegalMove { .. } => "played an illegal move",
                Fault::OutOfTime { .. } => "lost on time",
                Fault::Stalled => "stopped answering",
                Fault::Crashed { .. } => "crashed",
            };
            format!("{} wins: {loser} {fault}", !*loser)
        }
    }
}

impl EngineFigures {
    /// The mean reported depth, in plies.
    pub fn mean_depth(&self) -> Option<f64> {
        let (sum, count) = self.depths;
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// Nodes a second, by our clock.
    pub fn nps(&self) -> Option<f64> {
        let (nodes, time) = self.nodes;
        (!time.is_zero()).then(|| nodes as f64 / time.as_secs_f64())
    }

    /// The figures as they are written down.
    pub fn summary(&self, name: &str) -> EngineSummary {
        EngineSummary {
            name: name.to_owned(),
            moves: self.moves,
            mean_depth: self.mean_depth(),
            nps: self.nps(),
            longest_move_ms: self.longest.as_secs_f64() * 1e3,
            time_losses: self.time_losses,
            illegal_moves: self.illegal_moves,
            crashes: self.crashes,
            stalls: self.stalls,
        }
    }
}
