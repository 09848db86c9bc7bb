//! Any file is a network or an error; a network writes what it reads, and evaluates.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| estopim_fuzz::check_network(bytes));
