//! `estopim completions`: scripts with which a shell completes our arguments.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::failure::Failure;

/// Print a script that makes a shell complete estopim's arguments
#[derive(Args)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        // The generator panics if it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "estopim", &mut script);
        Ok(out.write_all(&script)?)
    }
}
