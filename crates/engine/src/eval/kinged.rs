//! The facts that matter in the games with kings.
//!
//! In the atomic games everything turns on the kings: so every piece also counts by where it stands
//! as seen from either king, and attacks on squares beside a king count by their number.

use estopim_rules::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, queen_attacks, rook_attacks,
};
use estopim_rules::{Bitboard, Board, Color, Position, Role, Rules, Square};

use super::{Layout, Placed, Tally, placement};

/// The blocks of terms, in order.
pub const KINGED: Layout = Layout(&[
    ("piece on square", 6 * 64),
    ("piece seen from enemy king", 5 * 120),
    ("piece seen from own king", 5 * 120),
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

/// The facts of pawns and kings alone.
#[inline(always)]
pub(crate) fn pawn_facts<R: Rules, T: Tally>(pos: &Position<R>, tally: &mut T) {
    let board = pos.board();
    let Some((white, black)) = kings(board) else { return };
    pawn_side(board, Color::White, white, black, 1, tally);
    pawn_side(board, Color::Black, black, white, -1, tally);
}

/// All other facts.
#[inline(always)]
pub(crate) fn piece_facts<R: Rules, T: Tally>(pos: &Position<R>, tally: &mut T) {
    let board = pos.board();
    let Some((white, black)) = kings(board) else { return };
    piece_side(board, Color::White, white, black, 1, tally);
    piece_side(board, Color::Black, black, white, -1, tally);
    let sign = if pos.turn() == Color::White { 1 } else { -1 };
    tally.add(TO_MOVE, sign);
}

/// The kings, White's first; none once the game is over, when nobody asks.
#[inline(always)]
fn kings(board: &Board) -> Option<(Square, Square)> {
    Some((board.king(Color::White)?, board.king(Color::Black)?))
}

/// The facts of one side's pawns and king, counted with `sign`.
#[inline(always)]
fn pawn_side<T: Tally>(
    board: &Board,
    us: Color,
    king: Square,
    enemy: Square,
    sign: i32,
    tally: &mut T,
) {
    let own = board.pieces(us, Role::Pawn);
    tally.add(SQUARE + 5 * 64 + placement::seen(king, us), sign);
    for square in own {
        tally.add_placed(Placed { us, role: Role::Pawn, square, king, enemy });
    }
    let guarded = ahead_of(board.pieces(!us, Role::Pawn), !us);
    let behind = ahead_of(own, !us);
    let doubled = own & behind;
    for pawn in own & !(guarded | guarded.east() | guarded.west()) & !doubled {
        tally.add(PASSED + pawn.rank().relative_to(us).index(), sign);
    }
    let files = own | behind | ahead_of(own, us);
    let isolated = own & !(files.east() | files.west());
    tally.add(DOUBLED, sign * doubled.count() as i32);
    tally.add(ISOLATED, sign * isolated.count() as i32);
}

/// The facts of one side's pieces, counted with `sign`.
#[inline(always)]
fn piece_side<T: Tally>(
    board: &Board,
    us: Color,
    king: Square,
    enemy: Square,
    sign: i32,
    tally: &mut T,
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
    let mut officer = |role: Role, square: Square, attacks: Bitboard, tally: &mut T| {
        tally.add_placed(Placed { us, role, square, king, enemy });
        tally.add(MOBILITY + (role.index() - 1) * 28 + (attacks & free).count() as usize, sign);
        attacked |= attacks;
    };
    for square in board.pieces(us, Role::Knight) {
        officer(Role::Knight, square, knight_attacks(square), tally);
    }
    for square in board.pieces(us, Role::Bishop) {
        officer(Role::Bishop, square, bishop_attacks(square, occupied), tally);
    }
    for square in board.pieces(us, Role::Rook) {
        officer(Role::Rook, square, rook_attacks(square, occupied), tally);
        let file = Bitboard::file(square.file());
        if !file.meets(own_pawns) {
            tally.add(OPEN_FILE + usize::from(file.meets(enemy_pawns)), sign);
        }
    }
    for square in board.pieces(us, Role::Queen) {
        officer(Role::Queen, square, queen_attacks(square, occupied), tally);
    }
    if board.pieces(us, Role::Bishop).more_than_one() {
        tally.add(BISHOP_PAIR, sign);
    }

    tally.add(BESIDE_ATTACKED + (zone & them & attacked).count().min(5) as usize, sign);
    tally.add(EMPTY_ATTACKED + (zone & !occupied & attacked).count() as usize, sign);
    tally.add(BESIDE_OWN + (king_attacks(king) & own & !attacked).count() as usize, sign);

    if (pawn_attacks & them & !enemy_pawns).any() {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let hit = board.pieces(!us, role) & pawn_attacks;
            tally.add(BY_PAWN + role.index(), sign * hit.count() as i32);
        }
    }
}

/// The squares that `pieces` have ahead of them on their files, as `color` sees it.
#[inline(always)]
fn ahead_of(pieces: Bitboard, color: Color) -> Bitboard {
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
