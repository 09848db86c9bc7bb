//! Fits a [`WinCurve`] to positions with known scores and results, and says how well it predicts others.

use std::collections::BTreeMap;

use crate::win_probability::{PIECES, SCORES, Wdl, WinCurve, logistic, place};

/// How a game ended for the side whose score is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// It won.
    Won,
    /// Nobody won.
    Drawn,
    /// It lost.
    Lost,
}

/// Positions counted by score, number of pieces and result. A fit looks at these cells rather than at positions, so its time does
/// not depend on how many there are.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    cells: BTreeMap<(i32, u32), [u64; 3]>,
}

/// How many positions weigh as much as what a point of the curve was before, so that rare ones are not left to chance.
const PRIOR: f64 = 50.0;

impl Samples {
    /// Scores are rounded to this many centipawns.
    const SCORE_STEP: i32 = 5;

    /// Adds a position.
    pub fn add(&mut self, centipawns: i32, pieces: u32, ended: Ended) {
        let half = centipawns.signum() * Self::SCORE_STEP / 2;
        let score = (centipawns + half) / Self::SCORE_STEP * Self::SCORE_STEP;
        self.cells.entry((score, pieces)).or_default()[ended as usize] += 1;
    }

    /// Adds all positions of another.
    pub fn merge(&mut self, other: &Self) {
        for (&cell, counts) in &other.cells {
            let sums = self.cells.entry(cell).or_default();
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.cells.values().flatten().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    fn iter(&self) -> impl Iterator<Item = (i32, u32, &[u64; 3])> {
        self.cells.iter().map(|(&(score, pieces), counts)| (score, pieces, counts))
    }

    /// Minus the mean logarithm of the probability that `curve` gave to what happened.
    pub fn loss(&self, curve: &WinCurve) -> f64 {
        const LEAST: f64 = 1e-3;
        let mut sum = 0.0;
        for (score, pieces, counts) in self.iter() {
            let Wdl { win, draw, loss } = curve.wdl(score, pieces);
            for (probability, &count) in [win, draw, loss].into_iter().zip(counts) {
                sum -= count as f64 * probability.max(LEAST).ln();
            }
        }
        sum / self.len() as f64
    }

    /// The curve that predicts these results best, by least squares: what it still gets wrong around each of its points is added to the
    /// point, again and again. Every position counts as the side to move sees it, and as its opponent does.
    pub fn fit(&self) -> WinCurve {
        const ROUNDS: usize = 60;
        let start = SCORES.map(|score| logistic(f64::from(score) / 300.0));
        let mut win = [start; PIECES.len()];
        for _ in 0..ROUNDS {
            let curve = WinCurve::new(&win);
            let mut error = [[0.0; SCORES.len()]; PIECES.len()];
            let mut total = [[PRIOR; SCORES.len()]; PIECES.len()];
            for (score, pieces, counts) in self.iter() {
                let count = counts.iter().sum::<u64>() as f64;
                for (score, wins) in [(score, counts[0]), (-score, counts[2])] {
                    let off = wins as f64 - count * curve.win(score, pieces);
                    for (row, row_weight) in around(&PIECES, pieces) {
                        for (column, weight) in around(&SCORES, score) {
                            error[row][column] += row_weight * weight * off;
                            total[row][column] += row_weight * weight * count;
                        }
                    }
                }
            }
            for (row, win) in win.iter_mut().enumerate() {
                for (column, win) in win.iter_mut().enumerate() {
                    *win = (*win + error[row][column] / total[row][column]).clamp(0.0, 1.0);
                }
                make_rising(win, &total[row]);
            }
        }
        WinCurve::new(&win)
    }

    /// Adds to each tenth what `curve` predicts of these positions and how they ended.
    fn compare(&self, curve: &WinCurve, tenths: &mut [Sums; 10]) {
        for (score, pieces, counts) in self.iter() {
            let share = curve.wdl(score, pieces).share();
            let tenth = &mut tenths[((share * 10.0) as usize).min(9)];
            let count: u64 = counts.iter().sum();
            tenth.positions += count;
            tenth.predicted += share * count as f64;
            tenth.actual += counts[0] as f64 + counts[1] as f64 / 2.0;
        }
    }
}

/// How well curves predict: positions in tenths of the share of the point that is predicted. Each group of games has the curve that
/// predicts it. Positions of one game depend on each other, those of different groups do not, so it is by groups that the
/// standard error is estimated.
pub fn calibration<'a>(
    groups: impl IntoIterator<Item = (&'a Samples, &'a WinCurve)>,
) -> [Tenth; 10] {
    let mut totals = [Sums::default(); 10];
    // Of what was predicted too much, squared.
    let mut squares = [0.0; 10];
    for (samples, curve) in groups {
        let mut sums = [Sums::default(); 10];
        samples.compare(curve, &mut sums);
        for ((total, square), sum) in totals.iter_mut().zip(&mut squares).zip(sums) {
            total.positions += sum.positions;
            total.predicted += sum.predicted;
            total.actual += sum.actual;
            *square += (sum.predicted - sum.actual).powi(2);
        }
    }
    std::array::from_fn(|index| {
        let Sums { positions, predicted, actual } = totals[index];
        let count = positions.max(1) as f64;
        Tenth {
            positions,
            predicted: predicted / count,
            actual: actual / count,
            standard_error: squares[index].sqrt() / count,
        }
    })
}

/// Sums over the positions of a tenth.
#[derive(Clone, Copy, Default)]
struct Sums {
    positions: u64,
    predicted: f64,
    actual: f64,
}

/// Fits a curve to each part of the groups that leaves one in `parts` out, so that each group has a curve that has not seen it:
/// the group number `n` has the curve number `n % parts`.
pub fn cross_validated(groups: &[Samples], parts: usize) -> Vec<WinCurve> {
    let fitted_without = |part: usize| {
        let mut training = Samples::default();
        let others = groups.iter().enumerate().filter(|(number, _)| number % parts != part);
        others.for_each(|(_, group)| training.merge(group));
        training.fit()
    };
    (0..parts).map(fitted_without).collect()
}

/// The known values on either side of one, with how much it counts for each.
fn around<T: Copy + PartialOrd + Into<f64>>(known: &[T], value: T) -> [(usize, f64); 2] {
    let (low, way) = place(known, value);
    [(low, 1.0 - way), ((low + 1).min(known.len() - 1), way)]
}

/// Replaces values that fall by their mean until all rise (pool adjacent violators).
fn make_rising(values: &mut [f64], weights: &[f64]) {
    let mut pools: Vec<(f64, f64, usize)> = Vec::new();
    for (&value, &weight) in values.iter().zip(weights) {
        let mut pool = (value, weight, 1);
        while let Some(&last) = pools.last()
            && last.0 > pool.0
        {
            pools.pop();
            let weight = last.1 + pool.1;
            pool = ((last.0 * last.1 + pool.0 * pool.1) / weight, weight, last.2 + pool.2);
        }
        pools.push(pool);
    }
    let rising = pools.into_iter().flat_map(|(value, _, count)| std::iter::repeat_n(value, count));
    values.iter_mut().zip(rising).for_each(|(value, new)| *value = new);
}

/// Positions of which about the same was predicted.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tenth {
    /// How many.
    pub positions: u64,
    /// The mean share of the point that was predicted.
    pub predicted: f64,
    /// The mean share that was scored.
    pub actual: f64,
    /// How far the difference of the two is off by chance, as a standard deviation.
    pub standard_error: f64,
}

#[cfg(test)]
mod tests {
    use estopim_rules::SplitMix64;

    use super::*;

    /// Drawn more often with few pieces on the board.
    fn truth(score: i32, pieces: u32) -> Wdl {
        let (margin, width) = (400.0 - 10.0 * f64::from(pieces), 120.0);
        let win = logistic((f64::from(score) - margin) / width);
        let loss = logistic((f64::from(-score) - margin) / width);
        Wdl { win, draw: 1.0 - win - loss, loss }
    }

    /// Results drawn by the truth.
    fn drawn(count: u64, seed: u64) -> Samples {
        let mut random = SplitMix64::new(seed);
        let mut samples = Samples::default();
        for _ in 0..count {
            let score = random.below(2001) as i32 - 1000;
            let pieces = 2 + random.below(31) as u32;
            let wdl = truth(score, pieces);
            let ended = match random.unit() {
                chance if chance < wdl.win => Ended::Won,
                chance if chance < wdl.win + wdl.draw => Ended::Drawn,
                _ => Ended::Lost,
            };
            samples.add(score, pieces, ended);
        }
        samples
    }

    #[test]
    fn a_curve_is_found_again_from_results_drawn_by_it() {
        let fitted = drawn(300_000, 1).fit();
        for pieces in [6, 16, 30] {
            for score in [-500, -150, -30, 0, 80, 300] {
                let (want, found) = (truth(score, pieces), fitted.wdl(score, pieces));
                assert!(
                    (want.win - found.win).abs() < 0.03,
                    "{want:?}, {found:?} at {score}, {pieces} pieces"
                );
                assert!(
                    (want.draw - found.draw).abs() < 0.05,
                    "{want:?}, {found:?} at {score}, {pieces} pieces"
                );
            }
        }
        let others = drawn(300_000, 2);
        for tenth in calibration([(&others, &fitted)]) {
            assert!((tenth.predicted - tenth.actual).abs() < 0.01, "{tenth:?}");
        }
        // A curve that knows of no draws is seen to be wrong.
        let mut sharp = Samples::default();
        for score in -1000..=1000 {
            let ended = if score > 0 { Ended::Won } else { Ended::Lost };
            (2..=32).for_each(|pieces| sharp.add(score, pieces, ended));
        }
        let off = calibration([(&others, &sharp.fit())]);
        assert!(off.iter().any(|tenth| (tenth.predicted - tenth.actual).abs() > 0.05), "{off:?}");
        assert!(others.loss(&fitted) < others.loss(&sharp.fit()));
    }

    #[test]
    fn no_group_is_predicted_by_a_curve_that_has_seen_it() {
        // In each part of the groups everything ends in its own way.
        let ends = [Ended::Won, Ended::Drawn, Ended::Lost];
        let groups: Vec<Samples> = (0..30)
            .map(|number| {
                let mut group = Samples::default();
                (0..4000).for_each(|_| group.add(0, 20, ends[number % 3]));
                group
            })
            .collect();
        for (part, curve) in cross_validated(&groups, 3).iter().enumerate() {
            let wdl = curve.wdl(0, 20);
            let unseen = [wdl.win, wdl.draw, wdl.loss][part];
            // Every position counts from both sides, so wins and losses are seen together.
            assert!(part != 1 || unseen < 0.02, "{wdl:?}");
            assert!(part == 1 || wdl.draw > 0.45, "{wdl:?}");
        }
    }

    #[test]
    fn games_that_go_together_count_as_one() {
        let curve = drawn(300_000, 1).fit();
        let error = |groups: &[Samples]| {
            let tenths = calibration(groups.iter().map(|group| (group, &curve)));
            tenths[5].standard_error
        };
        // Each position by itself, against each forty times: forty times as many positions are no more certain.
        let alone: Vec<Samples> = (0..4000).map(|seed| drawn(1, seed)).collect();
        let again: Vec<Samples> = alone
            .iter()
            .map(|group| {
                let mut group = group.clone();
                let one = group.clone();
                (1..40).for_each(|_| group.merge(&one));
                group
            })
            .collect();
        assert!(error(&alone) > 0.01, "{}", error(&alone));
        assert!((error(&alone) - error(&again)).abs() < 1e-9);
    }

    #[test]
    fn what_falls_is_levelled() {
        let mut values = [0.1, 0.3, 0.2, 0.5, 0.4, 0.4];
        make_rising(&mut values, &[1.0; 6]);
        let want = [0.1, 0.25, 0.25, 1.3 / 3.0, 1.3 / 3.0, 1.3 / 3.0];
        assert!(
            values.iter().zip(want).all(|(found, want)| (found - want).abs() < 1e-9),
            "{values:?}"
        );
    }
}
