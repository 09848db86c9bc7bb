//! Time: how much a player has, what is left of it, and when it is over. Only arithmetic; the time of day
//! is passed in.

use std::fmt;
use std::str::FromStr;

use estopim_protocol::game::TimeControl as Served;
use estopim_rules::Color;
use thiserror::Error;

/// A moment, in milliseconds since the program began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Now(pub u64);

impl Now {
    /// The moment `ms` later.
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0 + ms)
    }

    /// Milliseconds since `earlier`.
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// How the players' time is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// It is not.
    Unlimited,
    /// So much for each move.
    PerMove {
        /// Seconds a move.
        seconds: u64,
    },
    /// So much for the game, and more with every move.
    Game {
        /// Seconds at the start.
        base: u64,
        /// Seconds added after each move.
        increment: u64,
    },
}

/// As a server says it.
impl From<Served> for TimeControl {
    fn from(time: Served) -> Self {
        match time {
            Served::None {} => Self::Unlimited,
            Served::PerMove { seconds } => Self::PerMove { seconds: seconds.into() },
            Served::Clock { base_seconds, increment_seconds } => {
                Self::Game { base: base_seconds.into(), increment: increment_seconds.into() }
            }
        }
    }
}

/// As a server is told it.
impl From<TimeControl> for Served {
    fn from(time: TimeControl) -> Self {
        match time {
            TimeControl::Unlimited => Self::None {},
            TimeControl::PerMove { seconds } => Self::PerMove { seconds: seconds as u32 },
            TimeControl::Game { base, increment } => {
                Self::Clock { base_seconds: base as u32, increment_seconds: increment as u32 }
            }
        }
    }
}

/// Three minutes a move, as the manual says.
impl Default for TimeControl {
    fn default() -> Self {
        Self::PerMove { seconds: 180 }
    }
}

impl TimeControl {
    /// What the menu offers.
    pub const OFFERED: [Self; 9] = [
        Self::PerMove { seconds: 180 },
        Self::PerMove { seconds: 60 },
        Self::PerMove { seconds: 600 },
        Self::Game { base: 60, increment: 0 },
        Self::Game { base: 180, increment: 2 },
        Self::Game { base: 300, increment: 3 },
        Self::Game { base: 600, increment: 5 },
        Self::Game { base: 1800, increment: 0 },
        Self::Unlimited,
    ];

    /// What a player has at the start, in milliseconds.
    const fn start_ms(self) -> u64 {
        match self {
            Self::Unlimited => 0,
            Self::PerMove { seconds } => seconds * 1000,
            Self::Game { base, .. } => base * 1000,
        }
    }
}

/// As it is typed: `180s`, `5+3`, `none`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::PerMove { seconds } => write!(f, "{seconds}s"),
            Self::Game { base, increment } if base % 60 == 0 => {
                write!(f, "{}+{increment}", base / 60)
            }
            Self::Game { base, increment } => write!(f, "{base}s+{increment}"),
        }
    }
}

/// The text is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "expected a time such as 3m or 90s a move, 5+3 (minutes and seconds more a move) or none, found {0:?}"
)]
pub struct TimeControlError(String);

/// Nobody thinks longer than a day.
const MOST_SECONDS: u64 = 24 * 60 * 60;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = || {
            let text = text.trim();
            if text == "none" {
                return Some(Self::Unlimited);
            }
            let seconds = |text: &str, plain: u64| {
                let (digits, unit) = match text.strip_suffix('s') {
                    Some(digits) => (digits, 1),
                    None => text.strip_suffix('m').map_or((text, plain), |digits| (digits, 60)),
                };
                digits.parse::<u64>().ok()?.checked_mul(unit).filter(|&sum| sum <= MOST_SECONDS)
            };
            match text.split_once('+') {
                Some((base, increment)) => {
                    let (base, increment) = (seconds(base, 60)?, seconds(increment, 1)?);
                    (base + increment > 0).then_some(Self::Game { base, increment })
                }
                None => seconds(text, 60)
                    .filter(|&seconds| seconds > 0)
                    .map(|seconds| Self::PerMove { seconds }),
            }
        };
        read().ok_or_else(|| TimeControlError(text.chars().take(20).collect()))
    }
}

/// The two players' clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    control: TimeControl,
    /// What each had when its clock last stood still, in milliseconds.
    left_ms: [u64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, Now)>,
}

impl Clocks {
    /// Full clocks, standing still.
    pub const fn new(control: TimeControl) -> Self {
        Self { control, left_ms: [control.start_ms(); 2], running: None }
    }

    /// How time is limited.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What a player has left in milliseconds; `None` without a limit.
    pub fn left(&self, color: Color, now: Now) -> Option<u64> {
        if self.control == TimeControl::Unlimited {
            return None;
        }
        let spent = match self.running {
            Some((running, since)) if running == color => now.since(since),
            _ => 0,
        };
        Some(self.left_ms[color.index()].saturating_sub(spent))
    }

    /// Sets what both have left, White first, as a kept game or a server says.
    pub const fn set(&mut self, left_ms: [u64; 2]) {
        self.left_ms = left_ms;
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Lets `color`'s clock run.
    pub fn start(&mut self, color: Color, now: Now) {
        self.stop(now);
        if self.control != TimeControl::Unlimited {
            self.running = Some((color, now));
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Now) {
        if let Some((color, _)) = self.running {
            self.left_ms[color.index()] = self.left(color, now).unwrap_or(0);
            self.running = None;
        }
    }

    /// `mover` has moved: a clock for the game gains its increment, one for a move is full again.
    pub fn moved(&mut self, mover: Color, now: Now) {
        self.stop(now);
        match self.control {
            TimeControl::Unlimited => {}
            TimeControl::PerMove { seconds } => self.left_ms = [seconds * 1000; 2],
            TimeControl::Game { increment, .. } => {
                self.left_ms[mover.index()] += increment * 1000;
            }
        }
    }

    /// Gives `color` the time of a move again.
    pub fn refill(&mut self, color: Color) {
        if let TimeControl::PerMove { seconds } = self.control {
            self.left_ms[color.index()] = seconds * 1000;
        }
    }

    /// Who is out of time.
    pub fn overdue(&self, now: Now) -> Option<Color> {
        self.running().filter(|&color| self.left(color, now) == Some(0))
    }

    /// When the running clock shows another second; `None` once it is over.
    pub fn next_change(&self, now: Now) -> Option<Now> {
        let left = self.left(self.running()?, now)?;
        // The display rounds up, so it changes as a whole second is passed. At zero it stands still.
        match left % 1000 {
            0 if left == 0 => None,
            0 => Some(now.plus(1000)),
            rest => Some(now.plus(rest)),
        }
    }
}

/// Time left as people read it: `2:59`, `1:02:05`. A second that has begun counts.
pub fn shown(left_ms: u64) -> String {
    let seconds = left_ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("3m", Some(TimeControl::PerMove { seconds: 180 }))]
    #[case("3", Some(TimeControl::PerMove { seconds: 180 }))]
    #[case("90s", Some(TimeControl::PerMove { seconds: 90 }))]
    #[case("5+3", Some(TimeControl::Game { base: 300, increment: 3 }))]
    #[case("30s+1", Some(TimeControl::Game { base: 30, increment: 1 }))]
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

    #[test]
    fn a_clock_for_the_game_runs_and_gains_its_increment() {
        let mut clocks = Clocks::new(TimeControl::Game { base: 60, increment: 2 });
        clocks.start(Color::White, Now(0));
        assert_eq!(clocks.left(Color::White, Now(1500)), Some(58_500));
        assert_eq!(clocks.next_change(Now(1500)), Some(Now(2000)));
        clocks.moved(Color::White, Now(10_000));
        clocks.start(Color::Black, Now(10_000));
        assert_eq!(clocks.left(Color::White, Now(99_000)), Some(52_000));
        assert_eq!(clocks.overdue(Now(69_999)), None);
        assert_eq!(clocks.overdue(Now(70_000)), Some(Color::Black));
    }

    #[test]
    fn a_clock_for_a_move_is_full_again_after_it() {
        let mut clocks = Clocks::new(TimeControl::default());
        clocks.start(Color::White, Now(0));
        clocks.moved(Color::White, Now(170_000));
        clocks.start(Color::Black, Now(170_000));
        assert_eq!(clocks.left(Color::White, Now(171_000)), Some(180_000));
        assert_eq!(clocks.left(Color::Black, Now(171_000)), Some(179_000));
    }

    #[test]
    fn time_is_shown_rounded_up() {
        assert_eq!(shown(180_000), "3:00");
        assert_eq!(shown(179_001), "3:00");
        assert_eq!(shown(1), "0:01");
        assert_eq!(shown(0), "0:00");
        assert_eq!(shown(3_725_000), "1:02:05");
    }
}
