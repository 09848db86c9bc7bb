//! [`Command`]: what a GUI says to an engine, one line each.

use std::fmt;

use thiserror::Error;

use crate::limits::GoLimits;
use crate::words::{Words, excerpt};

/// A line from a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: identify yourself.
    Uci,
    /// `debug on` or `debug off`: whether to print additional information.
    Debug(DebugMode),
    /// Answer `readyok` once everything said before is done.
    IsReady,
    /// Change an option.
    SetOption {
        /// Its name, words separated by single spaces; names do not distinguish case.
        name: String,
        /// Its value; `None` for buttons. UCI's `<empty>` is read as the empty text.
        value: Option<String>,
    },
    /// The next position is from another game.
    NewGame,
    /// Take this position.
    Position(PositionCommand),
    /// Search.
    Go(GoLimits),
    /// End the search and report the best move.
    Stop,
    /// The expected move was played: go on searching, now on the engine's own time.
    PonderHit,
    /// End the program.
    Quit,
    /// Show the board; not UCI, but known to many engines, as all that follow.
    Display,
    /// Show the evaluation.
    Eval,
    /// Search fixed positions and count the nodes; with what follows the word, as written.
    Bench(String),
    /// Swap colours and flip the board.
    Flip,
}

/// Whether the engine prints additional information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugMode {
    /// It does.
    On,
    /// It does not.
    Off,
}

/// A position: where it starts and what has been played since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// The first position.
    pub start: Start,
    /// The moves since, as UCI writes them.
    pub moves: Vec<String>,
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The first position of the game that `UCI_Variant` names.
    Initial,
    /// A FEN, unread.
    Fen(String),
    /// A named setup of Pawn Battle, unread.
    Setup(String),
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("unknown command {0:?}")]
    Unknown(String),
    /// A keyword that needs a value is the last word.
    #[error("{0} needs a value")]
    MissingValue(&'static str),
    /// A keyword that needs a number is followed by something else.
    #[error("{name} needs a number, found {found:?}")]
    NotANumber {
        /// The word.
        name: &'static str,
        /// What follows it.
        found: String,
    },
    /// `position` is followed by neither `startpos`, `fen` nor a setup.
    #[error("position needs startpos, fen or setup, found {0:?}")]
    UnknownStart(String),
    /// The position is followed by something that is not `moves`.
    #[error("expected moves after the position, found {0:?}")]
    ExpectedMoves(String),
    /// `setoption` names no option.
    #[error("setoption needs name and the option's name, found {0:?}")]
    UnnamedOption(String),
    /// `debug` is followed by neither `on` nor `off`.
    #[error("debug must be on or off, found {0:?}")]
    DebugMode(String),
}

impl Command {
    /// Reads a line; `None` if there is nothing on it.
    ///
    /// As the protocol asks, words before the command are skipped, as are unknown words within it.
    ///
    /// ```
    /// use estopim_uci::{Command, command::DebugMode};
    /// assert_eq!(Command::parse(" joho  debug on\r\n"), Ok(Some(Command::Debug(DebugMode::On))));
    /// assert_eq!(Command::parse(""), Ok(None));
    /// assert!(Command::parse("go depth").is_err());
    /// ```
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let mut words = Words::of(line);
        if words.peek().is_none() {
            return Ok(None);
        }
        // What is not UCI is short and common in plain text, so it must come first.
        let mut ahead = words.clone();
        let extension = match ahead.next() {
            Some("d") => Some(Self::Display),
            Some("eval") => Some(Self::Eval),
            Some("bench") => Some(Self::Bench(ahead.rest().to_owned())),
            Some("flip") => Some(Self::Flip),
            _ => None,
        };
        if extension.is_some() {
            return Ok(extension);
        }
        while let Some(word) = words.next() {
            return Ok(Some(match word {
                "uci" => Self::Uci,
                "debug" => Self::Debug(DebugMode::parse(words.rest())?),
                "isready" => Self::IsReady,
                "setoption" => parse_option(words)?,
                "ucinewgame" => Self::NewGame,
                "position" => Self::Position(PositionCommand::parse(words)?),
                "go" => Self::Go(GoLimits::parse(&mut words)?),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" => Self::Quit,
                _ => continue,
            }));
        }
        Err(CommandError::Unknown(excerpt(line)))
    }
}

impl DebugMode {
    fn parse(text: &str) -> Result<Self, CommandError> {
        match text.split_whitespace().next() {
            Some("on") => Ok(Self::On),
            Some("off") => Ok(Self::Off),
            _ => Err(CommandError::DebugMode(excerpt(text))),
        }
    }
}

impl PositionCommand {
    fn parse(mut words: Words<'_>) -> Result<Self, CommandError> {
        let found = excerpt(words.rest());
        let (start, has_moves) = match words.next() {
            Some("startpos") => {
                let (extra, has_moves) = words.until("moves");
                if !extra.is_empty() {
                    return Err(CommandError::ExpectedMoves(excerpt(&extra.join(" "))));
                }
                (Start::Initial, has_moves)
            }
            Some("fen") => {
                let (fen, has_moves) = words.until("moves");
                if fen.is_empty() {
                    return Err(CommandError::MissingValue("fen"));
                }
                (Start::Fen(fen.join(" ")), has_moves)
            }
            Some("setup") => {
                let (name, has_moves) = words.until("moves");
                match name.as_slice() {
                    [] => return Err(CommandError::MissingValue("setup")),
                    [name] => (Start::Setup((*name).to_owned()), has_moves),
                    [_, extra @ ..] => {
                        return Err(CommandError::ExpectedMoves(excerpt(&extra.join(" "))));
                    }
                }
            }
            _ => return Err(CommandError::UnknownStart(found)),
        };
        let moves = if has_moves { words.map(str::to_owned).collect() } else { Vec::new() };
        Ok(Self { start, moves })
    }
}

/// Reads what follows `setoption`. The value is taken as it is written: it may be a path with spaces.
fn parse_option(mut words: Words<'_>) -> Result<Command, CommandError> {
    let found = words.rest();
    words.until("name");
    let (name, has_value) = words.until("value");
    if name.is_empty() {
        return Err(CommandError::UnnamedOption(excerpt(found)));
    }
    let value = has_value.then(|| match words.rest() {
        "<empty>" => String::new(),
        value => value.to_owned(),
    });
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// The line without its end, as it is sent.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::Debug(DebugMode::On) => f.write_str("debug on"),
            Self::Debug(DebugMode::Off) => f.write_str("debug off"),
            Self::IsReady => f.write_str("isready"),
            Self::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                match value.as_deref() {
                    None => Ok(()),
                    Some("") => f.write_str(" value <empty>"),
                    Some(value) => write!(f, " value {value}"),
                }
            }
            Self::NewGame => f.write_str("ucinewgame"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(limits) => match limits.to_string() {
                limits if limits.is_empty() => f.write_str("go"),
                limits => write!(f, "go {limits}"),
            },
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Display => f.write_str("d"),
            Self::Eval => f.write_str("eval"),
            Self::Bench(rest) if rest.is_empty() => f.write_str("bench"),
            Self::Bench(rest) => write!(f, "bench {rest}"),
            Self::Flip => f.write_str("flip"),
        }
    }
}

/// What follows `position`.
impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Initial => f.write_str("startpos")?,
            Start::Fen(fen) => write!(f, "fen {fen}")?,
            Start::Setup(name) => write!(f, "setup {name}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn position(start: Start, moves: &[&str]) -> Command {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        Command::Position(PositionCommand { start, moves })
    }

    fn option(name: &str, value: Option<&str>) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
    }

    #[rstest]
    #[case::plain("uci", Command::Uci)]
    #[case::line_end("isready\r\n", Command::IsReady)]
    #[case::words_before_are_skipped("hello there ucinewgame", Command::NewGame)]
    #[case::words_after_are_skipped("stop now please", Command::Stop)]
    #[case::tabs("\tquit\t", Command::Quit)]
    #[case::ponderhit("ponderhit", Command::PonderHit)]
    #[case::debug("debug off", Command::Debug(DebugMode::Off))]
    #[case::display("d", Command::Display)]
    #[case::eval("eval", Command::Eval)]
    #[case::flip("flip", Command::Flip)]
    #[case::bench("bench  16 1 ", Command::Bench("16 1".to_owned()))]
    #[case::startpos("position startpos", position(Start::Initial, &[]))]
    #[case::moves("position  startpos moves e2e4  e7e5", position(Start::Initial, &["e2e4", "e7e5"]))]
    #[case::no_moves_after_moves("position startpos moves", position(Start::Initial, &[]))]
    #[case::fen(
        "position fen 8/8/8/8/8/8/8/K1k5  w - - 0 1 moves a1a2",
        position(Start::Fen("8/8/8/8/8/8/8/K1k5 w - - 0 1".to_owned()), &["a1a2"])
    )]
    #[case::setup("position setup 4p moves c2c4", position(Start::Setup("4p".to_owned()), &["c2c4"]))]
    #[case::button("setoption name Clear Hash", option("Clear Hash", None))]
    #[case::value("setoption name Hash value 16", option("Hash", Some("16")))]
    #[case::spaces_in_a_value(
        "setoption name  EvalFile value /a  b/value.nnue ",
        option("EvalFile", Some("/a  b/value.nnue"))
    )]
    #[case::empty_value("setoption name EvalFile value <empty>", option("EvalFile", Some("")))]
    #[case::no_value("setoption name EvalFile value", option("EvalFile", Some("")))]
    fn a_line_is_read(#[case] line: &str, #[case] command: Command) {
        assert_eq!(Command::parse(line), Ok(Some(command)));
    }

    #[rstest]
    #[case::nothing("go", GoLimits::default())]
    #[case::infinite("go infinite", GoLimits { infinite: true, ..GoLimits::default() })]
    #[case::clocks(
        "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
        GoLimits {
            wtime: Some(ms(1000)), btime: Some(ms(2000)), winc: Some(ms(10)), binc: Some(ms(20)),
            movestogo: Some(40), ..GoLimits::default()
        }
    )]
    #[case::a_fallen_flag("go wtime -35 btime 20", GoLimits { wtime: Some(ms(0)), btime: Some(ms(20)), ..GoLimits::default() })]
    #[case::counts(
        "go depth 8 nodes 5000 mate 3 movetime 100 perft 4",
        GoLimits {
            depth: Some(8), nodes: Some(5000), mate: Some(3), movetime: Some(ms(100)), perft: Some(4),
            ..GoLimits::default()
        }
    )]
    #[case::too_large("go nodes 99999999999999999999", GoLimits { nodes: Some(u64::MAX), ..GoLimits::default() })]
    #[case::searchmoves_end_at_the_next_keyword(
        "go searchmoves e2e4 a7a8q depth 3 ponder",
        GoLimits {
            searchmoves: vec!["e2e4".to_owned(), "a7a8q".to_owned()],
            depth: Some(3), ponder: true, ..GoLimits::default()
        }
    )]
    #[case::unknown_words("go quickly depth 2 !", GoLimits { depth: Some(2), ..GoLimits::default() })]
    fn limits_are_read(#[case] line: &str, #[case] limits: GoLimits) {
        assert_eq!(Command::parse(line), Ok(Some(Command::Go(limits))));
    }

    #[rstest]
    #[case("xyzzy", "unknown command \"xyzzy\"")]
    #[case("please d", "unknown command \"please d\"")]
    #[case("go depth", "depth needs a value")]
    #[case("go movetime fast", "movetime needs a number, found \"fast\"")]
    #[case("go wtime btime 100", "wtime needs a number, found \"btime\"")]
    #[case("position", "position needs startpos, fen or setup, found \"\"")]
    #[case("position rnbq w", "position needs startpos, fen or setup, found \"rnbq w\"")]
    #[case("position fen", "fen needs a value")]
    #[case("position fen moves e2e4", "fen needs a value")]
    #[case("position setup moves e2e4", "setup needs a value")]
    #[case("position startpos e2e4", "expected moves after the position, found \"e2e4\"")]
    #[case(
        "setoption Hash value 3",
        "setoption needs name and the option's name, found \"Hash value 3\""
    )]
    #[case(
        "setoption name value 3",
        "setoption needs name and the option's name, found \"name value 3\""
    )]
    #[case("debug maybe", "debug must be on or off, found \"maybe\"")]
    fn a_fault_is_named(#[case] line: &str, #[case] message: &str) {
        assert_eq!(Command::parse(line).unwrap_err().to_string(), message);
    }

    #[test]
    fn an_error_repeats_only_the_beginning_of_a_long_line() {
        let message = Command::parse(&"ü".repeat(10_000)).unwrap_err().to_string();
        assert!(message.chars().count() < 100, "{message}");
    }

    /// Any command that a text can hold: names and values without line ends or spaces at their ends.
    fn any_command() -> impl Strategy<Value = Command> {
        let moves = || prop::collection::vec("[a-h][1-8][a-h][1-8][qrbn]?", 0..6);
        let start = prop_oneof![
            Just(Start::Initial),
            "[pnbrqkPNBRQK1-8/]{1,40} [wb] - - [0-9]{1,2} [0-9]{1,2}".prop_map(Start::Fen),
            "[2-8]p|pn|[a-h]{2,8}".prop_map(Start::Setup),
        ];
        let limits = (
            (moves(), any::<bool>(), any::<bool>()),
            prop::array::uniform5(prop::option::of(any::<u32>())),
            prop::array::uniform4(prop::option::of(any::<u32>())),
            prop::option::of(any::<u64>()),
        )
            .prop_map(|((searchmoves, ponder, infinite), times, counts, nodes)| {
                let [wtime, btime, winc, binc, movetime] =
                    times.map(|time| time.map(|millis| Duration::from_millis(millis.into())));
                let [movestogo, depth, mate, perft] = counts;
                GoLimits {
                    searchmoves,
                    ponder,
                    wtime,
                    btime,
                    winc,
                    binc,
                    movestogo,
                    depth,
                    nodes,
                    mate,
                    movetime,
                    infinite,
                    perft,
                }
            });
        prop_oneof![
            Just(Command::Uci),
            Just(Command::Debug(DebugMode::On)),
            (
                "[A-Z][a-z]{1,8}( [A-Z][a-z]{1,8})?",
                prop::option::of("[a-z0-9./]{1,9}( [a-z]{1,9})?")
            )
                .prop_map(|(name, value)| Command::SetOption { name, value }),
            (start, moves())
                .prop_map(|(start, moves)| Command::Position(PositionCommand { start, moves })),
            limits.prop_map(Command::Go),
            "([0-9]{1,4}( [0-9]{1,4})?)?".prop_map(Command::Bench),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(command in any_command()) {
            prop_assert_eq!(Command::parse(&command.to_string()), Ok(Some(command)));
        }

        #[test]
        fn no_text_makes_the_reader_panic(line in any::<String>()) {
            let _ = Command::parse(&line);
        }

        #[test]
        fn no_mixture_of_keywords_makes_the_reader_panic(
            words in prop::collection::vec(
                prop_oneof![
                    Just("position"), Just("go"), Just("setoption"), Just("name"), Just("value"),
                    Just("fen"), Just("startpos"), Just("setup"), Just("moves"), Just("depth"),
                    Just("searchmoves"), Just("e2e4"), Just("é2e4"), Just("-"), Just("-1"), Just("+"),
                    Just("debug"), Just("bench"),
                ],
                0..12,
            )
        ) {
            let _ = Command::parse(&words.join(" "));
        }
    }
}
