//! The settings and their defaults. Flags, environment and file are read by the program (`estopim serve`).

use std::ffi::OsString;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde::Deserialize;

use crate::bots::EngineConfig;
use crate::liac::LiacConfig;
use crate::limits::Rate;

/// The defaults, which help texts are made from too.
pub mod defaults {
    use super::{Ipv4Addr, SocketAddr, SocketAddrV4};

    /// See [`Config::bind`](super::Config::bind).
    pub const BIND: SocketAddr = SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080));
    /// See [`Config::data_dir`](super::Config::data_dir).
    pub const DATA_DIR: &str = "estopim-data";
    /// The database's file in the data directory.
    pub const DATABASE_FILE: &str = "estopim.db";
    /// See [`Config::computer_pace_percent`](super::Config::computer_pace_percent).
    pub const COMPUTER_PACE_PERCENT: u64 = 100;
    /// See [`Config::left_after_ms`](super::Config::left_after_ms).
    pub const LEFT_AFTER_SECONDS: f64 = 60.0;
    /// See [`Config::messages`](super::Config::messages).
    pub const MESSAGES_PER_SECOND: f64 = 20.0;
    /// See [`Config::requests`](super::Config::requests).
    pub const REQUESTS_PER_SECOND: f64 = 50.0;
    /// See [`Config::max_sockets`](super::Config::max_sockets).
    pub const MAX_SOCKETS: usize = 20_000;
    /// See [`Config::connections_per_address`](super::Config::connections_per_address). A school class behind one
    /// address: some forty devices with several connections each.
    pub const CONNECTIONS_PER_ADDRESS: usize = 500;
}

/// The most engine threads.
pub const MAX_ENGINE_WORKERS: usize = 256;
/// The slowest that weak levels answer, in percent of a person.
pub const MAX_COMPUTER_PACE_PERCENT: u64 = 1_000;
/// For each game or socket that an address may open a second, it may make this many requests.
pub const REQUESTS_PER_OPENING: f64 = 5.0;

/// The settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// The address of the metrics listener, if any.
    pub metrics_bind: Option<SocketAddr>,
    /// Where the secret lives, and the database unless it is elsewhere.
    pub data_dir: PathBuf,
    /// The database's address.
    pub database: DatabaseAddress,
    /// Engine threads.
    pub engine_workers: usize,
    /// Folders of endgame tables beside those in the program, separated as in `PATH`.
    pub tables: OsString,
    /// Folders of Syzygy files.
    pub syzygy: OsString,
    /// How slowly weak levels answer, in percent of a person.
    pub computer_pace_percent: u64,
    /// How long an opponent must be gone to have left for good.
    pub left_after_ms: i64,
    /// How long a seek stays open whose owner has no connection.
    pub seek_grace_ms: i64,
    /// How long an idle game stays in memory.
    pub idle_ms: i64,
    /// The message rate of a socket.
    pub messages: Rate,
    /// The request rate of an address.
    pub requests: Rate,
    /// The rate at which an address may create games and open sockets.
    pub openings: Rate,
    /// Sockets open at a time.
    pub max_sockets: usize,
    /// Connections open at a time from one address; not counted behind a proxy, where all connections are the proxy's.
    pub connections_per_address: usize,
    /// Timeouts of a connection.
    pub timeouts: Timeouts,
    /// Whether to trust the headers of a proxy.
    pub behind_proxy: bool,
    /// Tables of LIAC's protocol, if programs may connect.
    pub liac: Option<LiacConfig>,
    /// UCI engines of the host, which accept challenges.
    pub engines: Vec<EngineConfig>,
    /// Whether everybody may make a class of children.
    pub classes: bool,
    /// The server is for one class on a local network, and for nothing else.
    pub class_mode: Option<ClassMode>,
}

/// What a server for a class knows of its surroundings. Whoever runs it keeps it up to date.
#[derive(Clone, Default)]
pub struct ClassMode(Arc<Mutex<ClassSurroundings>>);

#[derive(Default)]
struct ClassSurroundings {
    pin: String,
    wants_new: bool,
    addresses: Vec<String>,
    own: Vec<IpAddr>,
}

impl ClassMode {
    fn inner(&self) -> MutexGuard<'_, ClassSurroundings> {
        self.0.lock().expect("nobody panics with the surroundings")
    }

    /// The PIN that its teacher types.
    pub fn pin(&self) -> String {
        self.inner().pin.clone()
    }

    /// Whether to begin with a new class, also if another one was not ended.
    pub fn wants_new(&self) -> bool {
        self.inner().wants_new
    }

    /// See [`Self::wants_new`].
    pub fn set_new(&self, wants_new: bool) {
        self.inner().wants_new = wants_new;
    }

    /// Sets the PIN.
    pub fn set_pin(&self, pin: String) {
        self.inner().pin = pin;
    }

    /// The addresses at which children find the class, the best first.
    pub fn addresses(&self) -> Vec<String> {
        self.inner().addresses.clone()
    }

    /// Sets the addresses at which children find the class, and this machine's own. Returns whether they have changed.
    pub fn set_addresses(&self, addresses: Vec<String>, own: Vec<IpAddr>) -> bool {
        let mut inner = self.inner();
        let is_news = inner.addresses != addresses;
        (inner.addresses, inner.own) = (addresses, own);
        is_news
    }

    /// Whether an address is another device's.
    pub fn is_elsewhere(&self, address: IpAddr) -> bool {
        !address.is_loopback() && !self.inner().own.contains(&address)
    }
}

impl fmt::Debug for ClassMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassMode").finish_non_exhaustive()
    }
}

/// The address of a database. `Display` and `Debug` leave out the password.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub struct DatabaseAddress(String);

impl DatabaseAddress {
    /// The file that is used in a data directory if no other database is named.
    pub fn in_directory(data_dir: &Path) -> Self {
        Self(format!("sqlite:{}", data_dir.join(defaults::DATABASE_FILE).display()))
    }

    /// The address with its password, to connect to.
    pub fn secret(&self) -> &str {
        &self.0
    }
}

impl From<String> for DatabaseAddress {
    fn from(address: String) -> Self {
        Self(address)
    }
}

impl fmt::Display for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&estopim_store::redacted(&self.0))
    }
}

impl fmt::Debug for DatabaseAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Timeouts of a connection. Not settings for operators; tests shorten them.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// From the first byte of a request to the end of its head.
    pub head: Duration,
    /// From the end of the head to the end of the body.
    pub body: Duration,
    /// From an answer, or from the opening of the connection, to the first byte of a request.
    pub idle: Duration,
    /// How long a client may read nothing of what is sent to it.
    pub write: Duration,
    /// From the signal to the end of the process, whatever is still open.
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
/// See [`Timeouts::idle`]. Longer than the usual idle timeout of proxies, so that the proxy closes first.
const IDLE_TIMEOUT: Duration = Duration::from_secs(75);
/// See [`Timeouts::write`].
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// See [`Timeouts::grace`].
const GRACE: Duration = Duration::from_secs(5);

/// How long a seek stays open whose owner has no connection: enough to load a page again.
const SEEK_GRACE_MS: i64 = 5_000;
/// How long an idle game stays in memory.
const IDLE_MS: i64 = 60_000;

/// The limit on files of the page, as a multiple of the request limit: a whole class may open the page at once.
const FILES_PER_REQUEST: f64 = 10.0;

impl Config {
    /// The defaults, with all data in one directory.
    pub fn in_directory(data_dir: PathBuf) -> Self {
        let half = std::thread::available_parallelism().map_or(1, |count| count.get() / 2);
        let requests = Rate::steady(defaults::REQUESTS_PER_SECOND);
        Self {
            bind: defaults::BIND,
            metrics_bind: None,
            database: DatabaseAddress::in_directory(&data_dir),
            data_dir,
            engine_workers: half.clamp(1, MAX_ENGINE_WORKERS),
            tables: OsString::new(),
            syzygy: OsString::new(),
            computer_pace_percent: defaults::COMPUTER_PACE_PERCENT,
            left_after_ms: (defaults::LEFT_AFTER_SECONDS * 1_000.0) as i64,
            seek_grace_ms: SEEK_GRACE_MS,
            idle_ms: IDLE_MS,
            messages: Rate::steady(defaults::MESSAGES_PER_SECOND),
            requests,
            openings: openings(requests),
            max_sockets: defaults::MAX_SOCKETS,
            connections_per_address: defaults::CONNECTIONS_PER_ADDRESS,
            timeouts: Timeouts::default(),
            behind_proxy: false,
            liac: None,
            engines: Vec::new(),
            classes: false,
            class_mode: None,
        }
    }

    /// Sets what one address may ask for, and with it how much it may open.
    pub fn set_requests(&mut self, requests: Rate) {
        self.requests = requests;
        self.openings = openings(requests);
    }

    /// How many files of the page one address may ask for.
    pub fn files(&self) -> Rate {
        let Rate { per_second, burst } = self.requests;
        Rate { per_second: per_second * FILES_PER_REQUEST, burst: burst * FILES_PER_REQUEST }
    }
}

/// How many games and sockets an address may open, given the requests it may make.
fn openings(requests: Rate) -> Rate {
    Rate { per_second: requests.per_second / REQUESTS_PER_OPENING, burst: requests.burst / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_databases_password_is_never_shown() {
        let mut config = Config::in_directory(PathBuf::from("data"));
        assert_eq!(config.database.secret(), "sqlite:data/estopim.db");
        config.database = "postgres://ana:hunter2@db.example/games".to_owned().into();
        let shown = format!("{config:?} {}", config.database);
        assert!(shown.contains("db.example") && !shown.contains("hunter2"), "{shown}");
    }

    #[test]
    fn the_readme_tells_the_limits_that_hold() {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        let readme = std::fs::read_to_string(readme).expect("it is there");
        let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
        let Timeouts { head, body, idle, grace, .. } = Timeouts::default();
        assert_eq!(head, body);
        for wanted in [
            format!("at most {} connections", defaults::CONNECTIONS_PER_ADDRESS),
            format!("unfinished is cut after {} seconds", head.as_secs()),
            format!("a silent connection after {}", idle.as_secs()),
            format!("ends the server within {} seconds", grace.as_secs()),
        ] {
            assert!(readme.contains(&wanted), "{wanted}");
        }
    }
}
