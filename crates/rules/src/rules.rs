//! The [`Rules`] trait: every point where the games may differ.
//!
//! A ruleset is a zero-sized type. Facts are constants, so that code that a game does not need is compiled away;
//! behaviour is functions.

use std::fmt::Debug;
use std::hash::Hash;

use crate::any::Variant;
use crate::board::Board;
use crate::movegen::{Flow, MoveSink};
use crate::outcome::{Outcome, WinReason};
use crate::position::Position;
use crate::refusal::Refusal;
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, Move, Square};

/// One game's rules.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The game, for use at run time.
    const VARIANT: Variant;
    /// Whether each side has a king.
    const HAS_KINGS: bool = true;
    /// Whether captures explode.
    const EXPLODES: bool = false;
    /// Whether kings castle.
    const CASTLES: bool = true;
    /// Whether there is en passant.
    const EN_PASSANT: bool = true;
    /// Whether pawns promote.
    const PROMOTES: bool = true;
    /// Whether a pawn may stand on its own last rank.
    const PAWNS_MAY_STAND_HOME: bool = false;
    /// Whether a pawn on its own last rank has won.
    const PAWN_HOME_WINS: bool = false;
    /// Whether a pawn move restarts the fifty-move clock.
    const PAWN_MOVES_RESTART_CLOCK: bool = true;
    /// Whether the third occurrence of a position is a draw.
    const REPETITION_DRAWS: bool = true;
    /// Whether the players choose the first position among setups.
    const HAS_SETUPS: bool = false;

    /// Sends the legal moves of a position whose game is not over to `sink`.
    fn generate<S: MoveSink>(pos: &Position<Self>, sink: &mut S) -> Flow;

    /// The occupied squares that a capture on `centre` empties, apart from the one it comes from and, en passant, that
    /// of the captured pawn.
    fn blast(_board: &Board, centre: Square) -> Bitboard {
        Bitboard::of(centre)
    }

    /// The outcome that the board shows, whether or not there are legal moves.
    fn terminal(_pos: &Position<Self>) -> Option<Outcome> {
        None
    }

    /// The pieces that check the side to move (strict atomic: that threaten its king). Empty where there is no check.
    fn checkers(_pos: &Position<Self>) -> Bitboard {
        Bitboard::EMPTY
    }

    /// Whether the kings stand side by side where that protects both from check: a capture of one would explode the
    /// other.
    fn kings_protect_each_other(_board: &Board) -> bool {
        false
    }

    /// Whether the side to move may capture en passant with the pawn on `from`, which attacks the en passant square.
    fn allows_en_passant(pos: &Position<Self>, from: Square, to: Square) -> bool;

    /// Whether `color` cannot win any more, whatever both sides do.
    fn has_insufficient_material(_board: &Board, _color: Color) -> bool {
        false
    }

    /// Why a pseudo-legal move is illegal: what it would do to the kings. `None` if it is legal.
    fn objection(_pos: &Position<Self>, _mv: Move) -> Option<Refusal> {
        None
    }

    /// Whether a pseudo-legal move is legal: as [`Self::objection`], but faster and without the reason.
    #[inline(always)]
    fn is_safe(pos: &Position<Self>, mv: Move) -> bool {
        Self::objection(pos, mv).is_none()
    }

    /// Adds the faults of a setup that are particular to this game.
    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>);

    /// The outcome when the side to move has no legal move.
    fn without_moves(pos: &Position<Self>) -> Outcome {
        if Self::checkers(pos).any() {
            Outcome::Win(!pos.turn(), WinReason::Checkmate)
        } else {
            Outcome::Draw(crate::outcome::DrawReason::Stalemate)
        }
    }
}
