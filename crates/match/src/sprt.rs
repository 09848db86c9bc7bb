//! [`Sprt`]: the sequential probability ratio test, which decides when a match may end.
//!
//! A sequential probability ratio test decides between two hypotheses, that the true difference is `elo0`
//! and that it is `elo1`, after as few games as possible (Wald, 1945). After each pair of games it
//! looks at the logarithm of the likelihood ratio (LLR) of the results under the two; it accepts the
//! first at the lower bound ln(β / (1 − α)) and the second at the upper bound ln((1 − β) / α).
//!
//! The likelihood of pairs is not known: an Elo difference fixes the mean of their scores, not how they are
//! spread over the five results. The generalised test (GSPRT; M. Van den Bergh's notes on it are what
//! testers of chess engines follow) takes the spread that fits the results best. By the central limit
//! theorem the mean score m of n pairs is close to normal with variance σ²/n, σ² being the variance found, so
//!
//! ```text
//! LLR = n/2σ² · ((m − s0)² − (m − s1)²) = n/2σ² · (s1 − s0) · (2m − s0 − s1)
//! ```
//!
//! where s0 and s1 are the scores that `elo0` and `elo1` give on the logistic curve.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::settings::{SettingError, Settings};
use super::stats::{PairCounts, score_of_elo};

/// A test between two differences in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The smaller difference.
    pub elo0: f64,
    /// The larger difference.
    pub elo1: f64,
    /// How often a true `elo0` may be taken for `elo1`.
    pub alpha: f64,
    /// How often a true `elo1` may be taken for `elo0`.
    pub beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
    /// What has been shown.
    pub verdict: Option<Verdict>,
}

/// What a test has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The difference is not the larger one: `elo0` is accepted.
    Failed,
    /// `elo1` is accepted.
    Passed,
}

/// With fewer pairs the variance is not known well enough for the normal approximation.
const FEWEST_PAIRS: u64 = 20;

impl Sprt {
    /// Where the test stands after some pairs.
    pub fn state(&self, pairs: PairCounts) -> SprtState {
        let (lower, upper) = self.bounds();
        let llr = self.llr(pairs);
        let enough = pairs.pairs() >= FEWEST_PAIRS;
        let verdict = match llr {
            llr if enough && llr >= upper => Some(Verdict::Passed),
            llr if enough && llr <= lower => Some(Verdict::Failed),
            _ => None,
        };
        SprtState { llr, lower, upper, verdict }
    }

    fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    fn llr(&self, pairs: PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let sample = pairs.regular_sample();
        let (s0, s1) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        sample.count * (s1 - s0) * (2.0 * sample.mean - s0 - s1) / (2.0 * sample.variance)
    }
}

/// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05`; these are the defaults.
impl FromStr for Sprt {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        const ELO: &str = "a difference in Elo";
        const RISK: &str = "a risk above 0 and below 0.5";
        let mut settings = Settings::parse(text)?;
        let elo0: f64 = settings.take_as("elo0", ELO)?.unwrap_or(0.0);
        let elo1: f64 = settings.take_as("elo1", ELO)?.unwrap_or(5.0);
        let alpha: f64 = settings.take_as("alpha", RISK)?.unwrap_or(0.05);
        let beta: f64 = settings.take_as("beta", RISK)?.unwrap_or(0.05);
        settings.finish()?;
        for (key, risk) in [("alpha", alpha), ("beta", beta)] {
            if !(risk > 0.0 && risk < 0.5) {
                let (key, found) = (key.to_owned(), risk.to_string());
                return Err(SettingError::Value { key, wanted: RISK, found });
            }
        }
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            let (key, found) = ("elo1".to_owned(), elo1.to_string());
            return Err(SettingError::Value { key, wanted: "a number above elo0", found });
        }
        Ok(Self { elo0, elo1, alpha, beta })
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { llr, lower, upper, verdict } = self;
        write!(f, "LLR {llr:.2} ({lower:.2}, {upper:.2})")?;
        match verdict {
            None => Ok(()),
            Some(Verdict::Passed) => f.write_str(" passed"),
            Some(Verdict::Failed) => f.write_str(" failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn the_usual_bounds_are_as_everywhere() {
        let state = sprt("").state(PairCounts::default());
        assert!((state.lower + 2.944_439).abs() < 1e-6, "{state}");
        assert!((state.upper - 2.944_439).abs() < 1e-6, "{state}");
        assert_eq!((state.llr, state.verdict), (0.0, None));
    }

    /// By hand: m = 92.5/150, σ² = 69.375/150 − m² = 0.082222, s0 = 0.5, s1 = 0.507195;
    /// LLR = 150 · 0.007195 · 0.226138 / 0.164444.
    #[test]
    fn the_ratio_is_as_counted_by_hand() {
        let state = sprt("elo0=0,elo1=5").state(PairCounts([10, 20, 40, 50, 30]));
        assert!((state.llr - 1.4842).abs() < 1e-3, "{state}");
        assert_eq!(state.verdict, None);
    }

    #[rstest]
    #[case::better([50, 200, 500, 400, 100], Some(Verdict::Passed))]
    #[case::worse([100, 400, 500, 200, 50], Some(Verdict::Failed))]
    #[case::equal_but_few([2, 8, 20, 8, 2], None)]
    #[case::equal_and_many([400, 1600, 4000, 1600, 400], Some(Verdict::Failed))]
    #[case::the_first_few_pairs_decide_nothing([0, 0, 0, 0, 5], None)]
    #[case::always_won([0, 0, 0, 0, 20], Some(Verdict::Passed))]
    fn enough_is_enough(#[case] pairs: [u64; 5], #[case] verdict: Option<Verdict>) {
        let state = sprt("elo0=0,elo1=10").state(PairCounts(pairs));
        assert_eq!(state.verdict, verdict, "{state}");
    }

    #[test]
    fn exchanging_the_sides_changes_the_sign() {
        let pairs = [3, 17, 40, 25, 9];
        let mut exchanged = pairs;
        exchanged.reverse();
        let one = sprt("elo0=-5,elo1=5").state(PairCounts(pairs)).llr;
        let other = sprt("elo0=-5,elo1=5").state(PairCounts(exchanged)).llr;
        assert!((one + other).abs() < 1e-9);
    }

    #[rstest]
    #[case("elo0=5,elo1=5")]
    #[case("alpha=0")]
    #[case("beta=0.7")]
    #[case("elo1=inf")]
    #[case("gamma=1")]
    fn a_senseless_test_is_refused(#[case] text: &str) {
        assert!(text.parse::<Sprt>().is_err());
    }
}
