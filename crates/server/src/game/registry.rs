//! [`Games`]: the registry of the tasks of games in memory. A task loads its game itself, so that concurrent requests
//! find the same task. An idle game is put to sleep: it leaves memory, and if its clock runs it is woken when that has
//! run out.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use estopim_protocol::{ClientMessage, GameView};
use estopim_store::{GameRow, Store, StoreError, StoreErrorKind, Write, Written};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc, oneshot};

use super::actor;
use super::command::{GameCommand, TeacherOrder};
use super::live::Live;
use super::referee::Order;
use super::rows::{BOT, CLOCK, class_of};
use crate::auth::Session;
use crate::bots::Hub;
use crate::bus::Bus;
use crate::class::ClassIndex;
use crate::config::Config;
use crate::error::Error;
use crate::heartbeat::Outages;
use crate::limits::{AddressLimit, Asker};
use crate::metrics::Metrics;
use crate::time::TimeSource;
use crate::workers::{Request, Workers};

/// Capacity of a game's inbox.
const INBOX: usize = 64;
/// The most games in memory.
const MOST: usize = 100_000;
/// How many sleeping games are woken when their clock has run out. Beyond that a game ends when it is next asked for.
const MOST_SLEEPERS: usize = 1_000_000;
/// After how long a game that could not be read is tried again, in milliseconds.
const LATER_MS: i64 = 5_000;
/// How many games are loaded together after a start, and the pause between two such batches.
const ROUND: i64 = 50;
const BETWEEN_ROUNDS: Duration = Duration::from_millis(500);

/// What every game needs.
pub struct Context {
    /// The database.
    pub store: Store,
    /// The lobby feed.
    pub bus: Arc<Bus>,
    /// Who is what to which class.
    pub classes: Arc<ClassIndex>,
    /// The event streams of programs.
    pub hub: Arc<Hub>,
    /// The engine threads.
    pub workers: Workers,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Outages of the database.
    pub outages: Outages,
    /// How many games and sockets one address may open.
    pub openings: AddressLimit,
    /// The settings.
    pub config: Config,
    /// The time source.
    pub time: TimeSource,
    /// Injected faults, for tests.
    #[cfg(test)]
    pub faults: Arc<super::faults::Faults>,
}

impl Context {
    /// Writes all or nothing. Every write of a game or a session goes through here.
    pub async fn write(&self, writes: Vec<Write>) -> Result<Written, StoreError> {
        #[cfg(test)]
        if let Some(failed) = self.faults.write(&self.store, &writes).await {
            return failed;
        }
        self.store.write(writes).await
    }

    /// The row of a game.
    pub async fn game_row(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        #[cfg(test)]
        self.faults.read()?;
        self.store.game(id).await
    }

    /// The nickname of a session, and whether it is somebody's program.
    pub async fn known_as(&self, session: &Session) -> Result<(String, bool), StoreError> {
        #[cfg(test)]
        self.faults.read()?;
        let kept = self.store.session(&session.0).await?;
        let is_bot = kept.as_ref().is_some_and(|kept| kept.title.as_deref() == Some(BOT));
        Ok((kept.map_or_else(|| session.default_nickname(), |kept| kept.nickname), is_bot))
    }

    /// The nickname of a session.
    pub async fn nickname(&self, session: &Session) -> Result<String, StoreError> {
        #[cfg(test)]
        self.faults.read()?;
        let kept = self.store.session(&session.0).await?;
        Ok(kept.map_or_else(|| session.default_nickname(), |kept| kept.nickname))
    }
}

/// The games in memory.
pub struct Games {
    /// What every game needs.
    pub context: Context,
    index: Mutex<Index>,
    /// Notified when the next wake-up may have become earlier.
    earlier: Notify,
}

/// What is known of all games without asking their tasks.
#[derive(Default)]
struct Index {
    tasks: HashMap<String, mpsc::Sender<GameCommand>>,
    /// In which games in memory a session has a seat.
    seated: HashMap<Session, HashSet<String>>,
    /// The open seek of each session.
    seeks: HashMap<Session, String>,
    sleepers: Sleepers,
}

impl Index {
    fn forget(&mut self, id: &str, inbox: &mut mpsc::Receiver<GameCommand>) -> bool {
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        self.tasks.remove(id);
        true
    }

    fn unseat(&mut self, session: &Session, id: &str) {
        if let Some(games) = self.seated.get_mut(session) {
            games.remove(id);
            if games.is_empty() {
                self.seated.remove(session);
            }
        }
    }
}

/// Games that are not in memory, by the moment at which they must be loaded.
#[derive(Default)]
struct Sleepers {
    by_time: BTreeSet<(i64, String)>,
    by_game: HashMap<String, i64>,
}

impl Sleepers {
    fn insert(&mut self, id: &str, wake_ms: i64) {
        self.remove(id);
        if self.by_game.len() < MOST_SLEEPERS {
            self.by_game.insert(id.to_owned(), wake_ms);
            self.by_time.insert((wake_ms, id.to_owned()));
        }
    }

    fn remove(&mut self, id: &str) {
        if let Some(wake_ms) = self.by_game.remove(id) {
            self.by_time.remove(&(wake_ms, id.to_owned()));
        }
    }

    fn first(&self) -> Option<i64> {
        self.by_time.first().map(|(wake_ms, _)| *wake_ms)
    }

    /// Removes one game that is due.
    fn take_due(&mut self, now_ms: i64) -> Option<String> {
        let (wake_ms, id) = self.by_time.first()?.clone();
        (wake_ms <= now_ms).then(|| {
            self.remove(&id);
            id
        })
    }
}

impl Games {
    /// None yet.
    pub fn new(context: Context) -> Arc<Self> {
        Arc::new(Self { context, index: Mutex::default(), earlier: Notify::new() })
    }

    fn index(&self) -> MutexGuard<'_, Index> {
        self.index.lock().expect("nobody panics with the games")
    }

    /// The inbox of a game's task, which is started if it does not run.
    pub fn game(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<GameCommand>, Error> {
        // Not an id.
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Error::no_such_game(id));
        }
        let mut index = self.index();
        if let Some(task) = index.tasks.get(id).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        if index.tasks.len() >= MOST {
            return Err(Error::busy());
        }
        let (task, inbox) = mpsc::channel(INBOX);
        index.tasks.insert(id.to_owned(), task.clone());
        index.sleepers.remove(id);
        self.count(&index);
        tokio::spawn(actor::run(Arc::clone(self), id.to_owned(), inbox));
        Ok(task)
    }

    fn count(&self, index: &Index) {
        self.context.metrics.live_games.store(index.tasks.len() as i64, Relaxed);
        self.context.metrics.sleeping_games.store(index.sleepers.by_game.len() as i64, Relaxed);
    }

    /// Forgets a game that could not be loaded, unless a command has just come.
    pub(super) fn forget(&self, id: &str, inbox: &mut mpsc::Receiver<GameCommand>) -> bool {
        let mut index = self.index();
        let is_forgotten = index.forget(id, inbox);
        self.count(&index);
        is_forgotten
    }

    /// Puts a game to sleep, unless a command has just come. It is woken at `wake_ms` at the latest.
    pub(super) fn sleep(
        &self,
        live: &Live,
        inbox: &mut mpsc::Receiver<GameCommand>,
        wake_ms: Option<i64>,
    ) -> bool {
        let mut index = self.index();
        if !index.forget(&live.id, inbox) {
            return false;
        }
        for session in live.sessions() {
            index.unseat(session, &live.id);
        }
        if let Some(wake_ms) = wake_ms {
            index.sleepers.insert(&live.id, wake_ms);
            self.earlier.notify_one();
        }
        self.count(&index);
        true
    }

    /// Tries again later to load a game that could not be read.
    pub(super) fn wake_later(&self, id: &str) {
        self.index().sleepers.insert(id, self.context.time.now_ms() + LATER_MS);
        self.earlier.notify_one();
    }

    /// Registers the players of a game in memory.
    pub(super) fn seat(&self, live: &Live) {
        for session in live.sessions() {
            self.seat_session(session, &live.id);
        }
    }

    /// Registers a session's seat, so that renamings reach the game.
    pub(super) fn seat_session(&self, session: &Session, id: &str) {
        self.index().seated.entry(session.clone()).or_default().insert(id.to_owned());
    }

    /// The session has no seat in the game after all.
    pub(super) fn unseat_session(&self, session: &Session, id: &str) {
        self.index().unseat(session, id);
    }

    /// Wakes games that sleep when their moment has come.
    pub async fn wake_sleepers(self: Arc<Self>) {
        loop {
            let first = self.index().sleepers.first();
            // Either way, check for games that are due.
            tokio::select! {
                () = self.context.time.sleep_until(first.unwrap_or(i64::MAX)) => {}
                () = self.earlier.notified() => {}
            }
            loop {
                // In a statement of its own, so that the lock is released: waking a game needs it too.
                let Some(id) = self.index().sleepers.take_due(self.context.time.now_ms()) else {
                    break;
                };
                // A game that cannot be woken now ends when it is next opened.
                let _ = self.game(&id);
            }
        }
    }

    /// Loads every game whose clock ran when the server was last stopped, a few at a time.
    pub async fn wake_timed(self: Arc<Self>) {
        let mut after = String::new();
        loop {
            match self.context.store.timed_games(CLOCK, &after, ROUND).await {
                Ok(round) => {
                    let Some(last) = round.last() else { return };
                    after.clone_from(last);
                    for id in &round {
                        let _ = self.game(id);
                    }
                }
                Err(StoreError::Closed) => return,
                Err(error) => {
                    tracing::warn!(%error, "games whose clock runs could not be listed: {error}");
                }
            }
            tokio::time::sleep(BETWEEN_ROUNDS).await;
        }
    }

    /// Registers a session's seek. It may have one at a time: an earlier one is withdrawn.
    pub async fn seek(self: &Arc<Self>, session: &Session, id: &str) {
        let before = self.index().seeks.insert(session.clone(), id.to_owned());
        if let Some(before) = before.filter(|before| before != id) {
            // A game that is gone has no seek.
            let _ = self.ask(&before, |reply| GameCommand::Withdraw { reply }).await;
        }
    }

    /// Starts a game's task without a command. If there is no room for it now, it is tried later.
    pub(crate) fn start_task(self: &Arc<Self>, id: &str) {
        if self.game(id).is_err() {
            self.wake_later(id);
        }
    }

    /// A session's seek was taken or withdrawn.
    pub(super) fn seek_ended(&self, session: &Session, id: &str) {
        let mut index = self.index();
        if index.seeks.get(session).is_some_and(|open| open == id) {
            index.seeks.remove(session);
        }
    }

    /// Sends a command to a game and waits for the answer.
    pub(super) async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        question: impl Fn(oneshot::Sender<Result<T, Error>>) -> GameCommand,
    ) -> Result<T, Error> {
        // The task may end between being found and receiving the command; then it is started again.
        for _ in 0..2 {
            let (reply, answer) = oneshot::channel();
            if self.game(id)?.send(question(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        Err(Error::busy())
    }

    /// A game as somebody sees it.
    pub async fn view(self: &Arc<Self>, id: &str, session: &Session) -> Result<GameView, Error> {
        self.ask(id, |reply| GameCommand::View { session: session.clone(), reply })
            .await
            .map(|view| *view)
    }

    /// Takes the free seat of a game.
    pub async fn join(self: &Arc<Self>, id: &str, asker: &Asker) -> Result<(), Error> {
        self.ask(id, |reply| GameCommand::Join { by: asker.clone(), reply }).await
    }

    /// What a player does in a game, with its result.
    pub async fn act(
        self: &Arc<Self>,
        id: &str,
        by: &Asker,
        message: &ClientMessage,
    ) -> Result<(), Error> {
        let question = |reply| GameCommand::Do { by: by.clone(), message: message.clone(), reply };
        self.ask(id, question).await
    }

    /// A move as UCI writes it, with a draw offered or not.
    pub async fn play_uci(
        self: &Arc<Self>,
        id: &str,
        by: &Asker,
        uci: &str,
        offers_draw: bool,
    ) -> Result<(), Error> {
        let question = |reply| GameCommand::PlayUci {
            by: by.clone(),
            uci: uci.to_owned(),
            offers_draw,
            reply,
        };
        self.ask(id, question).await
    }

    /// Withdraws a seek that nobody has answered.
    pub async fn withdraw(self: &Arc<Self>, id: &str) -> Result<(), Error> {
        self.ask(id, |reply| GameCommand::Withdraw { reply }).await
    }

    /// An order of the table at which a game is played.
    pub async fn referee(self: &Arc<Self>, id: &str, order: Order) -> Result<(), Error> {
        self.ask(id, |reply| GameCommand::Referee { order: order.clone(), reply }).await
    }

    /// A game as PGN.
    pub async fn pgn(
        self: &Arc<Self>,
        id: &str,
        session: Option<&Session>,
    ) -> Result<String, Error> {
        self.ask(id, |reply| GameCommand::Pgn { session: session.cloned(), reply }).await
    }

    /// A teacher's order to a game of the class.
    pub async fn teach(self: &Arc<Self>, id: &str, order: TeacherOrder) -> Result<(), Error> {
        self.ask(id, |reply| GameCommand::Teach { order, reply }).await
    }

    /// What to search for a good move in a game.
    pub async fn hint_request(self: &Arc<Self>, id: &str) -> Result<Request, Error> {
        self.ask(id, |reply| GameCommand::Hint { reply }).await
    }

    /// Refuses to show a game of a class to those who are neither its players nor teach the class.
    pub fn must_see(&self, row: &GameRow, session: &Session) -> Result<(), Error> {
        let Some(class) = class_of(row) else { return Ok(()) };
        let plays = [&row.white_id, &row.black_id].into_iter().flatten().any(|id| *id == session.0);
        if plays || self.context.classes.teaches(session, class) {
            return Ok(());
        }
        Err(Error::no_such_game(&row.id))
    }

    /// Ends the task of a game that was deleted.
    pub fn drop_game(&self, id: &str) {
        let mut index = self.index();
        index.sleepers.remove(id);
        if let Some(task) = index.tasks.remove(id) {
            // If its inbox is full it ends by itself, once it is idle.
            let (reply, _) = oneshot::channel();
            let _ = task.try_send(GameCommand::Teach { order: TeacherOrder::Close, reply });
        }
        self.count(&index);
    }

    /// A player's nickname, which has been written, has changed.
    pub fn renamed(&self, session: &Session) {
        self.tell_games_of(session, || GameCommand::Renamed { session: session.clone() });
    }

    /// Renames a session: the nickname is written, then sent to its games.
    pub async fn rename(&self, session: &Session, nickname: &str) -> Result<(), Error> {
        let (id, now_ms) = (session.0.clone(), self.context.time.now_ms());
        let rename = Write::Rename { id, nickname: nickname.to_owned(), now_ms };
        let written = self.context.write(vec![rename]).await;
        // Even without an answer it may have been committed. The games read it from the database, so of two concurrent
        // renamings the one committed last counts.
        let is_left = |error: &StoreError| error.kind() != StoreErrorKind::Unavailable;
        if !written.as_ref().is_err_and(is_left) {
            self.tell_games_of(session, || GameCommand::Renamed { session: session.clone() });
        }
        Ok(written.map(drop)?)
    }

    /// Sends a command to the games in memory in which a session plays, and updates the lobby if it has a seek.
    fn tell_games_of(&self, session: &Session, command: impl Fn() -> GameCommand) {
        let index = self.index();
        if index.seeks.contains_key(session) {
            self.context.bus.lobby_changed();
        }
        let games = index.seated.get(session).into_iter().flatten();
        for task in games.filter_map(|id| index.tasks.get(id)) {
            if let Err(TrySendError::Full(command)) = task.try_send(command()) {
                let task = task.clone();
                // A game that is gone reads the database when it is loaded next.
                tokio::spawn(async move { task.send(command).await });
            }
        }
    }

    /// Tells every game in memory of an outage.
    pub fn tell_all_of_outage(&self) {
        for task in self.index().tasks.values() {
            // A game whose inbox is full notices the outage with its next command.
            let _ = task.try_send(GameCommand::Outage);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleepers_are_woken_in_the_order_of_their_moments_and_once() {
        let mut sleepers = Sleepers::default();
        for (id, wake_ms) in [("late", 300), ("early", 100), ("gone", 50), ("early", 200)] {
            sleepers.insert(id, wake_ms);
        }
        sleepers.remove("gone");
        assert_eq!(sleepers.first(), Some(200));
        assert_eq!(sleepers.take_due(199), None);
        assert_eq!(sleepers.take_due(300).as_deref(), Some("early"));
        assert_eq!(sleepers.take_due(300).as_deref(), Some("late"));
        assert_eq!((sleepers.take_due(300), sleepers.first()), (None, None));
        assert!(sleepers.by_game.is_empty());
    }
}
