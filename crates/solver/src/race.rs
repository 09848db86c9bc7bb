//! What can be told without a search: a pawn that nothing stops, a side that can never win, and how soon a win can come
//! at all. Everything here is proven, and what is not proven is left to the search.
//!
//! The side that is asked about, the attacker, moves up the board; the defender moves down.

use crate::pawns::{FILE_A, FILE_H, attacks_down, attacks_up, rank};

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The side whose win is asked for.
    Attacker,
    /// The side that wants to prevent it.
    Defender,
}

/// In how many plies the attacker wins with a pawn that runs home whatever the defender does; the fewest that such a pawn needs.
///
/// The attacker moves the runner alone. `en_passant` is a square on which the defender, to move, can capture in passing.
pub(crate) fn runner_wins(attacker: u64, defender: u64, en_passant: u64, next: Next) -> Option<u8> {
    let mut rest = attacker;
    while rest != 0 {
        let square = 63 - rest.leading_zeros();
        let runner = 1 << square;
        rest ^= runner;
        let ahead = (FILE_A << square) & !runner;
        if ahead & (attacker | defender) != 0 {
            continue;
        }
        // Those behind are slower: the first that is found is the best.
        if runs_home(runner, attacker ^ runner, defender, en_passant, next) {
            let moves = moves_to_go(square);
            return Some(2 * moves - u8::from(next == Next::Attacker));
        }
    }
    None
}

/// How many moves a pawn on this square needs at least.
const fn moves_to_go(square: u32) -> u8 {
    let rank = (square / 8) as u8;
    // The first may be a double step.
    if rank == 1 { 5 } else { 7 - rank }
}

/// Whether the runner, with nothing on its file before it, comes home. `others` are the attacker's other pawns, which
/// stand still.
///
/// `reach` holds every square on which a defender's pawn can stand after so many moves, if all of them could move at
/// once and none were in another's way: more than is possible, never less.
fn runs_home(runner: u64, others: u64, defender: u64, en_passant: u64, next: Next) -> bool {
    let (mut run, mut reach) = (runner, defender);
    // The other pawns that can have been captured.
    let mut lost = 0;
    let mut turns = 0;
    if next == Next::Defender {
        let taken_in_passing = attacks_down(reach) & en_passant;
        if attacks_down(reach) & run != 0 || taken_in_passing << 8 & run != 0 {
            return false;
        }
        lost |= taken_in_passing << 8;
        turns += 1;
        reach = moved_down(reach, others, &mut lost) | taken_in_passing;
        if reach & rank(0) != 0 {
            return false;
        }
    }
    loop {
        let passed = if run & rank(1) == 0 { 0 } else { run << 8 };
        run = if passed == 0 { run << 8 } else { run << 16 };
        if reach & (run | passed) != 0 {
            return false;
        }
        if run & rank(7) != 0 {
            break;
        }
        if attacks_down(reach) & (run | passed) != 0 {
            return false;
        }
        turns += 1;
        reach = moved_down(reach, others, &mut lost);
        if reach & rank(0) != 0 {
            return false;
        }
    }
    turns == 0 || keeps_moving(others | en_passant, others, defender, lost, turns)
}

/// Where pawns that move down can stand after one more move.
#[inline(always)]
fn moved_down(reach: u64, others: u64, lost: &mut u64) -> u64 {
    *lost |= attacks_down(reach) & others;
    let free = !others | *lost;
    let step = (reach >> 8) & free;
    let double = ((step & rank(5)) >> 8) & free;
    reach | step | double | attacks_down(reach) & others
}

/// Whether the defender has a move in each of its next `turns`, whatever it does; without one the game would be drawn.
///
/// `targets` are the squares on which it may capture.
fn keeps_moving(targets: u64, others: u64, defender: u64, lost: u64, turns: u32) -> bool {
    // A pawn with no enemy before it on its own file or those beside it can neither be stopped nor leave its file. What its
    // own side puts before it can move in its place.
    let above = filled_up(targets) << 8;
    let near = above | (above & !FILE_A) >> 1 | (above & !FILE_H) << 1;
    if defender & !near != 0 {
        return true;
    }
    // Nothing can be captured: every pawn goes straight on until it is stopped. Double steps save a move each.
    if lost != 0 {
        return false;
    }
    let (mut steps, mut pawns) = (0, defender);
    for _ in 0..6 {
        pawns = (pawns >> 8) & !others;
        steps += (pawns & !defender).count_ones();
    }
    steps >= turns + (defender & rank(6)).count_ones()
}

/// Whether the attacker can never win: no pawn of either side can ever be captured, and every pawn of the attacker has an
/// enemy before it.
pub(crate) fn never_wins(attacker: u64, defender: u64, en_passant: u64) -> bool {
    let above = filled_up(attacker) << 8;
    let beside = (above & !FILE_A) >> 1 | (above & !FILE_H) << 1;
    en_passant == 0 && defender & beside == 0 && attacker & !(filled_down(defender) >> 8) == 0
}

/// The fewest moves in which the attacker can win: a pawn must come home, or every pawn of the defender be captured.
pub(crate) fn fewest_moves(attacker: u64, defender: u64) -> u8 {
    let farthest = moves_to_go(63 - attacker.leading_zeros());
    farthest.min(defender.count_ones() as u8)
}

/// Whether the defender can be captured at all: without a capture by the attacker the file of each pawn stays what it is.
#[inline(always)]
const fn filled_up(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

#[inline(always)]
const fn filled_down(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

const _: () = assert!(attacks_up(1 << 8) == 1 << 17 && attacks_down(1 << 17) == 1 << 10 | 1 << 8);
