//! `estopim uci`: the engine, for chess programs.

use std::io;

use clap::Args;

use crate::failure::Failure;

/// Speak UCI on standard input and output, for chess programs
///
/// Programs that pass no arguments can start `estopim-uci` instead, which does the same.
#[derive(Args)]
pub struct Uci {}

impl Uci {
    pub fn run() -> Result<(), Failure> {
        Ok(estopim_uci::front::run(io::stdin().lock(), io::stdout())?)
    }
}
