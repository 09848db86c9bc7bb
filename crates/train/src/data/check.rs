//! [`check`]: verifies the checksums and the positions of a file.

use std::fmt;
use std::path::Path;

use super::error::{DataError, DataFault};
use super::reader::Reader;
use super::record::Record;

/// The result of checking a file.
#[derive(Debug, Default)]
pub struct Findings {
    /// Blocks whose checksums are right.
    pub blocks: u64,
    /// Positions in them.
    pub positions: u64,
    /// How many of those have come before, up to scores and counters.
    pub duplicates: u64,
    /// Bytes at the end that are no whole block.
    pub torn_bytes: u64,
    /// Blocks that are not as they were written.
    pub damaged: Vec<DataFault>,
    /// How many records hold no position of a game that goes on.
    pub unsound: u64,
    /// Some of these: the block, the number in it, and the reason.
    pub examples: Vec<(u64, usize, String)>,
}

/// This many unsound records are reported one by one.
const EXAMPLES: usize = 10;

/// Checks every block and every record of a file.
pub fn check(path: &Path) -> Result<Findings, DataError> {
    let mut reader = Reader::open(path)?;
    let mut findings = Findings::default();
    let mut fingerprints = Vec::new();
    for block in &mut reader {
        let block = match block {
            Ok(block) => block,
            Err(DataError { fault: fault @ DataFault::DamagedBlock { .. }, .. }) => {
                findings.damaged.push(fault);
                continue;
            }
            Err(error) => return Err(error),
        };
        findings.blocks += 1;
        findings.positions += block.records.len() as u64;
        for (number, record) in block.records.iter().enumerate() {
            fingerprints.push(record.fingerprint());
            if let Err(reason) = judge(record) {
                findings.unsound += 1;
                if findings.examples.len() < EXAMPLES {
                    findings.examples.push((block.index, number, reason));
                }
            }
        }
    }
    findings.torn_bytes = reader.torn_bytes();
    fingerprints.sort_unstable();
    findings.duplicates = fingerprints.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
    Ok(findings)
}

fn judge(record: &Record) -> Result<(), String> {
    let position = record.position().map_err(|error| error.to_string())?;
    match position.outcome() {
        Some(outcome) => Err(format!("the game is over ({outcome}): {}", position.fen())),
        None => Ok(()),
    }
}

impl Findings {
    /// Whether nothing is wrong. Duplicates are allowed.
    pub fn is_sound(&self) -> bool {
        self.damaged.is_empty() && self.unsound == 0 && self.torn_bytes == 0
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { blocks, positions, duplicates, torn_bytes, unsound, .. } = self;
        write!(
            f,
            "{blocks} whole blocks with {positions} positions, {duplicates} of them duplicates"
        )?;
        for fault in &self.damaged {
            write!(f, "\n{fault}")?;
        }
        if *torn_bytes > 0 {
            write!(f, "\nthe last {torn_bytes} bytes are no whole block")?;
        }
        if *unsound > 0 {
            write!(f, "\n{unsound} records hold no position of a game that goes on")?;
        }
        for (block, number, reason) in &self.examples {
            write!(f, "\n  block {block}, record {number}: {reason}")?;
        }
        Ok(())
    }
}
