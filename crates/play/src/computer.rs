//! When the computer takes a draw.

/// The computer takes a draw from this many plies on…
const DRAW_FROM_PLY: usize = 30;
/// …if it does not think its own game better than this, in centipawns.
const DRAW_UP_TO_CP: i32 = 20;

/// Whether the computer takes a draw after so many plies. `own_score_cp` is how good it thinks its game, in centipawns;
/// while it does not know, it plays on.
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
