//! Quantisation: from a model in floating point to a network of integers, and the error that rounding adds.

use estopim_nnue::network::{FEATURE_UNIT, MAX_FEATURE_WEIGHT, OUTPUT_UNIT, Parameters};
use estopim_nnue::{Network, NetworkEvaluator};
use estopim_rules::Board;

use super::example::{Example, Mirror, win_probability};
use super::{Model, Settings, TrainError};
use crate::data::Record;

/// The error that quantisation adds, over some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Quantisation {
    /// The mean difference of the values, in centipawns.
    pub mean: f64,
    /// The greatest difference, in centipawns.
    pub greatest: f64,
    /// The mean squared error of the model.
    pub model_loss: f64,
    /// The same of the quantised network.
    pub network_loss: f64,
}

/// The quantised network of a model, and its error over the given positions.
pub fn quantise(
    model: &Model,
    settings: &Settings,
    records: &[Record],
) -> Result<(Network, Quantisation), TrainError> {
    let feature = |number: &f32| rounded(*number, FEATURE_UNIT, MAX_FEATURE_WEIGHT);
    let output = |number: &f32| rounded(*number, OUTPUT_UNIT, i16::MAX);
    let units = FEATURE_UNIT * OUTPUT_UNIT;
    let biases: Vec<i32> =
        model.output_bias.iter().map(|number| (number * units as f32).round() as i32).collect();
    let parameters = Parameters {
        feature_weights: model.feature_weights.iter().map(feature).collect(),
        feature_bias: model.feature_bias.iter().map(feature).collect(),
        output_weights: model.output_weights.iter().map(output).collect(),
        output_bias: biases.try_into().expect("a bias for each output bucket"),
    };
    let network = Network::new(settings.shape(), &parameters)?;
    let lost = compare(model, &network, settings, records);
    Ok((network, lost))
}

fn rounded(number: f32, unit: i32, most: i16) -> i16 {
    (number * unit as f32).round().clamp(-f32::from(most), f32::from(most)) as i16
}

fn compare(
    model: &Model,
    network: &Network,
    settings: &Settings,
    records: &[Record],
) -> Quantisation {
    let scale = f64::from(settings.scale);
    let mut evaluator = NetworkEvaluator::new();
    let mut sum = Quantisation::default();
    for record in records {
        let example = Example::of(record, &model.features, settings, Mirror::No);
        let wanted = model.forward(&example);
        let found = evaluator.evaluate(network, 0, &board_of(record), record.turn());
        let found = f64::from(found) / scale;
        let difference = (found - f64::from(wanted)).abs() * scale;
        sum.mean += difference;
        sum.greatest = sum.greatest.max(difference);
        let loss = |output: f32| f64::from(win_probability(output) - example.target).powi(2);
        sum.model_loss += loss(wanted);
        sum.network_loss += loss(found as f32);
    }
    let count = records.len().max(1) as f64;
    Quantisation {
        mean: sum.mean / count,
        greatest: sum.greatest,
        model_loss: sum.model_loss / count,
        network_loss: sum.network_loss / count,
    }
}

fn board_of(record: &Record) -> Board {
    let mut board = Board::EMPTY;
    for (square, piece) in record.pieces() {
        board.set(square, piece);
    }
    board
}
