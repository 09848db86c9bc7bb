//! The engine threads. They are few, and separate from the threads that serve clients. Searches wait in a fair queue,
//! so that nobody can keep the engine to themselves. A game has at most one search in the queue, so the queue is
//! bounded by the games in memory.
//!
//! A search that panics ends neither its thread nor the game: [`Player`] tries once more with everything cleared, and
//! after a second panic returns any legal move. After any other panic the thread gets a new player.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use estopim_engine::time::TimePlan;
use estopim_engine::{Best, Endgames, Level, Limits, Player, Task};
use estopim_rules::Game;
use tokio::sync::oneshot;

use crate::fair_queue::{FairQueue, Turn};
use crate::limits::Asker;
use crate::metrics::Metrics;

/// When many searches wait, each gets less time, but not less than this.
const MIN_SEARCH_TIME: Duration = Duration::from_millis(50);
/// A search that runs for this long counts as hanging; the longest one asked for takes a second.
const HANG_TIMEOUT: Duration = Duration::from_secs(30);

/// A position to find a move in.
#[derive(Clone)]
pub struct Request {
    task: Task,
    level: Level,
    time: Duration,
    seed: u64,
}

impl Request {
    /// A search for the side to move; `seed` makes the random choices of weak levels reproducible.
    pub fn new(game: &Game, level: Level, time: Duration, seed: u64) -> Self {
        Self { task: Task::from(game), level, time, seed }
    }
}

/// Something that finds moves; replaced after a panic.
trait Searcher {
    /// A move, found within `time`.
    fn think(&mut self, request: &Request, time: Duration) -> Best;
    /// What ends a search that runs.
    fn stopper(&self) -> Stopper;
}

type Stopper = Arc<dyn Fn() + Send + Sync>;

impl Searcher for Player {
    fn think(&mut self, request: &Request, time: Duration) -> Best {
        let limits =
            Limits { time: Some(TimePlan::fixed(time, Duration::ZERO)), ..Limits::default() };
        request.level.choose(self, &request.task, limits, request.seed)
    }

    fn stopper(&self) -> Stopper {
        let shared = self.shared();
        Arc::new(move || shared.stop.store(true, Relaxed))
    }
}

/// A handle to the threads, which end when the last handle is dropped.
#[derive(Clone)]
pub struct Workers(Arc<ThreadGuard>);

/// Ends the threads when it is dropped.
struct ThreadGuard(Arc<Shared>);

struct Shared {
    state: Mutex<WorkerQueue>,
    /// Something is to be done, or the threads are to end.
    news: Condvar,
    metrics: Arc<Metrics>,
}

/// The waiting and the running searches.
struct WorkerQueue {
    queue: FairQueue<Job>,
    running: Vec<Option<Running>>,
    next_number: u64,
    is_closed: bool,
}

struct Job {
    request: Request,
    began: oneshot::Sender<()>,
    done: oneshot::Sender<Best>,
}

struct Running {
    number: u64,
    since: Instant,
    stop: Stopper,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, WorkerQueue> {
        self.state.lock().expect("nobody panics with the state")
    }
}

/// A pending search. Dropping it cancels the search.
pub struct PendingSearch {
    number: u64,
    shared: Arc<Shared>,
    began: oneshot::Receiver<()>,
    best: oneshot::Receiver<Best>,
}

impl PendingSearch {
    /// Waits until a thread has begun to think.
    pub async fn begun(&mut self) {
        // If the threads are gone, the answer tells.
        let _ = (&mut self.began).await;
    }

    /// The move found, or `None` if the threads are gone.
    pub async fn best(&mut self) -> Option<Best> {
        (&mut self.best).await.ok()
    }
}

impl Drop for PendingSearch {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        if state.queue.remove(self.number).is_some() {
            self.shared.metrics.engine_queue.fetch_sub(1, Relaxed);
        }
        let is_mine = |running: &&Running| running.number == self.number;
        if let Some(running) = state.running.iter().flatten().find(is_mine) {
            (running.stop)();
        }
    }
}

impl Workers {
    /// Starts the threads.
    pub fn start(threads: usize, metrics: Arc<Metrics>, tables: Endgames) -> std::io::Result<Self> {
        Self::start_with(threads, metrics, move || {
            let mut player = Player::default();
            player.set_tables(tables.clone());
            player
        })
    }

    fn start_with<T: Searcher + 'static>(
        threads: usize,
        metrics: Arc<Metrics>,
        new_searcher: impl Fn() -> T + Clone + Send + 'static,
    ) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let state = WorkerQueue {
            queue: FairQueue::default(),
            running: (0..threads).map(|_| None).collect(),
            next_number: 0,
            is_closed: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), news: Condvar::new(), metrics });
        for place in 0..threads {
            let (shared, new_searcher) = (Arc::clone(&shared), new_searcher.clone());
            let thread = thread::Builder::new().name(format!("engine-{place}"));
            thread.spawn(move || work(&shared, place, new_searcher))?;
        }
        Ok(Self(Arc::new(ThreadGuard(shared))))
    }

    /// Queues a search.
    pub fn think(&self, request: Request, asker: Asker) -> PendingSearch {
        let shared = Arc::clone(&self.0.0);
        let (began, has_begun) = oneshot::channel();
        let (done, best) = oneshot::channel();
        let mut state = shared.state();
        let number = state.next_number;
        state.next_number += 1;
        state.queue.push(asker, number, Job { request, began, done });
        drop(state);
        shared.metrics.engine_queue.fetch_add(1, Relaxed);
        shared.news.notify_one();
        PendingSearch { number, shared, began: has_begun, best }
    }

    /// Whether no search hangs.
    pub fn are_alive(&self) -> bool {
        let state = self.0.0.state();
        state.running.iter().flatten().all(|running| running.since.elapsed() < HANG_TIMEOUT)
    }
}

impl Drop for ThreadGuard {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_closed = true;
        for running in state.running.iter().flatten() {
            (running.stop)();
        }
        drop(state);
        self.0.news.notify_all();
    }
}

/// The loop of a thread.
fn work<T: Searcher>(shared: &Shared, place: usize, new_searcher: impl Fn() -> T) {
    let mut searcher = new_searcher();
    while let Some((job, share)) = next_job(shared, place, searcher.stopper()) {
        if job.began.send(()).is_err() {
            // The search was cancelled meanwhile.
            finish(shared, place);
            continue;
        }
        let time = (job.request.time / share).max(MIN_SEARCH_TIME.min(job.request.time));
        let attempt = AssertUnwindSafe(|| searcher.think(&job.request, time));
        let best = catch_unwind(attempt).unwrap_or_else(|_| {
            report_panic(shared, &job.request, "any legal move is played");
            searcher = new_searcher();
            any_move(&job.request)
        });
        if let Some(panic) = &best.panic {
            report_panic(shared, &job.request, &panic.to_string());
        }
        finish(shared, place);
        // The search may have been cancelled meanwhile.
        let _ = job.done.send(best);
    }
}

fn finish(shared: &Shared, place: usize) {
    shared.state().running[place] = None;
    shared.metrics.engine_queue.fetch_sub(1, Relaxed);
}

/// Waits for the next job, and returns the divisor of its time.
fn next_job(shared: &Shared, place: usize, stop: Stopper) -> Option<(Job, u32)> {
    let mut state = shared.state();
    loop {
        if state.is_closed {
            return None;
        }
        if let Some(Turn { number, job, crowd }) = state.queue.pop() {
            let share = crowd.div_ceil(state.running.len());
            state.running[place] = Some(Running { number, since: Instant::now(), stop });
            return Some((job, share as u32));
        }
        state = shared.news.wait(state).expect("nobody panics with the state");
    }
}

fn report_panic(shared: &Shared, request: &Request, what_follows: &str) {
    shared.metrics.engine_panics.fetch_add(1, Relaxed);
    let (variant, fen) = (request.task.position.variant(), request.task.position.fen());
    tracing::error!(%variant, fen, "a search of {variant} at {fen} panicked: {what_follows}");
}

fn any_move(request: &Request) -> Best {
    let first = request.task.position.legal_moves().first().copied();
    Best { pv: first.into_iter().collect(), ..Best::default() }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use std::sync::mpsc;

    use estopim_engine::PanicPlace;
    use estopim_rules::{AnyPosition, Variant};

    use super::*;
    use crate::auth::Session;
    use crate::limits::ClientAddress;

    fn asker(address: u8) -> Asker {
        Asker {
            session: Session("ana".to_owned()),
            address: ClientAddress(IpAddr::V4(Ipv4Addr::new(127, 0, 0, address))),
        }
    }

    fn request(seed: u64) -> Request {
        let game = Game::from_position(AnyPosition::initial(Variant::Chess));
        Request::new(
            &game,
            Level::new(4).expect("a level that searches"),
            Duration::from_millis(20),
            seed,
        )
    }

    /// Panics before it comes to a search, as often as it is told to.
    struct Panicky(Arc<AtomicUsize>, Player);

    impl Searcher for Panicky {
        fn think(&mut self, request: &Request, time: Duration) -> Best {
            let panics = self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok();
            assert!(!panics, "a panic on purpose");
            self.1.think(request, time)
        }

        fn stopper(&self) -> Stopper {
            Arc::new(|| {})
        }
    }

    #[tokio::test]
    async fn whatever_panics_a_move_is_found_and_the_thread_lives() {
        for place in [PanicPlace::Main, PanicPlace::StaticEvaluation] {
            let metrics = Arc::new(Metrics::default());
            let left = Arc::new(AtomicUsize::new(0));
            let thinkers = Arc::clone(&left);
            let new_searcher = move || {
                let mut player = Player::new(1, 1);
                // Once, and then twice in a row: the second is too much for the player.
                player.inject_panics(place, 3);
                Panicky(Arc::clone(&thinkers), player)
            };
            let workers =
                Workers::start_with(1, Arc::clone(&metrics), new_searcher).expect("threads");
            for outside in [0, 0, 0, 1, 0, 1] {
                left.store(outside, Relaxed);
                let best = workers.think(request(1), asker(1)).best().await.expect("an answer");
                assert!(best.mv().is_some(), "{place:?}");
            }
            assert!(metrics.engine_panics.load(Relaxed) >= 4, "{place:?}");
            assert!(workers.are_alive());
        }
    }

    /// Searches until it is stopped, and reports its seed.
    struct Endless(mpsc::Sender<u64>, Arc<AtomicBool>);

    impl Searcher for Endless {
        fn think(&mut self, request: &Request, _: Duration) -> Best {
            self.1.store(false, Relaxed);
            self.0.send(request.seed).expect("somebody listens");
            while !self.1.load(Relaxed) {
                thread::yield_now();
            }
            any_move(request)
        }

        fn stopper(&self) -> Stopper {
            let stop = Arc::clone(&self.1);
            Arc::new(move || stop.store(true, Relaxed))
        }
    }

    #[tokio::test]
    async fn a_search_that_nobody_needs_is_not_made() {
        let metrics = Arc::new(Metrics::default());
        let (told, searches) = mpsc::channel();
        let new_searcher = move || Endless(told.clone(), Arc::default());
        let workers = Workers::start_with(1, Arc::clone(&metrics), new_searcher).expect("threads");
        let first = workers.think(request(1), asker(1));
        assert_eq!(searches.recv(), Ok(1));
        for seed in 2..1_000 {
            drop(workers.think(request(seed), asker(1)));
        }
        assert_eq!(metrics.engine_queue.load(Relaxed), 1);
        let last = workers.think(request(1_000), asker(1));
        // The running search is stopped, and cancelled ones are skipped.
        drop(first);
        assert_eq!(searches.recv(), Ok(1_000));
        drop(last);
    }
}
