//! `estopim match`: two engines play each other.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use estopim_match::{
    Adjudication, Contender, DrawRule, End, Ending, Event, MatchReport, MatchTimeControl,
    OpeningSource, Plan, Sprt, WinRule, run,
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};
use crate::position::GameArgs;

const EXAMPLES: &str = "\
Examples:
  estopim match --variant atomic --movetime 100 --games 200 --concurrency 2 \\
    --engine \"cmd=estopim uci,name=estopim\" \\
    --engine \"cmd=node crates/match/peers/uci-wasm.cjs stockfish-mv.wasm,option.Hash=16,warmup=2000\"
  estopim match --tc 2+0.02 --sprt elo0=0,elo1=5 --openings book.epd --pgn games.pgn \\
    --engine cmd=./new,name=new --engine cmd=./old,name=old
  estopim match --variant pawnbattle --nodes 10000 --openings random:plies=6,setup=4p \\
    --engine \"cmd=estopim uci\" --engine \"cmd=estopim uci,option.Skill Level=5,nodes=1000\"";

/// The default number of games.
const GAMES: usize = 100;
/// The default number of games with SPRT: more than any test needs.
const GAMES_OF_A_TEST: usize = 100_000;

/// Let two UCI engines play each other and say which is stronger
///
/// Games are played in pairs: one opening, colours exchanged. Our rules decide every game. An engine that
/// plays an illegal move, oversteps its time by more than the margin, crashes or stops answering loses
/// that game, is counted, and is started again where needed. Ctrl-C ends the match and keeps the result.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    #[command(flatten)]
    game: GameArgs,

    /// An engine, to be given twice: cmd=PROGRAM ARGUMENTS[,name=…][,dir=…][,option.NAME=VALUE]…
    ///
    /// Also a time control of its own (tc, movetime, nodes or depth) and warmup, the milliseconds
    /// it searches after each start before anything counts. A value with commas goes in quotes.
    #[arg(long = "engine", value_name = "SETTINGS", required = true)]
    engines: Vec<Contender>,

    #[command(flatten)]
    time: TimeArgs,

    #[arg(
        long,
        value_name = "N",
        help = format!("Play at most this many games [default: {GAMES}, or {GAMES_OF_A_TEST} with --sprt]")
    )]
    games: Option<usize>,

    /// Games played at the same time; each has its own two engine processes
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Where games start: FILE.epd, FILE.pgn or random[:plies=8,seed=1,balance=150,nodes=20000]
    ///
    /// Random openings are legal moves drawn by the seed, all different, from which nobody wins at once or by force
    /// within three plies; with balance, also with a score of at most that many centipawns by a search of the first
    /// engine. In Pawn Battle setup=NAME says what is set up.
    #[arg(long, value_name = "SOURCE", default_value = "random")]
    openings: OpeningSource,

    /// How many plies of each game in a PGN file are an opening [default: all]
    #[arg(long, value_name = "N")]
    opening_plies: Option<usize>,

    /// How many games in a row start from each opening, colours exchanged after each
    #[arg(long, value_name = "N", num_args = 0..=1, default_value_t = 2, default_missing_value = "2")]
    repeat: usize,

    /// End as soon as a sequential test is decided: elo0=0,elo1=5[,alpha=0.05][,beta=0.05]
    #[arg(long, value_name = "SETTINGS")]
    sprt: Option<Sprt>,

    /// End games as won when both engines say so for some moves: moves=4,score=800
    #[arg(long, value_name = "SETTINGS")]
    adjudicate_score: Option<WinRule>,

    /// End games as drawn when both engines say so for some moves: moves=8,score=20[,from=40]
    #[arg(long, value_name = "SETTINGS")]
    adjudicate_draw: Option<DrawRule>,

    /// Milliseconds by which a move may overstep its time without losing
    ///
    /// Steal time of a virtual machine is not counted, where Linux reports it.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,

    /// Seconds after which an engine that plays without a clock is taken to have stopped answering
    #[arg(long, value_name = "S", default_value_t = 120)]
    patience: u64,

    /// Add the games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Write the result to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// How long engines may think.
#[derive(Args)]
#[group(multiple = false)]
struct TimeArgs {
    /// A clock in seconds: base+increment, if wanted moves/base+increment
    #[arg(long, value_name = "CLOCK")]
    tc: Option<MatchTimeControl>,

    /// Milliseconds for each move
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,

    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Plies for each move
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

impl TimeArgs {
    fn control(&self) -> Option<MatchTimeControl> {
        let movetime = self.movetime.map(Duration::from_millis).map(MatchTimeControl::MoveTime);
        let nodes = self.nodes.map(MatchTimeControl::Nodes);
        self.tc.or(movetime).or(nodes).or(self.depth.map(MatchTimeControl::Depth))
    }
}

impl Match {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let plan = self.plan()?;
        let mut pgn: Box<dyn Write> = match &self.pgn {
            Some(path) => {
                Box::new(BufWriter::new(OpenOptions::new().append(true).create(true).open(path)?))
            }
            None => Box::new(io::sink()),
        };
        // Opened now, so that a long match does not end with a file that cannot be written.
        let json = self.json.as_ref().map(File::create).transpose()?;
        interrupt::heed();
        let progress = Progress::new(plan.games);
        let report = run(&plan, &mut *pgn, &INTERRUPT, |event| progress.show(&event))?;
        progress.bar.finish_and_clear();
        writeln!(out, "{report}")?;
        if let Some(mut file) = json {
            write_json(&mut file, &report)?;
        }
        match report.end {
            End::Failed(reason) => Err(Failure::MatchGivenUp(reason)),
            _ => Ok(()),
        }
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let contenders = self.engines.clone().try_into();
        let contenders = contenders.map_err(|found: Vec<_>| Failure::EngineCount(found.len()))?;
        let games = if self.sprt.is_some() { GAMES_OF_A_TEST } else { GAMES };
        Ok(Plan {
            contenders,
            variant: self.game.variant(),
            time: self.time.control(),
            games: self.games.unwrap_or(games),
            concurrency: self.concurrency,
            openings: self.openings.clone(),
            opening_plies: self.opening_plies,
            games_per_opening: self.repeat,
            sprt: self.sprt,
            adjudication: Adjudication { win: self.adjudicate_score, draw: self.adjudicate_draw },
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
        })
    }
}

fn write_json(file: &mut File, report: &MatchReport) -> io::Result<()> {
    let json = serde_json::to_string_pretty(report).expect("a report is valid JSON");
    writeln!(file, "{json}")
}

/// A bar on a terminal, a line for each game elsewhere; on the error output, so that the result can be
/// kept apart.
struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
}

impl Progress {
    fn new(games: usize) -> Self {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}")
            .expect("the template is fixed and good");
        let bar = ProgressBar::new(games as u64).with_style(style);
        Self { bar, is_terminal: io::stderr().is_terminal() }
    }

    fn show(&self, event: &Event<'_>) {
        match event {
            Event::Ready([first, second]) => self.line(&format!("{first} against {second}")),
            Event::Game { number, names: [white, black], played, standing, sprt } => {
                let test = sprt.map(|sprt| format!(", {sprt}")).unwrap_or_default();
                let summary = format!("{} Elo {}{test}", standing.tally, standing.elo());
                let game = format!("game {}: {white} v {black}, {}", number + 1, played.ending);
                if !self.is_terminal {
                    self.line(&format!("{game} | {summary}"));
                } else if matches!(played.ending, Ending::Forfeit { .. }) {
                    self.line(&game);
                }
                self.bar.set_position(standing.tally.games());
                self.bar.set_message(summary);
            }
        }
    }

    fn line(&self, text: &str) {
        if self.is_terminal {
            self.bar.println(text);
        } else {
            // Nobody may be listening; the match goes on.
            let _ = writeln!(io::stderr(), "{text}");
        }
    }
}
