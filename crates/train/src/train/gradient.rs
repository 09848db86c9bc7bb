//! [`Gradient`]: the gradient of the loss over a batch of examples, for every parameter of a model.

use estopim_nnue::network::OUTPUT_BUCKETS;

use super::Model;
use super::example::{Example, win_probability};
use super::kernels::Kernels;

/// The gradients of some examples, added up, and their loss. Each thread has its own.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// For each feature weight, own and shared part together.
    pub feature_weights: Vec<f32>,
    /// For each bias of the first layer.
    pub feature_bias: Vec<f32>,
    /// For each output weight.
    pub output_weights: Vec<f32>,
    /// For each output bucket.
    pub output_bias: Vec<f32>,
    /// The squared errors of the examples, added up.
    pub loss: f64,
    /// Scratch space: the accumulators of both sides, and what the backward pass finds for one of them.
    accumulators: [Vec<f32>; 2],
    backward: Vec<f32>,
}

impl Gradient {
    /// All zero.
    pub fn new(model: &Model) -> Self {
        let zeros = |like: &[f32]| vec![0.0; like.len()];
        Self {
            feature_weights: zeros(&model.feature_weights),
            feature_bias: zeros(&model.feature_bias),
            output_weights: zeros(&model.output_weights),
            output_bias: vec![0.0; OUTPUT_BUCKETS],
            loss: 0.0,
            accumulators: [vec![0.0; model.hidden], vec![0.0; model.hidden]],
            backward: vec![0.0; model.hidden],
        }
    }

    /// Adds the gradient of one example's squared error: forward pass, then backward pass.
    pub fn add_example(&mut self, kernels: Kernels, model: &Model, example: &Example) {
        let output = kernels.forward(model, example, &mut self.accumulators);
        let predicted = win_probability(output);
        let error = predicted - example.target;
        self.loss += f64::from(error * error);
        // The derivative of the squared error, times that of the logistic curve.
        let output_gradient = 2.0 * error * predicted * (1.0 - predicted);
        self.output_bias[example.bucket] += output_gradient;
        for half in 0..2 {
            let start = (2 * example.bucket + half) * model.hidden;
            let weights = start..start + model.hidden;
            kernels.backward(
                output_gradient,
                &self.accumulators[half],
                &model.output_weights[weights.clone()],
                &mut self.output_weights[weights],
                &mut self.backward,
                &mut self.feature_bias,
            );
            kernels.backward_features(
                &mut self.feature_weights,
                &self.backward,
                &example.inputs[half],
            );
        }
    }
}
