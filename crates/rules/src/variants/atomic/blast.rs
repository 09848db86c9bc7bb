//! What an explosion takes. Playing, legality, exchange values and animation all ask here.

use crate::attacks::king_attacks;
use crate::board::Board;
use crate::types::{Bitboard, Role, Square};

/// The role that survives an explosion on a neighbouring square.
const BLAST_PROOF: Role = Role::Pawn;

/// The squares that a capture arriving on `centre` empties.
///
/// The centre always goes, whatever stood there. Neighbours go unless they are pawns.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn blast(board: &Board, centre: Square) -> Bitboard {
    Bitboard::of(centre) | king_attacks(centre) & board.occupied() & !board.role(BLAST_PROOF)
}
