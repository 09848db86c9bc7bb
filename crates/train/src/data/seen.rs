//! [`Seen`]: which positions are in the file already, in memory that does not grow.

/// A hash set of positions of fixed size. A new entry may replace an old one, so that a long run forgets early
/// positions; the contents depend on the order of the positions alone.
#[derive(Debug)]
pub struct Seen(Vec<u32>);

/// 128 megabytes, of which a short run touches little.
const SLOTS: usize = 1 << 25;

impl Seen {
    /// An empty set.
    #[expect(clippy::new_without_default, reason = "so much memory is no default")]
    pub fn new() -> Self {
        Self(vec![0; SLOTS])
    }

    /// Inserts a fingerprint and returns whether it is new.
    pub fn insert(&mut self, fingerprint: u64) -> bool {
        let slot = &mut self.0[fingerprint as usize % SLOTS];
        // Zero is an empty slot.
        let rest = ((fingerprint >> 32) as u32).max(1);
        std::mem::replace(slot, rest) != rest
    }
}
