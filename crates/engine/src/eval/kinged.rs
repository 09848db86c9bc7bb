//! The facts that matter in the games with kings.
//!
//! In the atomic games everything turns on the kings: so every piece also counts by where it stands
//! as seen from either king, and attacks on squares beside a king count by their number.

use estopim_rules::attacks::{bishop_reach, king_reach, knight_reach, pawns_reach, rook_reach};
use estopim_rules::{Bitboard, Board, Color, Position, Role, Rules, Square};

use super::{Layout, Tally};

/// The blocks of terms, in order.
pub const KINGED: Layout = Layout(&[
    ("piece on square", 6 * 64),
    ("piece seen from enemy king", 5 * 120),
    ("piece seen from own king", 5 * 120),
    ("mobility", 4 * 28),
    ("enemies beside their king attacked", 6),
    ("empty squares beside the enemy king attacked", 9),
    ("own men beside the own king defended by nothing", 9),
    ("passed pawn by rank", 8),
    ("doubled pawn", 1),
    ("isolated pawn", 1),
    ("bishop pair", 1),
    ("rook on open file", 2),
    ("attacked by pawn", 5),
    ("to move", 1),
]);

const SQUARE: usize = KINGED.start(0);
const FROM_ENEMY_KING: usize = KINGED.start(1);
const FROM_OWN_KING: usize = KINGED.start(2);
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

#[inline(always)]
pub(super) fn facts<R: Rules, T: Tally>(pos: &Position<R>, tally: &mut T) {
    let board = pos.board();
    let (Some(white), Some(black)) = (board.king(Color::White), board.king(Color::Black)) else {
        return; // The game is over; nobody asks.
    };
    side(board, Color::White, white, black, 1, tally);
    side(board, Color::Black, black, white, -1, tally);
    let sign = if pos.turn() == Color::White { 1 } else { -1 };
    tally.add(TO_MOVE, sign);
}

/// The facts of one side, counted with `sign`.
#[inline(always)]
fn side<T: Tally>(board: &Board, us: Color, king: Square, enemy: Square, sign: i32, tally: &mut T) {
    let occupied = board.occupied();
    let own = board.color(us);
    let them = board.color(!us);
    let own_pawns = board.pieces(us, Role::Pawn);
    let enemy_pawns = board.pieces(!us, Role::Pawn);
    let pawn_attacks = pawns_reach(us, own_pawns);
    let enemy_pawn_attacks = pawns_reach(!us, enemy_pawns);
    let zone = king_reach(enemy);
    let mut attacked = pawn_attacks;

    tally.add(SQUARE + 5 * 64 + seen(king, us), sign);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in board.pieces(us, role) {
            tally.add(SQUARE + role.index() * 64 + seen(square, us), sign);
            tally.add(FROM_ENEMY_KING + role.index() * 120 + relative(square, enemy, us), sign);
            tally.add(FROM_OWN_KING + role.index() * 120 + relative(square, king, us), sign);
            let reach = match role {
                Role::Pawn => continue,
                Role::Knight => knight_reach(square),
                Role::Bishop => bishop_reach(square, occupied),
                Role::Rook => rook_reach(square, occupied),
                _ => rook_reach(square, occupied) | bishop_reach(square, occupied),
            };
            attacked |= reach;
            let free = (reach & !own & !enemy_pawn_attacks).count() as usize;
            tally.add(MOBILITY + (role.index() - 1) * 28 + free.min(27), sign);
        }
    }

    tally.add(BESIDE_ATTACKED + (zone & them & attacked).count().min(5) as usize, sign);
    tally.add(EMPTY_ATTACKED + (zone & !occupied & attacked).count() as usize, sign);
    tally.add(BESIDE_OWN + (king_reach(king) & own & !attacked).count() as usize, sign);

    for pawn in own_pawns {
        let file = Bitboard::file(pawn.file());
        let beside = file.east() | file.west();
        let ahead = ahead_of(pawn, us);
        if !((file | beside) & ahead).meets(enemy_pawns) && !(file & ahead).meets(own_pawns) {
            tally.add(PASSED + pawn.rank().seen_by(us).index(), sign);
        }
        if (file & ahead).meets(own_pawns) {
            tally.add(DOUBLED, sign);
        }
        if !beside.meets(own_pawns) {
            tally.add(ISOLATED, sign);
        }
    }
    if board.pieces(us, Role::Bishop).more_than_one() {
        tally.add(BISHOP_PAIR, sign);
    }
    for rook in board.pieces(us, Role::Rook) {
        let file = Bitboard::file(rook.file());
        if !file.meets(own_pawns) {
            tally.add(OPEN_FILE + usize::from(file.meets(enemy_pawns)), sign);
        }
    }
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let hit = board.pieces(!us, role) & pawn_attacks;
        if hit.any() {
            tally.add(BY_PAWN + role.index(), sign * hit.count() as i32);
        }
    }
}

/// The number of a square as `color` sees it, so that both sides share weights.
#[inline(always)]
fn seen(square: Square, color: Color) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => square.mirrored().index(),
    }
}

/// Where a square lies as seen from a king: ranks up or down, files away.
#[inline(always)]
fn relative(square: Square, king: Square, color: Color) -> usize {
    let rank = |square: Square| square.rank().seen_by(color).index();
    let ranks = rank(square) + 7 - rank(king);
    let files = square.file().index().abs_diff(king.file().index());
    ranks * 8 + files
}

/// Every square on ranks ahead of `square`.
#[inline(always)]
fn ahead_of(square: Square, color: Color) -> Bitboard {
    let rank = square.rank().index();
    match color {
        Color::White if rank == 7 => Bitboard::EMPTY,
        Color::White => Bitboard(!0 << (8 * (rank + 1))),
        Color::Black => Bitboard((1 << (8 * rank)) - 1),
    }
}
