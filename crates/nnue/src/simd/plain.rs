//! The plain twin: what the others must agree with, and what runs where they cannot.

use crate::features::Changes;
use crate::network::FEATURE_UNIT;

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

pub(super) fn output(sums: &[i16], weights: &[i16]) -> i32 {
    sums.iter()
        .zip(weights)
        .map(|(&sum, &weight)| {
            let clipped = i32::from(sum).clamp(0, FEATURE_UNIT);
            clipped * clipped * i32::from(weight)
        })
        .sum()
}
