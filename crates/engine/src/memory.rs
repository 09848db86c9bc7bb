//! The one island of unsafe code in the engine: hints to the processor about memory.
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
