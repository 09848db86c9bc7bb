//! `estopim verify-proof`: whether a certificate proves what it claims.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use estopim_solver::{Verdict, verify};
use indicatif::HumanCount;
use serde::Serialize;

use crate::failure::Failure;

/// Check a certificate of `estopim solve`
///
/// Plays every game that the certificate's side can be led into, by the rules alone: the other side tries every move. The
/// solver has no part in it.
#[derive(Args)]
pub struct VerifyProof {
    /// The certificate
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is printed, in this order.
#[derive(Serialize)]
struct ProofJson {
    fen: String,
    /// For the side to move.
    value: &'static str,
    /// The winner needs no more plies than this.
    distance_at_most: Option<u32>,
    positions: u64,
}

impl VerifyProof {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let path = &self.file;
        let read = |error| Failure::Read { path: path.clone(), error };
        let refused = |error| Failure::Proof { path: path.clone(), error };
        let verdict = verify(&fs::read(path).map_err(read)?).map_err(refused)?;
        let Verdict { position, winner, plies, positions } = verdict;
        if self.json {
            let value = match winner {
                Some(winner) if winner == position.turn() => "win",
                Some(_) => "loss",
                None => "draw",
            };
            let report =
                ProofJson { fen: position.fen(), value, distance_at_most: plies, positions };
            let json = serde_json::to_string(&report).expect("a report of words is valid JSON");
            return Ok(writeln!(out, "{json}")?);
        }
        let ending = match (winner, plies) {
            (Some(winner), Some(plies)) => format!("{winner} wins within {plies} plies"),
            _ => "neither side wins".to_owned(),
        };
        let positions = HumanCount(positions);
        Ok(writeln!(out, "{}: {ending}, proven with {positions} positions", position.fen())?)
    }
}
