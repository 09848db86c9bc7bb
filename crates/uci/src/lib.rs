//! The UCI protocol: what is said on both sides as types, and a client that drives other engines.
//!
//! Read in this order: what a GUI says ([`command`], with the limits of a search in [`limits`]), what an
//! engine answers ([`reply`], made of [`info`] lines and [`option`] declarations), the [`client`]
//! that plays the GUI for a child process, and the [`front`] of our own engine.
//!
//! Moves and positions stay text until the game is known by which they are read.
#![forbid(unsafe_code)]

pub mod command;
pub mod limits;
pub mod option;
pub mod info;
pub mod reply;
pub mod client;
mod position;
mod perft;
mod engine_info;
pub mod front;
mod words;

pub use client::{Client, ClientError, Launch, SearchResult};
pub use command::{Command, CommandError, PositionCommand, Start};
pub use info::{Bound, Info, Score, ScoreValue, Wdl};
pub use limits::GoLimits;
pub use option::{OptionDeclaration, OptionError, OptionKind};
pub use reply::{BestMove, Reply};
