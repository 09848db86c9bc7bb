//! The one island of unsafe code in the engine: hints about memory to the processor and the system.
#![allow(unsafe_code)]

/// Asks the processor to fetch what `place` refers to. A hint: it changes nothing but time.
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

/// Asks the system to back this memory, not yet written to, with large pages: a big table then misses the
/// processor's page cache less often. A hint: where there are no large pages nothing changes.
pub(crate) fn ask_for_large_pages<T>(place: &[std::mem::MaybeUninit<T>]) {
    #[cfg(target_os = "linux")]
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
    #[cfg(not(target_os = "linux"))]
    let _ = place;
}
