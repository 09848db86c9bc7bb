//! [`Games`]: the way to the task of each game in memory. A game that is not there is loaded by its task
//! itself, so that two who ask at once find the same one.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use estopim_protocol::GameView;
use estopim_store::Store;
use tokio::sync::{mpsc, oneshot};

use super::actor::{self, Ask};
use crate::auth::Session;
use crate::bus::Bus;
use crate::config::Config;
use crate::error::Error;
use crate::metrics::Metrics;
use crate::workers::Workers;

/// How many wishes may wait for one game.
const INBOX: usize = 64;
/// How many games may be in memory.
const MOST: usize = 100_000;

/// What every game needs.
pub struct Context {
    /// Where games are kept.
    pub store: Store,
    /// News for everybody.
    pub bus: Arc<Bus>,
    /// The computer's threads.
    pub workers: Workers,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What was set.
    pub config: Config,
}

/// The games in memory.
pub struct Games {
    /// What every game needs.
    pub context: Context,
    tasks: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
}

impl Games {
    /// None yet.
    pub fn new(context: Context) -> Arc<Self> {
        Arc::new(Self { context, tasks: Mutex::new(HashMap::new()) })
    }

    /// The way to a game's task, which is started if it does not run.
    pub fn game(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Ask>, Error> {
        // Ids are short; what is not cannot be one.
        if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Error::no_such_game(id));
        }
        let mut tasks = self.tasks.lock().expect("nobody panics with the games");
        if let Some(task) = tasks.get(id).filter(|task| !task.is_closed()) {
            return Ok(task.clone());
        }
        if tasks.len() >= MOST {
            return Err(Error::busy());
        }
        let (task, inbox) = mpsc::channel(INBOX);
        tasks.insert(id.to_owned(), task.clone());
        self.context.metrics.live_games.store(tasks.len() as i64, Relaxed);
        tokio::spawn(actor::run(Arc::clone(self), id.to_owned(), inbox));
        Ok(task)
    }

    /// Forgets a game, unless somebody has just asked for it.
    pub(super) fn forget(&self, id: &str, inbox: &mut mpsc::Receiver<Ask>) -> bool {
        let mut tasks = self.tasks.lock().expect("nobody panics with the games");
        if !inbox.is_empty() {
            return false;
        }
        inbox.close();
        tasks.remove(id);
        self.context.metrics.live_games.store(tasks.len() as i64, Relaxed);
        true
    }

    /// Asks a game something and waits for the answer.
    async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        question: impl Fn(oneshot::Sender<Result<T, Error>>) -> Ask,
    ) -> Result<T, Error> {
        // A game may be forgotten between being found and being asked; then it is loaded again.
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
        self.ask(id, |reply| Ask::View { session: session.clone(), reply }).await.map(|view| *view)
    }

    /// Takes the free seat of a game.
    pub async fn join(self: &Arc<Self>, id: &str, session: &Session) -> Result<(), Error> {
        self.ask(id, |reply| Ask::Join { session: session.clone(), reply }).await
    }

    /// A game as PGN.
    pub async fn pgn(self: &Arc<Self>, id: &str) -> Result<String, Error> {
        self.ask(id, |reply| Ask::Pgn { reply }).await
    }

    /// Tells every game in memory that somebody is called otherwise now.
    pub fn renamed(&self, session: &Session, nickname: &str) {
        let tasks = self.tasks.lock().expect("nobody panics with the games");
        for task in tasks.values() {
            // A game too busy to hear it reads the new name when it is loaded next.
            let _ = task
                .try_send(Ask::Renamed { session: session.clone(), nickname: nickname.to_owned() });
        }
    }
}
