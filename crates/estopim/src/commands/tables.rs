//! `estopim tables`: builds, checks and asks endgame tables.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use estopim_rules::{AnyPosition, Variant, with_position, with_rules};
use estopim_tablebase::build::Progress;
use estopim_tablebase::folder::{self, Step};
use estopim_tablebase::{Material, Tables, Value, Wdl, prove};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use super::shared::{LINE_EVERY, MAX_THREADS, or_cores};
use crate::failure::Failure;
use crate::interrupt::{self, INTERRUPT};

const EXAMPLES: &str = "\
Examples:
  estopim tables build --variant atomic --men 4
  estopim tables check endgames --prove
  estopim tables probe --variant atomic --fen \"8/8/8/3k4/8/3KQ3/8/8 w - - 0 1\"
  estopim uci      (then: setoption name TablePath value endgames)";

/// The folder that tables are built in unless another is named.
const DEFAULT_FOLDER: &str = "endgames";

/// Build, check or ask endgame tables: what positions of few men are worth, exactly
///
/// A table has every position of some men, with the number of plies to the end of the game. Those of three men are part
/// of the program. For chess the engine reads Syzygy files as well.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TablesCommand {
    #[command(subcommand)]
    step: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Build),
    Check(Check),
    Probe(Probe),
}

/// Build every table with up to N men, by retrograde analysis
///
/// Files that are there already are kept, so a build that was interrupted goes on with the table it was at. Tables of four
/// men take a few minutes a game, and memory for four bytes a position.
#[derive(Args)]
struct Build {
    /// The game
    #[arg(long)]
    variant: Variant,
    /// The most men, kings included
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=Material::MAX_MEN as i64))]
    men: u8,
    /// The folder; each game has one of its own in it
    #[arg(long, value_name = "DIR", default_value = DEFAULT_FOLDER)]
    out: PathBuf,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u16>,
}

/// Check every file of a folder: heads, lengths, checksums; with --prove every value too
#[derive(Args)]
struct Check {
    /// The folder
    #[arg(value_name = "DIR", default_value = DEFAULT_FOLDER)]
    folder: PathBuf,
    /// Also prove that every value follows from those after each legal move
    #[arg(long)]
    prove: bool,
    /// Threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)))]
    threads: Option<u16>,
}

/// Print what a position and each of its moves are worth
#[derive(Args)]
struct Probe {
    /// The game
    #[arg(long)]
    variant: Variant,
    /// The position as a FEN, in quotes
    #[arg(long)]
    fen: String,
    /// A folder of tables beside those in the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// A folder of Syzygy files; they are asked where no table of ours has the answer
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
}

impl TablesCommand {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        match &self.step {
            Command::Build(args) => args.run(out),
            Command::Check(args) => args.run(out),
            Command::Probe(args) => args.run(out),
        }
    }
}

impl Build {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let men = usize::from(self.men);
        interrupt::heed();
        let mut meter = Meter::new();
        let mut written = Vec::new();
        let mut started = Instant::now();
        let mut on_step = |step: Step<'_>| match step {
            Step::Found(_) => {}
            Step::Building(material, progress) => meter.show(&material, progress),
            Step::Written(table) => {
                let path = folder::file_of(&self.out, self.variant, &table.material());
                let bytes = path.metadata().map_or(0, |file| file.len());
                let longest = match table.longest() {
                    Some(plies) => format!("at most {plies} plies"),
                    None => "all draws".to_owned(),
                };
                written.push(format!(
                    "{}: {} values, {longest}, {}, {:.1} s",
                    table.material(),
                    HumanCount(table.len() as u64),
                    HumanBytes(bytes),
                    started.elapsed().as_secs_f64()
                ));
                started = Instant::now();
            }
        };
        let threads = or_cores(self.threads);
        let built = with_rules!(self.variant, R => {
            folder::build_all::<R>(men, &self.out, threads, &INTERRUPT, &mut on_step)
        });
        meter.bar.finish_and_clear();
        let tables = built?;
        for line in &written {
            writeln!(out, "{line}")?;
        }
        let all = tables.iter().count();
        Ok(writeln!(out, "{all} tables in {}, {} of them new", self.out.display(), written.len())?)
    }
}

impl Check {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut tables = Tables::default();
        let refused = tables.add_folder(&self.folder).map_err(|error| self.refuse(error))?;
        let mut faults = refused.len();
        for file in &refused {
            writeln!(out, "{}: {}", file.path.display(), file.reason)?;
        }
        let mut sound: Vec<_> = tables.iter().collect();
        sound.sort_by_key(|table| (table.variant(), table.material().men(), table.material()));
        let count = sound.len();
        for table in sound {
            let name = format!("{} {}", table.variant(), table.material());
            if let Err(fault) = table.check() {
                faults += 1;
                writeln!(out, "{name}: {fault}")?;
                continue;
            }
            if !self.prove {
                continue;
            }
            let threads = or_cores(self.threads);
            let proof =
                with_rules!(table.variant(), R => prove::prove::<R>(table, &tables, threads));
            match proof {
                Ok(positions) => {
                    writeln!(out, "{name}: {} positions proven", HumanCount(positions as u64))?;
                }
                Err(flaw) => {
                    faults += 1;
                    let (found, wanted) = (in_words(flaw.found), in_words(flaw.wanted));
                    writeln!(out, "{name}: {}: found {found}, its moves say {wanted}", flaw.fen)?;
                }
            }
            out.flush()?;
        }
        writeln!(out, "{count} tables, {faults} faults")?;
        out.flush()?;
        if faults == 0 { Ok(()) } else { Err(Failure::UnsoundData(self.folder.clone())) }
    }

    fn refuse(&self, error: estopim_tablebase::FileError) -> Failure {
        Failure::Tables { path: self.folder.clone(), error }
    }
}

impl Probe {
    fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = AnyPosition::from_fen(self.variant, &self.fen)
            .map_err(|error| Failure::Fen { variant: self.variant, error })?;
        let tables = self.open()?;
        if let Some(outcome) = position.outcome() {
            return Ok(writeln!(out, "{outcome}")?);
        }
        let value = tables.probe_any(&position);
        let by_syzygy = value.is_none().then(|| with_position!(&position, pos => tables.wdl(pos)));
        match by_syzygy.flatten() {
            Some(wdl) => writeln!(out, "{} by Syzygy", wdl_in_words(wdl))?,
            None => writeln!(out, "{}", in_words(value))?,
        }
        let moves = position.legal_moves();
        let mut valued: Vec<_> = moves
            .iter()
            .map(|&mv| (tables.probe_any(&position.after(mv)).map(Value::before), mv))
            .collect();
        valued.sort_by_key(|(value, _)| std::cmp::Reverse(value.map(Value::rank)));
        for (value, mv) in valued {
            writeln!(out, "{}: {}", position.uci(mv), in_words(value))?;
        }
        Ok(())
    }

    /// The tables of the program, and those of the folders; each file that is refused is reported.
    fn open(&self) -> Result<Tables, Failure> {
        let mut tables = Tables::embedded();
        let refuse = |path: &PathBuf, error| Failure::Tables { path: path.clone(), error };
        let mut refused = Vec::new();
        if let Some(folder) = &self.tables {
            refused.extend(tables.add_folder(folder).map_err(|error| refuse(folder, error))?);
        }
        if let Some(folder) = &self.syzygy {
            refused.extend(tables.add_syzygy(folder).map_err(|error| refuse(folder, error))?);
        }
        for file in refused {
            // A closed error output is ignored.
            let _ = writeln!(io::stderr(), "left out: {}: {}", file.path.display(), file.reason);
        }
        Ok(tables)
    }
}

fn wdl_in_words(wdl: Wdl) -> &'static str {
    match wdl {
        Wdl::Win => "win",
        Wdl::CursedWin => "win, but for the fifty-move rule",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "loss, but for the fifty-move rule",
        Wdl::Loss => "loss",
    }
}

fn in_words(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), |value| value.to_string())
}

/// A line at the bottom of a terminal, a line now and then elsewhere; both on the error output.
struct Meter {
    bar: ProgressBar,
    last_line: Instant,
    last_shown: Instant,
}

/// How often the line at the bottom changes.
const SHOW_EVERY: Duration = Duration::from_millis(100);

impl Meter {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is good");
        let now = Instant::now();
        Self { bar: ProgressBar::no_length().with_style(style), last_line: now, last_shown: now }
    }

    fn show(&mut self, material: &Material, progress: Progress) {
        if self.last_shown.elapsed() < SHOW_EVERY {
            return;
        }
        self.last_shown = Instant::now();
        let text = match progress {
            Progress::Arrangements { done, all } => format!(
                "{material}: {} of {} arrangements",
                HumanCount(done as u64),
                HumanCount(all as u64)
            ),
            Progress::Level { plies, decided } => {
                format!("{material}: {} positions end in {plies} plies", HumanCount(decided as u64))
            }
        };
        if !io::stderr().is_terminal() && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            // Nobody may be listening; the run goes on.
            let _ = writeln!(io::stderr(), "{text}");
        }
        self.bar.set_message(text);
    }
}
