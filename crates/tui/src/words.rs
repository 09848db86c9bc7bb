//! Facts of the game in words: why a move is refused, how a game has ended, who is who. Each fact has a
//! code; the texts are found by it.

use estopim_analysis::{Label, SideReport};
use estopim_play::End;
use estopim_protocol::report::{LabelReason, ReasonArg};
use estopim_protocol::{OutcomeView, Reason};
use estopim_rules::{Color, Piece, Role};

use fluent_bundle::{FluentArgs, FluentValue};

use crate::texts::Texts;

/// Why something is refused, as a sentence.
pub fn refusal(texts: &Texts, reason: &Reason) -> String {
    let code = serde_json::to_value(reason.code).unwrap_or_default();
    let name = format!("refusal-{}", code.as_str().unwrap_or_default());
    // A server may know reasons that this program does not; it says them in English.
    if !texts.has(&name) {
        return reason.message.clone();
    }
    let arguments: Vec<(&str, &str)> =
        reason.args.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    texts.with(&name, &arguments)
}

/// How a game has ended, in one line: who has won, and why. `you` is the side that a person alone plays here.
pub fn ending(texts: &Texts, end: End, you: Option<Color>) -> String {
    let winner = end.winner();
    let lost = winner.is_some() && you == winner.map(|color| !color);
    let result = match winner {
        Some(color) if you == Some(color) => texts.get("end-won"),
        Some(_) if lost => texts.get("end-lost"),
        Some(Color::White) => texts.get("end-white"),
        Some(Color::Black) => texts.get("end-black"),
        None if end == End::Aborted => texts.get("end-none"),
        None => texts.get("end-draw"),
    };
    let loser = match winner {
        Some(_) if lost => "you",
        Some(Color::White) => "black",
        Some(Color::Black) | None => "white",
    };
    let by = OutcomeView::from(end).reason;
    let reason = texts.with(&format!("end-by-{}", by.word()), &[("loser", loser)]);
    if by.joins_result() { format!("{result} {reason}") } else { format!("{result}: {reason}") }
}

/// Why a move has its label in a report, as a sentence.
pub fn label_reason(texts: &Texts, reason: &LabelReason) -> String {
    let mut arguments = FluentArgs::new();
    for (name, value) in &reason.args {
        let value = match value {
            ReasonArg::Number(number) => FluentValue::from(*number),
            ReasonArg::Text(text) => FluentValue::from(text.as_str()),
        };
        arguments.set(name.as_str(), value);
    }
    let taken = reason.taken.iter().map(|piece| {
        let (role, square) = (Role::from(piece.role), piece.square.to_string());
        texts.with("taken-piece", &[("role", role.name()), ("square", &square)])
    });
    arguments.set("taken", listed(texts, taken.collect()));
    texts.with_values(&format!("reason-{}", reason.code), &arguments)
}

/// Several things in one phrase: "a, b and c".
fn listed(texts: &Texts, mut things: Vec<String>) -> String {
    let last = things.pop().unwrap_or_default();
    let join =
        |name, first: &str, second: &str| texts.with(name, &[("first", first), ("second", second)]);
    match things.into_iter().reduce(|list, next| join("list-more", &list, &next)) {
        Some(list) => join("list-last", &list, &last),
        None => last,
    }
}

/// How often a label was earned, such as "2 blunders".
fn label_count(texts: &Texts, label: &str, count: usize) -> String {
    let arguments = FluentArgs::from_iter([("count", FluentValue::from(count))]);
    texts.with_values(&format!("label-count-{label}"), &arguments)
}

/// How a side played: its accuracy, and how often it earned each label.
pub fn report_side(texts: &Texts, side: &SideReport) -> String {
    let mut parts = vec![match side.accuracy {
        Some(accuracy) => texts.with("report-accuracy", &[("percent", &format!("{accuracy:.0}"))]),
        None => texts.get("report-no-moves"),
    }];
    for label in Label::ALL.into_iter().filter(|&label| side.count(label) > 0) {
        parts.push(label_count(texts, label.word(), side.count(label)));
    }
    parts.join(", ")
}

/// White or Black.
pub fn color(texts: &Texts, color: Color) -> String {
    match color {
        Color::White => texts.get("color-white"),
        Color::Black => texts.get("color-black"),
    }
}

/// A role by its name, such as "knight".
pub fn role(texts: &Texts, role: Role) -> String {
    texts.get(&format!("piece-{}", role.name()))
}

/// A piece by its name, such as "white knight".
pub fn piece(texts: &Texts, piece: Piece) -> String {
    let side = piece.color.to_string();
    texts.with("piece-of", &[("color", &side), ("role", piece.role.name())])
}
