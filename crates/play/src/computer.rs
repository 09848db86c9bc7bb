//! When the computer accepts a draw.

/// The computer accepts a draw from this ply on…
const DRAW_FROM_PLY: usize = 30;
/// …if its evaluation for itself is at most this, in centipawns.
const DRAW_UP_TO_CP: i32 = 20;

/// Whether the computer accepts a draw after `plies` plies. `own_score_cp` is its evaluation for itself, in centipawns;
/// without one it declines.
pub fn takes_draw(own_score_cp: Option<i32>, plies: usize) -> bool {
    plies >= DRAW_FROM_PLY && own_score_cp.is_some_and(|score| score <= DRAW_UP_TO_CP)
}

#[cfg(test)]
mod tests {
    use super::takes_draw;

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
}
