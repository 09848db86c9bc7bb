//! The perft hash table, shared by all threads without locks.
//!
//! A slot is two words: the count, and a check word made of position, depth and count. A slot half written by one
//! thread and half by another fails its check and counts as empty, so a wrong number is as unlikely as two positions
//! with the same 64-bit key.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use estopim_rules::Key;
use estopim_system::memory::{self, MemoryError};

/// Counts by position and depth, for one game. A new count always replaces the old one.
pub(super) struct PerftTable {
    slots: Vec<Slot>,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    nodes: AtomicU64,
}

impl PerftTable {
    pub(super) fn with_megabytes(megabytes: NonZeroUsize) -> Result<Self, MemoryError> {
        Ok(Self { slots: memory::table(megabytes.get())? })
    }

    pub(super) fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let question = mixed(key, depth);
        let slot = self.slot(question);
        let nodes = slot.nodes.load(Ordering::Relaxed);
        (slot.check.load(Ordering::Relaxed) ^ nodes == question).then_some(nodes)
    }

    pub(super) fn put(&self, key: Key, depth: u32, nodes: u64) {
        let question = mixed(key, depth);
        let slot = self.slot(question);
        slot.check.store(question ^ nodes, Ordering::Relaxed);
        slot.nodes.store(nodes, Ordering::Relaxed);
    }

    /// The high bits choose the slot, so any number of slots will do.
    fn slot(&self, question: u64) -> &Slot {
        let index = (u128::from(question) * self.slots.len() as u128) >> 64;
        &self.slots[index as usize]
    }
}

/// The hash of position and depth.
fn mixed(key: Key, depth: u32) -> u64 {
    key.0 ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_found_again_at_its_own_depth_only() {
        let table = PerftTable::with_megabytes(NonZeroUsize::MIN).unwrap();
        table.put(Key(7), 4, 1234);
        assert_eq!(table.get(Key(7), 4), Some(1234));
        assert_eq!(table.get(Key(7), 5), None);
        assert_eq!(table.get(Key(8), 4), None);
    }

    #[test]
    fn a_slot_written_by_halves_is_empty() {
        let table = PerftTable::with_megabytes(NonZeroUsize::MIN).unwrap();
        table.put(Key(7), 4, 1234);
        table.slot(mixed(Key(7), 4)).nodes.store(99, Ordering::Relaxed);
        assert_eq!(table.get(Key(7), 4), None);
    }

    #[test]
    fn a_table_that_fits_no_machine_is_refused() {
        // The second would be granted by a system that overcommits, and filling it would end the process.
        let installed = memory::available_bytes().map_or(1 << 30, |it| it >> 20);
        for megabytes in [usize::MAX, 2 * installed as usize] {
            let wanted = NonZeroUsize::new(megabytes).expect("a machine has memory");
            let error = PerftTable::with_megabytes(wanted).err().expect("it is refused");
            assert_eq!(error.wanted_mb, megabytes);
        }
    }
}
