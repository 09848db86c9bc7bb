//! `estopim solve`: what a position of pawns alone is worth, and each of its moves.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use estopim_rules::{PawnBattle, PawnBattleSetup, Position};
use estopim_solver::{Progress, Solution, Solver, Worth};
use estopim_system::files::{Access, replace_file};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::shared::{LINE_EVERY, MAX_THREADS, or_cores};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};

const EXAMPLES: &str = "\
Examples:
  estopim solve --setup 4p
  estopim solve --setup 6p --hash 4000 --resume 6p.checkpoint --certificate 6p.proof
  estopim solve --fen \"8/2p2p2/8/8/8/8/1PP5/8 w - - 0 1\" --json
  estopim verify-proof 6p.proof";

/// The default size of the table, in megabytes.
const DEFAULT_HASH: u32 = 256;
/// The largest table, in megabytes.
const MAX_HASH: i64 = 1 << 24;
/// The interval of checkpoints.
const KEEP_EVERY: Duration = Duration::from_mins(5);

/// Solve Pawn Battle with pawns alone: the value and distance of a position and of each of its moves
///
/// The value is exact: a win, a draw or a loss for the side to move, whatever the other side does. The distance is the
/// number of plies to the end of the game, counted from the position, if the winner plays as quickly and the loser as
/// slowly as possible; a draw has none. Two or four pawns a side take a second, six take minutes, eight need much
/// memory and time.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    #[command(flatten)]
    start: Start,
    /// Size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH, value_parser = clap::value_parser!(u32).range(1..=MAX_HASH))]
    hash: u32,
    /// Search threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u16>,
    /// Write checkpoints to this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write a certificate that `estopim verify-proof` checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Print one JSON object with the value, the distance and those of each move
    #[arg(long)]
    json: bool,
}

/// The position; one of the two is needed.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Start {
    /// A starting position: 2p, 4p, 6p, 8p, or the files of the pawns such as "abgh"
    #[arg(long)]
    setup: Option<String>,
    /// The position as a FEN, in quotes
    #[arg(long)]
    fen: Option<String>,
}

/// What is printed, in this order.
#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    setup: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(flatten)]
    worth: WorthReport,
    /// By move as UCI writes it, in alphabetical order.
    moves: BTreeMap<String, WorthReport>,
}

#[derive(Serialize)]
struct WorthReport {
    value: &'static str,
    distance: Option<u32>,
}

impl From<Worth> for WorthReport {
    fn from(worth: Worth) -> Self {
        Self { value: worth.value.name(), distance: worth.distance }
    }
}

impl Solve {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.start.position()?;
        let solver = Solver::new(position, self.hash as usize)?;
        self.restore(&solver)?;
        interrupt::heed();
        let solution = self.solve(&solver)?;
        self.report(out, &position, &solution)?;
        if let Some(path) = &self.certificate {
            out.flush()?;
            let certificate = solver.certificate(&solution, &INTERRUPT);
            let bytes = certificate.ok_or_else(|| self.stopped())?;
            write(path, &bytes)?;
        }
        Ok(())
    }

    fn restore(&self, solver: &Solver) -> Result<(), Failure> {
        let Some(path) = &self.resume else { return Ok(()) };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Failure::Read { path: path.clone(), error }),
        };
        let refused = |error| Failure::SolverCheckpoint { path: path.clone(), error };
        solver.restore(&bytes).map_err(refused)?;
        Ok(())
    }

    fn solve(&self, solver: &Solver) -> Result<Solution, Failure> {
        let mut meter = Meter::new();
        let mut kept = Instant::now();
        let mut written = Ok(());
        let solution = solver.solve(or_cores(self.threads), &INTERRUPT, |progress| {
            meter.show(solver.position(), progress);
            if let Some(path) = &self.resume
                && written.is_ok()
                && kept.elapsed() >= KEEP_EVERY
            {
                written = write(path, &solver.checkpoint());
                kept = Instant::now();
            }
        });
        meter.bar.finish_and_clear();
        written?;
        if let Some(path) = &self.resume {
            write(path, &solver.checkpoint())?;
        }
        solution.ok_or_else(|| self.stopped())
    }

    fn stopped(&self) -> Failure {
        match &self.resume {
            Some(_) => Failure::Interrupted,
            None => Failure::SolvingStopped,
        }
    }

    fn report(
        &self,
        out: &mut impl Write,
        position: &Position<PawnBattle>,
        solution: &Solution,
    ) -> io::Result<()> {
        let named = |(mv, worth): &(_, Worth)| (position.uci(*mv), (*worth).into());
        let report = SolveJson {
            setup: self.start.setup.as_deref(),
            fen: self.start.fen.as_ref().map(|_| position.fen()),
            worth: solution.worth.into(),
            moves: solution.moves.iter().map(named).collect(),
        };
        if self.json {
            let json = serde_json::to_string(&report).expect("a report of words is valid JSON");
            return writeln!(out, "{json}");
        }
        writeln!(out, "{}", in_words(&report.worth))?;
        for (mv, worth) in &report.moves {
            writeln!(out, "{mv}: {}", in_words(worth))?;
        }
        Ok(())
    }
}

impl Start {
    fn position(&self) -> Result<Position<PawnBattle>, Failure> {
        match (&self.setup, &self.fen) {
            (_, Some(fen)) => Position::from_fen(fen).map_err(|error| Failure::Fen {
                variant: <PawnBattle as estopim_rules::Rules>::VARIANT,
                error,
            }),
            (setup, None) => {
                let setup = setup.as_deref().unwrap_or_default();
                Ok(setup.parse::<PawnBattleSetup>()?.position())
            }
        }
    }
}

fn in_words(worth: &WorthReport) -> String {
    match worth.distance {
        Some(plies) => format!("{} in {plies} plies", worth.value),
        None => worth.value.to_owned(),
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_file(path, bytes, Access::Usual)
        .map_err(|error| Failure::Write { path: path.to_owned(), error })
}

/// A line at the bottom of a terminal, a line now and then elsewhere; both on the error output.
struct Meter {
    bar: ProgressBar,
    start: Instant,
    last_line: Instant,
}

impl Meter {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is good");
        let now = Instant::now();
        Self { bar: ProgressBar::no_length().with_style(style), start: now, last_line: now }
    }

    fn show(&mut self, position: &Position<PawnBattle>, progress: &Progress) {
        let text = self.text(position, progress);
        if !io::stderr().is_terminal() && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            // Nobody may be listening; the run goes on.
            let _ = writeln!(io::stderr(), "{text}");
        }
        self.bar.set_message(text);
    }

    fn text(&self, position: &Position<PawnBattle>, progress: &Progress) -> String {
        let elapsed = self.start.elapsed();
        let speed = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-9);
        // A proof has no length that is known before it is found.
        let done = progress.valued + progress.finished;
        let left = 2 * progress.branches - done;
        let estimate = if done == 0 {
            "no estimate yet".to_owned()
        } else {
            let left = elapsed.mul_f64(left as f64 / done as f64);
            format!("{} to go if the rest is like what is done", HumanDuration(left))
        };
        let known = progress.known.iter().filter_map(|known| {
            let value = known.value?.name();
            Some(format!(" {}={value}", position.uci(known.mv)))
        });
        format!(
            "{} of {} moves have their value, {} their distance; {} positions, {speed:.0}/s; {estimate};{}",
            progress.valued,
            progress.branches,
            progress.finished,
            HumanCount(progress.nodes),
            known.collect::<String>()
        )
    }
}
