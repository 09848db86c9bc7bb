//! Pawn Battle with pawns alone, solved exactly.
#![forbid(unsafe_code)]

mod pawns;
mod race;
mod key;
mod table;
mod prover;
mod solver;
pub mod verify;
pub mod trial;

pub use solver::{Partial, Progress, SolveError, Solution, Solver, Value, Worth};
pub use table::TableMemoryError;
