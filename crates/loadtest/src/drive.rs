//! The players: two sockets a game, moving in turn at a given rate or as fast as they can.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thiserror::Error;
use tokio::sync::{Barrier, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite;

use super::client::{Connection, Visitor};
use super::echo::Hello;
use super::figures::{Latencies, Phase};
use super::games::Script;

/// How many games are set up at a time.
const AT_ONCE: usize = 32;
/// How often a socket that waits says something, as pages do: a server takes a silent one for dead.
const PING: Duration = Duration::from_secs(25);
/// A move that takes longer is an error.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Why a game could not be played.
#[derive(Debug, Error)]
pub enum DriveError {
    /// The socket failed.
    #[error("a socket failed: {0}")]
    Socket(#[from] tungstenite::Error),
    /// A request failed.
    #[error("a request failed: {0}")]
    Io(#[from] std::io::Error),
    /// The server refused.
    #[error("expected {wanted}, found {found}")]
    Refused {
        /// What was wanted.
        wanted: &'static str,
        /// What came.
        found: String,
    },
    /// Nothing came in time.
    #[error("a move took longer than {} s", TIMEOUT.as_secs())]
    Late,
}

impl DriveError {
    /// Whether this machine has no port left for another socket.
    pub fn is_out_of_ports(&self) -> bool {
        let (Self::Io(error) | Self::Socket(tungstenite::Error::Io(error))) = self else {
            return false;
        };
        error.kind() == std::io::ErrorKind::AddrNotAvailable
    }
}

/// One game with both its sockets: of the player to move first, and of the other.
pub struct RunningGame {
    id: String,
    connections: [Connection; 2],
    script: Script,
    ply: usize,
    told: Told,
}

/// How many bytes the players have received for moves: the mover, and the other.
#[derive(Clone, Copy, Default, Debug)]
pub struct Told {
    moves: usize,
    mover: usize,
    other: usize,
}

impl Told {
    /// In all games together.
    pub fn at(running: &[RunningGame]) -> Self {
        running.iter().fold(Self::default(), |sum, RunningGame { told, .. }| Self {
            moves: sum.moves + told.moves,
            mover: sum.mover + told.mover,
            other: sum.other + told.other,
        })
    }

    /// On the average of all moves, to the mover and to the other.
    fn average(self) -> [usize; 2] {
        [self.mover, self.other].map(|bytes| bytes / self.moves.max(1))
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [mover, other] = self.average();
        write!(f, "a move is told in {mover} bytes to the mover and {other} to the opponent")
    }
}

/// How fast moves are made.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// Moves per second, all games together.
    Rate(f64),
    /// As fast as possible.
    Full,
}

/// Two sessions for each game, with their sockets open and nothing said.
pub async fn open_sockets(address: SocketAddr, games: usize) -> Result<Vec<Pair>, DriveError> {
    let all_open = Arc::new(Barrier::new(games));
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let mut opening = JoinSet::new();
    for _ in 0..games {
        let (permits, all_open) = (Arc::clone(&permits), Arc::clone(&all_open));
        opening.spawn(async move {
            let permit = permits.acquire().await.expect("permits are never closed");
            let (white, black) = (Visitor::new(address).await?, Visitor::new(address).await?);
            let mut connections = [white.connect().await?, black.connect().await?];
            drop(permit);
            keep_awake(&mut connections, all_open.wait()).await?;
            Ok(Pair { visitors: [white, black], connections })
        });
    }
    all_of(opening).await
}

/// Waits for something with both sockets open.
async fn keep_awake<T>(
    connections: &mut [Connection; 2],
    wait: impl Future<Output = T>,
) -> Result<T, DriveError> {
    let mut wait = pin!(wait);
    loop {
        if let Ok(done) = timeout(PING, &mut wait).await {
            return Ok(done);
        }
        for connection in &mut *connections {
            connection.send_text(r#"{"type":"ping","sentAtMs":0}"#).await?;
        }
    }
}

/// What all tasks return, or the first failure.
async fn all_of<T: 'static>(
    mut tasks: JoinSet<Result<T, DriveError>>,
) -> Result<Vec<T>, DriveError> {
    let mut done = Vec::with_capacity(tasks.len());
    while let Some(one) = tasks.join_next().await {
        done.push(one.expect("setting up does not panic")?);
    }
    Ok(done)
}

/// Two people with a socket each.
pub struct Pair {
    visitors: [Visitor; 2],
    connections: [Connection; 2],
}

/// Starts a game for every pair.
pub async fn sit_down(
    pairs: Vec<Pair>,
    scripts: &[Script],
) -> Result<Vec<RunningGame>, DriveError> {
    let mut seated = JoinSet::new();
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let all_seated = Arc::new(Barrier::new(pairs.len()));
    for (mut pair, script) in pairs.into_iter().zip(scripts.iter().cloned()) {
        let (permits, all_seated) = (Arc::clone(&permits), Arc::clone(&all_seated));
        seated.spawn(async move {
            let permit = keep_awake(&mut pair.connections, permits.acquire()).await?;
            let mut game = sit(pair, script).await?;
            drop(permit.expect("permits are never closed"));
            keep_awake(&mut game.connections, all_seated.wait()).await?;
            Ok(game)
        });
    }
    all_of(seated).await
}

async fn sit(pair: Pair, script: Script) -> Result<RunningGame, DriveError> {
    let Pair {
        visitors: [mut host, mut guest],
        connections: [mut host_connection, mut guest_connection],
    } = pair;
    let wanted = json!({
        "variant": "chess", "opponent": { "type": "friend" },
        "time": { "type": "clock", "baseSeconds": 10_800, "incrementSeconds": 0 }
    });
    let made = host.post("/api/games", &wanted).await?;
    let refused = |found: &str| DriveError::Refused { wanted: "a game", found: found.to_owned() };
    let made_json = made.json();
    let id = made_json["id"].as_str().ok_or_else(|| refused(&made.body))?.to_owned();
    let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await?;
    if joined.status != 200 {
        return Err(refused(&joined.body));
    }
    let watch = json!({ "type": "watchGame", "id": id }).to_string();
    host_connection.send_text(watch.clone()).await?;
    guest_connection.send_text(watch).await?;
    let snapshot = loop {
        let text = host_connection.receive_text().await?;
        if text.starts_with(r#"{"type":"snapshot""#) {
            break text;
        }
    };
    let snapshot: Value = serde_json::from_str(&snapshot).unwrap_or_default();
    let host_is_white = snapshot["game"]["you"] == json!("white");
    let connections = if host_is_white {
        [host_connection, guest_connection]
    } else {
        [guest_connection, host_connection]
    };
    Ok(RunningGame { id, connections, script, ply: 0, told: Told::default() })
}

/// Does something `count` times, some at a time, and stops at the first failure.
async fn each_of<T, F>(
    count: usize,
    work: impl Fn(usize) -> F + Copy + Send + 'static,
) -> Result<Vec<T>, DriveError>
where
    T: Send + 'static,
    F: Future<Output = Result<T, DriveError>> + Send,
{
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..count {
        let permits = Arc::clone(&permits);
        tasks.spawn(async move {
            let _permit = permits.acquire().await.expect("permits are never closed");
            work(number).await
        });
    }
    all_of(tasks).await
}

/// As many games as scripts, on an echo server that sends as many bytes as the platform did.
pub async fn echo_games(
    address: SocketAddr,
    scripts: &[Script],
    told: Told,
) -> Result<Vec<RunningGame>, DriveError> {
    let [to_mover, to_other] = told.average();
    let pairs = each_of(scripts.len(), move |number| async move {
        let visitor = Visitor::stranger(address);
        let mut connections = [visitor.connect().await?, visitor.connect().await?];
        for connection in &mut connections {
            let hello = Hello { game: number as u32, to_mover, to_other };
            connection.send_text(hello.to_string()).await?;
        }
        Ok(connections)
    })
    .await?;
    let game = |(connections, script): ([Connection; 2], &Script)| RunningGame {
        id: "abcdefgh".to_owned(),
        connections,
        script: Arc::clone(script),
        ply: 0,
        told: Told::default(),
    };
    Ok(pairs.into_iter().zip(scripts).map(game).collect())
}

/// Where the moves are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// The platform, which sends the move to both players.
    Platform,
    /// An echo server, which sends both as many bytes.
    Echo,
}

/// Plays all games for some time. Those that fail are counted and dropped.
pub async fn play(
    name: &'static str,
    running: Vec<RunningGame>,
    against: Against,
    pace: Pace,
    duration: Duration,
) -> (Phase, Vec<RunningGame>) {
    let start = Instant::now();
    let end = start + duration;
    let count = running.len();
    let mut players = JoinSet::new();
    for (number, mut game) in running.into_iter().enumerate() {
        players.spawn(async move {
            let mut latencies = Latencies::default();
            for round in 0.. {
                if let Pace::Rate(rate) = pace {
                    let due = (round * count + number) as f64 / rate;
                    let due = start + Duration::from_secs_f64(due);
                    // What is due after the end is not waited for: waiting would count as playing.
                    if due >= end {
                        break;
                    }
                    sleep_until(due.into()).await;
                }
                if Instant::now() >= end || game.is_played_out(against) {
                    break;
                }
                match timeout(TIMEOUT, game.play_one(against)).await {
                    Ok(Ok(latency)) => latencies.add(latency),
                    Ok(Err(error)) => return (latencies, Err(error)),
                    Err(_) => return (latencies, Err(DriveError::Late)),
                }
            }
            (latencies, Ok(game))
        });
    }
    let mut phase = Phase::new(name);
    let mut left = Vec::with_capacity(count);
    while let Some(played) = players.join_next().await {
        let (latencies, game) = played.expect("playing does not panic");
        phase.latencies.merge(latencies);
        match game {
            Ok(game) => left.push(game),
            Err(error) => phase.errors.push(error.to_string()),
        }
    }
    phase.took = start.elapsed();
    phase.latencies.sort();
    (phase, left)
}

impl RunningGame {
    /// Whether there is no move left. An echo server does not mind hearing a game again.
    fn is_played_out(&self, against: Against) -> bool {
        against == Against::Platform && self.ply == self.script.len()
    }

    /// Plays the next move and tells how long it took to the opponent.
    async fn play_one(&mut self, against: Against) -> Result<Duration, DriveError> {
        let ply = self.ply;
        let message = format!(
            r#"{{"type":"move","id":"{}","atPly":{ply},"text":"{}","clientTag":"{ply}"}}"#,
            self.id,
            self.script[ply % self.script.len()]
        );
        let [first, second] = &mut self.connections;
        let (mover, other) = if ply.is_multiple_of(2) { (first, second) } else { (second, first) };
        let sent = Instant::now();
        mover.send_text(message).await?;
        let latency = match against {
            Against::Echo => {
                other.receive_text().await?;
                let latency = sent.elapsed();
                mover.receive_text().await?;
                latency
            }
            Against::Platform => {
                self.told.other += hear_move(other, ply + 1).await?;
                let latency = sent.elapsed();
                self.told.mover += hear_move(mover, ply + 1).await?;
                self.told.moves += 1;
                latency
            }
        };
        self.ply += 1;
        Ok(latency)
    }
}

/// Waits for the move number `ply` and returns its size in bytes; other messages are skipped, but a refusal is an
/// error.
async fn hear_move(connection: &mut Connection, ply: usize) -> Result<usize, DriveError> {
    loop {
        let text = connection.receive_text().await?;
        if text.starts_with(r#"{"type":"moved""#) {
            // The move comes first; to read all of it would be the client's cost, not the server's.
            let start = &text[..text.floor_char_boundary(80)];
            if start.split_once(r#""ply":"#).is_some_and(|(_, rest)| starts_with_number(rest, ply))
            {
                return Ok(text.len());
            }
            let found = start.to_owned();
            return Err(DriveError::Refused { wanted: "the move just played", found });
        }
        if text.starts_with(r#"{"type":"rejected""#) || text.starts_with(r#"{"type":"failed""#) {
            return Err(DriveError::Refused { wanted: "a move", found: text.to_string() });
        }
    }
}

/// Whether a text begins with exactly this number.
fn starts_with_number(text: &str, number: usize) -> bool {
    text.split(|letter: char| !letter.is_ascii_digit())
        .next()
        .and_then(|digits| digits.parse().ok())
        == Some(number)
}
