//! The evaluation terms of the games with kings.
//!
//! In the atomic games the kings decide everything: so there are piece-square tables relative to either king, and
//! attacks on squares beside a king count by their number.

use estopim_rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use estopim_rules::{Bitboard, Board, Color, Position, Role, Rules, Square};

use super::{Layout, Placed, TermSink, placement};

/// The blocks of terms, in order.
pub const KINGED: Layout = Layout(&[
    ("piece on square", 6 * 64),
    ("piece relative to enemy king", 5 * 120),
    ("piece relative to own king", 5 * 120),
    ("mobility", 4 * 28),
    ("enemies beside their king attacked", 6),
    ("empty squares beside the enemy king attacked", 9),
    ("own pieces beside the own king undefended", 9),
    ("passed pawn by rank", 8),
    ("doubled pawn", 1),
    ("isolated pawn", 1),
    ("bishop pair", 1),
    ("rook on open file", 2),
    ("attacked by pawn", 5),
    ("to move", 1),
]);

pub(super) const SQUARE: usize = KINGED.start(0);
pub(super) const FROM_ENEMY_KING: usize = KINGED.start(1);
pub(super) const FROM_OWN_KING: usize = KINGED.start(2);
const MOBILITY: usize = KINGED.start(3);
const BESIDE_ATTACKED: usize = KINGED.start(4);
const EMPTY_ATTACKED: usize = KINGED.start(5);
const BESIDE_OWN: usize = KINGED.start(6);
const PASSED: usize = KINGED.start(7);
const DOUBLED: usize = KINGED.start(8);
const ISOLATED: usize = KINGED.start(9);
const BISHOP_PAIR: usize = KINGED.start(10);
const OPEN_FILE: usize = KINGED.start(11);
const BY_PAWN: usize = KINGED.start(12);
const TO_MOVE: usize = KINGED.start(13);

/// The terms of pawns and kings alone.
#[inline(always)]
pub(crate) fn pawn_terms<R: Rules, S: TermSink>(pos: &Position<R>, sink: &mut S) {
    let board = pos.board();
    let Some((white, black)) = kings(board) else { return };
    pawn_side(board, Color::White, white, black, 1, sink);
    pawn_side(board, Color::Black, black, white, -1, sink);
}

/// All other terms.
#[inline(always)]
pub(crate) fn piece_terms<R: Rules, S: TermSink>(pos: &Position<R>, sink: &mut S) {
    let board = pos.board();
    let Some((white, black)) = kings(board) else { return };
    piece_side(board, Color::White, white, black, 1, sink);
    piece_side(board, Color::Black, black, white, -1, sink);
    let sign = if pos.turn() == Color::White { 1 } else { -1 };
    sink.add(TO_MOVE, sign);
}

/// The kings, White's first. `None` if a king is gone: the game is over and is not evaluated.
#[inline(always)]
fn kings(board: &Board) -> Option<(Square, Square)> {
    Some((board.king(Color::White)?, board.king(Color::Black)?))
}

/// The terms of one side's pawns and king, counted with `sign`.
#[inline(always)]
fn pawn_side<S: TermSink>(
    board: &Board,
    us: Color,
    king: Square,
    enemy: Square,
    sign: i32,
    sink: &mut S,
) {
    let own = board.pieces(us, Role::Pawn);
    sink.add(SQUARE + 5 * 64 + placement::relative_square(king, us), sign);
    for square in own {
        sink.add_placed(Placed { us, role: Role::Pawn, square, king, enemy });
    }
    let guarded = front_span(board.pieces(!us, Role::Pawn), !us);
    let behind = front_span(own, !us);
    let doubled = own & behind;
    for pawn in own & !(guarded | guarded.east() | guarded.west()) & !doubled {
        sink.add(PASSED + pawn.rank().relative_to(us).index(), sign);
    }
    let files = own | behind | front_span(own, us);
    let isolated = own & !(files.east() | files.west());
    sink.add(DOUBLED, sign * doubled.count() as i32);
    sink.add(ISOLATED, sign * isolated.count() as i32);
}

/// The terms of one side's pieces, counted with `sign`.
#[inline(always)]
fn piece_side<S: TermSink>(
    board: &Board,
    us: Color,
    king: Square,
    enemy: Square,
    sign: i32,
    sink: &mut S,
) {
    let occupied = board.occupied();
    let own = board.color(us);
    let them = board.color(!us);
    let own_pawns = board.pieces(us, Role::Pawn);
    let enemy_pawns = board.pieces(!us, Role::Pawn);
    let pawn_attacks = pawn_set_attacks(us, own_pawns);
    let zone = king_attacks(enemy);

    let free = !own & !pawn_set_attacks(!us, enemy_pawns);
    let mut attacked = pawn_attacks;
    let mut add_piece = |role: Role, square: Square, attacks: Bitboard, sink: &mut S| {
        sink.add_placed(Placed { us, role, square, king, enemy });
        sink.add(MOBILITY + (role.index() - 1) * 28 + (attacks & free).count() as usize, sign);
        attacked |= attacks;
    };
    for square in board.pieces(us, Role::Knight) {
        add_piece(Role::Knight, square, knight_attacks(square), sink);
    }
    for square in board.pieces(us, Role::Bishop) {
        add_piece(Role::Bishop, square, bishop_attacks(square, occupied), sink);
    }
    for square in board.pieces(us, Role::Rook) {
        add_piece(Role::Rook, square, rook_attacks(square, occupied), sink);
        let file = Bitboard::file(square.file());
        if !file.meets(own_pawns) {
            sink.add(OPEN_FILE + usize::from(file.meets(enemy_pawns)), sign);
        }
    }
    for square in board.pieces(us, Role::Queen) {
        add_piece(Role::Queen, square, queen_attacks(square, occupied), sink);
    }
    if board.pieces(us, Role::Bishop).more_than_one() {
        sink.add(BISHOP_PAIR, sign);
    }

    sink.add(BESIDE_ATTACKED + (zone & them & attacked).count().min(5) as usize, sign);
    sink.add(EMPTY_ATTACKED + (zone & !occupied & attacked).count() as usize, sign);
    sink.add(BESIDE_OWN + (king_attacks(king) & own & !attacked).count() as usize, sign);

    if (pawn_attacks & them & !enemy_pawns).any() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let hit = board.pieces(!us, role) & pawn_attacks;
            sink.add(BY_PAWN + role.index(), sign * hit.count() as i32);
        }
    }
}

/// The front span: the squares that `pieces` of `color` have ahead of them on their files.
#[inline(always)]
fn front_span(pieces: Bitboard, color: Color) -> Bitboard {
    // One, three, then all seven ranks.
    match color {
        Color::White => {
            let mut filled = pieces.0 << 8;
            filled |= filled << 8;
            filled |= filled << 16;
            Bitboard(filled | filled << 32)
        }
        Color::Black => {
            let mut filled = pieces.0 >> 8;
            filled |= filled >> 8;
            filled |= filled >> 16;
            Bitboard(filled | filled >> 32)
        }
    }
}
