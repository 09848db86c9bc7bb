//! The inner loops of training, compiled for each kind of processor: the only unsafe code of this crate.
//!
//! Every loop is plain code that the compiler turns into vectors as wide as the processor's. None adds in another order
//! than plain code, so all give the same results. Loops are written with `while` because iterators, compiled without
//! the wider instructions, are often not inlined.
#![allow(unsafe_code)]

use std::sync::OnceLock;

use super::Model;
use super::example::Example;

/// The widest instructions that this processor has. It can only be made by detection.
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
            pub(crate) fn $name(self, $($argument: $kind),*) $(-> $answer)? {
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
    /// Forward pass: the output of a model for an example. Leaves the accumulators of both sides behind.
    forward(model: &Model, example: &Example, accumulators: &mut [Vec<f32>; 2]) -> f32,
    forward_plain
);
versions!(
    /// Backward pass of one side, from the output to its accumulator: adds to the gradients of the output weights
    /// and of the feature biases, and sets the gradient of the accumulator.
    backward(
        output_gradient: f32,
        accumulator: &[f32],
        weights: &[f32],
        weight_gradient: &mut [f32],
        accumulator_gradient: &mut [f32],
        bias_gradient: &mut [f32]
    ),
    backward_plain
);
versions!(
    /// Backward pass of the feature layer: adds the gradient of the accumulator to the row of every active input.
    backward_features(rows: &mut [f32], accumulator_gradient: &[f32], inputs: &[u16]),
    backward_features_plain
);
versions!(
    /// One step of Adam for some weights; their gradients are cleared.
    adam(
        step: &AdamStep,
        weights: &mut [f32],
        first_moment: &mut [f32],
        second_moment: &mut [f32],
        gradient: &mut [f32]
    ),
    adam_plain
);
versions!(
    /// Adds one vector to another.
    add(into: &mut [f32], from: &[f32]),
    add_plain
);
versions!(
    /// Adds one vector to another and sets it to zero.
    drain(into: &mut [f32], from: &mut [f32]),
    drain_plain
);

/// The coefficients of one step of Adam.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdamStep {
    /// The learning rate.
    pub rate: f32,
    /// What weights are multiplied by before the step, a little less than one: weight decay.
    pub decay_factor: f32,
    /// Corrects the bias of first moments that have seen few steps.
    pub first_correction: f32,
    /// The same for second moments.
    pub second_correction: f32,
    /// What gradients are multiplied by first: one divided by the number of examples.
    pub gradient_scale: f32,
    /// Weights are clipped to this magnitude.
    pub limit: f32,
}

/// Keeps Adam from dividing by zero.
const EPSILON: f32 = 1e-8;
/// Lanes of the output's dot product, as many as the widest vector has.
const LANES: usize = 16;

#[inline(always)]
fn forward_plain(model: &Model, example: &Example, accumulators: &mut [Vec<f32>; 2]) -> f32 {
    let hidden = model.hidden;
    let mut lanes = [0.0; LANES];
    let mut half = 0;
    while half < 2 {
        let accumulator = &mut accumulators[half][..hidden];
        accumulator.copy_from_slice(&model.feature_bias);
        add_rows(accumulator, &model.feature_weights, &example.inputs[half]);
        let weights = &model.output_weights[(2 * example.bucket + half) * hidden..][..hidden];
        let mut place = 0;
        while place + LANES <= hidden {
            let (accumulator, weights) =
                (&accumulator[place..][..LANES], &weights[place..][..LANES]);
            let mut lane = 0;
            while lane < LANES {
                let clipped = clip(accumulator[lane]);
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

/// Adds the rows of the active inputs, four at a time so that the accumulator is read and written less often.
#[inline(always)]
fn add_rows(accumulator: &mut [f32], weights: &[f32], inputs: &[u16]) {
    let hidden = accumulator.len();
    let row = |number: usize| &weights[usize::from(inputs[number]) * hidden..][..hidden];
    let mut number = 0;
    while number + 4 <= inputs.len() {
        let rows = [row(number), row(number + 1), row(number + 2), row(number + 3)];
        let [a, b, c, d] = rows;
        let mut at = 0;
        while at < hidden {
            accumulator[at] += (a[at] + b[at]) + (c[at] + d[at]);
            at += 1;
        }
        number += 4;
    }
    while number < inputs.len() {
        add_plain(accumulator, row(number));
        number += 1;
    }
}

#[inline(always)]
fn backward_plain(
    output_gradient: f32,
    accumulator: &[f32],
    weights: &[f32],
    weight_gradient: &mut [f32],
    accumulator_gradient: &mut [f32],
    bias_gradient: &mut [f32],
) {
    let hidden = accumulator.len();
    let (weights, weight_gradient) = (&weights[..hidden], &mut weight_gradient[..hidden]);
    let accumulator_gradient = &mut accumulator_gradient[..hidden];
    let bias_gradient = &mut bias_gradient[..hidden];
    let mut at = 0;
    while at < hidden {
        let clipped = clip(accumulator[at]);
        weight_gradient[at] += output_gradient * (clipped * clipped);
        // The derivative of the squared clipped ReLU: zero where the value is clipped above; below, `clipped` is zero.
        let slope = if accumulator[at] < 1.0 { 2.0 * clipped } else { 0.0 };
        let gradient = output_gradient * weights[at] * slope;
        accumulator_gradient[at] = gradient;
        bias_gradient[at] += gradient;
        at += 1;
    }
}

#[inline(always)]
fn backward_features_plain(rows: &mut [f32], accumulator_gradient: &[f32], inputs: &[u16]) {
    let hidden = accumulator_gradient.len();
    let mut number = 0;
    while number < inputs.len() {
        let start = usize::from(inputs[number]) * hidden;
        add_plain(&mut rows[start..start + hidden], accumulator_gradient);
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
fn drain_plain(into: &mut [f32], from: &mut [f32]) {
    add_plain(into, from);
    from.fill(0.0);
}

#[inline(always)]
fn adam_plain(
    step: &AdamStep,
    weights: &mut [f32],
    first_moment: &mut [f32],
    second_moment: &mut [f32],
    gradient: &mut [f32],
) {
    const BETA1: f32 = super::adam::BETA1 as f32;
    const BETA2: f32 = super::adam::BETA2 as f32;
    let count = weights.len();
    let (first_moment, second_moment) = (&mut first_moment[..count], &mut second_moment[..count]);
    let gradient = &mut gradient[..count];
    let mut at = 0;
    while at < count {
        let scaled = gradient[at] * step.gradient_scale;
        gradient[at] = 0.0;
        let first = BETA1 * first_moment[at] + (1.0 - BETA1) * scaled;
        let second = BETA2 * second_moment[at] + (1.0 - BETA2) * scaled * scaled;
        first_moment[at] = first;
        second_moment[at] = second;
        let update =
            first * step.first_correction / ((second * step.second_correction).sqrt() + EPSILON);
        let weight = weights[at] * step.decay_factor - step.rate * update;
        let below = if weight < step.limit { weight } else { step.limit };
        weights[at] = if below > -step.limit { below } else { -step.limit };
        at += 1;
    }
}

/// The clipped `ReLU`: between zero and one. Written so that it compiles to two instructions.
#[inline(always)]
fn clip(value: f32) -> f32 {
    let positive = if value > 0.0 { value } else { 0.0 };
    if positive < 1.0 { positive } else { 1.0 }
}
