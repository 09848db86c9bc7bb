//! The search: iterative deepening with aspiration windows, each thread by itself over a shared transposition table
//! (lazy SMP).
//!
//! `node` is the main search, written as named steps; `pruning` has the two steps that need a search of their own;
//! `quiescence` is the quiescence search; `movepick` orders the moves, by the tables in `history`; `lmr` holds the
//! table of late move reductions; `repetition` detects upcoming repetitions.

mod node;
mod pruning;
mod quiescence;
mod movepick;
mod history;
mod lmr;
mod repetition;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use arrayvec::ArrayVec;
use estopim_rules::{Color, Key, Move, MoveList, Outcome, Piece, Position, Role};

use crate::endgames::{Endgames, TableUse};
use crate::eval::Evaluator;
use crate::fingerprint::fingerprint;
use crate::score::{MAX_PLY, Score};
use crate::search_panic::{PanicInjector, PanicPlace, SearchPanic};
use crate::time::{Now, TimePlan};
use crate::tt::{Bound, TranspositionTable};
use crate::tuning::{
    ASPIRATION_DEPTH, ASPIRATION_GROWTH_DIVISOR, ASPIRATION_MAX_DELTA, ASPIRATION_MAX_REDUCTION,
    CORRECTION_SHARE_UNIT, Tuning,
};
use crate::variant_search::{Danger, SearchRules};
use history::{Context, Histories, PieceTo};
use lmr::Reductions;
use movepick::MoveStack;
use repetition::ReversibleMoves;

/// A principal variation.
pub type Pv = ArrayVec<Move, MAX_PLY>;

/// The limits of a search.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The greatest depth.
    pub depth: Option<i32>,
    /// The most nodes, all threads together.
    pub nodes: Option<u64>,
    /// Soft node limit: after this many nodes of the main thread no new depth is begun; the one under way is completed.
    pub soft_nodes: Option<u64>,
    /// Mate search: ends when a win in this many moves is found.
    pub mate: Option<u32>,
    /// Time limits.
    pub time: Option<TimePlan>,
    /// Only these moves at the root; all if empty.
    pub root_moves: Vec<Move>,
    /// How many principal variations are wanted (UCI's `MultiPV`).
    pub multipv: usize,
    /// Whether endgame tables may be used.
    pub tables: TableUse,
    /// Called with each root move that a long search begins.
    pub on_root_move: Option<RootMoveCallback>,
}

/// Called with the root moves that a search begins: the depth, the move, and its number counted from one.
#[derive(Clone)]
pub struct RootMoveCallback(Arc<dyn Fn(i32, Move, usize) + Send + Sync>);

impl RootMoveCallback {
    /// Calls `callback` for every root move of a search that has been running for some time.
    pub fn new(callback: impl Fn(i32, Move, usize) + Send + Sync + 'static) -> Self {
        Self(Arc::new(callback))
    }
}

impl std::fmt::Debug for RootMoveCallback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RootMoveCallback")
    }
}

/// Root moves are reported once a search has been running for this long.
const REPORT_ROOT_MOVES_AFTER: Duration = Duration::from_secs(3);

/// What all threads of a search share.
pub struct Shared {
    /// The transposition table.
    pub tt: TranspositionTable,
    /// Set from outside to end the search.
    pub stop: AtomicBool,
    /// Set by the search itself when it is finished, for all its threads.
    pub(crate) done: AtomicBool,
    /// Whether the search runs on the opponent's time, so that the clock does not count yet.
    pub pondering: AtomicBool,
    /// Nodes searched by all threads, published now and then.
    pub nodes: AtomicU64,
    /// What time it is.
    now: Now,
    /// When the clock of the present move began to run, in nanoseconds.
    started: AtomicU64,
    pub(crate) panic_injector: PanicInjector,
}

impl Shared {
    /// Shared state with this transposition table; no search runs.
    pub(crate) fn new(tt: TranspositionTable, now: Now) -> Self {
        Self {
            tt,
            stop: AtomicBool::new(false),
            done: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            now,
            started: AtomicU64::new(0),
            panic_injector: PanicInjector::default(),
        }
    }

    /// Clears the stop flags and the node counter.
    pub(crate) fn reset(&self) {
        self.stop.store(false, Relaxed);
        self.done.store(false, Relaxed);
        self.nodes.store(0, Relaxed);
    }

    /// Whether the threads of a search are to end, for whatever reason.
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.done.load(Relaxed)
    }

    /// The clock of a move begins to run.
    pub fn start_clock(&self) {
        self.started.store((self.now)().as_nanos() as u64, Relaxed);
    }

    /// How long the clock of the present move has been running.
    pub fn elapsed(&self) -> Duration {
        let started = Duration::from_nanos(self.started.load(Relaxed));
        (self.now)().saturating_sub(started)
    }
}

/// What a search reports while it runs: one principal variation at one depth.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// How deep the search is complete.
    pub depth: i32,
    /// How deep it went at most.
    pub seldepth: usize,
    /// Its number (UCI's `multipv`), from one.
    pub multipv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is the true one or a bound.
    pub bound: Bound,
    /// The principal variation.
    pub pv: Pv,
    /// Nodes so far, all threads together.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// The principal variation; empty if there is no legal move.
    pub pv: Pv,
    /// Its score, once a depth is complete.
    pub score: Option<Score>,
    /// The depth that is complete.
    pub depth: i32,
    /// Set if the search panicked, which is a bug that should be reported. The variation is legal all the same.
    pub panic: Option<SearchPanic>,
}

/// How often a thread checks the clock and whether it shall stop, in nodes. At a million nodes a second that is every
/// millisecond.
const CHECK_EVERY: u64 = 1024;

/// The search stack: what is kept about one ply of the variation being searched.
#[derive(Clone, Copy)]
struct Frame {
    /// The move being searched, as a piece and its target square; `None` for a null move.
    piece_to: Option<PieceTo>,
    eval: Option<Score>,
    excluded: Option<Move>,
    /// The dangers of the side to move, if the parent node has computed them.
    danger: Option<Danger>,
    /// How many beta cutoffs there were at this ply since the parent node began.
    cutoffs: i32,
    double_extensions: i32,
}

const NEW_FRAME: Frame = Frame {
    piece_to: None,
    eval: None,
    excluded: None,
    danger: None,
    cutoffs: 0,
    double_extensions: 0,
};

/// Frames before the root, so that looking back some plies needs no bounds check.
const BEFORE_ROOT: usize = 6;
/// Frames of the longest variation.
const FRAMES: usize = MAX_PLY + BEFORE_ROOT + 2;

/// One thread's search of a game `R`.
pub struct Worker<R: SearchRules> {
    shared: Arc<Shared>,
    evaluator: Evaluator,
    tuning: Tuning,
    /// The endgame tables of the player, and those that the present search may use.
    all_tables: Endgames,
    tables: Endgames,
    reductions: Reductions,
    reversible_moves: ReversibleMoves,
    histories: Histories,
    /// Keys of the positions before the present one, the game's history included.
    keys: Vec<Key>,
    /// The moves of the nodes on the way from the root.
    moves: MoveStack,
    frames: Box<[Frame; FRAMES]>,
    /// The principal variation of each ply.
    pvs: Vec<Pv>,
    nodes: u64,
    published: u64,
    seldepth: usize,
    root_depth: i32,
    root_moves: MoveList,
    /// MultiPV: first moves of the better variations at this depth, which are excluded at the root.
    multipv_done: MoveList,
    limits: Limits,
    /// Whether this thread watches the clock.
    is_main: bool,
    stopped: bool,
    /// The first ply at which null moves are tried, while one is being verified.
    null_move_min_ply: usize,
    best_move_nodes: u64,
    rules: std::marker::PhantomData<R>,
}

impl<R: SearchRules> Worker<R> {
    /// A worker with empty histories.
    pub(crate) fn new(
        shared: Arc<Shared>,
        evaluator: Evaluator,
        tuning: Tuning,
        tables: Endgames,
    ) -> Self {
        Self {
            shared,
            evaluator,
            all_tables: tables,
            tables: Endgames::default(),
            reductions: Reductions::new(&tuning),
            tuning,
            reversible_moves: ReversibleMoves::new(),
            histories: Histories::new(),
            keys: Vec::new(),
            moves: MoveStack::default(),
            frames: Box::new([NEW_FRAME; FRAMES]),
            pvs: vec![Pv::new(); MAX_PLY + 2],
            nodes: 0,
            published: 0,
            seldepth: 0,
            root_depth: 0,
            root_moves: MoveList::new(),
            multipv_done: MoveList::new(),
            limits: Limits::default(),
            is_main: true,
            stopped: false,
            null_move_min_ply: 0,
            best_move_nodes: 0,
            rules: std::marker::PhantomData,
        }
    }

    /// Iterative deepening: searches `pos`, whose game has passed through positions with the keys `past` (latest last),
    /// deeper and deeper until a limit is reached.
    pub fn search(
        &mut self,
        pos: &Position<R>,
        past: &[Key],
        limits: Limits,
        is_main: bool,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Best {
        self.keys = past.to_vec();
        self.moves.clear();
        self.nodes = 0;
        self.published = 0;
        self.stopped = false;
        self.is_main = is_main;
        self.frames.fill(NEW_FRAME);
        self.root_moves = pos.legal_moves();
        if !limits.root_moves.is_empty() {
            self.root_moves.retain(|mv| limits.root_moves.contains(mv));
        }
        self.tables = match limits.tables {
            TableUse::Allowed => self.all_tables.clone(),
            TableUse::Forbidden => Endgames::default(),
        };
        // Whoever wants several variations wants to see the other moves too.
        if limits.multipv <= 1 {
            self.tables.keep_best(pos, &mut self.root_moves);
        }
        self.limits = limits;
        let mut best = Best::default();
        let Some(&first) = self.root_moves.first() else { return best };
        best.pv.push(first);

        let deepest = self.limits.depth.unwrap_or(MAX_PLY as i32 - 1).clamp(1, MAX_PLY as i32 - 1);
        let wanted = self.limits.multipv.clamp(1, self.root_moves.len());
        let mut scores = vec![Score::DRAW; wanted];
        let mut stability = 0;
        if !is_main {
            self.shared.panic_injector.panic_if_planned(PanicPlace::Helper);
        }
        for depth in 1..=deepest {
            if is_main && depth == deepest.min(2) {
                self.shared.panic_injector.panic_if_planned(PanicPlace::Main);
            }
            self.root_depth = depth;
            self.multipv_done.clear();
            let nodes_before = self.nodes;
            let mut found: Vec<(Score, Pv)> = Vec::with_capacity(wanted);
            for (index, &last) in scores.iter().enumerate() {
                self.seldepth = 0;
                let score = self.aspiration_search(pos, depth, last, index, report);
                if self.stopped {
                    break;
                }
                let mut pv = self.pvs[0].clone();
                self.tables.extend(pos, &mut pv);
                self.multipv_done.extend(pv.first().copied());
                found.push((score, pv));
            }
            // A later variation may turn out better than one before it.
            found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
            if let Some((score, pv)) = found.first() {
                debug_assert!(!pv.is_empty(), "no move was searched in {pos:?}");
                stability = if best.pv.first() == pv.first() { stability + 1 } else { 0 };
                best = Best { pv: pv.clone(), score: Some(*score), depth, panic: None };
            }
            for (index, (score, pv)) in found.iter().enumerate() {
                scores[index] = *score;
                self.report(index, *score, Bound::Exact, pv.clone(), report);
            }
            if self.stopped {
                // A better move found in an incomplete depth is still used.
                if found.is_empty() && !self.pvs[0].is_empty() && best.score.is_some() {
                    best.pv.clone_from(&self.pvs[0]);
                    self.tables.extend(pos, &mut best.pv);
                }
                break;
            }
            if self.is_main && self.is_enough(&best, stability, nodes_before) {
                break;
            }
        }
        self.publish_nodes();
        best
    }

    /// Whether deepening further is pointless or too late.
    fn is_enough(&self, best: &Best, stability: i32, nodes_before: u64) -> bool {
        if let (Some(mate), Some(score)) = (self.limits.mate, best.score)
            && score.moves_to_end().is_some_and(|moves| moves > 0 && moves as u32 <= mate)
        {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|limit| self.nodes >= limit) {
            return true;
        }
        let Some(plan) = &self.limits.time else { return false };
        if self.shared.pondering.load(Relaxed) {
            return false;
        }
        let spent = self.nodes - nodes_before;
        let share = if spent == 0 { 1.0 } else { self.best_move_nodes as f64 / spent as f64 };
        let only_move = self.root_moves.len() == 1;
        plan.is_soft_over(self.shared.elapsed(), stability, share, only_move)
    }

    /// Aspiration windows: searches one depth with a narrow window around the last score, widened as it fails.
    fn aspiration_search(
        &mut self,
        pos: &Position<R>,
        depth: i32,
        last: Score,
        index: usize,
        report: &mut dyn FnMut(&SearchInfo),
    ) -> Score {
        let mut delta = self.tuning.aspiration_delta;
        let (mut alpha, mut beta) = if depth >= ASPIRATION_DEPTH && !last.is_forced() {
            (last - delta, last + delta)
        } else {
            (-Score::INFINITE, Score::INFINITE)
        };
        let mut reduced = 0;
        loop {
            let score =
                self.node::<node::Root>(pos, alpha, beta, (depth - reduced).max(1), 0, false);
            if self.stopped {
                return score;
            }
            if score <= alpha {
                // Fail low.
                self.report(index, score, Bound::Upper, self.pvs[0].clone(), report);
                beta = Score(i32::midpoint(alpha.0, beta.0));
                alpha = (score - delta).max(-Score::INFINITE);
                reduced = 0;
            } else if score >= beta {
                // Fail high: search again less deep, to find the move sooner.
                self.report(index, score, Bound::Lower, self.pvs[0].clone(), report);
                beta = (score + delta).min(Score::INFINITE);
                reduced = (reduced + 1).min(ASPIRATION_MAX_REDUCTION);
            } else {
                return score;
            }
            delta += delta / ASPIRATION_GROWTH_DIVISOR;
            if delta > ASPIRATION_MAX_DELTA {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    fn report(
        &mut self,
        index: usize,
        score: Score,
        bound: Bound,
        pv: Pv,
        report: &mut dyn FnMut(&SearchInfo),
    ) {
        if !self.is_main {
            return;
        }
        self.publish_nodes();
        report(&SearchInfo {
            depth: self.root_depth,
            seldepth: self.seldepth,
            multipv: index + 1,
            score,
            bound,
            pv,
            nodes: self.shared.nodes.load(Relaxed),
        });
    }

    /// Reports the root move that is searched next, if the search is long and somebody listens.
    fn report_root_move(&self, mv: Move, number: usize) {
        if self.is_main
            && let Some(callback) = &self.limits.on_root_move
            && self.shared.elapsed() >= REPORT_ROOT_MOVES_AFTER
        {
            callback.0(self.root_depth, mv, number);
        }
    }

    fn publish_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.published, Relaxed);
        self.published = self.nodes;
    }

    /// Counts a node and, now and then, checks whether it is time to stop.
    #[inline(always)]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check_limits();
        } else if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stop_all();
        }
    }

    #[cold]
    fn check_limits(&mut self) {
        self.publish_nodes();
        if self.shared.is_over() {
            self.stopped = true;
            return;
        }
        if !self.is_main {
            return;
        }
        let out_of_time = !self.shared.pondering.load(Relaxed)
            && self
                .limits
                .time
                .as_ref()
                .is_some_and(|plan| plan.is_hard_over(self.shared.elapsed()));
        let out_of_nodes =
            self.limits.nodes.is_some_and(|limit| self.shared.nodes.load(Relaxed) >= limit);
        // The first depth is always completed, so that there is a move to play.
        if self.root_depth > 1 && (out_of_time || out_of_nodes) {
            self.stop_all();
        }
    }

    fn stop_all(&mut self) {
        if self.root_depth > 1 || self.shared.is_over() {
            self.stopped = true;
            self.shared.done.store(true, Relaxed);
        }
    }

    /// The static evaluation of a position.
    #[inline]
    fn evaluate(&mut self, pos: &Position<R>, ply: usize) -> Score {
        self.evaluator.evaluate(pos, ply)
    }

    /// What correction history adds to the static evaluation, in centipawns. Looked up before the evaluation, so that
    /// it is fetched meanwhile.
    #[inline]
    fn correction(&self, pos: &Position<R>) -> i32 {
        let correction = self.histories.correction(pos.turn(), structure_keys(pos));
        correction * self.tuning.correction_share / CORRECTION_SHARE_UNIT
    }

    /// Prefetches the transposition table for the position after a quiet move, long before it is probed. Where the move
    /// changes more than the piece's square the wrong bucket is fetched, which does no harm.
    #[inline(always)]
    fn prefetch_quiet(&self, pos: &Position<R>, piece: Piece, mv: Move) {
        let change = Key::of_quiet_move(piece, mv.from(), mv.to());
        self.shared.tt.prefetch(Key(pos.key().0 ^ change.0));
    }

    /// The dangers of the side to move.
    #[inline]
    fn danger(&self, pos: &Position<R>, ply: usize) -> Danger {
        self.frame(ply).danger.unwrap_or_else(|| R::danger(pos))
    }

    fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE_ROOT]
    }

    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    fn context(&self, pos: &Position<R>, ply: usize) -> Context {
        let at = ply + BEFORE_ROOT;
        Context {
            color: pos.turn(),
            earlier: [
                self.frames[at - 1].piece_to,
                self.frames[at - 2].piece_to,
                self.frames[at - 4].piece_to,
            ],
        }
    }

    /// The score of a finished game, for the side to move at `ply`.
    fn score_of(outcome: Outcome, turn: Color, ply: usize) -> Score {
        match outcome.winner() {
            None => Score::DRAW,
            Some(winner) if winner == turn => Score::win_at(ply),
            Some(_) => Score::loss_at(ply),
        }
    }
}

/// The keys of correction history: the pawn structure, and each side's pieces.
#[inline]
fn structure_keys<R: SearchRules>(pos: &Position<R>) -> [u64; 3] {
    const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let board = pos.board();
    let pieces = |color: Color| fingerprint(PIECES.map(|role| board.pieces(color, role)));
    let pawns = fingerprint(Color::ALL.map(|color| board.pieces(color, Role::Pawn)));
    [pawns, pieces(Color::White), pieces(Color::Black)]
}
