//! Game reports. One thread makes them, with the lowest priority, so that nobody's move waits for one. What is asked for waits in a
//! fair queue of limited length; who finds it full is told to come back, and the page then makes the report by itself.
//!
//! A report is kept once it is complete. What a server had only begun when it ended is asked for again by whoever wants it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

use estopim_analysis::{Evaluate, ReportError, report};
use estopim_engine::{Analyst, Endgames, EvalSource, Limits, Player};
use estopim_protocol::bounds::REPORT_NODES;
use estopim_protocol::report::{GameReport, ReportProgress, ReportSettings};
use estopim_rules::{Game, Variant};
use tokio::sync::oneshot;

use crate::fair_queue::FairQueue;
use crate::limits::Asker;
use crate::metrics::Metrics;

/// How many reports may wait, of everybody and of one session.
const MAX_WAITING: usize = 200;
const MAX_WAITING_OF_ONE: usize = 10;
/// How much less the thread gets than others where both want to run.
#[cfg(target_os = "linux")]
const NICE: i32 = 15;

/// The way to the thread. It ends when the last of these is gone.
#[derive(Clone)]
pub struct Reports(Arc<ThreadGuard>);

/// Ends the thread when it is dropped.
struct ThreadGuard(Arc<Shared>);

struct Shared {
    state: Mutex<ReportQueue>,
    /// Something is to be done, or the thread is to end.
    news: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct ReportQueue {
    queue: FairQueue<Job>,
    /// Every report that was asked for and is not kept yet, by the id of its game.
    asked: HashMap<String, Asked>,
    next_number: u64,
    is_closed: bool,
}

struct Asked {
    progress: ReportProgress,
    by: Asker,
}

struct Job {
    id: String,
    game: Game,
    done: oneshot::Sender<Option<GameReport>>,
}

/// Why a report is not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueFull;

impl Shared {
    fn state(&self) -> MutexGuard<'_, ReportQueue> {
        self.state.lock().expect("nobody panics with the state")
    }
}

/// What reports of a game are made with now.
pub fn settings(variant: Variant) -> ReportSettings {
    ReportSettings {
        engine: format!("Estopim {}", env!("CARGO_PKG_VERSION")),
        network: EvalSource::default().id(variant),
        nodes: REPORT_NODES,
    }
}

impl Reports {
    /// Starts the thread.
    pub fn start(metrics: Arc<Metrics>, tables: Endgames) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { state: Mutex::default(), news: Condvar::new(), metrics });
        let of_thread = Arc::clone(&shared);
        thread::Builder::new()
            .name("reports".to_owned())
            .spawn(move || work(&of_thread, &tables))?;
        Ok(Self(Arc::new(ThreadGuard(shared))))
    }

    /// How far a report is that was asked for.
    pub fn progress(&self, id: &str) -> Option<ReportProgress> {
        self.0.0.state().asked.get(id).map(|asked| asked.progress)
    }

    /// Asks for the report of a game. `None` if it is being made already; otherwise what receives it, or nothing if it could not be made.
    /// Whoever receives it says by [`Self::finished`] when it is kept.
    pub fn ask(
        &self,
        id: &str,
        game: Game,
        asker: Asker,
    ) -> Result<Option<oneshot::Receiver<Option<GameReport>>>, QueueFull> {
        let shared = &self.0.0;
        let mut state = shared.state();
        if state.asked.contains_key(id) {
            return Ok(None);
        }
        let of_asker =
            state.asked.values().filter(|asked| asked.by.session == asker.session).count();
        if state.asked.len() >= MAX_WAITING || of_asker >= MAX_WAITING_OF_ONE {
            return Err(QueueFull);
        }
        let (done, receiver) = oneshot::channel();
        let progress = ReportProgress { done: 0, total: game.ply_count() as u32 + 1 };
        state.asked.insert(id.to_owned(), Asked { progress, by: asker.clone() });
        let number = state.next_number;
        state.next_number += 1;
        state.queue.push(asker, number, Job { id: id.to_owned(), game, done });
        drop(state);
        shared.metrics.report_queue.fetch_add(1, Relaxed);
        shared.news.notify_one();
        Ok(Some(receiver))
    }

    /// The report of a game is kept, or cannot be: it may be asked for again.
    pub fn finished(&self, id: &str) {
        self.0.0.state().asked.remove(id);
        self.0.0.metrics.report_queue.fetch_sub(1, Relaxed);
    }
}

impl Drop for ThreadGuard {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
        self.0.news.notify_all();
    }
}

/// The server ends, or the engine failed twice.
struct Stopped;

/// What the thread does all its life.
fn work(shared: &Shared, tables: &Endgames) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(NICE) {
        tracing::warn!(%error, "reports are made with the usual priority: {error}");
    }
    let new_player = || {
        let mut player = Player::default();
        player.set_tables(tables.clone());
        player
    };
    let mut player = new_player();
    while let Some(job) = next_job(shared) {
        let made = AssertUnwindSafe(|| make(shared, &job, &mut player));
        let made = catch_unwind(made).unwrap_or_else(|_| {
            shared.metrics.engine_panics.fetch_add(1, Relaxed);
            tracing::error!(game = job.id, "the report of game {} panicked", job.id);
            player = new_player();
            None
        });
        // Whoever asked may be gone with the server.
        let _ = job.done.send(made);
    }
}

fn next_job(shared: &Shared) -> Option<Job> {
    let mut state = shared.state();
    loop {
        if state.is_closed {
            return None;
        }
        if let Some(turn) = state.queue.pop() {
            return Some(turn.job);
        }
        state = shared.news.wait(state).expect("nobody panics with the state");
    }
}

fn make(shared: &Shared, job: &Job, player: &mut Player) -> Option<GameReport> {
    player.clear();
    let limits = Limits { nodes: Some(REPORT_NODES), ..Limits::default() };
    let mut analyst = Analyst::new(player, limits);
    let mut evaluate = |game: &Game, question| {
        if shared.state().is_closed {
            return Err(Stopped);
        }
        analyst.evaluate(game, question).map_err(|never: Infallible| match never {})
    };
    let on_progress = |done: usize, total: usize| {
        if let Some(asked) = shared.state().asked.get_mut(&job.id) {
            asked.progress = ReportProgress { done: done as u32, total: total as u32 };
        }
    };
    match report(&job.game, &mut evaluate, on_progress) {
        Ok(report) => Some(GameReport::new(&job.game, &report, settings(job.game.variant()))),
        Err(ReportError::NoMoves | ReportError::Evaluator(Stopped)) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;
    use crate::auth::Session;
    use crate::limits::ClientAddress;

    fn asker(name: &str) -> Asker {
        let address = ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST));
        Asker { session: Session(name.to_owned()), address }
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Variant::Atomic);
        for text in moves.split_whitespace() {
            game.play_uci(text).expect("the moves are legal");
        }
        game
    }

    #[tokio::test]
    async fn a_report_is_made_once_however_often_it_is_asked_for() {
        let metrics = Arc::new(Metrics::default());
        let reports = Reports::start(Arc::clone(&metrics), Endgames::embedded()).expect("a thread");
        let first = reports.ask("abc", game("e2e4 e7e5"), asker("ana"));
        let receiver = first.expect("there is room").expect("it is new");
        let again = reports.ask("abc", game("e2e4 e7e5"), asker("bia")).expect("it is known");
        assert!(again.is_none());
        let report = receiver.await.expect("an answer").expect("a report");
        assert_eq!(report.plies.len(), 2);
        assert_eq!(reports.progress("abc"), Some(ReportProgress { done: 3, total: 3 }));
        reports.finished("abc");
        assert_eq!(reports.progress("abc"), None);
        assert_eq!(metrics.report_queue.load(Relaxed), 0);
    }

    #[tokio::test]
    async fn one_person_cannot_fill_the_queue() {
        let reports = Reports::start(Arc::default(), Endgames::embedded()).expect("a thread");
        for number in 0..MAX_WAITING_OF_ONE {
            let asked = reports.ask(&format!("ana{number}"), game("e2e4"), asker("ana"));
            assert!(asked.is_ok_and(|receiver| receiver.is_some()));
        }
        assert_eq!(reports.ask("more", game("e2e4"), asker("ana")).err(), Some(QueueFull));
        assert!(reports.ask("other", game("e2e4"), asker("bia")).is_ok());
    }

    #[tokio::test]
    async fn a_game_without_moves_has_no_report() {
        let reports = Reports::start(Arc::default(), Endgames::embedded()).expect("a thread");
        let receiver = reports.ask("abc", game(""), asker("ana")).expect("room").expect("new");
        assert_eq!(receiver.await.expect("an answer"), None);
    }
}
