//! A game between two players beyond its rules: time controls and clocks ([`time_control`], [`clock`]), what is offered
//! ([`offers`]), what programs do wrong ([`infractions`]), how a game ends ([`end`]) and all of it together as a state machine ([`state`]); how long the computer
//! thinks, what it accepts ([`computer`]) and what it says ([`remarks`]); what a new game is by default ([`defaults`]).
//!
//! Server and terminal use the same code; the page gets its defaults with the protocol's types. It reads no clock and draws no random number: both are passed in.
#![forbid(unsafe_code)]

pub mod defaults;
pub mod time_control;
pub mod clock;
pub mod offers;
pub mod infractions;
pub mod end;
pub mod state;
pub mod computer;
pub mod remarks;

pub use clock::Clock;
pub use end::End;
pub use infractions::{InfractionKind, Infractions};
pub use offers::{OfferKind, Offers};
pub use remarks::{RemarkKind, Remarks};
pub use state::GameState;
pub use time_control::{TimeControl, TimeControlError};
