//! One file a subcommand: its arguments, and what it prints.

pub mod perft;
pub mod moves;
pub mod show;
pub mod uci;
pub mod bench;
pub mod analyse;
pub mod matches;
pub mod datagen;
pub mod data;
pub mod fit_winrate;
pub mod train;
pub mod embed;
pub mod tune;
pub mod solve;
pub mod verify_proof;
pub mod tables;
pub mod serve;
pub mod class;
pub mod liac;
pub mod loadtest;
pub mod completions;
pub mod play;

mod shared;
