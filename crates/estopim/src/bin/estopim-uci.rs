//! The engine alone, for programs that start it without arguments.
#![forbid(unsafe_code)]

use std::io;
use std::process::ExitCode;

/// As in the main program: it maps large zeroed tables lazily, where the system's allocator would fill them with zeros.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match estopim_uci::front::run(io::stdin().lock(), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
