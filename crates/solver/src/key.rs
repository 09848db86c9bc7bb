//! [`Key`]: a position and a question about it, encoded in 82 bits without loss. A table that stores the whole key has
//! no collisions.

use crate::pawns::Pawns;

/// The key of a question (does this side win?), mixed by a bijection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The upper 64 bits, from which the table index is taken.
    pub high: u64,
    /// The other 18.
    pub low: u32,
}

/// How many bits are in [`Key::low`].
pub(crate) const LOW_BITS: u32 = 18;
/// Ranks 2 to 4 as a number; there are 3²⁴ arrangements.
const NEAR_BITS: u32 = 39;
/// Ranks 5 to 7, the file of en passant and whose win is asked for.
const FAR_BITS: u32 = 43;
const _: () = assert!(NEAR_BITS + FAR_BITS == 64 + LOW_BITS);
/// How many arrangements of pawns three ranks have.
const THREE_RANKS: u64 = 3u64.pow(24);
const _: () = assert!(THREE_RANKS < 1 << NEAR_BITS && THREE_RANKS * 9 * 2 < 1 << FAR_BITS);

/// The squares of a rank as digits of a number to base three.
static TERNARY: [u64; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut file = 0;
        while file < 8 {
            if set >> file & 1 == 1 {
                table[set] += 3u64.pow(file);
            }
            file += 1;
        }
        set += 1;
    }
    table
};

impl Key {
    /// The number of a question about a canonical position.
    #[inline(always)]
    pub fn new(pawns: &Pawns, mover_attacks: bool) -> Self {
        const RANK: u64 = 3u64.pow(8);
        let digit = |number: usize| {
            let rank = |board: u64| board.to_le_bytes()[number] as usize;
            TERNARY[rank(pawns.us)] + 2 * TERNARY[rank(pawns.them)]
        };
        let mut near = digit(1) + RANK * (digit(2) + RANK * digit(3));
        let mut far = digit(4) + RANK * (digit(5) + RANK * digit(6));
        // The square lies on the sixth rank: its file, counted from one.
        let file = if pawns.en_passant == 0 { 0 } else { pawns.en_passant.trailing_zeros() - 39 };
        far = (far + THREE_RANKS * u64::from(file)) << 1 | u64::from(mover_attacks);
        // A Feistel network: each half is changed by the other one.
        far ^= mixed(near) >> (64 - FAR_BITS);
        near ^= mixed(far) >> (64 - NEAR_BITS);
        far ^= mixed(near) >> (64 - FAR_BITS);
        near ^= mixed(far) >> (64 - NEAR_BITS);
        let low = near & ((1 << LOW_BITS) - 1);
        Self { high: far << (64 - FAR_BITS) | near >> LOW_BITS, low: low as u32 }
    }
}

#[inline(always)]
pub(crate) const fn mixed(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every arrangement of a few squares in which a change is easily lost: the corners of both halves.
    #[test]
    fn different_questions_have_different_keys() {
        let squares = [8, 15, 31, 32, 39, 48, 55];
        let mut seen = HashSet::new();
        let mut count = 0;
        for number in 0..3usize.pow(squares.len() as u32) {
            let (mut us, mut them, mut rest) = (0, 0, number);
            for square in squares {
                us |= u64::from(rest % 3 == 1) << square;
                them |= u64::from(rest % 3 == 2) << square;
                rest /= 3;
            }
            for en_passant in [0, 1 << 40, 1 << 47] {
                for mover_attacks in [false, true] {
                    let key = Key::new(&Pawns { us, them, en_passant }, mover_attacks);
                    assert!(key.low < 1 << LOW_BITS);
                    seen.insert((key.high, key.low));
                    count += 1;
                }
            }
        }
        assert_eq!(seen.len(), count);
    }
}
