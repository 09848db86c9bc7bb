//! Positions to learn from, as they lie in files: the [`Record`] of one position, the [`Header`] and the blocks
//! of a file, and how files are read ([`Reader`]) and grown ([`Writer`]).
//!
//! A file is a header of 64 bytes and then blocks, each a head of 32 bytes and its records of 32 bytes; all
//! numbers are little endian. Head and records of a block have checksums of their own, so that a cut file is
//! told from a damaged one. Blocks are only ever added, whole and in order: what a kill leaves behind is at most
//! one torn block at the end, and whoever writes next cuts it off.

mod record;
mod header;
mod block;
mod error;
mod reader;
mod writer;

pub use block::Block;
pub use error::{DataError, DataFault};
pub use header::{Header, Origin};
pub use reader::Reader;
pub use record::{Record, RecordError, TooManyMen, WhiteResult};
pub use writer::Writer;
