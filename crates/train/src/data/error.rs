//! [`DataError`]: why a file of records cannot be read or continued.

use std::io;
use std::path::{Path, PathBuf};

use estopim_rules::Variant;
use thiserror::Error;

use super::header::Header;

/// What is wrong with which file.
#[derive(Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct DataError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: DataFault,
}

/// What is wrong with a file of records.
#[derive(Debug, Error)]
pub enum DataFault {
    /// An I/O error.
    #[error("cannot {doing}: {error}")]
    Io {
        /// What was tried.
        doing: &'static str,
        /// The reason.
        error: io::Error,
    },
    /// Something else than a file of records.
    #[error("not a file of positions, which begins with \"ESTODATA\"")]
    Foreign,
    /// Made by another version of the program.
    #[error("the file has format {found}, expected {wanted}")]
    Version {
        /// The version of the file.
        found: u16,
        /// Ours.
        wanted: u16,
    },
    /// The beginning of the file has been changed.
    #[error("the header is damaged")]
    DamagedHeader,
    /// A block has been changed, and others follow it.
    #[error("the block at byte {offset} is damaged: {reason}")]
    DamagedBlock {
        /// Where it begins, counted in bytes.
        offset: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The file was begun with other settings.
    #[error("made with other settings: found {found}; wanted {wanted}")]
    OtherSettings {
        /// Those of the file.
        found: Header,
        /// Those asked for.
        wanted: Header,
    },
    /// The file belongs to another game than those before it.
    #[error("it holds positions of {found}, expected {wanted}")]
    OtherGame {
        /// The game of the file.
        found: Variant,
        /// The game of the files before.
        wanted: Variant,
    },
    /// Another run has the file open.
    #[error("another run is writing to it")]
    Busy,
}

impl DataFault {
    /// With the file it was found in.
    pub(super) fn of(self, path: &Path) -> DataError {
        DataError { path: path.to_owned(), fault: self }
    }

    /// The fault for an I/O error in a step.
    pub(super) fn io(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io { doing, error }
    }
}
