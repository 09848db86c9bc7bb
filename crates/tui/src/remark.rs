//! Chooses the computer's next remark. The occasions for remarks are in `estopim_play`.

use estopim_play::RemarkKind;
use estopim_rules::rng::SplitMix64;

/// Chooses remarks at random, and never the same twice in a row.
#[derive(Clone, Debug)]
pub struct Remarks {
    rng: SplitMix64,
    last: Option<String>,
}

impl Remarks {
    /// Remarks chosen by `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { rng: SplitMix64::new(seed), last: None }
    }

    /// A random number.
    pub const fn random(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// The name of the text to say.
    pub fn next_key(&mut self, kind: RemarkKind) -> String {
        let key = kind.next_key(self.last.as_deref(), self.rng.next_u64());
        self.last = Some(key.clone());
        key
    }
}
