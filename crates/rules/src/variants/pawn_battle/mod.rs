//! Pawn Battle, the game without kings: the first pawn to reach the last rank wins. Such a pawn is called *home*.

mod setup;

use crate::any::Variant;
use crate::board::Board;
use crate::movegen::{self, Flow, MoveSink};
use crate::outcome::{Outcome, WinReason};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, Rank, Role, Square};

pub use setup::{PawnBattleSetup, PawnBattleSetupError};

/// Pawn Battle (Batalha dos Peões).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PawnBattle;

impl Rules for PawnBattle {
    const VARIANT: Variant = Variant::PawnBattle;
    const HAS_KINGS: bool = false;
    const CASTLES: bool = false;
    const PROMOTES: bool = false;
    const PAWNS_MAY_STAND_HOME: bool = true;
    const PAWN_HOME_WINS: bool = true;
    const PAWN_MOVES_RESTART_CLOCK: bool = false;
    const REPETITION_DRAWS: bool = false;
    const HAS_SETUPS: bool = true;

    #[inline(always)]
    fn generate<S: MoveSink>(pos: &Position<Self>, sink: &mut S) -> Flow {
        let (board, us) = (pos.board(), pos.turn());
        let quiets = if S::QUIETS { !board.occupied() } else { Bitboard::EMPTY };
        let captures = if S::CAPTURES { board.color(!us) } else { Bitboard::EMPTY };
        let own = board.color(us);
        let pawns = own & board.role(Role::Pawn);
        movegen::pawns::<Self, S>(board, us, pawns, quiets, captures, sink)?;
        movegen::pieces(board, own, quiets | captures, sink)?;
        movegen::en_passant(pos, sink)
    }

    /// A pawn on the last rank has won; a side without pawns has lost. A move that does both wins.
    #[inline(always)]
    fn terminal(pos: &Position<Self>) -> Option<Outcome> {
        let board = pos.board();
        let pawns = board.role(Role::Pawn);
        let ends = Bitboard::rank(Rank::R1) | Bitboard::rank(Rank::R8);
        let both_left =
            pawns.meets(board.color(Color::White)) && pawns.meets(board.color(Color::Black));
        if both_left && !pawns.meets(ends) {
            return None;
        }
        let home = Color::ALL.into_iter().find(|&color| pawns_home(board, color).any());
        if let Some(winner) = home {
            return Some(Outcome::Win(winner, WinReason::PawnHome));
        }
        let bare = if pawns.meets(board.color(Color::White)) { Color::Black } else { Color::White };
        Some(Outcome::Win(!bare, WinReason::PawnsCaptured))
    }

    fn allows_en_passant(_: &Position<Self>, _: Square, _: Square) -> bool {
        true
    }

    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>) {
        let board = &setup.board;
        for king in board.role(Role::King) {
            faults.push(SetupFault::KingInPawnBattle { square: king });
        }
        if Color::ALL.into_iter().all(|color| board.pieces(color, Role::Pawn).is_empty()) {
            faults.push(SetupFault::NoPawns);
        }
        if Color::ALL.into_iter().all(|color| pawns_home(board, color).any()) {
            faults.push(SetupFault::BothHome);
        }
    }
}

/// The pawns of `color` that have reached the last rank.
fn pawns_home(board: &Board, color: Color) -> Bitboard {
    board.pieces(color, Role::Pawn) & Bitboard::rank(Rank::R8.relative_to(color))
}
