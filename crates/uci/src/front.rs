//! Our engine behind the UCI protocol: reads commands, drives a [`Player`], writes answers.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use estopim_engine::bench::{BENCH_DEPTH, bench};
use estopim_engine::player::DEFAULT_HASH_MB;
use estopim_engine::search::{Best, Limits, RootMoveCallback, SearchInfo};
use estopim_engine::time::{ClockState, TimePlan};
use estopim_engine::tt;
use estopim_engine::{
    Endgames, EvalSource, Level, MAX_HASH_MB, MAX_MULTIPV, MAX_THREADS, Player, SearchMode,
    TableUse, Task,
};
use estopim_rules::{AnyPosition, CastlingNotation, Color, Variant};

use crate::command::{Command, PositionCommand};
use crate::engine_info::{pv_text, score_info, wdl};
use crate::info::Info;
use crate::limits::GoLimits;
use crate::option::{OptionDeclaration, OptionKind};
use crate::perft::Perft;
use crate::reply::{BestMove, Reply};

/// The longest line that is read; a game of thousands of moves fits.
const LONGEST_LINE: u64 = 1 << 20;
/// The greatest depth of `go perft`. Deeper counts would never end.
const DEEPEST_PERFT: u32 = 20;

/// Where answers go, line by line, from any thread.
type Out<W> = Arc<Mutex<W>>;

/// The engine's side of a conversation.
pub struct Front<W: Write + Send + 'static> {
    out: Out<W>,
    player: Player,
    options: Options,
    /// The position to search, with its past.
    task: Task,
    /// A perft that runs, or has run.
    perft: Option<Perft>,
}

/// What can be set, beside the memory and threads that the player holds.
struct Options {
    variant: Variant,
    chess960: bool,
    multipv: usize,
    overhead: Duration,
    show_wdl: bool,
    limit_strength: bool,
    elo: u32,
    level: Level,
    source: EvalSource,
    /// The values of `TablePath` and `SyzygyPath`.
    tables: String,
    syzygy: String,
    /// How many searches have been made at a limited strength: the seed of the next one.
    seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            variant: Variant::default(),
            chess960: false,
            multipv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD_MS),
            show_wdl: false,
            limit_strength: false,
            elo: Level::FULL.elo(),
            source: EvalSource::default(),
            tables: EvalSource::BUILT_IN.to_owned(),
            syzygy: String::new(),
            level: Level::FULL,
            seed: 0,
        }
    }
}

/// `TablePath` for a search without any tables.
const NO_TABLES: &str = "<none>";
const DEFAULT_OVERHEAD_MS: u64 = 10;

/// Speaks UCI over the given streams until `quit` or the end of input, which ends a search but not a perft.
pub fn run<W: Write + Send + 'static>(mut input: impl BufRead, output: W) -> io::Result<()> {
    let mut front = Front::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            // A script that pipes `go perft` wants its result; only `stop` and `quit` end a perft early.
            if let Some(perft) = front.perft.take() {
                perft.wait();
            }
            break;
        }
        if read as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
            front.complain(&format!("a line longer than {LONGEST_LINE} bytes is left out"));
            skip_line(&mut input)?;
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        match Command::parse(&text) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => break,
            Ok(Some(command)) => front.obey(command),
            Err(error) => front.complain(&error.to_string()),
        }
    }
    front.player.stop();
    Ok(())
}

/// Reads over the rest of a line, however long it is.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, found) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if found {
            return Ok(());
        }
    }
}

impl<W: Write + Send + 'static> Front<W> {
    fn new(output: W) -> Self {
        Self {
            out: Arc::new(Mutex::new(output)),
            player: Player::default(),
            options: Options::default(),
            task: AnyPosition::initial(Variant::default()).into(),
            perft: None,
        }
    }

    fn obey(&mut self, command: Command) {
        // What ends a search ends a perft.
        let only_asks = matches!(
            command,
            Command::Uci
                | Command::Debug(_)
                | Command::IsReady
                | Command::PonderHit
                | Command::Display
                | Command::Eval
        );
        if !only_asks {
            self.perft = None;
        }
        match command {
            Command::Uci => self.introduce(),
            // There is no additional information.
            Command::Debug(_) => {}
            Command::IsReady => {
                self.player.get_ready(&self.task.position);
                self.say("readyok");
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => {
                self.player.clear();
                self.task = AnyPosition::initial(self.options.variant).into();
            }
            Command::Position(position) => self.set_position(&position),
            Command::Go(limits) => self.go(&limits),
            Command::Stop | Command::Quit => self.player.stop(),
            Command::PonderHit => self.player.ponder_hit(),
            Command::Display => self.display(),
            Command::Eval => self.show_evaluation(),
            Command::Bench(arguments) => self.bench(&arguments),
            Command::Flip => {
                self.player.stop();
                self.task = self.task.position.mirrored().into();
            }
        }
    }

    fn introduce(&self) {
        self.say(&format!("id name Estopim {}", env!("CARGO_PKG_VERSION")));
        self.say("id author the Estopim authors");
        for declaration in declarations() {
            self.say(&Reply::Option(declaration).to_string());
        }
        self.say("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let value = value.unwrap_or("");
        let all = declarations();
        let Some(declaration) = all.iter().find(|option| option.name.eq_ignore_ascii_case(name))
        else {
            self.complain(&format!("there is no option {name:?}"));
            return;
        };
        if let Err(error) = declaration.check(value) {
            self.complain(&error.to_string());
            return;
        }
        let number = || value.trim().parse::<u64>().unwrap_or(0);
        let checked = value.trim().eq_ignore_ascii_case("true");
        match declaration.name.as_str() {
            "Hash" => {
                if let Err(error) = self.player.set_hash(number() as usize) {
                    self.complain(&format!("Hash refused: {error}"));
                }
            }
            "Clear Hash" => self.player.clear(),
            "Threads" => self.player.set_threads(number() as usize),
            "MultiPV" => self.options.multipv = number() as usize,
            "Move Overhead" => self.options.overhead = Duration::from_millis(number()),
            "UCI_Variant" => match value.parse() {
                Ok(variant) => {
                    self.player.stop();
                    self.options.variant = variant;
                    self.task = AnyPosition::initial(variant).into();
                }
                Err(error) => self.complain(&format!("{error}")),
            },
            "UCI_Chess960" => self.options.chess960 = checked,
            "UCI_LimitStrength" => self.options.limit_strength = checked,
            "UCI_Elo" => self.options.elo = number() as u32,
            "Skill Level" => {
                self.options.level = Level::new(number() as u8).unwrap_or(Level::FULL);
            }
            "UCI_ShowWDL" => self.options.show_wdl = checked,
            "EvalFile" => self.set_evaluation(value.trim()),
            "TablePath" => {
                value.trim().clone_into(&mut self.options.tables);
                self.open_tables();
            }
            "SyzygyPath" => {
                value.trim().clone_into(&mut self.options.syzygy);
                self.open_tables();
            }
            _ => {} // Ponder and UCI_AnalyseMode change nothing in how we search.
        }
    }

    /// Sets `EvalFile`. A network that cannot be used is refused and the old one kept.
    fn set_evaluation(&mut self, value: &str) {
        match EvalSource::named(value) {
            Ok(source) => {
                let variant = self.options.variant;
                if source.is_for_others_than(variant) {
                    self.complain(&format!("the network of {value:?} does not serve {variant}"));
                }
                self.options.source = source.clone();
                self.player.set_evaluation(source);
            }
            Err(error) => self.complain(&format!("EvalFile {value:?} refused: {error}")),
        }
    }

    /// Opens the folders of `TablePath` and `SyzygyPath`. Files that are refused are told of; the others are used.
    fn open_tables(&mut self) {
        let (tables, syzygy) = (&self.options.tables, &self.options.syzygy);
        if tables == NO_TABLES {
            self.player.set_tables(Endgames::default());
            return;
        }
        let own = if tables == EvalSource::BUILT_IN { "" } else { tables };
        let (tables, complaints) = Endgames::open(own.as_ref(), syzygy.as_ref());
        self.player.set_tables(tables);
        for complaint in complaints {
            self.complain(&format!("table refused: {complaint}"));
        }
    }

    /// Takes a position; one that cannot be taken is refused and the old one kept.
    fn set_position(&mut self, command: &PositionCommand) {
        self.player.stop();
        match command.to_task(self.options.variant) {
            Ok(task) => self.task = task,
            Err(reason) => self.complain(&format!("position refused: {reason}")),
        }
    }

    fn go(&mut self, limits: &GoLimits) {
        self.player.stop();
        if let Some(depth) = limits.perft {
            self.perft(depth);
            return;
        }
        let position = self.task.position;
        let mut root_moves = Vec::new();
        for text in &limits.searchmoves {
            match position.parse_uci(text) {
                Ok(mv) => root_moves.push(mv),
                Err(error) => self.complain(&error.to_string()),
            }
        }
        let overhead = self.options.overhead;
        let own = |white: Option<Duration>, black: Option<Duration>| match position.turn() {
            Color::White => white,
            Color::Black => black,
        };
        let clock = own(limits.wtime, limits.btime).map(|left| ClockState {
            left,
            increment: own(limits.winc, limits.binc).unwrap_or_default(),
            moves_to_go: limits.movestogo.filter(|&moves| moves > 0),
        });
        let time = match (limits.movetime, clock) {
            _ if limits.infinite => None,
            (Some(time), _) => Some(TimePlan::fixed(time, overhead)),
            (None, clock) => clock.map(|clock| TimePlan::from_clock(clock, overhead)),
        };
        let engine_limits = Limits {
            depth: limits.depth.map(|depth| depth.clamp(1, 1000) as i32),
            nodes: limits.nodes.map(|nodes| nodes.max(1)),
            soft_nodes: None,
            mate: limits.mate,
            time,
            root_moves,
            multipv: self.options.multipv,
            tables: TableUse::Allowed,
            on_root_move: Some(self.root_move_callback()),
        };
        let unlimited = time.is_none()
            && limits.depth.is_none()
            && limits.nodes.is_none()
            && limits.mate.is_none();
        let mode = if limits.ponder {
            SearchMode::Ponder
        } else if limits.infinite || unlimited {
            SearchMode::Infinite
        } else {
            SearchMode::Limited
        };
        let level = if self.options.limit_strength {
            Level::from_elo(self.options.elo)
        } else {
            self.options.level
        };
        if level.is_full() || mode != SearchMode::Limited {
            self.search(engine_limits, mode);
        } else {
            self.options.seed = self.options.seed.wrapping_add(1);
            let best = level.choose(&mut self.player, &self.task, engine_limits, self.options.seed);
            let notation = self.notation(&position);
            self.tell_line(&best, notation);
            tell_best(&self.out, &best, &position, notation);
        }
    }

    /// The `info` line for the move of a weak level.
    fn tell_line(&self, best: &Best, notation: CastlingNotation) {
        let Some(score) = best.score else { return };
        let elapsed = self.player.elapsed();
        let info = Info {
            depth: Some(best.depth as u32),
            score: Some(score_info(score, tt::Bound::Exact)),
            nodes: Some(self.player.nodes()),
            time: Some(elapsed),
            pv: pv_text(&self.task.position, &best.pv, notation),
            ..Info::default()
        };
        self.say(&Reply::Info(Box::new(info)).to_string());
    }

    fn search(&mut self, limits: Limits, mode: SearchMode) {
        let position = self.task.position;
        let notation = self.notation(&position);
        let (out, shared) = (Arc::clone(&self.out), self.player.shared());
        let show_wdl = self.options.show_wdl;
        let on_report = move |report: &SearchInfo| {
            let elapsed = shared.elapsed();
            let nps = (report.nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
            let info = Info {
                depth: Some(report.depth as u32),
                seldepth: Some(report.seldepth as u32),
                multipv: Some(report.multipv as u32),
                score: Some(score_info(report.score, report.bound)),
                wdl: show_wdl.then(|| wdl(&position, report.score)),
                nodes: Some(report.nodes),
                nps: Some(nps),
                hashfull: Some(shared.tt.hashfull() as u32),
                tbhits: Some(0),
                time: Some(elapsed),
                pv: pv_text(&position, &report.pv, notation),
                ..Info::default()
            };
            say(&out, &Reply::Info(Box::new(info)).to_string());
        };
        let out = Arc::clone(&self.out);
        let on_best = move |best: &Best| tell_best(&out, best, &position, notation);
        self.player.start(self.task.clone(), limits, mode, on_report, on_best);
    }

    /// Reports `currmove` in long searches.
    fn root_move_callback(&self) -> RootMoveCallback {
        let out = Arc::clone(&self.out);
        let position = self.task.position;
        let notation = self.notation(&position);
        RootMoveCallback::new(move |depth, mv, number| {
            let info = Info {
                depth: Some(depth as u32),
                currmove: Some(position.uci_as(mv, notation)),
                currmovenumber: Some(number as u32),
                ..Info::default()
            };
            say(&out, &Reply::Info(Box::new(info)).to_string());
        })
    }

    fn notation(&self, position: &AnyPosition) -> CastlingNotation {
        if self.options.chess960 || position.is_chess960() {
            CastlingNotation::KingTakesRook
        } else {
            CastlingNotation::KingSteps
        }
    }

    fn perft(&mut self, depth: u32) {
        if depth > DEEPEST_PERFT {
            self.complain(&format!("perft goes to depth {DEEPEST_PERFT}, found {depth}"));
            return;
        }
        let position = self.task.position;
        let out = Arc::clone(&self.out);
        let tell = move |text: &str| say(&out, text);
        match Perft::start(position, depth, self.notation(&position), tell) {
            Ok(perft) => self.perft = Some(perft),
            Err(error) => self.complain(&format!("perft cannot be counted: {error}")),
        }
    }

    fn display(&self) {
        let position = &self.task.position;
        self.say(&position.board().to_string());
        self.say(&format!("Fen: {position}"));
        self.say(&format!("Key: {}", position.key()));
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        self.say(&format!("Checkers: {}", checkers.join(" ")));
        if let Some(outcome) = position.outcome() {
            self.say(&format!("Outcome: {outcome}"));
        }
    }

    fn show_evaluation(&self) {
        let position = &self.task.position;
        let score = estopim_engine::player::evaluate_any(position, &self.options.source);
        let white = if position.turn() == Color::White { score } else { -score };
        self.say(&format!("info string evaluation {white} centipawns for White"));
    }

    fn bench(&mut self, arguments: &str) {
        self.player.stop();
        let depth = arguments
            .split_ascii_whitespace()
            .find_map(|word| word.parse().ok())
            .unwrap_or(BENCH_DEPTH);
        for variant in Variant::ALL {
            let result = bench(variant, depth.clamp(1, 30), self.options.source.clone());
            self.say(&format!(
                "info string bench {variant}: {} nodes {} nps",
                result.nodes,
                result.nps()
            ));
        }
    }

    fn say(&self, text: &str) {
        say(&self.out, text);
    }

    fn complain(&self, text: &str) {
        say(&self.out, &format!("info string {text}"));
    }
}

/// Writes a line and flushes. A closed output is ignored.
fn say<W: Write>(out: &Out<W>, text: &str) {
    if let Ok(mut out) = out.lock() {
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

fn tell_best<W: Write>(
    out: &Out<W>,
    best: &Best,
    position: &AnyPosition,
    notation: CastlingNotation,
) {
    if let Some(panic) = &best.panic {
        say(out, &format!("info string {panic}"));
    }
    let text = pv_text(position, &best.pv, notation);
    let reply = BestMove { best: text.first().cloned(), ponder: text.get(1).cloned() };
    say(out, &Reply::BestMove(reply).to_string());
}

/// The options we have.
fn declarations() -> Vec<OptionDeclaration> {
    let spin = |name: &str, default: i64, min: i64, max: i64| OptionDeclaration {
        name: name.to_owned(),
        kind: OptionKind::Spin { default, min, max },
    };
    let check = |name: &str, default: bool| OptionDeclaration {
        name: name.to_owned(),
        kind: OptionKind::Check { default },
    };
    let variants = Variant::ALL.map(|variant| variant.id().to_owned()).to_vec();
    let weakest = i64::from(Level::BEGINNER.elo());
    let strongest = i64::from(Level::FULL.elo());
    let level = |level: Level| i64::from(level.number());
    vec![
        spin("Hash", DEFAULT_HASH_MB as i64, 1, MAX_HASH_MB as i64),
        OptionDeclaration { name: "Clear Hash".to_owned(), kind: OptionKind::Button },
        spin("Threads", 1, 1, MAX_THREADS as i64),
        spin("MultiPV", 1, 1, MAX_MULTIPV as i64),
        check("Ponder", false),
        spin("Move Overhead", DEFAULT_OVERHEAD_MS as i64, 0, 5000),
        OptionDeclaration {
            name: "UCI_Variant".to_owned(),
            kind: OptionKind::Combo {
                default: Variant::default().id().to_owned(),
                choices: variants,
            },
        },
        check("UCI_Chess960", false),
        check("UCI_LimitStrength", false),
        spin("UCI_Elo", strongest, weakest, strongest),
        spin("Skill Level", level(Level::FULL), level(Level::BEGINNER), level(Level::FULL)),
        check("UCI_ShowWDL", false),
        check("UCI_AnalyseMode", false),
        OptionDeclaration {
            name: "EvalFile".to_owned(),
            kind: OptionKind::Text { default: EvalSource::BUILT_IN.to_owned() },
        },
        OptionDeclaration {
            name: "TablePath".to_owned(),
            kind: OptionKind::Text { default: EvalSource::BUILT_IN.to_owned() },
        },
        OptionDeclaration {
            name: "SyzygyPath".to_owned(),
            kind: OptionKind::Text { default: String::new() },
        },
    ]
}

/// Nothing stops a search that nobody waits for.
impl<W: Write + Send + 'static> Drop for Front<W> {
    fn drop(&mut self) {
        self.player.shared().stop.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use estopim_engine::PanicPlace;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::once(1, "made anew")]
    #[case::twice(2, "some legal move")]
    fn a_search_that_panics_is_told_of_and_answered_with_a_legal_move(
        #[case] times: u32,
        #[case] told: &str,
    ) {
        let mut front = Front::new(Vec::new());
        let out = Arc::clone(&front.out);
        front.player.inject_panics(PanicPlace::Main, times);
        front.go(&GoLimits { depth: Some(4), ..GoLimits::default() });
        front.player.wait();
        let text = String::from_utf8(out.lock().expect("nobody panics with it").clone());
        let text = text.expect("answers are text");
        let lines: Vec<&str> = text.lines().collect();
        let informs = |line: &&&str| line.starts_with("info string") && line.contains(told);
        assert_eq!(lines.iter().filter(informs).count(), 1, "{text}");
        let answers: Vec<_> =
            lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        let [answer] = answers[..] else { panic!("expected one bestmove in {text}") };
        let mv = answer.split(' ').next().expect("a word is there");
        assert!(front.task.position.parse_uci(mv).is_ok(), "{text}");
    }
}
