//! Perft as a job: split over threads, each branch counted for itself, and with a table that spares
//! counting a position twice. The counting itself is [`Position::perft`].

mod table;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use estopim_rules::{AnyPosition, Move, Position, Rules, with_position};

use table::PerftTable;
pub use table::TableError;

/// The deepest count: a guard against slips of the finger more than a limit anybody reaches.
pub const MAX_DEPTH: u32 = 99;

/// What a count may use of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// Megabytes for the table of counts; none without.
    pub table_mb: Option<NonZeroUsize>,
}

/// One thread, no table.
impl Default for Effort {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, table_mb: None }
    }
}

/// How many positions lie a number of moves ahead. A number that 64 bits cannot hold, which only a
/// table makes reachable, stays at the largest they can.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves {
    /// Behind all legal moves together.
    pub total: u64,
    /// Behind each legal move; nothing at depth zero.
    pub branches: Vec<(Move, u64)>,
}

/// How far a count has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Pieces of work done.
    pub done: usize,
    /// Pieces of work in all.
    pub total: usize,
}

/// Counts the positions `depth` moves ahead.
///
/// `progress` is called from the counting threads, after each piece of work.
///
/// ```
/// use estopim_engine::perft::{Effort, count};
/// use estopim_rules::{AnyPosition, Variant};
///
/// let position = AnyPosition::initial(Variant::Atomic);
/// let leaves = count(&position, 4, Effort::default(), |_| ()).unwrap();
/// assert_eq!(leaves.total, 197_326);
/// assert_eq!(leaves.branches.len(), 20);
/// ```
pub fn count(
    position: &AnyPosition,
    depth: u32,
    effort: Effort,
    progress: impl Fn(Progress) + Sync,
) -> Result<Leaves, TableError> {
    let table = effort.table_mb.map(PerftTable::with_megabytes).transpose()?;
    Ok(with_position!(position, pos => {
        count_position(pos, depth, effort.threads, table.as_ref(), progress)
    }))
}

/// A part of the count: the positions `depth` moves ahead of `position`, for the root move numbered
/// `branch`.
struct Task<R: Rules> {
    branch: usize,
    position: Position<R>,
    depth: u32,
}

fn count_position<R: Rules>(
    position: &Position<R>,
    depth: u32,
    threads: NonZeroUsize,
    table: Option<&PerftTable>,
    progress: impl Fn(Progress) + Sync,
) -> Leaves {
    if depth == 0 {
        return Leaves { total: 1, branches: Vec::new() };
    }
    let moves = position.legal_moves();
    let tasks = split(position, depth);
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = || {
        let mut nodes = vec![0u64; moves.len()];
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let leaves = match table {
                Some(table) => remembered(&task.position, task.depth, table),
                None => task.position.perft(task.depth),
            };
            nodes[task.branch] = nodes[task.branch].saturating_add(leaves);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(Progress { done, total: tasks.len() });
        }
        nodes
    };

    let mut nodes = vec![0u64; moves.len()];
    thread::scope(|scope| {
        let workers: Vec<_> =
            (0..threads.get().min(tasks.len())).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let part = worker.join().expect("a counting thread does not panic");
            for (sum, leaves) in nodes.iter_mut().zip(part) {
                *sum = sum.saturating_add(leaves);
            }
        }
    });
    let total = nodes.iter().fold(0u64, |sum, &leaves| sum.saturating_add(leaves));
    Leaves { total, branches: moves.into_iter().zip(nodes).collect() }
}

/// From this depth on the work is split two moves deep, since root moves alone differ too much in
/// what lies behind them to keep all threads busy to the end.
const FINE_SPLIT_DEPTH: u32 = 4;

fn split<R: Rules>(position: &Position<R>, depth: u32) -> Vec<Task<R>> {
    let mut tasks = Vec::new();
    for (branch, mv) in position.legal_moves().into_iter().enumerate() {
        let after = position.after(mv);
        if depth < FINE_SPLIT_DEPTH {
            tasks.push(Task { branch, position: after, depth: depth - 1 });
        } else {
            tasks.extend(after.legal_moves().into_iter().map(|reply| Task {
                branch,
                position: after.after(reply),
                depth: depth - 2,
            }));
        }
    }
    tasks
}

/// Below this depth counting again is faster than looking up.
const REMEMBERED_DEPTH: u32 = 3;

/// The same as [`Position::perft`], by way of the table.
fn remembered<R: Rules>(position: &Position<R>, depth: u32, table: &PerftTable) -> u64 {
    if depth < REMEMBERED_DEPTH {
        return position.perft(depth);
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let nodes = position.legal_moves().into_iter().fold(0u64, |sum, mv| {
        sum.saturating_add(remembered(&position.after(mv), depth - 1, table))
    });
    table.put(position.key(), depth, nodes);
    nodes
}
