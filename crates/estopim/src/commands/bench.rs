//! `estopim bench`: fixed searches, whose node counts are a checksum of the engine's behaviour.

use std::io::Write;

use clap::Args;
use estopim_engine::bench::{BENCH_DEPTH, bench};
use estopim_rules::Variant;

use crate::failure::Failure;

/// Search fixed positions of every game and print nodes and nodes a second
///
/// The node counts are the same on every processor; they change only when the engine plays differently.
#[derive(Args)]
pub struct Bench {
    /// Only this game
    #[arg(long)]
    variant: Option<Variant>,
    /// Plies to search each position
    #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=40))]
    depth: i32,
}

impl Bench {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        for variant in Variant::ALL {
            if self.variant.is_some_and(|only| only != variant) {
                continue;
            }
            let result = bench(variant, self.depth);
            let (nodes, nps) = (result.nodes, result.nps());
            writeln!(out, "{variant}: {nodes} nodes {nps} nps")?;
            out.flush()?;
        }
        Ok(())
    }
}
