//! The plain twin: what the others must agree with, and what runs where they cannot.

use crate::features::Changes;
use crate::network::{FEATURE_UNIT, SQUARE_OFFSET};

pub(super) fn update(from: Option<&[i16]>, into: &mut [i16], weights: &[i16], changes: &Changes) {
    if let Some(from) = from {
        into.copy_from_slice(from);
    }
    let hidden = into.len();
    let row = |input: u16| &weights[usize::from(input) * hidden..][..hidden];
    for &input in &*changes.removed {
        for (sum, weight) in into.iter_mut().zip(row(input)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    for &input in &*changes.added {
        for (sum, weight) in into.iter_mut().zip(row(input)) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// Clipped sums are squared, less [`SQUARE_OFFSET`], and weighed.
pub(super) fn output(sums: &[i16], weights: &[i16]) -> i32 {
    let mut total = 0i32;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = i32::from(sum).clamp(0, FEATURE_UNIT);
        let square = clipped * clipped - SQUARE_OFFSET;
        total = total.wrapping_add(square * i32::from(weight));
    }
    total
}
