//! A lock file: only one server at a time may open an SQLite file. Two would each cache games that the other changes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::store::StoreError;

/// The suffix of the lock file.
const SUFFIX: &str = ".lock";

/// The lock of a database file. The system releases it when the process ends, however that happens.
#[derive(Clone)]
pub(crate) struct FileLock(Arc<Mutex<Option<File>>>);

impl FileLock {
    /// Makes the file at `path` if there is none, readable to its owner only (what SQLite puts beside it is as readable
    /// as the file itself), and locks it.
    pub fn take(path: &Path) -> Result<Self, StoreError> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| StoreError::File { path, error: Arc::new(error) }
        };
        // An existing file is not opened: closing it again would release the locks that SQLite holds on it in this
        // process (POSIX).
        if !path.exists() {
            open_private(path).map_err(failed(path))?;
        }
        // Different paths to the same file share one lock.
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

    /// Releases the lock.
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
