//! Finding the weights of the hand-written evaluation from games that the engine plays against itself.
//!
//! [`play_samples`] plays the games and keeps quiet positions with how they ended; [`tune`] turns the weights
//! until the evaluation foretells those endings as well as it can (Texel's method).

mod descent;
mod sample;

pub use descent::{DescentSettings, Progress, tune};
pub use sample::{Sample, SampleError, SampleSettings, play_samples, read_samples, sample_lines};
