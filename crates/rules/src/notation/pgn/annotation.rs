//! Annotations of a move: numeric annotation glyphs (NAGs), clocks, evaluations.

use std::fmt;
use std::time::Duration;

use super::{PgnLine, PgnMove};

/// A numeric annotation glyph (NAG), `$0` to `$255`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`, a good move.
    pub const GOOD: Self = Self(1);
    /// `?`, a mistake.
    pub const MISTAKE: Self = Self(2);
    /// `!!`, a brilliant move.
    pub const BRILLIANT: Self = Self(3);
    /// `??`, a blunder.
    pub const BLUNDER: Self = Self(4);
    /// `!?`, an interesting move.
    pub const INTERESTING: Self = Self(5);
    /// `?!`, a dubious move.
    pub const DUBIOUS: Self = Self(6);
    /// `$7`, the only move: all others are much worse.
    pub const ONLY_MOVE: Self = Self(7);

    /// The numbers that judge a move, rather than a position.
    pub const MOVE_JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=9;

    /// Splits the first NAG off a text that begins with `!` or `?`.
    pub(super) fn split_sign(text: &str) -> Option<(Self, &str)> {
        let signs = [
            ("!!", Self::BRILLIANT),
            ("??", Self::BLUNDER),
            ("!?", Self::INTERESTING),
            ("?!", Self::DUBIOUS),
            ("!", Self::GOOD),
            ("?", Self::MISTAKE),
        ];
        signs.into_iter().find_map(|(sign, nag)| Some((nag, text.strip_prefix(sign)?)))
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

/// An engine's evaluation of a position; positive is good for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PgnEval {
    /// How good the position is.
    pub score: PgnScore,
    /// How deep the engine looked, if it is said.
    pub depth: Option<u32>,
}

/// The value of a position for White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PgnScore {
    /// Hundredths of a pawn, written in pawns: `0.17`.
    Centipawns(i32),
    /// Mate in this many moves, by Black if negative: `#-3`.
    MateIn(i32),
}

impl fmt::Display for PgnEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            PgnScore::Centipawns(score) => {
                let sign = if score < 0 { "-" } else { "" };
                let score = score.unsigned_abs();
                write!(f, "{sign}{}.{:02}", score / 100, score % 100)?;
            }
            PgnScore::MateIn(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

impl PgnEval {
    /// Reads `0.17`, `-1.5`, `#-3`, each perhaps with a depth behind a comma.
    fn parse(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
            None => (text, None),
        };
        let score = match score.trim().strip_prefix('#') {
            Some(moves) => PgnScore::MateIn(moves.parse().ok()?),
            None => PgnScore::Centipawns(parse_centipawns(score.trim())?),
        };
        Some(Self { score, depth })
    }
}

/// Hundredths of a decimal number; further digits are dropped.
fn parse_centipawns(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return None;
    }
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digit =
        |index: usize| fraction.as_bytes().get(index).map_or(0, |byte| i32::from(byte - b'0'));
    Some(sign * whole.checked_mul(100)?.checked_add(digit(0) * 10 + digit(1))?)
}

/// Reads `1:02:03`, `2:03`, `3`, each perhaps with a fraction of a second.
fn parse_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    let parts = whole.split(':').map(parse_digits).collect::<Option<Vec<u64>>>()?;
    if parts.len() > 3 || fraction.len() > 9 {
        return None;
    }
    let seconds =
        parts.iter().try_fold(0u64, |sum, part| sum.checked_mul(60)?.checked_add(*part))?;
    let nanos = if fraction.is_empty() { 0 } else { parse_digits(fraction)? };
    let nanos = nanos * 10u64.pow(9 - fraction.len() as u32);
    Some(Duration::new(seconds, nanos as u32))
}

/// A number of digits only, of a size that no clock exceeds.
fn parse_digits(text: &str) -> Option<u64> {
    let short = (1..=9).contains(&text.len());
    if short && text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A span of time as `[%clk …]` has it.
fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match time.subsec_nanos() {
        0 => whole,
        nanos => format!("{whole}.{}", format!("{nanos:09}").trim_end_matches('0')),
    }
}

/// Adds a comment to the last move of a line, or before its first. Commands in it, such as `[%clk …]`, set the fields
/// of the move. Unknown and malformed commands stay text.
pub(super) fn comment_on(line: &mut PgnLine, comment: &str) {
    let Some(played) = line.moves.last_mut() else {
        let text = join_words(comment);
        if !text.is_empty() {
            line.comments.push(text);
        }
        return;
    };
    let mut text = String::new();
    let mut rest = comment;
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let command = &rest[start + 2..start + length];
        text.push_str(&rest[..start]);
        if obey(played, command) {
            text.push(' ');
        } else {
            text.push_str(&rest[start..=start + length]);
        }
        rest = &rest[start + length + 1..];
    }
    text.push_str(rest);
    let text = join_words(&text);
    if !text.is_empty() {
        played.comments.push(text);
    }
}

/// Applies a command; `false` if it is unknown or malformed.
fn obey(played: &mut PgnMove, command: &str) -> bool {
    let Some((name, value)) = command.split_once(char::is_whitespace) else { return false };
    let value = value.trim();
    match name {
        "clk" => parse_clock(value).map(|time| played.clock = Some(time)).is_some(),
        "emt" => parse_clock(value).map(|time| played.elapsed = Some(time)).is_some(),
        "eval" => PgnEval::parse(value).map(|eval| played.eval = Some(eval)).is_some(),
        _ => false,
    }
}

/// The commands that write the fields of a move.
pub(super) fn commands(played: &PgnMove) -> Vec<String> {
    let eval = played.eval.map(|eval| format!("[%eval {eval}]"));
    let elapsed = played.elapsed.map(|time| format!("[%emt {}]", clock_text(time)));
    let clock = played.clock.map(|time| format!("[%clk {}]", clock_text(time)));
    [eval, elapsed, clock].into_iter().flatten().collect()
}

/// The words of a text with single spaces between them: line breaks mean nothing in a comment.
fn join_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
