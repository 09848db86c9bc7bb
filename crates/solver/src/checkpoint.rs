//! Checkpoints: what a solver knows, on the disk, so that a run that was killed goes on.
//!
//! Little endian: `ESTOPBC1`, the number of entries, the entries with the most work behind them (two words each, as the table
//! lists them), and the checksum (XXH3) of everything before. What an entry says is true of its position in every
//! game, so a checkpoint of one position may help to solve another.

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::solver::Solver;

const MAGIC: &[u8; 8] = b"ESTOPBC1";
/// The most entries of a checkpoint: 64 MB.
const MOST: usize = 1 << 22;

/// Why a checkpoint is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CheckpointError {
    /// It is something else.
    #[error("this is no checkpoint of a solver: expected it to begin with \"ESTOPBC1\"")]
    NotACheckpoint,
    /// Bytes were changed or are missing.
    #[error("the checkpoint is damaged: its checksum does not fit")]
    Damaged,
}

impl Solver {
    /// What is worth keeping.
    pub fn checkpoint(&self) -> Vec<u8> {
        let entries = self.shared().table.best_entries(MOST);
        let mut bytes = MAGIC.to_vec();
        bytes.extend((entries.len() as u64).to_le_bytes());
        bytes.extend(entries.iter().flatten().flat_map(|word| word.to_le_bytes()));
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on from a checkpoint. How many entries it had is returned.
    pub fn restore(&self, bytes: &[u8]) -> Result<usize, CheckpointError> {
        let body = bytes.strip_prefix(MAGIC).ok_or(CheckpointError::NotACheckpoint)?;
        let (body, sum) = body.split_last_chunk().ok_or(CheckpointError::Damaged)?;
        if xxh3_64(&bytes[..bytes.len() - sum.len()]) != u64::from_le_bytes(*sum) {
            return Err(CheckpointError::Damaged);
        }
        let (count, words) = body.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        let (words, rest) = words.as_chunks::<16>();
        if !rest.is_empty() || u64::from_le_bytes(*count) != words.len() as u64 {
            return Err(CheckpointError::Damaged);
        }
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.shared().table.restore(words.iter().map(|pair| [word(&pair[..8]), word(&pair[8..])]));
        Ok(words.len())
    }
}
