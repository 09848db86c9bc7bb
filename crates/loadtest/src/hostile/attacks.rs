//! The attacks, each as it was once made on the server. Errors are ignored: to be refused, disconnected or delayed is
//! the expected result.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use estopim_protocol::bounds::LEVELS;
use estopim_protocol::{ClientMessage, ServerMessage};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::Target;
use crate::client::{Connection, Visitor};

/// The first network attackers come from; each attack has its own.
const NETWORK: u8 = 100;

/// An attack that goes on, and how often it has been made.
struct Attack {
    name: &'static str,
    made: Arc<AtomicU64>,
}

/// All attacks, going on.
pub struct Attacks {
    attacks: Vec<Attack>,
    tasks: JoinSet<()>,
}

impl Attacks {
    /// Ends them and tells how often each was made.
    pub async fn stop(mut self) -> Vec<(&'static str, u64)> {
        self.tasks.shutdown().await;
        self.attacks.iter().map(|attack| (attack.name, attack.made.load(Relaxed))).collect()
    }
}

/// Starts every attack; each is made again and again while the target is open.
pub fn start(target: &Target) -> Attacks {
    let mut started = Attacks { attacks: Vec::new(), tasks: JoinSet::new() };
    macro_rules! go {
        ($($name:literal every $pause_ms:literal ms: $attack:ident),+ $(,)?) => {$({
            let made = Arc::new(AtomicU64::new(0));
            let network = NETWORK + started.attacks.len() as u8;
            started.attacks.push(Attack { name: $name, made: Arc::clone(&made) });
            let target = target.clone();
            started.tasks.spawn(async move {
                while target.is_open() {
                    let round = made.load(Relaxed);
                    // The attack counts whatever its result.
                    let _ = $attack(&target, network, round).await;
                    made.fetch_add(1, Relaxed);
                    sleep(Duration::from_millis($pause_ms)).await;
                }
            });
        })+};
    }
    go!(
        "sixty watchGame at once from one socket" every 500 ms: watch_again_and_again,
        "fifty spectators who come together" every 1000 ms: spectators_together,
        "spectators who never read" every 1000 ms: silent_spectators,
        "games at full strength by the dozen" every 1000 ms: starve_the_computer,
        "moves and takebacks in turn" every 200 ms: move_and_take_back,
        "seeks without a connection" every 100 ms: zombie_seeks,
        "watchers of the lobby" every 2000 ms: lobby_watchers,
        "timed games that nobody watches" every 300 ms: abandoned_games,
        "pongs that were not asked for" every 500 ms: false_pongs,
        "floods of pings" every 500 ms: ping_flood,
        "empty parts of a message" every 1000 ms: empty_parts,
        "half requests" every 500 ms: half_requests,
        "bodies without end" every 500 ms: endless_bodies,
        "chains of rematches" every 200 ms: rematch_chain,
        "renames" every 50 ms: renames,
        "floods of talk" every 500 ms: talk_flood,
        "nonsense" every 200 ms: nonsense,
        "forged cookies and addresses" every 100 ms: forgeries,
    );
    started
}

type Done = Result<(), Box<dyn std::error::Error + Send + Sync>>;

async fn connected(target: &Target, network: u8, number: usize) -> Result<Connection, Error> {
    target.visitor(network, number).await?.connect().await
}

async fn new_game(who: &mut Visitor, opponent: &Value, time: &Value) -> io::Result<String> {
    let wanted = json!({ "variant": "atomic", "opponent": opponent, "time": time });
    let made = who.post("/api/games", &wanted).await?.json();
    made["id"].as_str().map(str::to_owned).ok_or_else(|| io::Error::other("no game was made"))
}

fn computer(level: u8, color: &str) -> Value {
    json!({ "type": "computer", "level": level, "color": color })
}

fn no_time() -> Value {
    json!({ "type": "none" })
}

fn watch(id: &str) -> ClientMessage {
    ClientMessage::WatchGame { id: id.to_owned(), seq: None }
}

async fn watch_again_and_again(target: &Target, network: u8, round: u64) -> Done {
    let mut connection = connected(target, network, 1).await?;
    for _ in 0..60 {
        connection.send(&watch(&target.target(round))).await?;
    }
    Ok(())
}

async fn spectators_together(target: &Target, network: u8, round: u64) -> Done {
    let mut connections = Vec::new();
    for number in 0..50 {
        connections.push(connected(target, network, number).await?);
    }
    let id = target.target(round);
    for connection in &mut connections {
        connection.send(&watch(&id)).await?;
    }
    sleep(Duration::from_millis(200)).await;
    Ok(())
}

async fn silent_spectators(target: &Target, network: u8, round: u64) -> Done {
    let mut connections = Vec::new();
    for number in 0..20 {
        let mut connection = connected(target, network, number).await?;
        connection.send(&watch(&target.target(round))).await?;
        connections.push(connection);
    }
    sleep(Duration::from_secs(20)).await;
    Ok(())
}

async fn starve_the_computer(target: &Target, network: u8, _: u64) -> Done {
    let mut connections = Vec::new();
    for _ in 0..24 {
        // One address, and a session for each game.
        let mut visitor = target.visitor(network, 1).await?;
        let id = new_game(&mut visitor, &computer(*LEVELS.end(), "black"), &no_time()).await?;
        let mut connection = visitor.connect().await?;
        connection.send(&watch(&id)).await?;
        connections.push(connection);
    }
    sleep(Duration::from_secs(2)).await;
    Ok(())
}

async fn move_and_take_back(target: &Target, network: u8, _: u64) -> Done {
    let mut visitor = target.visitor(network, 1).await?;
    let id = new_game(&mut visitor, &computer(10, "white"), &no_time()).await?;
    let mut connection = visitor.connect().await?;
    connection.send(&watch(&id)).await?;
    for _ in 0..30 {
        let (id, text) = (id.clone(), "e2e4".to_owned());
        connection
            .send(&ClientMessage::Move {
                id: id.clone(),
                at_ply: 0,
                text,
                letters: None,
                client_tag: None,
            })
            .await?;
        connection.send(&ClientMessage::OfferTakeback { id }).await?;
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

async fn zombie_seeks(target: &Target, network: u8, _: u64) -> Done {
    let mut visitor = target.visitor(network, 1).await?;
    new_game(&mut visitor, &json!({ "type": "lobby" }), &no_time()).await?;
    Ok(())
}

async fn lobby_watchers(target: &Target, network: u8, _: u64) -> Done {
    let mut connections = Vec::new();
    for number in 0..100 {
        let mut connection = connected(target, network, number).await?;
        connection.send(&ClientMessage::WatchLobby {}).await?;
        connections.push(connection);
    }
    sleep(Duration::from_secs(10)).await;
    Ok(())
}

async fn abandoned_games(target: &Target, network: u8, _: u64) -> Done {
    let mut host = target.visitor(network, 1).await?;
    let mut guest = target.visitor(network, 2).await?;
    let clock = json!({ "type": "clock", "baseSeconds": 10_800, "incrementSeconds": 180 });
    let id = new_game(&mut host, &json!({ "type": "friend" }), &clock).await?;
    guest.post(&format!("/api/games/{id}/join"), &Value::Null).await?;
    Ok(())
}

async fn flood(target: &Target, network: u8, frame: Message) -> Done {
    let mut connection = connected(target, network, 1).await?;
    for _ in 0..5_000 {
        connection.send_frame(frame.clone()).await?;
    }
    Ok(())
}

async fn false_pongs(target: &Target, network: u8, _: u64) -> Done {
    flood(target, network, Message::Pong(vec![0; 8].into())).await
}

async fn ping_flood(target: &Target, network: u8, _: u64) -> Done {
    flood(target, network, Message::Ping(vec![0; 8].into())).await
}

async fn empty_parts(target: &Target, network: u8, _: u64) -> Done {
    let mut stream = connected(target, network, 1).await?.into_stream().into_inner();
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await?;
    let parts = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    timeout(Duration::from_secs(5), async {
        loop {
            stream.write_all(&parts).await?;
        }
    })
    .await?
}

/// Opens connections, says the beginning of a request through each, and waits to be cut off.
async fn begin_requests(target: &Target, beginning: &str) -> Done {
    let mut streams = Vec::new();
    for _ in 0..50 {
        let mut stream = TcpStream::connect(target.server).await?;
        stream.write_all(beginning.as_bytes()).await?;
        streams.push(stream);
    }
    let mut answer = Vec::new();
    timeout(Duration::from_secs(15), streams[0].read_to_end(&mut answer)).await??;
    Ok(())
}

async fn half_requests(target: &Target, _: u8, _: u64) -> Done {
    begin_requests(target, "GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").await
}

async fn endless_bodies(target: &Target, _: u8, _: u64) -> Done {
    let head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    begin_requests(target, &format!("{head}Content-Length: 9000\r\n\r\n{{")).await
}

async fn rematch_chain(target: &Target, network: u8, _: u64) -> Done {
    let mut visitor = target.visitor(network, 1).await?;
    let mut id = new_game(&mut visitor, &computer(1, "white"), &no_time()).await?;
    let mut connection = visitor.connect().await?;
    loop {
        connection.send(&watch(&id)).await?;
        connection.send(&ClientMessage::Resign { id: id.clone() }).await?;
        connection.send(&ClientMessage::OfferRematch { id: id.clone() }).await?;
        let rematch = |message| match message {
            ServerMessage::Rematch { id, .. } => Some(Some(id)),
            ServerMessage::Rejected { .. } | ServerMessage::Failed { .. } => Some(None),
            _ => None,
        };
        match timeout(Duration::from_secs(5), connection.wait_for(rematch)).await?? {
            Some(next) => id = next,
            None => return Ok(()),
        }
    }
}

async fn renames(target: &Target, network: u8, round: u64) -> Done {
    let mut visitor = target.visitor(network, 1).await?;
    let body = json!({ "nickname": format!("Eve {round}") });
    visitor.request("PUT", "/api/me", Some(&body), "").await?;
    Ok(())
}

async fn talk_flood(target: &Target, network: u8, _: u64) -> Done {
    let mut visitor = target.visitor(network, 1).await?;
    let id = new_game(&mut visitor, &json!({ "type": "hotSeat" }), &no_time()).await?;
    let mut connection = visitor.connect().await?;
    connection.send(&watch(&id)).await?;
    for _ in 0..200 {
        connection.send(&ClientMessage::Chat { id: id.clone(), text: "♞".repeat(300) }).await?;
    }
    Ok(())
}

async fn nonsense(target: &Target, network: u8, round: u64) -> Done {
    let mut connection = connected(target, network, 1).await?;
    for text in ["", "{", "[]", r#"{"type":"cheat"}"#, r#"{"type":"move","id":"../..","atPly":-1}"#]
    {
        connection.send_text(text.to_owned()).await?;
    }
    connection.send_frame(Message::Binary(vec![0xff; 1_000].into())).await?;
    // Others' games do not take it either.
    connection.send(&ClientMessage::Resign { id: target.target(round) }).await?;
    connection.send_text("x".repeat(100_000)).await?;
    Ok(())
}

async fn forgeries(target: &Target, _: u8, round: u64) -> Done {
    let mut stranger = Visitor::stranger(target.server);
    let headers = format!(
        "Cookie: estopim_session={round}; estopim_session=\"\"; estopim_session={}\r\n\
         X-Forwarded-For: 10.1.0.1\r\nX-Forwarded-For: nowhere, 10.{}.0.1\r\n",
        "x".repeat(2_000),
        NETWORK + 50
    );
    stranger.request("GET", "/api/games?mine=1", None, &headers).await?;
    Ok(())
}
