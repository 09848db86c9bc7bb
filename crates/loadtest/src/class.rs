//! A class under load: children who join within some seconds, then moves on all boards, and how long each takes to the wall.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use estopim_protocol::class::{Animal, FigureColor};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, Visitor};
use crate::figures::Latencies;
use crate::games::scripts;

/// In how long all children join.
const JOINING: Duration = Duration::from_secs(10);
/// Moves a minute, all boards together.
const MOVES_PER_MINUTE: u64 = 60;
/// What is wanted: p99 of a join and of the wall's lag, in milliseconds, and the part of a core while children play.
const JOIN_P99_MS: f64 = 300.0;
const WALL_P99_MS: f64 = 200.0;
const CPU_PERCENT: f64 = 5.0;

/// What came out.
#[derive(Clone, Debug)]
pub struct ClassReport {
    /// How many children there were.
    pub children: usize,
    /// From a child's first request to its first view of the class.
    pub joins: Latencies,
    /// From a move's sending to its being on the wall.
    pub wall: Latencies,
    /// The part of a core that the server took while children played, in percent, where the system tells.
    pub cpu_percent: Option<f64>,
}

impl fmt::Display for ClassReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, name: &str, it: &Latencies| {
            let (p50, p99) = (it.at(500), it.at(990));
            writeln!(f, "{name:<22} {:>6}   p50 {p50:>8.2} ms   p99 {p99:>8.2} ms", it.count())
        };
        writeln!(f, "a class of {}", self.children)?;
        row(f, "joins", &self.joins)?;
        row(f, "moves on the wall", &self.wall)?;
        match self.cpu_percent {
            Some(percent) => {
                writeln!(f, "{:<22} {percent:>6.1} % of a core while they play", "the server")?;
            }
            None => {
                writeln!(f, "the server's processor time: NOT MEASURED, the system does not tell")?;
            }
        }
        Ok(())
    }
}

impl ClassReport {
    /// Whether the figures are as wanted.
    pub fn verdict(&self) -> Result<(), String> {
        for (name, found, wanted) in [
            ("p99 of a join, in ms", self.joins.at(990), JOIN_P99_MS),
            ("p99 of the wall's lag, in ms", self.wall.at(990), WALL_P99_MS),
            ("percent of a core", self.cpu_percent.unwrap_or(0.0), CPU_PERCENT),
        ] {
            if found > wanted {
                return Err(format!("{name}: found {found:.1}, wanted at most {wanted}"));
            }
        }
        Ok(())
    }
}

fn broken(what: impl fmt::Display) -> io::Error {
    io::Error::other(what.to_string())
}

/// Waits for news of a kind on a class's socket.
async fn wait_for(
    socket: &mut Connection,
    kind: &str,
    holds: impl Fn(&Value) -> bool,
) -> io::Result<Value> {
    loop {
        let news = socket.receive_json().await.map_err(broken)?;
        if news["type"] == "failed" {
            return Err(broken(news));
        }
        if news["type"] == kind && holds(&news) {
            return Ok(news);
        }
    }
}

/// A child who joins: the page, the door, the animal, the socket.
async fn join(
    server: SocketAddr,
    code: String,
    number: usize,
) -> io::Result<(Visitor, Connection, Duration)> {
    let began = Instant::now();
    let mut visitor = Visitor::stranger(server);
    visitor.get(&format!("/j/{code}")).await?;
    visitor.get(&format!("/api/class/{code}")).await?;
    let animal = Animal::ALL[number % Animal::ALL.len()];
    let color = FigureColor::ALL[number / Animal::ALL.len() % FigureColor::ALL.len()];
    let wanted = json!({ "figure": { "animal": animal, "color": color } });
    let joined = visitor.post(&format!("/api/class/{code}/join"), &wanted).await?;
    if joined.status != 204 {
        return Err(broken(joined.body));
    }
    let path = format!("/ws/class/{code}/child");
    let mut socket = visitor.connect_at(&path, None).await.map_err(broken)?;
    wait_for(&mut socket, "view", |_| true).await?;
    Ok((visitor, socket, began.elapsed()))
}

/// Processor time of a process so far, in seconds, where the system tells.
fn cpu_seconds(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    // The unit is a hundredth of a second on every Linux.
    Some(ticks as f64 / 100.0)
}

/// Lets a class of so many children join a server that lets everybody open classes, and play for a while.
pub async fn run(
    server: SocketAddr,
    process: u32,
    children: usize,
    playing: Duration,
) -> io::Result<ClassReport> {
    let mut teacher = Visitor::new(server).await?;
    let made = teacher.post("/api/class", &json!({ "pin": "" })).await?.json();
    let code = made["code"].as_str().ok_or_else(|| broken(&made))?.to_owned();
    let screen = |kind: &str| format!("/ws/class/{code}/{kind}");
    let mut board = teacher.connect_at(&screen("teacher"), None).await.map_err(broken)?;
    let mut projector = teacher.connect_at(&screen("projector"), None).await.map_err(broken)?;
    let view = wait_for(&mut board, "view", |_| true).await?;
    let mut settings = view["view"]["settings"].clone();
    settings["variant"] = json!("chess");
    settings["setup"] = json!("");
    settings["afterGame"] = json!("wait");
    board
        .send_text(json!({ "type": "configure", "settings": settings }).to_string())
        .await
        .map_err(broken)?;

    let mut joining = JoinSet::new();
    for number in 0..children {
        let code = code.clone();
        joining.spawn(async move {
            sleep(JOINING * number as u32 / children as u32).await;
            join(server, code, number).await
        });
    }
    let mut joins = Latencies::default();
    let mut seated = Vec::new();
    while let Some(joined) = joining.join_next().await {
        let (visitor, socket, took) = joined.map_err(broken)??;
        joins.add(took);
        seated.push((visitor, socket));
    }
    joins.sort();

    board
        .send_text(json!({ "type": "pair", "method": "random", "pairs": [] }).to_string())
        .await
        .map_err(broken)?;
    // Both sockets of each board, White first.
    let mut games: HashMap<String, [Option<Connection>; 2]> = HashMap::new();
    for (visitor, socket) in &mut seated {
        let view = wait_for(socket, "view", |news| news["view"]["you"]["game"].is_string()).await?;
        let id = view["view"]["you"]["game"].as_str().unwrap_or_default().to_owned();
        let mut game = visitor.connect().await.map_err(broken)?;
        game.send_text(json!({ "type": "watchGame", "id": id }).to_string())
            .await
            .map_err(broken)?;
        let snapshot = wait_for(&mut game, "snapshot", |_| true).await?;
        let side = usize::from(snapshot["game"]["you"] == "black");
        games.entry(id).or_default()[side] = Some(game);
    }
    let mut boards: Vec<(String, [Connection; 2])> =
        games.into_iter().filter_map(|(id, [white, black])| Some((id, [white?, black?]))).collect();

    let sent: Arc<Mutex<HashMap<(String, u64), Instant>>> = Arc::default();
    let (of_wall, wall) = (Arc::clone(&sent), Arc::new(Mutex::new(Latencies::default())));
    let measured = Arc::clone(&wall);
    let watching = tokio::spawn(async move {
        while let Ok(news) = projector.receive_json().await {
            let key = (
                news["board"]["game"].as_str().unwrap_or_default().to_owned(),
                news["board"]["ply"].as_u64().unwrap_or(0),
            );
            let began = of_wall.lock().expect("nobody panics").remove(&key);
            if let Some(began) = began {
                measured.lock().expect("nobody panics").add(began.elapsed());
            }
        }
    });
    // Children look at the class as well.
    for (_, mut socket) in seated {
        tokio::spawn(async move { while socket.receive_json().await.is_ok() {} });
    }
    let scripts = scripts(boards.len(), 1);
    let (began, before) = (Instant::now(), cpu_seconds(process));
    let moves = playing.as_secs() * MOVES_PER_MINUTE / 60;
    for number in 0..moves {
        let at = number as usize % boards.len().max(1);
        let Some((id, sockets)) = boards.get_mut(at) else { break };
        let ply = number / scripts.len() as u64;
        let Some(text) = scripts[at].get(ply as usize) else { break };
        let play = json!({ "type": "move", "id": id, "atPly": ply, "text": text });
        sent.lock().expect("nobody panics").insert((id.clone(), ply + 1), Instant::now());
        sockets[(ply % 2) as usize].send_text(play.to_string()).await.map_err(broken)?;
        let due = began + Duration::from_mins(1) * (number as u32 + 1) / MOVES_PER_MINUTE as u32;
        tokio::time::sleep_until(due.into()).await;
    }
    let cpu_percent = cpu_seconds(process)
        .zip(before)
        .map(|(now, then)| (now - then) / began.elapsed().as_secs_f64() * 100.0);
    sleep(Duration::from_millis(500)).await;
    watching.abort();
    let missing = sent.lock().expect("nobody panics").len();
    if missing > 0 {
        return Err(broken(format!("{missing} of {moves} moves never came to the wall")));
    }
    let mut wall = wall.lock().expect("nobody panics").clone();
    wall.sort();
    Ok(ClassReport { children, joins, wall, cpu_percent })
}
