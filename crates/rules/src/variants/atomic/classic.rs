//! Legal moves of classic atomic, generated with bitboards.
//!
//! A quiet move is legal as in chess: not pinned, or along the pin, or stepping before the checker.
//! A capture is judged by its destination: the blast is the same whoever captures, so what it opens
//! towards the own king is worked out once for each square where it can matter, and not at all for
//! the others.

use super::blast::blast;
use super::{Atomic, AtomicRuleset, ClassicRuleset, kings};
use crate::attacks::{between, king_attacks};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, KingLines, MoveSink};
use crate::position::Position;
use crate::refusal::CastlingRefusal;
use crate::types::{Bitboard, Color, Move, MoveKind, Rank, Role, Square};

type Classic = Atomic<ClassicRuleset>;

#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn generate<S: MoveSink>(pos: &Position<Classic>, sink: &mut S) -> Flow {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let occupied = board.occupied();
    let own = board.color(us);
    let empty = if S::QUIETS { !occupied } else { Bitboard::EMPTY };
    // A capture beside the own king explodes it.
    let victims =
        if S::CAPTURES { board.color(!us) & !king_attacks(own_king) } else { Bitboard::EMPTY };

    // Touching kings are out of direct check, whatever attacks them.
    let touch = king_attacks(enemy_king);
    if S::QUIETS {
        let steps = king_attacks(own_king) & empty;
        let behind = occupied ^ Bitboard::of(own_king);
        let safe = movegen::unattacked(board, steps & !touch, !us, behind);
        sink.piece_moves(Role::King, own_king, steps & touch | safe)?;
        movegen::castling(pos, own_king, |path| castling_danger(board, us, path).is_none(), sink)?;
    }
    if touch.has(own_king) {
        let pawns = own & board.role(Role::Pawn);
        movegen::pieces(board, own, empty | victims, sink)?;
        movegen::pawns::<Classic, S>(board, us, pawns, empty, victims, sink)?;
        return movegen::en_passant(pos, sink);
    }

    let lines = KingLines::new(board, us, own_king);
    let winning = victims & movegen::zone(Some(enemy_king));
    // Hot squares: the blast around them takes a piece that blocks or gives an attack on the king.
    let hot = if lines.checkers.any() {
        Bitboard::ALL
    } else {
        let blasted = (lines.blockers & !board.role(Role::Pawn) | lines.snipers).dilated();
        blasted | lines.blockers
    };
    let quiets = match lines.checkers.first() {
        None => empty,
        Some(_) if lines.checkers.more_than_one() => Bitboard::EMPTY,
        Some(checker) => empty & between(own_king, checker),
    };

    // A pinned piece may explode the enemy king, since nothing counts after that; any other capture
    // off its line is among the hot ones or opens the line.
    let free = own & !lines.pinned;
    let captures = victims & !hot | winning;
    movegen::pieces(board, free, quiets | captures, sink)?;
    let pawns = free & board.role(Role::Pawn);
    movegen::pawns::<Classic, S>(board, us, pawns, quiets, captures, sink)?;
    if lines.pinned.any() {
        movegen::pinned::<Classic, S>(
            board,
            us,
            own_king,
            lines.pinned,
            quiets,
            Bitboard::EMPTY,
            sink,
        )?;
        if S::CAPTURES && winning.any() {
            movegen::pieces(board, lines.pinned, winning, sink)?;
            let pawns = lines.pinned & board.role(Role::Pawn);
            movegen::pawns::<Classic, S>(board, us, pawns, Bitboard::EMPTY, winning, sink)?;
        }
    }
    if S::CAPTURES {
        for to in victims & hot & !winning {
            let from = captors(board, us, own_king, &lines, to);
            if from.any() {
                captures_on(board, us, to, from, sink)?;
            }
        }
    }
    movegen::en_passant(pos, sink)
}

/// The pieces of `us` that may capture on `to`, where neither king is in the blast.
#[cfg_attr(not(feature = "small"), inline(always))]
fn captors(board: &Board, us: Color, king: Square, lines: &KingLines, to: Square) -> Bitboard {
    let gone = blast(board, to);
    let left = board.occupied() & !gone;
    let steppers = lines.checkers & (board.role(Role::Pawn) | board.role(Role::Knight));
    if (steppers & !gone).any() {
        return Bitboard::EMPTY;
    }
    // The captor leaves too: it must not be the last piece on the line of a slider that is left.
    let mut shields = Bitboard::EMPTY;
    for sniper in lines.snipers & !gone {
        let blockers = between(king, sniper) & left;
        if blockers.is_empty() {
            return Bitboard::EMPTY;
        }
        if !blockers.more_than_one() {
            shields |= blockers;
        }
    }
    board.attackers_but_king(to, us, board.occupied()) & !shields
}

/// Sends captures on, the pawns' on the last rank as promotions.
#[cfg_attr(not(feature = "small"), inline(always))]
fn captures_on<S: MoveSink>(
    board: &Board,
    us: Color,
    to: Square,
    from: Bitboard,
    sink: &mut S,
) -> Flow {
    if to.rank() == Rank::R8.relative_to(us) {
        let pawns = from & board.role(Role::Pawn);
        sink.promotions_on(to, pawns)?;
        sink.captures_on(to, from & !pawns)
    } else {
        sink.captures_on(to, from)
    }
}

/// Whether a pseudo-legal move leaves the own king alive and out of direct check.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn is_safe(pos: &Position<Classic>, mv: Move) -> bool {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let (from, to) = (mv.from(), mv.to());
    let occupied = board.occupied();
    let left = match mv.kind() {
        MoveKind::Castle => {
            return castling_danger(board, us, CastlingPath::new(us, from, to)).is_none();
        }
        MoveKind::EnPassant => return ClassicRuleset::allows_en_passant(pos, from, to),
        _ if from == own_king => {
            return attackers(board, to, !us, occupied ^ Bitboard::of(from)).is_empty();
        }
        _ if occupied.has(to) => {
            let gone = blast(board, to) | Bitboard::of(from);
            if gone.has(own_king) || gone.has(enemy_king) {
                return !gone.has(own_king);
            }
            occupied & !gone
        }
        _ => occupied ^ Bitboard::of(from) ^ Bitboard::of(to),
    };
    (attackers(board, own_king, !us, left) & left).is_empty()
}

/// The pieces of `by` that would give direct check to an enemy king on `king`: none while it touches
/// the king of `by`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn attackers(board: &Board, king: Square, by: Color, occupied: Bitboard) -> Bitboard {
    if board.pieces(by, Role::King).meets(king_attacks(king)) {
        Bitboard::EMPTY
    } else {
        board.attackers_but_king(king, by, occupied)
    }
}

/// The pieces that give direct check to the king of `color`; none if it has no king.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn checkers(board: &Board, color: Color) -> Bitboard {
    board
        .king(color)
        .map_or(Bitboard::EMPTY, |king| attackers(board, king, !color, board.occupied()))
}

/// The direct check that forbids castling, if there is one.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn castling_danger(
    board: &Board,
    us: Color,
    path: CastlingPath,
) -> Option<CastlingRefusal> {
    path.attacked(board, |king, occupied| attackers(board, king, !us, occupied))
}
