//! Statistics of results: score, Elo difference with its error, likelihood of superiority.
//!
//! Games are played in pairs from one opening with the colours changed, and the two games of a pair are
//! not independent: a one-sided opening gives each side a win. So the error is estimated from the
//! scores of pairs, of which there are five (hence "pentanomial"), not from single games, which would
//! overstate it.

use std::fmt;
use std::ops::AddAssign;

use estopim_rules::Color;
use serde::Serialize;

/// Games won, drawn and lost by the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

/// What one engine gets of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Points {
    /// Nothing.
    Loss,
    /// A half.
    Draw,
    /// One.
    Win,
}

/// Pairs of games by what the first engine got of both: 0, ½, 1, 1½ or 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PairCounts(pub [u64; 5]);

/// A difference in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference, infinite if all games were won or lost.
    pub difference: f64,
    /// Half the interval that holds the true difference in 95 of 100 cases; `None` where the results
    /// do not vary, so that nothing can be said.
    pub error: Option<f64>,
    /// The likelihood that the first engine is the stronger one, 0 to 1.
    pub superiority: f64,
}

impl Points {
    /// What the player of a colour gets.
    pub fn of(color: Color, winner: Option<Color>) -> Self {
        match winner {
            None => Self::Draw,
            Some(winner) if winner == color => Self::Win,
            Some(_) => Self::Loss,
        }
    }
}

impl Tally {
    /// How many games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The part of all points, 0 to 1; a half before the first game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The difference in strength, if all games were independent.
    pub fn elo(self) -> Elo {
        let sample = Sample::of([
            (0.0, self.losses as f64),
            (0.5, self.draws as f64),
            (1.0, self.wins as f64),
        ]);
        sample.elo()
    }
}

impl AddAssign<Points> for Tally {
    fn add_assign(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }
}

impl PairCounts {
    /// Adds a pair.
    pub fn add(&mut self, first: Points, second: Points) {
        self.0[first as usize + second as usize] += 1;
    }

    /// How many pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The difference in strength.
    pub fn elo(self) -> Elo {
        self.sample().elo()
    }

    fn sample(self) -> Sample {
        Sample::of(self.0.map(|count| count as f64).weighted())
    }

    /// Mean and variance of the score of a pair (0 to 1), and how many pairs there are. Results that have not occurred
    /// count as a thousandth, so that a few equal pairs do not have zero variance.
    pub(super) fn regular_sample(self) -> Sample {
        const NEVER_SEEN: f64 = 1e-3;
        Sample::of(
            self.0.map(|count| if count == 0 { NEVER_SEEN } else { count as f64 }).weighted(),
        )
    }
}

/// Counts of the five results of a pair with the score of each.
trait Weighted {
    fn weighted(self) -> [(f64, f64); 5];
}

impl Weighted for [f64; 5] {
    fn weighted(self) -> [(f64, f64); 5] {
        std::array::from_fn(|index| (index as f64 / 4.0, self[index]))
    }
}

/// Scores between 0 and 1, described by their number, mean and variance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    pub(super) count: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Sample {
    /// Describes scores, each given with how often it occurred.
    fn of<const N: usize>(scores: [(f64, f64); N]) -> Self {
        let sum = |term: &dyn Fn(f64) -> f64| -> f64 {
            scores.iter().map(|&(score, times)| times * term(score)).sum()
        };
        let count = sum(&|_| 1.0);
        if count == 0.0 {
            return Self { count, mean: 0.5, variance: 0.0 };
        }
        let mean = sum(&|score| score) / count;
        let variance = sum(&|score| (score - mean).powi(2)) / count;
        Self { count, mean, variance }
    }

    fn elo(self) -> Elo {
        /// 95 of 100 normally distributed values lie within this many standard deviations.
        const Z_95: f64 = 1.959_964;
        let difference = elo_of_score(self.mean);
        let deviation = (self.variance / self.count).sqrt();
        if deviation.is_nan() || deviation == 0.0 {
            let superiority = match self.mean {
                mean if mean > 0.5 => 1.0,
                mean if mean < 0.5 => 0.0,
                _ => 0.5,
            };
            return Elo { difference, error: None, superiority };
        }
        let bound = |sign: f64| elo_of_score(self.mean + sign * Z_95 * deviation);
        Elo {
            difference,
            error: Some((bound(1.0) - bound(-1.0)) / 2.0),
            superiority: normal_distribution((self.mean - 0.5) / deviation),
        }
    }
}

/// The score that a difference in strength gives on average.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in strength that a score stands for; infinite at 0 and 1 and beyond.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// How likely a standard normal value is below `z`, to seven digits (Abramowitz and Stegun, 7.1.26).
fn normal_distribution(z: f64) -> f64 {
    const A: [f64; 5] =
        [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t);
    let tail = polynomial * (-x * x).exp() / 2.0;
    if z > 0.0 { 1.0 - tail } else { tail }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses } = self;
        write!(f, "+{wins} ={draws} -{losses} ({:.1} %)", 100.0 * self.score())
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1}", self.difference)?;
        if let Some(error) = self.error {
            write!(f, " ± {error:.1}")?;
        }
        write!(f, ", LOS {:.1} %", 100.0 * self.superiority)
    }
}

impl fmt::Display for PairCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn close(found: f64, wanted: f64, tolerance: f64) {
        assert!((found - wanted).abs() <= tolerance, "found {found}, wanted {wanted}");
    }

    /// Differences as in the rating tables: 64 % is 100 points, 76 % is 200.
    #[rstest]
    #[case(0.5, 0.0)]
    #[case(0.640_065, 100.0)]
    #[case(0.759_747, 200.0)]
    #[case(0.909_091, 400.0)]
    #[case(0.25, -190.848)]
    fn scores_and_differences_belong_together(#[case] score: f64, #[case] elo: f64) {
        close(elo_of_score(score), elo, 1e-3);
        close(score_of_elo(elo), score, 1e-6);
    }

    #[rstest]
    #[case(0.0, 0.5)]
    #[case(1.0, 0.841_345)]
    #[case(-1.959_964, 0.025)]
    #[case(3.0, 0.998_650)]
    fn the_normal_distribution_is_as_in_tables(#[case] z: f64, #[case] likelihood: f64) {
        close(normal_distribution(z), likelihood, 1e-6);
    }

    /// By hand: the score is 0.7, the variance 0.6·0.09 + 0.2·0.04 + 0.2·0.49 = 0.16, the deviation of
    /// the mean 0.04, the interval 0.6216 to 0.7784, which is 86.2 to 218.3.
    #[test]
    fn a_tally_gives_elo_with_error() {
        let elo = Tally { wins: 60, draws: 20, losses: 20 }.elo();
        close(elo.difference, 147.19, 0.01);
        close(elo.error.unwrap(), 66.0, 0.1);
        close(elo.superiority, 0.999_999_7, 1e-6);
    }

    /// By hand: 10 pairs of 1½, 10 of ½ and 20 of 1 point score 0.5 with variance 0.5·0.0625 = 0.03125.
    #[test]
    fn pairs_give_elo_with_error() {
        let elo = PairCounts([0, 10, 20, 10, 0]).elo();
        close(elo.difference, 0.0, 1e-9);
        let bound = elo_of_score(0.5 + 1.959_964 * (0.031_25_f64 / 40.0).sqrt());
        close(elo.error.unwrap(), bound, 1e-9);
        close(elo.superiority, 0.5, 1e-6);
    }

    #[test]
    fn pairs_of_one_sided_openings_hide_the_noise_of_their_games() {
        // Ten openings, each won by White twice: nothing is uncertain about equal strength.
        let (mut pairs, mut games) = (PairCounts::default(), Tally::default());
        for _ in 0..10 {
            pairs.add(Points::Win, Points::Loss);
            games += Points::Win;
            games += Points::Loss;
        }
        assert_eq!(pairs, PairCounts([0, 0, 10, 0, 0]));
        assert_eq!(pairs.elo(), Elo { difference: 0.0, error: None, superiority: 0.5 });
        assert!(games.elo().error.unwrap() > 100.0);
    }

    #[rstest]
    #[case([0, 0, 0, 0, 5], f64::INFINITY, 1.0)]
    #[case([5, 0, 0, 0, 0], f64::NEG_INFINITY, 0.0)]
    #[case([0; 5], 0.0, 0.5)]
    fn extremes_do_not_break_anything(
        #[case] pairs: [u64; 5],
        #[case] difference: f64,
        #[case] superiority: f64,
    ) {
        assert_eq!(PairCounts(pairs).elo(), Elo { difference, error: None, superiority });
    }
}
