//! Finding the weights of the hand-written evaluation from games that the engine has played against itself.
//!
//! [`tune`] turns the weights until the evaluation foretells how the games ended as well as it can (Texel's
//! method). The games are those of [`datagen`](crate::datagen).

mod descent;

pub use descent::{DescentSettings, Progress, tune};
