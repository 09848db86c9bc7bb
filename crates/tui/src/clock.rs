//! Moments of the terminal, and the clocks as it shows them. How clocks run is in `estopim_play`.

use estopim_play::{Clock, TimeControl};
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

    const fn ms(self) -> i64 {
        self.0 as i64
    }
}

/// The two players' clocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks(Clock);

impl Clocks {
    /// Full clocks, standing still.
    pub const fn new(control: TimeControl) -> Self {
        Self(Clock::new(control))
    }

    /// How time is limited.
    pub const fn control(&self) -> TimeControl {
        self.0.control()
    }

    /// What a player has left in milliseconds; `None` without a limit.
    pub fn left(&self, color: Color, now: Now) -> Option<u64> {
        self.0.left(color, now.ms()).map(|ms| ms.max(0) as u64)
    }

    /// Sets what both have left, White first, as a kept game or a server says.
    pub const fn set(&mut self, left_ms: [u64; 2]) {
        self.0.set([left_ms[0] as i64, left_ms[1] as i64]);
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.0.running()
    }

    /// Lets `color`'s clock run.
    pub fn start(&mut self, color: Color, now: Now) {
        self.0.stop(now.ms());
        if self.control() != TimeControl::Unlimited {
            self.0.start(color, now.ms());
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self, now: Now) {
        self.0.stop(now.ms());
    }

    /// `mover` has moved: a clock for the game gains its increment, one for a move is full again.
    pub fn moved(&mut self, mover: Color, now: Now) {
        if self.running() != Some(mover) {
            self.start(mover, now);
        }
        self.0.press(mover, now.ms(), 0);
        self.stop(now);
    }

    /// Gives the time of a move again.
    pub fn refill(&mut self) {
        self.0.refill();
    }

    /// Who is out of time.
    pub fn overdue(&self, now: Now) -> Option<Color> {
        self.0.overdue(now.ms()).or_else(|| self.0.flagged(now.ms(), 0))
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
    use super::*;

    #[test]
    fn a_clock_for_the_game_runs_and_gains_its_increment() {
        let mut clocks = Clocks::new(TimeControl::clock(60, 2));
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
