//! `estopim analyse`: the best lines of a position, or a game with what the engine thinks of every move.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use estopim_analysis::{Summary, annotate, best_lines, for_white};
use estopim_engine::{Limits, Player, Report, Task, TimePlan};
use estopim_rules::{AnyPosition, Move, PgnEval, PgnGame, PgnReader};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim analyse --variant atomic --lines 3 \"rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPP1PPP/RNBQKBNR w KQkq -\"
  estopim analyse --variant pawnbattle --setup 4p --depth 12
  estopim analyse games.pgn --movetime 500 --out annotated.pgn
  estopim analyse - < game.pgn";

/// How long a single position is searched if nobody says.
const POSITION_MS: u64 = 2000;
/// How long each position of a game is searched if nobody says.
const GAME_POSITION_MS: u64 = 300;

/// Show the best lines of a position, or annotate the games of a PGN file
///
/// A position is given as a FEN (in quotes), with or without --fen. In a game every move gets its evaluation, and a weak
/// one a mark (?!, ? or ??) and a better line; the output is PGN. Which game a PGN file holds is read from its Variant tag.
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
            "Milliseconds a position [default: {POSITION_MS} for a FEN, {GAME_POSITION_MS} for each position of a game]"
        ),
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    movetime: Option<u64>,
    /// Search at most this many nodes a position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search at most this many plies deep
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=127))]
    depth: Option<i32>,
    /// How many best lines to show (MultiPV)
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    lines: u16,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the transposition table in megabytes
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Write annotated games to this file instead of the standard output
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut player = Player::try_new(self.hash as usize, usize::from(self.threads))?;
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

    fn limits(&self, default_ms: u64) -> Limits {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let time_ms = self.movetime.or(unlimited.then_some(default_ms));
        let time = time_ms.map(|ms| TimePlan::fixed(Duration::from_millis(ms), Duration::ZERO));
        let multipv = usize::from(self.lines);
        Limits { depth: self.depth, nodes: self.nodes, time, multipv, ..Limits::default() }
    }

    fn position(
        &self,
        player: &mut Player,
        position: AnyPosition,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let variant = position.variant();
        let lines = best_lines(player, &Task::from(position), self.limits(POSITION_MS));
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
        let limits = Limits { multipv: 1, ..self.limits(GAME_POSITION_MS) };
        let source: Box<dyn BufRead> = match input {
            "-" => Box::new(io::stdin().lock()),
            path => Box::new(BufReader::new(open(Path::new(path))?)),
        };
        let mut reader = PgnReader::new(source);
        let mut number = 0;
        while let Some(mut pgn) = reader.read_game()? {
            number += 1;
            let bar = ProgressBar::new(pgn.line.moves.len() as u64 + 1);
            let style = "game {msg} {wide_bar} {pos}/{len} positions, {eta} left";
            bar.set_style(ProgressStyle::with_template(style).expect("the template is sound"));
            bar.set_message(number.to_string());
            player.clear();
            let summary = annotate(&mut pgn, player, &limits, |ply| bar.set_position(ply as u64))
                .map_err(|error| Failure::Replay { game: number, error })?;
            bar.finish_and_clear();
            tell(number, &pgn, &summary)?;
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
fn told(position: &AnyPosition, report: &Report) -> String {
    let score = for_white(report.score, position.turn());
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

/// So many of something, in words: "1 move", "2 moves".
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn tell(number: usize, pgn: &PgnGame, summary: &Summary) -> io::Result<()> {
    for (side, tally) in ["White", "Black"].into_iter().zip(summary) {
        let [dubious, mistakes, blunders] = tally.faults;
        let name = pgn.tags.get(side).unwrap_or("?");
        writeln!(
            io::stderr(),
            "game {number}, {side} ({name}): {}, {dubious} dubious, {}, {}, {:.2} points given away",
            counted(tally.moves, "move"),
            counted(mistakes, "mistake"),
            counted(blunders, "blunder"),
            tally.lost
        )?;
    }
    Ok(())
}
