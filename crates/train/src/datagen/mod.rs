//! Data generation: self-play games whose quiet positions are written to a file.
//!
//! Games are played in batches. What happens in a batch depends on the seed and the number of the batch alone,
//! and batches are written in order, a block each; so the file is the same whatever the number of threads, and
//! however often the run was ended and begun again.

mod game;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use estopim_engine::EvalSource;
use estopim_engine::bench::bench;
use estopim_engine::player::STACK_BYTES;
use estopim_rules::{SplitMix64, Variant};

use crate::data::{DataError, Header, Origin, Record, Seen, Writer};
use game::SelfPlay;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub variant: Variant,
    /// How many positions the file shall have at least.
    pub positions: u64,
    /// After how many nodes of a search no new depth is begun.
    pub nodes: u64,
    /// The seed of the random generator.
    pub seed: u64,
    /// What positions are evaluated by.
    pub source: EvalSource,
    /// How many games at once.
    pub threads: usize,
}

/// What is in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions.
    pub positions: u64,
    /// Games that they come from.
    pub games: u64,
}

/// Games in a batch. A killed process loses at most one batch for each thread.
const GAMES_A_BATCH: u32 = 64;

/// Plays until the file has as many positions as planned or `interrupt` is set, and reports the progress after each
/// block, beginning with what was in the file already.
pub fn generate(
    plan: &Plan,
    path: &Path,
    interrupt: &AtomicBool,
    mut tell: impl FnMut(Progress),
) -> Result<Progress, DataError> {
    let mut seen = Seen::new();
    let mut writer = Writer::open(path, plan.header(), |record| {
        seen.insert(record.fingerprint());
    })?;
    let progress =
        |writer: &Writer| Progress { positions: writer.positions(), games: writer.games() };
    tell(progress(&writer));
    if writer.positions() >= plan.positions {
        return Ok(progress(&writer));
    }
    let next = AtomicU64::new(writer.blocks());
    let done = AtomicBool::new(false);
    let is_over = || done.load(Relaxed) || interrupt.load(Relaxed);
    thread::scope(|scope| {
        let (sender, batches) = mpsc::channel();
        for _ in 0..plan.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            let play = move || {
                let mut player = SelfPlay::new(plan);
                while !is_over() {
                    let number = next.fetch_add(1, Relaxed);
                    let Some(records) = play_batch(plan, number, &mut player, is_over) else {
                        return;
                    };
                    // The receiver is gone once the file is full.
                    let _ = sender.send((number, records));
                }
            };
            thread::Builder::new()
                .stack_size(2 * STACK_BYTES)
                .spawn_scoped(scope, play)
                .expect("the system has room for the threads asked for");
        }
        drop(sender);
        // Batches that are complete before those in front of them.
        let mut early = BTreeMap::new();
        let write = || {
            for (number, records) in batches {
                early.insert(number, records);
                while let Some(mut records) = early.remove(&writer.blocks()) {
                    records.retain(|record: &Record| seen.insert(record.fingerprint()));
                    writer.append(GAMES_A_BATCH, records)?;
                    tell(progress(&writer));
                    if writer.positions() >= plan.positions {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let written = write();
        done.store(true, Relaxed);
        written.map(|()| progress(&writer))
    })
}

impl Plan {
    fn header(&self) -> Header {
        /// Deep enough that engines which differ count different nodes.
        const DEPTH: i32 = 7;
        let Self { variant, seed, nodes, .. } = *self;
        let engine = bench(variant, DEPTH, self.source.clone()).nodes;
        Header { variant, origin: Origin::SelfPlay { seed, nodes, engine } }
    }
}

/// The records of a batch of games; `None` if it was broken off.
fn play_batch(
    plan: &Plan,
    number: u64,
    player: &mut SelfPlay,
    is_over: impl Fn() -> bool,
) -> Option<Vec<Record>> {
    let mut rng = SplitMix64::stream(plan.seed, number);
    let mut records = Vec::new();
    for _ in 0..GAMES_A_BATCH {
        player.play(&mut rng, &is_over, &mut records)?;
    }
    Some(records)
}
