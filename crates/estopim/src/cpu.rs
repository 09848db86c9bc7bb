//! Whether the processor has the instructions this build was compiled for.
//!
//! `is_x86_feature_detected!` cannot tell: it is constant for features that the compiler may assume. So `cpuid` is
//! used.

/// The first instructions missing from this processor, in words.
#[cfg(target_arch = "x86_64")]
pub fn check() -> Result<(), String> {
    use std::arch::x86_64::__cpuid;

    /// Leaf of the `cpuid` instruction, bit of its `ecx` answer, name, and whether this build uses it.
    const WANTED: [(u32, u32, &str, bool); 7] = [
        (1, 0, "SSE3", cfg!(target_feature = "sse3")),
        (1, 9, "SSSE3", cfg!(target_feature = "ssse3")),
        (1, 13, "CMPXCHG16B", cfg!(target_feature = "cmpxchg16b")),
        (1, 19, "SSE4.1", cfg!(target_feature = "sse4.1")),
        (1, 20, "SSE4.2", cfg!(target_feature = "sse4.2")),
        (1, 23, "POPCNT", cfg!(target_feature = "popcnt")),
        (0x8000_0001, 0, "LAHF", cfg!(target_feature = "lahfsahf")),
    ];

    let mut missing = Vec::new();
    for (leaf, bit, name, used) in WANTED {
        if used && __cpuid(leaf).ecx >> bit & 1 == 0 {
            missing.push(name);
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "this build needs a processor with {} (x86-64-v2, made since about 2009); \
         build from source with RUSTFLAGS=\"-C target-cpu=x86-64\" for this one",
        missing.join(", ")
    ))
}

/// Other processors have what their target promises.
#[cfg(not(target_arch = "x86_64"))]
pub fn check() -> Result<(), String> {
    Ok(())
}
