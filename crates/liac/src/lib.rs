//! LIAC's protocol for Pawn Battle, by which students' programs play: JSON over TCP, without frames and without a
//! greeting. What a program is sent ([`state`]), what it answers ([`inbound`]), one table with its two slots as a state
//! machine ([`table`]), and how strong programs are by their results ([`ladder`]).
//!
//! There are no sockets, no clocks and no games here: the server brings bytes and news in, and carries out the
//! [`table::Effect`]s. The game itself is played where all games are.
#![forbid(unsafe_code)]

pub mod state;
pub mod inbound;
pub mod table;
pub mod ladder;

pub use inbound::{BotMessage, Inbound};
pub use state::StateMessage;
pub use table::{BotTable, Effect, Phase, SlotKind};

/// White's port.
pub const WHITE_PORT: u16 = 50_100;
/// Black's port.
pub const BLACK_PORT: u16 = 50_200;
/// The time for a move, in milliseconds.
pub const MOVE_TIME_MS: i64 = 5_900;
/// How much later than that an infraction is counted: the original looks ten times a second.
pub const TICK_MS: i64 = 100;
/// How many infractions lose a game.
pub const MAX_INFRACTIONS: u8 = 5;
/// The most infractions that can be asked for: programs read the count as one digit.
pub const MOST_INFRACTIONS: u8 = 9;
/// The least time between the end of a game and the first message of the next, in milliseconds. Programs read what has
/// arrived as one message, so two must not arrive together.
pub const BETWEEN_GAMES_MS: i64 = 1_000;
