//! `estopim train`: a network from files of positions.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use estopim_nnue::Network;
use estopim_nnue::network::{HIDDEN_STEP, MAX_HIDDEN};
use estopim_rules::Variant;
use estopim_train::train::{Event, Finished, Paths, Settings, Start, run};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::shared::{LINE_EVERY, MAX_THREADS, or_cores, positive, share};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};

const EXAMPLES: &str = "\
Examples:
  estopim train --data atomic.data --variant atomic --out atomic.nnue
  estopim train --data a1.data a2.data --variant atomic --hidden 512 --epochs 30 --out atomic.nnue
  estopim train --data new.data --variant atomic --from atomic.nnue --rate 0.0002 --out better.nnue
  estopim train --data atomic.data --variant atomic --out atomic.nnue --resume

Then let the new network play against the old one (estopim match) and, if it is better, make it part of the
program (estopim embed).";

/// Train a network with the positions of files that `estopim datagen` has written
///
/// The network learns to predict, from a position, the score of the search; with --wdl, blended with the result
/// of the game. One block of positions in twenty is kept aside for validation. Beside the network there is
/// the loss curve (.svg) and, while the run is not finished, a checkpoint (.checkpoint) that --resume continues.
/// Ctrl-C writes one and ends. The same arguments give the same network.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Train {
    /// Files of positions
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Which game the network is for
    #[arg(long)]
    variant: Variant,
    #[arg(long, value_name = "N", help = format!("Width of the hidden layer, {}", widths()), default_value_t = Settings::of(Variant::Atomic).hidden, value_parser = width)]
    hidden: usize,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = Settings::of(Variant::Atomic).epochs, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value_t = Settings::of(Variant::Atomic).batch as u32, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The highest learning rate of the schedule
    #[arg(long, value_name = "X", default_value_t = Settings::of(Variant::Atomic).rate, value_parser = positive)]
    rate: f64,
    /// Weight decay, relative to the learning rate
    #[arg(long, value_name = "X", default_value_t = Settings::of(Variant::Atomic).decay, value_parser = share)]
    decay: f64,
    /// Weight of the game's result in the target, 0 (only the score of the search) to 1
    #[arg(long, value_name = "X", default_value_t = Settings::of(Variant::Atomic).wdl, value_parser = share)]
    wdl: f64,
    /// Centipawns at which the predicted chance of winning is 73 percent
    #[arg(long, value_name = "CP", default_value_t = Settings::of(Variant::Atomic).scale, value_parser = clap::value_parser!(u16).range(1..))]
    scale: u16,
    /// Train every king bucket on its own, without a shared factor
    #[arg(long)]
    no_factoriser: bool,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = Settings::of(Variant::Atomic).seed)]
    seed: u64,
    /// Training threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u16>,
    /// Start from this network instead of random weights; it may be narrower
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    from: Option<PathBuf>,
    /// Continue from the checkpoint of a run that was stopped
    #[arg(long)]
    resume: bool,
    /// The network file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Train {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let settings = Settings {
            variant: self.variant,
            hidden: self.hidden,
            epochs: self.epochs,
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            wdl: self.wdl,
            scale: self.scale,
            factoriser: !self.no_factoriser,
            seed: self.seed,
            threads: or_cores(self.threads),
        };
        let paths = Paths::beside(&self.out);
        let from = self.from.as_ref().map(|path| {
            let refused = |error| Failure::Network { path: path.clone(), error };
            Network::open_any(path).map_err(refused)
        });
        let from = from.transpose()?;
        let start = match &from {
            _ if self.resume => Start::Resume,
            Some(network) => Start::From(network),
            None => Start::Anew,
        };
        interrupt::heed();
        let mut meter = Meter::new(settings.epochs);
        let mut told = Ok(());
        let finished = run(settings, &self.data, &paths, start, &INTERRUPT, |event| {
            let line = meter.show(&event);
            if let (Some(line), Ok(())) = (line, &told) {
                // Above the bar, not through it.
                told = meter.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
            }
        });
        meter.bar.finish_and_clear();
        match finished? {
            Finished::Stopped => Err(Failure::TrainingStopped { checkpoint: paths.checkpoint }),
            Finished::Trained(lost) => {
                told?;
                writeln!(
                    out,
                    "{}: in whole numbers values differ by {:.1} centipawns in the mean and {:.0} at most; \
                     loss {:.6}, {:.6} before",
                    paths.network.display(),
                    lost.mean,
                    lost.greatest,
                    lost.network_loss,
                    lost.model_loss
                )?;
                Ok(writeln!(out, "{}: the loss curve", paths.curve.display())?)
            }
        }
    }
}

fn width(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().map_err(|error| error.to_string())?;
    if (HIDDEN_STEP..=MAX_HIDDEN).contains(&number) && number.is_multiple_of(HIDDEN_STEP) {
        Ok(number)
    } else {
        Err(format!("expected {}, found {number}", widths()))
    }
}

fn widths() -> String {
    format!("{HIDDEN_STEP} to {MAX_HIDDEN} in steps of {HIDDEN_STEP}")
}

/// A bar on a terminal, a line now and then elsewhere; both on the error output.
struct Meter {
    bar: ProgressBar,
    epochs: u32,
    /// How many positions an epoch has.
    positions: usize,
    epoch_began: Instant,
    /// Positions that a resumed epoch has behind it already.
    first: Option<usize>,
    last_line: Instant,
}

impl Meter {
    fn new(epochs: u32) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}")
            .expect("the template is fixed and good");
        let now = Instant::now();
        Self {
            bar: ProgressBar::new(0).with_style(style),
            epochs,
            positions: 0,
            epoch_began: now,
            first: None,
            last_line: now,
        }
    }

    /// Shows an event, and returns what is worth keeping in words.
    fn show(&mut self, event: &Event) -> Option<String> {
        match *event {
            Event::Loaded { training, validation, baseline, from, epochs } => {
                self.positions = training;
                self.epoch_began = Instant::now();
                self.bar.set_length(training as u64);
                let resumed = match epochs {
                    0 => String::new(),
                    some => format!("; {some} epochs are done"),
                };
                let from = from.map_or_else(String::new, |loss| {
                    format!(", the network to start from one of {loss:.6}")
                });
                Some(format!(
                    "{} positions to learn from, {} kept aside, on which the hand-crafted evaluation has a loss of \
                     {:.6} (at its best scale, {} centipawns){from}{resumed}",
                    HumanCount(training as u64),
                    HumanCount(validation as u64),
                    baseline.loss,
                    baseline.scale
                ))
            }
            Event::Batch { epoch, positions, loss } => {
                let first = *self.first.get_or_insert(positions);
                let text = format!(
                    "of epoch {epoch}/{}, loss {loss:.6}, {:.0} positions/s",
                    self.epochs,
                    self.speed(positions, first)
                );
                self.bar.set_position(positions as u64);
                self.bar.set_message(text.clone());
                if !io::stderr().is_terminal() && self.last_line.elapsed() >= LINE_EVERY {
                    self.last_line = Instant::now();
                    let count = HumanCount(positions as u64);
                    // Nobody may be listening; the run goes on.
                    let _ = writeln!(io::stderr(), "{count} positions {text}");
                }
                None
            }
            Event::Epoch { epoch, loss } => {
                let speed = self.speed(self.positions, self.first.unwrap_or(0));
                self.epoch_began = Instant::now();
                self.first = Some(0);
                Some(format!(
                    "epoch {epoch} of {}: loss {:.6}, kept aside {:.6}, {speed:.0} positions/s",
                    self.epochs, loss.training, loss.validation
                ))
            }
        }
    }

    fn speed(&self, positions: usize, first: usize) -> f64 {
        positions.saturating_sub(first) as f64 / self.epoch_began.elapsed().as_secs_f64().max(1e-9)
    }
}
