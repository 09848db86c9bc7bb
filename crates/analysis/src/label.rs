//! [`Label`]: what kind of move it was, if anything is to be said about it.

use estopim_rules::Nag;

/// What kind of move it was. A move that is neither bad nor remarkable has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// The only move that holds, and it gives material up.
    Brilliant,
    /// Every other move gives much away.
    OnlyMove,
    /// It gives something away.
    Inaccuracy,
    /// It gives much away.
    Mistake,
    /// It changes what the game will end in.
    Blunder,
    /// It lets a won game go, though it does not lose.
    MissedWin,
}

/// What a move came to: shares of the point that its side could expect, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stakes {
    /// Before it, with the best play.
    pub before: f64,
    /// After it.
    pub after: f64,
    /// With the best of all other moves, where that was asked.
    pub runner_up: Option<f64>,
    /// How much material the side is down after the reply, compared with before the move, in pawns.
    pub material_lost: i32,
}

impl Label {
    /// All labels, in their order.
    pub const ALL: [Self; 6] = [
        Self::Brilliant,
        Self::OnlyMove,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
        Self::MissedWin,
    ];

    /// From this loss of share on a move is an inaccuracy, a mistake, a blunder.
    pub const INACCURACY: f64 = 0.09;
    /// See [`Self::INACCURACY`].
    pub const MISTAKE: f64 = 0.18;
    /// See [`Self::INACCURACY`].
    pub const BLUNDER: f64 = 0.30;

    /// From this share on a game is won.
    const WON: f64 = 0.90;
    /// Below this share a game is lost.
    const LOST: f64 = 0.25;
    /// Where the second best move leaves more than this share, there is nothing brilliant in the best.
    const WON_ANYWAY: f64 = 0.80;
    /// By so much share a move must be better than all others to be the only one.
    const ONLY_MOVE_GAP: f64 = 0.20;
    /// So much material is a sacrifice, in pawns.
    const SACRIFICE: i32 = 2;

    /// The label of a move that gives something away, if it gives enough.
    pub fn of_fault(stakes: &Stakes) -> Option<Self> {
        let loss = stakes.before - stakes.after;
        if loss >= Self::MISTAKE && stakes.before >= Self::WON && stakes.after >= Self::LOST {
            return Some(Self::MissedWin);
        }
        match loss {
            loss if loss >= Self::BLUNDER => Some(Self::Blunder),
            loss if loss >= Self::MISTAKE => Some(Self::Mistake),
            loss if loss >= Self::INACCURACY => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// The label of the best move, if it deserves one.
    pub fn of_best(stakes: &Stakes) -> Option<Self> {
        let runner_up = stakes.runner_up?;
        if stakes.after < Self::LOST || stakes.after - runner_up < Self::ONLY_MOVE_GAP {
            return None;
        }
        let sacrifice = stakes.material_lost >= Self::SACRIFICE;
        let brilliant = sacrifice && stakes.after >= 0.5 && runner_up < Self::WON_ANYWAY;
        Some(if brilliant { Self::Brilliant } else { Self::OnlyMove })
    }

    /// Whether the move gave something away.
    pub const fn is_fault(self) -> bool {
        !matches!(self, Self::Brilliant | Self::OnlyMove)
    }

    /// The sign that PGN has for it.
    pub const fn nag(self) -> Nag {
        match self {
            Self::Brilliant => Nag::BRILLIANT,
            Self::OnlyMove => Nag::ONLY_MOVE,
            Self::Inaccuracy => Nag::DUBIOUS,
            Self::Mistake | Self::MissedWin => Nag::MISTAKE,
            Self::Blunder => Nag::BLUNDER,
        }
    }

    /// The word for it in messages and keys of texts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Brilliant => "brilliant",
            Self::OnlyMove => "onlyMove",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
            Self::MissedWin => "missedWin",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stakes(before: f64, after: f64) -> Stakes {
        Stakes { before, after, runner_up: None, material_lost: 0 }
    }

    #[test]
    fn faults_are_told_by_what_they_give_away() {
        for (before, after, want) in [
            (0.55, 0.53, None),
            (0.55, 0.45, Some(Label::Inaccuracy)),
            (0.55, 0.35, Some(Label::Mistake)),
            (0.55, 0.20, Some(Label::Blunder)),
            (0.95, 0.50, Some(Label::MissedWin)),
            (1.00, 0.75, Some(Label::MissedWin)),
            (1.00, 0.10, Some(Label::Blunder)),
            (1.00, 0.97, None),
            (0.05, 0.00, None),
        ] {
            assert_eq!(Label::of_fault(&stakes(before, after)), want, "{before} to {after}");
        }
    }

    #[test]
    fn a_best_move_is_remarkable_only_if_all_others_fail() {
        for (after, runner_up, material_lost, want) in [
            (0.6, None, 0, None),
            (0.6, Some(0.55), 5, None),
            (0.6, Some(0.2), 0, Some(Label::OnlyMove)),
            (0.6, Some(0.2), 3, Some(Label::Brilliant)),
            (1.0, Some(0.85), 9, None),
            (0.2, Some(0.0), 3, None),
            (0.4, Some(0.1), 3, Some(Label::OnlyMove)),
        ] {
            let stakes = Stakes { before: after, after, runner_up, material_lost };
            assert_eq!(Label::of_best(&stakes), want, "{stakes:?}");
        }
    }
}
