//! Several files as one: read together, sampled, or joined.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use estopim_rules::{SplitMix64, Variant};
use estopim_system::files::rename_file;

use super::error::{DataError, DataFault};
use super::header::{Header, Origin};
use super::reader::Reader;
use super::record::Record;
use super::seen::Seen;
use super::writer::Writer;

/// Opens files that must all be of one game, and says which.
///
/// # Panics
///
/// If there are no files.
pub fn open_all(paths: &[PathBuf]) -> Result<(Variant, Vec<Reader>), DataError> {
    let readers: Vec<_> = paths.iter().map(|path| Reader::open(path)).collect::<Result<_, _>>()?;
    let wanted = readers.first().expect("there is a file").header().variant;
    for (reader, path) in readers.iter().zip(paths) {
        let found = reader.header().variant;
        if found != wanted {
            return Err(DataFault::OtherGame { found, wanted }.of(path));
        }
    }
    Ok((wanted, readers))
}

/// All records of some files of one game.
pub fn read_all(paths: &[PathBuf]) -> Result<(Variant, Vec<Record>), DataError> {
    let (variant, readers) = open_all(paths)?;
    let mut records = Vec::new();
    for block in readers.into_iter().flatten() {
        records.extend(block?.records);
    }
    Ok((variant, records))
}

/// A uniform random sample of `count` records of a file (reservoir sampling); all records if there are fewer.
pub fn sample(path: &Path, count: usize, seed: u64) -> Result<Vec<Record>, DataError> {
    let mut rng = SplitMix64::stream(seed, 0);
    let mut drawn = Vec::new();
    let mut met = 0;
    for block in Reader::open(path)? {
        for record in block?.records {
            met += 1;
            if drawn.len() < count {
                drawn.push(record);
            } else if let Some(place) = drawn.get_mut(rng.below(met)) {
                // Every record so far is in the sample with the same probability.
                *place = record;
            }
        }
    }
    Ok(drawn)
}

/// The result of joining files.
#[derive(Debug)]
pub struct Joined {
    /// Positions in the new file.
    pub positions: u64,
    /// Positions left out because they had come before.
    pub duplicates: u64,
    /// Blocks left out because they are damaged.
    pub damaged: Vec<DataError>,
}

/// Writes the whole blocks of files of one game to a new file, each position once.
pub fn join(paths: &[PathBuf], out: &Path) -> Result<Joined, DataError> {
    let (variant, readers) = open_all(paths)?;
    let write = |error| DataFault::Io { doing: "write", error }.of(out);
    if out.exists() {
        return Err(write(io::ErrorKind::AlreadyExists.into()));
    }
    // The file gets its name when it is complete.
    let part = PathBuf::from([out.as_os_str(), ".part".as_ref()].into_iter().collect::<OsString>());
    if part.exists() {
        fs::remove_file(&part).map_err(write)?;
    }
    let mut writer = Writer::open(&part, Header { variant, origin: Origin::Joined }, |_| ())?;
    let mut seen = Seen::new();
    let mut joined = Joined { positions: 0, duplicates: 0, damaged: Vec::new() };
    for block in readers.into_iter().flatten() {
        let mut block = match block {
            Ok(block) => block,
            Err(error) if matches!(error.fault, DataFault::DamagedBlock { .. }) => {
                joined.damaged.push(error);
                continue;
            }
            Err(error) => return Err(error),
        };
        let before = block.records.len();
        block.records.retain(|record| seen.insert(record.fingerprint()));
        joined.duplicates += (before - block.records.len()) as u64;
        writer.append(block.games, block.records)?;
    }
    joined.positions = writer.positions();
    drop(writer);
    rename_file(&part, out).map_err(write)?;
    Ok(joined)
}
