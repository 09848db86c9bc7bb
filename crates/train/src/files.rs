//! Files that are never seen half written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside the one it then replaces: whatever happens, one of the two is whole.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let write = || -> io::Result<()> {
        let mut file = File::create(&part)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, path)
    };
    write().inspect_err(|_| {
        // What is there of it is of no use; the reason is what matters.
        let _ = fs::remove_file(&part);
    })
}
