//! [`Solver`]: the value of a position and of every first move, with the distance.
//!
//! Each first move is a branch with questions: does the side that makes it win, does the other side win, and then in
//! how many plies. Threads take questions from the branches, each for a limited number of positions at a time, and
//! share a table.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use estopim_rules::{Color, Move, Outcome, PawnBattle, Position, Role};
use estopim_system::memory::MemoryError;
use thiserror::Error;

use crate::pawns::Pawns;
use crate::prover::{ANY_TIME, Attacker, Prover, Shared};
use crate::table::{Bounds, NEVER, Table};

/// The game-theoretic value of a position or a move, for the side that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// It wins.
    Win,
    /// Neither side wins.
    Draw,
    /// The other side wins.
    Loss,
}

impl Value {
    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

/// A value and how far the end is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Worth {
    /// For the side to move in the position that was asked about.
    pub value: Value,
    /// In how many plies the game ends, counted from that position: the winner takes the shortest way and the loser the
    /// longest. A draw has no distance.
    pub distance: Option<u32>,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What the position is worth.
    pub worth: Worth,
    /// What each move is worth for the side that makes it; its own ply is counted.
    pub moves: Vec<(Move, Worth)>,
}

/// Why a position cannot be solved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There are pieces.
    #[error("only pawns can be solved, and there are other pieces in this position")]
    Pieces,
    /// There are too many pawns.
    #[error("a side has {found} pawns; expected at most {}", Solver::MAX_PAWNS)]
    ManyPawns {
        /// How many.
        found: u32,
    },
    /// The game is over.
    #[error("the game is over in this position: {0}")]
    Over(Outcome),
    /// The clock of plies without a capture could end the game.
    #[error(
        "with {halfmoves} plies without a capture behind it the draw after 100 could end a game from this position; \
         expected at most {most}"
    )]
    Clock {
        /// Plies so far.
        halfmoves: u16,
        /// How many there may be.
        most: u16,
    },
    /// The table is too large.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// A position to be solved.
pub struct Solver {
    position: Position<PawnBattle>,
    shared: Shared,
}

/// How far a solver has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions looked into, those that were looked into again included.
    pub nodes: u64,
    /// Distinct first moves; those that mirror each other count once.
    pub branches: usize,
    /// Of how many the value is known.
    pub valued: usize,
    /// Of how many the distance is known, too, or not wanted.
    pub finished: usize,
    /// What is known of each.
    pub known: Vec<Partial>,
}

/// What is known of a first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial {
    /// The move.
    pub mv: Move,
    /// Its value, if that is known.
    pub value: Option<Value>,
    /// The distance is more than this…
    pub more_than: u32,
    /// …and at most this, if anything is known.
    pub at_most: Option<u32>,
    /// Positions looked into for it.
    pub nodes: u64,
    /// How hard the questions that are open look: proof and disproof number of "it wins", then of "it loses".
    pub numbers: [Option<(u16, u16)>; 2],
}

/// The least number of positions a thread searches before it takes the next question.
const SHARE: u64 = 1 << 20;
/// How often progress is reported.
const TICK: Duration = Duration::from_millis(200);

/// The two questions about a branch.
const WINS: usize = 0;
const LOSES: usize = 1;
/// Whose win is asked for, seen from the other side, whose turn it is after the first move.
const ATTACKER: [Attacker; 2] = [Attacker::Other, Attacker::Mover];

/// A first move, with those that mirror it.
struct Branch {
    moves: Vec<Move>,
    /// After the move.
    pawns: Pawns,
    /// In how many plies after the move its side wins, and the other side.
    bounds: [Bounds; 2],
    /// How many positions were looked into for each.
    nodes: [u64; 2],
    workers: usize,
}

/// A question of a branch: whose win, and within how many plies.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    which: usize,
    plies: u8,
}

impl Branch {
    fn learn(&mut self, which: usize, bounds: Bounds) {
        self.bounds[which] = self.bounds[which].and(bounds);
        if self.bounds[which].proven < NEVER {
            self.bounds[1 - which] = Bounds::LOST;
        }
    }

    fn value(&self) -> Option<Value> {
        if self.bounds[WINS].proven < NEVER {
            Some(Value::Win)
        } else if self.bounds[LOSES].proven < NEVER {
            Some(Value::Loss)
        } else if self.bounds.iter().all(|bounds| bounds.refuted == NEVER) {
            Some(Value::Draw)
        } else {
            None
        }
    }

    /// The first number of plies in which the winner may win; it wins with its own move.
    fn next_distance(&self, which: usize) -> u8 {
        let least = self.bounds[which].refuted + 1;
        let odd = u8::from(which == LOSES);
        if least % 2 == odd { least } else { least + 1 }
    }

    fn worth(&self) -> Option<Worth> {
        let value = self.value()?;
        let which = match value {
            Value::Draw => return Some(Worth { value, distance: None }),
            Value::Win => WINS,
            Value::Loss => LOSES,
        };
        let proven = self.bounds[which].proven;
        let distance = Some(1 + u32::from(proven));
        (self.next_distance(which) >= proven).then_some(Worth { value, distance })
    }

    fn question(&self) -> Option<Question> {
        match self.value() {
            Some(Value::Draw) => None,
            Some(value) => {
                let which = if value == Value::Win { WINS } else { LOSES };
                let plies = self.next_distance(which);
                (plies < self.bounds[which].proven).then_some(Question { which, plies })
            }
            None => {
                let open = |which: &usize| self.bounds[*which].refuted < NEVER;
                let which = [WINS, LOSES].into_iter().filter(open);
                let which = which.min_by_key(|&which| self.nodes[which])?;
                Some(Question { which, plies: ANY_TIME })
            }
        }
    }
}

/// What the threads work on.
struct Work {
    branches: Vec<Branch>,
    /// What each thread is at.
    at: Vec<Option<(usize, Question)>>,
}

impl Work {
    /// The question to work on: values before distances, and where the fewest are at work.
    fn next(&self) -> Option<(usize, Question)> {
        let open = self.branches.iter().enumerate();
        let open = open.filter_map(|(index, branch)| Some((index, branch.question()?)));
        open.min_by_key(|&(index, question)| {
            (question.plies != ANY_TIME, self.branches[index].workers, index)
        })
    }
}

impl Solver {
    /// The most pawns that a side may have.
    pub const MAX_PAWNS: u32 = 8;
    /// The plies without a capture after which a game is drawn.
    const CLOCK: u16 = 100;

    /// A solver with a table of `megabytes` megabytes.
    pub fn new(position: Position<PawnBattle>, megabytes: usize) -> Result<Self, SolveError> {
        let board = position.board();
        let pawns = board.role(Role::Pawn);
        if board.occupied() != pawns {
            return Err(SolveError::Pieces);
        }
        let mut steps = 0;
        for color in Color::ALL {
            let own = pawns & board.color(color);
            if own.count() > Self::MAX_PAWNS {
                return Err(SolveError::ManyPawns { found: own.count() });
            }
            for pawn in own {
                steps += 7 - pawn.rank().relative_to(color).index() as u16;
            }
        }
        if let Some(outcome) = position.outcome() {
            return Err(SolveError::Over(outcome));
        }
        // Every ply takes a pawn nearer to its last rank.
        let (halfmoves, most) = (position.halfmoves(), Self::CLOCK - 1 - steps);
        if halfmoves > most {
            return Err(SolveError::Clock { halfmoves, most });
        }
        Ok(Self { position, shared: Shared::new(Table::new(megabytes)?) })
    }

    /// The position.
    pub const fn position(&self) -> &Position<PawnBattle> {
        &self.position
    }

    pub(crate) const fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Solves the position on `threads` threads, and reports progress. `None` if `stop` is set before the end.
    pub fn solve(
        &self,
        threads: usize,
        stop: &AtomicBool,
        mut tell: impl FnMut(&Progress),
    ) -> Option<Solution> {
        let threads = threads.max(1);
        let work = Mutex::new(Work { branches: self.branches(), at: vec![None; threads] });
        let changed = Condvar::new();
        let nodes = AtomicU64::new(0);
        let mut cancel = Vec::new();
        cancel.resize_with(threads, AtomicBool::default);
        thread::scope(|scope| {
            for thread in 0..threads {
                let (work, changed, nodes, cancel) = (&work, &changed, &nodes, &cancel);
                scope.spawn(move || self.work(thread, work, changed, nodes, cancel, stop));
            }
            let mut guard = lock(&work);
            while guard.next().is_some() && !stop.load(Relaxed) {
                guard = changed.wait_timeout(guard, TICK).unwrap_or_else(PoisonError::into_inner).0;
                let progress = self.progress(&guard, nodes.load(Relaxed));
                drop(guard);
                tell(&progress);
                guard = lock(&work);
            }
            drop(guard);
            for flag in &cancel {
                flag.store(true, Relaxed);
            }
        });
        let work = work.into_inner().unwrap_or_else(PoisonError::into_inner);
        Self::solution(&work.branches)
    }

    fn branches(&self) -> Vec<Branch> {
        let mut branches: BTreeMap<Pawns, Branch> = BTreeMap::new();
        for &mv in &self.position.legal_moves() {
            let after = self.position.after(mv);
            let pawns = Pawns::of(&after).canonical();
            let bounds = match after.outcome().map(Outcome::winner) {
                None => [Bounds::NONE; 2],
                Some(None) => [Bounds::LOST; 2],
                // No pawn reaches the last rank by the other side's move.
                Some(Some(_)) => [Bounds::won_in(0), Bounds::LOST],
            };
            let fresh = || Branch { moves: Vec::new(), pawns, bounds, nodes: [0; 2], workers: 0 };
            branches.entry(pawns).or_insert_with(fresh).moves.push(mv);
        }
        branches.into_values().collect()
    }

    /// What one thread does.
    fn work(
        &self,
        thread: usize,
        work: &Mutex<Work>,
        changed: &Condvar,
        nodes: &AtomicU64,
        cancel: &[AtomicBool],
        stop: &AtomicBool,
    ) {
        let mut prover = Prover::new(&self.shared, &cancel[thread]);
        loop {
            let mut guard = lock(work);
            if stop.load(Relaxed) {
                return;
            }
            let Some((index, question)) = guard.next() else { return };
            cancel[thread].store(false, Relaxed);
            guard.at[thread] = Some((index, question));
            let branch = &mut guard.branches[index];
            branch.workers += 1;
            let pawns = branch.pawns;
            let budget = SHARE.max(branch.nodes[question.which] / 4);
            drop(guard);

            let attacker = ATTACKER[question.which];
            let before = prover.nodes;
            let found = prover.prove(pawns, attacker, question.plies, budget);
            let spent = prover.nodes - before;
            nodes.fetch_add(spent, Relaxed);

            let mut guard = lock(work);
            guard.at[thread] = None;
            let branch = &mut guard.branches[index];
            branch.workers -= 1;
            branch.nodes[question.which] += spent;
            if let Some(bounds) = found {
                branch.learn(question.which, bounds);
                for (other, at) in guard.at.iter().enumerate() {
                    if *at == Some((index, question)) {
                        cancel[other].store(true, Relaxed);
                    }
                }
                changed.notify_all();
            }
        }
    }

    fn progress(&self, work: &Work, nodes: u64) -> Progress {
        let stop = AtomicBool::new(false);
        let prover = Prover::new(&self.shared, &stop);
        let known = work.branches.iter().map(|branch| {
            let value = branch.value();
            let which = if value == Some(Value::Loss) { LOSES } else { WINS };
            let bounds = branch.bounds[which];
            let decided = matches!(value, Some(Value::Win | Value::Loss));
            Partial {
                mv: branch.moves[0],
                value,
                more_than: if decided { 1 + u32::from(bounds.refuted) } else { 0 },
                at_most: decided.then(|| 1 + u32::from(bounds.proven)),
                nodes: branch.nodes.iter().sum(),
                numbers: ATTACKER.map(|attacker| prover.numbers(branch.pawns, attacker)),
            }
        });
        let known: Vec<Partial> = known.collect();
        Progress {
            nodes,
            branches: work.branches.len(),
            valued: known.iter().filter(|known| known.value.is_some()).count(),
            finished: work.branches.iter().filter(|branch| branch.question().is_none()).count(),
            known,
        }
    }

    fn solution(branches: &[Branch]) -> Option<Solution> {
        let mut moves = Vec::new();
        for branch in branches {
            let worth = branch.worth()?;
            moves.extend(branch.moves.iter().map(|&mv| (mv, worth)));
        }
        moves.sort_by_key(|(mv, _)| (mv.from().index(), mv.to().index()));
        let best = |value: Value| moves.iter().filter(move |(_, worth)| worth.value == value);
        let distances = |value| best(value).filter_map(|(_, worth)| worth.distance);
        let worth = if let Some(distance) = distances(Value::Win).min() {
            Worth { value: Value::Win, distance: Some(distance) }
        } else if best(Value::Draw).next().is_some() {
            Worth { value: Value::Draw, distance: None }
        } else {
            Worth { value: Value::Loss, distance: distances(Value::Loss).max() }
        };
        Some(Solution { worth, moves })
    }
}

fn lock(work: &Mutex<Work>) -> MutexGuard<'_, Work> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}
