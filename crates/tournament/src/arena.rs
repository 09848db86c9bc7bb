//! Free pairing: whoever is free plays at once. Those who have waited longest are paired first, with somebody of a
//! similar score whom they have not just played.

use crate::games::{History, PlayerId};
use crate::round::{Pairing, Why, reasons, with_colors};

/// Somebody who waits for a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Who.
    pub player: PlayerId,
    /// For how long, in milliseconds.
    pub waited_ms: i64,
}

/// Pairs those who wait. Two who have just played each other are paired again only if both have waited for `patience_ms`, or if
/// nobody else is there to come (`others_play` is false).
pub fn pair(
    waiting: &[Waiting],
    history: &History,
    patience_ms: i64,
    others_play: bool,
) -> Vec<Pairing> {
    let mut free = waiting.to_vec();
    free.sort_by_key(|it| (-it.waited_ms, it.player));
    let mut pairings = Vec::new();
    while !free.is_empty() {
        let one = free.remove(0);
        let score = history.half_points(one.player);
        let may = |other: &Waiting| {
            let again = history.last_opponent(one.player) == Some(other.player);
            !again
                || !others_play && free.len() == 1
                || one.waited_ms.min(other.waited_ms) >= patience_ms
        };
        let best = (0..free.len()).filter(|&at| may(&free[at])).min_by_key(|&at| {
            let other = free[at].player;
            let again = history.last_opponent(one.player) == Some(other);
            (
                again,
                history.meetings(one.player, other),
                score.abs_diff(history.half_points(other)),
                at,
            )
        });
        if let Some(at) = best {
            let other = free.remove(at);
            let mut why = vec![Why::BothFree];
            why.extend(reasons(one.player, other.player, history));
            pairings.push(with_colors(one.player, other.player, history, why));
        }
    }
    pairings
}
