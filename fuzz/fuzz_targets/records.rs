//! Any bytes are training records, whole files of them included, or an error; a record's position makes the same record.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| estopim_fuzz::check_records(bytes));
