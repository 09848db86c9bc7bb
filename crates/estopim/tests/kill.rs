//! The server is killed under load, and its disk fills up under load, again and again: no move that anybody was told of
//! is lost, none is there twice, and service comes back by itself.
//!
//! `ESTOPIM_TEST_KILLS` and `ESTOPIM_TEST_FULL_DISKS` say how often; a few times if they say nothing.

#[path = "program/server.rs"]
mod server;
#[path = "../../store/tests/small_disk/mod.rs"]
mod small_disk;

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use estopim_loadtest::client::{Connection, Visitor};
use estopim_protocol::{ClientMessage, GameView, PlayedMove, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Game, Variant};
use serde_json::{Value, json};
use server::Server;
use tokio::sync::Notify;
use tokio::task::JoinSet;

const GAMES: usize = 24;
/// How often the server is killed if nobody says.
const KILLS: usize = 12;
/// How often its disk fills up if nobody says.
const FULL_DISKS: usize = 3;
/// Longer than any round takes.
const TIMEOUT: Duration = Duration::from_mins(1);

fn start(data: &Path) -> Server {
    fs::create_dir_all(data).expect("there is room for a directory");
    let limits = ["--requests-per-second", "100000", "--messages-per-second", "100000"];
    Server::start(data, &limits)
}

/// A game, its players, and the moves they were told of.
struct TestedGame {
    id: String,
    players: [Visitor; 2],
    told: Vec<String>,
}

/// What may happen to a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Refusals {
    /// The server is there and keeps it, or it is dead.
    Never,
    /// It may also have no room to keep it.
    WhenFull,
}

/// Counts moves and says when there are enough of them.
struct MoveCount {
    moves: AtomicUsize,
    enough: usize,
    reached: Notify,
    refusals: Refusals,
    refused: AtomicUsize,
    /// Games played to their end.
    finished: AtomicUsize,
}

impl MoveCount {
    /// The faults come at another moment each time, but always in the middle of play.
    fn new(round: usize, refusals: Refusals) -> Arc<Self> {
        Arc::new(Self {
            moves: AtomicUsize::new(0),
            enough: 40 + 23 * (round % KILLS),
            reached: Notify::new(),
            refusals,
            refused: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
        })
    }

    /// Waits until there have been enough moves; if they do not come, nobody can play.
    async fn reached(&self) {
        let (moves, refused) = (&self.moves, &self.refused);
        let waited = tokio::time::timeout(TIMEOUT, self.reached.notified()).await;
        assert!(waited.is_ok(), "{moves:?} of {} moves, {refused:?} refused", self.enough);
    }

    fn count(&self) {
        if self.moves.fetch_add(1, Relaxed) + 1 == self.enough {
            self.reached.notify_one();
        }
    }
}

async fn sit_down(address: SocketAddr, variant: &str) -> TestedGame {
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
    TestedGame { id, players: [host, guest], told: Vec::new() }
}

/// Plays until the server dies or the game ends. Errors of the connection are what this test is about.
async fn play(tested: &mut TestedGame, count: &MoveCount) -> Option<()> {
    let id = tested.id.clone();
    let mut connections: [Option<Connection>; 2] = [None, None];
    let mut board: Option<Game> = None;
    for player in &tested.players {
        let mut connection = player.connect().await.ok()?;
        connection.send(&ClientMessage::WatchGame { id: id.clone(), seq: None }).await.ok()?;
        let snapshot = |message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        };
        let game = connection.wait_for(snapshot).await.ok()?;
        check(&game, &tested.told);
        tested.told = game.moves.iter().map(|played| played.uci.clone()).collect();
        connections[usize::from(game.you == Some(Seat::Black))] = Some(connection);
        board = Some(replayed(&game));
    }
    let [Some(white), Some(black)] = &mut connections else { panic!("each player has one seat") };
    let mut board = board.expect("there are two players");
    while board.outcome().is_none() {
        let ply = board.ply_count() as u32;
        let legal = board.position().legal_moves();
        let choice = (ply as usize * 7 + id.len() + id.as_bytes()[0] as usize) % legal.len();
        let text = board.position().uci(legal[choice]);
        let (mover, other) = if ply.is_multiple_of(2) {
            (&mut *white, &mut *black)
        } else {
            (&mut *black, &mut *white)
        };
        let message = ClientMessage::Move {
            id: id.clone(),
            at_ply: ply,
            text,
            letters: None,
            client_tag: None,
        };
        mover.send(&message).await.ok()?;
        // Told to either of them counts as told.
        let (first, by_mover) = tokio::select! {
            heard = mover.wait_for(heard) => (heard, true),
            heard = other.wait_for(heard) => (heard, false),
        };
        let broken = first.is_err();
        let waits = if by_mover { other } else { mover };
        let first = match first {
            Ok(first) => first,
            Err(_) => waits.wait_for(heard).await.ok()?,
        };
        let played = match first {
            Heard::Moved(played) => played,
            Heard::Refused(reason) => {
                assert!(count.refusals == Refusals::WhenFull, "refused: {reason}");
                count.refused.fetch_add(1, Relaxed);
                return None;
            }
        };
        board.play_uci(&played.uci).expect("what is told is legal");
        tested.told.push(played.uci);
        count.count();
        if broken {
            return None;
        }
        let Heard::Moved(_) = waits.wait_for(heard).await.ok()? else { return None };
    }
    count.finished.fetch_add(1, Relaxed);
    Some(())
}

/// The game that a view shows.
fn replayed(view: &GameView) -> Game {
    let start = AnyPosition::from_fen(view.variant.into(), &view.initial_fen);
    let mut game = Game::from_position(start.expect("a sound position"));
    for played in &view.moves {
        game.play_uci(&played.uci).expect("what was played is legal");
    }
    game
}

/// What becomes of a move.
enum Heard {
    Moved(PlayedMove),
    Refused(String),
}

fn heard(message: ServerMessage) -> Option<Heard> {
    match message {
        ServerMessage::Moved { played, .. } => Some(Heard::Moved(played)),
        ServerMessage::Rejected { reason, .. } => Some(Heard::Refused(format!("{reason:?}"))),
        _ => None,
    }
}

/// Lets every game be played until it is over, as [`play`] does.
fn all_play(games: &mut Vec<TestedGame>, count: &Arc<MoveCount>) -> JoinSet<TestedGame> {
    let mut playing = JoinSet::new();
    for mut tested in games.drain(..) {
        let count = Arc::clone(count);
        playing.spawn(async move {
            play(&mut tested, &count).await;
            tested
        });
    }
    playing
}

/// Finds in every game what was told of it, and makes its players another if it is over.
async fn check_all(games: &mut [TestedGame], address: SocketAddr) {
    for tested in games {
        tested.players = tested.players.clone().map(|player| player.moved_to(address));
        let path = format!("/api/games/{}", tested.id);
        let answer = tested.players[0].get(&path).await.expect("an answer");
        let game: GameView = serde_json::from_str(&answer.body).expect("a game");
        check(&game, &tested.told);
        tested.told = game.moves.iter().map(|played| played.uci.clone()).collect();
        // A game that has ended is followed by another.
        if game.outcome.is_some() {
            let variant = serde_json::to_value(game.variant).expect("a word");
            *tested = sit_down(address, variant.as_str().expect("a word")).await;
        }
    }
}

/// How often, by a variable of the environment.
fn times(variable: &str, default: usize) -> usize {
    std::env::var(variable).map_or(default, |text| text.parse().expect("a number"))
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
    let mut server = start(data.path());
    let mut games = Vec::new();
    for variant in Variant::ALL.iter().cycle().take(GAMES) {
        games.push(sit_down(server.address, variant.id()).await);
    }
    let (kills, mut told_in_all) = (times("ESTOPIM_TEST_KILLS", KILLS), 0);
    for round in 0..kills {
        let count = MoveCount::new(round, Refusals::Never);
        let playing = all_play(&mut games, &count);
        count.reached().await;
        server.kill();
        games = playing.join_all().await;
        told_in_all += count.moves.load(Relaxed);
        server = start(data.path());
        check_all(&mut games, server.address).await;
    }
    server.kill();
    assert!(told_in_all > kills * 40, "{told_in_all} moves were told");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the test below, on a small disk"]
async fn on_a_small_disk() {
    let disk = small_disk::path();
    let (data, ballast) = (disk.join("data"), disk.join("ballast"));
    let mut server = start(&data);
    let mut games = Vec::new();
    for variant in Variant::ALL.iter().cycle().take(GAMES) {
        games.push(sit_down(server.address, variant.id()).await);
    }
    let full_disks = times("ESTOPIM_TEST_FULL_DISKS", FULL_DISKS);
    let (mut round, mut met) = (0, 0);
    while met < full_disks {
        let count = MoveCount::new(round, Refusals::WhenFull);
        let playing = all_play(&mut games, &count);
        // Every round begins where the last one ended: that there are moves again shows that service is back.
        count.reached().await;
        assert_eq!(count.refused.load(Relaxed), 0, "there was room");
        small_disk::fill(&ballast, &[1 << 20, 4096, 1]);
        games = playing.join_all().await;
        assert!(matches!(server.child.try_wait(), Ok(None)), "a full disk has ended the server");
        // Where the log that SQLite keeps had just been begun anew, it has room in itself, and nothing is refused. Then
        // nothing else may have stopped play either.
        let (refused, finished) = (count.refused.load(Relaxed), count.finished.load(Relaxed));
        assert!(refused > 0 || finished == GAMES, "{refused} refused, {finished} games finished");
        met += usize::from(refused > 0);
        // Every other time the server is killed while there is no room.
        if round % 2 == 1 {
            server.kill();
            fs::remove_file(&ballast).expect("the ballast can be thrown off");
            server = start(&data);
        } else {
            fs::remove_file(&ballast).expect("the ballast can be thrown off");
        }
        check_all(&mut games, server.address).await;
        round += 1;
        assert!(round < 4 * full_disks + 4, "of {round} disks {met} were full");
    }
    let count = MoveCount::new(0, Refusals::Never);
    let playing = all_play(&mut games, &count);
    count.reached().await;
    server.kill();
    drop(playing);
}

#[cfg(target_os = "linux")]
#[test]
fn no_move_that_was_told_is_lost_when_the_disk_fills_up() {
    small_disk::run_test("64m", "on_a_small_disk");
}
