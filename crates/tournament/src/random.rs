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
    // Who had a bye since still has an old opponent as the last one, so both are asked.
    let again = |one: PlayerId, other: PlayerId| {
        history.last_opponent(one) == Some(other) || history.last_opponent(other) == Some(one)
    };
    let mut pairs: Vec<[PlayerId; 2]> = Vec::new();
    while let Some(one) = order.pop() {
        let fresh = order.iter().rposition(|&other| !again(one, other));
        let Some(index) = fresh.or(order.len().checked_sub(1)) else { break };
        let mut pair = [one, order.remove(index)];
        if fresh.is_none() {
            // Those who are left over change opponents with a pair that was drawn before, if that helps.
            let helps = |&[first, second]: &[PlayerId; 2]| {
                !again(pair[0], second) && !again(first, pair[1])
            };
            if let Some(drawn) = pairs.iter_mut().find(|drawn| helps(drawn)) {
                std::mem::swap(&mut drawn[1], &mut pair[1]);
            } else if let Some(drawn) =
                pairs.iter_mut().find(|&&mut [first, second]| helps(&[second, first]))
            {
                std::mem::swap(&mut drawn[0], &mut pair[1]);
            }
        }
        pairs.push(pair);
    }
    let drawn =
        pairs.into_iter().map(|[one, other]| with_colors(one, other, history, vec![Why::Lot]));
    round.pairings = drawn.collect();
    round
}
