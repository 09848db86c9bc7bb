//! The engine's only unsafe code: the memory of the transposition table, prefetching and huge pages.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::AtomicU64;

/// Entries in a bucket; a bucket fills one cache line.
pub(crate) const BUCKET: usize = 4;

/// The entries that share an index of the table.
#[repr(align(64))]
pub(crate) struct Bucket(pub [Slot; BUCKET]);

/// One entry of the table; empty if both words are zero.
pub(crate) struct Slot {
    pub check: AtomicU64,
    pub data: AtomicU64,
}

/// `count` empty buckets, or `None` if the allocation fails. The system maps zeroed pages when they are first touched,
/// so this is fast however large the table is.
#[expect(clippy::cast_ptr_alignment, reason = "what is allocated is aligned as the layout asks")]
pub(crate) fn empty_buckets(count: usize) -> Option<Box<[Bucket]>> {
    let layout = Layout::array::<Bucket>(count).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout's size is not zero.
    let place = unsafe { alloc_zeroed(layout) }.cast::<Bucket>();
    if place.is_null() {
        return None;
    }
    // SAFETY: `place` was allocated by the global allocator with the layout of `count` buckets, and bytes that are all
    // zero are a bucket: it consists of nothing but atomic integers.
    let buckets = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, count)) };
    ask_for_large_pages(&buckets);
    Some(buckets)
}

/// Prefetches `place` into the processor's cache. It changes nothing but the time.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing that the program can observe, and every x86-64 has SSE.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Asks the system to back this memory, not yet touched, with huge pages, so that a big table has fewer TLB misses. It
/// has no effect where there are none.
fn ask_for_large_pages<T>(place: &[T]) {
    // Miri has no madvise.
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let start = place.as_ptr().addr().next_multiple_of(PAGE);
        let end = place.as_ptr_range().end.addr() / PAGE * PAGE;
        if start < end {
            let start = place.as_ptr().with_addr(start).cast_mut().cast();
            // SAFETY: the range lies within `place`, which is ours, and MADV_HUGEPAGE changes neither
            // contents nor protection; a refusal is of no consequence.
            unsafe { libc::madvise(start, end - start.addr(), libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(any(not(target_os = "linux"), miri))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn buckets_are_aligned_empty_and_given_back() {
        for count in [1, 2, 100] {
            let buckets = empty_buckets(count).expect("there is room for little");
            assert_eq!(buckets.len(), count);
            assert!(buckets.as_ptr().addr().is_multiple_of(align_of::<Bucket>()));
            for slot in buckets.iter().flat_map(|bucket| &bucket.0) {
                assert_eq!((slot.check.load(Relaxed), slot.data.load(Relaxed)), (0, 0));
            }
            prefetch(&buckets[count - 1]);
        }
    }

    #[test]
    fn no_buckets_and_more_than_can_be_addressed_are_refused() {
        for count in [0, usize::MAX / size_of::<Bucket>(), usize::MAX] {
            assert!(empty_buckets(count).is_none(), "{count}");
        }
    }
}
