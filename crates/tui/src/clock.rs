//! The time of the terminal game, and how clocks are displayed. How clocks run is in `estopim_play`.

use estopim_play::Clock;
use estopim_rules::Color;

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

    /// In the unit of the game clocks.
    pub const fn ms(self) -> i64 {
        self.0 as i64
    }
}

/// What a player has left in milliseconds; `None` without a time control.
pub fn left(clock: &Clock, color: Color, now: Now) -> Option<u64> {
    clock.left(color, now.ms()).map(|ms| ms.max(0) as u64)
}

/// When the running clock shows another second; `None` once it is over.
pub fn next_change(clock: &Clock, now: Now) -> Option<Now> {
    let left = left(clock, clock.running()?, now)?;
    // The display rounds up, so it changes at whole seconds. At zero it stops.
    match left % 1000 {
        0 if left == 0 => None,
        0 => Some(now.plus(1000)),
        rest => Some(now.plus(rest)),
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
    use estopim_play::TimeControl;

    use super::*;

    #[test]
    fn a_clock_changes_with_each_second_until_it_is_over() {
        let mut clock = Clock::new(TimeControl::clock(60, 2));
        assert_eq!(next_change(&clock, Now(0)), None, "a standing clock does not change");
        clock.start(Color::White, 0);
        assert_eq!(left(&clock, Color::White, Now(1500)), Some(58_500));
        for (now, wanted) in [(1500, Some(2000)), (2000, Some(3000)), (60_000, None)] {
            assert_eq!(next_change(&clock, Now(now)), wanted.map(Now), "at {now}");
        }
        assert_eq!(left(&clock, Color::White, Now(70_000)), Some(0));
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
