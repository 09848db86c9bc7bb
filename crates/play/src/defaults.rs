//! What a new game is unless somebody chooses otherwise, and the times that are offered. The page gets them with the
//! protocol's types.

use crate::time_control::TimeControl;

/// The setup of Pawn Battle, by its name.
pub const SETUP: &str = "8p";
/// Seconds for each move, as the manual of Pawn Battle says.
pub const SECONDS_PER_MOVE: u32 = 180;
/// Where a clock for the whole game is wanted: seconds at the start, and what each move adds.
pub const CLOCK_SECONDS: (u32, u32) = (300, 3);

/// The times that a menu offers.
pub const OFFERED_TIMES: [TimeControl; 9] = [
    TimeControl::per_move(SECONDS_PER_MOVE),
    TimeControl::per_move(60),
    TimeControl::per_move(600),
    TimeControl::clock(60, 0),
    TimeControl::clock(180, 2),
    TimeControl::clock(CLOCK_SECONDS.0, CLOCK_SECONDS.1),
    TimeControl::clock(600, 5),
    TimeControl::clock(1800, 0),
    TimeControl::Unlimited,
];

/// Those that are chosen by one click where any other can be typed.
pub const PRESET_TIMES: [TimeControl; 6] = [
    OFFERED_TIMES[0],
    OFFERED_TIMES[3],
    OFFERED_TIMES[4],
    OFFERED_TIMES[5],
    OFFERED_TIMES[6],
    OFFERED_TIMES[8],
];

#[cfg(test)]
mod tests {
    use estopim_rules::PawnBattleSetup;

    use super::*;

    #[test]
    fn the_defaults_can_be_played() {
        SETUP.parse::<PawnBattleSetup>().expect("a setup with that name");
        assert_eq!(OFFERED_TIMES[0], TimeControl::default());
        assert_eq!(PRESET_TIMES[0], TimeControl::default());
    }
}
