//! `estopim uci`: the engine, for chess programs.

use std::io;

use clap::Args;
use estopim_match::{ReferencePlayer, reference_uci};

use crate::failure::Failure;

/// Speak UCI on standard input and output, for chess programs
///
/// Programs that pass no arguments can start `estopim-uci` instead, which does the same.
#[derive(Args)]
pub struct Uci {
    /// Play as a simple player by which weak levels are measured: random, free-pieces or careful
    #[arg(long, value_name = "PLAYER")]
    reference: Option<ReferencePlayer>,
    /// The seed of a reference player's random generator
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "reference")]
    seed: u64,
}

impl Uci {
    pub fn run(self) -> Result<(), Failure> {
        let (input, output) = (io::stdin().lock(), io::stdout());
        match self.reference {
            Some(player) => reference_uci::run(player, self.seed, input, output)?,
            None => estopim_uci::front::run(input, output)?,
        }
        Ok(())
    }
}
