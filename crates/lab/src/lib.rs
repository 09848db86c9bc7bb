//! Counting and measuring: perft on many threads ([`perft`]), matches between UCI engines with what they say
//! about strength ([`mod@matches`]) and speed ([`speed`]), positions to learn from ([`data`]) and the self-play
//! they come from ([`datagen`]), networks trained with them ([`train`]), the engine's numbers found by games ([`tune`]), games looked
//! at move by move ([`analyse`]), forced wins proven by trying everything ([`mates`]), load on the web
//! platform ([`load`]), and files that are written whole or not at all ([`files`]).
//!
//! The benchmark against other libraries is `benches/perft.rs`, so that nothing that ships links them.
#![deny(unsafe_code)]

pub mod files;
pub mod perft;
pub mod matches;
pub mod speed;
pub mod data;
pub mod datagen;
pub mod train;
pub mod tune;
pub mod analyse;
pub mod mates;
pub mod load;
