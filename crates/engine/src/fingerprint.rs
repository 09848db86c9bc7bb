//! Fingerprints of sets of squares, by which tables tell arrangements of pieces apart.

use estopim_rules::Bitboard;

/// Odd numbers without a pattern. Sets that are put together are each spread by another one.
const FACTORS: [u64; 5] = [
    0x9E37_79B9_7F4A_7C15,
    0xC2B2_AE3D_27D4_EB4F,
    0xA076_1D64_78BD_642F,
    0xE703_7ED1_A0B4_28DB,
    0xD6E8_FEB8_6659_FD93,
];

/// One word for several sets, in this order. Each is spread by itself and all are added up, so that none waits
/// for another.
#[inline(always)]
pub(crate) fn fingerprint<const N: usize>(sets: [Bitboard; N]) -> u64 {
    const { assert!(N <= FACTORS.len()) };
    let spread = sets.iter().zip(FACTORS).map(|(set, factor)| spread(set.0, factor));
    spread.fold(0, u64::wrapping_add)
}

/// Spreads the bits of a set over a word: both halves of a product, since the lower one tells little about the
/// upper squares and the upper one little about the lower.
#[inline(always)]
fn spread(set: u64, factor: u64) -> u64 {
    let product = u128::from(set) * u128::from(factor);
    product as u64 ^ (product >> 64) as u64
}
