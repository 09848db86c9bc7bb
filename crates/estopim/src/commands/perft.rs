//! `estopim perft`: counts the positions a number of moves ahead.

use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use estopim_engine::perft::{Leaves, MAX_DEPTH, PerftOptions, Progress, count};
use estopim_rules::AnyPosition;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::shared::MAX_THREADS;
use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim perft --depth 6
  estopim perft --variant atomic --depth 7 --threads 8 --hash 512
  estopim perft --variant pawnbattle --setup complete --depth 4 --divide
  estopim perft --variant atomic --depth 5 --json";

/// Count the positions that are a number of plies ahead (perft)
///
/// The usual test of a move generator, and a measure of its speed. A game that ends on the way has no
/// moves; move counters and repetition end none.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    #[arg(long, value_name = "N", help = format!("Depth in plies, 0 to {MAX_DEPTH}"), value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
    depth: u32,

    /// Also print the count of each legal move, one "move: nodes" a line
    #[arg(long)]
    divide: bool,

    #[arg(
        long,
        value_name = "T",
        default_value_t = 1,
        help = format!("Threads, 1 to {MAX_THREADS}"),
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS))
    )]
    threads: u16,

    /// Size of the hash table in megabytes; 0 is no table
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1 << 20))]
    hash: u32,

    /// Print one JSON object with nodes, seconds and nps, and with --divide the nodes of each move
    #[arg(long)]
    json: bool,
}

/// What is printed, in this order.
#[derive(Serialize)]
struct PerftJson {
    nodes: u64,
    seconds: f64,
    /// Nodes a second.
    nps: u64,
    /// By move as UCI writes it, in alphabetical order.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let start = Instant::now();
        let leaves = self.count(&position)?;
        let seconds = start.elapsed().as_secs_f64();
        if leaves.total == u64::MAX {
            return Err(Failure::TooManyNodes);
        }
        let report = self.report(&position, leaves, seconds);
        if self.json {
            let json = serde_json::to_string(&report).expect("a report of numbers is valid JSON");
            writeln!(out, "{json}")?;
        } else {
            for (mv, nodes) in report.divide.iter().flatten() {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out, "total: {}", report.nodes)?;
            writeln!(out, "speed: {} nodes/s ({:.3} s)", report.nps, report.seconds)?;
        }
        Ok(())
    }

    fn count(&self, position: &AnyPosition) -> Result<Leaves, Failure> {
        let options = PerftOptions {
            threads: NonZeroUsize::new(self.threads.into()).unwrap_or(NonZeroUsize::MIN),
            table_mb: NonZeroUsize::new(self.hash as usize),
        };
        let bar = progress_bar();
        let leaves = count(position, self.depth, options, |progress: Progress| {
            bar.set_length(progress.total as u64);
            bar.inc(1);
        });
        bar.finish_and_clear();
        Ok(leaves?)
    }

    fn report(&self, position: &AnyPosition, leaves: Leaves, seconds: f64) -> PerftJson {
        let divide = self.divide.then(|| {
            let named = |(mv, nodes)| (position.uci(mv), nodes);
            leaves.branches.into_iter().map(named).collect()
        });
        #[allow(clippy::cast_precision_loss, reason = "a speed is no exact number")]
        let nps = (leaves.total as f64 / seconds.max(1e-9)) as u64;
        PerftJson { nodes: leaves.total, seconds, nps, divide }
    }
}

/// A bar on a terminal's error output; nothing elsewhere.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed}, {eta} to go")
        .expect("the template is fixed and good");
    ProgressBar::no_length().with_style(style)
}
