//! The evaluation terms of Pawn Battle: who is the first to reach the last rank with a pawn.

use estopim_rules::attacks::{bishop_attacks, knight_attacks, pawn_set_attacks, rook_attacks};
use estopim_rules::{Bitboard, Board, Color, Position, Role, Rules, Square};

use super::placement::relative_square;
use super::{Layout, TermSink};

/// The blocks of terms, in order.
pub const KINGLESS: Layout = Layout(&[
    ("piece on square", 5 * 64),
    ("passed pawn by rank", 8),
    ("free path by rank", 8),
    ("unstoppable runner", 8),
    ("pawn defended", 1),
    ("mobility", 4 * 28),
    ("attacked by pawn", 5),
    ("last pawns", 9),
    ("to move", 1),
]);

const SQUARE: usize = KINGLESS.start(0);
const PASSED: usize = KINGLESS.start(1);
const FREE_PATH: usize = KINGLESS.start(2);
const RUNNER: usize = KINGLESS.start(3);
const DEFENDED: usize = KINGLESS.start(4);
const MOBILITY: usize = KINGLESS.start(5);
const BY_PAWN: usize = KINGLESS.start(6);
const LAST_PAWNS: usize = KINGLESS.start(7);
const TO_MOVE: usize = KINGLESS.start(8);

/// All terms: those of pawns too, since pieces may block them.
#[inline(always)]
pub(crate) fn terms<R: Rules, S: TermSink>(pos: &Position<R>, sink: &mut S) {
    let turn = pos.turn();
    side(pos.board(), Color::White, turn == Color::White, 1, sink);
    side(pos.board(), Color::Black, turn == Color::Black, -1, sink);
    sink.add(TO_MOVE, if turn == Color::White { 1 } else { -1 });
}

fn side<S: TermSink>(board: &Board, us: Color, to_move: bool, sign: i32, sink: &mut S) {
    let occupied = board.occupied();
    let own = board.color(us);
    let own_pawns = board.pieces(us, Role::Pawn);
    let enemy_pawns = board.pieces(!us, Role::Pawn);
    let own_attacks = pawn_set_attacks(us, own_pawns);
    let enemy_attacks = pawn_set_attacks(!us, enemy_pawns);
    let non_pawns = |color: Color| board.color(color) & !board.role(Role::Pawn);

    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.pieces(us, role) {
            sink.add(SQUARE + role.index() * 64 + relative_square(square, us), sign);
            let attacks = match role {
                Role::Pawn => continue,
                Role::Knight => knight_attacks(square),
                Role::Bishop => bishop_attacks(square, occupied),
                Role::Rook => rook_attacks(square, occupied),
                _ => rook_attacks(square, occupied) | bishop_attacks(square, occupied),
            };
            let free = (attacks & !own & !enemy_attacks).count() as usize;
            sink.add(MOBILITY + (role.index() - 1) * 28 + free.min(27), sign);
        }
    }
    sink.add(DEFENDED, sign * (own_pawns & own_attacks).count() as i32);
    sink.add(LAST_PAWNS + own_pawns.count().min(8) as usize, sign);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let hit = board.pieces(!us, role) & own_attacks;
        sink.add(BY_PAWN + role.index(), sign * hit.count() as i32);
    }

    // The passed pawn that promotes first, if nothing can stop it.
    let mut best = 8;
    for pawn in own_pawns {
        let path = path_of(pawn, us);
        let rank = pawn.rank().relative_to(us).index();
        if (path | path.east() | path.west()).meets(enemy_pawns) || path.meets(own_pawns) {
            continue;
        }
        sink.add(PASSED + rank, sign);
        if !path.meets(occupied) {
            sink.add(FREE_PATH + rank, sign);
            if non_pawns(!us).is_empty() {
                let double = usize::from(rank == 1);
                best = best.min(7 - rank - double + usize::from(!to_move));
            }
        }
    }
    if best < 8 {
        sink.add(RUNNER + best.min(7), sign);
    }
}

/// The squares between a pawn and the last rank, that included.
fn path_of(pawn: Square, color: Color) -> Bitboard {
    let file = Bitboard::file(pawn.file());
    let rank = pawn.rank().index();
    match color {
        Color::White if rank == 7 => Bitboard::EMPTY,
        Color::White => file & Bitboard(!0 << (8 * (rank + 1))),
        Color::Black => file & Bitboard((1 << (8 * rank)) - 1),
    }
}
