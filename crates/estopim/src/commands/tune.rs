//! `estopim tune`: tunes the engine with its own games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::{Args, Subcommand};
use estopim_engine::tuning::Tuning;
use estopim_match::PairCounts;
use estopim_system::files::{Access, replace_file};
use estopim_train::data::read_all;
use estopim_train::tune::{
    DescentSettings, Schedule, SearchSettings, try_tuning, tune, tune_search, tuning_of,
};
use indicatif::{ProgressBar, ProgressStyle};

use super::shared::{LINE_EVERY, SelfPlay, positive};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};

const EXAMPLES: &str = "\
Examples:
  estopim datagen --variant atomic --positions 1000000 --out atomic.data
  estopim tune fit --out crates/engine/weights/atomic.txt atomic.data
  estopim tune search --variant atomic --pairs 10000
  estopim tune try --variant atomic --pairs 200 --nodes 15000 null_move_depth=1000";

/// Tune the engine with games against itself
///
/// `fit` tunes the weights of the hand-crafted evaluation (HCE) so that it predicts the results of the games that
/// `estopim datagen` has written. `search` tunes the parameters of the search by playing with them, and `try` plays
/// with some of them changed. A match decides whether what they find is kept.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Tune {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    Fit(Fit),
    Search(Search),
    Try(Try),
}

/// Tune the weights of the hand-crafted evaluation on the positions of one or more files (Texel's method)
#[derive(Args)]
struct Fit {
    /// Passes over all positions
    #[arg(long, default_value_t = 40)]
    epochs: u32,
    /// The learning rate at first, in centipawns
    #[arg(long, default_value_t = 2.0)]
    rate: f64,
    /// How much the result counts against the search's score, from 0 to 1
    #[arg(long, default_value_t = 0.6)]
    result_share: f64,
    /// Weight decay, towards the weights it started from
    #[arg(long, default_value_t = 0.002)]
    decay: f64,
    /// The file of weights to write
    #[arg(long)]
    out: PathBuf,
    /// Files that `estopim datagen` has written, all of one game
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Tune the parameters of the search by games (SPSA)
///
/// In every pair of games one side has each parameter a step higher or lower at random, the other the opposite, and
/// the parameters move a little towards the winner's. The result is printed as `crates/engine/src/tuning.rs` has
/// it. Ctrl-C ends the run and prints the values so far.
#[derive(Args)]
struct Search {
    /// Learning rate at the end of the run: how far a game moves a parameter, in sixteenths of its range
    #[arg(long, value_name = "X", default_value_t = 0.005, value_parser = positive)]
    rate: f64,
    #[command(flatten)]
    duels: Duels,
}

/// Play with some parameters of the search changed against those of the game
///
/// A step of the search is switched off by a value out of reach, such as `probcut_depth=1000` or
/// `reverse_futility_depth=0`. Ctrl-C ends the run and prints the result so far.
#[derive(Args)]
struct Try {
    #[command(flatten)]
    duels: Duels,
    /// Parameters of the search and their values
    #[arg(required = true, value_name = "NAME=VALUE", value_parser = param)]
    params: Vec<(usize, i32)>,
}

/// Which games are played.
#[derive(Args)]
struct Duels {
    #[command(flatten)]
    games: SelfPlay,
    /// Pairs of games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// No parameter of the search needs to be further from zero: it would only overflow.
const PARAM_MAX: i32 = 1_000_000;

/// Reads `NAME=VALUE`: which parameter, and its value.
fn param(text: &str) -> Result<(usize, i32), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let place = Tuning::PARAMS.iter().position(|param| param.name == name).ok_or_else(|| {
        let names: Vec<_> = Tuning::PARAMS.iter().map(|param| param.name).collect();
        format!("unknown parameter {name:?}; expected one of {}", names.join(", "))
    })?;
    let least = if Tuning::PARAMS[place].is_divisor() { 1 } else { -PARAM_MAX };
    let wanted = || format!("expected a whole number from {least} to {PARAM_MAX}, found {value:?}");
    let value = value.parse().map_err(|_| wanted())?;
    if !(least..=PARAM_MAX).contains(&value) {
        return Err(wanted());
    }
    Ok((place, value))
}

impl Tune {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.step {
            Step::Fit(fit) => fit.run(out),
            Step::Search(search) => search.run(out),
            Step::Try(numbers) => numbers.run(out),
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
        Ok(replace_file(&self.out, weights.as_bytes(), Access::Usual)?)
    }
}

impl Duels {
    fn settings(&self, rate: f64) -> Result<SearchSettings, Failure> {
        let games = &self.games;
        let threads = games.threads();
        Ok(SearchSettings {
            variant: games.variant,
            nodes: self.nodes,
            source: games.source()?,
            schedule: Schedule { pairs: self.pairs, rate, seed: games.seed, threads },
        })
    }

    fn meter(&self) -> Meter {
        let template = "{wide_bar} {human_pos}/{human_len} pairs, {eta} to go {msg}";
        let style = ProgressStyle::with_template(template).expect("the template is fixed and good");
        let bar = ProgressBar::new(self.pairs).with_style(style);
        Meter { bar, last_line: Mutex::new(Instant::now()) }
    }
}

/// A bar on a terminal, a line now and then elsewhere; on the error output.
struct Meter {
    bar: ProgressBar,
    last_line: Mutex<Instant>,
}

impl Meter {
    fn show(&self, pairs: u64, text: impl FnOnce() -> String) {
        self.bar.set_position(pairs);
        let mut last_line = self.last_line.lock().expect("nobody panics while writing");
        if self.bar.is_hidden() && last_line.elapsed() >= LINE_EVERY {
            *last_line = Instant::now();
            // Nobody may be listening; the run goes on.
            let _ = writeln!(io::stderr(), "{pairs} pairs: {}", text());
        }
    }
}

impl Search {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let settings = self.duels.settings(self.rate)?;
        interrupt::heed();
        let meter = self.duels.meter();
        let found = tune_search(&settings, &INTERRUPT, |pairs, values| {
            meter.show(pairs, || {
                let named = Tuning::PARAMS.iter().zip(values);
                let list: Vec<String> =
                    named.map(|(param, value)| format!("{} {value:.1}", param.name)).collect();
                list.join(", ")
            });
        });
        meter.bar.finish_and_clear();
        for (param, value) in Tuning::PARAMS.iter().zip(found.values()) {
            writeln!(out, "    {}: {value},", param.name)?;
        }
        heed_interrupt(out)
    }
}

impl Try {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let settings = self.duels.settings(0.0)?;
        let own = tuning_of(self.duels.games.variant);
        let mut values = own.values();
        for &(place, value) in &self.params {
            values[place] = value;
        }
        interrupt::heed();
        let meter = self.duels.meter();
        let counts = try_tuning(&settings, own.with_values(&values), &INTERRUPT, |counts| {
            let counts = PairCounts(*counts);
            meter.show(counts.pairs(), || counts.elo().to_string());
        });
        meter.bar.finish_and_clear();
        let counts = PairCounts(counts);
        writeln!(out, "{} games, pairs {counts}: {}", 2 * counts.pairs(), counts.elo())?;
        heed_interrupt(out)
    }
}

fn heed_interrupt(out: &mut impl Write) -> Result<(), Failure> {
    if INTERRUPT.load(Ordering::Relaxed) {
        out.flush()?;
        return Err(Failure::TuningStopped);
    }
    Ok(())
}
