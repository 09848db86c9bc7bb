//! What Fairy-Stockfish's rules (through Python's pyffish) say of Simple Atomic and Pawn Battle moves.
//!
//! pyffish rebuilds its piece tables on every call, which costs milliseconds: positions are sampled, gathered,
//! and asked in one batch.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use super::difference::Difference;
use crate::oracle::Ruleset;

/// Names the Python interpreter that has pyffish installed.
const PYTHON: &str = "ESTOPIM_PYTHON";

const HOW_TO_GET_IT: &str = "run the tests with `make test`, or install it with `make python`";

/// Positions with the library's sorted legal moves, waiting to be judged.
pub struct Batch {
    ruleset: Ruleset,
    positions: Vec<(String, Vec<String>)>,
}

impl Batch {
    /// Nothing for the rulesets that pyffish is not asked about.
    ///
    /// # Panics
    ///
    /// If Python or pyffish is missing: a check that was not made has not passed.
    pub fn new(ruleset: Ruleset) -> Option<Self> {
        if !matches!(ruleset, Ruleset::SimpleAtomic | Ruleset::PawnBattle) {
            return None;
        }
        ask(ruleset, &[]); // better told now than after minutes of work
        Some(Self { ruleset, positions: Vec::new() })
    }

    pub fn push(&mut self, fen: String, moves: Vec<String>) {
        self.positions.push((fen, moves));
    }

    /// Asks about every position, and answers how many were compared.
    pub fn compare(self) -> Result<usize, Difference> {
        let fens: Vec<&str> = self.positions.iter().map(|(fen, _)| fen.as_str()).collect();
        let answers = ask(self.ruleset, &fens);
        assert_eq!(
            answers.len(),
            self.positions.len(),
            "pyffish answers one line for each position"
        );
        let count = answers.len();
        for ((fen, moves), answer) in self.positions.into_iter().zip(answers) {
            let library = moves.join(" ");
            if library != answer {
                let question = "legal moves".to_owned();
                let (ruleset, judge) = (self.ruleset, "pyffish");
                return Err(Difference {
                    ruleset,
                    fen,
                    question,
                    library,
                    judge,
                    judgement: answer,
                });
            }
        }
        Ok(count)
    }
}

/// The legal moves of each position, on a line of their own.
fn ask(ruleset: Ruleset, fens: &[&str]) -> Vec<String> {
    try_to_ask(ruleset, fens).unwrap_or_else(|reason| {
        panic!("no second opinion from pyffish: {reason}; {HOW_TO_GET_IT}")
    })
}

fn try_to_ask(ruleset: Ruleset, fens: &[&str]) -> Result<Vec<String>, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let python = env::var_os(PYTHON).ok_or(format!("{PYTHON} is not set"))?;
    let mut child = Command::new(&python)
        .arg(tests.join("support/pyffish_moves.py"))
        .arg(tests.join("data/variants.ini"))
        .arg(ruleset.id())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} does not start: {error}", python.display()))?;

    let mut input = child.stdin.take().expect("the input is piped");
    // A program that ends early closes the pipe; its own message, below, tells why.
    let _ = input.write_all(fens.join("\n").as_bytes());
    drop(input);

    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    let text = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    Ok(text.lines().map(str::to_owned).collect())
}
