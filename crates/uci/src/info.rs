//! [`Info`]: what an engine tells about its search.

use std::fmt;
use std::time::Duration;

use crate::words::Words;

/// An `info` line. What is not told is `None` or empty.
///
/// ```
/// use estopim_uci::{Info, Score, ScoreValue};
/// let info = Info::parse("depth 3 score mate -2 nodes 40 pv e2e4 e7e5");
/// assert_eq!(info.score.unwrap().value, ScoreValue::Mate(-2));
/// assert_eq!(info.to_string(), "info depth 3 score mate -2 nodes 40 pv e2e4 e7e5");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The deepest line looked at, in plies.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, from 1.
    pub multipv: Option<u32>,
    /// The value for the side to move.
    pub score: Option<Score>,
    /// The probabilities of a win, a draw and a loss for the side to move.
    pub wdl: Option<Wdl>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Time searched, in whole milliseconds.
    pub time: Option<Duration>,
    /// The move of the first position that is being looked at.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The best line found.
    pub pv: Vec<String>,
    /// Anything else, in words.
    pub string: Option<String>,
}

/// A value for the side to move, and whether it is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// Whether the value is exact.
    pub bound: Bound,
}

/// A value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreValue {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until the end: positive when the side to move wins, negative or zero when it loses.
    Mate(i32),
}

/// Whether a value is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// It is.
    #[default]
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// Chances of the side to move, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl Score {
    /// An exact value in hundredths of a pawn.
    pub const fn centipawns(value: i32) -> Self {
        Self { value: ScoreValue::Centipawns(value), bound: Bound::Exact }
    }

    /// An exact number of moves until the end.
    pub const fn mate(moves: i32) -> Self {
        Self { value: ScoreValue::Mate(moves), bound: Bound::Exact }
    }
}

impl ScoreValue {
    /// What a forced win is worth in hundredths of a pawn, less one for each move it takes.
    const MATE_CENTIPAWNS: i32 = 30_000;

    /// One number for every value, so that values can be compared: quicker wins are worth more, and any
    /// win more than any evaluation.
    pub fn as_centipawns(self) -> i32 {
        match self {
            Self::Centipawns(value) => {
                value.clamp(-Self::MATE_CENTIPAWNS / 2, Self::MATE_CENTIPAWNS / 2)
            }
            Self::Mate(moves) => {
                let distance = moves.unsigned_abs().min(1_000) as i32;
                let value = Self::MATE_CENTIPAWNS - distance;
                if moves > 0 { value } else { -value }
            }
        }
    }
}

impl Info {
    /// A line of words for people.
    pub fn message(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows `info`. What cannot be read is skipped, because no game depends on it.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = Words::of(text);
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words),
                "seldepth" => info.seldepth = number(&mut words),
                "multipv" => info.multipv = number(&mut words),
                "score" => info.score = Score::parse(&mut words),
                "lowerbound" => info.bind(Bound::Lower),
                "upperbound" => info.bind(Bound::Upper),
                "wdl" => info.wdl = Wdl::parse(&mut words),
                "nodes" => info.nodes = number(&mut words),
                "nps" => info.nps = number(&mut words),
                "hashfull" => info.hashfull = number(&mut words),
                "tbhits" => info.tbhits = number(&mut words),
                "time" => info.time = number(&mut words).map(Duration::from_millis),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "currmovenumber" => info.currmovenumber = number(&mut words),
                "pv" => {
                    while let Some(text) = words.peek().filter(|word| !KEYWORDS.contains(word)) {
                        info.pv.push(text.to_owned());
                        words.next();
                    }
                }
                "string" => {
                    info.string = Some(words.rest().to_owned());
                    break;
                }
                _ => {}
            }
        }
        info
    }

    fn bind(&mut self, bound: Bound) {
        if let Some(score) = &mut self.score {
            score.bound = bound;
        }
    }

    /// Takes over every field that a later line has.
    pub fn update(&mut self, later: Self) {
        macro_rules! take {
            ($($field:ident),+) => {$(
                if later.$field.is_some() {
                    self.$field = later.$field;
                }
            )+};
        }
        take!(
            depth,
            seldepth,
            multipv,
            score,
            wdl,
            nodes,
            nps,
            hashfull,
            tbhits,
            time,
            currmove,
            currmovenumber,
            string
        );
        if !later.pv.is_empty() {
            self.pv = later.pv;
        }
    }
}

/// The keywords that end a list of moves.
const KEYWORDS: [&str; 19] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "cpuload",
    "refutation",
    "currline",
];

impl Score {
    fn parse(words: &mut Words<'_>) -> Option<Self> {
        let kind = words.peek().filter(|word| matches!(*word, "cp" | "mate"))?;
        words.next();
        let number = number(words)?;
        Some(if kind == "cp" { Self::centipawns(number) } else { Self::mate(number) })
    }
}

impl Wdl {
    fn parse(words: &mut Words<'_>) -> Option<Self> {
        Some(Self { win: number(words)?, draw: number(words)?, loss: number(words)? })
    }
}

/// The number to come, if one does; otherwise the word is left where it is.
fn number<T: std::str::FromStr>(words: &mut Words<'_>) -> Option<T> {
    let number = words.peek()?.parse().ok()?;
    words.next();
    Some(number)
}

/// The whole line.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        macro_rules! tell {
            ($($field:ident),+) => {$(
                if let Some(value) = &self.$field {
                    write!(f, concat!(" ", stringify!($field), " {}"), value)?;
                }
            )+};
        }
        f.write_str("info")?;
        tell!(depth, seldepth, multipv, score, wdl, nodes, nps, hashfull, tbhits);
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        tell!(currmove, currmovenumber);
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        // Last: it takes the rest of the line.
        tell!(string);
        Ok(())
    }
}

/// As after the word `score`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Centipawns(value) => write!(f, "cp {value}")?,
            ScoreValue::Mate(moves) => write!(f, "mate {moves}")?,
        }
        f.write_str(match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })
    }
}

/// As after the word `wdl`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(
        "info depth 12 seldepth 18 multipv 1 score cp 34 nodes 123456 nps 800000 hashfull 5 tbhits 0 time 154 pv e2e4 e7e5"
    )]
    #[case("info depth 9 score cp -15 upperbound wdl 100 200 700")]
    #[case("info depth 9 score mate 3 lowerbound")]
    #[case("info depth 20 currmove a2a4 currmovenumber 17")]
    #[case("info string NNUE evaluation  depth 3 is not a depth")]
    #[case("info")]
    fn a_line_is_read_and_written(#[case] line: &str) {
        assert_eq!(Info::parse(line.strip_prefix("info").unwrap()).to_string(), line);
    }

    #[rstest]
    #[case::order("pv e2e4 depth 3 score cp 1", "info depth 3 score cp 1 pv e2e4")]
    #[case::unknown_words("depth 3 cpuload 900 nodes 7 speed high", "info depth 3 nodes 7")]
    #[case::no_number("depth deep nodes 7", "info nodes 7")]
    #[case::no_score("score nodes 7", "info nodes 7")]
    #[case::a_bound_without_a_score("lowerbound depth 2", "info depth 2")]
    fn what_cannot_be_read_is_skipped(#[case] text: &str, #[case] line: &str) {
        assert_eq!(Info::parse(text).to_string(), line);
    }

    #[test]
    fn a_later_line_leaves_what_it_does_not_tell() {
        let mut info = Info::parse("depth 3 score cp 10 nodes 50 pv e2e4");
        info.update(Info::parse("nodes 70 currmove a2a3"));
        assert_eq!(info, Info::parse("depth 3 score cp 10 nodes 70 currmove a2a3 pv e2e4"));
    }

    #[test]
    fn quicker_wins_are_worth_more() {
        let ordered = [
            ScoreValue::Mate(0),
            ScoreValue::Mate(-1),
            ScoreValue::Mate(-9),
            ScoreValue::Centipawns(i32::MIN),
            ScoreValue::Centipawns(0),
            ScoreValue::Centipawns(i32::MAX),
            ScoreValue::Mate(i32::MAX),
            ScoreValue::Mate(1),
        ];
        assert!(ordered.is_sorted_by_key(|value| value.as_centipawns()));
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in any::<String>(),
            words in "((depth|score|cp|mate|wdl|pv|e2e4|string|lowerbound|é|-9|9) ){0,12}",
        ) {
            for text in [text, words] {
                let info = Info::parse(&text);
                let line = info.to_string();
                prop_assert_eq!(Info::parse(&line["info".len()..]).to_string(), line);
            }
        }
    }
}
