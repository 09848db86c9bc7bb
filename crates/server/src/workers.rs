//! The computer's threads. They are few, apart from those that serve people, and what they have to do waits
//! in a queue that ends somewhere: the computer may be slow, the server never.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use estopim_engine::time::TimePlan;
use estopim_engine::{Best, Level, Limits, Player, Task};
use estopim_rules::Game;
use tokio::sync::oneshot;

use crate::metrics::Metrics;

/// How many positions may wait for each thread.
const QUEUE_PER_WORKER: usize = 64;
/// How much memory each thread's table takes, in megabytes.
const HASH_MB: usize = 16;

/// A position to find a move in.
#[derive(Clone)]
pub struct Request {
    task: Task,
    level: Level,
    time: Duration,
    seed: u64,
}

impl Request {
    /// A move for whoever is to move; `seed` decides what chance decides.
    pub fn new(game: &Game, level: Level, time: Duration, seed: u64) -> Self {
        Self { task: Task::from(game), level, time, seed }
    }
}

type Job = (Request, oneshot::Sender<Best>);

/// The way to the threads. They end when the last of these is gone.
#[derive(Clone)]
pub struct Workers {
    queue: mpsc::SyncSender<Job>,
    metrics: Arc<Metrics>,
}

impl Workers {
    /// Starts so many threads.
    pub fn start(threads: usize, metrics: Arc<Metrics>) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let (queue, jobs) = mpsc::sync_channel(threads * QUEUE_PER_WORKER);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads {
            let (jobs, metrics) = (Arc::clone(&jobs), Arc::clone(&metrics));
            let thread = thread::Builder::new().name(format!("engine-{number}"));
            thread.spawn(move || work(&jobs, &metrics))?;
        }
        Ok(Self { queue, metrics })
    }

    /// The move found, or `None` if the queue is full.
    pub async fn think(&self, request: Request) -> Option<Best> {
        let (done, best) = oneshot::channel();
        self.queue.try_send((request, done)).ok()?;
        self.metrics.engine_queue.fetch_add(1, Relaxed);
        best.await.ok()
    }
}

fn work(jobs: &Mutex<mpsc::Receiver<Job>>, metrics: &Metrics) {
    let mut player = Player::new(HASH_MB, 1);
    loop {
        let job = jobs.lock().expect("nobody panics with the queue").recv();
        let Ok((request, done)) = job else { return };
        if !done.is_closed() {
            let time = Some(TimePlan::fixed(request.time, Duration::ZERO));
            let limits = Limits { time, ..Limits::default() };
            let best = request.level.choose(&mut player, &request.task, limits, request.seed);
            // A game that was given up meanwhile needs no move.
            let _ = done.send(best);
        }
        metrics.engine_queue.fetch_sub(1, Relaxed);
    }
}
