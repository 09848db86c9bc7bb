//! Pairing by lot.

use crate::games::{History, PlayerId};
use crate::round::{Round, Why, with_colors};

/// Pairs players at random, so that as few as possible meet their last opponent again. `below(n)` draws a number
/// below `n`. With an odd number the bye goes to one of those who had the fewest.
pub fn pair(
    players: &[PlayerId],
    history: &History,
    below: &mut dyn FnMut(usize) -> usize,
) -> Round {
    let mut order = players.to_vec();
    for index in (1..order.len()).rev() {
        order.swap(index, below(index + 1));
    }
    let mut round = Round::default();
    if !order.len().is_multiple_of(2) {
        let fewest = order.iter().enumerate().min_by_key(|(_, player)| history.byes_of(**player));
        if let Some((index, _)) = fewest {
            round.bye = Some(order.remove(index));
        }
    }
    while let Some(one) = order.pop() {
        let fresh = order.iter().rposition(|&other| history.last_opponent(one) != Some(other));
        let Some(index) = fresh.or(order.len().checked_sub(1)) else { break };
        let other = order.remove(index);
        round.pairings.push(with_colors(one, other, history, vec![Why::Lot]));
    }
    round
}
