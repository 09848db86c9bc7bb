//! [`Adam`]: turns a model by gradients, every number at its own pace (`AdamW`: Adam with weight decay).

use std::thread;

use estopim_nnue::features::INPUTS_A_BUCKET;

use super::kernels::{Kernels, Pace};
use super::{Gradient, Model};

/// How much of the mean of gradients is kept a step.
pub(super) const MEAN_KEPT: f64 = 0.9;
/// How much of the mean of their squares is kept a step.
pub(super) const SPREAD_KEPT: f64 = 0.999;

/// Feature weights are the sum of two parts; each stays below half of what whole numbers will hold.
const FEATURE_LIMIT: f32 = 1.9;
/// So that the output weights of a wide layer add up to less than 32 bits hold.
const OUTPUT_LIMIT: f32 = 1.98;

/// The means of all gradients so far and of their squares, part by part as `Model::parts` lists them.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    pub(super) means: [Vec<f32>; 5],
    pub(super) spreads: [Vec<f32>; 5],
    pub(super) steps: u64,
}

impl Adam {
    /// Nothing has been seen yet.
    pub fn new(model: &Model) -> Self {
        let zeros = || model.parts().map(|part| vec![0.0; part.len()]);
        Self { means: zeros(), spreads: zeros(), steps: 0 }
    }

    /// Turns a model by the gradients that threads have added up over `examples`, and clears them.
    pub fn step(
        &mut self,
        model: &mut Model,
        gradients: &mut [Gradient],
        examples: usize,
        rate: f64,
        decay: f64,
    ) {
        self.steps += 1;
        let correction = |kept: f64| (1.0 - kept.powf(self.steps as f64)).recip() as f32;
        let pace = Pace {
            rate: rate as f32,
            keep: (1.0 - rate * decay) as f32,
            mean_correction: correction(MEAN_KEPT),
            spread_correction: correction(SPREAD_KEPT),
            share: 1.0 / examples as f32,
            limit: FEATURE_LIMIT,
        };
        let threads = gradients.len();
        let mut groups = self.groups(model, gradients);
        let share = groups.len().div_ceil(threads);
        thread::scope(|scope| {
            for groups in groups.chunks_mut(share) {
                scope.spawn(move || groups.iter_mut().for_each(|group| group.step(&pace)));
            }
        });
        self.step_small_parts(pace, model, gradients);
    }

    /// Everything but the feature weights: little, so one thread does it.
    fn step_small_parts(&mut self, pace: Pace, model: &mut Model, gradients: &mut [Gradient]) {
        let kernels = Kernels::best();
        let (all, others) = gradients.split_first_mut().expect("at least one thread");
        for other in others {
            kernels.take(&mut all.feature_bias, &mut other.feature_bias);
            kernels.take(&mut all.output_weights, &mut other.output_weights);
            kernels.take(&mut all.output_bias, &mut other.output_bias);
        }
        let [_, _, bias_means, weight_means, output_means] = &mut self.means;
        let [_, _, bias_spreads, weight_spreads, output_spreads] = &mut self.spreads;
        kernels.adam(
            &pace,
            &mut model.feature_bias,
            bias_means,
            bias_spreads,
            &mut all.feature_bias,
        );
        let pace = Pace { limit: OUTPUT_LIMIT, ..pace };
        kernels.adam(
            &pace,
            &mut model.output_weights,
            weight_means,
            weight_spreads,
            &mut all.output_weights,
        );
        let pace = Pace { limit: f32::MAX, ..pace };
        kernels.adam(
            &pace,
            &mut model.output_bias,
            output_means,
            output_spreads,
            &mut all.output_bias,
        );
    }

    /// All feature weights in groups that can be turned independently of one another.
    fn groups<'a>(
        &'a mut self,
        model: &'a mut Model,
        gradients: &'a mut [Gradient],
    ) -> Vec<Group<'a>> {
        let length = ROWS_A_GROUP * model.hidden;
        let count = INPUTS_A_BUCKET / ROWS_A_GROUP;
        let mut groups: Vec<Group> = (0..count).map(|_| Group::default()).collect();
        let [own_means, shared_means, ..] = &mut self.means;
        let [own_spreads, shared_spreads, ..] = &mut self.spreads;
        // A bucket is a whole number of groups long, so each group gets its part of every bucket.
        let mut turned: Vec<_> = model
            .own
            .chunks_exact_mut(length)
            .zip(model.feature_weights.chunks_exact_mut(length))
            .zip(own_means.chunks_exact_mut(length).zip(own_spreads.chunks_exact_mut(length)))
            .map(|((weights, merged), (means, spreads))| Part {
                turned: Turned { weights, means, spreads },
                merged,
                gradients: Vec::new(),
            })
            .collect();
        for gradient in gradients {
            for (part, pulls) in
                turned.iter_mut().zip(gradient.feature_weights.chunks_exact_mut(length))
            {
                part.gradients.push(pulls);
            }
        }
        for (number, part) in turned.into_iter().enumerate() {
            groups[number % count].own.push(part);
        }
        let shared = model.shared.chunks_exact_mut(length).zip(
            shared_means.chunks_exact_mut(length).zip(shared_spreads.chunks_exact_mut(length)),
        );
        for (group, (weights, (means, spreads))) in groups.iter_mut().zip(shared) {
            group.shared = Some(Turned { weights, means, spreads });
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
    shared: Option<Turned<'a>>,
}

/// The rows of one bucket.
struct Part<'a> {
    turned: Turned<'a>,
    /// The sum of own and shared weights.
    merged: &'a mut [f32],
    /// Of each thread.
    gradients: Vec<&'a mut [f32]>,
}

/// Weights with what Adam knows about them.
struct Turned<'a> {
    weights: &'a mut [f32],
    means: &'a mut [f32],
    spreads: &'a mut [f32],
}

impl Group<'_> {
    fn step(&mut self, pace: &Pace) {
        let kernels = Kernels::best();
        for part in &mut self.own {
            let (all, others) = part.gradients.split_first_mut().expect("at least one thread");
            for other in others {
                kernels.take(all, other);
            }
        }
        if let Some(shared) = &mut self.shared {
            let mut gradient = vec![0.0; shared.weights.len()];
            for part in &self.own {
                kernels.add(&mut gradient, part.gradients[0]);
            }
            let Turned { weights, means, spreads } = shared;
            kernels.adam(pace, weights, means, spreads, &mut gradient);
        }
        for Part { turned: Turned { weights, means, spreads }, merged, gradients } in &mut self.own
        {
            kernels.adam(pace, weights, means, spreads, gradients[0]);
            merged.copy_from_slice(weights);
            if let Some(shared) = &self.shared {
                kernels.add(merged, shared.weights);
            }
        }
    }
}
