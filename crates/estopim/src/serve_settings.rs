//! The settings of `estopim serve`: by flag, by environment variable, or in a file; in this order the first one counts.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fs, io};

use clap::Args;
use estopim_liac::{BLACK_PORT, WHITE_PORT};
use estopim_server::config::{
    MAX_COMPUTER_PACE_PERCENT, MAX_ENGINE_WORKERS, REQUESTS_PER_OPENING, defaults,
};
use estopim_server::limits::Rate;
use estopim_server::{Config, DatabaseAddress, EngineConfig, LiacConfig};
use serde::Deserialize;
use thiserror::Error;
use tracing_subscriber::filter::{LevelFilter, Targets};

/// The default log filter.
const LOG: &str = "info";
/// The largest `--left-after`, in seconds.
const MAX_LEFT_AFTER_SECONDS: f64 = 1e6;

/// What was set, each of which may be absent.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServeArgs {
    /// A file with settings: TOML, with the long names of these flags (bind = "127.0.0.1:8080")
    #[arg(long, env = "ESTOPIM_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    config: Option<PathBuf>,
    #[arg(
        long,
        help = format!("Where to listen; port 0 takes any free one (default: {})", defaults::BIND),
        env = "ESTOPIM_BIND", value_name = "ADDRESS:PORT"
    )]
    bind: Option<SocketAddr>,
    /// Where to serve /metrics; without it, only programs on this machine that ask directly, not through a proxy, are
    /// answered, at the page's own address (default: none)
    #[arg(long, env = "ESTOPIM_METRICS_BIND", value_name = "ADDRESS:PORT")]
    metrics_bind: Option<SocketAddr>,
    #[arg(
        long,
        help = format!("Where the database file and the secret are kept (default: {})", defaults::DATA_DIR),
        env = "ESTOPIM_DATA_DIR", value_name = "DIRECTORY"
    )]
    data_dir: Option<PathBuf>,
    #[arg(
        long,
        help = format!("The database: sqlite:PATH or postgres://… (default: {} in the data directory)", defaults::DATABASE_FILE),
        env = "ESTOPIM_DATABASE", value_name = "ADDRESS", hide_env_values = true
    )]
    database: Option<DatabaseAddress>,
    #[arg(
        long,
        help = format!("Threads that search for the computer, at most {MAX_ENGINE_WORKERS} (default: half the processors)"),
        env = "ESTOPIM_ENGINE_WORKERS", value_name = "COUNT"
    )]
    engine_workers: Option<usize>,
    /// Folders of endgame tables that `estopim tables build` has made, separated as in PATH; the computer at full strength
    /// and reports use them (default: those of three men, in the program)
    #[arg(long, env = "ESTOPIM_TABLES", value_name = "DIRECTORIES")]
    tables: Option<PathBuf>,
    /// Folders of Syzygy files, separated as in PATH (default: none)
    #[arg(long, env = "ESTOPIM_SYZYGY_PATH", value_name = "DIRECTORIES")]
    syzygy: Option<PathBuf>,
    #[arg(
        long,
        help = format!(
            "How slowly weak levels answer: 100 as a person would, 0 at once, at most {MAX_COMPUTER_PACE_PERCENT} (default: {})",
            defaults::COMPUTER_PACE_PERCENT
        ),
        env = "ESTOPIM_COMPUTER_PACE", value_name = "PERCENT"
    )]
    computer_pace: Option<u64>,
    #[arg(
        long,
        help = format!(
            "After how long without a connection an opponent has left the game for good (default: {})",
            defaults::LEFT_AFTER_SECONDS
        ),
        env = "ESTOPIM_LEFT_AFTER", value_name = "SECONDS"
    )]
    left_after: Option<f64>,
    #[arg(
        long,
        help = format!("Messages a second from one socket (default: {})", defaults::MESSAGES_PER_SECOND),
        env = "ESTOPIM_MESSAGES_PER_SECOND", value_name = "COUNT"
    )]
    messages_per_second: Option<f64>,
    #[arg(
        long,
        help = format!(
            "Requests a second from one address; one for every {REQUESTS_PER_OPENING} of them may open a game or a socket (default: {})",
            defaults::REQUESTS_PER_SECOND
        ),
        env = "ESTOPIM_REQUESTS_PER_SECOND", value_name = "COUNT"
    )]
    requests_per_second: Option<f64>,
    #[arg(
        long,
        help = format!("Sockets open at a time (default: {})", defaults::MAX_SOCKETS),
        env = "ESTOPIM_MAX_SOCKETS", value_name = "COUNT"
    )]
    max_sockets: Option<usize>,
    #[arg(
        long,
        help = format!(
            "Connections open at a time from one address, unless it is a proxy's (default: {})",
            defaults::CONNECTIONS_PER_ADDRESS
        ),
        env = "ESTOPIM_CONNECTIONS_PER_ADDRESS", value_name = "COUNT"
    )]
    connections_per_address: Option<usize>,
    /// Trust X-Forwarded-For, -Proto and -Host: only behind a proxy that sets them
    #[arg(long, env = "ESTOPIM_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    behind_proxy: Option<bool>,
    /// Let everybody open a class of children (default: no; `estopim class` is for one class on a local network)
    #[arg(long, env = "ESTOPIM_CLASSES", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    classes: Option<bool>,
    /// Let programs play Pawn Battle by LIAC's protocol, at tables that the page shows (default: false)
    #[arg(long, env = "ESTOPIM_LIAC", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    liac: Option<bool>,
    #[arg(
        long,
        help = format!("Where programs connect that begin as White (default: 127.0.0.1:{WHITE_PORT})"),
        env = "ESTOPIM_LIAC_WHITE", value_name = "ADDRESS:PORT"
    )]
    liac_white: Option<SocketAddr>,
    #[arg(
        long,
        help = format!("Where programs connect that begin as Black (default: 127.0.0.1:{BLACK_PORT})"),
        env = "ESTOPIM_LIAC_BLACK", value_name = "ADDRESS:PORT"
    )]
    liac_black: Option<SocketAddr>,
    /// A UCI engine that people and programs can challenge: name=path[,option.X=Y]; may be given several times
    #[arg(long, env = "ESTOPIM_ENGINE", value_name = "NAME=PATH", value_delimiter = ';')]
    engine: Option<Vec<String>>,
    #[arg(
        long,
        help = format!("What to log: error, warn, info, debug, or a filter by module (default: {LOG})"),
        env = "ESTOPIM_LOG", value_name = "FILTER"
    )]
    log: Option<String>,
    /// Log as JSON, one object a line
    #[arg(long, env = "ESTOPIM_LOG_JSON", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    log_json: Option<bool>,
}

/// What is logged, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Logging {
    /// Which events, by level and module.
    pub filter: Targets,
    /// Whether as JSON.
    pub json: bool,
}

/// Why the settings make no sense.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The file is not what it should be. Its text is not quoted, for it may have the database's password.
    #[error("{}: line {line}: {message}", path.display())]
    Parse { path: PathBuf, line: usize, message: String },
    /// A number is out of its range.
    #[error("{name} must be above zero, found {found}")]
    NotPositive { name: &'static str, found: f64 },
    /// An engine is not described.
    #[error(
        "engine: expected name=path[,option.X=Y] with a name of 2 to 20 letters, digits, - and _, found {0:?}"
    )]
    Engine(String),
    /// What to log is not said.
    #[error(
        "log: expected a level (off, error, warn, info, debug, trace) or module=level, with commas between several, \
         found {0:?}"
    )]
    Log(String),
}

impl ServeArgs {
    /// Fills what flags and environment leave open from the file, and the rest from the defaults.
    pub fn resolve(self) -> Result<(Config, Logging), SettingsError> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => Self::default(),
        };
        let data_dir = self.data_dir.or(file.data_dir);
        let mut config =
            Config::in_directory(data_dir.unwrap_or_else(|| defaults::DATA_DIR.into()));
        if let Some(requests) = self.requests_per_second.or(file.requests_per_second) {
            config.set_requests(rate("requests-per-second", requests)?);
        }
        if let Some(messages) = self.messages_per_second.or(file.messages_per_second) {
            config.messages = rate("messages-per-second", messages)?;
        }
        if let Some(seconds) = self.left_after.or(file.left_after) {
            config.left_after_ms = (seconds.clamp(0.0, MAX_LEFT_AFTER_SECONDS) * 1_000.0) as i64;
        }
        if let Some(workers) = self.engine_workers.or(file.engine_workers) {
            config.engine_workers = workers.clamp(1, MAX_ENGINE_WORKERS);
        }
        if let Some(percent) = self.computer_pace.or(file.computer_pace) {
            config.computer_pace_percent = percent.min(MAX_COMPUTER_PACE_PERCENT);
        }
        set(&mut config.tables, self.tables.or(file.tables).map(PathBuf::into_os_string));
        set(&mut config.syzygy, self.syzygy.or(file.syzygy).map(PathBuf::into_os_string));
        set(&mut config.bind, self.bind.or(file.bind));
        set(&mut config.database, self.database.or(file.database));
        set(&mut config.max_sockets, self.max_sockets.or(file.max_sockets));
        set(
            &mut config.connections_per_address,
            self.connections_per_address.or(file.connections_per_address),
        );
        set(&mut config.behind_proxy, self.behind_proxy.or(file.behind_proxy));
        set(&mut config.classes, self.classes.or(file.classes));
        if self.liac.or(file.liac).unwrap_or(false) {
            let mut liac = LiacConfig::default();
            set(&mut liac.white, self.liac_white.or(file.liac_white));
            set(&mut liac.black, self.liac_black.or(file.liac_black));
            config.liac = Some(liac);
        }
        for text in self.engine.or(file.engine).unwrap_or_default() {
            config.engines.push(engine(&text)?);
        }
        config.metrics_bind = self.metrics_bind.or(file.metrics_bind);
        let logging = Logging {
            filter: log_filter(self.log.or(file.log).as_deref().unwrap_or(LOG))?,
            json: self.log_json.or(file.log_json).unwrap_or(false),
        };
        Ok((config, logging))
    }
}

/// Reads what to log: a level, or levels by module with commas between them. A word alone must be a level, although
/// [`Targets`] would take it for a module: it is a level mistyped.
fn log_filter(text: &str) -> Result<Targets, SettingsError> {
    let is_sound = |part: &str| {
        let level = part.split_once('=').map_or(part, |(_, level)| level);
        !level.is_empty() && LevelFilter::from_str(level).is_ok()
    };
    let refused = || SettingsError::Log(text.to_owned());
    let text = text.replace(' ', "");
    if !text.split(',').all(is_sound) {
        return Err(refused());
    }
    text.parse().map_err(|_| refused())
}

/// Reads an engine: `name=path[,option.X=Y]`.
fn engine(text: &str) -> Result<EngineConfig, SettingsError> {
    let refused = || SettingsError::Engine(text.to_owned());
    let (name, rest) = text.split_once('=').ok_or_else(refused)?;
    let mut parts = rest.split(',');
    let launch = parts.next().and_then(|path| path.parse().ok()).ok_or_else(refused)?;
    let option = |part: &str| {
        let (name, value) = part.strip_prefix("option.")?.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    };
    let options: Option<Vec<_>> = parts.map(option).collect();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !(2..=20).contains(&name.len()) || !name.bytes().all(is_plain) {
        return Err(refused());
    }
    Ok(EngineConfig { name: name.to_owned(), launch, options: options.ok_or_else(refused)? })
}

fn set<T>(setting: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *setting = given;
    }
}

fn rate(name: &'static str, per_second: f64) -> Result<Rate, SettingsError> {
    if per_second.is_finite() && per_second > 0.0 {
        Ok(Rate::steady(per_second))
    } else {
        Err(SettingsError::NotPositive { name, found: per_second })
    }
}

fn read(path: &Path) -> Result<ServeArgs, SettingsError> {
    let text = fs::read_to_string(path)
        .map_err(|error| SettingsError::Read { path: path.to_owned(), error })?;
    toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        SettingsError::Parse {
            path: path.to_owned(),
            line: text.get(..start).map_or(1, |before| before.split('\n').count()),
            message: without_addresses(error.message()),
        }
    })
}

/// A message without the words that may be the address of a database.
fn without_addresses(message: &str) -> String {
    let shown = |word: &str| if word.contains(['/', '@']) { "***" } else { word }.to_owned();
    message.split(' ').map(shown).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn with_file(text: &str, args: ServeArgs) -> Result<Config, SettingsError> {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("estopim.toml");
        fs::write(&path, text).expect("it can be written");
        ServeArgs { config: Some(path), ..args }.resolve().map(|(config, _)| config)
    }

    #[test]
    fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
        let args = ServeArgs { engine_workers: Some(3), ..ServeArgs::default() };
        let config = with_file("engine-workers = 2\nbind = \"127.0.0.1:9\"", args).expect("sound");
        assert_eq!((config.engine_workers, config.bind.port()), (3, 9));
        assert_eq!(config.database.secret(), "sqlite:estopim-data/estopim.db");
    }

    #[test]
    fn every_setting_of_the_file_is_taken() {
        let text = r#"
            bind = "127.0.0.1:9"
            metrics-bind = "127.0.0.1:10"
            data-dir = "elsewhere"
            database = "postgres://db.example/games"
            engine-workers = 7
            tables = "endgames"
            syzygy = "wdl:dtz"
            computer-pace = 11
            left-after = 12.5
            messages-per-second = 13
            requests-per-second = 15
            max-sockets = 16
            connections-per-address = 17
            behind-proxy = true
            classes = true
            liac = true
            liac-white = "127.0.0.1:18"
            liac-black = "127.0.0.1:19"
            engine = ["Peer=/usr/bin/peer -x,option.Hash=16"]
            log = "warn"
            log-json = true
        "#;
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("estopim.toml");
        fs::write(&path, text).expect("it can be written");
        let args = ServeArgs { config: Some(path), ..ServeArgs::default() };
        let (config, logging) = args.resolve().expect("sound");
        assert_eq!(config.bind.port(), 9);
        assert_eq!(config.metrics_bind.map(|address| address.port()), Some(10));
        assert_eq!(config.data_dir, PathBuf::from("elsewhere"));
        assert_eq!(config.database.secret(), "postgres://db.example/games");
        assert_eq!((config.engine_workers, config.computer_pace_percent), (7, 11));
        assert_eq!((config.tables, config.syzygy), ("endgames".into(), "wdl:dtz".into()));
        assert_eq!(config.left_after_ms, 12_500);
        assert_eq!(config.messages, Rate::steady(13.0));
        assert_eq!(config.requests, Rate::steady(15.0));
        assert!((config.openings.per_second - 3.0).abs() < 1e-9);
        assert_eq!((config.max_sockets, config.connections_per_address), (16, 17));
        assert!(config.behind_proxy && config.classes);
        let engine = &config.engines[0];
        assert_eq!(
            (engine.name.as_str(), engine.launch.to_string()),
            ("Peer", "/usr/bin/peer -x".to_owned())
        );
        assert_eq!(engine.options, [("Hash".to_owned(), "16".to_owned())]);
        let liac = config.liac.expect("programs may connect");
        assert_eq!((liac.white.port(), liac.black.port()), (18, 19));
        assert_eq!(
            logging,
            Logging { filter: Targets::new().with_default(LevelFilter::WARN), json: true }
        );
    }

    #[test]
    fn help_tells_the_defaults_that_hold() {
        let command = ServeArgs::augment_args(clap::Command::new("serve"));
        let told = |name: &str| {
            let argument =
                command.get_arguments().find(|argument| argument.get_long() == Some(name));
            let help = argument.and_then(|it| it.get_help()).expect("a help text").to_string();
            let (_, default) = help.rsplit_once("(default: ").expect("a default");
            default.trim_end_matches(')').to_owned()
        };
        let (config, logging) = ServeArgs::default().resolve().expect("sound");
        let (data_dir, database) = (config.data_dir.display(), &config.database);
        for (name, wanted) in [
            ("bind", config.bind.to_string()),
            ("data-dir", data_dir.to_string()),
            ("computer-pace", config.computer_pace_percent.to_string()),
            ("left-after", (config.left_after_ms / 1000).to_string()),
            ("messages-per-second", config.messages.per_second.to_string()),
            ("requests-per-second", config.requests.per_second.to_string()),
            ("max-sockets", config.max_sockets.to_string()),
            ("connections-per-address", config.connections_per_address.to_string()),
            ("liac", config.liac.is_some().to_string()),
            ("liac-white", LiacConfig::default().white.to_string()),
            ("liac-black", LiacConfig::default().black.to_string()),
            ("log", logging.filter.to_string()),
        ] {
            assert_eq!(told(name), wanted, "{name}");
        }
        let file = told("database");
        let (file, place) = file.split_once(' ').expect("a file and a place");
        assert_eq!(
            (place, database.secret()),
            ("in the data directory", format!("sqlite:{data_dir}/{file}").as_str())
        );
        assert_eq!(
            (told("engine-workers").as_str(), told("metrics-bind").as_str()),
            ("half the processors", "none")
        );
        let openings = config.openings.per_second * REQUESTS_PER_OPENING;
        assert!((openings - config.requests.per_second).abs() < 1e-9);
    }

    #[rstest]
    #[case("peer")]
    #[case("=x")]
    #[case("my engine=x")]
    #[case("peer=x,Hash=16")]
    fn an_engine_that_is_not_described_is_refused(#[case] text: &str) {
        assert!(engine(text).is_err(), "{text}");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["bnid = 1", "bind = \"nowhere\"", "messages-per-second = 0.0"] {
            assert!(with_file(text, ServeArgs::default()).is_err(), "{text}");
        }
    }

    #[rstest]
    #[case("warn", true)]
    #[case("WARN", true)]
    #[case("off", true)]
    #[case("info,estopim_server=debug", true)]
    #[case("estopim_server::game=trace, sqlx=off", true)]
    #[case("wran", false)]
    #[case("info,estopim_server", false)]
    #[case("estopim_server=loud", false)]
    #[case("", false)]
    fn what_to_log_is_levels_and_modules_with_levels(#[case] text: &str, #[case] is_sound: bool) {
        let settings = ServeArgs { log: Some(text.to_owned()), ..ServeArgs::default() }.resolve();
        assert_eq!(settings.is_ok(), is_sound, "{:?}", settings.err().map(|it| it.to_string()));
    }

    #[test]
    fn the_databases_password_is_never_shown() {
        let database = Some("postgres://ana:hunter2@db.example/games".to_owned().into());
        let shown = format!("{:?}", ServeArgs { database, ..ServeArgs::default() });
        assert!(shown.contains("db.example") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn a_file_that_is_not_as_it_should_be_is_not_quoted() {
        for (text, told) in [
            ("database = \"postgres://ana:hunter2@db.example/games", "line 1: "),
            ("database = postgres://ana:hunter2@db.example/games", "line 1: "),
            ("\"postgres://ana:hunter2@db.example/games\" = 1", "unknown field ***"),
            ("max-sockets = \"postgres://ana:hunter2@db.example/games\"", "string ***"),
            ("database = [\"postgres://ana:hunter2@db.example/games\"]", "sequence"),
            ("log = \"info\"\ndatabase \"postgres://ana:hunter2@db.example/games\"", "line 2: "),
        ] {
            let error = with_file(text, ServeArgs::default()).expect_err("refused");
            let shown = format!("{error} {error:?}");
            assert!(shown.contains(told) && !shown.contains("hunter2"), "{shown}");
        }
    }

    #[rstest]
    #[case("info", "estopim_server::socket", LevelFilter::INFO)]
    #[case("debug", "sqlx", LevelFilter::DEBUG)]
    #[case("warn,estopim_server=debug", "estopim_server::socket", LevelFilter::DEBUG)]
    #[case("warn, estopim_server=debug", "sqlx", LevelFilter::WARN)]
    fn what_is_logged_can_be_chosen_by_module(
        #[case] text: &str,
        #[case] target: &str,
        #[case] wanted: LevelFilter,
    ) {
        use LevelFilter as Level;
        let filter = log_filter(text).expect("sound");
        let all = [Level::TRACE, Level::DEBUG, Level::INFO, Level::WARN, Level::ERROR];
        let is_logged = |level: &Level| {
            level.into_level().is_some_and(|level| filter.would_enable(target, &level))
        };
        assert_eq!(all.into_iter().find(is_logged), Some(wanted));
    }
}
