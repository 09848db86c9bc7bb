//! Texel tuning: gradient descent on the weights of the hand-crafted evaluation (HCE), until it predicts results.

use estopim_analysis::win_probability::logistic;
use estopim_engine::SearchRules;
use estopim_engine::eval::{FULL_PHASE, Layout, Tapered, TermSink, Weights, phase};
use estopim_rules::{Position, Variant, with_position, with_rules};

use crate::data::Record;
use crate::train::{Kernels, adam_step};

/// How weights are tuned.
#[derive(Clone, Copy, Debug)]
pub struct DescentSettings {
    /// The game.
    pub variant: Variant,
    /// How often all records are gone through.
    pub epochs: u32,
    /// The learning rate of the first epoch, in centipawns.
    pub rate: f64,
    /// How much the result counts against the search's score, from 0 to 1.
    pub result_share: f64,
    /// Weight decay, towards the weights it started from.
    pub decay: f64,
}

/// The errors of an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Counted from one.
    pub epoch: u32,
    /// The mean squared error over the training records.
    pub error: f64,
    /// The same over the validation records.
    pub validation: f64,
}

/// A record as the descent sees it.
struct Point {
    /// Active terms and their counts, White's less Black's.
    features: Vec<(u16, i8)>,
    /// The weight of the midgame, from 0 to 1; the endgame has the rest.
    midgame: f64,
    /// The expected score of White.
    target: f64,
}

/// One record in this many is for validation.
const VALIDATION_EVERY: usize = 20;
/// Records a step.
const BATCH: usize = 4096;
/// Centipawns in which the win probability grows from ½ to 1/(1+1/e).
const SCALE: f64 = 200.0;
/// What the learning rate falls to over the epochs, as a part of the first.
const LAST_RATE: f64 = 0.1;

/// Tunes the built-in weights of a game on the records and returns the text of the new ones. Records of other games
/// are ignored.
pub fn tune(settings: DescentSettings, records: &[Record], report: impl FnMut(Progress)) -> String {
    let points: Vec<Point> = records.iter().filter_map(|record| point(record, settings)).collect();
    with_rules!(settings.variant, R => {
        let start = Weights::parse(<R as SearchRules>::LAYOUT, <R as SearchRules>::WEIGHTS)
            .expect("the built-in weights are sound");
        descend(settings, <R as SearchRules>::LAYOUT, &start, &points, report)
    })
}

fn point(record: &Record, settings: DescentSettings) -> Option<Point> {
    fn features_of<R: SearchRules>(pos: &Position<R>) -> (Vec<(u16, i8)>, i32) {
        let mut list = List(Vec::new());
        R::pawn_terms(pos, &mut list);
        R::piece_terms(pos, &mut list);
        (list.0, phase(pos))
    }
    let position = record.position().ok()?;
    if position.variant() != settings.variant {
        return None;
    }
    let (features, phase) = with_position!(&position, pos => features_of(pos));
    let predicted = win_probability(f64::from(record.score()));
    let share = settings.result_share;
    Some(Point {
        features,
        midgame: f64::from(phase) / f64::from(FULL_PHASE),
        target: share * f64::from(record.result().points()) + (1.0 - share) * predicted,
    })
}

/// The features of a position as a list.
struct List(Vec<(u16, i8)>);

impl TermSink for List {
    fn add(&mut self, term: usize, count: i32) {
        if count != 0 {
            self.0.push((term as u16, count as i8));
        }
    }
}

fn win_probability(centipawns: f64) -> f64 {
    logistic(centipawns / SCALE)
}

fn evaluate(point: &Point, weights: &[[f64; 2]]) -> f64 {
    let mut sum = [0.0; 2];
    for &(term, count) in &point.features {
        let weight = weights[usize::from(term)];
        sum[0] += weight[0] * f64::from(count);
        sum[1] += weight[1] * f64::from(count);
    }
    sum[0] * point.midgame + sum[1] * (1.0 - point.midgame)
}

fn mean_error<'a>(points: impl Iterator<Item = &'a Point>, weights: &[[f64; 2]]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for point in points {
        let error = win_probability(evaluate(point, weights)) - point.target;
        sum += error * error;
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The differences of the weights from their start values, in the midgame and in the endgame, with Adam's moments.
/// Weight decay pulls these differences to zero.
struct Differences {
    values: Vec<f32>,
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
    gradient: Vec<f32>,
    steps: u64,
}

impl Differences {
    fn new(terms: usize) -> Self {
        let zeros = || vec![0.0; 2 * terms];
        Self {
            values: zeros(),
            first_moment: zeros(),
            second_moment: zeros(),
            gradient: zeros(),
            steps: 0,
        }
    }

    /// The weights as they are now.
    fn added_to(&self, start: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let (differences, _) = self.values.as_chunks::<2>();
        let pairs = start.iter().zip(differences);
        pairs.map(|(s, d)| [s[0] + f64::from(d[0]), s[1] + f64::from(d[1])]).collect()
    }

    /// One step of Adam by the mean gradient of `batch`, given the weights as they are now.
    fn step<'a>(
        &mut self,
        batch: impl Iterator<Item = &'a Point>,
        weights: &[[f64; 2]],
        rate: f64,
        decay: f64,
    ) {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        let mut count = 0;
        for point in batch {
            let predicted = win_probability(evaluate(point, weights));
            let slope = 2.0 * (predicted - point.target) * predicted * (1.0 - predicted);
            for &(term, times) in &point.features {
                let change = slope * f64::from(times);
                let entry = &mut gradient[usize::from(term)];
                entry[0] += change * point.midgame;
                entry[1] += change * (1.0 - point.midgame);
            }
            count += 1;
        }
        for (sum, exact) in self.gradient.iter_mut().zip(gradient.as_flattened()) {
            *sum = *exact as f32;
        }
        self.steps += 1;
        let step = adam_step(self.steps, rate, decay, count.max(1), f32::MAX);
        let Self { values, first_moment, second_moment, gradient, .. } = self;
        Kernels::best().adam(&step, values, first_moment, second_moment, gradient);
    }
}

fn descend(
    settings: DescentSettings,
    layout: Layout,
    start: &Weights,
    points: &[Point],
    mut report: impl FnMut(Progress),
) -> String {
    let start: Vec<[f64; 2]> = (0..layout.len())
        .map(|term| start.get(term))
        .map(|pair| [f64::from(pair.midgame()), f64::from(pair.endgame())])
        .collect();
    let mut weights = start.clone();
    let mut differences = Differences::new(weights.len());
    let is_validation = |index: usize| index.is_multiple_of(VALIDATION_EVERY);
    let training: Vec<&Point> = points
        .iter()
        .enumerate()
        .filter(|&(index, _)| !is_validation(index))
        .map(|(_, point)| point)
        .collect();
    for epoch in 1..=settings.epochs {
        let done = f64::from(epoch - 1) / f64::from(settings.epochs.max(1));
        let rate = settings.rate * LAST_RATE.powf(done);
        // A stride through the records, so that one batch has positions of many games.
        let batches = training.len().div_ceil(BATCH).max(1);
        for batch in 0..batches {
            let batch = training.iter().skip(batch).step_by(batches).copied();
            differences.step(batch, &weights, rate, settings.decay);
            weights = differences.added_to(&start);
        }
        report(Progress {
            epoch,
            error: mean_error(training.iter().copied(), &weights),
            validation: mean_error(points.iter().step_by(VALIDATION_EVERY), &weights),
        });
    }
    let pairs = weights
        .iter()
        .map(|pair| Tapered::new(pair[0].round() as i32, pair[1].round() as i32))
        .collect();
    Weights::from_pairs(pairs).to_text(layout)
}
