//! Legal moves of strict atomic: after a move no exploding capture may threaten the mover's king.
//!
//! The squares that matter are the king's and those beside it, unless they are beside the enemy king
//! as well. A capture is possible where one of the king's own men stands, so those are the targets a
//! king's enemies look for. Most moves neither put a man on such a square nor open a line to one, and
//! are legal if the king is not threatened already; the others are played on a copy and looked at.

use super::blast::blast;
use super::{Atomic, StrictRuleset, kings};
use crate::attacks::{
    bishop_rays, bishop_reach, king_reach, knight_reach, pawn_reach, pawns_reach, queen_reach,
    rook_rays, rook_reach,
};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, MoveSink};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square};

type Strict = Atomic<StrictRuleset>;

#[inline(always)]
pub(super) fn generate<S: MoveSink>(pos: &Position<Strict>, sink: &mut S) -> Flow {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let own = board.color(us);
    let empty = if S::QUIETS { !board.occupied() } else { Bitboard::EMPTY };
    let victims =
        if S::CAPTURES { board.color(!us) & !king_reach(own_king) } else { Bitboard::EMPTY };
    let winning = victims & movegen::zone(Some(enemy_king));
    let doubtful_victims = victims & !winning;

    // Men whose every move must be looked at: all of them under a threat, else those that shield the
    // king's neighbours, and pawns that step, or pass with a double step, beside the king.
    let beside = king_reach(own_king) & !movegen::zone(Some(enemy_king));
    let threatened = is_threatened(board, us);
    let doubtful = if threatened {
        own
    } else {
        let passing = board.role(Role::Pawn) & beside.back(us);
        shields(board, us) | own & passing
    };
    let certain = own & !doubtful;
    let far = empty & !beside;
    let near = empty & beside;

    movegen::pieces(board, certain, far | winning, sink)?;
    let pawns = certain & board.role(Role::Pawn);
    movegen::pawns::<Strict, S>(board, us, pawns, far, winning, sink)?;
    for (movers, targets) in [
        (certain, near | doubtful_victims),
        (doubtful, empty | doubtful_victims),
    ] {
        let officers = movers & !board.role(Role::Pawn) & !board.role(Role::King);
        for from in officers {
            let role = board.role_on(from);
            let reach = match role {
                Role::Knight => knight_reach(from),
                Role::Bishop => bishop_reach(from, board.occupied()),
                Role::Rook => rook_reach(from, board.occupied()),
                _ => queen_reach(from, board.occupied()),
            };
            let mut safe = Bitboard::EMPTY;
            for to in reach & targets {
                if is_safe(board, us, Move::normal(from, to)) {
                    safe |= Bitboard::of(to);
                }
            }
            if safe.any() {
                sink.piece_moves(role, from, safe)?;
            }
        }
    }
    // Certain pawns cannot step beside the king, so only their captures are left to look at.
    doubtful_pawn_captures(board, us, pawns, doubtful_victims, sink)?;
    let pawns = doubtful & board.role(Role::Pawn);
    if pawns.any() {
        doubtful_pawn_captures(board, us, pawns, doubtful_victims, sink)?;
        doubtful_pawn_steps(board, us, pawns, empty, sink)?;
    }
    if winning.any() {
        movegen::pieces(board, doubtful, winning, sink)?;
        movegen::pawns::<Strict, S>(board, us, pawns, Bitboard::EMPTY, winning, sink)?;
    }
    if S::QUIETS {
        let mut safe = Bitboard::EMPTY;
        for to in king_reach(own_king) & empty {
            if is_safe(board, us, Move::normal(own_king, to)) {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece_moves(Role::King, own_king, safe)?;
        if !threatened {
            movegen::castling(
                pos,
                own_king,
                |path| castling_danger(board, us, path).is_none(),
                sink,
            )?;
        }
    }
    movegen::en_passant(pos, sink)
}

/// Captures by `pawns` on `victims`, each looked at.
#[inline(always)]
fn doubtful_pawn_captures<S: MoveSink>(
    board: &Board,
    us: Color,
    pawns: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    for to in pawns_reach(us, pawns) & victims {
        let mut from = Bitboard::EMPTY;
        for pawn in pawn_reach(!us, to) & pawns {
            if is_safe(board, us, Move::normal(pawn, to)) {
                from |= Bitboard::of(pawn);
            }
        }
        if to.rank() == Rank::R8.seen_by(us) {
            sink.promotions_on(to, from)?;
        } else {
            sink.captures_on(to, from)?;
        }
    }
    Flow::Continue(())
}

/// Steps of `pawns` to `empty` squares, each looked at.
#[inline(always)]
fn doubtful_pawn_steps<S: MoveSink>(
    board: &Board,
    us: Color,
    pawns: Bitboard,
    empty: Bitboard,
    sink: &mut S,
) -> Flow {
    for from in pawns {
        let single = Bitboard::of(from).ahead(us) & empty;
        let double = (single & Bitboard::rank(Rank::R3.seen_by(us))).ahead(us) & empty;
        let mut safe = Bitboard::EMPTY;
        for to in single | double {
            if is_safe(board, us, Move::normal(from, to)) {
                safe |= Bitboard::of(to);
            }
        }
        if safe.meets(Bitboard::rank(Rank::R8.seen_by(us))) {
            for to in safe {
                sink.promotions_on(to, Bitboard::of(from))?;
            }
        } else {
            sink.piece_moves(Role::Pawn, from, safe)?;
        }
    }
    Flow::Continue(())
}

/// Whether the king of `us` is not threatened after a move that leaves both kings standing.
#[inline(always)]
fn is_safe(board: &Board, us: Color, mv: Move) -> bool {
    let after = board_after(board, us, mv);
    if let Some(passed) = offered_en_passant(board, mv)
        && is_en_passant_threat(&after, us, passed)
    {
        return false;
    }
    !is_threatened(&after, us)
}

/// The pieces after a move that is not castling. What a pawn promotes to makes no difference to the
/// danger of its own king.
#[inline(always)]
pub(super) fn board_after(board: &Board, us: Color, mv: Move) -> Board {
    let mut after = *board;
    let (from, to) = (mv.from(), mv.to());
    if mv.kind() == MoveKind::EnPassant {
        after.clear(blast(board, to) | Bitboard::of(from) | Bitboard::of(to.ahead(!us)));
    } else if board.occupied().has(to) {
        after.clear(blast(board, to) | Bitboard::of(from));
    } else {
        let piece = Piece::new(us, board.role_on(from));
        after.toggle(Bitboard::of(from) | Bitboard::of(to), piece);
    }
    after
}

/// The square that a double step of a pawn passes over.
#[inline(always)]
pub(super) fn offered_en_passant(board: &Board, mv: Move) -> Option<Square> {
    let (from, to) = (mv.from().index(), mv.to().index());
    (from.abs_diff(to) == 16 && board.role(Role::Pawn).has(mv.from()))
        .then(|| Square::from_index(usize::midpoint(from, to)))
}

/// Where a capture by the enemy would explode the king of `color` and spare the enemy's own.
#[inline(always)]
fn exposed(board: &Board, color: Color) -> Bitboard {
    movegen::zone(board.king(color)) & !movegen::zone(board.king(!color))
}

#[inline(always)]
fn is_en_passant_threat(board: &Board, color: Color, passed: Square) -> bool {
    exposed(board, color).has(passed)
        && pawn_reach(color, passed).meets(board.pieces(!color, Role::Pawn))
}

/// Whether the enemy of `color`, if to move, has a capture that explodes the king of `color` alone.
#[inline(always)]
fn is_threatened(board: &Board, color: Color) -> bool {
    let targets = exposed(board, color) & board.color(color);
    let them = !color;
    if pawns_reach(them, board.pieces(them, Role::Pawn)).meets(targets) {
        return true;
    }
    for knight in board.pieces(them, Role::Knight) {
        if knight_reach(knight).meets(targets) {
            return true;
        }
    }
    let occupied = board.occupied();
    for slider in board.straight_sliders(them) {
        if rook_rays(slider).meets(targets) && rook_reach(slider, occupied).meets(targets) {
            return true;
        }
    }
    for slider in board.diagonal_sliders(them) {
        if bishop_rays(slider).meets(targets) && bishop_reach(slider, occupied).meets(targets) {
            return true;
        }
    }
    false
}

/// The pieces that threaten to explode the king of `color`.
#[inline(always)]
pub(super) fn threats(board: &Board, color: Color) -> Bitboard {
    let mut threats = Bitboard::EMPTY;
    for target in exposed(board, color) & board.color(color) {
        threats |= board.attackers_but_king(target, !color, board.occupied());
    }
    threats
}

/// A capture that would explode the king of `color`, if the enemy were to move; `passed` is a square
/// where it may capture in passing.
pub(super) fn first_threat(
    board: &Board,
    color: Color,
    passed: Option<Square>,
) -> Option<(Square, Square)> {
    for target in exposed(board, color) & board.color(color) {
        if let Some(from) = board.attackers_but_king(target, !color, board.occupied()).first() {
            return Some((from, target));
        }
    }
    let passed = passed.filter(|&passed| is_en_passant_threat(board, color, passed))?;
    let from = pawn_reach(color, passed) & board.pieces(!color, Role::Pawn);
    from.first().map(|from| (from, passed))
}

/// Men of `us` that, leaving their square, let an enemy slider through to a man beside their king.
#[inline(always)]
fn shields(board: &Board, us: Color) -> Bitboard {
    let targets = exposed(board, us) & board.color(us);
    let occupied = board.occupied();
    let mut shields = Bitboard::EMPTY;
    let mut look = |slider: Square,
                    rays: fn(Square) -> Bitboard,
                    reach: fn(Square, Bitboard) -> Bitboard| {
        if !rays(slider).meets(targets) {
            return;
        }
        let front = reach(slider, occupied);
        let screen = front & board.color(us);
        if (reach(slider, occupied ^ screen) & !front).meets(targets) {
            for man in screen {
                let opened = reach(slider, occupied ^ Bitboard::of(man)) & !front;
                if opened.meets(targets) {
                    shields |= Bitboard::of(man);
                }
            }
        }
    };
    for slider in board.straight_sliders(!us) {
        look(slider, rook_rays, rook_reach);
    }
    for slider in board.diagonal_sliders(!us) {
        look(slider, bishop_rays, bishop_reach);
    }
    shields
}

/// The exploding capture that makes castling dangerous, the squares being empty: at the start, on the
/// way with the rook still at home, or at the end.
pub(super) fn castling_danger(
    board: &Board,
    us: Color,
    path: &CastlingPath,
) -> Option<(Square, Square)> {
    let king = Piece::new(us, Role::King);
    let mut without_king = *board;
    without_king.clear(Bitboard::of(path.king));
    for square in path.crossed() {
        let mut crossing = without_king;
        crossing.set(square, king);
        if let Some(threat) = first_threat(&crossing, us, None) {
            return Some(threat);
        }
    }
    let mut arrived = without_king;
    arrived.clear(Bitboard::of(path.rook));
    arrived.set(path.king_target, king);
    arrived.set(path.rook_target, Piece::new(us, Role::Rook));
    first_threat(&arrived, us, None)
}
