//! `estopim data`: inspects files that `estopim datagen` has written.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use estopim_train::data::{Stats, check, join, open_all, sample};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  estopim data stats atomic.data
  estopim data check atomic.data
  estopim data sample atomic.data --count 20 --seed 3
  estopim data join monday.data tuesday.data --out week.data";

/// Inspect or join files of positions that `estopim datagen` has written
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Data {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Stats(StatsArgs),
    Check(CheckArgs),
    Sample(SampleArgs),
    Join(JoinArgs),
}

/// Count results, scores, plies, pieces and king squares
#[derive(Args)]
struct StatsArgs {
    /// Files of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Verify every checksum and every position, and count duplicates
///
/// The exit code is 0 if the file is sound. Duplicates are allowed. An incomplete block at the end, as a killed run
/// leaves it, is a fault; `estopim datagen` removes it when it continues the file.
#[derive(Args)]
struct CheckArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Print random positions, "FEN | score | result" a line, both for White
#[derive(Args)]
struct SampleArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,
    /// The seed of the random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Write the positions of several files to a new one, each once
///
/// Damaged blocks are reported and left out, so joining a single file repairs it.
#[derive(Args)]
struct JoinArgs {
    /// Files of one game
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The new file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Data {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.step {
            Step::Stats(args) => args.run(out),
            Step::Check(args) => args.run(out),
            Step::Sample(args) => args.run(out),
            Step::Join(args) => args.run(out),
        }
    }
}

impl StatsArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (_, readers) = open_all(&self.files)?;
        let mut stats = Stats::default();
        for (reader, path) in readers.into_iter().zip(&self.files) {
            writeln!(out, "{}: {}", path.display(), reader.header())?;
            for block in reader {
                stats.add(&block?);
            }
        }
        Ok(writeln!(out, "{stats}")?)
    }
}

impl CheckArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let findings = check(&self.file)?;
        writeln!(out, "{findings}")?;
        out.flush()?;
        if findings.is_sound() { Ok(()) } else { Err(Failure::UnsoundData(self.file.clone())) }
    }
}

impl SampleArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        for record in sample(&self.file, self.count, self.seed)? {
            writeln!(out, "{record}")?;
        }
        Ok(())
    }
}

impl JoinArgs {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let joined = join(&self.files, &self.out)?;
        for error in &joined.damaged {
            // A closed error output is ignored.
            let _ = writeln!(io::stderr(), "left out: {error}");
        }
        let (positions, duplicates) = (joined.positions, joined.duplicates);
        Ok(writeln!(out, "{positions} positions, {duplicates} duplicates left out")?)
    }
}
