//! A round: who plays whom with which colour, and why.

use crate::games::{History, PlayerId};

/// A reason for a pairing, to be told in words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// Drawn by lot.
    Lot,
    /// By the table of a round robin.
    Table,
    /// Both have as many half points.
    SameScore(u32),
    /// Nobody with as many half points was left: the first has so many, the second so many.
    NearScore(u32, u32),
    /// They have not met before.
    FirstMeeting,
    /// They have met so often before, and everybody else has been met as well or is not free.
    MetBefore(u32),
    /// Both were free.
    BothFree,
    /// White goes to who had it less often.
    WhiteLessOften,
    /// White goes to who had Black last.
    WhiteInTurn,
}

/// Two players and their colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Who has White.
    pub white: PlayerId,
    /// Who has Black.
    pub black: PlayerId,
    /// Why.
    pub why: Vec<Why>,
}

/// The pairings of one round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// The games, the first board first.
    pub pairings: Vec<Pairing>,
    /// Who has no opponent.
    pub bye: Option<PlayerId>,
}

/// Two players with colours by their history: White is for who had it less often, then for who had Black last, then for
/// the first.
pub fn with_colors(
    one: PlayerId,
    other: PlayerId,
    history: &History,
    mut why: Vec<Why>,
) -> Pairing {
    let (a, b) = (history.color_balance(one), history.color_balance(other));
    let turn = (history.last_was_white(one), history.last_was_white(other));
    let first_is_white = if a == b {
        match turn {
            (Some(true), Some(false) | None) | (None, Some(false)) => {
                why.push(Why::WhiteInTurn);
                false
            }
            (Some(false), Some(true) | None) | (None, Some(true)) => {
                why.push(Why::WhiteInTurn);
                true
            }
            // Who had Black when they last met, else the first.
            _ => {
                let last = history.games.iter().rev().find(|it| it.opponent(one) == Some(other));
                last.is_none_or(|game| game.black == one)
            }
        }
    } else {
        why.push(Why::WhiteLessOften);
        a < b
    };
    let (white, black) = if first_is_white { (one, other) } else { (other, one) };
    Pairing { white, black, why }
}

/// Why these two meet, as far as scores and earlier games say.
pub(crate) fn reasons(one: PlayerId, other: PlayerId, history: &History) -> Vec<Why> {
    let (a, b) = (history.half_points(one), history.half_points(other));
    let score = if a == b { Why::SameScore(a) } else { Why::NearScore(a.max(b), a.min(b)) };
    let met = history.meetings(one, other);
    vec![score, if met == 0 { Why::FirstMeeting } else { Why::MetBefore(met) }]
}
