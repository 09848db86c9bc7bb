//! [`Player`]: the engine as the rest of the program sees it. It owns the threads, the transposition table and the
//! histories, takes a position and limits, and returns a move.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use estopim_rules::{AnyPosition, Game, Key, Move, Position, with_position};
use estopim_system::memory::MemoryError;

use crate::endgames::Endgames;
use crate::eval::{EvalSource, Evaluator};
use crate::score::Score;
use crate::search::{Best, Limits, SearchInfo, Shared, Worker};
use crate::search_panic::{PanicPlace, Remedy, SEARCH_THREAD, SearchPanic, message_of};
use crate::time::{Now, system_now};
use crate::tt::TranspositionTable;
use crate::tuning::Tuning;
use crate::variant_search::SearchRules;

/// A position to search, with the keys of the earlier positions of the game.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub position: AnyPosition,
    /// Keys of earlier positions, latest last.
    pub past: Vec<Key>,
}

impl From<&Game> for Task {
    fn from(game: &Game) -> Self {
        let mut past: Vec<Key> = game.recent_keys().collect();
        past.reverse();
        Self { position: *game.position(), past }
    }
}

impl From<AnyPosition> for Task {
    fn from(position: AnyPosition) -> Self {
        Self { position, past: Vec::new() }
    }
}

/// When a search may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchMode {
    /// At a limit, or when it is stopped.
    Limited,
    /// Only when it is stopped (`go infinite`).
    Infinite,
    /// It runs on the opponent's time; limits count from `ponderhit` on (`go ponder`).
    Ponder,
}

/// The engine.
pub struct Player {
    shared: Arc<Shared>,
    now: Now,
    /// The worker threads' state, histories included; `None` while a search has it.
    pool: Option<Pool>,
    running: Option<JoinHandle<Option<Pool>>>,
    threads: usize,
    source: EvalSource,
    tuning: Option<Tuning>,
    tables: Endgames,
}

/// The default size of the transposition table, in megabytes.
pub const DEFAULT_HASH_MB: usize = 16;
/// The largest transposition table that may be asked for, in megabytes.
pub const MAX_HASH_MB: usize = 65_536;
/// The most threads that may be asked for.
pub const MAX_THREADS: usize = 256;
/// The most principal variations that may be asked for (MultiPV).
pub const MAX_MULTIPV: usize = 256;

impl Default for Player {
    fn default() -> Self {
        Self::new(DEFAULT_HASH_MB, 1)
    }
}

impl Player {
    /// A player with a transposition table of `hash_mb` megabytes, which must be small enough for every machine, and
    /// `threads` threads.
    pub fn new(hash_mb: usize, threads: usize) -> Self {
        Self::try_new(hash_mb, threads).expect("the machine has room for a small table")
    }

    /// A player with a transposition table of `hash_mb` megabytes, if there is enough memory, and `threads` threads.
    pub fn try_new(hash_mb: usize, threads: usize) -> Result<Self, MemoryError> {
        Self::with_clock(hash_mb, threads, system_now)
    }

    /// As [`Self::try_new`], with `now` to say what time it is.
    pub fn with_clock(hash_mb: usize, threads: usize, now: Now) -> Result<Self, MemoryError> {
        let mut player = Self {
            shared: Arc::new(Shared::new(TranspositionTable::new(hash_mb, 0)?, now)),
            now,
            pool: None,
            running: None,
            threads: threads.max(1),
            source: EvalSource::default(),
            tuning: None,
            tables: Endgames::embedded(),
        };
        player.pool = Some(player.new_pool());
        Ok(player)
    }

    /// Resizes the transposition table, which clears it. If there is not enough memory the table stays as it is.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), MemoryError> {
        self.stop();
        let tt = TranspositionTable::new(megabytes, self.shared.tt.megabytes())?;
        self.pool = Some(self.new_pool());
        self.shared = Arc::new(Shared::new(tt, self.now));
        Ok(())
    }

    /// Evaluates by `source` from now on; the transposition table and the histories are cleared.
    pub fn set_evaluation(&mut self, source: EvalSource) {
        self.source = source;
        self.clear();
    }

    /// Searches with these parameters instead of the game's from now on; the transposition table and the histories are
    /// cleared.
    pub fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = Some(tuning);
        self.clear();
    }

    /// Uses these endgame tables from now on, instead of those that are part of the program; the transposition table and the
    /// histories are cleared.
    pub fn set_tables(&mut self, tables: Endgames) {
        self.tables = tables;
        self.clear();
    }

    /// Sets the number of search threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.stop();
        self.threads = threads.max(1);
    }

    /// Clears the transposition table and the histories.
    pub fn clear(&mut self) {
        self.stop();
        self.pool = Some(self.new_pool());
        self.shared.tt.clear();
    }

    /// Nodes of the search so far, all threads together.
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed)
    }

    /// How long the search has been running.
    pub fn elapsed(&self) -> Duration {
        self.shared.elapsed()
    }

    /// How full the transposition table is, in thousandths.
    pub fn hashfull(&self) -> usize {
        self.shared.tt.hashfull()
    }

    /// What is shared with the search, for reports made while it runs.
    pub fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_finished())
    }

    /// Does in advance what the first search of such a position would have to do: unpack the network and allocate
    /// memory for each thread. Does nothing while a search runs.
    pub fn get_ready(&mut self, position: &AnyPosition) {
        if let Some(pool) = &mut self.pool {
            with_position!(position, pos => pool.get_ready(pos, &self.shared, self.threads));
        }
    }

    /// Every legal move with the static evaluation of the position after it, for the mover; replies are not searched.
    pub fn evaluate_moves(&mut self, position: &AnyPosition) -> Vec<(Move, Score)> {
        self.evaluate_moves_noting_panics(position).0
    }

    /// As [`Self::evaluate_moves`], with the panic that happened, if any. If the second attempt panics too, all scores
    /// are equal.
    pub(crate) fn evaluate_moves_noting_panics(
        &mut self,
        position: &AnyPosition,
    ) -> (Vec<(Move, Score)>, Option<SearchPanic>) {
        let mut pool = self.prepare();
        let mut attempt = || {
            let look = || with_position!(position, pos => pool.evaluate_moves(pos, &self.shared));
            let seen = catch_unwind(AssertUnwindSafe(look));
            seen.map_err(|panic| {
                pool.forget(&self.shared);
                message_of(&*panic)
            })
        };
        let (seen, panic) = match attempt() {
            Ok(seen) => (seen, None),
            Err(message) => match attempt() {
                Ok(seen) => (seen, Some(SearchPanic { message, remedy: Remedy::SearchedAgain })),
                Err(message) => {
                    let alike = position.legal_moves().into_iter().map(|mv| (mv, Score::DRAW));
                    (alike.collect(), Some(SearchPanic { message, remedy: Remedy::AnyMove }))
                }
            },
        };
        self.pool = Some(pool);
        (seen, panic)
    }

    /// Makes the next `times` searches panic, for tests of the recovery.
    #[doc(hidden)]
    pub fn inject_panics(&mut self, place: PanicPlace, times: u32) {
        self.shared.panic_injector.plan(place, times);
    }

    /// Starts a search in the background, ending one that runs. `on_report` is called with its progress, `on_best`
    /// exactly once with its result, whatever happens.
    pub fn start(
        &mut self,
        task: Task,
        limits: Limits,
        mode: SearchMode,
        mut on_report: impl FnMut(&SearchInfo) + Send + 'static,
        on_best: impl FnOnce(&Best) + Send + 'static,
    ) {
        let mut pool = self.prepare();
        self.shared.pondering.store(mode == SearchMode::Ponder, Relaxed);
        let shared = Arc::clone(&self.shared);
        let threads = self.threads;
        let search = move || {
            let best = pool.search(&shared, threads, &task, &limits, &mut on_report);
            // In infinite and ponder mode the result must wait for `stop` or `ponderhit`.
            let must_wait = || match mode {
                SearchMode::Limited => false,
                SearchMode::Infinite => true,
                SearchMode::Ponder => shared.pondering.load(Relaxed),
            };
            while must_wait() && !shared.stop.load(Relaxed) {
                thread::park_timeout(Duration::from_millis(5));
            }
            on_best(&best);
            pool
        };
        // Held here too, so that it is not lost if the thread cannot be started.
        let search = Arc::new(Mutex::new(Some(search)));
        let held = Arc::clone(&search);
        let take =
            |held: &Mutex<Option<_>>| held.lock().unwrap_or_else(PoisonError::into_inner).take();
        let spawned = thread::Builder::new().spawn(move || take(&held).map(|search| search()));
        if let Ok(running) = spawned {
            self.running = Some(running);
        } else {
            self.shared.stop.store(true, Relaxed);
            self.pool = take(&search).map(|search| search());
        }
    }

    /// Searches and waits for the result.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a search has its limits, as one of `start` does"
    )]
    pub fn search(
        &mut self,
        task: &Task,
        limits: Limits,
        mut on_report: impl FnMut(&SearchInfo) + Send,
    ) -> Best {
        let mut pool = self.prepare();
        self.shared.pondering.store(false, Relaxed);
        let best = pool.search(&self.shared, self.threads, task, &limits, &mut on_report);
        self.pool = Some(pool);
        best
    }

    /// Searches on the calling thread alone, whose stack must have room for [`STACK_BYTES`]. Where searches
    /// are tiny this saves starting a thread for each.
    pub fn search_here(&mut self, task: &Task, limits: &Limits) -> Best {
        let mut pool = self.prepare();
        self.shared.pondering.store(false, Relaxed);
        let best = pool.search_here(&self.shared, task, limits);
        self.pool = Some(pool);
        best
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponder_hit(&mut self) {
        self.shared.start_clock();
        self.shared.pondering.store(false, Relaxed);
        if let Some(running) = &self.running {
            running.thread().unpark();
        }
    }

    /// Stops a running search and waits until `on_best` has been called.
    pub fn stop(&mut self) {
        self.shared.stop.store(true, Relaxed);
        self.wait();
    }

    /// Waits until a running search has ended by itself.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            running.thread().unpark();
            self.pool = running.join().ok().flatten();
        }
    }

    fn prepare(&mut self) -> Pool {
        self.stop();
        self.shared.reset();
        self.shared.start_clock();
        self.shared.tt.age();
        self.pool.take().unwrap_or_else(|| self.new_pool())
    }

    fn new_pool(&self) -> Pool {
        let (source, tables) = (self.source.clone(), self.tables.clone());
        Pool { source, tuning: self.tuning, tables, workers: None }
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The worker pool: the workers of one game's search, kept from move to move with their histories. The game is known at
/// run time only.
#[derive(Default)]
struct Pool {
    source: EvalSource,
    tuning: Option<Tuning>,
    tables: Endgames,
    /// The [`Workers`] of one game.
    workers: Option<Box<dyn Any + Send>>,
}

/// Stack size for the deepest variation a search follows, with a wide margin.
pub const STACK_BYTES: usize = 16 << 20;

/// The result of a search, with the panic message of a helper thread if one panicked; or the panic message of the main
/// thread.
type Attempt = Result<(Best, Option<String>), String>;

/// The workers of the game `R`.
struct Workers<R: SearchRules> {
    /// The evaluator that those of the workers are copied from.
    evaluator: Evaluator,
    workers: Vec<Worker<R>>,
}

impl Pool {
    /// Generic over nothing, so that the search is compiled here, once and as a whole, and not in every crate that
    /// asks for one.
    fn search(
        &mut self,
        shared: &Arc<Shared>,
        threads: usize,
        task: &Task,
        limits: &Limits,
        on_report: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> Best {
        self.recovering(shared, task, limits, |pool| {
            with_position!(&task.position, pos => {
                pool.search_game(pos, shared, threads, &task.past, limits, on_report)
            })
        })
    }

    fn search_here(&mut self, shared: &Arc<Shared>, task: &Task, limits: &Limits) -> Best {
        self.recovering(shared, task, limits, |pool| {
            with_position!(&task.position, pos => {
                let worker = &mut pool.workers(shared, 1)[0];
                Ok((worker.search(pos, &task.past, limits.clone(), true, &mut |_| {}), None))
            })
        })
    }

    /// Searches by `attempt`. If the main thread panics, everything is cleared and the search is tried once more; if
    /// that fails too, any legal move is returned.
    fn recovering(
        &mut self,
        shared: &Shared,
        task: &Task,
        limits: &Limits,
        mut attempt: impl FnMut(&mut Self) -> Attempt,
    ) -> Best {
        let mut last = None;
        loop {
            let outcome = catch_unwind(AssertUnwindSafe(|| attempt(self)));
            let outcome = outcome.unwrap_or_else(|panic| Err(message_of(&*panic)));
            let panic = |message, remedy| Some(SearchPanic { message, remedy });
            match (outcome, last) {
                (Ok((best, None)), None) => return best,
                (Ok((best, helper)), main) => {
                    if helper.is_some() {
                        self.forget(shared);
                    }
                    let panic = match (main, helper) {
                        (Some(main), _) => panic(main, Remedy::SearchedAgain),
                        (None, helper) => helper.and_then(|helper| panic(helper, Remedy::Unhelped)),
                    };
                    return Best { panic, ..best };
                }
                (Err(message), None) => {
                    self.forget(shared);
                    last = Some(message);
                }
                (Err(message), Some(_)) => {
                    self.forget(shared);
                    let legal = task.position.legal_moves();
                    let wanted =
                        |mv: &Move| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
                    let pv = legal.into_iter().filter(wanted).take(1).collect();
                    return Best { pv, panic: panic(message, Remedy::AnyMove), ..Best::default() };
                }
            }
        }
    }

    /// Clears everything that a panic may have left inconsistent. A request to stop is kept.
    fn forget(&mut self, shared: &Shared) {
        self.workers = None;
        shared.tt.clear();
        shared.done.store(false, Relaxed);
        shared.nodes.store(0, Relaxed);
    }

    fn search_game<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        shared: &Arc<Shared>,
        threads: usize,
        past: &[Key],
        limits: &Limits,
        on_report: &mut (dyn FnMut(&SearchInfo) + Send),
    ) -> Attempt {
        let workers = self.workers::<R>(shared, threads);
        let (main, helpers) = workers.split_first_mut().expect("there is a main thread");
        // In WebAssembly there are no threads; its linker is told how large the stack shall be.
        if cfg!(target_family = "wasm") {
            return Ok((main.search(pos, past, limits.clone(), true, on_report), None));
        }
        let new_thread =
            || thread::Builder::new().name(SEARCH_THREAD.into()).stack_size(STACK_BYTES);
        thread::scope(|scope| {
            let mut helping = Vec::new();
            for helper in helpers {
                let limits = limits.clone();
                let search = move || {
                    helper.search(pos, past, limits, false, &mut |_| {});
                };
                // A helper thread that cannot be started is left out.
                helping.extend(new_thread().spawn_scoped(scope, search));
            }
            let limits = limits.clone();
            let best = new_thread()
                .spawn_scoped(scope, move || main.search(pos, past, limits, true, on_report))
                .map_err(|error| format!("no thread could be started: {error}"))
                .and_then(|main| main.join().map_err(|panic| message_of(&*panic)));
            shared.done.store(true, Relaxed);
            let panics = helping.into_iter().filter_map(|helper| helper.join().err());
            let panic = panics.map(|panic| message_of(&*panic)).last();
            best.map(|best| (best, panic))
        })
    }

    fn get_ready<R: SearchRules>(&mut self, _: &Position<R>, shared: &Arc<Shared>, threads: usize) {
        self.workers::<R>(shared, threads);
    }

    fn evaluate_moves<R: SearchRules>(
        &mut self,
        pos: &Position<R>,
        shared: &Shared,
    ) -> Vec<(Move, Score)> {
        shared.panic_injector.panic_if_planned(PanicPlace::StaticEvaluation);
        let evaluator = &mut self.of_game::<R>().evaluator;
        let mut look = |mv: Move| {
            let next = pos.after(mv);
            match R::terminal(&next) {
                Some(outcome) if outcome.winner() == Some(pos.turn()) => Score::win_at(1),
                Some(_) => Score::DRAW,
                None => -evaluator.evaluate(&next, 0),
            }
        };
        pos.legal_moves().into_iter().map(|mv| (mv, look(mv))).collect()
    }

    /// `threads` workers of the game `R`; those that have searched before keep their histories.
    fn workers<R: SearchRules>(
        &mut self,
        shared: &Arc<Shared>,
        threads: usize,
    ) -> &mut [Worker<R>] {
        let tuning = self.tuning.unwrap_or(R::TUNING);
        let tables = self.tables.clone();
        let Workers { evaluator, workers } = self.of_game::<R>();
        while workers.len() < threads {
            let evaluator = evaluator.for_another_thread();
            let tables = tables.clone();
            workers.push(Worker::new(Arc::clone(shared), evaluator, tuning, tables));
        }
        workers.truncate(threads);
        workers
    }

    /// The workers of the game `R`; new ones if the last search was of another game.
    fn of_game<R: SearchRules>(&mut self) -> &mut Workers<R> {
        if !self.workers.as_ref().is_some_and(|workers| workers.is::<Workers<R>>()) {
            let evaluator = Evaluator::new::<R>(&self.source);
            self.workers = Some(Box::new(Workers::<R> { evaluator, workers: Vec::new() }));
        }
        let workers = self.workers.as_mut().and_then(|workers| workers.downcast_mut());
        workers.expect("the workers of this game have just been made")
    }
}

/// The static evaluation of a position, for the side to move, in centipawns.
pub fn evaluate_any(position: &AnyPosition, source: &EvalSource) -> i32 {
    fn of<R: SearchRules>(pos: &Position<R>, source: &EvalSource) -> i32 {
        Evaluator::new::<R>(source).evaluate(pos, 0).0
    }
    with_position!(position, pos => of(pos, source))
}

impl Best {
    /// The best move.
    pub fn mv(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The reply that is expected.
    pub fn ponder(&self) -> Option<Move> {
        self.pv.get(1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::{Chess, Variant};

    #[test]
    fn a_player_that_is_ready_has_its_workers() {
        let mut player = Player::new(1, 2);
        player.get_ready(&AnyPosition::initial(Variant::Chess));
        let pool = player.pool.as_mut().expect("nothing is being searched");
        assert_eq!(pool.of_game::<Chess>().workers.len(), 2);
    }
}
