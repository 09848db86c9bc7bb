//! [`Example`]: a record as a network sees it.

use arrayvec::ArrayVec;
use estopim_analysis::win_probability::logistic;
use estopim_nnue::Features;
use estopim_nnue::network::output_bucket;
use estopim_rules::{Color, File, Role, Square};

use super::Settings;
use crate::data::Record;

/// The inputs of a position and the target of the network.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// Active inputs: of the side to move, and of the other.
    pub inputs: [ArrayVec<u16, 32>; 2],
    /// Which output bucket is used.
    pub bucket: usize,
    /// The target: the win probability for the side to move.
    pub target: f32,
}

/// Whether the files of an example are mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// As it is.
    No,
    /// The a file becomes the h file.
    Yes,
}

impl Example {
    /// The example of a record.
    pub fn of(record: &Record, features: &Features, settings: &Settings, mirror: Mirror) -> Self {
        let mut example = Self::default();
        let turn = record.turn();
        let mut pieces = ArrayVec::<_, 32>::new();
        let mut kings = [None; 2];
        for (square, piece) in record.pieces() {
            let square = match mirror {
                Mirror::No => square,
                Mirror::Yes => mirrored_file(square),
            };
            pieces.push((square, piece));
            if piece.role == Role::King {
                kings[piece.color.index()] = Some(square);
            }
        }
        for (inputs, side) in example.inputs.iter_mut().zip([turn, !turn]) {
            let perspective = features.perspective_with_king(kings[side.index()], side);
            for &(square, piece) in &pieces {
                inputs.push(perspective.input(piece.color, piece.role, square));
            }
        }
        example.bucket = output_bucket(pieces.len() as u32);
        let predicted = win_probability(f32::from(record.score()) / f32::from(settings.scale));
        let share = settings.wdl as f32;
        let white = share * record.result().points() + (1.0 - share) * predicted;
        example.target = if turn == Color::White { white } else { 1.0 - white };
        example
    }
}

/// The probability of winning that an output stands for, in units of the scale's centipawns.
#[inline]
pub(super) fn win_probability(output: f32) -> f32 {
    logistic(f64::from(output)) as f32
}

fn mirrored_file(square: Square) -> Square {
    Square::new(File::from_index(7 - square.file().index()), square.rank())
}
