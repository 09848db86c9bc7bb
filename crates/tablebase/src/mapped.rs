//! Files mapped into memory: the only `unsafe` here.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;

/// Maps a file, to be read only.
pub fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the map is read only. A table is never changed in place: ours are replaced as a whole by renaming, which leaves
    // the mapped file as it was. Whoever overwrites one meanwhile can make us read wrong bytes, which the checksums are for.
    unsafe { Mmap::map(&file) }
}
