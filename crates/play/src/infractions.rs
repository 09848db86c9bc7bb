//! [`Infractions`]: illegal moves and overrun times, counted in games between programs, which are lost by too many of
//! them. Where they are counted an illegal move is refused and the time for the move begins anew; a late move is played
//! all the same.

use estopim_rules::Color;

/// What an infraction is counted for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InfractionKind {
    /// A move that is not legal, or a message that is no move.
    Illegal,
    /// The time for the move ran out.
    Late,
}

/// The infractions of both sides, and how many lose the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infractions {
    counts: [u8; 2],
    max: u8,
}

impl Infractions {
    /// None yet; `max` of them lose.
    pub const fn new(max: u8) -> Self {
        Self { counts: [0; 2], max }
    }

    /// Restored from storage, White's first.
    pub const fn restored(max: u8, counts: [u8; 2]) -> Self {
        Self { counts, max }
    }

    /// How many `color` has.
    pub const fn of(self, color: Color) -> u8 {
        self.counts[color.index()]
    }

    /// How many lose the game.
    pub const fn max(self) -> u8 {
        self.max
    }

    /// The same with one more of `color`.
    #[must_use]
    pub const fn with_one_of(mut self, color: Color) -> Self {
        let count = &mut self.counts[color.index()];
        *count = count.saturating_add(1);
        self
    }

    /// Whether `color` has lost by them.
    pub const fn have_lost(self, color: Color) -> bool {
        self.of(color) >= self.max
    }
}
