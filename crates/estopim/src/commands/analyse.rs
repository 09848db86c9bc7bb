//! `estopim analyse`: the best lines of a position, or a game with what the engine thinks of every move.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use estopim_analysis::{GameReport, annotate, report};
use estopim_engine::{
    Analyst, Endgames, Limits, MAX_DEPTH, MAX_HASH_MB, MAX_MULTIPV, MAX_THREADS, Player,
    SearchInfo, Task, TimePlan,
};
use estopim_protocol::bounds;
use estopim_protocol::report::LabelReason;
use estopim_rules::{AnyPosition, Color, Move, PgnEval, PgnGame, PgnReader};
use estopim_tui::texts::{Lang, Texts};
use estopim_tui::words;
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim analyse --variant atomic --lines 3 \"rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq -\"
  estopim analyse --variant pawnbattle --setup 4p --depth 12
  estopim analyse games.pgn --nodes 500000 --out annotated.pgn
  estopim analyse - < game.pgn";

/// How long a single position is searched if nobody says.
const POSITION_MS: u64 = 2000;
/// How many nodes each position of a game is searched if nobody says: as in the reports of the web page.
const GAME_POSITION_NODES: u64 = bounds::REPORT_NODES;

/// Show the best lines of a position, or annotate the games of a PGN file
///
/// A position is given as a FEN (in quotes), with or without --fen. In a game every move gets its evaluation, and a weak
/// one a mark (?!, ? or ??), the reason in words and a better line; the output is PGN. How each side played is told on standard
/// error. The same nodes give the same report. Which game a PGN file holds is read from its Variant tag.
#[derive(Args)]
#[command(after_help = EXAMPLES, visible_alias = "analyze")]
pub struct Analyse {
    /// A FEN, the path of a PGN file, or `-` for PGN from the standard input
    #[arg(required_unless_present_any = ["fen", "setup"], conflicts_with_all = ["fen", "setup"])]
    input: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    #[arg(
        long,
        help = format!(
            "Milliseconds a position [default: {POSITION_MS} for a FEN; a game is searched by nodes]"
        ),
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    movetime: Option<u64>,
    #[arg(
        long,
        help = format!("Search at most this many nodes a position [default: {GAME_POSITION_NODES} for each position of a game]"),
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: Option<u64>,
    /// Search at most this many plies deep
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<i32>,
    /// How many best lines to show (MultiPV)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_MULTIPV as i64))]
    lines: u16,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// Size of the transposition table in megabytes
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=MAX_HASH_MB as i64))]
    hash: u32,
    /// Folders of endgame tables beside those in the program, separated as in PATH
    #[arg(long, value_name = "DIRS", default_value = "", hide_default_value = true)]
    tables: OsString,
    /// Folders of Syzygy files, separated as in PATH
    #[arg(long, value_name = "DIRS", default_value = "", hide_default_value = true)]
    syzygy: OsString,
    /// The language of the reasons: en or pt-BR [default: by LANG]
    #[arg(long, value_parser = language)]
    lang: Option<Lang>,
    /// Write annotated games to this file instead of the standard output
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut player = Player::try_new(self.hash as usize, usize::from(self.threads))?;
        let (tables, complaints) = Endgames::open(&self.tables, &self.syzygy);
        for complaint in complaints {
            // A closed error output is ignored.
            let _ = writeln!(io::stderr(), "left out: {complaint}");
        }
        player.set_tables(tables);
        let input = match self.input.as_deref() {
            None => return self.position(&mut player, self.position.position()?, out),
            Some(fen) if is_fen(fen) => {
                return self.position(&mut player, self.position.game.read_fen(fen)?, out);
            }
            Some(input) => input,
        };
        match &self.out {
            Some(path) => self.games(input, &mut player, &mut File::create(path)?),
            None => self.games(input, &mut player, out),
        }
    }

    /// What ends the search of a position: what was asked for, else `default`.
    fn limits(&self, default: Limits) -> Limits {
        let multipv = usize::from(self.lines);
        if self.movetime.is_none() && self.nodes.is_none() && self.depth.is_none() {
            return Limits { multipv, ..default };
        }
        let time = self.movetime.map(fixed_time);
        Limits { depth: self.depth, nodes: self.nodes, time, multipv, ..Limits::default() }
    }

    fn position(
        &self,
        player: &mut Player,
        position: AnyPosition,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let variant = position.variant();
        let default = Limits { time: Some(fixed_time(POSITION_MS)), ..Limits::default() };
        let lines = player.multipv(&Task::from(position), self.limits(default));
        match lines.first() {
            None => writeln!(out, "no legal move: the game is over")?,
            Some(best) => {
                writeln!(out, "{variant}, depth {}, {} nodes", best.depth, player.nodes())?;
            }
        }
        for report in &lines {
            writeln!(out, "{}", told(&position, report))?;
        }
        Ok(())
    }

    fn games(&self, input: &str, player: &mut Player, out: &mut impl Write) -> Result<(), Failure> {
        let limits = self.limits(Limits { nodes: Some(GAME_POSITION_NODES), ..Limits::default() });
        let texts = Texts::new(
            self.lang.unwrap_or_else(|| Lang::from_env(|name| std::env::var(name).ok())),
        );
        let source: Box<dyn BufRead> = match input {
            "-" => Box::new(io::stdin().lock()),
            path => Box::new(BufReader::new(open(Path::new(path))?)),
        };
        let mut reader = PgnReader::new(source);
        let mut number = 0;
        while let Some(mut pgn) = reader.read_game()? {
            number += 1;
            let game = pgn.to_game().map_err(|error| Failure::Replay { game: number, error })?;
            let bar = ProgressBar::new(pgn.line.moves.len() as u64 + 1);
            let style = "game {msg} {wide_bar} {pos}/{len} positions, {eta} left";
            bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
            bar.set_message(number.to_string());
            player.clear();
            let mut analyst = Analyst::new(player, limits.clone());
            let made = report(&game, &mut analyst, |done, _| bar.set_position(done as u64));
            bar.finish_and_clear();
            match made {
                Ok(report) => {
                    annotate(&mut pgn, &report, |ply, reason| {
                        let before = game.position_at(ply).expect("the ply was played");
                        let after = game.position_at(ply + 1).expect("the ply was played");
                        words::label_reason(&texts, &LabelReason::new(before, after, reason))
                    });
                    tell(number, &pgn, &report, &texts)?;
                }
                Err(error) => writeln!(io::stderr(), "game {number}: {error}")?,
            }
            writeln!(out, "{pgn}")?;
            out.flush()?;
        }
        if number == 0 {
            return Err(Failure::NoGame(input.to_owned()));
        }
        Ok(())
    }
}

/// A FEN has seven slashes in its first word; a path has not.
fn is_fen(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 7)
        && !Path::new(text).exists()
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::Open { path: path.to_owned(), error })
}

/// A line as a person reads it: its evaluation for White, then its moves.
fn told(position: &AnyPosition, report: &SearchInfo) -> String {
    let score = report.score.for_white(position.turn());
    let eval = PgnEval { score, depth: None };
    format!("{:>3}. {eval:>7}  {}", report.multipv, san_line(*position, &report.pv))
}

fn san_line(mut position: AnyPosition, line: &[Move]) -> String {
    let mut words = Vec::with_capacity(line.len());
    for &mv in line {
        words.push(position.san(mv));
        position.play_unchecked(mv);
    }
    words.join(" ")
}

fn fixed_time(ms: u64) -> TimePlan {
    TimePlan::fixed(Duration::from_millis(ms), Duration::ZERO)
}

fn language(text: &str) -> Result<Lang, String> {
    Lang::from_tag(text).ok_or_else(|| format!("expected en or pt-BR, found {text:?}"))
}

/// How each side played, a line each.
fn tell(number: usize, pgn: &PgnGame, report: &GameReport, texts: &Texts) -> io::Result<()> {
    for color in Color::ALL {
        let side = words::report_side(texts, &report.sides[color.index()]);
        let tag = if color == Color::White { "White" } else { "Black" };
        let name = pgn.tags.get(tag).unwrap_or("?");
        let color = words::color(texts, color);
        writeln!(io::stderr(), "{number}. {color} ({name}): {side}")?;
    }
    Ok(())
}
