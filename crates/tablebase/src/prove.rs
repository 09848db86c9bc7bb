//! A proof that a table is right: every value follows from those of the positions that its moves lead to.
//!
//! That is enough. A loss in no plies is one by the rules; and from one number of plies to the next each win has a move to
//! a shorter loss and each loss has none but to shorter wins, so all of them are true. A draw has a move to a draw and none to
//! a loss, so neither side can be forced. This shares nothing with how tables are built but the index.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use estopim_rules::{Color, Position, Rules};

use crate::table::EndgameTable;
use crate::tables::Tables;
use crate::value::Value;

/// A value that does not follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub found: Option<Value>,
    /// What its moves say.
    pub wanted: Option<Value>,
}

/// Proves a table of the game `R` in `tables`. Returns the number of positions, or one that is wrong.
pub fn prove<R: Rules>(
    table: &EndgameTable,
    tables: &Tables,
    threads: usize,
) -> Result<usize, Flaw> {
    const CHUNK: usize = 1 << 14;
    let begun = AtomicUsize::new(0);
    let run = || {
        let mut positions = 0;
        loop {
            let start = begun.fetch_add(CHUNK, Relaxed);
            if start >= table.len() {
                return Ok(positions);
            }
            for at in start..table.len().min(start + CHUNK) {
                let Some(pos) = table.position::<R>(at) else { continue };
                let (found, wanted) = (table.value(&pos), by_its_moves(&pos, tables));
                if found != wanted || found.is_none() {
                    return Err(Flaw { fen: pos.fen(), found, wanted });
                }
                positions += 1;
            }
        }
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(run)).collect();
        running.into_iter().map(|thread| thread.join().expect("no proof panics")).sum()
    })
}

/// What the moves of a position say that it is worth.
fn by_its_moves<R: Rules>(pos: &Position<R>, tables: &Tables) -> Option<Value> {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        let lost = R::without_moves(pos).winner().is_some();
        return Some(if lost { Value::Loss(0) } else { Value::Draw });
    }
    if Color::ALL.into_iter().all(|color| R::has_insufficient_material(pos.board(), color)) {
        return Some(Value::Draw);
    }
    let mut best: Option<Value> = None;
    for &mv in &moves {
        let value = tables.value(&pos.after(mv))?.before();
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}
