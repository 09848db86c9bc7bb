//! Arguments that several commands have in common.

use std::time::Duration;

use clap::Args;
use estopim_engine::EvalSource;
use estopim_rules::Variant;

use crate::failure::Failure;

/// The most threads of a command.
pub const MAX_THREADS: u16 = 1024;

/// How often long work prints a line where there is no terminal for a progress bar.
pub const LINE_EVERY: Duration = Duration::from_secs(30);

/// How the engine plays against itself.
#[derive(Args)]
pub struct SelfPlay {
    /// Which game to play
    #[arg(long)]
    pub variant: Variant,
    /// The seed of the random generator
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How positions are evaluated: the file of a network, "<built-in>" or "<hce>" (hand-crafted evaluation)
    #[arg(long, value_name = "FILE", default_value = EvalSource::BUILT_IN, value_parser = EvalSource::named)]
    eval_file: EvalSource,
    /// Games played at the same time [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u16>,
}

impl SelfPlay {
    /// What positions are evaluated by, if it can evaluate this game.
    pub fn source(&self) -> Result<EvalSource, Failure> {
        if self.eval_file.is_for_others_than(self.variant) {
            return Err(Failure::NetworkOfOthers(self.variant));
        }
        Ok(self.eval_file.clone())
    }

    pub fn threads(&self) -> usize {
        or_cores(self.threads)
    }
}

/// So many threads, or one for each processor.
pub fn or_cores(threads: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    threads.map_or_else(cores, usize::from)
}

/// Reads a number from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("expected 0 to 1".to_owned()) }
}

/// Reads a number from 0 to 1, but not 0.
pub fn positive(text: &str) -> Result<f64, String> {
    share(text).and_then(|number| {
        if number > 0.0 { Ok(number) } else { Err("expected more than 0".to_owned()) }
    })
}
