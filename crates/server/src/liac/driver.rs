//! [`Driver`]: the task of one table. It feeds the state machine with what programs, people and the game do, and carries
//! out what comes of it.

mod unfinished;
mod view;

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use estopim_liac::{BETWEEN_GAMES_MS, BotMessage, BotTable, Effect, Phase, SlotKind};
use estopim_play::{End, InfractionKind, Infractions, TimeControl};
use estopim_protocol::bounds::LEVELS;
use estopim_protocol::tables::{
    SlotKind as SlotKindView, TableAction, TablePhase, TableResult, TableView,
};
use estopim_protocol::{GameView, InfractionsView, OutcomeView, Reason, ReasonCode, ServerMessage};
use estopim_rules::{AnyPosition, Color, Game, PawnBattleSetup, Variant};
use estopim_store::Write;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

pub use unfinished::Unfinished;

use super::connect::BotConnection;
use super::names::bot_session;
use super::{TableCommand, Tables, Vacancy};
use crate::auth::Session;
use crate::error::Error;
use crate::game::create::{Pairing, Seated, pair};
use crate::game::follow::Follower;
use crate::game::live::Kind;
use crate::game::referee::Order;
use crate::game::rows::BOT;
use crate::limits::{Asker, ClientAddress};

/// The most games of a match.
const MOST_GAMES: u32 = 1_000;
/// How many results a table remembers; all games are in the database.
const MOST_RESULTS: usize = 2_000;
/// After how long something is tried again that the database did not do.
const RETRY: Duration = Duration::from_secs(1);

/// The game on a table.
struct Current {
    id: String,
    follower: Follower,
    /// Keeps the programs present, by slot.
    presences: [Option<Follower>; 2],
    /// The names of the players, by slot.
    names: [String; 2],
    /// Whether the table has heard of its beginning.
    is_known: bool,
}

/// The task of a table.
pub struct Driver {
    tables: Arc<Tables>,
    name: String,
    setup: String,
    table: BotTable,
    connections: [Option<BotConnection>; 2],
    /// The programs that a game waits for, by slot.
    expected: [Option<String>; 2],
    current: Option<Current>,
    unfinished: Option<String>,
    games_left: u32,
    /// When the next game of a match may begin.
    next_at: Option<Instant>,
    /// A move that could not be written.
    retry: Option<(Instant, Effect)>,
    results: Vec<TableResult>,
    owner: Option<Session>,
    view: watch::Sender<TableView>,
}

impl Driver {
    /// A table, with the game it goes on with.
    pub fn new(tables: &Arc<Tables>, name: &str, game: Option<Unfinished>) -> Self {
        let config = tables.config();
        let kinds = game.as_ref().map_or(config.kinds, |game| game.kinds);
        let setup = game.as_ref().map_or_else(|| config.setup.clone(), |game| game.setup.clone());
        let (table, is_new) = (BotTable::new(kinds), game.is_none());
        let mut driver = Self {
            tables: Arc::clone(tables),
            name: name.to_owned(),
            setup,
            table,
            connections: [None, None],
            expected: game.as_ref().map_or([None, None], |game| game.names.clone()),
            current: None,
            unfinished: game.map(|game| game.id),
            games_left: if is_new { config.match_games.unwrap_or(0) } else { 0 },
            next_at: None,
            retry: None,
            results: Vec::new(),
            owner: None,
            view: watch::Sender::new(TableView {
                name: String::new(),
                phase: TablePhase::Idle,
                setup: String::new(),
                slots: Vec::new(),
                white_slot: 0,
                game: None,
                infractions: None,
                games_left: 0,
                results: Vec::new(),
                owner: None,
            }),
        };
        let view = driver.to_view();
        driver.view = watch::Sender::new(view);
        driver
    }

    /// What is shown of it.
    pub fn view_receiver(&self) -> watch::Receiver<TableView> {
        self.view.subscribe()
    }

    /// Which slots programs can come to.
    pub fn vacancies(&self) -> [Vacancy; 2] {
        let goes_on = matches!(self.table.phase(), Phase::Playing | Phase::Paused)
            || self.unfinished.is_some()
            || self.current.as_ref().is_some_and(|current| !current.is_known);
        [0, 1].map(|slot| match (&self.expected[slot], self.table.is_free(slot)) {
            (_, false) => Vacancy::Closed,
            (Some(name), true) if goes_on => Vacancy::Reserved(name.clone()),
            (_, true) => Vacancy::Free,
        })
    }

    /// Runs until the server ends.
    pub async fn run(mut self, mut commands: mpsc::Receiver<TableCommand>) {
        if let Some(id) = self.unfinished.take() {
            self.follow(id).await;
        }
        let tables = Arc::clone(&self.tables);
        let mut closed = std::pin::pin!(tables.closed());
        loop {
            self.begin_if_due().await;
            self.publish();
            let due = [self.next_at, self.retry.as_ref().map(|(at, _)| *at)];
            let due = due.into_iter().flatten().min();
            tokio::select! {
                // Its connections are closed with it.
                () = &mut closed => return,
                command = commands.recv() => match command {
                    Some(command) => self.answer(command).await,
                    None => return,
                },
                message = next_of(&mut self.current) => match message {
                    Some(message) => self.hear(message).await,
                    None => self.lose_game().await,
                },
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    if let Some((_, effect)) = self.retry.take_if(|(at, _)| *at <= Instant::now()) {
                        self.execute(vec![effect]).await;
                    }
                }
            }
        }
    }

    async fn answer(&mut self, command: TableCommand) {
        match command {
            TableCommand::Join { slot, name, connection } => {
                self.tables.arrived(&self.name, slot);
                self.join(slot, &name, connection).await;
            }
            TableCommand::Said { slot, number, message } => {
                if self.is_of(slot, number) && !matches!(message, BotMessage::Name(_)) {
                    let effects = self.table.received(slot, message);
                    self.execute(effects).await;
                }
            }
            TableCommand::Left { slot, number } => {
                if self.is_of(slot, number) {
                    self.leave(slot).await;
                }
            }
            TableCommand::Act { by, action, reply } => {
                // Who asked may be gone.
                let _ = reply.send(self.act(by, action).await);
            }
        }
    }

    fn is_of(&self, slot: usize, number: u64) -> bool {
        self.connections[slot].as_ref().is_some_and(|connection| connection.number == number)
    }

    async fn join(&mut self, slot: usize, name: &str, connection: BotConnection) {
        if !self.table.is_free(slot) {
            return;
        }
        // Two programs of one name at one table are told apart.
        let name = match self.table.name(1 - slot) {
            Some(other) if other == name => format!("{name} 2"),
            _ => name.to_owned(),
        };
        self.connections[slot] = Some(connection);
        self.expected[slot] = Some(name.clone());
        self.be_present(slot, &name).await;
        let effects = self.table.joined(slot, &name);
        self.execute(effects).await;
    }

    async fn leave(&mut self, slot: usize) {
        self.connections[slot] = None;
        if let Some(current) = &mut self.current {
            current.presences[slot] = None;
        }
        let effects = self.table.left(slot);
        self.execute(effects).await;
    }

    /// Shows a program as present in the game on the table.
    async fn be_present(&mut self, slot: usize, name: &str) {
        let Some(current) = &mut self.current else { return };
        let asker = asker(bot_session(name));
        current.presences[slot] =
            Follower::start(&self.tables.games, &current.id, asker).await.ok();
    }

    /// Begins the next game of a match if its time has come and everybody is there.
    async fn begin_if_due(&mut self) {
        if self.next_at.is_some_and(|at| at > Instant::now()) {
            return;
        }
        self.next_at = None;
        if self.games_left == 0 {
            return;
        }
        if self.table.phase() == Phase::Over {
            self.clear();
            self.table.switch();
        }
        if self.table.phase() == Phase::Ready
            && self.current.is_none()
            && let Err(error) = self.begin().await
        {
            let table = &self.name;
            tracing::warn!(table, code = ?error.0.code, "{table} could not begin a game");
            self.next_at = Some(Instant::now() + RETRY);
        }
    }

    /// Begins a game between those at the table.
    async fn begin(&mut self) -> Result<(), Error> {
        let (games, config) = (&self.tables.games, self.tables.config());
        let now_ms = games.context.time.now_ms();
        let mut names = [String::new(), String::new()];
        let mut seated = Vec::new();
        for (slot, kind) in self.table.kinds().into_iter().enumerate() {
            let (name, seat) = match kind {
                SlotKind::Bot => {
                    let name = self.table.name(slot).unwrap_or("?").to_owned();
                    let session = bot_session(&name);
                    let title = Write::SetTitle {
                        session: session.0.clone(),
                        nickname: name.clone(),
                        title: Some(BOT.to_owned()),
                        now_ms,
                    };
                    let _ = games.context.write(vec![title]).await?;
                    (name, Seated::Session(session))
                }
                SlotKind::Human => {
                    let session = self.owner.clone().ok_or_else(Error::not_your_game)?;
                    let name = games.context.nickname(&session).await?;
                    (name, Seated::Session(session))
                }
                SlotKind::Computer(level) => (format!("Estopim {level}"), Seated::Computer(level)),
            };
            names[slot] = name;
            seated.push(seat);
        }
        let seats =
            [Color::White, Color::Black].map(|color| seated[self.table.slot_of(color)].clone());
        let pairing = Pairing {
            id: None,
            variant: Variant::PawnBattle,
            setup: Some(self.setup.clone()),
            time: TimeControl::PerMove { limit_ms: config.move_time_ms },
            seats,
            kind: Kind::Table,
            max_infractions: Some(config.max_infractions),
            is_watchable: true,
        };
        let id = pair(games, pairing).await?;
        self.games_left -= 1;
        self.follow(id).await;
        if let Some(current) = &mut self.current {
            current.names = names;
        }
        Ok(())
    }

    /// Follows the game that is played on this table from now on.
    async fn follow(&mut self, id: String) {
        let games = &self.tables.games;
        match Follower::start(games, &id, asker(Session(String::new()))).await {
            Ok(follower) => {
                let names = [String::new(), String::new()];
                let current =
                    Current { id, follower, presences: [None, None], names, is_known: false };
                self.current = Some(current);
                for slot in 0..2 {
                    if let Some(name) = self.table.name(slot).map(str::to_owned) {
                        self.be_present(slot, &name).await;
                    }
                }
            }
            Err(_) => self.unfinished = Some(id),
        }
    }

    /// The game could not be followed any more: it is followed anew.
    async fn lose_game(&mut self) {
        if let Some(current) = self.current.take() {
            tokio::time::sleep(RETRY).await;
            let names = current.names.clone();
            self.follow(current.id).await;
            if let Some(again) = &mut self.current {
                again.names = names;
            }
        }
    }

    async fn hear(&mut self, message: ServerMessage) {
        let effects = match message {
            ServerMessage::Snapshot { game, .. } | ServerMessage::TookBack { game, .. } => {
                self.begun(&game)
            }
            ServerMessage::Moved { played, .. } => self.table.moved(&played.uci),
            ServerMessage::Infraction { kind, infractions, .. } => {
                let kind = match kind {
                    estopim_protocol::InfractionKind::Illegal => InfractionKind::Illegal,
                    estopim_protocol::InfractionKind::Late => InfractionKind::Late,
                };
                self.table.infracted(kind, counted(infractions))
            }
            ServerMessage::Ended { outcome, .. } => self.ended(outcome),
            _ => Vec::new(),
        };
        self.execute(effects).await;
    }

    fn begun(&mut self, view: &GameView) -> Vec<Effect> {
        if let Some(current) = &mut self.current {
            current.is_known = true;
            if current.names.iter().all(String::is_empty) {
                let name = |player: &Option<estopim_protocol::Player>| match player {
                    Some(player) => match player.computer_level {
                        Some(level) => format!("Estopim {level}"),
                        None => player.name.clone(),
                    },
                    None => String::new(),
                };
                let (white, black) = (name(&view.players.white), name(&view.players.black));
                current.names = if self.table.slot_of(Color::White) == 0 {
                    [white, black]
                } else {
                    [black, white]
                };
            }
        }
        if let Some(outcome) = view.outcome {
            return self.ended(outcome);
        }
        let variant = view.variant.into();
        let Ok(start) = AnyPosition::from_fen(variant, &view.initial_fen) else {
            return Vec::new();
        };
        let mut game = Game::from_position(start);
        for played in &view.moves {
            if game.play_uci(&played.uci).is_err() {
                return Vec::new();
            }
        }
        self.table.begun(game, view.infractions.map(counted))
    }

    fn ended(&mut self, outcome: OutcomeView) -> Vec<Effect> {
        let Ok(end) = End::try_from(outcome) else { return Vec::new() };
        let was_over = self.table.phase() == Phase::Over;
        let effects = self.table.ended(end);
        if let Some(current) = &self.current
            && !was_over
            && end != End::Aborted
        {
            let name = |color| current.names[self.table.slot_of(color)].clone();
            self.results.push(TableResult {
                game: current.id.clone(),
                white: name(Color::White),
                black: name(Color::Black),
                winner: outcome.winner,
                reason: outcome.reason,
            });
            if self.results.len() > MOST_RESULTS {
                self.results.remove(0);
            }
        }
        self.next_at = Some(Instant::now() + Duration::from_millis(BETWEEN_GAMES_MS as u64));
        effects
    }

    async fn execute(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Send { slot, text } => {
                    let connection = self.connections[slot].as_ref();
                    if connection.is_some_and(|connection| !connection.send(text)) {
                        // It does not read, or is gone: its task reports that it has left.
                        tracing::debug!(table = self.name, slot, "a program does not read");
                    }
                }
                Effect::Move { color, uci } => self.try_move(color, uci).await,
                Effect::Hold => self.order(Order::Hold).await,
                Effect::Release => self.order(Order::Release).await,
            }
        }
    }

    async fn order(&self, order: Order) {
        if let Some(current) = &self.current {
            // A game that cannot be reached is reported by its follower.
            let _ = self.tables.games.referee(&current.id, order).await;
        }
    }

    async fn try_move(&mut self, color: Color, uci: Option<String>) {
        let Some(current) = &self.current else { return };
        let order = Order::Move { color, uci: uci.clone() };
        let Err(error) = self.tables.games.referee(&current.id, order).await else { return };
        if matches!(error.0.code, ReasonCode::Busy | ReasonCode::Internal) {
            // The program does not send it again.
            self.retry = Some((Instant::now() + RETRY, Effect::Move { color, uci }));
        } else {
            self.table.not_tried();
        }
    }

    /// Clears the table; programs stay connected.
    fn clear(&mut self) {
        self.current = None;
        self.retry = None;
        self.table.reset();
        for slot in 0..2 {
            if self.connections[slot].is_none() {
                self.expected[slot] = None;
            }
        }
    }

    /// What somebody does with the table. It belongs to the first who does something.
    async fn act(&mut self, by: Session, action: TableAction) -> Result<(), Error> {
        if self.owner.as_ref().is_some_and(|owner| *owner != by) {
            return Err(Error::new(ReasonCode::NotYourGame, "somebody else runs this table"));
        }
        self.owner = Some(by);
        match action {
            TableAction::Start { games } => self.start(games).await,
            TableAction::Pause {} => {
                let effects = self.table.pause();
                self.execute(effects).await;
                Ok(())
            }
            TableAction::Reset {} => {
                self.games_left = 0;
                self.order(Order::Abandon).await;
                self.clear();
                Ok(())
            }
            TableAction::Switch {} => {
                if self.table.phase() == Phase::Over {
                    self.clear();
                }
                self.table.switch();
                Ok(())
            }
            TableAction::Set { setup, white, black } => self.set(&setup, [white, black]).await,
        }
    }

    async fn start(&mut self, games: u32) -> Result<(), Error> {
        if !(1..=MOST_GAMES).contains(&games) {
            let message = format!("expected 1 to {MOST_GAMES} games, found {games}");
            return Err(Reason::new(ReasonCode::BadMessage, message).into());
        }
        match self.table.phase() {
            Phase::Paused => {
                let effects = self.table.go_on();
                self.execute(effects).await;
                Ok(())
            }
            Phase::Playing => Ok(()),
            Phase::Idle => {
                Err(Error::new(ReasonCode::NotStarted, "a program has not connected yet"))
            }
            Phase::Ready | Phase::Over => {
                self.games_left = games;
                if self.table.phase() == Phase::Over {
                    self.clear();
                }
                Ok(())
            }
        }
    }

    async fn set(&mut self, setup: &str, kinds: [SlotKindView; 2]) -> Result<(), Error> {
        let parsed: Result<PawnBattleSetup, _> = setup.parse();
        let parsed = parsed.map_err(|error| {
            Reason::new(ReasonCode::BadSetup, error.to_string()).with("faults", error)
        })?;
        let mut wanted = [SlotKind::Bot; 2];
        for (slot, kind) in kinds.into_iter().enumerate() {
            wanted[slot] = match kind {
                SlotKindView::Bot {} => SlotKind::Bot,
                SlotKindView::Human {} => SlotKind::Human,
                SlotKindView::Computer { level } if LEVELS.contains(&level) => {
                    SlotKind::Computer(level)
                }
                SlotKindView::Computer { level } => {
                    let message = format!("expected a level from 1 to 12, found {level}");
                    return Err(Reason::new(ReasonCode::BadLevel, message)
                        .with("level", level)
                        .with("max", LEVELS.end())
                        .into());
                }
            };
        }
        if !wanted.contains(&SlotKind::Bot) {
            let message = "at least one side must be a program";
            return Err(Reason::new(ReasonCode::BadMessage, message).into());
        }
        self.games_left = 0;
        self.order(Order::Abandon).await;
        self.clear();
        self.setup = parsed.to_string();
        if wanted != self.table.kinds() {
            let names = [0, 1].map(|slot| self.table.name(slot).map(str::to_owned));
            self.table = BotTable::new(wanted);
            for (slot, name) in names.into_iter().enumerate() {
                match name {
                    Some(name) if wanted[slot] == SlotKind::Bot => {
                        self.table.joined(slot, &name);
                    }
                    _ => self.connections[slot] = None,
                }
            }
        }
        Ok(())
    }

    /// Publishes what has changed.
    fn publish(&self) {
        let view = self.to_view();
        let is_news = self.view.send_if_modified(|shown| {
            let is_news = *shown != view;
            *shown = view;
            is_news
        });
        if is_news {
            self.tables.update(&self.name, self.vacancies());
        }
    }
}

/// The next message of the game on a table; never, without one.
async fn next_of(current: &mut Option<Current>) -> Option<ServerMessage> {
    match current {
        Some(current) => current.follower.next().await,
        None => std::future::pending().await,
    }
}

fn counted(view: InfractionsView) -> Infractions {
    Infractions::restored(view.max, [view.white, view.black])
}

/// A program asks from nowhere: it is not limited by its address.
fn asker(session: Session) -> Asker {
    Asker { session, address: ClientAddress(Ipv4Addr::UNSPECIFIED.into()) }
}
