//! [`Adam`]: the optimiser. `AdamW`, that is Adam with decoupled weight decay.

use std::thread;

use estopim_nnue::features::INPUTS_A_BUCKET;

use super::kernels::{AdamStep, Kernels};
use super::{Gradient, Model};

/// β₁: the decay of the first moment a step.
pub(super) const BETA1: f64 = 0.9;
/// β₂: the decay of the second moment a step.
pub(super) const BETA2: f64 = 0.999;

/// Feature weights are the sum of two parts; each stays below half of what the quantised type can hold.
const FEATURE_LIMIT: f32 = 1.9;
/// Keeps the quantised dot product of a wide layer within 32 bits.
const OUTPUT_LIMIT: f32 = 1.98;

/// The coefficients of step `steps`, counted from one, for a batch of `examples`.
pub(crate) fn adam_step(
    steps: u64,
    rate: f64,
    decay: f64,
    examples: usize,
    limit: f32,
) -> AdamStep {
    let correction = |beta: f64| (1.0 - beta.powf(steps as f64)).recip() as f32;
    AdamStep {
        rate: rate as f32,
        decay_factor: (1.0 - rate * decay) as f32,
        first_correction: correction(BETA1),
        second_correction: correction(BETA2),
        gradient_scale: 1.0 / examples as f32,
        limit,
    }
}

/// The moments of all gradients so far, the mean of gradients and that of their squares, part by part as `Model::parts` lists them.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    pub(super) first_moment: [Vec<f32>; 5],
    pub(super) second_moment: [Vec<f32>; 5],
    pub(super) steps: u64,
}

impl Adam {
    /// Before the first step.
    pub fn new(model: &Model) -> Self {
        let zeros = || model.parts().map(|part| vec![0.0; part.len()]);
        Self { first_moment: zeros(), second_moment: zeros(), steps: 0 }
    }

    /// One step: updates a model by the gradients that threads have added up over `examples`, and clears them.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradients: &mut [Gradient],
        examples: usize,
        rate: f64,
        decay: f64,
    ) {
        self.steps += 1;
        let step = adam_step(self.steps, rate, decay, examples, FEATURE_LIMIT);
        let threads = gradients.len();
        let mut groups = self.groups(model, gradients);
        let share = groups.len().div_ceil(threads);
        thread::scope(|scope| {
            for groups in groups.chunks_mut(share) {
                scope.spawn(move || groups.iter_mut().for_each(|group| group.step(&step)));
            }
        });
        self.step_small_parts(step, model, gradients);
    }

    /// All parameters but the feature weights; they are few, so one thread updates them.
    fn step_small_parts(&mut self, step: AdamStep, model: &mut Model, gradients: &mut [Gradient]) {
        let kernels = Kernels::best();
        let (all, others) = gradients.split_first_mut().expect("at least one thread");
        for other in others {
            kernels.drain(&mut all.feature_bias, &mut other.feature_bias);
            kernels.drain(&mut all.output_weights, &mut other.output_weights);
            kernels.drain(&mut all.output_bias, &mut other.output_bias);
        }
        let [_, _, bias_first, weight_first, output_first] = &mut self.first_moment;
        let [_, _, bias_second, weight_second, output_second] = &mut self.second_moment;
        kernels.adam(
            &step,
            &mut model.feature_bias,
            bias_first,
            bias_second,
            &mut all.feature_bias,
        );
        let step = AdamStep { limit: OUTPUT_LIMIT, ..step };
        kernels.adam(
            &step,
            &mut model.output_weights,
            weight_first,
            weight_second,
            &mut all.output_weights,
        );
        let step = AdamStep { limit: f32::MAX, ..step };
        kernels.adam(
            &step,
            &mut model.output_bias,
            output_first,
            output_second,
            &mut all.output_bias,
        );
    }

    /// All feature weights in groups that can be updated independently of one another.
    fn groups<'a>(
        &'a mut self,
        model: &'a mut Model,
        gradients: &'a mut [Gradient],
    ) -> Vec<Group<'a>> {
        let length = ROWS_A_GROUP * model.hidden;
        let count = INPUTS_A_BUCKET / ROWS_A_GROUP;
        let mut groups: Vec<Group> = (0..count).map(|_| Group::default()).collect();
        let [own_first, shared_first, ..] = &mut self.first_moment;
        let [own_second, shared_second, ..] = &mut self.second_moment;
        // A bucket is a whole number of groups long, so each group gets its part of every bucket.
        let mut parts: Vec<_> = model
            .own
            .chunks_exact_mut(length)
            .zip(model.feature_weights.chunks_exact_mut(length))
            .zip(own_first.chunks_exact_mut(length).zip(own_second.chunks_exact_mut(length)))
            .map(|((weights, merged), (first_moment, second_moment))| Part {
                moments: Moments { weights, first_moment, second_moment },
                merged,
                gradients: Vec::new(),
            })
            .collect();
        for gradient in gradients {
            for (part, rows) in
                parts.iter_mut().zip(gradient.feature_weights.chunks_exact_mut(length))
            {
                part.gradients.push(rows);
            }
        }
        for (number, part) in parts.into_iter().enumerate() {
            groups[number % count].own.push(part);
        }
        let shared = model
            .shared
            .chunks_exact_mut(length)
            .zip(shared_first.chunks_exact_mut(length).zip(shared_second.chunks_exact_mut(length)));
        for (group, (weights, (first_moment, second_moment))) in groups.iter_mut().zip(shared) {
            group.shared = Some(Moments { weights, first_moment, second_moment });
        }
        groups
    }
}

/// Rows of each bucket in a group: few enough for all that belongs to them to stay in the cache.
const ROWS_A_GROUP: usize = 8;

/// The same rows of every bucket, and of what buckets share.
#[derive(Default)]
struct Group<'a> {
    own: Vec<Part<'a>>,
    shared: Option<Moments<'a>>,
}

/// The rows of one bucket.
struct Part<'a> {
    moments: Moments<'a>,
    /// The sum of own and shared weights.
    merged: &'a mut [f32],
    /// Of each thread.
    gradients: Vec<&'a mut [f32]>,
}

/// Weights with their moments.
struct Moments<'a> {
    weights: &'a mut [f32],
    first_moment: &'a mut [f32],
    second_moment: &'a mut [f32],
}

impl Group<'_> {
    fn step(&mut self, step: &AdamStep) {
        let kernels = Kernels::best();
        for part in &mut self.own {
            let (all, others) = part.gradients.split_first_mut().expect("at least one thread");
            for other in others {
                kernels.drain(all, other);
            }
        }
        if let Some(shared) = &mut self.shared {
            let mut gradient = vec![0.0; shared.weights.len()];
            for part in &self.own {
                kernels.add(&mut gradient, part.gradients[0]);
            }
            let Moments { weights, first_moment, second_moment } = shared;
            kernels.adam(step, weights, first_moment, second_moment, &mut gradient);
        }
        for Part { moments: Moments { weights, first_moment, second_moment }, merged, gradients } in
            &mut self.own
        {
            kernels.adam(step, weights, first_moment, second_moment, gradients[0]);
            merged.copy_from_slice(weights);
            if let Some(shared) = &self.shared {
                kernels.add(merged, shared.weights);
            }
        }
    }
}
