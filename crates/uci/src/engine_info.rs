//! What our engine reports, in the types of the protocol.

use estopim_analysis::win_probability::wdl_of;
use estopim_engine::{Score as EngineScore, tt};
use estopim_rules::{AnyPosition, CastlingNotation, Move};

use crate::info::{Bound, Score, ScoreValue, Wdl};

/// A principal variation as UCI writes it.
pub(crate) fn pv_text(
    position: &AnyPosition,
    pv: &[Move],
    notation: CastlingNotation,
) -> Vec<String> {
    let mut position = *position;
    pv.iter()
        .map(|&mv| {
            let text = position.uci_as(mv, notation);
            position.play_unchecked(mv);
            text
        })
        .collect()
}

pub(crate) fn score_info(score: EngineScore, bound: tt::Bound) -> Score {
    let value = match score.moves_to_end() {
        Some(moves) => ScoreValue::Mate(moves),
        None => ScoreValue::Centipawns(score.0),
    };
    let bound = match bound {
        tt::Bound::Exact => Bound::Exact,
        tt::Bound::Lower => Bound::Lower,
        tt::Bound::Upper => Bound::Upper,
    };
    Score { value, bound }
}

/// How likely a win, a draw and a loss are for the side to move, in thousandths.
pub(crate) fn wdl(position: &AnyPosition, score: EngineScore) -> Wdl {
    let turn = position.turn();
    let [win, draw, loss] = wdl_of(position, score.for_white(turn), turn).per_mille();
    Wdl { win: win as u16, draw: draw as u16, loss: loss as u16 }
}
