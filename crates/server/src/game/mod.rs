//! Games as they are played.
//!
//! [`live`] is a game in memory, [`load`] brings it there from the database, [`create`] makes new ones.
//! Each game in memory is owned by one task ([`actor`]), so nothing is locked and what happens to a game
//! happens in one order; [`actions`] is what players may do, [`computer`] what the computer does.
//! [`registry`] is the way to a game's task.

pub mod live;
pub mod load;
pub mod create;
pub mod registry;
mod actor;
mod actions;
mod computer;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

pub use actor::{Ask, Outbox, Watcher};
pub use registry::{Context, Games};

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &impl Serialize) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message can be written").into()
}
