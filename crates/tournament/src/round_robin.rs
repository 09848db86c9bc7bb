//! Everybody against everybody, by the circle method: the last player stays, the others go round.

use crate::games::PlayerId;
use crate::round::{Pairing, Round, Why};

/// How many rounds it takes until everybody has met everybody.
pub const fn rounds(players: usize) -> usize {
    match players {
        0 | 1 => 0,
        count => count - 1 + count % 2,
    }
}

/// A round, counted from zero. After the last one the next cycle begins with the colours swapped. Over a cycle
/// nobody has one colour more than one game oftener than the other.
pub fn round(players: &[PlayerId], number: usize) -> Round {
    let count = players.len() + players.len() % 2;
    if count < 2 {
        return Round { pairings: Vec::new(), bye: players.first().copied() };
    }
    let (others, cycle) = (count - 1, number / (count - 1));
    let number = number % others;
    let at = |index: usize| players.get(index).copied();
    let mut round = Round::default();
    for board in 0..count / 2 {
        // The player who stays meets whoever has come to the top; the others meet across the circle.
        let (one, other) = if board == 0 {
            (number, count - 1)
        } else {
            ((number + board) % others, (number + others - board) % others)
        };
        // Across the circle the colours alternate by board, at the top by round.
        let swapped = if board == 0 { number % 2 == 1 } else { board % 2 == 1 };
        match (at(one), at(other)) {
            (Some(one), Some(other)) => {
                let is_first_white = swapped == (cycle % 2 == 1);
                let (white, black) = if is_first_white { (one, other) } else { (other, one) };
                round.pairings.push(Pairing { white, black, why: vec![Why::Table] });
            }
            (left, right) => round.bye = left.or(right),
        }
    }
    round
}
