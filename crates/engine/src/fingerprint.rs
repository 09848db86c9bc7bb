//! Hash keys of bitboards, for tables indexed by an arrangement of pieces.

use estopim_rules::Bitboard;

/// Odd random multipliers, one for each bitboard that is hashed together.
const FACTORS: [u64; 5] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
    0xD6E8_FEB8_6659_FD93,
];

/// The hash of several bitboards, which depends on their order. Each is hashed by itself and the hashes are added, so
/// that the multiplications run in parallel.
#[inline(always)]
pub(crate) fn fingerprint<const N: usize>(sets: [Bitboard; N]) -> u64 {
    const { assert!(N <= FACTORS.len()) };
    let spread = sets.iter().zip(FACTORS).map(|(set, factor)| spread(set.0, factor));
    spread.fold(0, u64::wrapping_add)
}

/// Multiplicative hash. Both halves of the product are used: the low half depends little on the upper squares, the high
/// half little on the lower ones.
#[inline(always)]
fn spread(set: u64, factor: u64) -> u64 {
    let product = u128::from(set) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}
