//! What belongs to a game between two players beside its rules, whoever shows it: how time is counted
//! ([`time_control`], [`clock`]), what is offered ([`offers`]), how a game ends ([`end`]) and all of it together as a
//! state machine ([`state`]); when the computer takes a draw ([`computer`]) and what it says ([`remarks`]).
//!
//! Server, terminal and browser use the same code. It reads no clock and draws no random number: moments and chance
//! are passed in.
#![forbid(unsafe_code)]

pub mod time_control;
pub mod clock;
pub mod offers;
pub mod end;
pub mod state;
pub mod computer;
pub mod remarks;

pub use clock::Clock;
pub use end::End;
pub use offers::{OfferKind, Offers};
pub use remarks::RemarkKind;
pub use state::GameState;
pub use time_control::{TimeControl, TimeControlError};
