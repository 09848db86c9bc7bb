//! What our engine reports, in the types of the protocol.

use estopim_engine::score::logistic;
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

/// The advantage at which a win is as likely as not, in centipawns.
const WDL_WIN_AT: f64 = 100.0;
/// How many centipawns more raise its probability to 1/(1+1/e).
const WDL_SCALE: f64 = 120.0;

/// How likely a win, a draw and a loss are, in thousandths.
pub(crate) fn wdl(score: EngineScore) -> Wdl {
    let per_mille =
        |centipawns: f64| (1000.0 * logistic((centipawns - WDL_WIN_AT) / WDL_SCALE)).round() as u16;
    let score = f64::from(score.0);
    let (win, loss) = (per_mille(score), per_mille(-score));
    Wdl { win, draw: 1000u16.saturating_sub(win + loss), loss }
}
