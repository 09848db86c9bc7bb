//! Any text is an EPD or an error; an EPD writes what it reads.
#![no_main]

use estopim_rules::{Epd, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for variant in Variant::ALL {
        match Epd::parse(variant, text) {
            Ok(epd) => {
                let written = epd.to_string();
                let read = Epd::parse(variant, &written).expect("what is written can be read");
                assert_eq!(read.position, epd.position);
                assert_eq!(read.to_string(), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
