//! Where games are kept: SQLite or PostgreSQL, by the same SQL.
//!
//! The database is the truth. A move is a row keyed by its game and ply; it is committed before anybody
//! is told of it, and of two writers to one ply one wins and the other is told. Writes go through one
//! task, [`writer`], which commits together what arrives together, so that one sync serves many.
//!
//! Read in this order: what is kept ([`records`]), how it is changed ([`mod@write`]), the task that does
//! it ([`writer`]), and the questions ([`store`]).
#![forbid(unsafe_code)]

pub mod records;
pub mod write;
mod address;
mod lock;
mod migrations;
mod rows;
mod writer;
mod store;

pub use address::redacted;
pub use records::{
    ChatRow, Clocks, Downtime, GameRow, MoveRow, NewGameRow, OffersRow, ResultFilter, SessionRow,
};
pub use store::{Page, Store, StoreError, StoreErrorKind};
pub use write::{Write, Written};
