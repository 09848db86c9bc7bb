//! From self-play to better numbers: positions to learn from ([`data`]) and the games they come from ([`datagen`]),
//! networks trained with them ([`train`]), the engine's own numbers found by games ([`tune`]), and files that are written
//! whole or not at all ([`files`]).
#![deny(unsafe_code)]

pub mod files;
pub mod data;
mod self_play;
pub mod datagen;
pub mod train;
pub mod tune;
