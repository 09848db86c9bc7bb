//! How well the hand-crafted evaluation (HCE) predicts the same targets: the baseline that a network must beat.

use estopim_engine::SearchRules;
use estopim_engine::eval::{Weights, evaluate};
use estopim_rules::{Color, Position, with_rules};

use super::Settings;
use super::example::win_probability;
use crate::data::Record;

/// The loss of the hand-crafted evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Baseline {
    /// The mean squared error of the win probability.
    pub loss: f64,
    /// The scale at which that is least, in centipawns.
    pub scale: u16,
}

/// The loss of the hand-crafted evaluation over some positions, at the scale that suits it best.
pub fn baseline(settings: &Settings, records: &[Record]) -> Baseline {
    let values = with_rules!(settings.variant, R => values::<R>(settings, records));
    let at = |scale: u16| {
        let error = |&(value, target): &(f32, f32)| {
            f64::from(win_probability(value / f32::from(scale)) - target).powi(2)
        };
        let loss = values.iter().map(error).sum::<f64>() / values.len().max(1) as f64;
        Baseline { loss, scale }
    };
    let tried = (1..=40).map(|step| at(step * 25));
    tried.min_by(|a, b| a.loss.total_cmp(&b.loss)).expect("some scales are tried")
}

/// The hand-crafted evaluation of each position and its target, both for White.
fn values<R: SearchRules>(settings: &Settings, records: &[Record]) -> Vec<(f32, f32)> {
    let weights = Weights::built_in::<R>();
    let share = settings.wdl as f32;
    records
        .iter()
        .filter_map(|record| {
            let fen = record.position().ok()?.fen();
            let position = Position::<R>::from_fen(&fen).ok()?;
            let value = evaluate(&position, &weights).0 as f32;
            let white = if position.turn() == Color::White { value } else { -value };
            let predicted = win_probability(f32::from(record.score()) / f32::from(settings.scale));
            let target = share * record.result().points() + (1.0 - share) * predicted;
            Some((white, target))
        })
        .collect()
}
