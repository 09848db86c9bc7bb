//! The kernels for 64-bit ARM processors.

use std::arch::aarch64::{
    vaddq_s16, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, veorq_s16, vget_low_s16, vld1q_s16, vmaxq_s16,
    vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};

use crate::features::Changes;
use crate::network::{FEATURE_UNIT, HIDDEN_STEP};

/// 16-bit numbers in a register.
const LANES: usize = 8;
/// Registers that a tile of sums fills; every width is a multiple of it.
const TILE: usize = HIDDEN_STEP / LANES;

/// # Safety
///
/// The processor has NEON, `into` is a multiple of 64 wide, `from` as wide, and `weights` has a row of that
/// width for every input of `changes`.
#[target_feature(enable = "neon")]
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
        let mut sums = [vdupq_n_s16(0); TILE];
        // SAFETY: the tile ends at or before the width, of which it is a divisor, and every row is as wide;
        // `from` and `into` are the same or do not touch.
        unsafe {
            let row = |input: u16| weights.as_ptr().add(usize::from(input) * hidden + start);
            for (number, sum) in sums.iter_mut().enumerate() {
                *sum = vld1q_s16(from.add(start + number * LANES));
            }
            for &input in &*changes.removed {
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum = vsubq_s16(*sum, vld1q_s16(row(input).add(number * LANES)));
                }
            }
            for &input in &*changes.added {
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum = vaddq_s16(*sum, vld1q_s16(row(input).add(number * LANES)));
                }
            }
            for (number, sum) in sums.into_iter().enumerate() {
                vst1q_s16(into.add(start + number * LANES), sum);
            }
        }
    }
}

/// Turning the highest bit of a square about takes 2¹⁵ off it; then it is weighed and added up in 32 bits.
///
/// # Safety
///
/// The processor has NEON, and `weights` is as wide as `sums`, a multiple of 64.
#[target_feature(enable = "neon")]
pub(super) unsafe fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(FEATURE_UNIT as i16));
    let offset = vdupq_n_s16(i16::MIN);
    let mut total = vdupq_n_s32(0);
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        // SAFETY: both chunks are as long as a register.
        let (sums, weights) = unsafe { (vld1q_s16(sums.as_ptr()), vld1q_s16(weights.as_ptr())) };
        let clipped = vminq_s16(vmaxq_s16(sums, zero), one);
        let squares = veorq_s16(vmulq_s16(clipped, clipped), offset);
        total = vmlal_s16(total, vget_low_s16(squares), vget_low_s16(weights));
        total = vmlal_high_s16(total, squares, weights);
    }
    vaddvq_s32(total)
}
