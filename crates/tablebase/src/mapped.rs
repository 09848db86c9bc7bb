//! Files mapped into memory: the only `unsafe` here.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;
use shakmaty_syzygy::{Syzygy, Tablebase};

/// Maps a file, to be read only.
pub fn map(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the map is read only. A table is never changed in place: ours are replaced as a whole by renaming, which leaves
    // the mapped file as it was. Whoever overwrites one meanwhile can make us read wrong bytes, which the checksums are for.
    unsafe { Mmap::map(&file) }
}

/// An empty set of Syzygy files, each of which is mapped when it is first asked for.
pub fn syzygy<P: shakmaty::Position + Clone + Syzygy>() -> Tablebase<P> {
    // SAFETY: as above; nobody writes into Syzygy files, which are made once and then copied. A file that is cut short while it
    // is mapped, or a disk that fails, ends the process, as with any program that maps files.
    unsafe { Tablebase::with_mmap_filesystem() }
}
