//! The engine: search, evaluation and levels, generic over the games' rules.
#![deny(unsafe_code)]

mod memory;
mod fingerprint;
pub mod score;
pub mod see;
pub mod eval;
pub mod tuning;
pub mod variant_search;
pub mod tt;
pub mod time;
mod search_panic;
pub mod endgames;
pub mod search;
pub mod player;
mod multipv;
mod analyst;
pub mod attention;
pub mod levels;
pub mod bench;
pub mod perft;
#[cfg(test)]
mod walks;

pub use analyst::Analyst;
pub use endgames::{Endgames, TableUse};
pub use eval::EvalSource;
pub use levels::{Level, LevelError};
pub use player::{MAX_HASH_MB, MAX_MULTIPV, MAX_THREADS, Player, SearchMode, Task};
pub use score::{MAX_DEPTH, Score};
pub use search::{Best, Limits, Pv, RootMoveCallback, SearchInfo, Shared, Worker};
#[doc(hidden)]
pub use search_panic::PanicPlace;
pub use search_panic::{Remedy, SEARCH_THREAD, SearchPanic};
pub use time::TimePlan;
pub use tt::Bound;
pub use variant_search::SearchRules;
