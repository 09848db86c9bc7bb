//! `estopim bench`: fixed searches, whose node counts are a checksum of the engine's behaviour.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use estopim_engine::EvalSource;
use estopim_engine::bench::{BENCH_DEPTH, bench, positions};
use estopim_match::Contender;
use estopim_match::speed::{Speed, compare};
use estopim_rules::Variant;

use crate::failure::Failure;

/// Search fixed positions of every game and print nodes and nodes a second
///
/// The node counts are the same on every processor; they change only when the engine plays differently. Games
/// with a network are searched with it (NNUE) and with the hand-crafted evaluation (HCE).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// Only this game
    #[arg(long)]
    variant: Option<Variant>,
    /// Plies to search each position
    #[arg(long, default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(i32).range(1..=40))]
    depth: i32,
    /// Compare the speed of UCI engines instead, each given as for `estopim match`
    #[arg(long = "engine", value_name = "SETTINGS")]
    engines: Vec<Contender>,
    /// Milliseconds that each engine searches each position
    #[arg(long, default_value_t = 2000, requires = "engines", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    movetime: u64,
    /// How often the engines search all positions, taking turns; use more on a busy machine
    #[arg(long, default_value_t = 1, requires = "engines", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
}

const EXAMPLES: &str = "\
Examples:
  estopim bench
  estopim bench --variant atomic --engine \"cmd=estopim uci,name=estopim\" \\
    --engine \"cmd=node crates/match/peers/uci-wasm.cjs stockfish-mv.wasm,warmup=3000\"";

impl Bench {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        for variant in Variant::ALL {
            if self.variant.is_some_and(|only| only != variant) {
                continue;
            }
            if !self.engines.is_empty() {
                self.compare(variant, out)?;
                continue;
            }
            self.count(variant, out)?;
        }
        Ok(())
    }

    fn count(&self, variant: Variant, out: &mut impl Write) -> Result<(), Failure> {
        let hce = bench(variant, self.depth, EvalSource::HandCrafted);
        writeln!(out, "{variant} HCE: {} nodes {} nps", hce.nodes, hce.nps())?;
        if EvalSource::has_network(variant) {
            let result = bench(variant, self.depth, EvalSource::BuiltIn);
            let share = result.nps() as f64 / hce.nps().max(1) as f64;
            let (nodes, nps) = (result.nodes, result.nps());
            writeln!(out, "{variant} NNUE: {nodes} nodes {nps} nps, {share:.2} of HCE")?;
        }
        Ok(out.flush()?)
    }

    fn compare(&self, variant: Variant, out: &mut impl Write) -> Result<(), Failure> {
        let each = Duration::from_millis(self.movetime);
        let speeds = compare(&self.engines, variant, positions(variant), each, self.rounds)?;
        let first = speeds.first().map_or(0.0, Speed::nps);
        for speed in &speeds {
            let (name, nps) = (&speed.name, speed.nps());
            let ratio = first / nps.max(1.0);
            writeln!(
                out,
                "{variant}: {name} {:.0} knodes/s, first engine {ratio:.2} times",
                nps / 1e3
            )?;
        }
        Ok(out.flush()?)
    }
}
