//! Matches between UCI engines, and what can be concluded from them.
//!
//! Read in this order: who plays ([`contender`]) by which clock ([`time_control`]) from which positions ([`openings`],
//! [`quiet`]); how one game is played ([`referee`]), adjudicated ([`adjudication`]) and recorded ([`record`]); the
//! results ([`stats`], [`sprt`], [`standing`], [`report`]); the match itself ([`runner`]); how fast engines are
//! ([`speed`]); and reference players to measure weak levels by ([`mod@reference`], [`reference_uci`]).
//!
//! Our own rules decide every game. An engine that answers an illegal move, oversteps its time, crashes or stops
//! answering loses that game.
#![forbid(unsafe_code)]

pub mod settings;
pub mod contender;
pub mod time_control;
pub mod quiet;
pub mod openings;
pub mod adjudication;
pub mod referee;
pub mod record;
pub mod stats;
pub mod sprt;
pub mod standing;
mod pressure;
pub mod report;
pub mod runner;
pub mod speed;
pub mod reference;
pub mod reference_uci;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use contender::Contender;
pub use openings::{Opening, OpeningError, OpeningSource, Openings};
pub use referee::{Ending, Fault, PlayedGame};
pub use reference::ReferencePlayer;
pub use report::{End, MatchReport};
pub use runner::{Event, MatchError, Plan, run};
pub use settings::SettingError;
pub use sprt::{Sprt, SprtState, Verdict};
pub use standing::{EngineFigures, Standing};
pub use stats::{Elo, PairCounts, Tally};
pub use time_control::MatchTimeControl;
