//! Atomic replacement of files.

use std::io::{self, Write};
use std::path::Path;

use atomic_write_file::AtomicWriteFile;

/// Replaces a file atomically: writes a temporary file beside it, syncs it and renames it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicWriteFile::open(path)?;
    file.write_all(bytes)?;
    file.commit()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("weights");
        for text in ["first", "second and longer", "third"] {
            write_whole(&path, text.as_bytes()).expect("there is room");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(fs::read_dir(&folder).expect("it can be listed").count(), 1);
        assert!(write_whole(&folder.path().join("missing/weights"), b"").is_err());
    }
}
