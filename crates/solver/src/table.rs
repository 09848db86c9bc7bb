//! [`Table`]: what the provers have found out, shared by all threads and bounded in size.
//!
//! Lockless hashing: an entry is two words. The second holds the data and the low bits of the key; the first is the
//! high bits of the key XOR a hash of the second. If two threads write the same slot at once, the words do not match
//! and the slot counts as empty.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use estopim_system::memory::{self, MemoryError};

use crate::key::{Key, LOW_BITS, mixed};

/// How soon the attacker wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// It does not win within this many plies.
    pub refuted: u8,
    /// It wins within this many plies.
    pub proven: u8,
}

/// More plies than any game of pawns has.
pub(crate) const NEVER: u8 = 127;

impl Bounds {
    /// Nothing is known.
    pub const NONE: Self = Self { refuted: 0, proven: NEVER };
    /// The attacker never wins.
    pub const LOST: Self = Self { refuted: NEVER, proven: NEVER };

    pub const fn won_in(plies: u8) -> Self {
        Self { refuted: 0, proven: plies }
    }

    /// Whether the attacker wins within `plies`, if that is known.
    pub const fn answer(self, plies: u8) -> Option<bool> {
        if self.proven <= plies {
            Some(true)
        } else if self.refuted >= plies {
            Some(false)
        } else {
            None
        }
    }

    /// The combination of both bounds.
    pub fn and(self, other: Self) -> Self {
        Self { refuted: self.refuted.max(other.refuted), proven: self.proven.min(other.proven) }
    }
}

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub bounds: Bounds,
    /// How hard it looks for the side to move to reach its aim.
    pub phi: u16,
    /// How hard it looks for the other side to prevent it.
    pub delta: u16,
    /// Within how many plies the attacker was to win when these were found.
    pub plies: u8,
    /// The logarithm of the work behind it, at least 1.
    pub effort: u8,
}

/// Proof numbers from here on mean that it is impossible.
pub(crate) const IMPOSSIBLE: u16 = 2047;
/// The greatest effort that an entry can tell.
const MAX_EFFORT: u8 = 31;

impl Facts {
    fn to_word(self, low: u32) -> u64 {
        u64::from(low)
            | u64::from(self.bounds.refuted) << LOW_BITS
            | u64::from(self.bounds.proven) << 25
            | u64::from(self.phi.min(IMPOSSIBLE)) << 32
            | u64::from(self.delta.min(IMPOSSIBLE)) << 43
            | u64::from(self.plies % 32) << 54
            | u64::from(self.effort.clamp(1, MAX_EFFORT)) << 59
    }

    fn of_word(word: u64) -> Self {
        Self {
            bounds: Bounds {
                refuted: (word >> LOW_BITS & 127) as u8,
                proven: (word >> 25 & 127) as u8,
            },
            phi: (word >> 32 & 2047) as u16,
            delta: (word >> 43 & 2047) as u16,
            plies: (word >> 54 & 31) as u8,
            effort: (word >> 59) as u8,
        }
    }

    /// Whether the proof numbers were found for the same question.
    pub const fn is_about(self, plies: u8) -> bool {
        self.plies == plies % 32
    }
}

const SLOTS: usize = 4;

/// Slots that share a cache line.
#[repr(align(64))]
#[derive(Default)]
struct Bucket([(AtomicU64, AtomicU64); SLOTS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// What is known, by question.
pub struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// An empty table of `megabytes` megabytes (2²⁰ bytes), at least one.
    pub fn new(megabytes: usize) -> Result<Self, MemoryError> {
        Ok(Self { buckets: memory::table(megabytes.max(1))? })
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.high) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<Facts> {
        self.bucket(key).0.iter().find_map(|slot| {
            let word = slot.1.load(Relaxed);
            let fits = slot.0.load(Relaxed) == key.high ^ mixed(word)
                && word as u32 & ((1 << LOW_BITS) - 1) == key.low;
            (fits && word != 0).then(|| Facts::of_word(word))
        })
    }

    /// Stores an entry, in place of the one with the least work behind it.
    pub(crate) fn put(&self, key: Key, facts: Facts) {
        let mut worst = (u64::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.0.iter().enumerate() {
            let word = slot.1.load(Relaxed);
            if word != 0
                && word as u32 & ((1 << LOW_BITS) - 1) == key.low
                && slot.0.load(Relaxed) == key.high ^ mixed(word)
            {
                let old = Facts::of_word(word);
                let facts = Facts {
                    bounds: facts.bounds.and(old.bounds),
                    effort: facts.effort.max(old.effort),
                    ..facts
                };
                return bucket.write(index, key, facts);
            }
            worst = worst.min((word >> 59, index));
        }
        bucket.write(worst.1, key, facts);
    }

    /// How many entries there are with at least this effort, by effort, and the room for entries.
    pub(crate) fn census(&self) -> ([u64; MAX_EFFORT as usize + 1], u64) {
        let mut count = [0; MAX_EFFORT as usize + 1];
        for (_, word) in self.words() {
            count[(word >> 59) as usize] += 1;
        }
        (count, (self.buckets.len() * SLOTS) as u64)
    }

    /// Every entry as it is kept.
    fn words(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        slots.map(|slot| (slot.0.load(Relaxed), slot.1.load(Relaxed)))
    }

    /// The entries with the most work behind them, at most `most`, to be [`Self::restore`]d.
    pub(crate) fn best_entries(&self, most: usize) -> Vec<[u64; 2]> {
        let (count, _) = self.census();
        let (mut least, mut total) = (count.len(), 0);
        while least > 1 && total + count[least - 1] <= most as u64 {
            least -= 1;
            total += count[least];
        }
        let wanted = |word: u64| (word >> 59) as usize >= least;
        let kept = self.words().filter(|&(_, word)| wanted(word));
        kept.map(|(check, word)| [check ^ mixed(word), word]).collect()
    }

    /// Puts back entries that [`Self::best_entries`] has listed.
    pub(crate) fn restore(&self, entries: impl IntoIterator<Item = [u64; 2]>) {
        for [high, word] in entries {
            let key = Key { high, low: word as u32 & ((1 << LOW_BITS) - 1) };
            self.put(key, Facts::of_word(word));
        }
    }
}

impl Bucket {
    fn write(&self, index: usize, key: Key, facts: Facts) {
        let word = facts.to_word(key.low);
        self.0[index].1.store(word, Relaxed);
        self.0[index].0.store(key.high ^ mixed(word), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(number: u8) -> Facts {
        Facts {
            bounds: Bounds { refuted: number % 50, proven: NEVER - number % 50 },
            phi: u16::from(number) * 8,
            delta: IMPOSSIBLE - u16::from(number),
            plies: number % 32,
            effort: 1 + number % 31,
        }
    }

    fn key(number: u64) -> Key {
        Key { high: mixed(number), low: number as u32 & ((1 << LOW_BITS) - 1) }
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let table = Table::new(1).expect("a megabyte");
        for number in 0..200 {
            table.put(key(number.into()), facts(number));
        }
        for number in 0..200 {
            assert_eq!(table.get(key(number.into())), Some(facts(number)));
        }
        assert_eq!(table.get(key(1000)), None);
        assert_eq!(table.get(Key { low: 7, ..key(5) }), None, "half a key is not enough");
    }

    #[test]
    fn what_is_learnt_later_adds_to_what_was_known() {
        let table = Table::new(1).expect("a megabyte");
        let with = |bounds| Facts { bounds, ..facts(3) };
        table.put(key(1), with(Bounds { refuted: 9, proven: NEVER }));
        table.put(key(1), with(Bounds { refuted: 0, proven: 21 }));
        let found = table.get(key(1)).expect("kept").bounds;
        assert_eq!(found, Bounds { refuted: 9, proven: 21 });
        assert_eq!(
            [found.answer(9), found.answer(10), found.answer(21)],
            [Some(false), None, Some(true)]
        );
    }

    #[test]
    fn a_full_table_keeps_what_was_hard_to_find() {
        let table = Table::new(1).expect("a megabyte");
        let hard = Facts { effort: MAX_EFFORT, ..facts(1) };
        table.put(key(0), hard);
        for number in 1..500_000 {
            table.put(key(number), Facts { effort: 1, ..facts(2) });
        }
        assert_eq!(table.get(key(0)), Some(hard));
        assert_eq!(table.best_entries(1).len(), 1);
        let copy = Table::new(1).expect("a megabyte");
        copy.restore(table.best_entries(1));
        assert_eq!(copy.get(key(0)), Some(hard));
    }

    /// Two threads that write to one slot may leave a word of each.
    #[test]
    fn words_of_different_entries_do_not_fit() {
        let table = Table::new(1).expect("a megabyte");
        table.put(key(1), facts(1));
        let bucket = table.bucket(key(1));
        let slot = bucket.0.iter().find(|slot| slot.1.load(Relaxed) != 0).expect("an entry");
        slot.1.store(facts(2).to_word(key(1).low), Relaxed);
        assert_eq!(table.get(key(1)), None);
    }
}
