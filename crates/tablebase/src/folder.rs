//! A folder of tables: which files belong there, and building those that are missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use estopim_rules::{Rules, Variant};
use thiserror::Error;

use crate::build::{self, BuildError, Progress};
use crate::file::FileError;
use crate::material::Material;
use crate::table::EndgameTable;
use crate::tables::Tables;

/// Why a folder is not complete.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A table cannot be built.
    #[error("{0}")]
    Build(#[from] BuildError),
    /// A file cannot be read or written.
    #[error("{path}: {reason}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: FileError,
    },
}

/// What happens to a table of the folder.
#[derive(Debug)]
pub enum Step<'a> {
    /// Its file is there and sound.
    Found(&'a EndgameTable),
    /// It is being built.
    Building(Material, Progress),
    /// Its file has been written.
    Written(&'a EndgameTable),
}

/// The file of a table within a folder of tables.
pub fn file_of(folder: &Path, variant: Variant, material: &Material) -> PathBuf {
    folder.join(variant.id()).join(format!("{material}.{}", EndgameTable::EXTENSION))
}

/// Builds every table of the game `R` with up to `men` men whose file is missing. Each file is written whole or not at all,
/// so what was finished before a kill is not built again.
pub fn build_all<R: Rules>(
    men: usize,
    folder: &Path,
    threads: usize,
    stop: &AtomicBool,
    on_step: &mut (dyn FnMut(Step<'_>) + Send),
) -> Result<Tables, FolderError> {
    let mut tables = Tables::default();
    for material in (2..=men).flat_map(Material::all::<R>) {
        let path = file_of(folder, R::VARIANT, &material);
        let fault = |reason: FileError| FolderError::File { path: path.clone(), reason };
        if path.exists() {
            let table = EndgameTable::open(&path).map_err(fault)?;
            if (table.variant(), table.material()) != (R::VARIANT, material) {
                let found = format!("{} {}", table.variant(), table.material());
                return Err(fault(FileError::Unknown { found }));
            }
            on_step(Step::Found(&table));
            tables.insert(table);
            continue;
        }
        if stop.load(Relaxed) {
            return Err(BuildError::Stopped.into());
        }
        let mut report = |progress| on_step(Step::Building(material, progress));
        let table = build::build::<R>(&material, &tables, threads, stop, &mut report)?;
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| fault(error.into()))?;
        }
        table.write(&path).map_err(fault)?;
        // From now on the packed file is used, which takes less memory.
        let table = EndgameTable::open(&path).map_err(fault)?;
        on_step(Step::Written(&table));
        tables.insert(table);
    }
    Ok(tables)
}
