//! Counting and measuring. Today: perft on many threads, with a table of what was counted before.
//!
//! The benchmark against other libraries is `benches/perft.rs`, so that nothing that ships links them.
#![forbid(unsafe_code)]

pub mod perft;
