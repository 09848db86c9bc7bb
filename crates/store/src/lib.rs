//! The database of the platform: SQLite or PostgreSQL, with the same SQL.
//!
//! The database is the truth. A move is a row keyed by its game and ply; it is committed before any client hears of it,
//! and of two writers to one ply one wins and the other gets a conflict. Writes go through one task, [`writer`], which
//! commits writes that arrive together in one transaction with one sync (group commit).
//!
//! Read in this order: the rows ([`records`]), the writes ([`mod@write`]), the task that commits them ([`writer`]), and
//! the queries ([`store`], and of classes [`classes`]).
#![forbid(unsafe_code)]

pub mod records;
pub mod write;
mod address;
mod lock;
mod migrations;
mod rows;
mod writer;
mod store;
mod classes;

pub use address::redacted;
pub use records::{
    AccountRow, ChatRow, ClassGameRow, ClassMemberRow, ClassRow, Clocks, Downtime, GameRow,
    MoveRow, NewClassGameRow, NewGameRow, OffersRow, ReportRow, ResultFilter, ResultWords,
    SessionRow, TokenRow,
};
pub use store::{Page, Store, StoreError, StoreErrorKind};
pub use write::{Write, Written};
