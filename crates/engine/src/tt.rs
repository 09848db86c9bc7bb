//! The transposition table: what earlier searches found out about positions, shared by all threads.
//!
//! Lockless hashing: an entry is two words, the data and the key XOR the data. If two threads write the same entry at
//! once, the check fails and the entry counts as missing.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread;

use estopim_rules::{Key, Move};
use estopim_system::memory::{MemoryError, check_room};

use crate::memory::{BUCKET, Bucket, empty_buckets};
use crate::score::{MAX_PLY, Score};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// An entry: what is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, if one is known.
    pub mv: Option<Move>,
    /// The score, counted from the position itself.
    pub score: Score,
    /// The static evaluation, unless the side to move was in check.
    pub eval: Option<Score>,
    /// How deep the search went.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
    /// Whether the position once lay on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// Whether the score makes a search between `alpha` and `beta` unnecessary.
    #[inline(always)]
    pub fn causes_cutoff(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// The score, if its bound makes it a better estimate than the static evaluation.
    #[inline(always)]
    pub fn refined_eval(&self, eval: Score) -> Option<Score> {
        let tells = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        (tells && !self.score.is_forced()).then_some(self.score)
    }
}

/// The transposition table.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

/// Under Miri, which follows every borrow of the table entry by entry, a megabyte is 4 KiB.
const MEGABYTE: usize = if cfg!(miri) { 1 << 12 } else { 1 << 20 };
/// How many megabytes one thread clears before another helps.
const CLEARED_BY_ONE_MB: usize = 64;

fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Generations wrap around; an entry's age is how many have begun since it was written.
const GENERATIONS: u8 = 32;
/// A search that is shallower by more than this does not replace the same position's entry of the same generation, in
/// plies.
const REPLACE_DEPTH_MARGIN: i32 = 4;
/// What a generation of age counts against an entry's depth when one must be replaced, in plies.
const AGE_PENALTY: i32 = 4;
/// Marks an evaluation that was not made.
const NO_EVAL: i16 = i16::MIN;

impl TranspositionTable {
    /// A table of about `megabytes`, if there is enough memory, given that `in_use` megabytes will be freed.
    pub fn new(megabytes: usize, in_use: usize) -> Result<Self, MemoryError> {
        let megabytes = megabytes.max(1);
        check_room(megabytes, in_use)?;
        let refused = MemoryError { wanted_mb: megabytes, available_mb: None };
        let bytes = megabytes.checked_mul(MEGABYTE).ok_or(refused)?;
        let buckets = empty_buckets(bytes / size_of::<Bucket>()).ok_or(refused)?;
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// How large the table is.
    pub fn megabytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>() / MEGABYTE
    }

    /// Clears the table, a large one on several threads.
    pub fn clear(&self) {
        let clear = |buckets: &[Bucket]| {
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                slot.check.store(0, Relaxed);
                slot.data.store(0, Relaxed);
            }
        };
        let parts = self.megabytes().div_ceil(CLEARED_BY_ONE_MB).clamp(1, cores());
        thread::scope(|scope| {
            for part in self.buckets.chunks(self.buckets.len().div_ceil(parts)) {
                let cleared = move || clear(part);
                // The calling thread clears what no other thread can be started for.
                if parts == 1 || thread::Builder::new().spawn_scoped(scope, cleared).is_err() {
                    clear(part);
                }
            }
        });
        self.generation.store(0, Relaxed);
    }

    /// Begins a new generation, for a new search.
    pub fn age(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the entries of a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        crate::memory::prefetch(self.bucket(key));
    }

    /// What is known about a position that lies `ply` plies from the root.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key.0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Stores what a search found out.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut victim = &self.bucket(key).0[0];
        let mut worth = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                victim = slot;
                break;
            }
            if slot.check.load(Relaxed) ^ data == key.0 {
                // A shallower search of the same position must not replace a deeper one.
                let old = unpack(data, ply);
                entry.mv = entry.mv.or(old.mv);
                let current = generation_of(data) == generation;
                if entry.bound != Bound::Exact
                    && current
                    && entry.depth + REPLACE_DEPTH_MARGIN < old.depth
                {
                    return;
                }
                victim = slot;
                break;
            }
            let age = (GENERATIONS + generation - generation_of(data)) % GENERATIONS;
            let this = i32::from(depth_of(data)) - AGE_PENALTY * i32::from(age);
            if this < worth {
                worth = this;
                victim = slot;
            }
        }
        let data = pack(entry, ply, generation);
        victim.data.store(data, Relaxed);
        victim.check.store(key.0 ^ data, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(1000 / BUCKET)];
        let used = sample.iter().flat_map(|bucket| &bucket.0).filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && generation_of(data) == generation
        });
        used.count() * 1000 / (sample.len() * BUCKET)
    }
}

// The data word, from the low end: move 16 bits, score 16, evaluation 16, depth 8, bound 2, PV 1, generation 5. A bound
// is never zero, so the word never is.

fn pack(entry: Entry, ply: usize, generation: u8) -> u64 {
    // Wins are stored as counted from the position, not from the root.
    let score = if entry.score.is_win() {
        entry.score.0 + ply as i32
    } else if entry.score.is_loss() {
        entry.score.0 - ply as i32
    } else {
        entry.score.0
    };
    let bound = match entry.bound {
        Bound::Upper => 1u64,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
    u64::from(entry.mv.map_or(0, Move::to_bits))
        | u64::from(score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(generation) << 59
}

#[inline(always)]
fn unpack(data: u64, ply: usize) -> Entry {
    let stored = Score(i32::from((data >> 16) as u16 as i16));
    let score = if stored.is_win() {
        stored - ply as i32
    } else if stored.is_loss() {
        stored + ply as i32
    } else {
        stored
    };
    let eval = (data >> 32) as u16 as i16;
    Entry {
        mv: Move::from_bits(data as u16),
        score,
        eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
        depth: i32::from(depth_of(data)),
        bound: match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        pv: data >> 58 & 1 != 0,
    }
}

#[inline(always)]
fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[inline(always)]
fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

const _: () = assert!(size_of::<Bucket>() == 64 && MAX_PLY < 256);

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::Square;

    #[test]
    fn what_is_stored_is_found_again_and_wins_are_counted_from_the_position() {
        let table = TranspositionTable::new(1, 0).expect("there is room for little");
        let entry = Entry {
            mv: Some(Move::normal(Square::E2, Square::E4)),
            score: Score::win_at(7),
            eval: Some(Score(-35)),
            depth: 9,
            bound: Bound::Lower,
            pv: true,
        };
        table.store(Key(12345), 4, entry);
        assert_eq!(table.probe(Key(12345), 4), Some(entry));
        let elsewhere = table.probe(Key(12345), 0).map(|found| found.score);
        assert_eq!(elsewhere, Some(Score::win_at(3)));
        assert_eq!(table.probe(Key(54321), 4), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "too large for Miri, and nothing unsafe is in it")]
    fn a_large_table_is_cleared_to_its_last_entry() {
        let table =
            TranspositionTable::new(4 * CLEARED_BY_ONE_MB, 0).expect("there is room for it");
        let keys = [0, 1 << 20, u64::MAX / 2, u64::MAX].map(Key);
        let entry = Entry {
            mv: None,
            score: Score(1),
            eval: None,
            depth: 1,
            bound: Bound::Exact,
            pv: false,
        };
        for key in keys {
            table.store(key, 0, entry);
            assert_eq!(table.probe(key, 0), Some(entry));
        }
        table.clear();
        assert!(keys.into_iter().all(|key| table.probe(key, 0).is_none()));
    }

    #[test]
    fn threads_that_share_a_bucket_never_find_an_entry_of_another_position() {
        let table = TranspositionTable::new(1, 0).expect("there is room for little");
        let rounds = if cfg!(miri) { 20 } else { 20_000 };
        let entry = |key: u64| Entry {
            mv: Some(Move::normal(Square::E2, Square::E4)),
            score: Score(key as i32 * 10),
            eval: Some(Score(-(key as i32))),
            depth: key as i32,
            bound: Bound::Exact,
            pv: false,
        };
        // Small keys share the first bucket, and are more than it holds: each pushes out others.
        let keys = 1..=(BUCKET as u64 + 2);
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for key in (0..rounds).flat_map(|_| keys.clone()) {
                        table.store(Key(key), 0, entry(key));
                        if let Some(found) = table.probe(Key(key), 0) {
                            assert_eq!(found, entry(key));
                        }
                    }
                });
            }
        });
    }

    #[test]
    fn a_table_that_no_machine_has_room_for_is_refused() {
        for megabytes in [1 << 30, usize::MAX >> 20, usize::MAX] {
            let error = TranspositionTable::new(megabytes, 0).err().expect("it is refused");
            assert_eq!(error.wanted_mb, megabytes);
            assert!(error.to_string().contains("no room for a table of"), "{error}");
        }
    }
}
