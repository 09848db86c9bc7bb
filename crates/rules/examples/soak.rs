//! The cross-checks of `tests/crosscheck.rs` over as many positions as one likes.
//!
//! ```text
//! cargo run --release -p estopim-rules --example soak -- --positions 1000000 --seed 1 --variant atomic
//! ```
//!
//! Every position's whole list of legal moves is compared; of the positions one move away, one in thirty. The
//! first difference is printed with its FEN and both answers, and ends the run with status 1.

#[path = "../tests/oracle/mod.rs"]
mod oracle;
#[path = "../tests/support/mod.rs"]
mod support;

use std::env;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use oracle::Ruleset;
use support::crosscheck::{Counts, Crosscheck, Effort};
use support::difference::Difference;

const USAGE: &str = "usage: soak [--positions N] [--seed S] [--variant ID]";
const EFFORT: Effort = Effort { successors_one_in: 30, pyffish_one_in: 10 };
/// The bar is redrawn after this many positions.
const STRIDE: usize = 1_000;

struct Options {
    /// For each ruleset, half from games and half from the generator.
    positions: usize,
    seed: u64,
    rulesets: Vec<Ruleset>,
}

fn main() -> ExitCode {
    let options = match read_options(env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    for &ruleset in &options.rulesets {
        let started = Instant::now();
        match soak(ruleset, &options) {
            Ok(counts) => report(ruleset, &counts, started.elapsed().as_secs_f64()),
            Err(difference) => {
                eprintln!("\n{difference}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn read_options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { positions: 1_000_000, seed: 1, rulesets: Ruleset::ALL.to_vec() };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} wants a value"))?;
        let bad_number = |_| format!("{name} wants a number, found {value:?}");
        match name.as_str() {
            "--positions" => options.positions = value.parse().map_err(bad_number)?,
            "--seed" => options.seed = value.parse().map_err(bad_number)?,
            "--variant" => {
                options.rulesets.retain(|ruleset| ruleset.id() == value);
                if options.rulesets.is_empty() {
                    return Err(format!("no variant {value:?}"));
                }
            }
            _ => return Err(format!("unknown option {name:?}")),
        }
    }
    Ok(options)
}

fn soak(ruleset: Ruleset, options: &Options) -> Result<Counts, Difference> {
    let style =
        ProgressStyle::with_template("{prefix:>12} {wide_bar} {human_pos}/{human_len} {eta}")
            .expect("the template is fixed and good");
    let bar =
        ProgressBar::new(options.positions as u64).with_style(style).with_prefix(ruleset.id());
    let mut check = Crosscheck::new(ruleset, EFFORT, options.seed);
    for position in 0..options.positions {
        if position % 2 == 0 {
            check.walk()?;
        } else {
            check.place()?;
        }
        if position % STRIDE == 0 {
            bar.set_position(position as u64);
        }
    }
    bar.finish_and_clear();
    check.finish()
}

fn report(ruleset: Ruleset, counts: &Counts, seconds: f64) {
    println!(
        "{}: {} walked, {} placed ({} more refused alike); compared with the oracle {}, \
         with shakmaty {} (refused {}), with pyffish {}; differences 0; {seconds:.0} s",
        ruleset.id(),
        counts.walked,
        counts.placed,
        counts.refused,
        counts.oracle(),
        counts.shakmaty,
        counts.shakmaty_refused,
        counts.pyffish,
    );
}
