//! Games as they are played.
//!
//! [`live`] is a game in memory with what is said at it ([`talk`]), [`load`] brings it there from the database, whose words
//! [`rows`] knows, [`create`] makes new ones. Each game in memory is owned by one task ([`actor`]), so nothing is locked and what
//! happens to a game happens in one order. [`command`] is what can be asked of it; [`actions`] is what players may do,
//! [`computer`] what the computer does, [`timing`] what the clock does, [`presence`] who is there. Whatever changes a
//! game takes the one path in [`change`]. [`outbox`] is what waits to be sent to one of those who watch, and
//! [`registry`] the way to a game's task.

pub mod live;
pub mod talk;
pub mod rows;
pub mod load;
pub mod create;
pub mod outbox;
pub mod registry;
mod command;
mod actor;
mod change;
mod actions;
mod computer;
mod timing;
mod presence;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod test_world;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod creation_tests;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;

pub use command::{GameCommand, Watcher};
pub use registry::{Context, Games};

/// Room for most messages, so that writing one does not grow its text again and again.
const ROOM: usize = 6 * 1024;

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &impl Serialize) -> Utf8Bytes {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, message).expect("every message can be written");
    String::from_utf8(text).expect("JSON is text").into()
}
