//! The web platform: games between people and against the computer, by HTTP and WebSocket.
//!
//! Read in this order: settings ([`config`]); the time source ([`time`]); lag ([`lag`]); validation of people's texts
//! ([`text`]); games, their tasks and the registry ([`game`]); the engine threads ([`workers`]) and their fair queue
//! ([`fair_queue`]); game reports ([`reports`]); the lobby feed ([`bus`]); classes of children ([`class`], [`class_socket`]); tables of programs ([`liac`]) and programs that play by HTTP ([`bots`]); heartbeats of the database ([`heartbeat`]); sessions ([`auth`]), rate
//! limits ([`limits`]) and errors ([`error`]); sockets ([`socket`]) and HTTP ([`routes`]); client addresses
//! ([`address`]), connections and their timeouts ([`connection`]), listeners ([`listen`]) and file descriptors
//! ([`files`]); and the application ([`app`]).
//!
//! The database is the truth (`estopim_store`): nothing is sent to clients before it is committed, and what is in
//! memory is a cache.
#![forbid(unsafe_code)]

pub mod config;
pub mod time;
mod lag;
mod text;
pub mod game;
mod fair_queue;
pub mod workers;
mod reports;
pub mod bus;
pub mod class;
pub mod liac;
pub mod bots;
mod heartbeat;
pub mod auth;
pub mod limits;
pub mod error;
pub mod metrics;
mod socket;
mod class_socket;
mod routes;
mod address;
mod connection;
mod listen;
pub mod files;
pub mod app;

pub use app::{MatchNews, ServeError, Server, serve, serve_class, serve_match};
pub use bots::EngineConfig;
pub use config::{ClassMode, Config, DatabaseAddress, Timeouts};
pub use liac::LiacConfig;

/// `length` random letters and digits: ids of games (8) and sessions (24).
pub(crate) fn random_id(length: usize) -> String {
    use rand::Rng;
    rand::rng().sample_iter(rand::distr::Alphanumeric).take(length).map(char::from).collect()
}
