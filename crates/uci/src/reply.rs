//! [`Reply`]: what an engine says to a GUI, one line each.

use std::fmt;

use crate::info::Info;
use crate::option::OptionDeclaration;
use crate::words::Words;

/// A line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Its name and version.
    Name(String),
    /// Who wrote it.
    Author(String),
    /// An option it has.
    Option(OptionDeclaration),
    /// `uciok`: it has identified itself.
    UciOk,
    /// `readyok`: all earlier commands are done.
    ReadyOk,
    /// What it has found so far.
    Info(Box<Info>),
    /// What it plays.
    BestMove(BestMove),
    /// Anything else; engines greet, and some complain.
    Other(String),
}

/// What an engine plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move as UCI writes it, unread; `None` if the engine says that there is none.
    pub best: Option<String>,
    /// The answer it expects.
    pub ponder: Option<String>,
}

impl Reply {
    /// Reads a line.
    ///
    /// ```
    /// use estopim_uci::{BestMove, Reply};
    /// let best = Some("e2e4".to_owned());
    /// assert_eq!(Reply::parse("bestmove e2e4"), Reply::BestMove(BestMove { best, ponder: None }));
    /// ```
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        let other = || Self::Other(line.trim().to_owned());
        match words.next() {
            Some("id") => match words.next() {
                Some("name") => Self::Name(words.rest().to_owned()),
                Some("author") => Self::Author(words.rest().to_owned()),
                _ => other(),
            },
            Some("option") => {
                OptionDeclaration::parse(words.rest()).map_or_else(other, Self::Option)
            }
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("info") => Self::Info(Box::new(Info::parse(words.rest()))),
            Some("bestmove") => Self::BestMove(BestMove::parse(words)),
            _ => other(),
        }
    }
}

impl BestMove {
    fn parse(mut words: Words<'_>) -> Self {
        let best = words.next().and_then(a_move);
        words.until("ponder");
        Self { best, ponder: words.next().and_then(a_move) }
    }
}

/// A word as a move; engines write the absence of one in several ways.
fn a_move(word: &str) -> Option<String> {
    (!matches!(word, "(none)" | "none" | "0000" | "NULL")).then(|| word.to_owned())
}

/// The line without its end, as it is sent.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => option.fmt(f),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best) => best.fmt(f),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// The whole line.
impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best.as_deref().unwrap_or("(none)"))?;
        match &self.ponder {
            Some(ponder) => write!(f, " ponder {ponder}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("id name Fairy-Stockfish 14")]
    #[case("id author somebody  else")]
    #[case("option name Hash type spin default 16 min 1 max 1024")]
    #[case("uciok")]
    #[case("readyok")]
    #[case("info depth 1 score cp 3")]
    #[case("bestmove e2e4")]
    #[case("bestmove e7e8q ponder a1a2")]
    #[case("bestmove (none)")]
    #[case("Stockfish 15 by the Stockfish developers")]
    fn a_line_is_read_and_written(#[case] line: &str) {
        assert_eq!(Reply::parse(line).to_string(), line);
    }

    #[rstest]
    #[case("bestmove", "bestmove (none)")]
    #[case("bestmove 0000", "bestmove (none)")]
    #[case("  bestmove   e2e4   ponder  ", "bestmove e2e4")]
    #[case("bestmove e2e4 ponder (none)", "bestmove e2e4")]
    fn the_ways_of_other_engines_are_known(#[case] line: &str, #[case] plain: &str) {
        assert_eq!(Reply::parse(line).to_string(), plain);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(line in any::<String>()) {
            let _ = Reply::parse(&line);
        }
    }
}
