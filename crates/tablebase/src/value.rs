//! [`Value`]: what a position is worth, and the byte that a table stores for it.

use std::fmt;

/// What a position is worth for the side to move, if both sides play their best, and in how many plies the game ends. The
/// winner plays as quickly as possible, the loser as slowly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move wins in so many plies.
    Win(u8),
    /// Nobody wins.
    Draw,
    /// The side to move loses in so many plies; none if it has lost already.
    Loss(u8),
}

impl Value {
    /// The longest win or loss that a table can store, in plies.
    pub const MAX_PLIES: u8 = 252;

    /// The same for the other side, a ply earlier: what a move to such a position is worth.
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// A greater number is better for the side to move: quick wins, slow wins, draws, slow losses, quick losses.
    pub const fn rank(self) -> i16 {
        match self {
            Self::Win(plies) => 1000 - plies as i16,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i16 - 1000,
        }
    }

    /// The plies to the end of the game, if somebody wins.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Whether the value stands although the clock of the fifty-move rule shows `halfmoves`: a win or loss only if the game
    /// ends before the clock does, whatever moves restart it. A draw stands in any case.
    pub fn stands_at(self, halfmoves: u16) -> bool {
        let limit = estopim_rules::game::FIFTY_MOVE_PLIES;
        self.plies().is_none_or(|plies| halfmoves + u16::from(plies) <= limit)
    }

    /// The byte of a table: 0 for a draw, else 2 more than the plies. An odd number of plies is a win, an even one a loss,
    /// because the side that has just moved is the one that wins at the end.
    #[cfg(test)]
    pub(crate) const fn to_byte(self) -> u8 {
        match self {
            Self::Draw => DRAW,
            Self::Win(plies) | Self::Loss(plies) => FIRST_DECIDED + plies,
        }
    }

    /// The value of a byte.
    pub(crate) const fn from_byte(byte: u8) -> Self {
        if byte < FIRST_DECIDED {
            return Self::Draw;
        }
        let plies = byte - FIRST_DECIDED;
        if plies % 2 == 1 { Self::Win(plies) } else { Self::Loss(plies) }
    }
}

/// The byte of a draw; while a table is built, of a position that is not decided yet.
pub(crate) const DRAW: u8 = 0;
/// While a table is built: the byte of what is no position.
pub(crate) const INVALID: u8 = 1;
/// The byte of a loss in no plies.
pub(crate) const FIRST_DECIDED: u8 = 2;
/// While a table is built: a draw at once, by insufficient material.
pub(crate) const DRAWN_AT_ONCE: u8 = 255;

/// As in "win in 5 plies".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, plies) = match self {
            Self::Draw => return f.write_str("draw"),
            Self::Win(plies) => ("win", plies),
            Self::Loss(plies) => ("loss", plies),
        };
        write!(f, "{name} in {plies} {}", if *plies == 1 { "ply" } else { "plies" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_as_what_was_written() {
        for plies in 0..=Value::MAX_PLIES {
            let value = if plies % 2 == 1 { Value::Win(plies) } else { Value::Loss(plies) };
            assert_eq!(Value::from_byte(value.to_byte()), value);
            assert_ne!(value.to_byte(), DRAWN_AT_ONCE);
        }
        assert_eq!(Value::from_byte(Value::Draw.to_byte()), Value::Draw);
    }

    #[test]
    fn a_win_stands_only_if_the_clock_lets_it_happen() {
        assert!(Value::Win(1).stands_at(99));
        assert!(!Value::Win(3).stands_at(98));
        assert!(Value::Loss(100).stands_at(0));
        assert!(!Value::Win(101).stands_at(0));
        assert!(Value::Draw.stands_at(99));
    }
}
