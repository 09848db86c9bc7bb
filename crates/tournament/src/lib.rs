//! Who plays whom, and how everybody stands: pure functions of the games that were played.
//!
//! Read in this order: games and results ([`games`]), a round of pairings and the reasons for each ([`round`]),
//! standings and tie-breaks ([`mod@standings`]), then the ways of pairing: at random ([`random`]), everybody against everybody
//! ([`round_robin`]), Swiss ([`swiss`]), and whoever is free ([`arena`]).
//!
//! Nothing here knows a game's rules, a database or the time of day. Randomness is passed in.
#![forbid(unsafe_code)]

pub mod games;
pub mod round;
pub mod standings;
pub mod random;
pub mod round_robin;
pub mod swiss;
pub mod arena;

pub use games::{GameResult, History, PlayedGame, PlayerId};
pub use round::{Pairing, Round, Why};
pub use standings::{Standing, standings};
