//! [`Example`]: a record as a network sees it.

use arrayvec::ArrayVec;
use estopim_nnue::Features;
use estopim_nnue::network::output_bucket;
use estopim_rules::{Color, File, Role, Square};

use super::Settings;
use crate::data::Record;

/// The inputs of a position and what the network should say about it.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// Inputs that are on: of the side to move, and of the other.
    pub inputs: [ArrayVec<u16, 32>; 2],
    /// Which output layer answers.
    pub bucket: usize,
    /// The chance of winning that the side to move should be given.
    pub target: f32,
}

/// Whether an example is seen in a mirror, left and right changed about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// As it is.
    No,
    /// Left and right changed about.
    Yes,
}

impl Example {
    /// The example of a record.
    pub fn of(record: &Record, features: &Features, settings: &Settings, mirror: Mirror) -> Self {
        let mut example = Self::default();
        let turn = record.turn();
        let mut men = ArrayVec::<_, 32>::new();
        let mut kings = [None; 2];
        for (square, piece) in record.men() {
            let square = match mirror {
                Mirror::No => square,
                Mirror::Yes => across(square),
            };
            men.push((square, piece));
            if piece.role == Role::King {
                kings[piece.color.index()] = Some(square);
            }
        }
        for (inputs, side) in example.inputs.iter_mut().zip([turn, !turn]) {
            let view = features.view_with_king(kings[side.index()], side);
            for &(square, piece) in &men {
                inputs.push(view.input(piece.color, piece.role, square));
            }
        }
        example.bucket = output_bucket(men.len() as u32);
        let thought = chance(f32::from(record.score()) / f32::from(settings.scale));
        let share = settings.wdl as f32;
        let white = share * record.result().points() + (1.0 - share) * thought;
        example.target = if turn == Color::White { white } else { 1.0 - white };
        example
    }
}

/// The chance of winning that an output stands for.
#[inline(always)]
pub(super) fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

fn across(square: Square) -> Square {
    Square::new(File::from_index(7 - square.file().index()), square.rank())
}
