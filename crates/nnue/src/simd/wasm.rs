//! The kernels for WebAssembly with SIMD128, which is there or not when a module is built.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128_load, v128_store, v128_xor,
};

use crate::features::Changes;
use crate::network::{FEATURE_UNIT, HIDDEN_STEP};

/// 16-bit numbers in a register.
const LANES: usize = 8;
/// Registers that a tile of sums fills; every width is a multiple of it.
const TILE: usize = HIDDEN_STEP / LANES;

/// # Safety
///
/// `into` is a multiple of 64 wide, `from` as wide, and `weights` has a row of that width for every input of `changes`.
pub(super) unsafe fn update(
    from: Option<&[i16]>,
    into: &mut [i16],
    weights: &[i16],
    changes: &Changes,
) {
    let hidden = into.len();
    let into = into.as_mut_ptr();
    let from = from.map_or(into.cast_const(), <[i16]>::as_ptr);
    for start in (0..hidden).step_by(TILE * LANES) {
        let mut sums = [i16x8_splat(0); TILE];
        // SAFETY: the tile ends at or before the width, of which it is a divisor, and every row is as wide;
        // `from` and `into` are the same or do not touch. No access needs alignment.
        unsafe {
            let part = |row: *const i16, number: usize| v128_load(row.add(number * LANES).cast());
            let row = |input: u16| weights.as_ptr().add(usize::from(input) * hidden + start);
            for (number, sum) in sums.iter_mut().enumerate() {
                *sum = part(from.add(start), number);
            }
            for &input in &*changes.removed {
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum = i16x8_sub(*sum, part(row(input), number));
                }
            }
            for &input in &*changes.added {
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum = i16x8_add(*sum, part(row(input), number));
                }
            }
            for (number, sum) in sums.into_iter().enumerate() {
                v128_store(into.add(start + number * LANES).cast(), sum);
            }
        }
    }
}

/// Turning the highest bit of a square about takes 2¹⁵ off it; two neighbours are weighed and added up in 32 bits.
pub(super) fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let (zero, one) = (i16x8_splat(0), i16x8_splat(FEATURE_UNIT as i16));
    let offset = i16x8_splat(i16::MIN);
    let mut totals = [i32x4_splat(0); 2];
    let chunks = sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES));
    for (number, (sums, weights)) in chunks.enumerate() {
        // SAFETY: both chunks are as long as a register, and no load needs alignment.
        let (sums, weights) =
            unsafe { (v128_load(sums.as_ptr().cast()), v128_load(weights.as_ptr().cast())) };
        let clipped = i16x8_min(i16x8_max(sums, zero), one);
        let squares = v128_xor(i16x8_mul(clipped, clipped), offset);
        let total = &mut totals[number % 2];
        *total = i32x4_add(*total, i32x4_dot_i16x8(squares, weights));
    }
    let four = i32x4_add(totals[0], totals[1]);
    i32x4_extract_lane::<0>(four)
        .wrapping_add(i32x4_extract_lane::<1>(four))
        .wrapping_add(i32x4_extract_lane::<2>(four))
        .wrapping_add(i32x4_extract_lane::<3>(four))
}
