//! [`Writer`]: adds blocks to a file, so that it is whole whatever happens.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::block::Block;
use super::error::{DataError, DataFault};
use super::header::Header;
use super::reader::Reader;
use super::record::Record;

/// Adds blocks to a file. A block that cannot be written leaves no trace.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: File,
    /// How many bytes of the file are whole.
    length: u64,
    blocks: u64,
    positions: u64,
    games: u64,
}

impl Writer {
    /// Creates a file, or continues one that has the same header: an incomplete block at the end is truncated, and
    /// `meet` is called with every record in it.
    pub fn open(path: &Path, header: Header, meet: impl FnMut(&Record)) -> Result<Self, DataError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| DataFault::Io { doing: "open it for writing", error }.of(path))?;
        Self::over(path, file, header, meet).map_err(|fault| fault.of(path))
    }

    fn over(
        path: &Path,
        mut file: File,
        header: Header,
        mut meet: impl FnMut(&Record),
    ) -> Result<Self, DataFault> {
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(DataFault::Busy);
        }
        begin(&mut file, header)?;
        let read = file.try_clone().map_err(DataFault::io("read"))?;
        let mut reader = Reader::over(path, read)?;
        if reader.header() != header {
            return Err(DataFault::OtherSettings { found: reader.header(), wanted: header });
        }
        let (mut blocks, mut positions, mut games) = (0, 0, 0);
        for block in &mut reader {
            let block = block.map_err(|error| error.fault)?;
            block.records.iter().for_each(&mut meet);
            blocks += 1;
            positions += block.records.len() as u64;
            games += u64::from(block.games);
        }
        let length = reader.offset();
        let mut writer = Self { path: path.to_owned(), file, length, blocks, positions, games };
        writer.cut().map_err(DataFault::io("cut off the torn end"))?;
        Ok(writer)
    }

    /// Adds a block. It is on the disk when this returns.
    pub fn append(&mut self, games: u32, records: Vec<Record>) -> Result<(), DataError> {
        let count = records.len() as u64;
        let bytes = Block { index: self.blocks, games, records }.to_bytes();
        if let Err(error) = self.file.write_all(&bytes).and_then(|()| self.file.sync_data()) {
            // If even this fails, the next writer truncates it.
            let _ = self.cut();
            return Err(DataFault::Io { doing: "write", error }.of(&self.path));
        }
        self.length += bytes.len() as u64;
        self.blocks += 1;
        self.positions += count;
        self.games += u64::from(games);
        Ok(())
    }

    /// Truncates the file after the last whole block.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length)).map(|_| ())
    }

    /// How many blocks the file has.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// How many positions the file has.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// How many games the positions come from.
    pub const fn games(&self) -> u64 {
        self.games
    }
}

/// Writes the header of a file that has none yet, perhaps because a process was killed before.
fn begin(file: &mut File, header: Header) -> Result<(), DataFault> {
    let mut found = Vec::new();
    let limit = Header::BYTES as u64;
    file.take(limit).read_to_end(&mut found).map_err(DataFault::io("read"))?;
    let wanted = header.to_bytes();
    if found.len() == wanted.len() {
        return Ok(());
    }
    if !wanted.starts_with(&found) {
        return Err(DataFault::Foreign);
    }
    let result = file
        .set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| file.write_all(&wanted))
        .and_then(|()| file.sync_all());
    result.map_err(|error| {
        let _ = file.set_len(0);
        DataFault::Io { doing: "write", error }
    })
}
