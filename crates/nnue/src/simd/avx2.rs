//! The kernels for processors with AVX2.

use std::arch::x86_64::{
    _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_sub_epi16, _mm256_xor_si256,
};

use crate::features::Changes;
use crate::network::FEATURE_UNIT;

/// 16-bit numbers in a register.
const LANES: usize = 16;
/// Registers that a wide tile of sums fills.
const WIDE: usize = 8;
/// Registers that a narrow tile fills; every width is a multiple of it.
const NARROW: usize = 4;

/// # Safety
///
/// The processor has AVX2, `into` is a multiple of 64 wide, `from` as wide, and `weights` has a row of
/// that width for every input of `changes`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn update(
    from: Option<&[i16]>,
    into: &mut [i16],
    weights: &[i16],
    changes: &Changes,
) {
    let hidden = into.len();
    let into = into.as_mut_ptr();
    let from = from.map_or(into.cast_const(), <[i16]>::as_ptr);
    let mut done = 0;
    // SAFETY: tiles end at or before the width, which is a multiple of the narrow tile's; the rest is
    // this function's own condition. `from` and `into` are the same or do not touch.
    unsafe {
        while done + WIDE * LANES <= hidden {
            tile::<WIDE>(from, into, weights.as_ptr(), hidden, done, changes);
            done += WIDE * LANES;
        }
        while done < hidden {
            tile::<NARROW>(from, into, weights.as_ptr(), hidden, done, changes);
            done += NARROW * LANES;
        }
    }
}

/// The sums `start..start + N * LANES`, which stay in registers while all changes are applied.
///
/// # Safety
///
/// `from`, `into` and every row of `weights` are `hidden` wide, and the tile ends within that.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn tile<const N: usize>(
    from: *const i16,
    into: *mut i16,
    weights: *const i16,
    hidden: usize,
    start: usize,
    changes: &Changes,
) {
    let mut sums = [_mm256_setzero_si256(); N];
    // SAFETY: every access lies within the tile of a row that the caller promises; none needs alignment.
    unsafe {
        let part =
            |row: *const i16, number: usize| _mm256_loadu_si256(row.add(number * LANES).cast());
        each!(number in N => sums[number] = part(from.add(start), number));
        each!(change in changes.removed.len() => {
            let row = weights.add(usize::from(changes.removed[change]) * hidden + start);
            each!(number in N => sums[number] = _mm256_sub_epi16(sums[number], part(row, number)));
        });
        each!(change in changes.added.len() => {
            let row = weights.add(usize::from(changes.added[change]) * hidden + start);
            each!(number in N => sums[number] = _mm256_add_epi16(sums[number], part(row, number)));
        });
        each!(number in N => _mm256_storeu_si256(into.add(start + number * LANES).cast(), sums[number]));
    }
}

/// Turning the highest bit of a square about takes 2¹⁵ off it; two neighbours are weighed and added up in 32 bits.
///
/// # Safety
///
/// The processor has AVX2, and `weights` is as wide as `sums`, a multiple of 64.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let zero = _mm256_setzero_si256();
    let one = _mm256_set1_epi16(FEATURE_UNIT as i16);
    let offset = _mm256_set1_epi16(i16::MIN);
    let mut totals = [_mm256_setzero_si256(); 2];
    each!(number in sums.len() / LANES => {
        // SAFETY: both are as wide as the caller promises; neither load needs alignment.
        let (sums, weights) = unsafe {
            let place = number * LANES;
            (
                _mm256_loadu_si256(sums.as_ptr().add(place).cast()),
                _mm256_loadu_si256(weights.as_ptr().add(place).cast()),
            )
        };
        let clipped = _mm256_min_epi16(_mm256_max_epi16(sums, zero), one);
        let squares = _mm256_xor_si256(_mm256_mullo_epi16(clipped, clipped), offset);
        let products = _mm256_madd_epi16(squares, weights);
        totals[number % 2] = _mm256_add_epi32(totals[number % 2], products);
    });
    let total = _mm256_add_epi32(totals[0], totals[1]);
    let four = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
    _mm_cvtsi128_si32(one)
}
