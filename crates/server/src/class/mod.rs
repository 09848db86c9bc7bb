//! Classes of children.
//!
//! [`live`] is a class in memory: settings, children, games; a cache of its rows, whose words [`rows`] encodes. One task owns each
//! class ([`actor`]), as one owns each game. What teachers may do is in [`teacher`], what children may in [`child`], who comes in and
//! how in [`door`]; [`pairing`] makes games and [`tournament`] rounds, [`ladder`] chooses setups, [`view`] is what each
//! screen sees. [`index`] says who is what to which class, which games and requests ask without waiting; [`registry`] makes, finds
//! and loads classes. [`names`] checks first names, [`file`](mod@file) moves a class between computers, and [`discuss`] finds
//! positions worth talking about.
//!
//! The games of a class are games like all others, played through the same tasks and written to the same tables. Their players are
//! *seats*: ids like those of sessions, on which a child's browser sits. So a browser can be changed, and games stay.

pub mod live;
pub mod rows;
mod names;
mod ladder;
mod view;
pub mod index;
mod command;
mod actor;
mod teacher;
mod child;
mod door;
mod pairing;
mod tournament;
pub mod file;
pub mod discuss;
pub mod registry;

pub use command::{ClassCommand, ClassWatcher};
pub use index::{BrowserSession, ClassIndex, Standing};
pub use registry::Classes;
