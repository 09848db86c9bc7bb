//! Static exchange evaluation (SEE): who comes out ahead when both sides capture on one square.
//!
//! Where captures explode, an exchange ends with the first capture and its value is the balance of
//! what the blast takes.

use estopim_rules::attacks::{bishop_attacks, rook_attacks};
use estopim_rules::{Bitboard, Color, Move, MoveKind, Position, Role, Rules};

/// The value of each role in an exchange, in centipawns.
pub type RoleValues = [i32; 6];

/// The balance of a single capture whose blast is the whole exchange: what the enemy loses less what
/// the mover loses, the capturing piece included.
#[inline]
pub fn blast_balance<R: Rules>(pos: &Position<R>, mv: Move, values: &RoleValues) -> i32 {
    let gone = pos.emptied_by(mv) | Bitboard::of(mv.from());
    let (own, enemy) =
        (gone & pos.board().color(pos.turn()), gone & pos.board().color(!pos.turn()));
    let balance = |role: Role| {
        let of_role = pos.board().role(role);
        ((enemy & of_role).count() as i32 - (own & of_role).count() as i32) * values[role.index()]
    };
    Role::ALL.into_iter().map(balance).sum()
}

/// Whether a move gains at least `threshold` centipawns once all captures on its square have been made, each side
/// always capturing with its least valuable attacker and stopping when that is better. Pins are ignored.
pub fn see_ge<R: Rules>(pos: &Position<R>, mv: Move, threshold: i32, values: &RoleValues) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let board = pos.board();
    let (from, to) = (mv.from(), mv.to());
    let captured = match mv.kind() {
        MoveKind::EnPassant => values[Role::Pawn.index()],
        _ => board.role_at(to).map_or(0, |role| values[role.index()]),
    };
    let (promoted, gain) = match mv.promotes_to() {
        Some(role) => (role, values[role.index()] - values[Role::Pawn.index()]),
        None => (board.role_at(from).unwrap_or(Role::Pawn), 0),
    };

    // What is won if the exchange stopped here, and what is left if the piece is lost at once.
    let mut balance = captured + gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= values[promoted.index()];
    if balance >= 0 {
        return true;
    }

    let mut occupied = board.occupied() & !Bitboard::of(from) | Bitboard::of(to);
    if mv.kind() == MoveKind::EnPassant {
        occupied &= !Bitboard::of(to.ahead(!pos.turn()));
    }
    let straight = board.role(Role::Rook) | board.role(Role::Queen);
    let diagonal = board.role(Role::Bishop) | board.role(Role::Queen);
    let mut attackers = (board.attackers(to, Color::White, occupied)
        | board.attackers(to, Color::Black, occupied))
        & occupied;
    let mut side = !pos.turn();
    loop {
        let own = attackers & board.color(side);
        let Some(role) = Role::ALL.into_iter().find(|&role| own.meets(board.role(role))) else {
            break;
        };
        // A king may capture only what nothing defends any more.
        if role == Role::King && attackers.meets(board.color(!side)) {
            break;
        }
        let Some(square) = (own & board.role(role)).first() else { break };
        occupied ^= Bitboard::of(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
        side = !side;
        // Now it is `side` that stands to lose the piece on the square.
        balance = -balance - 1 - values[role.index()];
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot continue has lost the exchange.
    side != pos.turn()
}
