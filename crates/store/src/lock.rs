//! One server at a time has an SQLite file. Two would each keep games in memory that the other changes, and clocks that the
//! other has stopped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::StoreError;

/// What is added to the name of the database's file.
const SUFFIX: &str = ".lock";

/// The right to a database file. The system takes it back when the process ends, however that happens.
#[derive(Clone)]
pub(crate) struct FileLock(Arc<Mutex<Option<File>>>);

impl FileLock {
    /// Makes the file at `path` if there is none, readable to its owner only (what SQLite puts beside it is as
    /// readable as the file itself), and takes the right to it.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| StoreError::File { path, error: Arc::new(error) }
        };
        // One that is there is not opened: to close it again would end the locks that SQLite has on it in this process.
        if !path.exists() {
            open_private(path).map_err(failed(path))?;
        }
        // By whatever name it is called, it is one file.
        let path = fs::canonicalize(path).map_err(failed(path))?;
        let mut lock = path.clone().into_os_string();
        lock.push(SUFFIX);
        let lock = PathBuf::from(lock);
        let file = open_private(&lock).map_err(failed(&lock))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(Arc::new(Mutex::new(Some(file))))),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
            Err(TryLockError::Error(error)) => Err(failed(&lock)(error)),
        }
    }

    /// Gives the right back.
    pub fn release(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Opens a file for writing, made for its owner only if it is new.
fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
