//! A server without sockets, for tests, with manual time and injected database faults.

use std::sync::Arc;

use estopim_protocol::{
    ClientMessage, Color, GameStatus, GameView, OfferKind, Offers, Reason, ServerMessage,
};
use estopim_store::{Clocks, NewGameRow, Store, Write, Written};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;

use super::command::{GameCommand, Watcher};
use super::load::load;
use super::outbox::{Next, Outbox};
use super::registry::{Context, Games};
use crate::auth::Session;
use crate::bus::Bus;
use crate::config::Config;
use crate::heartbeat::{self, Outages};
use crate::limits::{AddressLimit, Asker, ClientAddress};
use crate::metrics::Metrics;
use crate::time::{ManualTime, TimeSource};
use crate::workers::Workers;

/// When the tests begin.
const START_MS: i64 = 1_700_000_000_000;
/// How long an opponent must be gone to have left for good.
pub const LEFT_AFTER_MS: i64 = 60_000;
/// A server without sockets.
pub struct World {
    _directory: TempDir,
    pub time: ManualTime,
    pub games: Arc<Games>,
    /// Another server's view of the same database, which never fails.
    other: Arc<Games>,
}

fn games(store: &Store, time: &ManualTime) -> Arc<Games> {
    let metrics = Arc::new(Metrics::default());
    let mut config = Config::in_directory("nowhere".into());
    config.left_after_ms = LEFT_AFTER_MS;
    config.computer_pace_percent = 0;
    Games::new(Context {
        store: store.clone(),
        bus: Arc::new(Bus::default()),
        classes: Arc::default(),
        hub: Arc::default(),
        workers: Workers::start(1, Arc::clone(&metrics), estopim_engine::Endgames::embedded())
            .expect("a thread"),
        metrics,
        outages: Outages::new(time.now_ms()),
        openings: AddressLimit::new(config.openings),
        config,
        time: TimeSource::Manual(time.clone()),
        faults: Arc::default(),
    })
}

impl World {
    pub async fn new() -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        let address = format!("sqlite:{}", directory.path().join("test.db").display());
        let store = Store::open(&address).await.expect("a database");
        let time = ManualTime::new(START_MS);
        let (games, other) = (games(&store, &time), games(&store, &time));
        Self { _directory: directory, time, games, other }
    }

    /// Lets time pass, with the heartbeat going on.
    pub async fn pass(&self, ms: i64) {
        let mut left = ms;
        while left > 0 {
            let step = left.min(1_000);
            self.time.advance(step);
            for games in [&self.games, &self.other] {
                heartbeat::beat(games).await.expect("the database works");
            }
            left -= step;
        }
    }

    /// Makes a game of which nothing has been played.
    pub async fn game(&self, kind: &str, time: &str) -> String {
        let id = crate::random_id(8);
        let now_ms = self.time.now_ms();
        let (base_ms, increment_ms) = if time == "none" { (0, 0) } else { (30_000, 2_000) };
        let left = (time != "none").then_some(base_ms);
        let seat = |color: Color| Some(session(color).0);
        let row = NewGameRow {
            id: id.clone(),
            variant: "chess".to_owned(),
            setup: None,
            initial_fen: estopim_rules::AnyPosition::initial(estopim_rules::Variant::Chess).fen(),
            max_infractions: None,
            audience: None,
            offline_key: None,
            kind: kind.to_owned(),
            time_kind: time.to_owned(),
            time_base_ms: base_ms,
            time_increment_ms: if time == "clock" { increment_ms } else { 0 },
            white_id: seat(Color::White),
            black_id: match kind {
                "computer" | "lobby" => None,
                "hotSeat" => seat(Color::White),
                _ => seat(Color::Black),
            },
            computer_color: (kind == "computer").then(|| "black".to_owned()),
            computer_level: (kind == "computer").then_some(1),
            created_ms: now_ms,
            started_ms: (kind != "lobby").then_some(now_ms),
            clocks: Clocks { white_ms: left, black_ms: left, from_ms: now_ms },
        };
        let written = self.games.context.store.write(vec![Write::Create(Box::new(row))]).await;
        assert_eq!(written.expect("the database works"), Written::Done);
        id
    }

    /// Waits until a game has done all it was asked.
    pub async fn idle(&self, id: &str) {
        let (reply, answer) = oneshot::channel();
        self.ask(id, GameCommand::View { session: session(Color::White), reply }).await;
        let _ = answer.await;
    }

    pub async fn ask(&self, id: &str, command: GameCommand) {
        let game = self.games.game(id).expect("its task");
        assert!(game.send(command).await.is_ok(), "its task runs");
    }

    /// What the database says, as White sees it.
    pub async fn kept(&self, id: &str) -> GameView {
        let now_ms = self.time.now_ms();
        let live = load(&self.other.context, id, now_ms).await.expect("it can be read");
        live.view(live.seat_of(&session(Color::White)), 0, now_ms)
    }
}

pub fn session(color: Color) -> Session {
    Session(format!("{color:?}-session"))
}

pub fn asker(color: Color) -> Asker {
    Asker { session: session(color), address: ClientAddress([127, 0, 0, 1].into()) }
}

/// A client that watches a game, and knows only what it was sent.
pub struct Client {
    pub color: Color,
    pub outbox: Outbox,
    seq: u64,
    pub view: GameView,
    pub refused: Vec<Reason>,
}

impl Client {
    pub async fn watch(world: &World, id: &str, color: Color, socket: u64) -> Self {
        let outbox = Outbox::default();
        let watcher = Watcher { socket, asker: asker(color), outbox: outbox.clone() };
        world.ask(id, GameCommand::Watch { watcher, seq: None }).await;
        world.idle(id).await;
        let Some(Next::Send(text)) = outbox.ready() else { panic!("no snapshot of {id}") };
        let Ok(ServerMessage::Snapshot { seq, game }) = serde_json::from_str(&text) else {
            panic!("expected a snapshot, found {text}");
        };
        Self { color, outbox, seq, view: *game, refused: Vec::new() }
    }

    pub async fn act(&self, world: &World, id: &str, message: &Value) {
        let mut message = message.clone();
        message["id"] = json!(id);
        let message: ClientMessage = serde_json::from_value(message).expect("a message");
        let (by, outbox) = (asker(self.color), self.outbox.clone());
        let received_ms = world.time.now_ms();
        world.ask(id, GameCommand::Act { by, message, received_ms, lag_ms: 0, outbox }).await;
        world.idle(id).await;
    }

    /// Processes the waiting messages.
    pub fn hear(&mut self) {
        while let Some(next) = self.outbox.ready() {
            let Next::Send(text) = next else { panic!("{next:?}") };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if let Some(seq) = message["seq"].as_u64() {
                // A snapshot replaces everything before it.
                let is_whole = message["game"].is_object();
                assert!(seq == self.seq + 1 || is_whole && seq > self.seq, "{}: {text}", self.seq);
                self.seq = seq;
            }
            self.take(serde_json::from_value(message).expect("a message"));
        }
    }

    fn take(&mut self, message: ServerMessage) {
        let view = &mut self.view;
        match message {
            ServerMessage::Snapshot { game, .. } | ServerMessage::TookBack { game, .. } => {
                *view = *game;
            }
            ServerMessage::Moved { played, position, clocks, .. } => {
                view.moves.push(played);
                view.fens.push(position.fen.clone());
                (view.position, view.clocks) = (position, clocks);
            }
            ServerMessage::Offered { kind, by, .. } => *offer(&mut view.offers, kind) = Some(by),
            ServerMessage::Declined { kind, .. } => *offer(&mut view.offers, kind) = None,
            ServerMessage::TimeGiven { clocks, .. } | ServerMessage::ClocksSet { clocks, .. } => {
                view.clocks = clocks;
            }
            ServerMessage::Ended { outcome, clocks, .. } => {
                (view.outcome, view.status) = (Some(outcome), GameStatus::Ended);
                (view.offers.draw, view.offers.takeback) = (None, None);
                view.clocks = clocks;
            }
            ServerMessage::Joined { players, clocks, .. } => {
                if players.white.is_some() && players.black.is_some() && view.outcome.is_none() {
                    view.status = GameStatus::Playing;
                }
                (view.players, view.clocks) = (players, clocks);
            }
            ServerMessage::Chat { line, .. } => view.chat.push(line),
            ServerMessage::Rematch { id, .. } => {
                view.rematch_id = Some(id);
                view.offers.rematch = None;
            }
            ServerMessage::Rejected { reason, .. } | ServerMessage::Failed { reason } => {
                self.refused.push(reason);
            }
            ServerMessage::TimeOver { color, .. } => view.clocks.overdue = Some(color),
            ServerMessage::Presence { .. } => {}
            message => panic!("not of a game: {message:?}"),
        }
    }
}

fn offer(offers: &mut Offers, kind: OfferKind) -> &mut Option<Color> {
    match kind {
        OfferKind::Draw => &mut offers.draw,
        OfferKind::Takeback => &mut offers.takeback,
        OfferKind::Rematch => &mut offers.rematch,
    }
}
