//! Time management: what time it is, and how much of it a move may take.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Says what time it is: how long ago some moment was, the same one whenever it is asked.
pub type Now = fn() -> Duration;

/// The system's clock. WebAssembly has none: whoever makes a player there passes one in.
pub fn system_now() -> Duration {
    static EPOCH: OnceLock<Instant> = OnceLock::new();
    EPOCH.get_or_init(Instant::now).elapsed()
}

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
/// The overhead takes at most this fraction (one over the number) of a fixed time.
const MAX_OVERHEAD_PART: u32 = 10;
/// How many moves are expected to come, if the clock does not say.
const EXPECTED_MOVES: u32 = 32;
/// The limit on moves to go: with more, the clock is divided by this number.
const MAX_MOVES_TO_GO: u32 = 50;
/// The part of the increment that a move may use.
const INCREMENT_SHARE: f64 = 0.75;
/// The part of the clock that a move may use, at most; and the last move before more time comes.
const MAX_CLOCK_SHARE: f64 = 0.35;
const LAST_MOVE_SHARE: f64 = 0.9;
/// How many times the soft limit the hard limit is, if the clock allows.
const HARD_FACTOR: f64 = 4.0;
/// The soft limit shrinks with each depth that finds the same best move, up to a maximum.
const STABILITY_BASE: f64 = 1.3;
const STABILITY_STEP: f64 = 0.08;
const MAX_STABILITY: i32 = 8;
/// The soft limit shrinks by the best move's share of the nodes, from this factor.
const NODE_SHARE_BASE: f64 = 1.6;
/// Scales the product of the two factors.
const SOFT_SCALE: f64 = 0.8;

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
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
    pub fn from_clock(clock: ClockState, overhead: Duration) -> Self {
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
    use rstest::rstest;

    use super::*;

    const OVERHEAD: Duration = ms(10);

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn plan(left: u64, increment: u64, moves_to_go: Option<u32>) -> TimePlan {
        let clock = ClockState { left: ms(left), increment: ms(increment), moves_to_go };
        TimePlan::from_clock(clock, OVERHEAD)
    }

    #[test]
    fn little_time_is_not_spent_on_the_way() {
        let used = |time, overhead| TimePlan::fixed(ms(time), ms(overhead)).hard;
        assert_eq!(used(1000, 10), ms(990));
        assert_eq!(used(20, 10), ms(18));
        assert_eq!(used(20, 0), ms(20));
        assert_eq!(used(0, 10), ms(1), "something is always searched");
    }

    /// Left, increment and moves to go; the soft and the hard limit, in milliseconds.
    #[rstest]
    #[case::a_share_of_the_clock(60_010, 0, None, 1875, 7500)]
    #[case::most_of_the_increment(60_010, 2000, None, 1875 + 1500, 13_500)]
    #[case::little_left_with_an_increment(1010, 5000, None, 350, 350)]
    #[case::moves_to_go(60_010, 0, Some(10), 6000, 21_000)]
    #[case::the_last_move_before_more_time(10_010, 0, Some(1), 9000, 9000)]
    #[case::many_moves_to_go(100_010, 0, Some(200), 2000, 8000)]
    #[case::no_moves_to_go(10_010, 0, Some(0), 3500, 3500)]
    #[case::less_than_the_overhead(5, 0, None, 0, 0)]
    fn a_clock_is_shared_out(
        #[case] left: u64,
        #[case] increment: u64,
        #[case] moves_to_go: Option<u32>,
        #[case] soft: u64,
        #[case] hard: u64,
    ) {
        let TimePlan { soft: found_soft, hard: found_hard, exact } =
            plan(left, increment, moves_to_go);
        let close = |found: Duration, wanted: u64| found.abs_diff(ms(wanted)) <= ms(1);
        assert!(
            close(found_soft, soft) && close(found_hard, hard),
            "{found_soft:?} {found_hard:?}"
        );
        assert!(!exact);
    }

    #[rstest]
    fn no_move_uses_more_than_the_clock_has(
        #[values(1, 11, 100, 1000, 60_000, 3_600_000)] left: u64,
        #[values(0, 10, 1000, 60_000)] increment: u64,
        #[values(None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX))] moves: Option<u32>,
    ) {
        let TimePlan { soft, hard, .. } = plan(left, increment, moves);
        let usable = ms(left).saturating_sub(OVERHEAD).max(LEAST_TIME);
        assert!(soft <= hard && hard <= usable, "{soft:?} {hard:?} of {usable:?}");
    }

    /// How long it deepens: the first millisecond at which no new depth is begun.
    fn deepens_for(plan: &TimePlan, stability: i32, share: f64) -> u64 {
        (0..=60_000)
            .find(|&elapsed| plan.is_soft_over(ms(elapsed), stability, share, false))
            .expect("it ends")
    }

    #[test]
    fn a_clear_and_stable_best_move_is_played_sooner() {
        let plan = plan(60_010, 0, None);
        let usual = deepens_for(&plan, 4, 0.5);
        assert!(deepens_for(&plan, 8, 0.5) < usual, "stable");
        assert!(deepens_for(&plan, 0, 0.5) > usual, "it has just changed");
        assert!(deepens_for(&plan, 4, 0.9) < usual, "most nodes went into it");
        assert!(deepens_for(&plan, 4, 0.1) > usual, "few nodes went into it");
        assert_eq!(
            deepens_for(&plan, 8, 0.5),
            deepens_for(&plan, 100, 0.5),
            "stability has a limit"
        );
    }

    #[test]
    fn an_only_move_is_played_at_once_unless_the_time_is_fixed() {
        assert!(plan(60_010, 0, None).is_soft_over(Duration::ZERO, 0, 1.0, true));
        let fixed = TimePlan::fixed(ms(100), Duration::ZERO);
        assert!(!fixed.is_soft_over(ms(99), 8, 1.0, true) && !fixed.is_hard_over(ms(99)));
        assert!(fixed.is_soft_over(ms(100), 0, 0.0, false) && fixed.is_hard_over(ms(100)));
    }
}
