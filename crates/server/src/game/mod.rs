//! Games as they are played.
//!
//! [`live`] is a game in memory with its chat ([`chat`]), [`load`] reads it from the database, whose words [`rows`]
//! encodes and decodes, [`create`] makes new ones. Each game in memory is owned by one task ([`actor`]), so nothing is
//! locked and all changes of a game happen in one order. [`command`] are the messages to it; [`actions`] is what
//! players may do, [`computer`] what the computer does, [`referee`] what a table of LIAC's protocol does, [`timing`] what the clock does, [`presence`] who is there, [`lesson`] what is different in a game of a class.
//! Whatever changes a game takes the one path in [`change`]. [`outbox`] is the queue of messages to one watcher,
//! [`follow`] reads it inside the server, and [`registry`] finds the task of a game.

pub mod live;
pub mod chat;
pub mod rows;
pub mod load;
pub mod create;
pub mod offline;
pub mod outbox;
pub mod registry;
mod command;
mod actor;
mod change;
mod actions;
mod computer;
mod timing;
pub mod referee;
pub mod follow;
mod presence;
mod lesson;
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

pub use command::{GameCommand, TeacherOrder, Watcher};
pub use registry::{Context, Games};

/// Initial capacity: enough for most messages.
const ROOM: usize = 6 * 1024;

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &impl Serialize) -> Utf8Bytes {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, message).expect("every message can be written");
    String::from_utf8(text).expect("JSON is text").into()
}
