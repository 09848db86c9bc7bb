//! `estopim datagen`: games of the engine against itself, whose positions networks are trained on.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use estopim_train::datagen::{Plan, Progress, generate};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::shared::{LINE_EVERY, SelfPlay};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};

const EXAMPLES: &str = "\
Examples:
  estopim datagen --variant atomic --positions 5000000 --seed 7 --out atomic.data
  estopim datagen --variant pawnbattle --nodes 5000 --threads 2 --out pawnbattle.data
  estopim datagen --variant atomic --eval-file next.net --seed 8 --out next.data";

/// Let the engine play itself and write quiet positions to a file, with scores and results
///
/// Games start with a few random moves (in Pawn Battle from a random setup) that leave neither side much better.
/// They end by the rules, or are adjudicated by their scores. Only quiet, undecided positions are written: no check, no
/// threat, no capture as the best move, and none that was written recently. Ctrl-C ends the run and keeps what is
/// complete; the same command continues it. The same seed gives the same file, whatever the number of threads.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Datagen {
    #[command(flatten)]
    games: SelfPlay,
    /// Generate until the file has this many positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// After how many nodes a search begins no new depth; on average it takes twice as many
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Datagen {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let plan = Plan {
            variant: self.games.variant,
            positions: self.positions,
            nodes: self.nodes,
            seed: self.games.seed,
            source: self.games.source()?,
            threads: self.games.threads(),
        };
        interrupt::heed();
        let mut meter = Meter::new(plan.positions);
        let end = generate(&plan, &self.out, &INTERRUPT, |progress| meter.show(progress));
        meter.bar.finish_and_clear();
        let end = end?;
        writeln!(
            out,
            "{} positions from {} games in {}",
            HumanCount(end.positions),
            HumanCount(end.games),
            self.out.display()
        )?;
        if end.positions < plan.positions && INTERRUPT.load(Ordering::Relaxed) {
            out.flush()?;
            return Err(Failure::Interrupted);
        }
        Ok(())
    }
}

/// A bar on a terminal, a line now and then elsewhere; on the error output.
struct Meter {
    bar: ProgressBar,
    is_terminal: bool,
    wanted: u64,
    /// When the run began, and with how many positions.
    start: Option<(Instant, u64)>,
    /// How many lines there are, and when the last was written.
    lines: u32,
    last_line: Instant,
}

impl Meter {
    fn new(wanted: u64) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} {msg}")
            .expect("the template is fixed and good");
        let bar = ProgressBar::new(wanted).with_style(style);
        let is_terminal = io::stderr().is_terminal();
        Self { bar, is_terminal, wanted, start: None, lines: 0, last_line: Instant::now() }
    }

    fn show(&mut self, progress: Progress) {
        let now = Instant::now();
        let (start, before) = *self.start.get_or_insert((now, progress.positions));
        let seconds = (now - start).as_secs_f64();
        let speed = (progress.positions - before) as f64 / seconds.max(1e-9);
        let games = HumanCount(progress.games);
        let text = if progress.positions > before {
            let left = self.wanted.saturating_sub(progress.positions) as f64 / speed;
            let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
            format!("from {games} games, {speed:.0} positions/s, {left} to go")
        } else {
            format!("from {games} games")
        };
        self.bar.set_position(progress.positions);
        self.bar.set_message(text.clone());
        // The first two lines at once, then one every interval.
        if !self.is_terminal && (self.lines < 2 || now - self.last_line >= LINE_EVERY) {
            self.lines += 1;
            self.last_line = now;
            let positions = HumanCount(progress.positions);
            // Nobody may be listening; the run goes on.
            let _ = writeln!(
                io::stderr(),
                "{positions} of {} positions {text}",
                HumanCount(self.wanted)
            );
        }
    }
}
