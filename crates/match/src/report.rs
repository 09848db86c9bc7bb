//! [`MatchReport`]: the result of a match, as data and as text.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::sprt::SprtState;
use super::standing::EngineSummary;
use super::stats::{Elo, PairCounts, Tally};

/// The result of a match.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchReport {
    /// Which game was played.
    pub variant: String,
    /// By which time control.
    pub time_control: String,
    /// Games, seen from the first engine.
    pub tally: Tally,
    /// The first engine's part of all points, 0 to 1.
    pub score: f64,
    /// The difference in strength.
    pub elo: Elo,
    /// Pairs of games by the first engine's points: 0, ½, 1, 1½, 2.
    pub pairs: PairCounts,
    /// The test, if there was one.
    pub sprt: Option<SprtState>,
    /// What is known about each engine.
    pub engines: [EngineSummary; 2],
    /// How games ended, and how often.
    pub endings: BTreeMap<String, u64>,
    /// The part of the time, 0 to 1, in which some program of the machine waited for a processor. Results
    /// by the clock mean little where it is large.
    pub cpu_pressure: Option<f64>,
    /// How long the match took.
    pub seconds: f64,
    /// Why it ended.
    pub end: End,
}

/// Why a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum End {
    /// All games are played.
    Completed,
    /// The SPRT is decided.
    Decided,
    /// The caller interrupted it.
    Interrupted,
    /// It could not go on.
    Failed(String),
}

/// Several lines, the last one without its end.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, time_control, tally, .. } = self;
        let [first, second] = self.engines.each_ref();
        writeln!(f, "{} against {}: {variant}, {time_control}", first.name, second.name)?;
        writeln!(f, "  games   {} in {:.0} s{}", tally.games(), self.seconds, self.end)?;
        writeln!(f, "  score   {tally}")?;
        writeln!(f, "  Elo     {}", self.elo)?;
        writeln!(f, "  pairs   {} with 0, ½, 1, 1½, 2 points", self.pairs)?;
        if let Some(sprt) = &self.sprt {
            writeln!(f, "  SPRT    {sprt}")?;
        }
        if let Some(pressure) = self.cpu_pressure {
            writeln!(f, "  machine crowded {:.0} % of the time", 100.0 * pressure)?;
        }
        for engine in [first, second] {
            writeln!(f, "  {engine}")?;
        }
        f.write_str("  endings")?;
        for (ending, count) in &self.endings {
            write!(f, "\n    {count:5} {ending}")?;
        }
        Ok(())
    }
}

/// What follows the number of games.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Completed => Ok(()),
            Self::Decided => f.write_str(", the test is decided"),
            Self::Interrupted => f.write_str(", interrupted"),
            Self::Failed(reason) => write!(f, ", given up: {reason}"),
        }
    }
}

/// One line.
impl fmt::Display for EngineSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, moves, time_losses, illegal_moves, crashes, stalls, .. } = self;
        write!(f, "{name}: {moves} moves")?;
        if let Some(depth) = self.mean_depth {
            write!(f, ", depth {depth:.1}")?;
        }
        if let Some(nps) = self.nps {
            write!(f, ", {:.0} knodes/s", nps / 1e3)?;
        }
        write!(
            f,
            ", longest {:.0} ms; lost on time {time_losses}, by illegal moves {illegal_moves}, \
             by crashes {crashes}, by silence {stalls}",
            self.longest_move_ms
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sprt::Sprt;
    use crate::standing::EngineFigures;

    #[test]
    fn a_report_can_be_read() {
        let pairs = PairCounts([1, 2, 10, 20, 7]);
        let sprt: Sprt = "elo0=0,elo1=10".parse().unwrap();
        let mut new = EngineFigures::default().summary("new");
        (new.moves, new.mean_depth, new.nps) = (1234, Some(11.52), Some(2_345_678.0));
        let report = MatchReport {
            variant: "atomic".to_owned(),
            time_control: "2+0.02".to_owned(),
            tally: Tally { wins: 50, draws: 10, losses: 20 },
            score: 0.6875,
            elo: pairs.elo(),
            pairs,
            sprt: Some(sprt.state(pairs)),
            engines: [new, EngineFigures::default().summary("old")],
            endings: BTreeMap::from([("white wins: checkmate".to_owned(), 70)]),
            cpu_pressure: Some(0.034),
            seconds: 100.4,
            end: End::Interrupted,
        };
        let text = "\
new against old: atomic, 2+0.02
  games   80 in 100 s, interrupted
  score   +50 =10 -20 (68.8 %)
  Elo     +137.0 ± 56.3, LOS 100.0 %
  pairs   [1, 2, 10, 20, 7] with 0, ½, 1, 1½, 2 points
  SPRT    LLR 2.11 (-2.94, 2.94)
  machine crowded 3 % of the time
  new: 1234 moves, depth 11.5, 2346 knodes/s, longest 0 ms; lost on time 0, by illegal moves 0, \
by crashes 0, by silence 0
  old: 0 moves, longest 0 ms; lost on time 0, by illegal moves 0, by crashes 0, by silence 0
  endings
       70 white wins: checkmate";
        assert_eq!(report.to_string(), text);
    }
}
