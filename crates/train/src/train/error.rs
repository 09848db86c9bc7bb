//! [`TrainError`]: why a run of training cannot begin or go on.

use std::io;
use std::path::PathBuf;

use estopim_nnue::NetworkError;
use estopim_rules::Variant;
use estopim_system::memory::MemoryError;
use thiserror::Error;

use crate::data::DataError;

/// Why training cannot begin or go on.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum TrainError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("{}: expected positions of {wanted}, found {found}", path.display())]
    Variant { path: PathBuf, found: Variant, wanted: Variant },
    #[error(
        "expected at least {wanted} positions, found {found}; let `estopim datagen` play more games"
    )]
    TooFew { found: usize, wanted: usize },
    #[error("cannot {doing} {}: {error}", path.display())]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    #[error("{}: not a checkpoint of training, or a damaged one", .0.display())]
    BadCheckpoint(PathBuf),
    #[error("the checkpoint is of another run: found {found}; wanted {wanted}")]
    OtherRun { found: String, wanted: String },
    #[error(
        "{} is left over from a run that was stopped; continue it with --resume, or remove it",
        .0.display()
    )]
    Unfinished(PathBuf),
    #[error("there is nothing to resume: {} does not exist", .0.display())]
    NothingToResume(PathBuf),
    #[error("the network to start from has other inputs than one for {0}")]
    OtherInputs(Variant),
    #[error("the network to start from has a width of {found}; wanted at most {wanted}")]
    TooWide { found: usize, wanted: usize },
    #[error("training has failed, a number is no longer finite; try a lower rate")]
    Diverged,
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("cannot hold the positions in memory: {0}")]
    Memory(#[from] MemoryError),
}
