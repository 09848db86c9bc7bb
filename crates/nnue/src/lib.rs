//! Evaluation by a small neural network that is updated, not computed anew, from one position to the next.
//!
//! Read the modules in this order: what the network sees of a board ([`features`]), the network itself
//! ([`network`]) and its file ([`mod@file`]), the first layer's sums as they follow the search
//! ([`accumulator`]), the arithmetic in the instructions of each processor ([`simd`]), and the networks that
//! are part of the program ([`embedded`]).
//!
//! ```text
//! board ──▶ features of each side ──▶ sums (× 2) ──▶ clipped, squared ──▶ output of the bucket ──▶ centipawns
//!           which pieces stand where,    kept between                        by the number of pieces
//!           seen from the own king    positions
//! ```
#![deny(unsafe_code)]

pub mod features;
mod aligned;
pub mod network;
pub mod file;
pub mod accumulator;
pub mod simd;
pub mod embedded;

pub use accumulator::NetworkEvaluator;
pub use features::{Features, View};
pub use file::NetworkError;
pub use network::{Network, Parameters, Shape};
pub use simd::Simd;
