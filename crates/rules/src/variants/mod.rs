//! The games, one file each; the atomic ones share a folder.

mod chess;
mod atomic;
mod pawn_battle;

pub use atomic::{
    Atomic, AtomicRuleset, ClassicRuleset, SimpleRuleset, StrictRuleset, explosive_targets,
};
pub use chess::Chess;
pub use pawn_battle::{PawnBattle, PawnBattleSetup, PawnBattleSetupError};

/// Atomic chess as it is played on the large servers.
pub type ClassicAtomic = Atomic<ClassicRuleset>;
/// Atomic chess in which a king may not be left open to any exploding capture.
pub type StrictAtomic = Atomic<StrictRuleset>;
/// Atomic chess without check, castling, en passant and promotion.
pub type SimpleAtomic = Atomic<SimpleRuleset>;
