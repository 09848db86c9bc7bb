//! [`Trainer`]: a run of training, one batch at a time.

use std::thread;

use estopim_nnue::{Features, Network};
use estopim_rules::SplitMix64;

use super::adam::Adam;
use super::example::{Example, Mirror};
use super::kernels::Kernels;
use super::{Dataset, Gradient, Model, Settings, TrainError};
use crate::data::Record;

/// A training run: the model and the state of the run.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    data: Dataset,
    pub(super) model: Model,
    pub(super) adam: Adam,
    pub(super) state: RunState,
    /// One a thread.
    gradients: Vec<Gradient>,
    /// The order of this epoch; empty if it has yet to be drawn.
    order: Vec<u32>,
}

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct RunState {
    /// The losses of the complete epochs.
    pub history: Vec<EpochLoss>,
    /// Batches done of the epoch after them.
    pub batch: u64,
    /// The squared errors of those batches, added up.
    pub loss: f64,
}

/// The losses of an epoch: mean squared errors of the win probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochLoss {
    /// Over the training set, during the epoch.
    pub training: f64,
    /// Over the validation set, at the end.
    pub validation: f64,
}

/// The result of a batch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Epochs complete, this one included if it is.
    pub epochs: u32,
    /// Positions gone through in this epoch.
    pub positions: usize,
    /// The mean loss of this epoch so far.
    pub loss: f64,
    /// The losses of the epoch, if this was its last batch.
    pub finished: Option<EpochLoss>,
}

impl Trainer {
    /// A new run.
    pub fn new(settings: Settings, data: Dataset) -> Self {
        Self::with(Model::new(&settings), settings, data)
    }

    /// A new run that starts from the weights of a network.
    pub fn from_network(
        settings: Settings,
        data: Dataset,
        network: &Network,
    ) -> Result<Self, TrainError> {
        Ok(Self::with(Model::from_network(&settings, network)?, settings, data))
    }

    fn with(model: Model, settings: Settings, data: Dataset) -> Self {
        let adam = Adam::new(&model);
        let gradients = (0..settings.threads.max(1)).map(|_| Gradient::new(&model)).collect();
        let state = RunState::default();
        Self { settings, data, model, adam, state, gradients, order: Vec::new() }
    }

    /// How the network is trained.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What it is trained with.
    pub fn data(&self) -> &Dataset {
        &self.data
    }

    /// The network as it is.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The losses of the complete epochs.
    pub fn history(&self) -> &[EpochLoss] {
        &self.state.history
    }

    /// Whether all epochs are complete.
    pub fn is_finished(&self) -> bool {
        self.state.history.len() >= self.settings.epochs as usize
    }

    fn batches(&self) -> u64 {
        self.data.training.len().div_ceil(self.settings.batch) as u64
    }

    /// Trains on one batch.
    pub fn step(&mut self) -> Result<Step, TrainError> {
        if self.order.is_empty() {
            self.order = self.draw_order();
        }
        let batch = self.settings.batch;
        let start = self.state.batch as usize * batch;
        let end = (start + batch).min(self.order.len());
        self.add_batch(start..end);
        self.state.loss += self.gradients.iter().map(|gradient| gradient.loss).sum::<f64>();
        self.gradients.iter_mut().for_each(|gradient| gradient.loss = 0.0);

        let epoch = self.state.history.len() as u64;
        let steps = self.batches() * u64::from(self.settings.epochs);
        let rate = self.settings.rate_at(epoch * self.batches() + self.state.batch, steps);
        let decay = self.settings.decay;
        self.adam.step(&mut self.model, &mut self.gradients, end - start, rate, decay);

        self.state.batch += 1;
        let loss = self.state.loss / end as f64;
        if !loss.is_finite() {
            return Err(TrainError::Diverged);
        }
        let finished = if end == self.order.len() { Some(self.finish_epoch(loss)?) } else { None };
        Ok(Step { epochs: self.state.history.len() as u32, positions: end, loss, finished })
    }

    fn finish_epoch(&mut self, training: f64) -> Result<EpochLoss, TrainError> {
        self.model.check()?;
        let epoch = EpochLoss { training, validation: self.validation_loss() };
        self.state.history.push(epoch);
        self.state.batch = 0;
        self.state.loss = 0.0;
        self.order.clear();
        Ok(epoch)
    }

    /// Each thread adds up the gradients of its part of a batch.
    fn add_batch(&mut self, places: std::ops::Range<usize>) {
        let Self { settings, data, model, gradients, order, .. } = self;
        let (settings, model, training) = (&*settings, &*model, &data.training);
        let mirrors = Mirrors::new(settings, &model.features, self.state.history.len());
        let order = &order[places];
        let share = order.len().div_ceil(gradients.len()).max(1);
        let kernels = Kernels::best();
        thread::scope(|scope| {
            for (gradient, part) in gradients.iter_mut().zip(order.chunks(share)) {
                scope.spawn(move || {
                    for &number in part {
                        let record = &training[number as usize];
                        let mirror = mirrors.of(number);
                        let example = Example::of(record, &model.features, settings, mirror);
                        gradient.add_example(kernels, model, &example);
                    }
                });
            }
        });
    }

    /// The mean loss over the validation set.
    pub fn validation_loss(&self) -> f64 {
        self.mean_loss(&self.data.validation)
    }

    /// The mean loss over some positions.
    pub(super) fn mean_loss(&self, records: &[Record]) -> f64 {
        let share = records.len().div_ceil(self.gradients.len()).max(1);
        let one = |record: &Record| {
            let example = Example::of(record, &self.model.features, &self.settings, Mirror::No);
            f64::from(self.model.loss(&example))
        };
        let sum: f64 = thread::scope(|scope| {
            let parts: Vec<_> = records
                .chunks(share)
                .map(|part| scope.spawn(move || part.iter().map(one).sum::<f64>()))
                .collect();
            parts.into_iter().map(|part| part.join().expect("nothing here panics")).sum()
        });
        sum / records.len().max(1) as f64
    }

    /// The order in which an epoch goes through the positions. It depends on the seed and the epoch alone, so
    /// that a run that is resumed finds the same.
    fn draw_order(&self) -> Vec<u32> {
        let epoch = self.state.history.len() as u64;
        let mut rng = SplitMix64::new(self.settings.seed.wrapping_add(epoch << 32));
        let mut order: Vec<u32> = (0..self.data.training.len() as u32).collect();
        for place in (1..order.len()).rev() {
            order.swap(place, rng.below(place + 1));
        }
        order
    }
}

/// Which positions an epoch sees mirrored. Without kings there is no castling, and the inputs are not mirrored
/// already, so a mirrored position is a new example.
#[derive(Clone, Copy)]
struct Mirrors {
    mix: u32,
    some: bool,
}

impl Mirrors {
    /// Multiplicative hashing by 2³² divided by the golden ratio. Not `SplitMix64`: the networks in `nets/` come out of the
    /// same runs again only with this one.
    const MULTIPLIER: u32 = 0x9E37_79B9;

    fn new(settings: &Settings, features: &Features, epoch: usize) -> Self {
        let mut rng = SplitMix64::new(settings.seed ^ (epoch as u64) << 20);
        Self { mix: rng.below(1 << 32) as u32, some: *features == Features::Kingless }
    }

    fn of(self, number: u32) -> Mirror {
        let drawn = (number ^ self.mix).wrapping_mul(Self::MULTIPLIER) >> 31;
        if self.some && drawn == 1 { Mirror::Yes } else { Mirror::No }
    }
}
