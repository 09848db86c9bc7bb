//! The three atomic games: captures explode.
//!
//! `blast` says what an explosion takes, `rulesets` where the three differ; `classic` and
//! `strict` find the legal moves of the two that protect their kings.

mod blast;
mod rulesets;
mod classic;
mod strict;
mod material;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use crate::any::Variant;
use crate::attacks::king_attacks;
use crate::board::Board;
use crate::movegen::{Flow, MoveSink};
use crate::outcome::{Outcome, WinReason};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, Move, Role, Square};

pub use rulesets::{ClassicRuleset, SimpleRuleset, StrictRuleset};

/// An atomic game under the ruleset `A`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Atomic<A>(PhantomData<A>);

/// Where the atomic games differ from each other. The items mean what they mean in [`Rules`].
#[allow(missing_docs)]
pub trait AtomicRuleset: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    const VARIANT: Variant;
    /// Whether kings can be in check (strict atomic: threatened), and so must be saved.
    const HAS_CHECK: bool = true;
    const CASTLES: bool = true;
    const EN_PASSANT: bool = true;
    const PROMOTES: bool = true;
    const PAWNS_MAY_STAND_HOME: bool = false;

    fn generate<S: MoveSink>(pos: &Position<Atomic<Self>>, sink: &mut S) -> Flow;
    fn checkers(pos: &Position<Atomic<Self>>) -> Bitboard;
    fn allows_en_passant(pos: &Position<Atomic<Self>>, from: Square, to: Square) -> bool;
    fn has_insufficient_material(_board: &Board, _color: Color) -> bool {
        false
    }
    fn objection(pos: &Position<Atomic<Self>>, mv: Move) -> Option<Refusal>;
    fn is_safe(pos: &Position<Atomic<Self>>, mv: Move) -> bool;
    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>);
}

impl<A: AtomicRuleset> Rules for Atomic<A> {
    const VARIANT: Variant = A::VARIANT;
    const EXPLODES: bool = true;
    const CASTLES: bool = A::CASTLES;
    const EN_PASSANT: bool = A::EN_PASSANT;
    const PROMOTES: bool = A::PROMOTES;
    const PAWNS_MAY_STAND_HOME: bool = A::PAWNS_MAY_STAND_HOME;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn generate<S: MoveSink>(pos: &Position<Self>, sink: &mut S) -> Flow {
        A::generate(pos, sink)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn blast(board: &Board, centre: Square) -> Bitboard {
        blast::blast(board, centre)
    }

    /// A side without a king has lost.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn terminal(pos: &Position<Self>) -> Option<Outcome> {
        let survivor = |color: Color| pos.board().king(color).is_some();
        match (survivor(Color::White), survivor(Color::Black)) {
            (true, true) => None,
            (true, false) => Some(Outcome::Win(Color::White, WinReason::KingExploded)),
            (false, _) => Some(Outcome::Win(Color::Black, WinReason::KingExploded)),
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn checkers(pos: &Position<Self>) -> Bitboard {
        A::checkers(pos)
    }

    fn kings_protect_each_other(board: &Board) -> bool {
        let kings = board.role(Role::King);
        A::HAS_CHECK && kings.into_iter().any(|king| king_attacks(king).meets(kings))
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn allows_en_passant(pos: &Position<Self>, from: Square, to: Square) -> bool {
        A::allows_en_passant(pos, from, to)
    }

    fn has_insufficient_material(board: &Board, color: Color) -> bool {
        A::has_insufficient_material(board, color)
    }

    fn objection(pos: &Position<Self>, mv: Move) -> Option<Refusal> {
        A::objection(pos, mv)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe(pos: &Position<Self>, mv: Move) -> bool {
        A::is_safe(pos, mv)
    }

    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>) {
        setup.inspect_kings_but_one(faults);
        A::inspect(setup, faults);
    }
}

/// The kings of the side to move and of its opponent; while the game goes on both are there.
#[cfg_attr(not(feature = "small"), inline(always))]
fn kings<A: AtomicRuleset>(pos: &Position<Atomic<A>>) -> (Square, Square) {
    let board = pos.board();
    let king = |color| board.king(color).expect("both kings stand while the game goes on");
    (king(pos.turn()), king(!pos.turn()))
}

/// Why a capture on `mv.to()` may not be made because of what its blast takes of the kings.
fn blast_objection<A: AtomicRuleset>(pos: &Position<Atomic<A>>, mv: Move) -> Option<Refusal> {
    let gone = pos.emptied_by(mv);
    let (own, enemy) = kings(pos);
    match (gone.has(own), gone.has(enemy)) {
        (true, true) => Some(Refusal::BothKingsExplode),
        (true, false) => Some(Refusal::OwnKingExplodes),
        (false, _) => None,
    }
}

/// The pieces of `color`, its king among them, that the enemy, if to move, could capture to explode that king and spare
/// its own. En passant captures are left out.
#[inline]
pub fn explosive_targets(board: &Board, color: Color) -> Bitboard {
    strict::explosive_targets(board, color)
}
