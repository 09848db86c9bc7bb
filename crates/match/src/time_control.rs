//! [`MatchTimeControl`]: how long an engine may think, and [`EngineClock`]: what is left of it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use estopim_rules::Color;
use estopim_uci::GoLimits;
use thiserror::Error;

use super::settings::{SettingError, Settings};

/// How long an engine may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchTimeControl {
    /// A chess clock.
    Clock {
        /// What it starts with.
        base: Duration,
        /// What each move adds.
        increment: Duration,
        /// After this many moves the base is added again; never if `None`.
        moves: Option<u32>,
    },
    /// A fixed time for each move.
    MoveTime(Duration),
    /// A number of nodes for each move, without a time limit.
    Nodes(u64),
    /// A depth for each move, in plies, without a time limit.
    Depth(u32),
}

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected seconds such as 60+0.6, 2+0.02 or 40/60, found {0:?}")]
pub struct MatchTimeControlError(String);

impl MatchTimeControl {
    /// Takes a time control from settings: `tc` in seconds, `movetime` in milliseconds, `nodes` or `depth`.
    pub fn take_from(settings: &mut Settings) -> Result<Option<Self>, SettingError> {
        const NUMBER: &str = "a number above zero";
        let tc = settings.take_as("tc", "a time control such as 2+0.02")?;
        let movetime = settings.take_as("movetime", "a number of milliseconds")?;
        let nodes = settings.take_as("nodes", NUMBER)?;
        let depth = settings.take_as("depth", NUMBER)?;
        Ok(tc
            .or(movetime.map(|millis| Self::MoveTime(Duration::from_millis(millis))))
            .or(nodes.map(Self::Nodes))
            .or(depth.map(Self::Depth)))
    }

    /// What a single search is limited to; a clock limits games and gives nothing here.
    fn search_limits(self) -> GoLimits {
        let mut limits = GoLimits::default();
        match self {
            Self::Clock { .. } => {}
            Self::MoveTime(time) => limits.movetime = Some(time),
            Self::Nodes(nodes) => limits.nodes = Some(nodes),
            Self::Depth(depth) => limits.depth = Some(depth),
        }
        limits
    }
}

/// Reads a chess clock: `BASE`, `BASE+INCREMENT`, `MOVES/BASE+INCREMENT`, the base in seconds or as
/// `minutes:seconds`.
impl FromStr for MatchTimeControl {
    type Err = MatchTimeControlError;

    fn from_str(text: &str) -> Result<Self, MatchTimeControlError> {
        let wrong = || MatchTimeControlError(text.to_owned());
        let text = text.trim();
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves = moves.parse().ok().filter(|&moves| moves > 0);
                (Some(moves.ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
                seconds_of(seconds).ok_or_else(wrong)? + Duration::from_mins(1) * minutes
            }
            None => seconds_of(base).ok_or_else(wrong)?,
        };
        let increment = seconds_of(increment).ok_or_else(wrong)?;
        if base.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(Self::Clock { base, increment, moves })
    }
}

/// A span of at most some days.
fn seconds_of(text: &str) -> Option<Duration> {
    const LONGEST: f64 = 1e6;
    let seconds: f64 = text.parse().ok().filter(|seconds| (0.0..=LONGEST).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

impl fmt::Display for MatchTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock { base, increment, moves } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", base.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            Self::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Depth(depth) => write!(f, "{depth} plies a move"),
        }
    }
}

/// One side's clock during a game. It reads no wall clock: the time spent is passed in.
#[derive(Clone, Debug)]
pub struct EngineClock {
    control: MatchTimeControl,
    left: Duration,
    moves_made: u32,
}

impl EngineClock {
    /// A clock at the start of a game.
    pub fn new(control: MatchTimeControl) -> Self {
        let left = match control {
            MatchTimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Self { control, left, moves_made: 0 }
    }

    /// How long the next move may take; `None` if it may take forever.
    pub fn allowance(&self) -> Option<Duration> {
        match self.control {
            MatchTimeControl::Clock { .. } => Some(self.left),
            MatchTimeControl::MoveTime(time) => Some(time),
            MatchTimeControl::Nodes(_) | MatchTimeControl::Depth(_) => None,
        }
    }

    /// Subtracts the time of a move. The clock does not go below zero.
    pub fn spend(&mut self, elapsed: Duration) {
        self.moves_made += 1;
        if let MatchTimeControl::Clock { base, increment, moves } = self.control {
            self.left = self.left.saturating_sub(elapsed) + increment;
            if moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.left += base;
            }
        }
    }

    fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            MatchTimeControl::Clock { moves: Some(moves), .. } => {
                Some(moves - self.moves_made % moves)
            }
            _ => None,
        }
    }

    fn increment(&self) -> Duration {
        match self.control {
            MatchTimeControl::Clock { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }
}

/// The limits that the side to move is sent. An opponent without a clock is shown with the mover's.
pub fn limits_for(clocks: MoverClocks<'_>) -> GoLimits {
    let MoverClocks { own, other, mover } = clocks;
    if !matches!(own.control, MatchTimeControl::Clock { .. }) {
        return own.control.search_limits();
    }
    let other = if matches!(other.control, MatchTimeControl::Clock { .. }) { other } else { own };
    let (white, black) = match mover {
        Color::White => (own, other),
        Color::Black => (other, own),
    };
    GoLimits {
        wtime: Some(white.left),
        btime: Some(black.left),
        winc: Some(white.increment()),
        binc: Some(black.increment()),
        movestogo: own.moves_to_go(),
        ..GoLimits::default()
    }
}

/// The clocks as the side to move sees them.
#[derive(Clone, Copy, Debug)]
pub struct MoverClocks<'a> {
    /// Its own.
    pub own: &'a EngineClock,
    /// The opponent's.
    pub other: &'a EngineClock,
    /// The side to move.
    pub mover: Color,
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("2+0.02", "2+0.02")]
    #[case("60", "60")]
    #[case("40/60+0.6", "40/60+0.6")]
    #[case("1:30+1", "90+1")]
    #[case("0+1", "0+1")]
    fn a_clock_is_read(#[case] text: &str, #[case] written: &str) {
        assert_eq!(text.parse::<MatchTimeControl>().unwrap().to_string(), written);
    }

    #[rstest]
    #[case("")]
    #[case("0")]
    #[case("-1+2")]
    #[case("0/60")]
    #[case("nan")]
    #[case("1+inf")]
    #[case("1e300")]
    fn what_is_no_clock_is_refused(#[case] text: &str) {
        assert!(text.parse::<MatchTimeControl>().is_err());
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up() {
        let mut clock = EngineClock::new("2/1+0.1".parse().unwrap());
        clock.spend(ms(400));
        assert_eq!(clock.allowance(), Some(ms(700)));
        assert_eq!(clock.moves_to_go(), Some(1));
        clock.spend(ms(900));
        assert_eq!(clock.allowance(), Some(ms(1100)), "nothing left, the increment and a new base");
        assert_eq!(clock.moves_to_go(), Some(2));
    }

    #[rstest]
    #[case("1+0.1", Color::White, "wtime 1000 btime 2000 winc 100 binc 0")]
    #[case("40/1", Color::Black, "wtime 2000 btime 1000 winc 0 binc 0 movestogo 40")]
    fn the_mover_is_told_both_clocks(#[case] own: &str, #[case] mover: Color, #[case] go: &str) {
        let (own, other) =
            (EngineClock::new(own.parse().unwrap()), EngineClock::new("2".parse().unwrap()));
        let limits = limits_for(MoverClocks { own: &own, other: &other, mover });
        assert_eq!(limits.to_string(), go);
    }

    #[test]
    fn an_opponent_without_a_clock_is_shown_ours() {
        let (own, other) =
            (EngineClock::new("1".parse().unwrap()), EngineClock::new(MatchTimeControl::Nodes(5)));
        let limits = limits_for(MoverClocks { own: &own, other: &other, mover: Color::White });
        assert_eq!(limits.to_string(), "wtime 1000 btime 1000 winc 0 binc 0");
        let limits = limits_for(MoverClocks { own: &other, other: &own, mover: Color::Black });
        assert_eq!(limits.to_string(), "nodes 5");
    }
}
