//! When a side of classic atomic cannot win any more, as the large servers judge it.

use crate::board::Board;
use crate::types::{Bitboard, Color, Role};

/// Whether `color` can neither checkmate nor explode the enemy king, even with help.
pub(super) fn cannot_win(board: &Board, color: Color) -> bool {
    if board.king(!color).is_none() {
        return false;
    }
    let own = board.color(color) & !board.role(Role::King);
    let enemies = board.color(!color) & !board.role(Role::King);

    // A lone king captures nothing.
    if own.is_empty() {
        return true;
    }
    // Anything beside the enemy king can be captured there, so an explosion can be arranged; but
    // bishops on squares of different colours never meet.
    if enemies.any() {
        let only_bishops = (own | enemies) & !board.role(Role::Bishop) == Bitboard::EMPTY;
        let apart = |here: Bitboard| !own.meets(!here) && !enemies.meets(here);
        return only_bishops && (apart(Bitboard::LIGHT) || apart(!Bitboard::LIGHT));
    }
    // Against a bare king only mate is left: a queen gives it beside her king, and a pawn becomes one.
    if own.meets(board.role(Role::Queen) | board.role(Role::Pawn)) {
        return false;
    }
    // One other piece is too little, and so are two knights.
    let only_knights = !own.meets(!board.role(Role::Knight));
    own.count() == 1 || only_knights && own.count() == 2
}
