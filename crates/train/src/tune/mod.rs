//! Tuning the engine with games that it has played against itself.
//!
//! [`tune`] tunes the weights of the hand-crafted evaluation so that it predicts the results of the games of
//! [`datagen`](crate::datagen) (Texel's method). [`tune_search`] tunes the parameters of the search by playing games
//! with them (SPSA).

mod descent;
mod search;
mod spsa;

pub use descent::{DescentSettings, Progress, tune};
pub use search::{PairScores, SearchSettings, try_tuning, tune_search, tuning_of};
pub use spsa::Schedule;
