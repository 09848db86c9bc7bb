//! [`Offers`]: what one side has proposed and the other has not answered.

use estopim_rules::Color;

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OfferKind {
    /// To call the game a draw.
    Draw,
    /// To take the offerer's last move back.
    Takeback,
    /// To play again with the colours swapped.
    Rematch,
}

impl OfferKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Rematch];
}

/// Who has offered what. Each kind is offered by one side at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Offers {
    /// Who offers a draw.
    pub draw: Option<Color>,
    /// Who asks to take a move back.
    pub takeback: Option<Color>,
    /// Who offers another game.
    pub rematch: Option<Color>,
}

impl Offers {
    /// Who offers something of this kind.
    pub const fn by(self, kind: OfferKind) -> Option<Color> {
        match kind {
            OfferKind::Draw => self.draw,
            OfferKind::Takeback => self.takeback,
            OfferKind::Rematch => self.rematch,
        }
    }

    /// The same, with the offer of this kind replaced.
    #[must_use]
    pub const fn with(mut self, kind: OfferKind, by: Option<Color>) -> Self {
        match kind {
            OfferKind::Draw => self.draw = by,
            OfferKind::Takeback => self.takeback = by,
            OfferKind::Rematch => self.rematch = by,
        }
        self
    }

    /// The offers left after a move of `mover`. A draw offer stands until the opponent has moved; takeback offers lapse
    /// with any move.
    #[must_use]
    pub fn after_move(self, mover: Color) -> Self {
        Self { draw: self.draw.filter(|&by| by == mover), takeback: None, ..self }
    }

    /// The offers left once the game is over: only a rematch.
    #[must_use]
    pub const fn after_end(self) -> Self {
        Self { draw: None, takeback: None, ..self }
    }
}
