//! [`SplitMix64`]: a small pseudo-random number generator that gives the same numbers for the same seed on every
//! machine and in every version.
//!
//! It is a plain value: no global state, no entropy from outside. Zobrist keys, random openings, self-play, the
//! computer's weaker levels and the tests all draw from it, so a seed reproduces a run. It is not for secrets.

/// Sebastiano Vigna's `SplitMix64` (<https://prng.di.unimi.it/splitmix64.c>): a counter that advances by a fixed
/// odd step, and a mixing function that turns it into the output.
///
/// ```
/// use estopim_rules::SplitMix64;
///
/// let (mut a, mut b) = (SplitMix64::new(7), SplitMix64::new(7));
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The step of the counter: 2⁶⁴ divided by the golden ratio, made odd.
    pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// A generator that begins with `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of the many independent generators that a seed gives, by its number.
    pub const fn stream(seed: u64, number: u64) -> Self {
        let start = Self(seed).next_u64();
        Self(Self(start.wrapping_add(number)).next_u64())
    }

    /// The next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// The output numbered `n`, counted from one, of the generator that begins with `seed`.
    pub const fn nth(seed: u64, n: u64) -> u64 {
        Self(seed.wrapping_add(n.wrapping_sub(1).wrapping_mul(Self::STEP))).next_u64()
    }

    /// A number less than `bound`, which must not be zero. Small numbers are likelier by `bound` parts in 2⁶⁴.
    #[inline]
    pub const fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// A number from 0 up to, but not including, 1.
    pub const fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// About normally distributed with mean 0 and standard deviation 1: the sum of twelve uniform numbers, less
    /// their mean.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs for the seed 1234567, as the reference implementation prints them.
    const REFERENCE: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];

    #[test]
    fn the_outputs_are_those_of_the_reference() {
        let mut rng = SplitMix64::new(1_234_567);
        for (n, wanted) in (1..).zip(REFERENCE) {
            assert_eq!(rng.next_u64(), wanted);
            assert_eq!(SplitMix64::nth(1_234_567, n), wanted);
        }
    }

    #[test]
    fn streams_of_one_seed_differ() {
        let first: Vec<u64> = (0..100).map(|n| SplitMix64::stream(3, n).next_u64()).collect();
        let mut distinct = first.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), first.len());
    }

    #[test]
    fn normal_numbers_have_the_mean_and_the_deviation_they_should() {
        let mut rng = SplitMix64::new(1);
        let numbers: Vec<f64> = (0..10_000).map(|_| rng.normal()).collect();
        let mean = numbers.iter().sum::<f64>() / 10_000.0;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }
}
