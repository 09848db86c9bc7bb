//! The program: reads arguments, calls the crates that do the work, prints what they answer.
//!
//! Exit codes: 0 done, 1 an error of the machine (reading, writing, memory), 2 invalid input, 130 interrupted by
//! Ctrl-C.
#![forbid(unsafe_code)]

mod cpu;
mod failure;
mod interrupt;
mod network;
mod position;
mod serve_settings;
mod commands;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use estopim_rules::Variant;

use failure::Failure;

/// A served move makes and drops some two hundred small strings; the system's allocator takes twice as long for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Examples:
  estopim play
  estopim show --variant atomic
  estopim moves --fen \"7k/5Q2/8/8/8/8/8/K7 b - - 0 1\"
  estopim perft --variant strictatomic --depth 5 --divide
  estopim perft --variant pawnbattle --setup 4p --depth 9
  estopim solve --setup 4p
  estopim serve
  estopim class
  estopim liac --setup 4p --games 2 --white computer:3
  estopim completions bash > estopim.bash
";

/// The end of the help: examples, and the games by the names that arguments know them by.
fn after_help() -> String {
    let variants: Vec<&str> = Variant::ALL.into_iter().map(Variant::id).collect();
    format!(
        "{EXAMPLES}\nVariants: {}.\n`estopim help <command>` describes each command.",
        variants.join(", ")
    )
}

/// Five games on the chess board, with atomic chess at the centre.
#[derive(Parser)]
#[command(name = "estopim", version, after_help = after_help(), arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(Box<commands::play::Play>),
    Perft(commands::perft::Perft),
    Moves(commands::moves::Moves),
    Show(commands::show::Show),
    Uci(commands::uci::Uci),
    Bench(commands::bench::Bench),
    Analyse(commands::analyse::Analyse),
    Match(Box<commands::matches::Match>),
    Datagen(commands::datagen::Datagen),
    Data(commands::data::Data),
    FitWinrate(commands::fit_winrate::FitWinrate),
    Train(Box<commands::train::Train>),
    Embed(commands::embed::Embed),
    Tune(commands::tune::Tune),
    Solve(commands::solve::Solve),
    VerifyProof(commands::verify_proof::VerifyProof),
    Tables(commands::tables::TablesCommand),
    Serve(Box<commands::serve::Serve>),
    Class(commands::class::Class),
    Liac(commands::liac::Liac),
    Loadtest(commands::loadtest::Loadtest),
    Completions(commands::completions::Completions),
}

fn main() -> ExitCode {
    if let Err(missing) = cpu::check() {
        eprintln!("error: {missing}");
        return ExitCode::FAILURE;
    }
    run()
}

/// Separate from `main`, so that nothing here runs before the processor has been checked.
#[inline(never)]
fn run() -> ExitCode {
    let cli = Cli::parse();
    // Not locked: the engine writes from threads of its own.
    let mut out = BufWriter::new(io::stdout());
    let done = match cli.command {
        Command::Play(play) => play.run(&mut out),
        Command::Perft(perft) => perft.run(&mut out),
        Command::Moves(moves) => moves.run(&mut out),
        Command::Show(show) => show.run(&mut out),
        Command::Uci(uci) => uci.run(),
        Command::Bench(bench) => bench.run(&mut out),
        Command::Analyse(analyse) => analyse.run(&mut out),
        Command::Match(contest) => contest.run(&mut out),
        Command::Datagen(datagen) => datagen.run(&mut out),
        Command::Data(data) => data.run(&mut out),
        Command::FitWinrate(fit) => fit.run(&mut out),
        Command::Train(train) => train.run(&mut out),
        Command::Embed(embed) => embed.run(&mut out),
        Command::Tune(tune) => tune.run(&mut out),
        Command::Solve(solve) => solve.run(&mut out),
        Command::VerifyProof(proof) => proof.run(&mut out),
        Command::Tables(tables) => tables.run(&mut out),
        Command::Serve(serve) => serve.run(&mut out),
        Command::Class(class) => class.run(&mut out),
        Command::Liac(liac) => liac.run(&mut out),
        Command::Loadtest(loadtest) => loadtest.run(&mut out),
        Command::Completions(completions) => completions.run(&mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // What is still buffered cannot be written; dropping it would only try again.
            drop(out.into_parts());
            end(&failure)
        }
    }
}

fn end(failure: &Failure) -> ExitCode {
    if failure.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    // If even this cannot be written, it is ignored.
    let _ = writeln!(io::stderr(), "error: {failure}");
    failure.exit_code()
}
