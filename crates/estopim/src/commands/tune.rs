//! `estopim tune`: finds the weights of the hand-written evaluation from the engine's own games.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use clap::{Args, Subcommand};
use estopim_lab::tune::{
    DescentSettings, SampleSettings, play_samples, read_samples, sample_lines, tune,
};
use estopim_rules::Variant;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  estopim tune sample --variant atomic --positions 1000000 --out atomic.samples
  estopim tune fit --variant atomic --out crates/engine/weights/atomic.txt atomic.samples";

/// Find the weights of the hand-written evaluation from games of the engine against itself
///
/// `sample` plays games and appends quiet positions with their results to a file; `fit` turns the built-in
/// weights until the evaluation foretells the results. A match decides whether the new weights are kept.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Tune {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Sample(Sample),
    Fit(Fit),
}

/// Play games and append positions with their results to a file
#[derive(Args)]
struct Sample {
    /// The game
    #[arg(long)]
    variant: Variant,
    /// How many positions
    #[arg(long, default_value_t = 500_000)]
    positions: u64,
    /// Nodes a move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Random plies before the engine plays
    #[arg(long, default_value_t = 8)]
    random_plies: u32,
    /// Where chance starts; each thread counts on from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The file to append to, a position a line
    #[arg(long)]
    out: PathBuf,
}

/// Turn the built-in weights by the samples of one or more files
#[derive(Args)]
struct Fit {
    /// The game
    #[arg(long)]
    variant: Variant,
    /// How often all samples are gone through
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
    /// Files of samples
    #[arg(required = true)]
    samples: Vec<PathBuf>,
}

impl Tune {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.step {
            Step::Sample(sample) => sample.run(),
            Step::Fit(fit) => fit.run(out),
        }
    }
}

impl Sample {
    fn run(&self) -> Result<(), Failure> {
        let file = OpenOptions::new().create(true).append(true).open(&self.out)?;
        let sink = Mutex::new((BufWriter::new(file), Ok(())));
        let bar = ProgressBar::new(self.positions);
        let style = "{bar:40} {human_pos}/{human_len} positions, {per_sec}, {eta} to go";
        bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
        thread::scope(|scope| {
            for thread in 0..u64::from(self.threads) {
                let (sink, bar) = (&sink, &bar);
                let settings = SampleSettings {
                    variant: self.variant,
                    nodes: self.nodes.max(1),
                    random_plies: self.random_plies,
                    seed: self.seed.wrapping_add(thread).wrapping_mul(0x9E37_79B9_7F4A_7C15),
                };
                scope.spawn(move || {
                    play_samples(settings, |samples| {
                        let Ok(mut sink) = sink.lock() else { return false };
                        // A game's lines are written whole, so that a kill loses one game at most.
                        let lines = sample_lines(&samples);
                        let written =
                            sink.0.write_all(lines.as_bytes()).and_then(|()| sink.0.flush());
                        if let Err(error) = written {
                            sink.1 = Err(error);
                            return false;
                        }
                        bar.inc(samples.len() as u64);
                        bar.position() < self.positions && sink.1.is_ok()
                    });
                });
            }
        });
        bar.finish();
        let (_, result) = sink.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(result?)
    }
}

impl Fit {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut samples = Vec::new();
        for path in &self.samples {
            samples.extend(read_samples(BufReader::new(File::open(path)?))?);
        }
        writeln!(out, "{} samples", samples.len())?;
        let settings = DescentSettings {
            variant: self.variant,
            epochs: self.epochs,
            rate: self.rate,
            result_share: self.result_share.clamp(0.0, 1.0),
            decay: self.decay,
        };
        let mut told = Ok(());
        let weights = tune(settings, &samples, |progress| {
            let line = writeln!(
                out,
                "epoch {}: error {:.6}, on samples kept aside {:.6}",
                progress.epoch, progress.error, progress.validation
            );
            told = line.and_then(|()| out.flush());
        });
        told?;
        Ok(std::fs::write(&self.out, weights)?)
    }
}
