//! The slow oracle: a second, independent reading of the rules of all five games.
//!
//! It takes a ruleset's id and a FEN, copies a plain 64-square board, plays each move and looks at what
//! happened. It is written to be obviously right, not fast, and shares nothing with the crate it judges: no
//! file in this folder may mention it.
//!
//! What does not live here: history (repetition), and the atomic verdict on insufficient material, which is
//! left to another library save for bare kings.

mod board;
mod ruleset;
mod castling;
mod position;
mod fen;
mod ending;

pub use board::Color;
pub use ending::Ending;
pub use position::{Move, Position};
pub use ruleset::Ruleset;
