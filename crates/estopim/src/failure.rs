//! Why a command ends without having done its work.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use estopim_loadtest::drive::DriveError;
use estopim_match::MatchError;
use estopim_nnue::NetworkError;
use estopim_play::TimeControlError;
use estopim_rules::{FenError, MainLineError, PawnBattleSetupError, PgnError, Variant};
use estopim_server::ServeError;
use estopim_solver::{CheckpointError, ProofError, SolveError};
use estopim_system::memory::MemoryError;
use estopim_tablebase::{BuildError, FileError, FolderError};
use estopim_train::data::{DataError, DataFault};
use estopim_train::train::TrainError;
use estopim_tui::screen::ScreenError;
use estopim_uci::ClientError;
use thiserror::Error;

use crate::interrupt::INTERRUPTED;
use crate::serve_settings::SettingsError;

#[derive(Debug, Error)]
pub enum Failure {
    /// All faults, one a line.
    #[error("this is not a position of {variant}:{}", listed(.error))]
    Fen { variant: Variant, error: FenError },
    #[error(transparent)]
    Setup(#[from] PawnBattleSetupError),
    #[error("only pawnbattle has setups, but the variant is {variant}; give a position by --fen")]
    SetupElsewhere { variant: Variant },
    #[error("the network does not know {0}")]
    NetworkOfOthers(Variant),
    #[error("a match of this kind needs a program on at least one side, found none")]
    NoBots,
    #[error("expected 0.1 to 3600 seconds for a move, found {0}")]
    MoveTime(f64),
    #[error("the count exceeds 64 bits, try a smaller depth")]
    TooManyNodes,
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Engine(#[from] ClientError),
    #[error("a match needs two engines, found {0}; give each by --engine cmd=…")]
    EngineCount(usize),
    /// The result so far has been printed.
    #[error("the match was given up: {0}")]
    MatchGivenUp(String),
    #[error(transparent)]
    Data(#[from] DataError),
    /// The faults have been printed.
    #[error("{} is not sound", .0.display())]
    UnsoundData(PathBuf),
    /// Complete data has been stored.
    #[error("interrupted; the same command goes on from there")]
    Interrupted,
    /// The values so far have been printed.
    #[error("interrupted; the numbers above are where it stood")]
    TuningStopped,
    #[error(
        "too few games: expected at least {wanted} blocks of games; make more by `estopim datagen`"
    )]
    TooFewBlocks { wanted: usize },
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A checkpoint has been written.
    #[error("stopped; with --resume the same command goes on from {}", checkpoint.display())]
    TrainingStopped { checkpoint: PathBuf },
    #[error("{}: {error}", path.display())]
    Network { path: PathBuf, error: NetworkError },
    #[error("there is no folder {} here; run this in the sources of the program, or give --nets", .0.display())]
    NoNets(PathBuf),
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error("{}: {error}", path.display())]
    SolverCheckpoint { path: PathBuf, error: CheckpointError },
    #[error("{} proves nothing: {error}", path.display())]
    Proof { path: PathBuf, error: ProofError },
    #[error(
        "stopped, and nothing was kept; with --resume FILE the same command goes on from there"
    )]
    SolvingStopped,
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}: {error}", path.display())]
    Tables { path: PathBuf, error: FileError },
    #[error(transparent)]
    Pgn(#[from] PgnError),
    #[error("{0:?} holds no game; give a FEN, or a file of PGN")]
    NoGame(String),
    #[error("game {game}, ply {}: {}", error.ply, error.error)]
    Replay { game: usize, error: MainLineError },
    #[error("cannot open {}: {error}; give a FEN (eight ranks separated by '/'), or a PGN file", path.display())]
    Open { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Time(#[from] TimeControlError),
    #[error(transparent)]
    Screen(#[from] ScreenError),
    #[error(
        "expected a player such as human, computer or computer:5 (levels 1 to {max}), found {0:?}",
        max = estopim_engine::Level::FULL.number()
    )]
    PlayerKind(String),
    #[error("expected a language, en or pt-BR, found {0:?}")]
    Lang(String),
    #[error("cannot read a game from {path}: {reason}")]
    Game { path: String, reason: String },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error("the load test was given up: {0}")]
    Load(#[from] DriveError),
    #[error(
        "{games} games need {need} open files; this machine allows {allowed}: raise it with ulimit -n"
    )]
    TooFewFiles { games: u64, need: u64, allowed: u64 },
    #[error("{games} games need {} ports for their sockets, and this machine has fewer: widen net.ipv4.ip_local_port_range", 2 * .games)]
    TooFewPorts { games: u64 },
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The figures have been printed.
    #[error("{0} games broke off under load, the first because: {1}")]
    Broken(usize, String),
    /// The figures have been printed.
    #[error("the server did not stand the attacks: {0}")]
    NotStood(String),
    /// The figures have been printed.
    #[error("the class was slower than wanted: {0}")]
    TooSlow(String),
    #[error("reading or writing failed: {0}")]
    Io(#[from] io::Error),
}

impl Failure {
    /// Whether the output pipe was closed, which is not a failure.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Whether this is an I/O error rather than invalid input.
    fn is_of_the_machine(&self) -> bool {
        match self {
            Self::Data(error) | Self::Train(TrainError::Data(error)) => {
                matches!(error.fault, DataFault::Io { .. } | DataFault::Busy)
            }
            Self::Train(error) => matches!(error, TrainError::File { .. }),
            Self::Network { error, .. } => matches!(error, NetworkError::Io(_)),
            Self::Solve(error) => matches!(error, SolveError::Memory(_)),
            Self::Tables { error, .. } | Self::Folder(FolderError::File { reason: error, .. }) => {
                matches!(error, FileError::Io(_))
            }
            _ => false,
        }
    }

    pub fn exit_code(&self) -> ExitCode {
        if self.is_of_the_machine() {
            return ExitCode::FAILURE;
        }
        match self {
            Self::Interrupted
            | Self::Folder(FolderError::Build(BuildError::Stopped))
            | Self::TuningStopped
            | Self::SolvingStopped
            | Self::TrainingStopped { .. } => ExitCode::from(INTERRUPTED),
            Self::Fen { .. }
            | Self::Setup(_)
            | Self::NoBots
            | Self::MoveTime(_)
            | Self::SetupElsewhere { .. }
            | Self::TooManyNodes
            | Self::EngineCount(_)
            | Self::NetworkOfOthers(_)
            | Self::Pgn(_)
            | Self::NoGame(_)
            | Self::Replay { .. }
            | Self::Time(_)
            | Self::PlayerKind(_)
            | Self::Lang(_)
            | Self::Game { .. }
            | Self::Open { .. }
            | Self::Settings(_)
            | Self::Data(_)
            | Self::UnsoundData(_)
            | Self::TooFewBlocks { .. }
            | Self::Train(_)
            | Self::Network { .. }
            | Self::NoNets(_)
            | Self::Solve(_)
            | Self::SolverCheckpoint { .. }
            | Self::Proof { .. }
            | Self::Folder(_)
            | Self::Tables { .. }
            | Self::TooFewFiles { .. }
            | Self::TooFewPorts { .. }
            | Self::Match(_) => ExitCode::from(2),
            Self::Engine(_)
            | Self::Write { .. }
            | Self::Read { .. }
            | Self::Screen(_)
            | Self::NotStood(_)
            | Self::TooSlow(_)
            | Self::MatchGivenUp(_)
            | Self::Serve(_)
            | Self::Load(_)
            | Self::Broken(..)
            | Self::Memory(_)
            | Self::Io(_) => ExitCode::FAILURE,
        }
    }
}

/// The faults of a FEN, each on a line of its own.
fn listed(error: &FenError) -> String {
    let mut list = String::new();
    for fault in &error.faults {
        list.push_str("\n  - ");
        list.push_str(&fault.to_string());
    }
    list
}
