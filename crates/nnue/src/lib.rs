//! NNUE: evaluation by a small, efficiently updatable neural network.
//!
//! Read the modules in this order: the inputs ([`features`]), the network itself ([`network`]) and its file
//! ([`mod@file`]), the accumulators that follow the search ([`accumulator`]), the arithmetic in the instructions of
//! each processor ([`simd`]), and the networks that are part of the program ([`embedded`]).
//!
//! ```text
//! board ──▶ features of each side ──▶ accumulators (× 2) ──▶ squared clipped ReLU ──▶ output bucket ──▶ centipawns
//!           relative to the own king  updated incrementally                          by the number of pieces
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
pub use features::{Features, Perspective};
pub use file::NetworkError;
pub use network::{Network, Parameters, Shape};
pub use simd::Simd;
