//! What gives the computer something to say.

use std::collections::BTreeMap;

use estopim_protocol::{LegalMove, RemarkKind};
use estopim_rules::{AnyPosition, Move};

/// A change of judgement that is worth a word, in centipawns.
const BLUNDER: i32 = 250;
const GOOD_MOVE: i32 = 120;
/// Judgements beyond this are all the same.
const CERTAIN: i32 = 1_500;

/// Something to remark on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occasion {
    /// What it is about.
    pub kind: RemarkKind,
    /// What the remark may speak of.
    pub args: BTreeMap<String, String>,
}

impl Occasion {
    /// Without anything to speak of.
    pub fn new(kind: RemarkKind) -> Self {
        Self { kind, args: BTreeMap::new() }
    }
}

/// What a move of the computer's in `before` gives to say, the most telling first. `expected` is how good it
/// thought its game after its own last move, `judged` how good it thinks it now.
pub fn occasions(
    before: &AnyPosition,
    mv: Move,
    expected: Option<i32>,
    judged: Option<i32>,
) -> Vec<Occasion> {
    let mut found = Vec::new();
    let after = before.after(mv);
    let played = LegalMove::of(before, mv);
    if let (Some(expected), Some(judged)) = (expected, judged) {
        let swing = judged.clamp(-CERTAIN, CERTAIN) - expected.clamp(-CERTAIN, CERTAIN);
        if swing >= BLUNDER {
            found.push(Occasion::new(RemarkKind::Blunder));
        } else if swing <= -GOOD_MOVE {
            found.push(Occasion::new(RemarkKind::GoodMove));
        }
    }
    if !played.blast.is_empty() {
        found.push(Occasion::new(RemarkKind::Explosion));
    }
    if after.is_check() {
        found.push(Occasion::new(RemarkKind::Check));
    } else if threatens(&after) {
        found.push(Occasion::new(RemarkKind::Threat));
    } else if played.capture && played.blast.is_empty() {
        found.push(Occasion::new(RemarkKind::Capture));
    }
    let (to, san) = (played.to.to_string(), before.san(mv));
    for occasion in &mut found {
        occasion.args.insert("square".to_owned(), to.clone());
        occasion.args.insert("move".to_owned(), san.clone());
    }
    found
}

/// Whether the side to move could have its king exploded next.
fn threatens(position: &AnyPosition) -> bool {
    let king = position.board().king(position.turn());
    let view = estopim_protocol::PositionView::of_position(position, 0);
    king.is_some_and(|king| view.threats.iter().any(|square| square.0 == king))
}

/// Chooses what to remark on, and often nothing: who comments on everything is a bore.
pub fn choose(found: &[Occasion]) -> Option<Occasion> {
    found.iter().find(|occasion| rand::random_range(0..100) < eagerness(occasion.kind)).cloned()
}

/// How often an occasion is taken, in percent.
const fn eagerness(kind: RemarkKind) -> u32 {
    match kind {
        RemarkKind::Blunder => 60,
        RemarkKind::Explosion => 50,
        RemarkKind::GoodMove | RemarkKind::Check => 40,
        RemarkKind::Capture | RemarkKind::Threat => 30,
        _ => 100,
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;

    use super::*;

    fn kinds(variant: Variant, fen: &str, uci: &str, scores: (i32, i32)) -> Vec<RemarkKind> {
        let position = AnyPosition::from_fen(variant, fen).expect("a sound position");
        let mv = position.parse_uci(uci).expect("a legal move");
        let found = occasions(&position, mv, Some(scores.0), Some(scores.1));
        found.into_iter().map(|occasion| occasion.kind).collect()
    }

    #[test]
    fn each_occasion_is_seen() {
        use RemarkKind as Kind;
        type Row = (Variant, &'static str, &'static str, (i32, i32), &'static [Kind]);
        let start = Variant::Chess.initial_fen();
        let rows: [Row; 6] = [
            (Variant::Chess, start, "e2e4", (0, 0), &[]),
            (Variant::Chess, start, "e2e4", (0, 300), &[Kind::Blunder]),
            (Variant::Chess, start, "e2e4", (300, 100), &[Kind::GoodMove]),
            (Variant::Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", (0, 0), &[Kind::Capture]),
            (Variant::Chess, "4k3/8/8/8/8/8/8/K6R w - - 0 1", "h1h8", (0, 0), &[Kind::Check]),
            (
                Variant::Atomic,
                "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
                "e4d5",
                (0, 0),
                &[Kind::Explosion],
            ),
        ];
        for (variant, fen, uci, scores, wanted) in rows {
            assert_eq!(kinds(variant, fen, uci, scores), wanted, "{variant} {fen} {uci}");
        }
    }
}
