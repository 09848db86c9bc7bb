//! [`Clock`]: both clocks of a game as arithmetic: what is left, when it runs out, what a move costs. The time is always passed in.

use estopim_rules::Color;

use crate::time_control::TimeControl;

/// Lag compensation: how much network time is given back at most with each move…
pub const LAG_CAP_MS: i64 = 500;
/// …and the quota in all. A player whose lag exceeds it pays for the rest.
pub const LAG_ALLOWANCE_MS: i64 = 2_000;
/// How much of the quota each move restores.
pub const LAG_REGAINED_MS: i64 = 100;

/// Both clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    /// What each side had when the running side began to think; indexed by colour.
    left_ms: [i64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Color, i64)>,
    /// The lag quota left to each side; indexed by colour.
    allowance_ms: [i64; 2],
}

impl Clock {
    /// Clocks before the game, stopped.
    pub const fn new(control: TimeControl) -> Self {
        Self {
            control,
            left_ms: [control.start_ms(); 2],
            running: None,
            allowance_ms: [LAG_ALLOWANCE_MS; 2],
        }
    }

    /// Clocks restored from stored times, stopped.
    pub fn restored(control: TimeControl, white_ms: Option<i64>, black_ms: Option<i64>) -> Self {
        let mut clock = Self::new(control);
        for (left, kept) in clock.left_ms.iter_mut().zip([white_ms, black_ms]) {
            *left = kept.unwrap_or(*left);
        }
        clock
    }

    /// How time is counted.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Whether running out of time loses.
    pub const fn is_hard(&self) -> bool {
        matches!(self.control, TimeControl::Clock { .. })
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Sets what both have left, White first.
    pub const fn set(&mut self, left_ms: [i64; 2]) {
        self.left_ms = left_ms;
    }

    /// The clock of `color` begins to run.
    pub fn start(&mut self, color: Color, now_ms: i64) {
        self.running = Some((color, now_ms));
    }

    /// Stops both clocks at their present times.
    pub fn stop(&mut self, now_ms: i64) {
        if let Some((color, _)) = self.running {
            self.left_ms[color.index()] = self.left_of(color, now_ms);
        }
        self.running = None;
    }

    /// Stops both clocks and discards the time of the present turn.
    pub fn hold(&mut self) {
        self.running = None;
    }

    /// Excludes a period from the time that is charged.
    pub fn forgive(&mut self, from_ms: i64, to_ms: i64, now_ms: i64) {
        if let Some((_, since_ms)) = &mut self.running {
            *since_ms = without_downtime(*since_ms, now_ms, [(from_ms, to_ms)].into_iter());
        }
    }

    /// How much of the lag of a message of `color` is given back.
    fn given_back(&self, color: Color, lag_ms: i64) -> i64 {
        lag_ms.clamp(0, LAG_CAP_MS.min(self.allowance_ms[color.index()]))
    }

    /// `color` has moved: its clock is charged, less lag compensation, and the other's runs.
    pub fn press(&mut self, color: Color, now_ms: i64, lag_ms: i64) {
        // A stopped clock is not charged.
        let since_ms =
            self.running.filter(|&(running, _)| running == color).map(|(_, since)| since);
        let passed = since_ms.map_or(0, |since_ms| (now_ms - since_ms).max(0));
        let given_back = self.given_back(color, lag_ms).min(passed);
        let spent = passed - given_back;
        let allowance = &mut self.allowance_ms[color.index()];
        *allowance = (*allowance - given_back + LAG_REGAINED_MS).min(LAG_ALLOWANCE_MS);
        if let TimeControl::Clock { increment_ms, .. } = self.control {
            self.left_ms[color.index()] += increment_ms - spent;
        }
        self.refill();
        self.start(!color, now_ms);
    }

    /// Restarts the time for the move of the side to move.
    pub fn give_time(&mut self, now_ms: i64) {
        self.refill();
        if let (TimeControl::PerMove { .. }, Some((color, _))) = (self.control, self.running) {
            self.start(color, now_ms);
        }
    }

    /// Resets the time per move of both sides.
    pub fn refill(&mut self) {
        if let TimeControl::PerMove { limit_ms } = self.control {
            self.left_ms = [limit_ms; 2];
        }
    }

    /// What `color` has left; below zero when late.
    fn left_of(&self, color: Color, now_ms: i64) -> i64 {
        let left = self.left_ms[color.index()];
        match self.running {
            Some((running, since_ms)) if running == color => left - (now_ms - since_ms).max(0),
            _ => left,
        }
    }

    /// What `color` has left; `None` without a time control.
    pub fn left(&self, color: Color, now_ms: i64) -> Option<i64> {
        (self.control != TimeControl::Unlimited).then(|| self.left_of(color, now_ms))
    }

    /// When the running clock shows zero.
    pub fn runs_out_ms(&self) -> Option<i64> {
        let (color, since_ms) = self.running?;
        (self.control != TimeControl::Unlimited).then(|| since_ms + self.left_ms[color.index()])
    }

    /// Whose time for the move is over.
    pub fn overdue(&self, now_ms: i64) -> Option<Color> {
        let (color, _) = self.running?;
        let is_per_move = matches!(self.control, TimeControl::PerMove { .. });
        (is_per_move && self.left_of(color, now_ms) <= 0).then_some(color)
    }

    /// Whose flag has fallen, allowing for lag.
    pub fn flagged(&self, now_ms: i64, lag_ms: i64) -> Option<Color> {
        let (color, _) = self.running?;
        let is_hard = matches!(self.control, TimeControl::Clock { .. });
        let left = self.left_of(color, now_ms) + self.given_back(color, lag_ms);
        (is_hard && left <= 0).then_some(color)
    }
}

/// A moment moved forward by the downtime between it and now. Periods may overlap.
pub fn without_downtime(since_ms: i64, now_ms: i64, down: impl Iterator<Item = (i64, i64)>) -> i64 {
    let mut down: Vec<(i64, i64)> = down.collect();
    down.sort_unstable();
    let (mut lost, mut counted_to) = (0, since_ms);
    for (from_ms, to_ms) in down {
        let (from_ms, to_ms) = (from_ms.max(counted_to), to_ms.min(now_ms));
        if from_ms < to_ms {
            lost += to_ms - from_ms;
            counted_to = to_ms;
        }
    }
    since_ms + lost
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLITZ: TimeControl = TimeControl::Clock { base_ms: 10_000, increment_ms: 1_000 };
    const PER_MOVE: TimeControl = TimeControl::PerMove { limit_ms: 5_000 };

    fn running(control: TimeControl) -> Clock {
        let mut clock = Clock::new(control);
        clock.start(Color::White, 0);
        clock
    }

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clock = running(BLITZ);
        clock.press(Color::White, 3_000, 0);
        assert_eq!(clock.left(Color::White, 9_000), Some(8_000));
        assert_eq!(clock.left(Color::Black, 4_000), Some(9_000));
        assert_eq!(clock.runs_out_ms(), Some(13_000));
    }

    #[test]
    fn lag_is_given_back_up_to_the_cap() {
        for (lag_ms, left_ms) in
            [(0, 8_000), (200, 8_200), (9_999, 8_000 + LAG_CAP_MS), (-5, 8_000)]
        {
            let mut clock = running(BLITZ);
            clock.press(Color::White, 3_000, lag_ms);
            assert_eq!(clock.left(Color::White, 3_000), Some(left_ms), "lag {lag_ms}");
        }
    }

    #[test]
    fn lag_is_given_back_within_an_allowance() {
        let mut clock = running(TimeControl::Clock { base_ms: 100_000, increment_ms: 0 });
        // White claims the greatest lag with every move.
        let moves = 50;
        for ply in 0..2 * moves {
            let color = if ply % 2 == 0 { Color::White } else { Color::Black };
            clock.press(color, (ply + 1) * 1_000, LAG_CAP_MS);
        }
        let left_ms = clock.left(Color::White, 2 * moves * 1_000).expect("a clock");
        let given_back = left_ms - (100_000 - moves * 1_000);
        assert_eq!(given_back, LAG_ALLOWANCE_MS + (moves - 1) * LAG_REGAINED_MS);
        assert!(clock.flagged(1_000_000, LAG_CAP_MS).is_some());
    }

    #[test]
    fn more_than_has_passed_is_never_given_back() {
        let mut clock = running(BLITZ);
        clock.press(Color::White, 20, LAG_CAP_MS);
        assert_eq!(clock.left(Color::White, 20), Some(11_000));
    }

    #[test]
    fn time_that_is_nobodys_is_not_charged() {
        let mut clock = running(BLITZ);
        clock.forgive(2_000, 9_000, 9_500);
        assert_eq!(clock.left(Color::White, 9_500), Some(7_500));
        clock.hold();
        assert_eq!((clock.left(Color::White, 60_000), clock.runs_out_ms()), (Some(10_000), None));
        clock.start(Color::White, 60_000);
        assert_eq!(clock.left(Color::White, 61_000), Some(9_000));
    }

    #[test]
    fn a_move_on_a_standing_clock_costs_nothing_and_brings_the_increment() {
        let mut clock = Clock::new(BLITZ);
        clock.press(Color::White, 5_000, 0);
        assert_eq!(clock.left(Color::White, 9_000), Some(11_000));
        assert_eq!(clock.left(Color::Black, 6_000), Some(9_000));
    }

    #[test]
    fn a_game_clock_flags_hard() {
        let clock = running(BLITZ);
        assert_eq!(clock.flagged(9_999, 0), None);
        assert_eq!(clock.flagged(10_000, 0), Some(Color::White));
        assert_eq!(clock.flagged(10_100, 200), None);
        assert_eq!(clock.flagged(10_600, 9_999), Some(Color::White));
        assert_eq!(clock.overdue(10_000), None);
        assert_eq!(clock.left(Color::White, 12_000), Some(-2_000));
    }

    #[test]
    fn a_per_move_limit_only_says_who_is_late() {
        let mut clock = running(PER_MOVE);
        assert_eq!(clock.overdue(4_999), None);
        assert_eq!(clock.overdue(5_000), Some(Color::White));
        assert_eq!(clock.flagged(50_000, 0), None);
        clock.give_time(6_000);
        assert_eq!((clock.overdue(6_000), clock.left(Color::White, 7_000)), (None, Some(4_000)));
        clock.press(Color::White, 20_000, 0);
        assert_eq!(clock.left(Color::White, 20_000), Some(5_000));
        assert_eq!(clock.left(Color::Black, 21_000), Some(4_000));
    }

    #[test]
    fn without_a_limit_nothing_runs_out() {
        let clock = running(TimeControl::Unlimited);
        assert_eq!((clock.runs_out_ms(), clock.left(Color::White, 99)), (None, None));
        assert_eq!((clock.overdue(i64::MAX), clock.flagged(i64::MAX, 0)), (None, None));
    }

    #[test]
    fn a_stopped_clock_keeps_what_it_shows() {
        let mut clock = running(BLITZ);
        clock.stop(4_000);
        assert_eq!(clock.left(Color::White, 60_000), Some(6_000));
        let left = |color| clock.left(color, 60_000);
        let again = Clock::restored(BLITZ, left(Color::White), left(Color::Black));
        assert_eq!(again, clock);
    }

    #[test]
    fn time_without_a_server_counts_against_nobody() {
        let down = [(300, 450), (100, 200), (120, 200), (100, 150), (310, 320)];
        for (since_ms, now_ms, wanted) in
            [(0, 500, 250), (150, 500, 350), (250, 400, 350), (460, 500, 460)]
        {
            let moved = without_downtime(since_ms, now_ms, down.into_iter());
            assert_eq!(moved, wanted, "since {since_ms} at {now_ms}");
        }
    }
}
