//! A disagreement, told so that it can be looked into without running anything again.

use std::fmt;

use crate::oracle::Ruleset;

#[derive(Debug)]
pub struct Difference {
    pub ruleset: Ruleset,
    pub fen: String,
    /// What was asked of both.
    pub question: String,
    pub library: String,
    /// Who disagrees, and what it answers.
    pub judge: &'static str,
    pub judgement: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in {}", self.question, self.ruleset.id())?;
        writeln!(f, "  FEN      {}", self.fen)?;
        writeln!(f, "  library  {}", self.library)?;
        write!(f, "  {:<8} {}", self.judge, self.judgement)
    }
}
