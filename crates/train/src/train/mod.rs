//! Training: from records of self-play to a network file.
//!
//! Read the modules in this order: the data ([`Dataset`], [`Example`]), the model ([`Model`]), the gradient of a batch
//! ([`Gradient`]) and the optimiser that applies it ([`adam`]), the learning rate ([`settings`]), the run with its
//! checkpoints ([`Trainer`], [`run()`]), and quantisation ([`quantise()`]).
//!
//! The same settings, data and number of threads give the same network, bit for bit, on every machine of one
//! architecture: no step depends on the timing of threads, and vectorised code adds in the order of plain code.

mod dataset;
mod example;
mod model;
mod kernels;
mod gradient;
mod adam;
pub mod settings;
mod trainer;
mod checkpoint;
mod quantise;
mod baseline;
mod curve;
mod run;
mod error;

pub(crate) use adam::adam_step;
pub use baseline::{Baseline, baseline};
pub use dataset::Dataset;
pub use error::TrainError;
pub use example::{Example, Mirror};
pub use gradient::Gradient;
pub use kernels::Kernels;
pub use model::Model;
pub use quantise::{Quantisation, quantise};
pub use run::{Event, Finished, Paths, Start, run};
pub use settings::Settings;
pub use trainer::{EpochLoss, Trainer};
