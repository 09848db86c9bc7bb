//! What the computer does in a game, wherever it plays: how long it thinks, how soon it answers, and what it accepts.

use std::time::Duration;

use crate::offers::OfferKind;
use crate::state::Consent;

/// How long the strongest level thinks about a move that no clock hurries, in milliseconds: the same on a server, in a
/// terminal and in a browser, so that a level means the same everywhere. Weaker levels stop earlier, by nodes.
pub const FULL_STRENGTH_MS: u64 = 1_000;
/// How long the engine looks for a hint, in milliseconds.
pub const HINT_MS: u64 = 1_000;
/// The least time for a move, however little the clock shows, in milliseconds.
const LEAST_THOUGHT_MS: u64 = 5;
/// The computer thinks for at most this part of what its clock shows…
const THINKING_SHARE: u64 = 30;
/// …and answers after at most this part of it.
const PAUSE_SHARE: u64 = 40;
/// By how much longer each weaker level seems to think, in milliseconds.
const PAUSE_STEP_MS: u64 = 100;
/// What is added to that at random, in milliseconds: at least, and less than.
const RANDOM_PAUSE_MS: (u64, u64) = (100, 700);

/// How long the computer may think about a move, with what its clock shows.
pub fn time_for_move(left_ms: Option<i64>) -> Duration {
    let share_ms = share_of(left_ms, THINKING_SHARE);
    Duration::from_millis(FULL_STRENGTH_MS.min(share_ms).max(LEAST_THOUGHT_MS))
}

/// How soon the computer answers at the earliest, even if it has found its move: weak levels are not quick.
/// `below_full` is by how many levels it is weaker than the strongest.
pub fn least_pause(below_full: u8, left_ms: Option<i64>, random: u64) -> Duration {
    let (least, most) = RANDOM_PAUSE_MS;
    let slow_ms = u64::from(below_full) * PAUSE_STEP_MS + least + random % (most - least);
    Duration::from_millis(slow_ms.min(share_of(left_ms, PAUSE_SHARE)))
}

fn share_of(left_ms: Option<i64>, share: u64) -> u64 {
    left_ms.map_or(u64::MAX, |ms| ms.max(0) as u64 / share)
}

/// The computer accepts a draw from this ply on…
const DRAW_FROM_PLY: usize = 30;
/// …if its evaluation for itself is at most this, in centipawns.
const DRAW_UP_TO_CP: i32 = 20;

/// The computer's answer to an offer, at once: it takes moves back and plays again, and agrees to some draws.
pub fn consent_to(kind: OfferKind, own_score_cp: Option<i32>, plies: usize) -> Consent {
    match kind {
        OfferKind::Draw if !takes_draw(own_score_cp, plies) => Consent::Refused,
        OfferKind::Draw | OfferKind::Takeback | OfferKind::Rematch => Consent::Given,
    }
}

/// Whether the computer accepts a draw after `plies` plies. `own_score_cp` is its evaluation for itself, in centipawns;
/// without one it declines.
fn takes_draw(own_score_cp: Option<i32>, plies: usize) -> bool {
    plies >= DRAW_FROM_PLY && own_score_cp.is_some_and(|score| score <= DRAW_UP_TO_CP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_taken_late_and_if_nothing_is_won_by_playing_on() {
        for (score, plies, wanted) in [
            (Some(0), 30, true),
            (Some(20), 30, true),
            (Some(21), 30, false),
            (Some(-500), 29, false),
            (None, 80, false),
        ] {
            assert_eq!(takes_draw(score, plies), wanted, "{score:?} at ply {plies}");
        }
    }

    #[test]
    fn takebacks_and_rematches_are_always_accepted() {
        for kind in [OfferKind::Takeback, OfferKind::Rematch] {
            assert_eq!(consent_to(kind, None, 0), Consent::Given);
        }
        assert_eq!(consent_to(OfferKind::Draw, Some(0), 40), Consent::Given);
        assert_eq!(consent_to(OfferKind::Draw, None, 40), Consent::Refused);
    }

    #[test]
    fn a_short_clock_hurries_the_computer() {
        let ms = |duration: Duration| duration.as_millis();
        for (left, thinks) in
            [(None, 1_000), (Some(60_000), 1_000), (Some(3_000), 100), (Some(-5), 5)]
        {
            assert_eq!(ms(time_for_move(left)), thinks, "{left:?}");
        }
        assert_eq!(ms(least_pause(0, None, 0)), 100);
        assert_eq!(ms(least_pause(11, None, 599)), 1_799);
        assert_eq!(ms(least_pause(11, Some(4_000), 599)), 100);
        assert_eq!(ms(least_pause(11, Some(-1), 599)), 0);
    }
}
