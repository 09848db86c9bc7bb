//! The training data format: the [`Record`] of one position, the [`Header`] and the blocks of a file, reading
//! ([`Reader`]) and appending ([`Writer`]), and tools ([`Stats`], [`check()`], [`sample()`], [`join()`]).
//!
//! A file is a header of 64 bytes and then blocks, each a head of 32 bytes and its records of 32 bytes; all numbers are
//! little endian. Head and records of a block have checksums of their own, so that a truncated file is distinguished
//! from a damaged one. Blocks are only ever added, whole and in order: a killed process leaves at most one incomplete
//! block at the end, which the next writer truncates.

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
