//! What can be set: by flag, by environment variable, or in a file; in this order the first one counts.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use clap::Args;
use serde::Deserialize;
use thiserror::Error;

use crate::limits::Rate;

/// The defaults, which help texts are made from too.
const BIND: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));
const DATA_DIR: &str = "estopim-data";
const DATABASE_FILE: &str = "estopim.db";
const COMPUTER_PACE: u64 = 100;
const LEFT_AFTER: f64 = 60.0;
const MESSAGES_PER_SECOND: f64 = 20.0;
const REQUESTS_PER_SECOND: f64 = 50.0;
const MAX_SOCKETS: usize = 20_000;
/// A school class behind one address: some forty devices with several connections each.
const CONNECTIONS_PER_ADDRESS: usize = 500;
const LOG: &str = "info";

/// The settings of `estopim serve`, each of which may be absent.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServeArgs {
    /// A file with settings: TOML, with the long names of these flags (bind = "127.0.0.1:8080")
    #[arg(long, env = "ESTOPIM_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Where to listen.
    #[arg(
        long,
        help = format!("Where to listen; port 0 takes any free one (default: {BIND})"),
         env = "ESTOPIM_BIND", value_name = "ADDRESS:PORT"
    )]
    pub bind: Option<SocketAddr>,
    /// Where to serve /metrics. Without it programs on this machine, and they alone, find it where the page is; behind
    /// a proxy nobody does (default: none)
    #[arg(long, env = "ESTOPIM_METRICS_BIND", value_name = "ADDRESS:PORT")]
    pub metrics_bind: Option<SocketAddr>,
    /// Where the database file and the secret live.
    #[arg(
        long,
        help = format!("Where the database file and the secret live (default: {DATA_DIR})"),
         env = "ESTOPIM_DATA_DIR", value_name = "DIRECTORY"
    )]
    pub data_dir: Option<PathBuf>,
    /// The database.
    #[arg(
        long,
        help = format!("sqlite:PATH or postgres://… (default: {DATABASE_FILE} in the data directory)"),
         env = "ESTOPIM_DATABASE", value_name = "ADDRESS", hide_env_values = true
    )]
    pub database: Option<String>,
    /// Threads that think for the computer (default: half the processors)
    #[arg(long, env = "ESTOPIM_ENGINE_WORKERS", value_name = "COUNT")]
    pub engine_workers: Option<usize>,
    /// How slowly weak levels answer.
    #[arg(
        long,
        help = format!("How slowly weak levels answer: 100 as a person would, 0 at once (default: {COMPUTER_PACE})"),
         env = "ESTOPIM_COMPUTER_PACE", value_name = "PERCENT"
    )]
    pub computer_pace: Option<u64>,
    /// After how many seconds without a line an opponent has left for good.
    #[arg(
        long,
        help = format!("After how many seconds without a line an opponent has left for good (default: {LEFT_AFTER})"),
         env = "ESTOPIM_LEFT_AFTER", value_name = "SECONDS"
    )]
    pub left_after: Option<f64>,
    /// Messages a second from one socket.
    #[arg(
        long,
        help = format!("Messages a second from one socket (default: {MESSAGES_PER_SECOND})"),
         env = "ESTOPIM_MESSAGES_PER_SECOND", value_name = "COUNT"
    )]
    pub messages_per_second: Option<f64>,
    /// Requests a second from one address.
    #[arg(
        long,
        help = format!("Requests a second from one address; a fifth of it for new games and sockets (default: {REQUESTS_PER_SECOND})"),
         env = "ESTOPIM_REQUESTS_PER_SECOND", value_name = "COUNT"
    )]
    pub requests_per_second: Option<f64>,
    /// Sockets open at a time.
    #[arg(
        long,
        help = format!("Sockets open at a time (default: {MAX_SOCKETS})"),
         env = "ESTOPIM_MAX_SOCKETS", value_name = "COUNT"
    )]
    pub max_sockets: Option<usize>,
    /// Connections open at a time from one address.
    #[arg(
        long,
        help = format!("Connections open at a time from one address, unless it is a proxy's (default: {CONNECTIONS_PER_ADDRESS})"),
         env = "ESTOPIM_CONNECTIONS_PER_ADDRESS", value_name = "COUNT"
    )]
    pub connections_per_address: Option<usize>,
    /// Believe X-Forwarded-For, -Proto and -Host: only behind a proxy that sets them
    #[arg(long, env = "ESTOPIM_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub behind_proxy: Option<bool>,
    /// What to log.
    #[arg(
        long,
        help = format!("What to log: error, warn, info, debug, or a filter by module (default: {LOG})"),
         env = "ESTOPIM_LOG", value_name = "FILTER"
    )]
    pub log: Option<String>,
    /// Log as JSON, one object a line
    #[arg(long, env = "ESTOPIM_LOG_JSON", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub log_json: Option<bool>,
}

/// The settings that hold.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// Where to tell what is counted, beside.
    pub metrics_bind: Option<SocketAddr>,
    /// Where the secret lives, and the database unless it is elsewhere.
    pub data_dir: PathBuf,
    /// The database's address.
    pub database: String,
    /// Threads that think for the computer.
    pub engine_workers: usize,
    /// How slowly weak levels answer, in percent of a person.
    pub computer_pace_percent: u64,
    /// How long an opponent must be gone to have left for good.
    pub left_after_ms: i64,
    /// How long a seek stays open whose owner has no connection.
    pub seek_grace_ms: i64,
    /// How long a game that nobody asks for stays in memory.
    pub idle_ms: i64,
    /// What one socket may send.
    pub messages: Rate,
    /// What one address may ask for.
    pub requests: Rate,
    /// How many games and sockets one address may open.
    pub openings: Rate,
    /// Sockets open at a time.
    pub max_sockets: usize,
    /// Connections open at a time from one address; behind a proxy they all are the proxy's, and nothing is counted.
    pub connections_per_address: usize,
    /// How long a connection may keep us waiting.
    pub timeouts: Timeouts,
    /// Whether a proxy tells who asks.
    pub behind_proxy: bool,
    /// What to log.
    pub log: String,
    /// Whether to log as JSON.
    pub log_json: bool,
}

/// How long a connection may keep us waiting. Nothing to be set by an operator; tests shorten it.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From the first byte of a request to the end of its head.
    pub head: Duration,
    /// From the end of the head to the end of the body.
    pub body: Duration,
    /// From an answer, or from the opening of the connection, to the first byte of a request.
    pub idle: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub write: Duration,
    /// From being told to end to the end, whatever is still open.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: HEAD_TIMEOUT,
            body: BODY_TIMEOUT,
            idle: IDLE_TIMEOUT,
            write: WRITE_TIMEOUT,
            grace: GRACE,
        }
    }
}

/// See [`Timeouts::head`].
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// See [`Timeouts::body`].
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// See [`Timeouts::idle`]. Longer than proxies commonly keep a connection, so that it is they who close it.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// See [`Timeouts::write`].
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// See [`Timeouts::grace`].
const GRACE: Duration = Duration::from_secs(5);

/// Why the settings make no sense.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// The file is not what it should be.
    #[error("{path}: {error}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: Box<toml::de::Error>,
    },
    /// A number is out of its range.
    #[error("{name} must be above zero, found {found}")]
    NotPositive {
        /// Which setting.
        name: &'static str,
        /// What was found.
        found: f64,
    },
}

/// How long a seek stays open whose owner has no connection: enough to load a page again.
const SEEK_GRACE_MS: i64 = 15_000;
/// How long a game that nobody asks for stays in memory.
const IDLE_MS: i64 = 60_000;
/// A burst lasts this many seconds of the rate.
const BURST_SECONDS: f64 = 4.0;

/// How many times as many files of the page as other things an address may ask for: a class opens it all at once.
const FILES_PER_REQUEST: f64 = 10.0;

impl Config {
    /// How many files of the page one address may ask for.
    pub fn files(&self) -> Rate {
        let Rate { per_second, burst } = self.requests;
        Rate { per_second: per_second * FILES_PER_REQUEST, burst: burst * FILES_PER_REQUEST }
    }
}

impl ServeArgs {
    /// Fills what flags and environment leave open from the file, and the rest from the defaults.
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => Self::default(),
        };
        let data_dir = self.data_dir.or(file.data_dir).unwrap_or_else(|| PathBuf::from(DATA_DIR));
        let in_data_dir = || format!("sqlite:{}", data_dir.join(DATABASE_FILE).display());
        let rate = |name, flag: Option<f64>, file: Option<f64>, default: f64| {
            let per_second = flag.or(file).unwrap_or(default);
            let is_positive = per_second.is_finite() && per_second > 0.0;
            let rate = Rate { per_second, burst: (per_second * BURST_SECONDS).max(1.0) };
            is_positive.then_some(rate).ok_or(ConfigError::NotPositive { name, found: per_second })
        };
        let requests = rate(
            "requests-per-second",
            self.requests_per_second,
            file.requests_per_second,
            REQUESTS_PER_SECOND,
        )?;
        let half = || std::thread::available_parallelism().map_or(1, |count| count.get() / 2);
        let left_after = self.left_after.or(file.left_after).unwrap_or(LEFT_AFTER);
        Ok(Config {
            bind: self.bind.or(file.bind).unwrap_or(BIND),
            metrics_bind: self.metrics_bind.or(file.metrics_bind),
            database: self.database.or(file.database).unwrap_or_else(in_data_dir),
            data_dir,
            engine_workers: self
                .engine_workers
                .or(file.engine_workers)
                .unwrap_or_else(half)
                .clamp(1, 256),
            computer_pace_percent: self
                .computer_pace
                .or(file.computer_pace)
                .unwrap_or(COMPUTER_PACE)
                .min(1_000),
            left_after_ms: (left_after.clamp(0.0, 1e6) * 1_000.0) as i64,
            seek_grace_ms: SEEK_GRACE_MS,
            idle_ms: IDLE_MS,
            messages: rate(
                "messages-per-second",
                self.messages_per_second,
                file.messages_per_second,
                MESSAGES_PER_SECOND,
            )?,
            requests,
            openings: Rate { per_second: requests.per_second / 5.0, burst: requests.burst / 2.0 },
            max_sockets: self.max_sockets.or(file.max_sockets).unwrap_or(MAX_SOCKETS),
            connections_per_address: self
                .connections_per_address
                .or(file.connections_per_address)
                .unwrap_or(CONNECTIONS_PER_ADDRESS),
            timeouts: Timeouts::default(),
            behind_proxy: self.behind_proxy.or(file.behind_proxy).unwrap_or(false),
            log: self.log.or(file.log).unwrap_or_else(|| LOG.to_owned()),
            log_json: self.log_json.or(file.log_json).unwrap_or(false),
        })
    }
}

fn read(path: &Path) -> Result<ServeArgs, ConfigError> {
    let text = fs::read_to_string(path)
        .map_err(|error| ConfigError::Read { path: path.to_owned(), error })?;
    toml::from_str(&text)
        .map_err(|error| ConfigError::Parse { path: path.to_owned(), error: Box::new(error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, args: ServeArgs) -> Result<Config, ConfigError> {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("estopim.toml");
        fs::write(&path, text).expect("it can be written");
        ServeArgs { config: Some(path), ..args }.resolve()
    }

    #[test]
    fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
        let args = ServeArgs { engine_workers: Some(3), ..ServeArgs::default() };
        let config = with_file("engine-workers = 2\nbind = \"127.0.0.1:9\"", args).expect("sound");
        assert_eq!((config.engine_workers, config.bind.port()), (3, 9));
        assert_eq!(config.database, "sqlite:estopim-data/estopim.db");
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
        let config = ServeArgs::default().resolve().expect("sound");
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
            ("log", config.log.clone()),
        ] {
            assert_eq!(told(name), wanted, "{name}");
        }
        let file = told("database");
        let (file, place) = file.split_once(' ').expect("a file and a place");
        assert_eq!(
            (place, database),
            ("in the data directory", &format!("sqlite:{data_dir}/{file}"))
        );
        assert_eq!(
            (told("engine-workers").as_str(), told("metrics-bind").as_str()),
            ("half the processors", "none")
        );
        assert!((config.openings.per_second * 5.0 - config.requests.per_second).abs() < 1e-9);
    }

    #[test]
    fn the_readme_tells_the_limits_that_hold() {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        let readme = fs::read_to_string(readme).expect("it is there");
        let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
        let Timeouts { head, body, idle, grace, .. } = Timeouts::default();
        assert_eq!(head, body);
        for wanted in [
            format!("at most {CONNECTIONS_PER_ADDRESS} connections"),
            format!("unfinished is cut after {} seconds", head.as_secs()),
            format!("a silent connection after {}", idle.as_secs()),
            format!("ends the server within {} seconds", grace.as_secs()),
        ] {
            assert!(readme.contains(&wanted), "{wanted}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["bnid = 1", "bind = \"nowhere\"", "messages-per-second = 0.0"] {
            assert!(with_file(text, ServeArgs::default()).is_err(), "{text}");
        }
    }
}
