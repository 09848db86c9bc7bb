//! Any text is a message of the protocol or an error; a message is read as it was written.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| estopim_fuzz::check_message(text));
