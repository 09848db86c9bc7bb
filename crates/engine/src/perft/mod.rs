//! Perft on several threads, with the count of each root move (divide), and with an optional hash table. The counting
//! itself is [`Position::perft`].

mod table;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use estopim_rules::{AnyPosition, Move, Position, Rules, with_position};
use estopim_system::memory::MemoryError;

use table::PerftTable;

/// The greatest depth. Nobody can count that deep; it catches typing errors.
pub const MAX_DEPTH: u32 = 99;

/// How many threads and how much memory a count uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftOptions {
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// Size of the hash table in megabytes; `None` for no table.
    pub table_mb: Option<NonZeroUsize>,
}

/// One thread, no table.
impl Default for PerftOptions {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, table_mb: None }
    }
}

/// Leaf counts. They saturate at the largest 64-bit number, which only a count with a table can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaves {
    /// The sum over all legal moves.
    pub total: u64,
    /// The count of each legal move (divide); empty at depth zero.
    pub branches: Vec<(Move, u64)>,
}

/// The progress of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Tasks done.
    pub done: usize,
    /// Tasks in all.
    pub total: usize,
}

/// Counts the positions `depth` moves ahead.
///
/// `progress` is called from the counting threads, after each task.
///
/// ```
/// use estopim_engine::perft::{PerftOptions, count};
/// use estopim_rules::{AnyPosition, Variant};
///
/// let position = AnyPosition::initial(Variant::Atomic);
/// let leaves = count(&position, 4, PerftOptions::default(), |_| ()).unwrap();
/// assert_eq!(leaves.total, 197_326);
/// assert_eq!(leaves.branches.len(), 20);
/// ```
pub fn count(
    position: &AnyPosition,
    depth: u32,
    options: PerftOptions,
    progress: impl Fn(Progress) + Sync,
) -> Result<Leaves, MemoryError> {
    let table = options.table_mb.map(PerftTable::with_megabytes).transpose()?;
    Ok(with_position!(position, pos => {
        count_position(pos, depth, options.threads, table.as_ref(), progress)
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
                Some(table) => perft_with_table(&task.position, task.depth, table),
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

/// From this depth on the work is split two plies deep: the subtrees of root moves differ too much in size to keep all
/// threads busy to the end.
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

/// Below this depth counting is faster than probing the table.
const MIN_TABLE_DEPTH: u32 = 3;

/// The same as [`Position::perft`], with the hash table.
fn perft_with_table<R: Rules>(position: &Position<R>, depth: u32, table: &PerftTable) -> u64 {
    if depth < MIN_TABLE_DEPTH {
        return position.perft(depth);
    }
    if let Some(nodes) = table.get(position.key(), depth) {
        return nodes;
    }
    let nodes = position.legal_moves().into_iter().fold(0u64, |sum, mv| {
        sum.saturating_add(perft_with_table(&position.after(mv), depth - 1, table))
    });
    table.put(position.key(), depth, nodes);
    nodes
}
