//! A real server on a free port of the loopback, and people who play on it.
#![allow(dead_code)] // each test file uses its part

use std::net::SocketAddr;
use std::time::Duration;

use estopim_protocol::{ClientMessage, Color, GameView, Reason, ServerMessage};
use estopim_server::limits::Rate;
use estopim_server::time::{ManualTime, TimeSource};
use estopim_server::{Config, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The client that the load test has too. It is the same file, so that the server's tests need no other crate.
#[path = "../../../loadtest/src/client.rs"]
pub mod client;

use client::{Connection, Visitor};

/// A server, gone when it is dropped.
pub struct Platform {
    pub address: SocketAddr,
    /// Where its database is.
    pub directory: TempDir,
    /// The address of its metrics.
    pub metrics: SocketAddr,
    /// Its manual clock, if it has one.
    time: Option<ManualTime>,
}

/// The start of manual time.
const START_MS: i64 = 1_700_000_000_000;
/// Time passes in such steps, so that the heartbeat comes in time.
const STEP_MS: i64 = 1_000;

impl Platform {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// With other settings than usual.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let (server, directory) = Self::server(change).await;
        Self::run(server, directory, None)
    }

    /// With other settings and manual time.
    pub async fn timeless(change: impl FnOnce(&mut Config)) -> Self {
        let time = ManualTime::new(START_MS);
        let source = TimeSource::Manual(time.clone());
        let (server, directory) = Self::server_by(source, change).await;
        Self::run(server, directory, Some(time))
    }

    fn run(server: Server, directory: TempDir, time: Option<ManualTime>) -> Self {
        let address = server.address();
        let metrics = server.metrics_address().expect("it listens there too");
        tokio::spawn(server.run(std::future::pending()));
        Self { address, directory, metrics, time }
    }

    /// A platform whose server runs already, without metrics.
    pub fn at(address: SocketAddr, directory: TempDir) -> Self {
        Self { address, directory, metrics: address, time: None }
    }

    /// Lets time pass, step by step, while the database takes what is written.
    pub async fn pass(&self, ms: i64) {
        let time = self.time();
        let mut left = ms;
        while left > 0 {
            let step = left.min(STEP_MS);
            left -= step;
            time.advance(step);
            // The heartbeat comes every second; before that there may be none.
            let due_ms = time.now_ms() - STEP_MS;
            while self.metric("heartbeat_ms").await <= due_ms {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
    }

    /// The manual clock.
    pub fn time(&self) -> &ManualTime {
        self.time.as_ref().expect("a platform with manual time")
    }

    /// A server that does not run yet, and its directory.
    pub async fn server(change: impl FnOnce(&mut Config)) -> (Server, TempDir) {
        Self::server_by(TimeSource::System, change).await
    }

    async fn server_by(time: TimeSource, change: impl FnOnce(&mut Config)) -> (Server, TempDir) {
        let directory = TempDir::new().expect("a temporary directory");
        let mut config = Config::in_directory(directory.path().to_owned());
        config.bind = SocketAddr::from(([127, 0, 0, 1], 0));
        config.metrics_bind = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
        config.computer_pace_percent = 0;
        config.set_requests(Rate::steady(10_000.0));
        config.messages = Rate::steady(10_000.0);
        change(&mut config);
        let server = Server::start_by(config, time).await.expect("the server starts");
        (server, directory)
    }

    /// The value of one of the server's counters.
    pub async fn metric(&self, name: &str) -> i64 {
        let mut visitor = Visitor::stranger(self.metrics);
        let page = visitor.get("/metrics").await.expect("an answer").body;
        let line = page.lines().find_map(|line| line.strip_prefix(&format!("estopim_{name} ")));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {page}"))
    }

    /// Waits until one of the server's counters is as wanted.
    pub async fn wait_for_metric(&self, name: &str, wanted: impl Fn(i64) -> bool) {
        for _ in 0..1_000 {
            if wanted(self.metric(name).await) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{name} is {}", self.metric(name).await);
    }

    pub async fn visitor(&self) -> Visitor {
        Visitor::new(self.address).await.expect("a session")
    }

    /// Makes a game for somebody.
    pub async fn game(&self, who: &mut Visitor, wanted: &Value) -> String {
        let answer = who.post("/api/games", wanted).await.expect("an answer");
        assert_eq!(answer.status, 201, "{}", answer.body);
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    /// Two people at a game by link, White first, with their connections open and the game begun.
    pub async fn pair(&self, variant: &str, time: Value) -> Pair {
        let (mut host, mut guest) = (self.visitor().await, self.visitor().await);
        let wanted = json!({ "variant": variant, "opponent": { "type": "friend" }, "time": time });
        let id = self.game(&mut host, &wanted).await;
        let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await;
        assert_eq!(joined.expect("an answer").status, 200);
        let host = Seated::sit(host, &id).await;
        let guest = Seated::sit(guest, &id).await;
        let (white, black) =
            if host.color == Some(Color::White) { (host, guest) } else { (guest, host) };
        assert_eq!((white.color, black.color), (Some(Color::White), Some(Color::Black)));
        Pair { id, white, black }
    }
}

pub fn no_time() -> Value {
    json!({ "type": "none" })
}

/// Sends bytes as they are and reads until the server closes.
pub async fn raw(address: SocketAddr, says: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(says.as_bytes()).await.expect("said");
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(30), stream.read_to_end(&mut bytes)).await;
    read.expect("in time").expect("an answer");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Two people at a game.
pub struct Pair {
    pub id: String,
    pub white: Seated,
    pub black: Seated,
}

impl Pair {
    /// Plays moves from the present ply on, White and Black in turn, each seen by both.
    pub async fn play(&mut self, from_ply: u32, moves: &str) {
        for (ply, text) in (from_ply..).zip(moves.split_whitespace()) {
            let mover = if ply.is_multiple_of(2) { &mut self.white } else { &mut self.black };
            mover.play(ply, text).await;
            assert_eq!(self.white.moved().await, ply + 1, "{text}");
            assert_eq!(self.black.moved().await, ply + 1, "{text}");
        }
    }
}

/// Somebody with a connection who watches a game.
pub struct Seated {
    pub visitor: Visitor,
    pub connection: Connection,
    pub id: String,
    /// Which side they play.
    pub color: Option<Color>,
    /// The number of the last message.
    pub seq: u64,
    /// The game when they sat down.
    pub first: GameView,
}

impl Seated {
    pub async fn sit(visitor: Visitor, id: &str) -> Self {
        let mut connection = visitor.connect().await.expect("a connection");
        connection
            .send(&ClientMessage::WatchGame { id: id.to_owned(), seq: None })
            .await
            .expect("said");
        let snapshot = |message| match message {
            ServerMessage::Snapshot { seq, game } => Some((seq, *game)),
            _ => None,
        };
        let (seq, game) = connection.wait_for(snapshot).await.expect("a snapshot");
        let color = match game.you {
            Some(estopim_protocol::Seat::White) => Some(Color::White),
            Some(estopim_protocol::Seat::Black) => Some(Color::Black),
            _ => None,
        };
        Self { visitor, connection, id: id.to_owned(), color, seq, first: game }
    }

    pub async fn say(&mut self, message: ClientMessage) {
        self.connection.send(&message).await.expect("said");
    }

    pub async fn play(&mut self, at_ply: u32, text: &str) {
        let (id, text) = (self.id.clone(), text.to_owned());
        self.say(ClientMessage::Move {
            id,
            at_ply,
            text,
            letters: None,
            client_tag: Some("tag".into()),
        })
        .await;
    }

    /// Says one of the messages that name the game only.
    pub async fn wish(&mut self, kind: &str) {
        let text = json!({ "type": kind, "id": self.id }).to_string();
        self.connection.send_text(text).await.expect("said");
    }

    /// Waits for what `wanted` takes.
    pub async fn wait<T>(&mut self, wanted: impl FnMut(ServerMessage) -> Option<T>) -> T {
        self.connection.wait_for(wanted).await.expect("the connection holds")
    }

    /// Waits for the next move and tells its ply; a refusal is a failure.
    pub async fn moved(&mut self) -> u32 {
        self.wait(|message| match message {
            ServerMessage::Moved { played, .. } => Some(played.ply),
            ServerMessage::Rejected { reason, .. } | ServerMessage::Failed { reason } => {
                panic!("refused: {reason:?}")
            }
            _ => None,
        })
        .await
    }

    /// Waits to be refused.
    pub async fn refused(&mut self) -> Reason {
        self.wait(|message| match message {
            ServerMessage::Rejected { reason, .. } | ServerMessage::Failed { reason } => {
                Some(reason)
            }
            _ => None,
        })
        .await
    }

    /// Waits for the end, and tells who won and why.
    pub async fn ended(&mut self) -> (Option<Color>, Value) {
        self.wait(|message| match message {
            ServerMessage::Ended { outcome, .. } => {
                Some((outcome.winner, serde_json::to_value(outcome.reason).expect("a word")))
            }
            _ => None,
        })
        .await
    }

    /// Waits for moves to be taken back, and tells how the game stands then.
    pub async fn took_back(&mut self) -> GameView {
        self.wait(|message| match message {
            ServerMessage::TookBack { game, .. } => Some(*game),
            _ => None,
        })
        .await
    }

    /// The game as it stands, by HTTP.
    pub async fn view(&mut self) -> GameView {
        let answer = self.visitor.get(&format!("/api/games/{}", self.id)).await.expect("an answer");
        serde_json::from_str(&answer.body).expect("a game")
    }
}

/// The word of a reason.
pub fn code(reason: &Reason) -> String {
    serde_json::to_value(reason.code).expect("a word").as_str().expect("a word").to_owned()
}
