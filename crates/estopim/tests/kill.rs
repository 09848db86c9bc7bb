//! The server is killed under load, and its disk fills up under load, again and again: no move that anybody was told of
//! is lost, none is there twice, and service comes back by itself.
//!
//! `ESTOPIM_TEST_KILLS` and `ESTOPIM_TEST_FULL_DISKS` say how often; a few times if they say nothing.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use estopim_loadtest::client::{Connection, Visitor};
use estopim_protocol::{ClientMessage, GameView, PlayedMove, PositionView, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Game};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::task::JoinSet;

const GAMES: usize = 24;
/// How often the server is killed if nobody says.
const KILLS: usize = 12;
/// How often its disk fills up if nobody says.
const FULL_DISKS: usize = 3;
/// Longer than any round takes.
const PATIENCE: Duration = Duration::from_mins(1);
const VARIANTS: [&str; 5] = ["chess", "atomic", "strictatomic", "simpleatomic", "pawnbattle"];

/// The real program, as a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Self {
        fs::create_dir_all(data).expect("there is room for a directory");
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

/// No server outlives a test that fails.
impl Drop for Server {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game, its players, and the moves they were told of.
struct Table {
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
struct Tally {
    moves: AtomicUsize,
    enough: usize,
    reached: Notify,
    refusals: Refusals,
    refused: AtomicUsize,
    /// Games played to their end.
    finished: AtomicUsize,
}

impl Tally {
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
        let waited = tokio::time::timeout(PATIENCE, self.reached.notified()).await;
        assert!(waited.is_ok(), "{moves:?} of {} moves, {refused:?} refused", self.enough);
    }

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

/// Plays until the server dies or the game ends. Errors of the connection are what this test is about.
async fn play(table: &mut Table, tally: &Tally) -> Option<()> {
    let id = table.id.clone();
    let mut connections: [Option<Connection>; 2] = [None, None];
    let mut position: Option<PositionView> = None;
    for player in &table.players {
        let mut connection = player.connect().await.ok()?;
        connection.send(&ClientMessage::WatchGame { id: id.clone(), seq: None }).await.ok()?;
        let snapshot = |message| match message {
            ServerMessage::Snapshot { game, .. } => Some(*game),
            _ => None,
        };
        let game = connection.wait_for(snapshot).await.ok()?;
        check(&game, &table.told);
        table.told = game.moves.iter().map(|played| played.uci.clone()).collect();
        connections[usize::from(game.you == Some(Seat::Black))] = Some(connection);
        position = Some(game.position);
    }
    let [Some(white), Some(black)] = &mut connections else { panic!("each player has one seat") };
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
        let (played, seen) = match first {
            Heard::Moved(played, seen) => (played, seen),
            Heard::Refused(reason) => {
                assert!(tally.refusals == Refusals::WhenFull, "refused: {reason}");
                tally.refused.fetch_add(1, Relaxed);
                return None;
            }
        };
        table.told.push(played.uci);
        tally.count();
        if broken {
            return None;
        }
        let Heard::Moved(_, seen_later) = waits.wait_for(heard).await.ok()? else { return None };
        // Legal moves are told to whoever is to move alone.
        position = if by_mover { *seen_later } else { *seen };
    }
    tally.finished.fetch_add(1, Relaxed);
    Some(())
}

/// What becomes of a move.
enum Heard {
    Moved(PlayedMove, Box<PositionView>),
    Refused(String),
}

fn heard(message: ServerMessage) -> Option<Heard> {
    match message {
        ServerMessage::Moved { played, position, .. } => {
            Some(Heard::Moved(played, Box::new(position)))
        }
        ServerMessage::Rejected { reason, .. } => Some(Heard::Refused(format!("{reason:?}"))),
        _ => None,
    }
}

/// Lets every table play until it is over, as [`play`] does.
fn all_play(tables: &mut Vec<Table>, tally: &Arc<Tally>) -> JoinSet<Table> {
    let mut playing = JoinSet::new();
    for mut table in tables.drain(..) {
        let tally = Arc::clone(tally);
        playing.spawn(async move {
            play(&mut table, &tally).await;
            table
        });
    }
    playing
}

/// Finds at every table what was told there, and seats its players anew if their game is over.
async fn check_all(tables: &mut [Table], address: SocketAddr) {
    for table in tables {
        table.players = table.players.clone().map(|player| player.moved_to(address));
        let path = format!("/api/games/{}", table.id);
        let answer = table.players[0].get(&path).await.expect("an answer");
        let game: GameView = serde_json::from_str(&answer.body).expect("a game");
        check(&game, &table.told);
        table.told = game.moves.iter().map(|played| played.uci.clone()).collect();
        // A game that has ended is followed by another.
        if game.outcome.is_some() {
            let variant = serde_json::to_value(game.variant).expect("a word");
            *table = sit_down(address, variant.as_str().expect("a word")).await;
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
    let mut server = Server::start(data.path());
    let mut tables = Vec::new();
    for variant in VARIANTS.iter().cycle().take(GAMES) {
        tables.push(sit_down(server.address, variant).await);
    }
    let (kills, mut told_in_all) = (times("ESTOPIM_TEST_KILLS", KILLS), 0);
    for round in 0..kills {
        let tally = Tally::new(round, Refusals::Never);
        let playing = all_play(&mut tables, &tally);
        tally.reached().await;
        server.kill();
        tables = playing.join_all().await;
        told_in_all += tally.moves.load(Relaxed);
        server = Server::start(data.path());
        check_all(&mut tables, server.address).await;
    }
    server.kill();
    assert!(told_in_all > kills * 40, "{told_in_all} moves were told");
}

/// The file system that the test below runs on.
const DISK: &str = "ESTOPIM_TEST_SMALL_DISK";
/// How the test below says that it could not be run.
const NO_DISK: i32 = 77;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the test below, on a small disk"]
async fn on_a_small_disk() {
    let disk = std::env::var(DISK).expect("the test below names a disk");
    let (data, ballast) = (Path::new(&disk).join("data"), Path::new(&disk).join("ballast"));
    let mut server = Server::start(&data);
    let mut tables = Vec::new();
    for variant in VARIANTS.iter().cycle().take(GAMES) {
        tables.push(sit_down(server.address, variant).await);
    }
    let full_disks = times("ESTOPIM_TEST_FULL_DISKS", FULL_DISKS);
    let (mut round, mut met) = (0, 0);
    while met < full_disks {
        let tally = Tally::new(round, Refusals::WhenFull);
        let playing = all_play(&mut tables, &tally);
        // Every round begins where the last one ended: that there are moves again shows that service is back.
        tally.reached().await;
        assert_eq!(tally.refused.load(Relaxed), 0, "there was room");
        fill(&ballast);
        tables = playing.join_all().await;
        assert!(matches!(server.child.try_wait(), Ok(None)), "a full disk has ended the server");
        // Where the log that SQLite keeps had just been begun anew, it has room in itself, and nothing is refused. Then
        // nothing else may have stopped play either.
        let (refused, finished) = (tally.refused.load(Relaxed), tally.finished.load(Relaxed));
        assert!(refused > 0 || finished == GAMES, "{refused} refused, {finished} games finished");
        met += usize::from(refused > 0);
        // Every other time the server is killed while there is no room.
        if round % 2 == 1 {
            server.kill();
            fs::remove_file(&ballast).expect("the ballast can be thrown off");
            server = Server::start(&data);
        } else {
            fs::remove_file(&ballast).expect("the ballast can be thrown off");
        }
        check_all(&mut tables, server.address).await;
        round += 1;
        assert!(round < 4 * full_disks + 4, "of {round} disks {met} were full");
    }
    let tally = Tally::new(0, Refusals::Never);
    let playing = all_play(&mut tables, &tally);
    tally.reached().await;
    server.kill();
    drop(playing);
}

/// Writes a file until there is no room left.
fn fill(path: &Path) {
    let mut ballast = File::create(path).expect("there is room for a name");
    for block in [1 << 20, 4096, 1] {
        let bytes = vec![b'x'; block];
        loop {
            match ballast.write(&bytes) {
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::StorageFull => break,
                Err(error) => panic!("the ballast: {error}"),
            }
        }
    }
}

/// A disk that is really full: a file system in memory, which a user may mount in a namespace of the test's own, where
/// nobody else sees it and whose end is the test's end. A limit to the size of files would be simpler, but the server
/// would see another error than the one it is to survive.
#[cfg(target_os = "linux")]
#[test]
fn no_move_that_was_told_is_lost_when_the_disk_fills_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let this = std::env::current_exe().expect("the test knows its name");
    let mount =
        format!("mount -t tmpfs -o size=64m tmpfs \"${DISK}\" || exit {NO_DISK}; exec \"$@\"");
    let run = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", &mount, "sh"])
        .arg(this)
        .args(["--ignored", "--exact", "on_a_small_disk", "--nocapture"])
        .env(DISK, folder.path())
        .output();
    let run = match run {
        Ok(run) if run.status.code() != Some(NO_DISK) && !run.stderr.starts_with(b"unshare:") => {
            run
        }
        refused => {
            // Past the capture of the test runner: who reads the log should know.
            let _ = writeln!(
                std::io::stderr(),
                "NOT TESTED: no small disk can be mounted here: {refused:?}"
            );
            return;
        }
    };
    let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(run.status.success() && said[0].contains("1 passed"), "{}\n{}", said[0], said[1]);
}
