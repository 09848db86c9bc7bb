//! The five rulesets, and the facts in which they differ.

use super::board::Role;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruleset {
    Chess,
    Atomic,
    StrictAtomic,
    SimpleAtomic,
    PawnBattle,
}

impl Ruleset {
    pub const ALL: [Self; 5] =
        [Self::Chess, Self::Atomic, Self::StrictAtomic, Self::SimpleAtomic, Self::PawnBattle];

    pub fn id(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Atomic => "atomic",
            Self::StrictAtomic => "strictatomic",
            Self::SimpleAtomic => "simpleatomic",
            Self::PawnBattle => "pawnbattle",
        }
    }

    pub fn explodes(self) -> bool {
        matches!(self, Self::Atomic | Self::StrictAtomic | Self::SimpleAtomic)
    }

    pub fn has_kings(self) -> bool {
        self != Self::PawnBattle
    }

    pub fn has_castling(self) -> bool {
        matches!(self, Self::Chess | Self::Atomic | Self::StrictAtomic)
    }

    pub fn has_en_passant(self) -> bool {
        self != Self::SimpleAtomic
    }

    /// What a pawn may become on the last rank; nothing where it stays a pawn.
    pub fn promotions(self) -> &'static [Role] {
        match self {
            Self::Chess | Self::Atomic | Self::StrictAtomic => {
                &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
            }
            Self::SimpleAtomic | Self::PawnBattle => &[],
        }
    }

    pub fn pawn_moves_restart_the_clock(self) -> bool {
        self != Self::PawnBattle
    }
}
