//! Writes a report into a PGN: evaluations, signs, better lines, and reasons as comments.

use estopim_rules::{Nag, PgnEval, PgnGame, PgnLine, PgnMove};

use crate::evaluation::Evaluation;
use crate::reason::Reason;
use crate::report::{GameReport, PlyReport};

/// How many plies of a better line are shown.
const SHOWN_PLIES: usize = 8;

/// Writes a report of a game's main line into it. `words` says a reason in somebody's language, for the move at that ply.
pub fn annotate(pgn: &mut PgnGame, report: &GameReport, words: impl Fn(usize, &Reason) -> String) {
    let mut before = &report.start;
    for (ply, (played, found)) in pgn.line.moves.iter_mut().zip(&report.plies).enumerate() {
        played.eval = Some(eval(&found.evaluation));
        if let Some(label) = found.label {
            played.nags.retain(|nag| !Nag::MOVE_JUDGEMENTS.contains(&nag.0));
            played.nags.insert(0, label.nag());
            played.comments.extend(found.reason.as_ref().map(|reason| words(ply, reason)));
            played.variations.splice(0..0, better_line(before, found));
        }
        before = &found.evaluation;
    }
    pgn.tags.set("Annotator", "Estopim");
}

/// The line that should have been played, with its evaluation at the first move.
fn better_line(before: &Evaluation, found: &PlyReport) -> Option<PgnLine> {
    let moves = found.better.iter().take(SHOWN_PLIES);
    let mut moves: Vec<PgnMove> = moves.map(|&mv| PgnMove::new(mv)).collect();
    moves.first_mut()?.eval = Some(eval(before));
    Some(PgnLine { comments: Vec::new(), moves })
}

fn eval(evaluation: &Evaluation) -> PgnEval {
    let depth = (evaluation.depth > 0).then_some(evaluation.depth);
    PgnEval { score: evaluation.score, depth }
}
