//! Finding the numbers of the engine from games that it has played against itself.
//!
//! [`tune`] turns the weights of the hand-written evaluation until it foretells how the games of
//! [`datagen`](crate::datagen) ended as well as it can (Texel's method). [`tune_search`] turns the numbers of the
//! search by playing games with them (SPSA).

mod descent;
mod search;
mod spsa;

pub use descent::{DescentSettings, Progress, tune};
pub use search::{PairScores, SearchSettings, numbers_of, try_numbers, tune_search};
pub use spsa::Schedule;
