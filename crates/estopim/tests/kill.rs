//! The server is killed under load, again and again: no move that anybody was told of is lost, and none is
//! there twice.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use estopim_lab::load::client::{Line, Visitor};
use estopim_protocol::{ClientMessage, GameView, PositionView, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Game};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

const GAMES: usize = 24;
const KILLS: usize = 12;
const VARIANTS: [&str; 5] = ["chess", "atomic", "strictatomic", "simpleatomic", "pawnbattle"];

/// The real program, as a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_estopim"))
            .args(["serve", "--bind", "127.0.0.1:0", "--log", "error", "--data-dir"])
            .arg(data)
            .args(["--requests-per-second", "100000", "--messages-per-second", "100000"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("the output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the program speaks");
        let address = line.trim().strip_prefix("Estopim is at http://").expect("an address");
        let address = address.parse().expect("an address");
        Self { child, address }
    }

    /// SIGKILL: nothing can be saved at the last moment.
    fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is dead");
    }
}

/// A game, its players, and the moves they were told of.
struct Table {
    id: String,
    players: [Visitor; 2],
    told: Vec<String>,
}

/// Counts moves and says when there are enough of them.
struct Tally {
    moves: AtomicUsize,
    enough: usize,
    reached: Notify,
}

impl Tally {
    fn count(&self) {
        if self.moves.fetch_add(1, Relaxed) + 1 == self.enough {
            self.reached.notify_one();
        }
    }
}

async fn sit_down(address: SocketAddr, variant: &str) -> Table {
    let mut host = Visitor::new(address).await.expect("a session");
    let mut guest = Visitor::new(address).await.expect("a session");
    let wanted = json!({
        "variant": variant, "opponent": { "type": "friend" },
        "time": { "type": "clock", "baseSeconds": 600, "incrementSeconds": 1 }
    });
    let made = host.post("/api/games", &wanted).await.expect("a game").json();
    let id = made["id"].as_str().expect("an id").to_owned();
    let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await;
    assert_eq!(joined.expect("an answer").status, 200);
    Table { id, players: [host, guest], told: Vec::new() }
}

/// Plays until the server dies or the game ends. Errors of the line are what this test is about.
async fn play(table: &mut Table, tally: &Tally) -> Option<()> {
    let id = table.id.clone();
    let mut lines: [Option<Line>; 2] = [None, None];
    let mut position: Option<PositionView> = None;
    for player in &table.players {
        let mut line = player.line().await.ok()?;
        line.send(&ClientMessage::WatchGame { id: id.clone(), seq: None }).await.ok()?;
        let snapshot = |message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        };
        let game = line.wait_for(snapshot).await.ok()?;
        check(&game, &table.told);
        table.told = game.moves.iter().map(|played| played.uci.clone()).collect();
        lines[usize::from(game.you == Some(Seat::Black))] = Some(line);
        position = Some(game.position);
    }
    let [Some(white), Some(black)] = &mut lines else { panic!("each player has one seat") };
    let mut position = position.expect("there are two players");
    while !position.legal.is_empty() {
        let ply = position.ply;
        let choice =
            (ply as usize * 7 + id.len() + id.as_bytes()[0] as usize) % position.legal.len();
        let text = position.legal[choice].uci.clone();
        let (mover, other) = if ply.is_multiple_of(2) {
            (&mut *white, &mut *black)
        } else {
            (&mut *black, &mut *white)
        };
        let message = ClientMessage::Move { id: id.clone(), at_ply: ply, text, client_tag: None };
        mover.send(&message).await.ok()?;
        let moved = |message| match message {
            ServerMessage::Moved { played, position, .. } => Some((played, position)),
            ServerMessage::Rejected { reason, .. } => panic!("refused: {reason:?}"),
            _ => None,
        };
        // Told to either of them counts as told.
        let (played, next) = match other.wait_for(moved).await {
            Ok(told) => told,
            Err(_) => mover.wait_for(moved).await.ok()?,
        };
        table.told.push(played.uci);
        tally.count();
        mover.wait_for(moved).await.ok()?;
        position = next;
    }
    Some(())
}

/// What was told is there, in its order and once; at most one move more had been kept but not told.
fn check(game: &GameView, told: &[String]) {
    let kept: Vec<&str> = game.moves.iter().map(|played| played.uci.as_str()).collect();
    assert!(kept.len() >= told.len(), "{}: {} told, {} kept", game.id, told.len(), kept.len());
    assert!(kept.len() <= told.len() + 1, "{}: {} told, {} kept", game.id, told.len(), kept.len());
    assert_eq!(kept[..told.len()], *told, "{}", game.id);
    let start = AnyPosition::from_fen(game.variant.into(), &game.initial_fen).expect("a position");
    let mut replayed = Game::from_position(start);
    for (index, played) in game.moves.iter().enumerate() {
        assert_eq!(played.ply as usize, index + 1, "{}", game.id);
        replayed.play_uci(&played.uci).expect("every kept move is legal after those before it");
    }
    assert_eq!(replayed.position().fen(), game.position.fen, "{}", game.id);
    let clocks = [game.clocks.white_ms, game.clocks.black_ms];
    assert!(clocks.iter().all(|clock| clock.is_some_and(|ms| ms > 300_000)), "{clocks:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_move_that_was_told_is_lost_and_none_is_doubled() {
    let data = tempfile::tempdir().expect("a directory");
    let mut server = Server::start(data.path());
    let mut tables = Vec::new();
    for variant in VARIANTS.iter().cycle().take(GAMES) {
        tables.push(sit_down(server.address, variant).await);
    }
    let mut told_in_all = 0;
    for round in 0..KILLS {
        // Killed at another moment each time, but always in the middle of play.
        let tally = Arc::new(Tally {
            moves: AtomicUsize::new(0),
            enough: 40 + 23 * round,
            reached: Notify::new(),
        });
        let mut playing = JoinSet::new();
        for mut table in tables.drain(..) {
            let tally = Arc::clone(&tally);
            playing.spawn(async move {
                play(&mut table, &tally).await;
                table
            });
        }
        tally.reached.notified().await;
        server.kill();
        tables = playing.join_all().await;
        told_in_all += tally.moves.load(Relaxed);
        server = Server::start(data.path());
        for table in &mut tables {
            table.players = table.players.clone().map(|player| player.moved_to(server.address));
            let path = format!("/api/games/{}", table.id);
            let answer = table.players[0].get(&path).await.expect("an answer");
            let game: GameView = serde_json::from_str(&answer.body).expect("a game");
            check(&game, &table.told);
            table.told = game.moves.iter().map(|played| played.uci.clone()).collect();
            // A game that has ended is followed by another.
            if game.outcome.is_some() {
                *table = sit_down(
                    server.address,
                    serde_json::to_value(game.variant).expect("a word").as_str().expect("a word"),
                )
                .await;
            }
        }
    }
    server.kill();
    assert!(told_in_all > KILLS * 40, "{told_in_all} moves were told");
}
