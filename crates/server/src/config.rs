//! What can be set: by flag, by environment variable, or in a file; in this order the first one counts.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use clap::Args;
use serde::Deserialize;
use thiserror::Error;

use crate::limits::Rate;

/// The settings of `estopim serve`, each of which may be absent.
#[derive(Args, Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServeArgs {
    /// A file with settings: TOML, with the long names of these flags (bind = "127.0.0.1:8080")
    #[arg(long, env = "ESTOPIM_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Where to listen; port 0 takes any free one (default: 127.0.0.1:8080)
    #[arg(long, env = "ESTOPIM_BIND", value_name = "ADDRESS:PORT")]
    pub bind: Option<SocketAddr>,
    /// Where to tell what the server counts, at /metrics; without it only programs on this machine are told, where
    /// everybody else asks too, and behind a proxy nobody (default: nowhere)
    #[arg(long, env = "ESTOPIM_METRICS_BIND", value_name = "ADDRESS:PORT")]
    pub metrics_bind: Option<SocketAddr>,
    /// Where the database file and the secret live (default: estopim-data)
    #[arg(long, env = "ESTOPIM_DATA_DIR", value_name = "DIRECTORY")]
    pub data_dir: Option<PathBuf>,
    /// sqlite:PATH or postgres://… (default: estopim.db in the data directory)
    #[arg(long, env = "ESTOPIM_DATABASE", value_name = "ADDRESS", hide_env_values = true)]
    pub database: Option<String>,
    /// Threads that think for the computer (default: half the processors)
    #[arg(long, env = "ESTOPIM_ENGINE_WORKERS", value_name = "COUNT")]
    pub engine_workers: Option<usize>,
    /// How slowly weak levels answer: 100 as a person would, 0 at once (default: 100)
    #[arg(long, env = "ESTOPIM_COMPUTER_PACE", value_name = "PERCENT")]
    pub computer_pace: Option<u64>,
    /// After how many seconds without a line an opponent has left for good (default: 60)
    #[arg(long, env = "ESTOPIM_LEFT_AFTER", value_name = "SECONDS")]
    pub left_after: Option<f64>,
    /// Messages a second from one socket (default: 20)
    #[arg(long, env = "ESTOPIM_MESSAGES_PER_SECOND", value_name = "COUNT")]
    pub messages_per_second: Option<f64>,
    /// Requests a second from one address; a fifth of it for new games and sockets (default: 100)
    #[arg(long, env = "ESTOPIM_REQUESTS_PER_SECOND", value_name = "COUNT")]
    pub requests_per_second: Option<f64>,
    /// Sockets open at a time (default: 20000)
    #[arg(long, env = "ESTOPIM_MAX_SOCKETS", value_name = "COUNT")]
    pub max_sockets: Option<usize>,
    /// Connections open at a time from one address, unless it is a proxy's (default: 500)
    #[arg(long, env = "ESTOPIM_CONNECTIONS_PER_ADDRESS", value_name = "COUNT")]
    pub connections_per_address: Option<usize>,
    /// Believe X-Forwarded-For, -Proto and -Host: only behind a proxy that sets them
    #[arg(long, env = "ESTOPIM_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", value_name = "BOOL")]
    pub behind_proxy: Option<bool>,
    /// What to log: error, warn, info, debug, or a filter by module (default: info)
    #[arg(long, env = "ESTOPIM_LOG", value_name = "FILTER")]
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
/// A school class behind one address: some forty devices with several connections each.
const CONNECTIONS_PER_ADDRESS: usize = 500;

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

/// A burst lasts this many seconds of the rate.
const BURST_SECONDS: f64 = 4.0;

impl ServeArgs {
    /// Fills what flags and environment leave open from the file, and the rest from the defaults.
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => Self::default(),
        };
        let data_dir =
            self.data_dir.or(file.data_dir).unwrap_or_else(|| PathBuf::from("estopim-data"));
        let in_data_dir = || format!("sqlite:{}", data_dir.join("estopim.db").display());
        let rate = |name, flag: Option<f64>, file: Option<f64>, default: f64| {
            let per_second = flag.or(file).unwrap_or(default);
            let is_positive = per_second.is_finite() && per_second > 0.0;
            let rate = Rate { per_second, burst: (per_second * BURST_SECONDS).max(1.0) };
            is_positive.then_some(rate).ok_or(ConfigError::NotPositive { name, found: per_second })
        };
        let requests =
            rate("requests-per-second", self.requests_per_second, file.requests_per_second, 50.0)?;
        let half = || std::thread::available_parallelism().map_or(1, |count| count.get() / 2);
        let left_after = self.left_after.or(file.left_after).unwrap_or(60.0);
        Ok(Config {
            bind: self
                .bind
                .or(file.bind)
                .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080))),
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
                .unwrap_or(100)
                .min(1_000),
            left_after_ms: (left_after.clamp(0.0, 1e6) * 1_000.0) as i64,
            messages: rate(
                "messages-per-second",
                self.messages_per_second,
                file.messages_per_second,
                20.0,
            )?,
            requests,
            openings: Rate { per_second: requests.per_second / 5.0, burst: requests.burst / 2.0 },
            max_sockets: self.max_sockets.or(file.max_sockets).unwrap_or(20_000),
            connections_per_address: self
                .connections_per_address
                .or(file.connections_per_address)
                .unwrap_or(CONNECTIONS_PER_ADDRESS),
            timeouts: Timeouts::default(),
            behind_proxy: self.behind_proxy.or(file.behind_proxy).unwrap_or(false),
            log: self.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
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
    fn what_makes_no_sense_is_refused() {
        for text in ["bnid = 1", "bind = \"nowhere\"", "messages-per-second = 0.0"] {
            assert!(with_file(text, ServeArgs::default()).is_err(), "{text}");
        }
    }
}
