//! How much time a move may take.

use std::time::Duration;

/// A budget for one move, counted from when its clock began to run: when to stop deepening, and when to
/// stop at all.
#[derive(Clone, Copy, Debug)]
pub struct TimePlan {
    /// After this no new depth is begun, less if the best move is clear, more if it keeps changing.
    soft: Duration,
    /// After this the search ends wherever it is.
    hard: Duration,
    /// Whether the whole time is to be used.
    exact: bool,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until more time comes, if it does.
    pub moves_to_go: Option<u32>,
}

impl TimePlan {
    /// Exactly this long, less what is lost on the way, but not less than nine tenths: nobody asks for 20 ms
    /// to get 10.
    pub fn fixed(time: Duration, overhead: Duration) -> Self {
        let time = time.saturating_sub(overhead.min(time / 10)).max(Duration::from_millis(1));
        Self { soft: time, hard: time, exact: true }
    }

    /// A fair share of the clock.
    pub fn from_clock(clock: Clock, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = f64::from(clock.moves_to_go.unwrap_or(32).clamp(1, 50));
        let share = left.as_secs_f64() / moves + clock.increment.as_secs_f64() * 0.75;
        let most = left.as_secs_f64() * if clock.moves_to_go == Some(1) { 0.9 } else { 0.35 };
        let soft = share.min(most);
        let hard = (soft * 4.0).min(most);
        Self {
            soft: Duration::from_secs_f64(soft),
            hard: Duration::from_secs_f64(hard),
            exact: false,
        }
    }

    /// Whether no new depth should be begun. `stability` counts depths with the same best move, `share`
    /// is the best move's part of the last depth's nodes.
    pub(crate) fn is_soft_over(
        &self,
        elapsed: Duration,
        stability: i32,
        share: f64,
        only_move: bool,
    ) -> bool {
        let elapsed = elapsed.as_secs_f64();
        if self.exact {
            return elapsed >= self.soft.as_secs_f64();
        }
        if only_move {
            return true;
        }
        let calm = 1.3 - 0.08 * f64::from(stability.min(8));
        let clear = 1.6 - share.clamp(0.0, 1.0);
        elapsed >= self.soft.as_secs_f64() * calm * clear * 0.8
    }

    /// Whether the time is up.
    pub(crate) fn is_hard_over(&self, elapsed: Duration) -> bool {
        elapsed >= self.hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_time_is_not_spent_on_the_way() {
        let ms = Duration::from_millis;
        let used = |time, overhead| TimePlan::fixed(ms(time), ms(overhead)).hard;
        assert_eq!(used(1000, 10), ms(990));
        assert_eq!(used(20, 10), ms(18));
        assert_eq!(used(20, 0), ms(20));
        assert_eq!(used(0, 10), ms(1), "something is always searched");
    }
}
