//! The web platform: games between people and against the computer, by HTTP and WebSocket.
//!
//! Read in this order: what can be set ([`config`]); where moments come from ([`time`]); how long the network takes ([`lag`]); what may be written ([`text`]); a game as it is played, the task that owns it and the way to it
//! ([`game`]); the computer's threads ([`workers`]), the order in which they serve people ([`fair_queue`]); news for everybody ([`bus`]); whether the database answers ([`heartbeat`]); who somebody
//! is ([`auth`]), how much they may ask for ([`limits`]) and what they are told when they may not ([`error`]); one
//! page's WebSocket ([`socket`]), the rest ([`routes`]); whose connection it is ([`address`]), how long it may keep us
//! waiting ([`connection`]), where they come in ([`listen`]) and how many files that takes ([`files`]); and how it all
//! hangs together ([`app`]).
//!
//! The database is the truth (`estopim_store`): nothing is told to anybody before it is kept, and what
//! is in memory is a cache of it.
#![forbid(unsafe_code)]

pub mod config;
pub mod time;
mod lag;
mod text;
pub mod game;
mod fair_queue;
pub mod workers;
pub mod bus;
mod heartbeat;
pub mod auth;
pub mod limits;
pub mod error;
pub mod metrics;
mod socket;
mod routes;
mod address;
mod connection;
mod listen;
pub mod files;
pub mod app;

pub use app::{ServeError, Server, serve};
pub use config::{Config, DatabaseAddress, Timeouts};

/// `length` letters and digits drawn by chance: ids of games (8) and sessions (24).
pub(crate) fn random_id(length: usize) -> String {
    use rand::Rng;
    rand::rng().sample_iter(rand::distr::Alphanumeric).take(length).map(char::from).collect()
}
