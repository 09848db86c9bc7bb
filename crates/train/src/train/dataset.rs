//! [`Dataset`]: all positions in memory, some of them kept aside.

use std::path::Path;

use estopim_rules::Variant;
use xxhash_rust::xxh3::Xxh3;

use super::TrainError;
use crate::data::{Reader, Record};

/// Positions to learn from, and positions kept aside to see how well that went.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// To learn from.
    pub training: Vec<Record>,
    /// Kept aside: whole blocks, so that no game is on both sides.
    pub validation: Vec<Record>,
    fingerprint: u64,
}

/// One block in so many is kept aside.
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

    /// Keeps some blocks aside. If there are too few, the end of the last one.
    pub fn of_blocks(blocks: Vec<Vec<Record>>) -> Result<Self, TrainError> {
        let found = blocks.iter().map(Vec::len).sum();
        if found < 2 * ASIDE {
            return Err(TrainError::TooFew { found, wanted: 2 * ASIDE });
        }
        let mut hash = Xxh3::new();
        let (mut training, mut validation) = (Vec::with_capacity(found), Vec::new());
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

    /// Different for different positions.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
