//! A small source of chance that gives the same numbers for the same seed everywhere.

/// Numbers that look random (splitmix).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Begins with `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of many that a seed gives, each of which begins somewhere else.
    pub fn stream(seed: u64, number: u64) -> Self {
        let start = Self(seed).next();
        Self(Self(start.wrapping_add(number)).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    /// A number less than `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// About normally distributed: the sum of twelve even chances, less their mean.
    pub fn normal(&mut self) -> f64 {
        let sum: f64 = (0..12).map(|_| (self.next() >> 11) as f64 / (1u64 << 53) as f64).sum();
        sum - 6.0
    }
}

/// Positions as random games bring them, for tests that compare two ways to find something out.
#[cfg(test)]
pub(crate) mod walks {
    use estopim_rules::{Game, Position, Rules};

    use super::Chance;

    /// Shows `look` every position of sixty random games but the first.
    pub fn each_position<R: Rules>(mut look: impl FnMut(&Position<R>)) {
        let start = Game::new(R::VARIANT).start().fen();
        let mut chance = Chance::new(5);
        let mut seen = 0;
        for _ in 0..60 {
            let mut pos = Position::<R>::from_fen(&start).expect("the first position is sound");
            for _ in 0..80 {
                let moves = pos.legal_moves();
                if moves.is_empty() || pos.outcome().is_some() {
                    break;
                }
                pos = pos.after(moves[chance.below(moves.len())]);
                look(&pos);
                seen += 1;
            }
        }
        assert!(seen > 500, "the games were too short: {seen}");
    }
}
