//! `estopim embed`: makes a network part of the program.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use estopim_nnue::Network;
use estopim_rules::Variant;
use estopim_system::files::{Access, replace_file};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  estopim embed atomic.nnue
  estopim embed atomic.nnue --serves strictatomic simpleatomic";

/// Check a network and put it where the next build makes it part of the program
///
/// It goes to nets/<game>.nnue, in place of what is there. To try a network without building, give its file to
/// the engine's option `EvalFile`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Embed {
    /// The network
    file: PathBuf,
    /// Games that it shall serve beside its own
    #[arg(long, value_name = "VARIANT", num_args = 1..)]
    serves: Vec<Variant>,
    /// The folder of networks, in the sources of the program
    #[arg(long, value_name = "FOLDER", default_value = "nets")]
    nets: PathBuf,
}

impl Embed {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let refused = |error| Failure::Network { path: self.file.clone(), error };
        let network = Network::open_any(&self.file).map_err(refused)?;
        let own = network.shape().variants;
        let Some(game) = own.iter().next() else { unreachable!("a network serves a game") };
        let network = network.serving(self.serves.iter().fold(own, |set, &more| set.with(more)));
        if !self.nets.is_dir() {
            return Err(Failure::NoNets(self.nets.clone()));
        }
        let target = self.nets.join(format!("{game}.nnue"));
        replace_file(&target, &network.to_bytes(), Access::Usual)
            .map_err(|error| Failure::Write { path: target.clone(), error })?;
        let shape = network.shape();
        Ok(writeln!(
            out,
            "{}: for {}, width {}, {} king buckets; part of the program from the next build on",
            target.display(),
            shape.variants,
            shape.hidden,
            shape.features.buckets()
        )?)
    }
}
