//! [`Reader`]: the blocks of a file, one after another.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::block::{Block, Head};
use super::error::{DataError, DataFault};
use super::header::Header;
use super::record::Record;

/// Reads the blocks of a file whose checksums are right. A damaged block is an error, after which reading goes on with
/// the next one. An incomplete block at the end, as a killed process leaves it, ends the file: [`Reader::torn_bytes`].
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    header: Header,
    /// How long the file was when it was opened.
    length: u64,
    /// Where the next block begins.
    offset: u64,
    /// The number that the next block has; `None` after a damaged one.
    index: Option<u64>,
}

impl Reader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataFault::io("open it")).map_err(|e| e.of(path))?;
        Self::over(path, file).map_err(|fault| fault.of(path))
    }

    pub(super) fn over(path: &Path, file: File) -> Result<Self, DataFault> {
        let read = |error| DataFault::Io { doing: "read", error };
        let length = file.metadata().map_err(read)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        file.rewind().map_err(read)?;
        let mut bytes = [0; Header::BYTES];
        match file.read_exact(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(DataFault::Foreign);
            }
            other => other.map_err(read)?,
        }
        let header = Header::from_bytes(&bytes)?;
        let offset = Header::BYTES as u64;
        Ok(Self { path: path.to_owned(), file, header, length, offset, index: Some(0) })
    }

    /// How the file begins.
    pub const fn header(&self) -> Header {
        self.header
    }

    /// Bytes after the last block read that belong to no whole block; at the end of the file, those of an incomplete
    /// block.
    pub const fn torn_bytes(&self) -> u64 {
        self.length - self.offset
    }

    /// Where the next block begins, counted in bytes.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    fn next_block(&mut self) -> Result<Option<Block>, DataFault> {
        let offset = self.offset;
        let damaged = |reason| Err(DataFault::DamagedBlock { offset, reason });
        let read = |error| DataFault::Io { doing: "read", error };
        if self.torn_bytes() < Head::BYTES as u64 {
            return Ok(None);
        }
        let Some(head) = self.head_at(offset).map_err(read)? else {
            // Without a head the length of the block is unknown.
            self.index = None;
            let Some(next) = self.find_head().map_err(read)? else { return Ok(None) };
            self.offset = next;
            return damaged("its head is wrong");
        };
        let end = offset + Head::BYTES as u64 + head.body_bytes();
        if end > self.length {
            return Ok(None);
        }
        let mut body = vec![0; head.body_bytes() as usize];
        self.file.read_exact(&mut body).map_err(read)?;
        let expected = self.index.replace(head.index + 1);
        if crc32fast::hash(&body) != head.sum {
            if end == self.length {
                return Ok(None);
            }
            self.offset = end;
            return damaged("its records are not those that were written");
        }
        self.offset = end;
        if expected.is_some_and(|expected| expected != head.index) {
            return damaged("it is out of order");
        }
        let (chunks, _) = body.as_chunks::<{ Record::BYTES }>();
        let records = chunks.iter().map(|&bytes| Record::from_bytes(bytes)).collect();
        Ok(Some(Block { index: head.index, games: head.games, records }))
    }

    /// The head of a block at `offset`, after which the records can be read.
    fn head_at(&mut self, offset: u64) -> io::Result<Option<Head>> {
        // Staying within the buffer where possible.
        let here = self.file.stream_position()?;
        self.file.seek_relative(offset as i64 - here as i64)?;
        let mut bytes = [0; Head::BYTES];
        self.file.read_exact(&mut bytes)?;
        Ok(Head::from_bytes(&bytes))
    }

    /// Where the next whole head is, after one that is not.
    fn find_head(&mut self) -> io::Result<Option<u64>> {
        let mut at = self.offset + Head::BYTES as u64;
        while at + Head::BYTES as u64 <= self.length {
            if self.head_at(at)?.is_some() {
                self.file.seek(SeekFrom::Start(at))?;
                return Ok(Some(at));
            }
            at += Head::BYTES as u64;
        }
        Ok(None)
    }
}

impl Iterator for Reader {
    type Item = Result<Block, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_block().map_err(|fault| fault.of(&self.path)).transpose()
    }
}
