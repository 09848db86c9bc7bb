//! Swiss pairing: equal scores meet, nobody meets twice while that can be avoided, and colours are balanced.
//!
//! Players are sorted by score and rank. The first one still free gets the best opponent who leaves the rest pairable:
//! in the same score group the one half a group below, then those of the groups below. The search goes back where it runs
//! into a dead end. It is bounded: if no pairing without repeated meetings is found, players meet again as seldom as
//! possible.

use std::cmp::Reverse;

use crate::games::{History, PlayerId, WIN};
use crate::round::{Round, reasons, with_colors};

/// The most players.
pub const MOST: usize = 60;
/// After so many steps the search gives up and allows one more meeting.
const STEPS: u32 = 200_000;

/// How many rounds are enough to find a winner among so many players: one more than a knockout would take.
pub const fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        2 => 1,
        count => {
            let knockout = (usize::BITS - (count - 1).leading_zeros()) as usize;
            if knockout + 1 < count { knockout + 1 } else { count - 1 }
        }
    }
}

/// Pairs the next round. `players` come in the order of their rank, the strongest first; the bye is for the last who had
/// the fewest.
pub fn pair(players: &[PlayerId], history: &History) -> Round {
    let mut order = players.to_vec();
    order.sort_by_key(|&player| Reverse(history.half_points(player)));
    let byes = bye_candidates(&order, history);
    let most =
        players.iter().map(|&one| players.iter().map(|&other| history.meetings(one, other)).max());
    let most = most.flatten().max().unwrap_or(0);
    // A second bye is worse than a second meeting: those who had fewer byes are tried with every number of meetings.
    let byes_of = |bye: &Option<PlayerId>| bye.map(|player| history.byes_of(player));
    for group in byes.chunk_by(|one, other| byes_of(one) == byes_of(other)) {
        for (allowed, bye) in
            (0..=most).flat_map(|allowed| group.iter().map(move |bye| (allowed, bye)))
        {
            let rest: Vec<PlayerId> =
                order.iter().copied().filter(|it| Some(*it) != *bye).collect();
            let mut search = Search { history, allowed, steps: STEPS, pairs: Vec::new() };
            if search.pair(&rest) {
                let pairings = search.pairs.into_iter().map(|(one, other)| {
                    with_colors(one, other, history, reasons(one, other, history))
                });
                return Round { pairings: pairings.collect(), bye: *bye };
            }
        }
    }
    Round { pairings: Vec::new(), bye: order.first().copied() }
}

/// Who may have the bye, the first choice first; `None` alone if nobody needs one.
fn bye_candidates(order: &[PlayerId], history: &History) -> Vec<Option<PlayerId>> {
    if order.len().is_multiple_of(2) {
        return vec![None];
    }
    let mut candidates: Vec<PlayerId> = order.iter().rev().copied().collect();
    candidates.sort_by_key(|&player| history.byes_of(player));
    candidates.into_iter().map(Some).collect()
}

/// A search for pairs with at most `allowed` earlier meetings each.
struct Search<'a> {
    history: &'a History,
    allowed: u32,
    steps: u32,
    pairs: Vec<(PlayerId, PlayerId)>,
}

impl Search<'_> {
    /// Pairs all of these, or says that it cannot.
    fn pair(&mut self, free: &[PlayerId]) -> bool {
        let Some((&first, rest)) = free.split_first() else { return true };
        for index in self.choices(first, rest) {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            self.pairs.push((first, rest[index]));
            let left: Vec<PlayerId> =
                rest.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, it)| *it).collect();
            if self.pair(&left) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }

    /// The possible opponents of the first player, the best first.
    fn choices(&self, first: PlayerId, rest: &[PlayerId]) -> Vec<usize> {
        let history = self.history;
        let score = history.half_points(first);
        let group = 1 + rest.iter().take_while(|&&it| history.half_points(it) == score).count();
        // Half a group below, as the first index of `rest` is one below.
        let fold = (group / 2).max(1) - 1;
        let balance = history.color_balance(first);
        let mut choices: Vec<usize> = (0..rest.len())
            .filter(|&at| history.meetings(first, rest[at]) <= self.allowed)
            .collect();
        choices.sort_by_key(|&at| {
            let other = rest[at];
            let gap = score.saturating_sub(history.half_points(other));
            // Two players who both had one colour too often would get it once more.
            let clash = balance * history.color_balance(other) >= WIN as i32;
            (history.meetings(first, other), gap, clash, at.abs_diff(fold))
        });
        choices
    }
}
