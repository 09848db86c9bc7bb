//! [`Gradient`]: which way a batch of examples pulls every number of a model.

use estopim_nnue::network::OUTPUT_BUCKETS;

use super::Model;
use super::example::{Example, chance};
use super::kernels::Kernels;

/// The sum of the pulls of examples, and what they missed by. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// For each feature weight, own and shared part together.
    pub feature_weights: Vec<f32>,
    /// For each sum of the first layer.
    pub feature_bias: Vec<f32>,
    /// For each output weight.
    pub output_weights: Vec<f32>,
    /// For each output bucket.
    pub output_bias: Vec<f32>,
    /// The squared misses of the examples, added up.
    pub loss: f64,
    /// Room for the sums of both sides, and for their pulls.
    sums: [Vec<f32>; 2],
    pulls: Vec<f32>,
}

impl Gradient {
    /// No pull in any direction.
    pub fn new(model: &Model) -> Self {
        let zeros = |like: &[f32]| vec![0.0; like.len()];
        Self {
            feature_weights: zeros(&model.feature_weights),
            feature_bias: zeros(&model.feature_bias),
            output_weights: zeros(&model.output_weights),
            output_bias: vec![0.0; OUTPUT_BUCKETS],
            loss: 0.0,
            sums: [vec![0.0; model.hidden], vec![0.0; model.hidden]],
            pulls: vec![0.0; model.hidden],
        }
    }

    /// Adds the pull of one example on the squared miss.
    pub fn learn(&mut self, kernels: Kernels, model: &Model, example: &Example) {
        let output = kernels.output(model, example, &mut self.sums);
        let won = chance(output);
        let miss = won - example.target;
        self.loss += f64::from(miss * miss);
        let pull = 2.0 * miss * won * (1.0 - won);
        self.output_bias[example.bucket] += pull;
        for half in 0..2 {
            let start = (2 * example.bucket + half) * model.hidden;
            let weights = start..start + model.hidden;
            kernels.pull_back(
                pull,
                &self.sums[half],
                &model.output_weights[weights.clone()],
                &mut self.output_weights[weights],
                &mut self.pulls,
                &mut self.feature_bias,
            );
            kernels.spread(&mut self.feature_weights, &self.pulls, &example.inputs[half]);
        }
    }
}
