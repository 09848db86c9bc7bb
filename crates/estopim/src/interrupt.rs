//! Ctrl-C: long commands end cleanly, with the result so far.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C.
pub static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// What shells expect of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

/// From now on the first Ctrl-C sets [`INTERRUPT`], and the second ends the program.
pub fn heed() {
    let handler = || {
        if INTERRUPT.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    // Without a handler Ctrl-C ends the program at once, which loses only the summary.
    let _ = ctrlc::set_handler(handler);
}
