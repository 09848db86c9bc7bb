//! Classic chess, with Chess960 castling where the position asks for it.

use crate::any::Variant;
use crate::attacks::{between, king_attacks};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, KingLines, MoveSink};
use crate::position::Position;
use crate::refusal::{CastlingRefusal, Refusal};
use crate::rules::Rules;
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, Move, MoveKind, Role, Square};

/// Classic chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chess;

impl Rules for Chess {
    const VARIANT: Variant = Variant::Chess;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn generate<S: MoveSink>(pos: &Position<Self>, sink: &mut S) -> Flow {
        let (board, us) = (pos.board(), pos.turn());
        let own_king = king(board, us);
        let enemy_king = king(board, !us);
        let occupied = board.occupied();
        let lines = KingLines::new(board, us, own_king);
        let quiets = if S::QUIETS { !occupied } else { Bitboard::EMPTY };
        let captures = if S::CAPTURES { board.color(!us) } else { Bitboard::EMPTY };

        let steps = king_attacks(own_king) & (quiets | captures) & !king_attacks(enemy_king);
        let behind = occupied ^ Bitboard::of(own_king);
        sink.piece_moves(Role::King, own_king, movegen::unattacked(board, steps, !us, behind))?;

        // Two checkers: only the king can help. One: take it or step between.
        let mask = match lines.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if lines.checkers.more_than_one() => return Flow::Continue(()),
            Some(checker) => between(own_king, checker) | lines.checkers,
        };
        let (quiets, captures) = (quiets & mask, captures & mask);
        let free = board.color(us) & !lines.pinned;
        movegen::pieces(board, free, quiets | captures, sink)?;
        let pawns = free & board.role(Role::Pawn);
        movegen::pawns::<Self, S>(board, us, pawns, quiets, captures, sink)?;
        if lines.pinned.any() {
            movegen::pinned::<Self, S>(board, us, own_king, lines.pinned, quiets, captures, sink)?;
        }
        movegen::en_passant(pos, sink)?;
        if lines.checkers.is_empty() {
            movegen::castling(
                pos,
                own_king,
                |path| castling_danger(board, us, path).is_none(),
                sink,
            )?;
        }
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn checkers(pos: &Position<Self>) -> Bitboard {
        let (board, us) = (pos.board(), pos.turn());
        board.attackers(king(board, us), !us, board.occupied())
    }

    fn allows_en_passant(pos: &Position<Self>, from: Square, to: Square) -> bool {
        let (board, us) = (pos.board(), pos.turn());
        let captured = Bitboard::of(to.ahead(!us));
        let occupied = board.occupied() ^ Bitboard::of(from) ^ Bitboard::of(to) ^ captured;
        (board.attackers(king(board, us), !us, occupied) & !captured).is_empty()
    }

    /// Bare kings, a lone minor piece, or bishops that all stand on squares of one colour.
    fn has_insufficient_material(board: &Board, color: Color) -> bool {
        let own = board.color(color);
        let strong = board.role(Role::Pawn) | board.role(Role::Rook) | board.role(Role::Queen);
        if own.meets(strong) {
            return false;
        }
        if own.meets(board.role(Role::Knight)) {
            // A knight needs help: a second piece of its own, or a piece of the enemy's to be smothered
            // by. A queen only takes squares away from its king.
            let helpers = board.color(!color) & !board.role(Role::King) & !board.role(Role::Queen);
            return own.count() <= 2 && helpers.is_empty();
        }
        if own.meets(board.role(Role::Bishop)) {
            let bishops = board.role(Role::Bishop);
            let one_colour = !bishops.meets(Bitboard::LIGHT) || !bishops.meets(!Bitboard::LIGHT);
            let helpers = board.role(Role::Pawn) | board.role(Role::Knight);
            return one_colour && helpers.is_empty();
        }
        true
    }

    fn objection(pos: &Position<Self>, mv: Move) -> Option<Refusal> {
        let us = pos.turn();
        if mv.kind() == MoveKind::Castle {
            let path = CastlingPath::new(us, mv.from(), mv.to());
            return castling_danger(pos.board(), us, path).map(Refusal::Castling);
        }
        let after = pos.after(mv);
        let king = king(after.board(), us);
        let attackers = after.board().attackers(king, !us, after.board().occupied());
        attackers.first().map(|by| Refusal::InCheck { by })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe(pos: &Position<Self>, mv: Move) -> bool {
        let (board, us) = (pos.board(), pos.turn());
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Castle => {
                castling_danger(board, us, CastlingPath::new(us, from, to)).is_none()
            }
            MoveKind::EnPassant => Self::allows_en_passant(pos, from, to),
            MoveKind::Normal | MoveKind::Promotion(_) => {
                let occupied = board.occupied() & !Bitboard::of(from) | Bitboard::of(to);
                let own_king = king(board, us);
                let stands = if from == own_king { to } else { own_king };
                (board.attackers(stands, !us, occupied) & !Bitboard::of(to)).is_empty()
            }
        }
    }

    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>) {
        setup.inspect_kings(faults);
        setup.inspect_check(faults, Board::attackers);
    }
}

/// Where the king of `color` stands; a chess position always has one.
#[cfg_attr(not(feature = "small"), inline(always))]
fn king(board: &Board, color: Color) -> Square {
    board.king(color).expect("both sides have a king in chess")
}

/// The attack that forbids castling, if there is one.
#[cfg_attr(not(feature = "small"), inline(always))]
fn castling_danger(board: &Board, us: Color, path: CastlingPath) -> Option<CastlingRefusal> {
    path.attacked(board, |king, occupied| board.attackers(king, !us, occupied))
}
