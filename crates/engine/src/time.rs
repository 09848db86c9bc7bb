//! Time management: how much time a move may take.

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

/// Something is always searched.
const LEAST_TIME: Duration = Duration::from_millis(1);
/// The overhead takes at most one part in so many of a fixed time.
const MAX_OVERHEAD_PART: u32 = 10;
/// How many moves are expected to come, if the clock does not say.
const EXPECTED_MOVES: u32 = 32;
/// With more moves to go than this the clock is shared out as if there were so many.
const MAX_MOVES_TO_GO: u32 = 50;
/// The part of the increment that a move may use.
const INCREMENT_SHARE: f64 = 0.75;
/// The part of the clock that a move may use, at most; and the last move before more time comes.
const MAX_CLOCK_SHARE: f64 = 0.35;
const LAST_MOVE_SHARE: f64 = 0.9;
/// How many times the soft limit the hard limit is, if the clock allows.
const HARD_FACTOR: f64 = 4.0;
/// The soft limit shrinks with each depth that finds the same best move, up to so many depths.
const STABILITY_BASE: f64 = 1.3;
const STABILITY_STEP: f64 = 0.08;
const MAX_STABILITY: i32 = 8;
/// The soft limit shrinks by the best move's share of the nodes, from this factor.
const NODE_SHARE_BASE: f64 = 1.6;
/// Scales the product of the two factors.
const SOFT_SCALE: f64 = 0.8;

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
    /// Exactly this long, less the overhead, but at least nine tenths of it.
    pub fn fixed(time: Duration, overhead: Duration) -> Self {
        let time = time.saturating_sub(overhead.min(time / MAX_OVERHEAD_PART)).max(LEAST_TIME);
        Self { soft: time, hard: time, exact: true }
    }

    /// A fair share of the clock.
    pub fn from_clock(clock: Clock, overhead: Duration) -> Self {
        let left = clock.left.saturating_sub(overhead).max(LEAST_TIME);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, MAX_MOVES_TO_GO);
        let share =
            left.as_secs_f64() / f64::from(moves) + clock.increment.as_secs_f64() * INCREMENT_SHARE;
        let most = if clock.moves_to_go == Some(1) { LAST_MOVE_SHARE } else { MAX_CLOCK_SHARE };
        let most = left.as_secs_f64() * most;
        let soft = share.min(most);
        let hard = (soft * HARD_FACTOR).min(most);
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
        let stable = STABILITY_BASE - STABILITY_STEP * f64::from(stability.min(MAX_STABILITY));
        let clear = NODE_SHARE_BASE - share.clamp(0.0, 1.0);
        elapsed >= self.soft.as_secs_f64() * stable * clear * SOFT_SCALE
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
