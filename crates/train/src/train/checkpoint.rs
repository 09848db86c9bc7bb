//! Checkpoints: the whole state of a training run on disk, from which it continues exactly.
//!
//! Little endian: `ESTOTRCP`, the identity of the run, which must match to continue it (its length first), the state of
//! the run, then every parameter of the model with its Adam moments, and at the end the checksum (XXH3) of everything
//! before. A checkpoint replaces the one before atomically.

use std::fs;
use std::path::Path;

use estopim_system::files::{Access, replace_file};
use xxhash_rust::xxh3::xxh3_64;

use super::trainer::RunState;
use super::{Dataset, EpochLoss, Settings, TrainError, Trainer};

const MAGIC: &[u8; 8] = b"ESTOTRCP";

impl Trainer {
    /// Writes everything that is needed to go on.
    pub fn write_checkpoint(&self, path: &Path) -> Result<(), TrainError> {
        let mut bytes = MAGIC.to_vec();
        let text = identity(self.settings(), self.data());
        bytes.extend((text.len() as u64).to_le_bytes());
        bytes.extend(text.as_bytes());
        let RunState { history, batch, loss } = &self.state;
        bytes.extend((history.len() as u64).to_le_bytes());
        for epoch in history {
            bytes.extend(epoch.training.to_le_bytes());
            bytes.extend(epoch.validation.to_le_bytes());
        }
        bytes.extend(batch.to_le_bytes());
        bytes.extend(loss.to_le_bytes());
        bytes.extend(self.adam.steps.to_le_bytes());
        let learned = self.model.parts().into_iter();
        for numbers in learned.chain(&self.adam.first_moment).chain(&self.adam.second_moment) {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        replace(path, &bytes)
    }

    /// Goes on from a checkpoint of a run with the same settings and data; the number of threads may differ.
    pub fn resume(settings: Settings, data: Dataset, path: &Path) -> Result<Self, TrainError> {
        let file = |doing| move |error| TrainError::File { doing, path: path.to_owned(), error };
        let bad = || TrainError::BadCheckpoint(path.to_owned());
        let bytes = fs::read(path).map_err(file("read"))?;
        let (body, sum) = bytes.split_last_chunk().ok_or_else(bad)?;
        if xxh3_64(body) != u64::from_le_bytes(*sum) {
            return Err(bad());
        }
        let mut rest = Rest(body.strip_prefix(MAGIC).ok_or_else(bad)?);
        let wanted = identity(&settings, &data);
        let length = rest.word().ok_or_else(bad)? as usize;
        let found = String::from_utf8_lossy(rest.take(length).ok_or_else(bad)?).into_owned();
        if found != wanted {
            return Err(TrainError::OtherRun { found, wanted });
        }
        let mut trainer = Self::new(settings, data);
        trainer.fill(&mut rest).ok_or_else(bad)?;
        trainer.model.merge();
        Ok(trainer)
    }

    /// None if the bytes end too early.
    fn fill(&mut self, rest: &mut Rest) -> Option<()> {
        for _ in 0..rest.word()? {
            let (training, validation) = (rest.number()?, rest.number()?);
            self.state.history.push(EpochLoss { training, validation });
        }
        self.state.batch = rest.word()?;
        self.state.loss = rest.number()?;
        self.adam.steps = rest.word()?;
        let learned = self.model.parts_mut().into_iter();
        for numbers in
            learned.chain(&mut self.adam.first_moment).chain(&mut self.adam.second_moment)
        {
            for number in numbers {
                *number = f32::from_le_bytes(rest.array()?);
            }
        }
        rest.0.is_empty().then_some(())
    }
}

/// What must be the same for a run to be continued.
fn identity(settings: &Settings, data: &Dataset) -> String {
    let count = data.training.len() + data.validation.len();
    format!("{settings}; {count} positions with checksum {:016x}", data.fingerprint())
}

/// As [`replace_file`].
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    replace_file(path, bytes, Access::Usual).map_err(|error| TrainError::File {
        doing: "write",
        path: path.to_owned(),
        error,
    })
}

/// Bytes that have yet to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn word(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn number(&mut self) -> Option<f64> {
        self.array().map(f64::from_le_bytes)
    }
}
