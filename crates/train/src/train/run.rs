//! A whole training run: from files of records to a network file, with checkpoints.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use estopim_nnue::Network;

use super::checkpoint::replace;
use super::curve;
use super::trainer::Step;
use super::{
    Baseline, Dataset, EpochLoss, Quantisation, Settings, TrainError, Trainer, baseline, quantise,
};

/// Where a run writes.
#[derive(Clone, Debug)]
pub struct Paths {
    /// The network.
    pub network: PathBuf,
    /// The checkpoint of an unfinished run; removed once the network is written.
    pub checkpoint: PathBuf,
    /// The loss curve.
    pub curve: PathBuf,
}

impl Paths {
    /// The checkpoint and the curve beside the network, with endings of their own.
    pub fn beside(network: &Path) -> Self {
        Self {
            network: network.to_owned(),
            checkpoint: network.with_extension("checkpoint"),
            curve: network.with_extension("svg"),
        }
    }
}

/// Whether a run begins or goes on.
#[derive(Clone, Copy, Debug)]
pub enum Start<'a> {
    /// From random weights; refused if there is a checkpoint.
    Anew,
    /// From the weights of a network; refused if there is a checkpoint.
    From(&'a Network),
    /// From the checkpoint.
    Resume,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The positions are in memory.
    Loaded {
        /// Training positions.
        training: usize,
        /// Validation positions.
        validation: usize,
        /// The loss of the hand-crafted evaluation on the validation set.
        baseline: Baseline,
        /// That of the network the run starts from, if it does.
        from: Option<f64>,
        /// Epochs that a resumed run has behind it.
        epochs: u32,
    },
    /// A batch is complete.
    Batch {
        /// Which epoch, from one.
        epoch: u32,
        /// Positions gone through in it.
        positions: usize,
        /// Its mean loss so far.
        loss: f64,
    },
    /// An epoch is complete.
    Epoch {
        /// Which, from one.
        epoch: u32,
        /// Its losses.
        loss: EpochLoss,
    },
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Finished {
    /// The network is written; with the error of quantisation.
    Trained(Quantisation),
    /// It was told to stop; the checkpoint is written.
    Stopped,
}

/// A checkpoint is written after every epoch, and in long ones every so often.
const CHECKPOINT_EVERY: Duration = Duration::from_mins(5);
/// The most positions used to measure the baseline and the error of quantisation.
const MAX_MEASURED: usize = 100_000;

/// Trains a network until it is done or `stop` is set.
pub fn run<P: AsRef<Path>>(
    settings: Settings,
    data: &[P],
    paths: &Paths,
    start: Start<'_>,
    stop: &AtomicBool,
    mut tell: impl FnMut(Event),
) -> Result<Finished, TrainError> {
    // Fails early, before the data is loaded.
    let exists = paths.checkpoint.exists();
    match start {
        Start::Anew | Start::From(_) if exists => {
            return Err(TrainError::Unfinished(paths.checkpoint.clone()));
        }
        Start::Resume if !exists => {
            return Err(TrainError::NothingToResume(paths.checkpoint.clone()));
        }
        _ => {}
    }
    let data = Dataset::load(data, settings.variant)?;
    let mut trainer = match start {
        Start::Anew => Trainer::new(settings, data),
        Start::From(network) => Trainer::from_network(settings, data, network)?,
        Start::Resume => Trainer::resume(settings, data, &paths.checkpoint)?,
    };
    let measured = &trainer.data().validation[..trainer.data().validation.len().min(MAX_MEASURED)];
    tell(Event::Loaded {
        training: trainer.data().training.len(),
        validation: trainer.data().validation.len(),
        baseline: baseline(&settings, measured),
        from: matches!(start, Start::From(_)).then(|| trainer.mean_loss(measured)),
        epochs: trainer.history().len() as u32,
    });
    // Fails early if checkpoints cannot be written.
    trainer.write_checkpoint(&paths.checkpoint)?;
    let mut written = Instant::now();
    while !trainer.is_finished() {
        if stop.load(Relaxed) {
            trainer.write_checkpoint(&paths.checkpoint)?;
            return Ok(Finished::Stopped);
        }
        let Step { epochs, positions, loss, finished } = trainer.step()?;
        let epoch = if finished.is_some() { epochs } else { epochs + 1 };
        tell(Event::Batch { epoch, positions, loss });
        if let Some(loss) = finished {
            tell(Event::Epoch { epoch, loss });
            let title = format!("{settings}");
            replace(&paths.curve, curve::draw(&title, trainer.history()).as_bytes())?;
        }
        if finished.is_some() || written.elapsed() > CHECKPOINT_EVERY {
            trainer.write_checkpoint(&paths.checkpoint)?;
            written = Instant::now();
        }
    }
    let measured = &trainer.data().validation[..trainer.data().validation.len().min(MAX_MEASURED)];
    let (network, lost) = quantise(trainer.model(), &settings, measured)?;
    replace(&paths.network, &network.to_bytes())?;
    fs::remove_file(&paths.checkpoint).map_err(|error| TrainError::File {
        doing: "remove",
        path: paths.checkpoint.clone(),
        error,
    })?;
    Ok(Finished::Trained(lost))
}
