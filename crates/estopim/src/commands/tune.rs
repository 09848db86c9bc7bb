//! `estopim tune`: finds the weights of the hand-written evaluation from the engine's own games.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use estopim_lab::data::read_all;
use estopim_lab::tune::{DescentSettings, tune};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  estopim datagen --variant atomic --positions 1000000 --out atomic.data
  estopim tune fit --out crates/engine/weights/atomic.txt atomic.data";

/// Find the weights of the hand-written evaluation from games of the engine against itself
///
/// `fit` turns the built-in weights until the evaluation foretells the results of the games that `estopim
/// datagen` has written. A match decides whether the new weights are kept.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Tune {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Fit(Fit),
}

/// Turn the built-in weights by the positions of one or more files
#[derive(Args)]
struct Fit {
    /// How often all positions are gone through
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// How far a weight moves at first, in centipawns
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// How much the result counts against the search's score, from 0 to 1
    #[arg(long, default_value_t = 0.6)]
    result_share: f64,
    /// How strongly weights are drawn back to where they started
    #[arg(long, default_value_t = 0.002)]
    decay: f64,
    /// Where the new weights go
    #[arg(long)]
    out: PathBuf,
    /// Files that `estopim datagen` has written, all of one game
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Tune {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.step {
            Step::Fit(fit) => fit.run(out),
        }
    }
}

impl Fit {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let (variant, records) = read_all(&self.files)?;
        writeln!(out, "{} positions of {variant}", records.len())?;
        let settings = DescentSettings {
            variant,
            epochs: self.epochs,
            rate: self.rate,
            result_share: self.result_share.clamp(0.0, 1.0),
            decay: self.decay,
        };
        let mut told = Ok(());
        let weights = tune(settings, &records, |progress| {
            let line = writeln!(
                out,
                "epoch {}: error {:.6}, on positions kept aside {:.6}",
                progress.epoch, progress.error, progress.validation
            );
            told = line.and_then(|()| out.flush());
        });
        told?;
        Ok(std::fs::write(&self.out, weights)?)
    }
}
