//! [`Model`]: a network in training, in floating point.

use estopim_nnue::features::INPUTS_A_BUCKET;
use estopim_nnue::network::{FEATURE_UNIT, OUTPUT_BUCKETS, OUTPUT_UNIT};
use estopim_nnue::{Features, Network};
use estopim_rules::SplitMix64;

use super::example::{Example, win_probability};
use super::kernels::Kernels;
use super::{Settings, TrainError};

/// The parameters of a network in training.
///
/// With the factoriser a feature's weights are the sum of two parts: those of its king bucket, and those that all
/// buckets share. The shared part is trained on every position, so that a bucket that few positions use starts from the
/// common weights. Forward and backward pass use the sum.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The inputs.
    pub features: Features,
    /// The width of the first layer.
    pub hidden: usize,
    /// The sum of the two parts, as examples see it: a row for each input.
    pub feature_weights: Vec<f32>,
    /// The part of each bucket.
    pub own: Vec<f32>,
    /// The part that buckets share; empty without a factoriser.
    pub shared: Vec<f32>,
    /// The biases of the first layer.
    pub feature_bias: Vec<f32>,
    /// A row for each output bucket: the mover's half, then the other side's.
    pub output_weights: Vec<f32>,
    /// One for each output bucket.
    pub output_bias: Vec<f32>,
}

impl Model {
    /// A network with random weights.
    pub fn new(settings: &Settings) -> Self {
        let features = Features::of(settings.variant);
        let hidden = settings.hidden;
        let mut rng = SplitMix64::new(settings.seed ^ 0x6D6F_6465_6C00);
        let mut around = |count: usize, middle: f32, radius: f32| -> Vec<f32> {
            let mut uniform = || rng.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
            (0..count).map(|_| middle + radius * uniform()).collect()
        };
        // About two dozen inputs are active at a time; weights of this size put most accumulator values between the
        // clipping bounds, where gradients are not zero.
        let first = 0.1;
        let shares = settings.factoriser && features.buckets() > 1;
        let (own, shared) = if shares {
            let shared = around(INPUTS_A_BUCKET * hidden, 0.0, first);
            (vec![0.0; features.inputs() * hidden], shared)
        } else {
            (around(features.inputs() * hidden, 0.0, first), Vec::new())
        };
        let feature_bias = around(hidden, 0.2, 0.2);
        let output_weights =
            around(OUTPUT_BUCKETS * 2 * hidden, 0.0, (2.0 * hidden as f32).powf(-0.5));
        let mut model = Self {
            features,
            hidden,
            feature_weights: vec![0.0; own.len()],
            own,
            shared,
            feature_bias,
            output_weights,
            output_bias: vec![0.0; OUTPUT_BUCKETS],
        };
        model.merge();
        model
    }

    /// A model initialised from a network. It may be wider: the new neurons are random with output weight zero, so that
    /// both give the same values at first.
    pub fn from_network(settings: &Settings, network: &Network) -> Result<Self, TrainError> {
        let mut model = Self::new(settings);
        let shape = network.shape();
        if shape.features != model.features {
            return Err(TrainError::OtherInputs(settings.variant));
        }
        if shape.hidden > model.hidden {
            return Err(TrainError::TooWide { found: shape.hidden, wanted: model.hidden });
        }
        let old = network.parameters();
        let feature = |&number: &i16| f32::from(number) / FEATURE_UNIT as f32;
        // Converts between the scales of the two networks.
        let rescale = f32::from(shape.scale) / f32::from(settings.scale);
        let output = |&number: &i16| f32::from(number) / OUTPUT_UNIT as f32 * rescale;
        let unit = (FEATURE_UNIT * OUTPUT_UNIT) as f32;
        let (wide, narrow) = (model.hidden, shape.hidden);
        copy_columns(&mut model.feature_weights, wide, &old.feature_weights, narrow, feature);
        copy_columns(&mut model.feature_bias, wide, &old.feature_bias, narrow, feature);
        model.output_weights.fill(0.0);
        copy_columns(&mut model.output_weights, wide, &old.output_weights, narrow, output);
        for (bias, &old) in model.output_bias.iter_mut().zip(&old.output_bias) {
            *bias = old as f32 / unit * rescale;
        }
        model.split();
        Ok(model)
    }

    /// Splits the weights that examples see: the mean over the buckets is shared, and each bucket has the rest.
    fn split(&mut self) {
        self.own.copy_from_slice(&self.feature_weights);
        if self.shared.is_empty() {
            return;
        }
        let bucket = self.shared.len();
        let buckets = (self.own.len() / bucket) as f32;
        self.shared.fill(0.0);
        for own in self.own.chunks_exact(bucket) {
            for (shared, own) in self.shared.iter_mut().zip(own) {
                *shared += own / buckets;
            }
        }
        for own in self.own.chunks_exact_mut(bucket) {
            for (own, shared) in own.iter_mut().zip(&self.shared) {
                *own -= shared;
            }
        }
        self.merge();
    }

    /// Sets the weights that examples see to the sum of the two parts.
    pub fn merge(&mut self) {
        if self.shared.is_empty() {
            self.feature_weights.copy_from_slice(&self.own);
            return;
        }
        let bucket = self.shared.len();
        for (merged, own) in
            self.feature_weights.chunks_exact_mut(bucket).zip(self.own.chunks_exact(bucket))
        {
            for ((merged, own), shared) in merged.iter_mut().zip(own).zip(&self.shared) {
                *merged = own + shared;
            }
        }
    }

    /// Forward pass: the output for an example, in units of the scale's centipawns.
    pub fn forward(&self, example: &Example) -> f32 {
        let mut accumulators = [vec![0.0; self.hidden], vec![0.0; self.hidden]];
        Kernels::best().forward(self, example, &mut accumulators)
    }

    /// The squared error of an example.
    pub fn loss(&self, example: &Example) -> f32 {
        let error = win_probability(self.forward(example)) - example.target;
        error * error
    }

    /// All trained parameters, in a fixed order.
    pub(super) fn parts(&self) -> [&Vec<f32>; 5] {
        [&self.own, &self.shared, &self.feature_bias, &self.output_weights, &self.output_bias]
    }

    /// The same, to be changed.
    pub(super) fn parts_mut(&mut self) -> [&mut Vec<f32>; 5] {
        [
            &mut self.own,
            &mut self.shared,
            &mut self.feature_bias,
            &mut self.output_weights,
            &mut self.output_bias,
        ]
    }

    /// Whether every number is finite.
    pub(super) fn check(&self) -> Result<(), TrainError> {
        let sound = self.parts().into_iter().flatten().all(|number| number.is_finite());
        if sound { Ok(()) } else { Err(TrainError::Diverged) }
    }
}

/// Copies rows of `narrow` numbers into the first columns of rows of `wide`.
fn copy_columns(
    to: &mut [f32],
    wide: usize,
    from: &[i16],
    narrow: usize,
    number: impl Fn(&i16) -> f32,
) {
    for (to, from) in to.chunks_exact_mut(wide).zip(from.chunks_exact(narrow)) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = number(from);
        }
    }
}
