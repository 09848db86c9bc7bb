//! Turning weights by gradient descent until the evaluation foretells results.

use estopim_engine::SearchRules;
use estopim_engine::eval::{FULL_PHASE, Layout, Pair, Tally, Weights, phase};
use estopim_rules::{Position, Variant, with_position, with_rules};

use crate::data::Record;

/// How weights are turned.
#[derive(Clone, Copy, Debug)]
pub struct DescentSettings {
    /// The game.
    pub variant: Variant,
    /// How often all records are gone through.
    pub epochs: u32,
    /// How far a weight moves at first, in centipawns.
    pub rate: f64,
    /// How much the result counts against the search's score, from 0 to 1.
    pub result_share: f64,
    /// How strongly weights are drawn back to where they started.
    pub decay: f64,
}

/// What an epoch came to.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Counted from one.
    pub epoch: u32,
    /// The mean squared error over the records turned by.
    pub error: f64,
    /// The same over records kept aside.
    pub validation: f64,
}

/// A record as the descent sees it.
struct Point {
    facts: Vec<(u16, i8)>,
    /// How much of the opening is left, from 0 to 1.
    opening: f64,
    target: f64,
}

/// One record in so many is kept aside.
const ASIDE: usize = 20;
/// Records a step.
const BATCH: usize = 4096;
/// Centipawns in which the chance of winning grows from ½ to 1/(1+1/e).
const SCALE: f64 = 200.0;

/// Turns the built-in weights of a game by the records and returns the text of the new ones. Records of other
/// games count for nothing.
pub fn tune(settings: DescentSettings, records: &[Record], report: impl FnMut(Progress)) -> String {
    let points: Vec<Point> = records.iter().filter_map(|record| point(record, settings)).collect();
    with_rules!(settings.variant, R => {
        let start = Weights::parse(<R as SearchRules>::LAYOUT, <R as SearchRules>::WEIGHTS)
            .expect("the built-in weights are sound");
        descend(settings, <R as SearchRules>::LAYOUT, &start, &points, report)
    })
}

fn point(record: &Record, settings: DescentSettings) -> Option<Point> {
    fn facts_of<R: SearchRules>(pos: &Position<R>) -> (Vec<(u16, i8)>, i32) {
        let mut list = List(Vec::new());
        R::pawn_facts(pos, &mut list);
        R::piece_facts(pos, &mut list);
        (list.0, phase(pos))
    }
    let position = record.position().ok()?;
    if position.variant() != settings.variant {
        return None;
    }
    let (facts, phase) = with_position!(&position, pos => facts_of(pos));
    let thought = chance(f64::from(record.score()));
    let share = settings.result_share;
    Some(Point {
        facts,
        opening: f64::from(phase) / f64::from(FULL_PHASE),
        target: share * f64::from(record.result().points()) + (1.0 - share) * thought,
    })
}

/// The facts of a position, written down.
struct List(Vec<(u16, i8)>);

impl Tally for List {
    fn add(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.0.push((term as u16, count as i8));
        }
    }
}

/// The chance of winning that a score means.
fn chance(centipawns: f64) -> f64 {
    1.0 / (1.0 + (-centipawns / SCALE).exp())
}

fn evaluate(point: &Point, weights: &[[f64; 2]]) -> f64 {
    let mut sum = [0.0; 2];
    for &(term, count) in &point.facts {
        let weight = weights[usize::from(term)];
        sum[0] += weight[0] * f64::from(count);
        sum[1] += weight[1] * f64::from(count);
    }
    sum[0] * point.opening + sum[1] * (1.0 - point.opening)
}

fn mean_error<'a>(points: impl Iterator<Item = &'a Point>, weights: &[[f64; 2]]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for point in points {
        let miss = chance(evaluate(point, weights)) - point.target;
        sum += miss * miss;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Adam: every weight has its own pace, by the mean and the spread of its gradients.
fn descend(
    settings: DescentSettings,
    layout: Layout,
    start: &Weights,
    points: &[Point],
    mut report: impl FnMut(Progress),
) -> String {
    let first: Vec<[f64; 2]> = (0..layout.len())
        .map(|term| start.get(term))
        .map(|pair| [f64::from(pair.opening()), f64::from(pair.ending())])
        .collect();
    let mut weights = first.clone();
    let mut mean = vec![[0.0; 2]; weights.len()];
    let mut spread = vec![[0.0; 2]; weights.len()];
    let mut steps = 0;
    let is_aside = |index: usize| index.is_multiple_of(ASIDE);
    let turned: Vec<&Point> =
        points.iter().enumerate().filter(|&(index, _)| !is_aside(index)).map(|(_, p)| p).collect();
    let mut gradient = vec![[0.0; 2]; weights.len()];
    for epoch in 1..=settings.epochs {
        // The pace falls to a tenth over the epochs.
        let done = f64::from(epoch - 1) / f64::from(settings.epochs.max(1));
        let rate = settings.rate * 0.1f64.powf(done);
        // A stride through the records, so that one batch has positions of many games.
        let batches = turned.len().div_ceil(BATCH).max(1);
        for batch in 0..batches {
            gradient.fill([0.0; 2]);
            let mut count = 0.0f64;
            for point in turned.iter().skip(batch).step_by(batches) {
                let won = chance(evaluate(point, &weights));
                let slope = 2.0 * (won - point.target) * won * (1.0 - won);
                for &(term, times) in &point.facts {
                    let pull = slope * f64::from(times);
                    let entry = &mut gradient[usize::from(term)];
                    entry[0] += pull * point.opening;
                    entry[1] += pull * (1.0 - point.opening);
                }
                count += 1.0;
            }
            steps += 1;
            let warm = |beta: f64| 1.0 - beta.powi(steps);
            for term in 0..weights.len() {
                for half in 0..2 {
                    let pull = gradient[term][half] / count.max(1.0);
                    let m = &mut mean[term][half];
                    *m = 0.9 * *m + 0.1 * pull;
                    let v = &mut spread[term][half];
                    *v = 0.999 * *v + 0.001 * pull * pull;
                    let pace = (*m / warm(0.9)) / ((*v / warm(0.999)).sqrt() + 1e-9);
                    let weight = &mut weights[term][half];
                    *weight -= rate * pace;
                    *weight -= rate * settings.decay * (*weight - first[term][half]);
                }
            }
        }
        let aside = points.iter().step_by(ASIDE);
        report(Progress {
            epoch,
            error: mean_error(turned.iter().copied(), &weights),
            validation: mean_error(aside, &weights),
        });
    }
    let pairs = weights
        .iter()
        .map(|pair| Pair::new(pair[0].round() as i32, pair[1].round() as i32))
        .collect();
    Weights::from_pairs(pairs).to_text(layout)
}
