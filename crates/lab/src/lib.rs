//! Counting and measuring: perft on many threads ([`perft`]), and matches between UCI engines with what
//! they say about strength ([`mod@matches`]), and weights found from self-play ([`tune`]).
//!
//! The benchmark against other libraries is `benches/perft.rs`, so that nothing that ships links them.
#![forbid(unsafe_code)]

pub mod perft;
pub mod matches;
pub mod tune;
