//! [`Openings`]: the positions that games start from, read from a file or made at random.
//!
//! Random ones depend on the seed alone, not on how many games run at once, so a match can be repeated.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use estopim_rules::{
    AnyPosition, Epd, EpdError, Game, Key, Move, PawnBattleSetup, PgnError, PgnReader, SplitMix64,
    Variant,
};
use estopim_uci::{Client, ClientError, GoLimits, PositionCommand, Start};
use thiserror::Error;

use super::contender::{Contender, START_TIMEOUT};
use super::quiet::is_quiet;
use super::settings::{SettingError, Settings};

/// Where a game starts: a position and the moves played from it, so that engines know what may repeat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The first position.
    pub start: AnyPosition,
    /// Legal moves from there, after which the game goes on.
    pub moves: Vec<Move>,
}

/// Where openings come from, as a command line says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningSource {
    /// A file of positions, one a line.
    Epd(PathBuf),
    /// A file of games, of which the first moves are taken.
    Pgn(PathBuf),
    /// Random legal moves.
    Random(RandomOpenings),
}

/// How openings are made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// How many random moves, both sides together.
    pub plies: u32,
    /// Which random moves.
    pub seed: u64,
    /// In Pawn Battle, the setup to start from.
    pub setup: Option<PawnBattleSetup>,
    /// Take only openings that a short search finds balanced.
    pub balance: Option<Balance>,
}

/// What counts as balanced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The largest advantage of either side, in centipawns.
    pub centipawns: i32,
    /// How many nodes the first engine of the match searches for that.
    pub nodes: u64,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line is no position of the game.
    #[error("{} line {line}: {source}", path.display())]
    Epd {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        source: EpdError,
    },
    /// A game cannot be read.
    #[error("{}: {source}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: PgnError,
    },
    /// There is none to start from.
    #[error("{0} holds no {1} opening from which the game goes on")]
    None(String, Variant),
    /// A setup in a game without setups.
    #[error("only pawnbattle has setups, but the variant is {0}")]
    SetupElsewhere(Variant),
    /// The engine that evaluates openings failed.
    #[error("the engine that evaluates openings failed: {0}")]
    Evaluator(#[from] ClientError),
}

/// Openings by number; made when asked for, and taken from the beginning again when there are no more.
#[derive(Debug)]
pub struct Openings {
    state: Mutex<OpeningsState>,
}

#[derive(Debug)]
struct OpeningsState {
    found: Vec<Opening>,
    maker: Option<Maker>,
}

impl Openings {
    /// Reads or prepares the openings of a match. `evaluator` is asked if they are to be balanced; of the games
    /// in a PGN file, `plies` moves are taken, or all if `None`.
    pub fn prepare(
        source: &OpeningSource,
        variant: Variant,
        plies: Option<usize>,
        evaluator: &Contender,
    ) -> Result<Self, OpeningError> {
        let (found, maker) = match source {
            OpeningSource::Epd(path) => (read_epd(path, variant)?, None),
            OpeningSource::Pgn(path) => (read_pgn(path, variant, plies)?, None),
            OpeningSource::Random(random) => {
                (Vec::new(), Some(Maker::new(random.clone(), variant, evaluator)?))
            }
        };
        if maker.is_none() && found.is_empty() {
            let (OpeningSource::Epd(path) | OpeningSource::Pgn(path)) = source else {
                unreachable!("only files have no maker")
            };
            return Err(OpeningError::None(path.display().to_string(), variant));
        }
        Ok(Self { state: Mutex::new(OpeningsState { found, maker }) })
    }

    /// The opening with this number, from 0.
    pub fn get(&self, number: usize) -> Result<Opening, OpeningError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let OpeningsState { found, maker } = &mut *state;
        while let Some(making) = maker.as_mut().filter(|_| found.len() <= number) {
            match making.next()? {
                Some(opening) => found.push(opening),
                None if found.is_empty() => {
                    return Err(OpeningError::None(
                        "random play".to_owned(),
                        making.start.variant(),
                    ));
                }
                None => *maker = None,
            }
        }
        Ok(found[number % found.len()].clone())
    }
}

/// A file to be read line by line.
fn open(path: &Path) -> Result<BufReader<File>, OpeningError> {
    let read = |source| OpeningError::Read { path: path.to_owned(), source };
    File::open(path).map(BufReader::new).map_err(read)
}

/// Reads positions, one a line. Empty lines and lines that begin with `#` are ignored.
fn read_epd(path: &Path, variant: Variant) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for (index, line) in open(path)?.lines().enumerate() {
        let line = line.map_err(|source| OpeningError::Read { path: path.to_owned(), source })?;
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let epd = Epd::parse(variant, text).map_err(|source| OpeningError::Epd {
            path: path.to_owned(),
            line: index + 1,
            source,
        })?;
        openings.push(Opening { start: epd.position, moves: Vec::new() });
    }
    openings.retain(Opening::goes_on);
    Ok(openings)
}

/// Reads the first moves of games; games of other variants are left out.
fn read_pgn(
    path: &Path,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    for game in PgnReader::new(open(path)?) {
        let game = game.map_err(|source| OpeningError::Pgn { path: path.to_owned(), source })?;
        if game.start.variant() == variant {
            let moves = game.main_line().take(plies.unwrap_or(usize::MAX)).collect();
            openings.push(Opening { start: game.start, moves });
        }
    }
    openings.retain(Opening::goes_on);
    Ok(openings)
}

impl Opening {
    /// The game that starts so. Moves after its end are left out.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.start);
        for &mv in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    fn goes_on(&self) -> bool {
        self.game().outcome().is_none()
    }
}

/// Makes openings one after another.
#[derive(Debug)]
struct Maker {
    random: RandomOpenings,
    start: AnyPosition,
    attempts: u64,
    seen: HashSet<Key>,
    evaluator: Option<Client>,
}

/// After this many attempts in a row without a new opening, there are probably no more.
const FRUITLESS_ATTEMPTS: u32 = 2_000;

impl Maker {
    fn new(
        random: RandomOpenings,
        variant: Variant,
        evaluator: &Contender,
    ) -> Result<Self, OpeningError> {
        let start = match random.setup {
            None => AnyPosition::initial(variant),
            Some(setup) if variant.has_setups() => setup.position().into(),
            Some(_) => return Err(OpeningError::SetupElsewhere(variant)),
        };
        let evaluator = random.balance.map(|_| evaluator.start(variant)).transpose()?;
        Ok(Self { random, start, attempts: 0, seen: HashSet::new(), evaluator })
    }

    /// The next opening that is new, quiet and, if asked, balanced; `None` if there seem to be no more.
    fn next(&mut self) -> Result<Option<Opening>, OpeningError> {
        for _ in 0..FRUITLESS_ATTEMPTS {
            let opening = self.attempt();
            let game = opening.game();
            if opening.moves.len() == self.random.plies as usize
                && game.outcome().is_none()
                && is_quiet(game.position())
                && self.seen.insert(game.position().key())
                && self.is_balanced(&opening)?
            {
                return Ok(Some(opening));
            }
        }
        Ok(None)
    }

    /// Random moves; fewer than asked for if the game ends on the way.
    fn attempt(&mut self) -> Opening {
        let mut rng = generator(self.random.seed, self.attempts);
        self.attempts += 1;
        let mut position = self.start;
        let mut moves = Vec::new();
        for _ in 0..self.random.plies {
            let legal = position.legal_moves();
            if position.outcome().is_some() || legal.is_empty() {
                break;
            }
            let mv = legal[below(&mut rng, legal.len())];
            moves.push(mv);
            position.play_unchecked(mv);
        }
        Opening { start: self.start, moves }
    }

    fn is_balanced(&mut self, opening: &Opening) -> Result<bool, OpeningError> {
        let (Some(balance), Some(evaluator)) = (self.random.balance, &mut self.evaluator) else {
            return Ok(true);
        };
        // A fresh game each time, so that the evaluation depends on nothing but the opening.
        evaluator.new_game(START_TIMEOUT)?;
        let fen = opening.game().position().fen();
        let position = PositionCommand { start: Start::Fen(fen), moves: Vec::new() };
        let limits = GoLimits { nodes: Some(balance.nodes), ..GoLimits::default() };
        let report =
            evaluator.search(&position, &limits, START_TIMEOUT, &AtomicBool::new(false))?;
        let score = report.info.score.map(|score| score.value.as_centipawns());
        Ok(score.is_some_and(|score| score.abs() <= balance.centipawns))
    }
}

/// The generator of the opening numbered `number`, so that each can be drawn without those before it. Not
/// [`SplitMix64::stream`], which is younger: openings of old seeds depend on it.
fn generator(seed: u64, number: u64) -> SplitMix64 {
    let mixed = SplitMix64::new(seed.wrapping_mul(SplitMix64::STEP)).next_u64();
    SplitMix64::new(mixed ^ number.wrapping_mul(SplitMix64::STEP))
}

/// A number below `limit`, by multiplication rather than remainder. Openings of old seeds depend on it.
fn below(rng: &mut SplitMix64, limit: usize) -> usize {
    ((u128::from(rng.next_u64()) * limit as u128) >> 64) as usize
}

/// Reads `random`, `random:plies=8,seed=1,setup=4p,balance=150,nodes=20000`, or the path of a file whose
/// name ends in `.pgn`, `.epd`, `.fen` or `.txt`.
impl FromStr for OpeningSource {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        if let Some(settings) = text.strip_prefix("random") {
            let settings = settings.strip_prefix(':').unwrap_or(settings);
            return RandomOpenings::parse(settings).map(Self::Random);
        }
        let path = PathBuf::from(text);
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("pgn") => Ok(Self::Pgn(path)),
            Some("epd" | "fen" | "txt") => Ok(Self::Epd(path)),
            _ => Err(SettingError::Value {
                key: "openings".to_owned(),
                wanted: "random, random:plies=8,seed=1 or a file that ends in .pgn or .epd",
                found: text.to_owned(),
            }),
        }
    }
}

impl RandomOpenings {
    /// Enough to make games differ, not so many that one side is always lost.
    const PLIES: u32 = 8;
    const NODES: u64 = 20_000;

    fn parse(text: &str) -> Result<Self, SettingError> {
        const NUMBER: &str = "a number";
        let mut settings = Settings::parse(text)?;
        let plies = settings.take_as("plies", NUMBER)?.unwrap_or(Self::PLIES);
        let seed = settings.take_as("seed", NUMBER)?.unwrap_or(1);
        let setup = settings.take_as("setup", "a setup of Pawn Battle")?;
        let bound: Option<u16> = settings.take_as("balance", "a number of centipawns")?;
        let nodes = settings.take_as("nodes", NUMBER)?.unwrap_or(Self::NODES);
        settings.finish()?;
        let balance = bound.map(|bound| Balance { centipawns: bound.into(), nodes });
        Ok(Self { plies, seed, setup, balance })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rstest::rstest;

    use super::*;

    fn random(variant: Variant, settings: &str) -> Openings {
        let source: OpeningSource = settings.parse().unwrap();
        let nobody: Contender = "cmd=nobody".parse().unwrap();
        Openings::prepare(&source, variant, None, &nobody).unwrap()
    }

    fn first(openings: &Openings, count: usize) -> Vec<Opening> {
        (0..count).map(|number| openings.get(number).unwrap()).collect()
    }

    #[rstest]
    fn random_openings_are_new_quiet_and_go_on(
        #[values(
            Variant::Chess,
            Variant::Atomic,
            Variant::StrictAtomic,
            Variant::SimpleAtomic,
            Variant::PawnBattle
        )]
        variant: Variant,
    ) {
        let openings = first(&random(variant, "random:plies=7,seed=5"), 20);
        let mut seen = HashSet::new();
        for opening in openings {
            let game = opening.game();
            assert_eq!(game.ply_count(), 7);
            assert_eq!(game.variant(), variant);
            assert!(game.outcome().is_none() && is_quiet(game.position()), "{}", game.position());
            assert!(seen.insert(game.position().fen()), "{}", game.position());
        }
    }

    #[test]
    fn random_openings_depend_on_the_seed_alone() {
        let [one, again, other] = ["random", "random:seed=1,plies=8", "random:seed=2"]
            .map(|settings| first(&random(Variant::Atomic, settings), 5));
        assert_eq!(one, again);
        assert_ne!(one, other);
        let backwards = random(Variant::Atomic, "random");
        let last = backwards.get(4).unwrap();
        assert_eq!((last, backwards.get(0).unwrap()), (one[4].clone(), one[0].clone()));
    }

    #[test]
    fn openings_begin_again_when_there_are_no_more() {
        let openings = random(Variant::PawnBattle, "random:plies=1,setup=2p");
        let all = first(&openings, 8);
        let different: HashSet<String> =
            all.iter().map(|opening| opening.game().position().fen()).collect();
        assert_eq!(different.len(), 4, "each of two pawns steps once or twice");
        assert_eq!(all[..4], all[4..]);
    }

    #[test]
    fn without_any_quiet_position_there_are_no_openings() {
        let error = random(Variant::Chess, "random:plies=20000").get(0).unwrap_err();
        assert!(matches!(error, OpeningError::None(..)), "{error}");
    }

    fn file(name: &str, text: &str) -> (tempfile::TempDir, OpeningSource) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(name);
        File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
        let source = path.to_str().unwrap().parse().unwrap();
        (directory, source)
    }

    fn prepare(source: &OpeningSource, plies: Option<usize>) -> Result<Openings, OpeningError> {
        let nobody: Contender = "cmd=nobody".parse().unwrap();
        Openings::prepare(source, Variant::Chess, plies, &nobody)
    }

    #[test]
    fn positions_are_read_from_epd() {
        let text = "# a comment\n\n8/8/8/8/8/8/R7/K1k5 w - - id \"a\";\n7k/5Q2/8/8/8/8/8/K7 b - -\n\
                    8/8/8/8/8/8/R7/K1k5 b - - 3 9\n";
        let (_directory, source) = file("some.epd", text);
        let openings = first(&prepare(&source, None).unwrap(), 3);
        let fens = openings.map_fens();
        assert_eq!(fens[0], "8/8/8/8/8/8/R7/K1k5 w - - 0 1");
        assert_eq!(fens[1], "8/8/8/8/8/8/R7/K1k5 b - - 3 9", "the finished game is left out");
        assert_eq!(fens[2], fens[0]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let (_directory, source) = file("bad.epd", "\n8/8 w - -\n");
        let error = prepare(&source, None).unwrap_err();
        assert!(error.to_string().contains("bad.epd line 2: "), "{error}");
    }

    #[test]
    fn the_first_moves_are_read_from_pgn() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Variant \"Atomic\"]\n\n1. d4 *\n\n\
                    [Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let (_directory, source) = file("some.pgn", text);
        let short = first(&prepare(&source, Some(2)).unwrap(), 2);
        assert_eq!(short.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 2]);
        let whole = first(&prepare(&source, None).unwrap(), 2);
        assert_eq!(whole[0].moves.len(), 3);
        assert_eq!(whole[0], whole[1], "the finished game is left out");
    }

    trait MapFens {
        fn map_fens(&self) -> Vec<String>;
    }

    impl MapFens for Vec<Opening> {
        fn map_fens(&self) -> Vec<String> {
            self.iter().map(|opening| opening.game().position().fen()).collect()
        }
    }

    #[rstest]
    #[case("book.bin")]
    #[case("random:plies=x")]
    #[case("random:setup=zz")]
    #[case("randomly")]
    fn a_bad_source_is_refused(#[case] text: &str) {
        assert!(text.parse::<OpeningSource>().is_err());
    }
}
