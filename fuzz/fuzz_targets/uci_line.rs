//! Any line is a UCI command and a reply or an error; what is written is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| estopim_fuzz::check_uci_line(line));
