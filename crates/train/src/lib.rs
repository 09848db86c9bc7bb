//! Training: the data format ([`data`]), data generation by self-play ([`datagen`]), the trainer of networks
//! ([`train`]), and tuners of the hand-crafted evaluation and of the search ([`tune`]).
#![deny(unsafe_code)]

pub mod data;
mod self_play;
pub mod datagen;
pub mod train;
pub mod tune;
