//! [`GoLimits`]: when a search shall end, and what it shall look at.

use std::fmt;
use std::time::Duration;

use crate::command::CommandError;
use crate::words::{Words, excerpt};

/// Everything that `go` may say. What was not said is `None`, `false` or empty.
///
/// ```
/// use estopim_uci::GoLimits;
/// use std::time::Duration;
/// let limits = GoLimits { movetime: Some(Duration::from_millis(100)), ..GoLimits::default() };
/// assert_eq!(limits.to_string(), "movetime 100");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// Look only at these moves of the first position, as UCI writes them.
    pub searchmoves: Vec<String>,
    /// Search while the opponent thinks, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// What is left on White's clock. Clocks that have run out are zero.
    pub wtime: Option<Duration>,
    /// What is left on Black's clock.
    pub btime: Option<Duration>,
    /// What White gains with each move.
    pub winc: Option<Duration>,
    /// What Black gains with each move.
    pub binc: Option<Duration>,
    /// Moves until more time is added to the clock.
    pub movestogo: Option<u32>,
    /// Search this many plies.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Look for mate in this many moves.
    pub mate: Option<u32>,
    /// Search exactly this long.
    pub movetime: Option<Duration>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Do not search: count the leaves of the tree of legal moves this deep.
    pub perft: Option<u32>,
}

impl GoLimits {
    /// Reads what follows `go`. Unknown words are skipped.
    pub(crate) fn parse(words: &mut Words<'_>) -> Result<Self, CommandError> {
        let mut limits = Self::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    while let Some(text) = words.peek().filter(|text| is_move_text(text)) {
                        limits.searchmoves.push(text.to_owned());
                        words.next();
                    }
                }
                "ponder" => limits.ponder = true,
                "infinite" => limits.infinite = true,
                "wtime" => limits.wtime = Some(milliseconds("wtime", words)?),
                "btime" => limits.btime = Some(milliseconds("btime", words)?),
                "winc" => limits.winc = Some(milliseconds("winc", words)?),
                "binc" => limits.binc = Some(milliseconds("binc", words)?),
                "movetime" => limits.movetime = Some(milliseconds("movetime", words)?),
                "movestogo" => limits.movestogo = Some(count("movestogo", words)?),
                "depth" => limits.depth = Some(count("depth", words)?),
                "mate" => limits.mate = Some(count("mate", words)?),
                "perft" => limits.perft = Some(count("perft", words)?),
                "nodes" => limits.nodes = Some(number("nodes", words)?),
                _ => {}
            }
        }
        Ok(limits)
    }
}

/// What follows `go`, without a space before it; empty for a search without limits.
impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: Option<Duration>| {
            time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
        };
        let numbers = [
            ("wtime", millis(self.wtime)),
            ("btime", millis(self.btime)),
            ("winc", millis(self.winc)),
            ("binc", millis(self.binc)),
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("mate", self.mate.map(u64::from)),
            ("movetime", millis(self.movetime)),
            ("perft", self.perft.map(u64::from)),
        ];
        let mut parts: Vec<String> = Vec::new();
        if self.ponder {
            parts.push("ponder".to_owned());
        }
        for (name, value) in numbers {
            if let Some(value) = value {
                parts.push(format!("{name} {value}"));
            }
        }
        if self.infinite {
            parts.push("infinite".to_owned());
        }
        // Last, because nothing but the next keyword ends the list.
        if !self.searchmoves.is_empty() {
            parts.push(format!("searchmoves {}", self.searchmoves.join(" ")));
        }
        f.write_str(&parts.join(" "))
    }
}

/// Whether a word is written as UCI writes moves, legal or not.
fn is_move_text(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square =
        |at: usize| matches!(bytes[at], b'a'..=b'h') && matches!(bytes[at + 1], b'1'..=b'8');
    matches!(bytes.len(), 4 | 5)
        && square(0)
        && square(2)
        && bytes.get(4).is_none_or(u8::is_ascii_alphabetic)
}

/// A time in milliseconds. GUIs send negative ones when a flag has fallen: nothing is left.
fn milliseconds(name: &'static str, words: &mut Words<'_>) -> Result<Duration, CommandError> {
    number(name, words).map(Duration::from_millis)
}

fn count(name: &'static str, words: &mut Words<'_>) -> Result<u32, CommandError> {
    number(name, words).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A whole number. Negative ones count as zero, and those too large as the largest.
fn number(name: &'static str, words: &mut Words<'_>) -> Result<u64, CommandError> {
    let Some(text) = words.peek() else {
        return Err(CommandError::MissingValue(name));
    };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::NotANumber { name, found: excerpt(text) });
    }
    words.next();
    Ok(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}
