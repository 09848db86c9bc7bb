//! Tables of LIAC's protocol: programs connect by TCP ([`connect`]), each table is one task ([`driver`]) around the state
//! machine of `estopim_liac`, and [`Tables`] knows them all. Their games are games like all others.

mod connect;
mod driver;
mod names;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use estopim_liac::{BLACK_PORT, MAX_INFRACTIONS, MOVE_TIME_MS, SlotKind, WHITE_PORT};
use estopim_protocol::tables::{LadderRow, TableAction, TableView};
use estopim_protocol::{Reason, ReasonCode};
use tokio::sync::{mpsc, oneshot, watch};

use crate::auth::Session;
use crate::error::Error;
use crate::game::Games;
use crate::game::live::Kind;
use crate::game::rows::kind_word;

pub use connect::BotConnection;
pub use names::bot_session;

/// The most tables.
const MOST_TABLES: usize = 200;
/// Commands that may wait at a table.
const INBOX: usize = 64;
/// The name of tables that nobody has named, before their number.
const UNNAMED: &str = "Table";

/// The settings of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiacConfig {
    /// Where programs connect that begin as White.
    pub white: SocketAddr,
    /// Where programs connect that begin as Black.
    pub black: SocketAddr,
    /// The time for a move.
    pub move_time_ms: i64,
    /// How many infractions lose a game.
    pub max_infractions: u8,
    /// What a new table plays.
    pub setup: String,
    /// Who plays in the slots of a new table.
    pub kinds: [SlotKind; 2],
    /// Whether a table begins by itself once it is full, and how many games it plays.
    pub match_games: Option<u32>,
}

impl Default for LiacConfig {
    fn default() -> Self {
        let local = |port| SocketAddr::from(([127, 0, 0, 1], port));
        Self {
            white: local(WHITE_PORT),
            black: local(BLACK_PORT),
            move_time_ms: MOVE_TIME_MS,
            max_infractions: MAX_INFRACTIONS,
            setup: "complete".to_owned(),
            kinds: [SlotKind::Bot; 2],
            match_games: None,
        }
    }
}

/// A slot as those see it who come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Vacancy {
    /// Nobody can come.
    Closed,
    /// Any program can.
    Free,
    /// A game waits for the program of this name.
    Reserved(String),
}

/// A message to a table.
pub(crate) enum TableCommand {
    /// A program has said its name.
    Join { slot: usize, name: String, connection: BotConnection },
    /// It has sent something.
    Said { slot: usize, number: u64, message: estopim_liac::BotMessage },
    /// It is gone.
    Left { slot: usize, number: u64 },
    /// Somebody does something with the table.
    Act { by: Session, action: TableAction, reply: oneshot::Sender<Result<(), Error>> },
}

/// A table as the registry knows it.
struct Entry {
    inbox: mpsc::Sender<TableCommand>,
    vacancies: [Vacancy; 2],
    /// How many programs were sent to each slot that the table has not heard of yet.
    coming: [u32; 2],
    view: watch::Receiver<TableView>,
}

/// All tables.
pub struct Tables {
    games: Arc<Games>,
    config: LiacConfig,
    /// Where it really listens, White's port first.
    addresses: [SocketAddr; 2],
    entries: Mutex<BTreeMap<String, Entry>>,
    /// Whether the server ends.
    closing: watch::Receiver<bool>,
    /// Notified with every change of a table.
    changed: watch::Sender<u64>,
}

impl Tables {
    /// Listens for programs, with one empty table.
    pub async fn start(
        games: &Arc<Games>,
        config: LiacConfig,
        closing: watch::Receiver<bool>,
    ) -> io::Result<Arc<Self>> {
        let (white, black) = (connect::bind(config.white)?, connect::bind(config.black)?);
        let tables = Arc::new(Self {
            games: Arc::clone(games),
            addresses: [white[0].local_addr()?, black[0].local_addr()?],
            config,
            entries: Mutex::default(),
            closing,
            changed: watch::Sender::new(0),
        });
        tables.resume_games().await;
        if tables.entries().is_empty() {
            tables.open(&format!("{UNNAMED} 1"), None);
        }
        for (slot, listeners) in [white, black].into_iter().enumerate() {
            for listener in listeners {
                tokio::spawn(connect::listen(Arc::clone(&tables), listener, slot));
            }
        }
        Ok(tables)
    }

    /// The settings.
    pub fn config(&self) -> &LiacConfig {
        &self.config
    }

    /// Where it listens, White's port first.
    pub fn addresses(&self) -> [SocketAddr; 2] {
        self.addresses
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<String, Entry>> {
        self.entries.lock().expect("nobody panics with the tables")
    }

    /// Every table as the page shows it.
    pub fn views(&self) -> Vec<TableView> {
        let entries = self.entries();
        let mut views: Vec<TableView> =
            entries.values().map(|entry| entry.view.borrow().clone()).collect();
        views.sort_by_key(|view| (view.name.len(), view.name.clone()));
        views
    }

    /// Told of every change of a table.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How strong programs are by the games of these tables.
    pub fn ladder(&self) -> Vec<LadderRow> {
        use estopim_liac::ladder::{Played, ratings};
        let played = |result: estopim_protocol::tables::TableResult| Played {
            half_points: match result.winner {
                Some(estopim_protocol::Color::White) => 2,
                None => 1,
                Some(estopim_protocol::Color::Black) => 0,
            },
            first: result.white,
            second: result.black,
        };
        let games: Vec<Played> =
            self.views().into_iter().flat_map(|view| view.results).map(played).collect();
        let row = |row: estopim_liac::ladder::Rated| LadderRow {
            name: row.name,
            elo: row.elo.round() as i32,
            error: row.error.round() as i32,
            games: row.games,
            half_points: (row.points * 2.0).round() as u32,
        };
        ratings(&games).into_iter().map(row).collect()
    }

    /// Whether the ladder plays by itself.
    pub fn ladder_runs(&self) -> bool {
        false
    }

    /// Somebody does something with a table.
    pub async fn act(&self, name: &str, by: Session, action: TableAction) -> Result<(), Error> {
        let inbox = self.entries().get(name).map(|entry| entry.inbox.clone());
        let inbox = inbox.ok_or_else(Error::nothing)?;
        let (reply, answer) = oneshot::channel();
        let command = TableCommand::Act { by, action, reply };
        inbox.send(command).await.map_err(|_| Error::busy())?;
        answer.await.map_err(|_| Error::busy())?
    }

    /// Opens a table; it goes on with a game if there is one.
    fn open(self: &Arc<Self>, name: &str, game: Option<driver::Unfinished>) {
        let (inbox, commands) = mpsc::channel(INBOX);
        let driver = driver::Driver::new(self, name, game);
        let (vacancies, view) = (driver.vacancies(), driver.view_receiver());
        let entry = Entry { inbox, vacancies, coming: [0; 2], view };
        self.entries().insert(name.to_owned(), entry);
        tokio::spawn(driver.run(commands));
    }

    /// A person opens a table with a name.
    pub fn open_named(self: &Arc<Self>, name: &str) -> Result<(), Reason> {
        let name = names::table_name(name).ok_or_else(|| {
            Reason::new(ReasonCode::BadNickname, "expected a name of 1 to 20 plain characters")
                .with("max", names::MOST_LETTERS)
        })?;
        if self.entries().contains_key(&name) {
            return Err(Reason::new(ReasonCode::SeatTaken, format!("there is a table {name:?}")));
        }
        if self.entries().len() >= MOST_TABLES {
            return Err(Reason::new(ReasonCode::Busy, "there are enough tables"));
        }
        self.open(&name, None);
        self.changed.send_modify(|count| *count += 1);
        Ok(())
    }

    /// The table where a program that comes to a slot shall sit: the one whose game waits for it, the one it names, the
    /// first that has room, or a new one. The slot is taken from then on.
    fn seat(
        self: &Arc<Self>,
        slot: usize,
        said: &str,
    ) -> Option<(String, mpsc::Sender<TableCommand>)> {
        let (table, name) = names::split(said);
        let mut entries = self.entries();
        let waits = |entry: &Entry| entry.vacancies[slot] == Vacancy::Reserved(name.clone());
        let mut found = entries.iter().find(|(_, entry)| waits(entry)).map(|(key, _)| key.clone());
        if found.is_none() {
            let mut keys: Vec<&String> = entries.keys().collect();
            keys.sort_by_key(|key| (key.len(), (*key).clone()));
            let fits = |key: &&&String| match &table {
                Some(table) => key.as_str() == table || key.starts_with(&format!("{table} ")),
                None => key.starts_with(UNNAMED),
            };
            let is_free = |key: &&&String| entries[**key].vacancies[slot] == Vacancy::Free;
            found = keys.iter().filter(fits).find(is_free).map(|key| (*key).clone());
        }
        let key = match found {
            Some(key) => key,
            None if entries.len() >= MOST_TABLES => return None,
            None => {
                let base = table.clone().unwrap_or_else(|| UNNAMED.to_owned());
                let first = if table.is_some() { base.clone() } else { format!("{base} 1") };
                // One more than the tables there are: one of these names is free.
                let others = (2..=entries.len() + 2).map(|number| format!("{base} {number}"));
                let key =
                    std::iter::once(first).chain(others).find(|key| !entries.contains_key(key))?;
                drop(entries);
                self.open(&key, None);
                // Another program may be quicker to sit down there.
                return self.seat(slot, said);
            }
        };
        let entry = entries.get_mut(&key)?;
        entry.vacancies[slot] = Vacancy::Closed;
        entry.coming[slot] += 1;
        Some((name, entry.inbox.clone()))
    }

    /// Waits for the end of the server.
    async fn closed(&self) {
        // A dropped sender is an end too.
        let _ = self.closing.clone().wait_for(|&is_closing| is_closing).await;
    }

    /// A table has changed.
    fn update(&self, name: &str, vacancies: [Vacancy; 2]) {
        if let Some(entry) = self.entries().get_mut(name) {
            for (slot, vacancy) in vacancies.into_iter().enumerate() {
                // Whom the table has not heard of yet has the slot all the same.
                if entry.coming[slot] == 0 {
                    entry.vacancies[slot] = vacancy;
                }
            }
        }
        self.changed.send_modify(|count| *count += 1);
    }

    /// A program that was sent to a table has come to it.
    fn arrived(&self, name: &str, slot: usize) {
        if let Some(entry) = self.entries().get_mut(name) {
            entry.coming[slot] = entry.coming[slot].saturating_sub(1);
        }
    }

    /// Opens a table for each game of a table that had not ended when the server last stopped.
    async fn resume_games(self: &Arc<Self>) {
        let store = &self.games.context.store;
        let rows = match store.running_games_of_kind(kind_word(Kind::Table)).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "games of tables could not be listed: {error}");
                return;
            }
        };
        for (number, row) in (1..).zip(rows.into_iter().take(MOST_TABLES)) {
            self.open(&format!("{UNNAMED} {number}"), driver::Unfinished::of(&row));
        }
    }
}
