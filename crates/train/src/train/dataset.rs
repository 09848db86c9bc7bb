//! [`Dataset`]: the training and validation positions, in memory.

use std::path::Path;

use estopim_rules::Variant;
use estopim_system::memory::room_for;
use xxhash_rust::xxh3::Xxh3;

use super::TrainError;
use crate::data::{Reader, Record};

/// Training and validation positions.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The training set.
    pub training: Vec<Record>,
    /// The validation set: whole blocks, so that no game is in both sets.
    pub validation: Vec<Record>,
    fingerprint: u64,
}

/// One block in this many is for validation.
const ASIDE: usize = 20;

impl Dataset {
    /// Reads files of records of one game.
    pub fn load<P: AsRef<Path>>(paths: &[P], variant: Variant) -> Result<Self, TrainError> {
        let mut blocks = Vec::new();
        for path in paths.iter().map(AsRef::as_ref) {
            let reader = Reader::open(path)?;
            let found = reader.header().variant;
            if found != variant {
                return Err(TrainError::Variant { path: path.to_owned(), found, wanted: variant });
            }
            for block in reader {
                blocks.push(block?.records);
            }
        }
        Self::of_blocks(blocks)
    }

    /// Splits blocks into training and validation. With too few blocks, the end of the last one is for validation.
    pub fn of_blocks(blocks: Vec<Vec<Record>>) -> Result<Self, TrainError> {
        let found = blocks.iter().map(Vec::len).sum();
        if found < 2 * ASIDE {
            return Err(TrainError::TooFew { found, wanted: 2 * ASIDE });
        }
        let mut hash = Xxh3::new();
        let (mut training, mut validation) = (room_for(found)?, Vec::new());
        for (number, records) in blocks.into_iter().enumerate() {
            for record in &records {
                hash.update(record.as_bytes());
            }
            let side = if number % ASIDE == ASIDE / 2 { &mut validation } else { &mut training };
            side.extend(records);
        }
        if validation.is_empty() {
            validation = training.split_off(training.len() - training.len() / ASIDE);
        }
        Ok(Self { training, validation, fingerprint: hash.digest() })
    }

    /// A hash of the positions.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
