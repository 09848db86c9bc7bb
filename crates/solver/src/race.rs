//! What is decided without a search: a pawn that nothing stops, a side that can never win, and how soon a win can come
//! at all. Everything here is proven, and what is not proven is left to the search.
//!
//! The side that is asked about, the attacker, moves up the board; the defender moves down.

use crate::pawns::{FILE_A, FILE_H, attacks_down, rank};

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The side whose win is asked for.
    Attacker,
    /// The side that wants to prevent it.
    Defender,
}

/// The fewest plies in which the attacker wins with a pawn that runs to the last rank whatever the defender does.
///
/// The attacker moves the runner alone. `en_passant` is a square on which the defender, to move, can capture en
/// passant.
pub(crate) fn runner_wins(attacker: u64, defender: u64, en_passant: u64, next: Next) -> Option<u8> {
    let mut rest = attacker;
    while rest != 0 {
        let square = rest.ilog2();
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

/// Whether the runner, with nothing before it on its file, reaches the last rank. `others` are the attacker's other
/// pawns, which stand still.
///
/// `reach` holds every square on which a defender's pawn can stand after the moves so far, if all of them could move at
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

/// The fewest moves in which the attacker can win: a pawn must reach the last rank, or every pawn of the defender be
/// captured.
pub(crate) fn fewest_moves(attacker: u64, defender: u64) -> u8 {
    let farthest = moves_to_go(attacker.ilog2());
    farthest.min(defender.count_ones() as u8)
}

/// The squares of a set and all above them.
#[inline(always)]
const fn filled_up(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// The squares of a set and all below them.
#[inline(always)]
const fn filled_down(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

#[cfg(test)]
mod tests {
    use estopim_rules::{Color, PawnBattle, Position};
    use rstest::rstest;

    use super::*;
    use crate::pawns::Pawns;

    /// Whether White wins, and in how many plies, by running alone.
    fn check(fen: &str) -> Option<u8> {
        let position = Position::<PawnBattle>::from_fen(fen).expect("a position");
        let pawns = Pawns::of(&position);
        if position.turn() == Color::White {
            runner_wins(pawns.us, pawns.them, 0, Next::Attacker)
        } else {
            let flip = u64::swap_bytes;
            runner_wins(flip(pawns.them), flip(pawns.us), flip(pawns.en_passant), Next::Defender)
        }
    }

    #[rstest]
    #[case::home_next("8/P7/8/8/7p/8/8/8 w - - 0 1", Some(1))]
    #[case::alone_and_first("8/7p/8/8/8/8/P7/8 w - - 0 1", Some(9))]
    #[case::second_in_the_race("8/7p/8/8/8/8/P7/8 b - - 0 1", None)]
    #[case::just_ahead("8/7p/8/8/8/P7/8/8 b - - 0 1", None)]
    #[case::far_ahead("8/7p/8/8/P7/8/8/8 b - - 0 1", Some(8))]
    #[case::watched_from_the_side("8/1p6/8/8/P7/8/8/8 w - - 0 1", None)]
    #[case::past_with_its_move("8/8/8/1p6/P7/8/8/8 w - - 0 1", Some(7))]
    #[case::past_in_time("8/8/P7/1p6/8/8/8/8 w - - 0 1", Some(3))]
    #[case::in_passing("8/7p/8/8/1p6/8/P7/8 w - - 0 1", None)]
    #[case::blocked("8/p7/8/8/P7/8/8/8 w - - 0 1", None)]
    #[case::a_capture_opens_the_way_to_it("8/8/2p5/PP6/8/8/8/7p w - - 0 1", None)]
    #[case::draws_by_having_no_move("8/8/P7/8/8/7p/7P/8 w - - 0 1", None)]
    #[case::has_a_move_left("8/8/P7/8/7p/8/7P/8 w - - 0 1", Some(3))]
    #[case::has_too_few_moves_left("8/8/8/P7/7p/8/7P/8 w - - 0 1", None)]
    fn runners_are_counted(#[case] fen: &str, #[case] plies: Option<u8>) {
        assert_eq!(check(fen), plies);
    }

    #[rstest]
    #[case::face_to_face("8/8/3p4/8/3P4/8/8/8 w - - 0 1", true)]
    #[case::can_meet("8/4p3/3p4/8/3P4/8/8/8 w - - 0 1", false)]
    #[case::free("8/8/3p4/8/3P3P/8/8/8 w - - 0 1", false)]
    #[case::two_files_apart("8/8/3p1p2/8/3P1P2/8/8/8 w - - 0 1", true)]
    fn who_can_never_win_is_known(#[case] fen: &str, #[case] wanted: bool) {
        let position = Position::<PawnBattle>::from_fen(fen).expect("a position");
        let pawns = Pawns::of(&position);
        assert_eq!(never_wins(pawns.us, pawns.them, pawns.en_passant), wanted);
    }
}
