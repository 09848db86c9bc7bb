//! The inner loops of training, compiled for each kind of processor: the island of unsafe code of this crate.
//!
//! Every loop is plain code that the compiler turns into vectors as wide as the processor's. None adds up in
//! another order than plain code does, so all find the same numbers. Loops are written with `while` because
//! iterators, compiled without the wider instructions, are often not inlined.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use super::Model;
use super::example::Example;

/// The widest instructions that this processor has. There is no other way to make one than to ask it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kernels(Width);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Width {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Makes a method of [`Kernels`] that runs a plain function in the version for the processor.
macro_rules! versions {
    ($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)?, $plain:ident) => {
        impl Kernels {
            $(#[$doc])*
            #[allow(clippy::too_many_arguments)]
            pub(super) fn $name(self, $($argument: $kind),*) $(-> $answer)? {
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) $(-> $answer)? {
                    $plain($($argument),*)
                }
                #[cfg(target_arch = "x86_64")]
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn avx512($($argument: $kind),*) $(-> $answer)? {
                    $plain($($argument),*)
                }
                match self.0 {
                    Width::Plain => $plain($($argument),*),
                    // SAFETY: the value was made by `all`, which asked the processor for these instructions.
                    #[cfg(target_arch = "x86_64")]
                    Width::Avx2 => unsafe { avx2($($argument),*) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Width::Avx512 => unsafe { avx512($($argument),*) },
                }
            }
        }
    };
}

impl Kernels {
    /// The widest that this processor has.
    pub fn best() -> Self {
        static BEST: OnceLock<Kernels> = OnceLock::new();
        *BEST.get_or_init(|| *Self::all().last().expect("plain code runs everywhere"))
    }

    /// All that this processor has, plain code first.
    pub fn all() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut all = vec![Self(Width::Plain)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self(Width::Avx2));
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
            {
                all.push(Self(Width::Avx512));
            }
        }
        all
    }
}

versions!(
    /// What a model says about an example. Leaves the sums of both sides behind.
    output(model: &Model, example: &Example, sums: &mut [Vec<f32>; 2]) -> f32,
    output_plain
);
versions!(
    /// One side's way back from the output: adds the pull on the output weights, sets the pulls on the sums and
    /// adds them to those on the biases.
    pull_back(
        pull: f32,
        sums: &[f32],
        weights: &[f32],
        weight_pulls: &mut [f32],
        sum_pulls: &mut [f32],
        bias_pulls: &mut [f32]
    ),
    pull_back_plain
);
versions!(
    /// Adds the pulls on the sums to the row of every input that is on.
    spread(rows: &mut [f32], pulls: &[f32], inputs: &[u16]),
    spread_plain
);
versions!(
    /// One step of Adam for a run of numbers; their gradients are cleared.
    adam(
        pace: &Pace,
        weights: &mut [f32],
        means: &mut [f32],
        spreads: &mut [f32],
        gradients: &mut [f32]
    ),
    adam_plain
);
versions!(
    /// Adds one run of numbers to another.
    add(into: &mut [f32], from: &[f32]),
    add_plain
);
versions!(
    /// Adds one run of numbers to another and leaves zeros behind.
    take(into: &mut [f32], from: &mut [f32]),
    take_plain
);

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The learning rate.
    pub rate: f32,
    /// What weights are multiplied by before the step, a little less than one.
    pub keep: f32,
    /// What makes up for means that have seen few steps.
    pub mean_correction: f32,
    /// The same for spreads.
    pub spread_correction: f32,
    /// What gradients are multiplied by first: one in the number of examples.
    pub share: f32,
    /// Weights stay within this size.
    pub limit: f32,
}

/// Lanes that are added up side by side, as wide as the widest vector.
const LANES: usize = 16;

#[inline(always)]
fn output_plain(model: &Model, example: &Example, sums: &mut [Vec<f32>; 2]) -> f32 {
    let hidden = model.hidden;
    let mut lanes = [0.0; LANES];
    let mut half = 0;
    while half < 2 {
        let sums = &mut sums[half][..hidden];
        sums.copy_from_slice(&model.feature_bias);
        add_rows(sums, &model.feature_weights, &example.inputs[half]);
        let weights = &model.output_weights[(2 * example.bucket + half) * hidden..][..hidden];
        let mut place = 0;
        while place + LANES <= hidden {
            let (sums, weights) = (&sums[place..][..LANES], &weights[place..][..LANES]);
            let mut lane = 0;
            while lane < LANES {
                let clipped = clip(sums[lane]);
                lanes[lane] += clipped * clipped * weights[lane];
                lane += 1;
            }
            place += LANES;
        }
        half += 1;
    }
    let mut total = model.output_bias[example.bucket];
    let mut lane = 0;
    while lane < LANES {
        total += lanes[lane];
        lane += 1;
    }
    total
}

/// Adds the rows of inputs, four at a time so that sums are read and written less often.
#[inline(always)]
fn add_rows(sums: &mut [f32], weights: &[f32], inputs: &[u16]) {
    let hidden = sums.len();
    let row = |number: usize| &weights[usize::from(inputs[number]) * hidden..][..hidden];
    let mut number = 0;
    while number + 4 <= inputs.len() {
        let rows = [row(number), row(number + 1), row(number + 2), row(number + 3)];
        let [a, b, c, d] = rows;
        let mut at = 0;
        while at < hidden {
            sums[at] += (a[at] + b[at]) + (c[at] + d[at]);
            at += 1;
        }
        number += 4;
    }
    while number < inputs.len() {
        add_plain(sums, row(number));
        number += 1;
    }
}

#[inline(always)]
fn pull_back_plain(
    pull: f32,
    sums: &[f32],
    weights: &[f32],
    weight_pulls: &mut [f32],
    sum_pulls: &mut [f32],
    bias_pulls: &mut [f32],
) {
    let hidden = sums.len();
    let (weights, weight_pulls) = (&weights[..hidden], &mut weight_pulls[..hidden]);
    let (sum_pulls, bias_pulls) = (&mut sum_pulls[..hidden], &mut bias_pulls[..hidden]);
    let mut at = 0;
    while at < hidden {
        let clipped = clip(sums[at]);
        weight_pulls[at] += pull * (clipped * clipped);
        // Where a sum is clipped it does not matter how far it is beyond; at zero the slope is zero anyway.
        let slope = if sums[at] < 1.0 { 2.0 * clipped } else { 0.0 };
        let sum_pull = pull * weights[at] * slope;
        sum_pulls[at] = sum_pull;
        bias_pulls[at] += sum_pull;
        at += 1;
    }
}

#[inline(always)]
fn spread_plain(rows: &mut [f32], pulls: &[f32], inputs: &[u16]) {
    let hidden = pulls.len();
    let mut number = 0;
    while number < inputs.len() {
        let start = usize::from(inputs[number]) * hidden;
        add_plain(&mut rows[start..start + hidden], pulls);
        number += 1;
    }
}

#[inline(always)]
fn add_plain(into: &mut [f32], from: &[f32]) {
    let count = into.len();
    let from = &from[..count];
    let mut at = 0;
    while at < count {
        into[at] += from[at];
        at += 1;
    }
}

#[inline(always)]
fn take_plain(into: &mut [f32], from: &mut [f32]) {
    add_plain(into, from);
    from.fill(0.0);
}

#[inline(always)]
fn adam_plain(
    pace: &Pace,
    weights: &mut [f32],
    means: &mut [f32],
    spreads: &mut [f32],
    gradients: &mut [f32],
) {
    const MEAN_KEPT: f32 = super::adam::MEAN_KEPT as f32;
    const SPREAD_KEPT: f32 = super::adam::SPREAD_KEPT as f32;
    let count = weights.len();
    let (means, spreads) = (&mut means[..count], &mut spreads[..count]);
    let gradients = &mut gradients[..count];
    let mut at = 0;
    while at < count {
        let gradient = gradients[at] * pace.share;
        gradients[at] = 0.0;
        let mean = MEAN_KEPT * means[at] + (1.0 - MEAN_KEPT) * gradient;
        let spread = SPREAD_KEPT * spreads[at] + (1.0 - SPREAD_KEPT) * gradient * gradient;
        means[at] = mean;
        spreads[at] = spread;
        let step = mean * pace.mean_correction / ((spread * pace.spread_correction).sqrt() + 1e-8);
        let weight = weights[at] * pace.keep - pace.rate * step;
        let below = if weight < pace.limit { weight } else { pace.limit };
        weights[at] = if below > -pace.limit { below } else { -pace.limit };
        at += 1;
    }
}

/// Between zero and one. Written so that it is two instructions.
#[inline(always)]
fn clip(sum: f32) -> f32 {
    let positive = if sum > 0.0 { sum } else { 0.0 };
    if positive < 1.0 { positive } else { 1.0 }
}
