//! [`Pawns`]: a position of pawns alone, seen by the side to move, and what can be reached from it.

use arrayvec::ArrayVec;
use estopim_rules::{PawnBattle, Position, Role};

pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: u64 = FILE_A << 7;

/// The eight squares of a rank, counted from zero.
pub(crate) const fn rank(number: u32) -> u64 {
    0xFF << (8 * number)
}

/// The squares that pawns attack which move up the board.
#[inline(always)]
pub(crate) const fn attacks_up(pawns: u64) -> u64 {
    (pawns & !FILE_A) << 7 | (pawns & !FILE_H) << 9
}

/// The squares that pawns attack which move down the board.
#[inline(always)]
pub(crate) const fn attacks_down(pawns: u64) -> u64 {
    (pawns & !FILE_A) >> 9 | (pawns & !FILE_H) >> 7
}

/// The board with files mirrored, a with h.
#[inline(always)]
const fn files_mirrored(board: u64) -> u64 {
    const ODD: u64 = 0x5555_5555_5555_5555;
    const PAIRS: u64 = 0x3333_3333_3333_3333;
    const HALVES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    let board = (board >> 1) & ODD | (board & ODD) << 1;
    let board = (board >> 2) & PAIRS | (board & PAIRS) << 2;
    (board >> 4) & HALVES | (board & HALVES) << 4
}

/// A position in which the game goes on. The side to move moves up the board, whichever colour it has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Pawns {
    /// The pawns of the side to move.
    pub us: u64,
    /// The other side's.
    pub them: u64,
    /// The en passant square; empty if there is none.
    pub en_passant: u64,
}

/// The most moves that a side with eight pawns has: one or two steps, and two captures.
pub(crate) const MAX_MOVES: usize = 32;

/// The positions after each move.
pub(crate) type Successors = ArrayVec<Pawns, MAX_MOVES>;

impl Pawns {
    /// The same position without colours.
    pub fn of(position: &Position<PawnBattle>) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let us = board.pieces(turn, Role::Pawn).0;
        let them = board.pieces(!turn, Role::Pawn).0;
        let en_passant = position.en_passant().map_or(0, |square| 1 << square.index());
        let own = Self { us, them, en_passant };
        if turn == estopim_rules::Color::White { own } else { own.upside_down() }
    }

    const fn upside_down(self) -> Self {
        Self {
            us: self.us.swap_bytes(),
            them: self.them.swap_bytes(),
            en_passant: self.en_passant.swap_bytes(),
        }
    }

    #[inline(always)]
    const fn mirrored(self) -> Self {
        Self {
            us: files_mirrored(self.us),
            them: files_mirrored(self.them),
            en_passant: files_mirrored(self.en_passant),
        }
    }

    /// The canonical one of this position and its mirror image, which have the same value.
    #[inline(always)]
    pub fn canonical(self) -> Self {
        self.min(self.mirrored())
    }

    /// Whether the position is its own mirror image.
    #[inline(always)]
    pub fn is_symmetric(self) -> bool {
        self == self.mirrored()
    }

    /// Whether the side to move has a move that ends the game in its favour.
    #[inline(always)]
    pub const fn wins_at_once(self) -> bool {
        let home = (self.us << 8) & !self.them & rank(7) != 0;
        let last =
            self.them.is_power_of_two() && attacks_up(self.us) & (self.them | self.en_passant) != 0;
        home || last
    }

    /// How many moves there are.
    #[inline(always)]
    pub const fn count_moves(self) -> u32 {
        let empty = !(self.us | self.them);
        let step = (self.us << 8) & empty;
        let double = ((step & rank(2)) << 8) & empty;
        let victims = self.them | self.en_passant;
        step.count_ones()
            + double.count_ones()
            + ((self.us & !FILE_A) << 7 & victims).count_ones()
            + ((self.us & !FILE_H) << 9 & victims).count_ones()
    }

    /// The canonical positions after every move. No move may win at once.
    #[inline(always)]
    pub fn successors(self) -> Successors {
        let mut list = Successors::new();
        let empty = !(self.us | self.them);
        let victims = self.them | self.en_passant;
        let step = (self.us << 8) & empty;
        // Captures first, then the pawns that are farthest.
        for (shift, captures) in
            [(7, (self.us & !FILE_A) << 7 & victims), (9, (self.us & !FILE_H) << 9 & victims)]
        {
            for to in bits(captures) {
                let passed = if to & self.en_passant == 0 { 0 } else { to >> 8 };
                list.push(self.played(to >> shift, to, passed));
            }
        }
        for to in bits(((step & rank(2)) << 8) & empty) {
            list.push(self.played(to >> 16, to, 0));
        }
        for to in bits(step) {
            list.push(self.played(to >> 8, to, 0));
        }
        list
    }

    #[inline(always)]
    fn played(self, from: u64, to: u64, passed: u64) -> Pawns {
        let us = self.us & !from | to;
        let them = self.them & !(to | passed);
        let is_double = to == from << 16;
        let beside = (to & !FILE_A) >> 1 | (to & !FILE_H) << 1;
        let en_passant = if is_double && them & beside != 0 { from << 8 } else { 0 };
        Self { us: them, them: us, en_passant }.upside_down().canonical()
    }
}

/// The squares of a set, one at a time, from the highest down.
fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = if set == 0 { return None } else { 1 << set.ilog2() };
        set ^= bit;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use estopim_rules::{PawnBattleSetup, SplitMix64};

    use super::*;

    fn sorted(mut list: Vec<Pawns>) -> Vec<Pawns> {
        list.sort_unstable();
        list
    }

    /// Random games: what can be reached is what the rules say, with both colours to move.
    #[test]
    fn successors_are_those_of_the_rules() {
        let mut rng = SplitMix64::new(1);
        let (mut compared, mut passing) = (0, 0);
        for _ in 0..300 {
            let setup: PawnBattleSetup = "8p".parse().expect("a setup");
            let mut position = setup.position();
            while position.outcome().is_none() {
                let (pawns, moves) = (Pawns::of(&position), position.legal_moves());
                let after: Vec<_> = moves.iter().map(|&mv| position.after(mv)).collect();
                let wins =
                    after.iter().any(|it| it.outcome().is_some_and(|it| it.winner().is_some()));
                assert_eq!(pawns.wins_at_once(), wins, "{}", position.fen());
                assert_eq!(pawns.count_moves() as usize, moves.len(), "{}", position.fen());
                if !wins {
                    let wanted = after.iter().map(|it| Pawns::of(it).canonical()).collect();
                    let found = pawns.successors().into_iter().collect();
                    assert_eq!(sorted(found), sorted(wanted), "{}", position.fen());
                    compared += 1;
                }
                passing += usize::from(pawns.en_passant != 0);
                position = after[rng.below(after.len())];
            }
        }
        assert!(compared > 5000 && passing > 50, "{compared} {passing}");
    }

    #[test]
    fn mirrored_positions_have_one_canonical_form() {
        let pawns = Pawns { us: 0x0000_0012_0400_8100, them: 0x0040_2100_0000_0000, en_passant: 0 };
        assert_ne!(pawns, pawns.mirrored());
        assert_eq!(pawns.canonical(), pawns.mirrored().canonical());
        assert_eq!(pawns.mirrored().mirrored(), pawns);
        let even = Pawns { us: 0x8100, them: 0x0081_0000_0000_0000, en_passant: 0 };
        assert!(even.is_symmetric() && !pawns.is_symmetric());
    }
}
