//! Pawn Battle with pawns alone, solved exactly: what a position and each of its moves are worth, and in how many plies the game
//! ends.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use estopim_rules::PawnBattleSetup;
//! use estopim_solver::{Solver, Value, verify};
//!
//! let setup: PawnBattleSetup = "2p".parse().unwrap();
//! let solver = Solver::new(setup.position(), 1).unwrap();
//! let stop = AtomicBool::new(false);
//! let solution = solver.solve(1, &stop, |_| {}).expect("nobody has stopped it");
//! assert_eq!(solution.worth.value, Value::Loss);
//!
//! let certificate = solver.certificate(&solution, &stop).expect("nobody has stopped it");
//! let verdict = verify(&certificate).unwrap();
//! assert_eq!(verdict.winner, Some(!setup.position().turn()));
//! ```
//!
//! A game of pawns has no way back: every ply takes a pawn forward, so no position comes twice and the draw after 100
//! plies without a capture is never reached. A position is therefore worth the same whatever came before it.
//!
//! **Distance** is the number of plies from the position to the end of the game if both sides play their best: the winner as
//! quickly as it can, the loser as slowly as it can. A move's distance counts from the position before it. A draw has none.
//!
//! Read the modules in this order: positions without colours (`pawns`), what is decided without a search (`race`),
//! questions as numbers (`key`), what is known (`table`), the search (`prover`), all first moves on all cores
//! ([`Solver`]), checkpoints, certificates ([`certificate`]) and the verifier ([`mod@verify`]), which uses none of the
//! others.
#![forbid(unsafe_code)]

mod pawns;
mod race;
mod key;
mod table;
mod prover;
mod solver;
mod checkpoint;
pub mod certificate;
pub mod verify;

pub use checkpoint::CheckpointError;
pub use solver::{Partial, Progress, Solution, SolveError, Solver, Value, Worth};
pub use verify::{ProofError, Verdict, verify};
