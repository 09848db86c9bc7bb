//! [`TimeControl`]: how much time players have, and how it is written.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::defaults;

/// How the players' time is limited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// A time for each move; running out does not end the game by itself.
    PerMove {
        /// The time for a move.
        limit_ms: i64,
    },
    /// A time for the game and an increment; running out loses.
    Clock {
        /// The time at the start.
        base_ms: i64,
        /// What each move adds.
        increment_ms: i64,
    },
}

/// Three minutes a move.
impl Default for TimeControl {
    fn default() -> Self {
        Self::per_move(defaults::SECONDS_PER_MOVE)
    }
}

impl TimeControl {
    /// A number of seconds for each move.
    pub const fn per_move(seconds: u32) -> Self {
        Self::PerMove { limit_ms: seconds as i64 * 1000 }
    }

    /// Base and increment in seconds.
    pub const fn clock(base_seconds: u32, increment_seconds: u32) -> Self {
        let (base_ms, increment_ms) = (base_seconds as i64 * 1000, increment_seconds as i64 * 1000);
        Self::Clock { base_ms, increment_ms }
    }

    /// What a player has at the start, in milliseconds.
    pub const fn start_ms(self) -> i64 {
        match self {
            Self::Unlimited => 0,
            Self::PerMove { limit_ms } => limit_ms,
            Self::Clock { base_ms, .. } => base_ms,
        }
    }
}

/// As it is typed: `180s`, `5+3`, `none`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove { limit_ms } => write!(f, "{}s", limit_ms / 1000),
            Self::Clock { base_ms, increment_ms } if base_ms % 60_000 == 0 => {
                write!(f, "{}+{}", base_ms / 60_000, increment_ms / 1000)
            }
            Self::Clock { base_ms, increment_ms } => {
                write!(f, "{}s+{}", base_ms / 1000, increment_ms / 1000)
            }
        }
    }
}

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a time such as 3m or 90s a move, 5+3 (minutes and seconds more a move) or none, found {0:?}"
)]
pub struct TimeControlError(String);

/// The longest time, in seconds: a day.
const MOST_SECONDS: u32 = 24 * 60 * 60;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = || {
            let text = text.trim();
            if text == "none" {
                return Some(Self::Unlimited);
            }
            let seconds = |text: &str, plain: u32| {
                let (digits, unit) = match text.strip_suffix('s') {
                    Some(digits) => (digits, 1),
                    None => text.strip_suffix('m').map_or((text, plain), |digits| (digits, 60)),
                };
                digits.parse::<u32>().ok()?.checked_mul(unit).filter(|&sum| sum <= MOST_SECONDS)
            };
            match text.split_once('+') {
                Some((base, increment)) => {
                    let (base, increment) = (seconds(base, 60)?, seconds(increment, 1)?);
                    (base + increment > 0).then_some(Self::clock(base, increment))
                }
                None => seconds(text, 60).filter(|&seconds| seconds > 0).map(Self::per_move),
            }
        };
        read().ok_or_else(|| TimeControlError(text.chars().take(20).collect()))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("3m", Some(TimeControl::per_move(180)))]
    #[case("3", Some(TimeControl::per_move(180)))]
    #[case("90s", Some(TimeControl::per_move(90)))]
    #[case("5+3", Some(TimeControl::clock(300, 3)))]
    #[case("30s+1", Some(TimeControl::clock(30, 1)))]
    #[case("none", Some(TimeControl::Unlimited))]
    #[case("0", None)]
    #[case("0+0", None)]
    #[case("99999999999m", None)]
    #[case("soon", None)]
    fn times_are_read(#[case] text: &str, #[case] wanted: Option<TimeControl>) {
        let read = text.parse::<TimeControl>().ok();
        assert_eq!(read, wanted);
        if let Some(control) = read {
            assert_eq!(control.to_string().parse(), Ok(control), "it can be read again");
        }
    }
}
