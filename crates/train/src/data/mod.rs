//! Positions to learn from, as they lie in files: the [`Record`] of one position, the [`Header`] and the blocks
//! of a file, how files are read ([`Reader`]) and grown ([`Writer`]), and what can be found out about them
//! ([`Stats`], [`check()`], [`sample()`], [`join()`]).
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
mod seen;
mod join;
mod stats;
mod check;

pub use block::Block;
pub use check::{Findings, check};
pub use error::{DataError, DataFault};
pub use header::{Header, Origin};
pub use join::{Joined, join, open_all, read_all, sample};
pub use reader::Reader;
pub use record::{Record, RecordError, TooManyPieces, WhiteResult};
pub use seen::Seen;
pub use stats::Stats;
pub use writer::Writer;
