//! The report of a finished game: asked for, made on the engine's thread, and told move by move.

use estopim_protocol::report::LabelReason;
use estopim_rules::Color;

use super::{Effect, computer};
use crate::clock::Now;
use crate::computer::{QuestionId, ReportNews, Wanted};
use crate::model::Model;
use crate::play::{MessageKind, ReportState};
use crate::words;

/// A player asks for the report.
pub fn ask(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play() else { return };
    let refusal = match &play.report {
        _ if play.session.end().is_none() => Some("report-not-over"),
        _ if play.session.played().is_empty() => Some("report-no-moves"),
        Some(_) => return tell_shown(model),
        None => None,
    };
    if let Some(name) = refusal {
        let text = model.texts.get(name);
        model.tell(MessageKind::Refusal, text);
        return;
    }
    let game = Box::new(play.session.game().clone());
    let total = game.ply_count() + 1;
    computer::ask(model, Wanted::Report(game), now, effects);
    if let Some(play) = model.play_mut() {
        play.report = Some(ReportState::Making { done: 0, total });
    }
}

/// The engine is at it, or has finished.
pub fn on_news(model: &mut Model, id: QuestionId, news: ReportNews) {
    let Some(play) = model.play_mut() else { return };
    if play.thinking.as_ref().is_none_or(|thinking| thinking.id != id) {
        return;
    }
    match news {
        ReportNews::Progress { done, total } => {
            play.report = Some(ReportState::Making { done, total });
        }
        ReportNews::Done(report) => {
            play.thinking = None;
            play.report = Some(ReportState::Done(report));
            tell_sides(model);
            tell_shown(model);
        }
    }
}

/// How each side played.
fn tell_sides(model: &mut Model) {
    let Some(ReportState::Done(report)) = model.play().and_then(|play| play.report.clone()) else {
        return;
    };
    for color in Color::ALL {
        let side = words::report_side(&model.texts, &report.sides[color.index()]);
        let color = words::color(&model.texts, color);
        model.tell(MessageKind::News, format!("{color}: {side}"));
    }
    let text = model.texts.get("report-walk");
    model.tell(MessageKind::News, text);
}

/// What the report says about the move that led to the position on the screen.
pub fn tell_shown(model: &mut Model) {
    let Some(play) = model.play() else { return };
    let Some(ReportState::Done(report)) = &play.report else { return };
    let Some(index) = play.shown_ply().checked_sub(1) else { return };
    let Some((found, label)) =
        report.plies.get(index).and_then(|found| Some((found, found.label?)))
    else {
        return;
    };
    let game = play.session.game();
    let (Some(before), Some(after)) = (game.position_at(index), game.position_at(index + 1)) else {
        return;
    };
    let name = model.texts.get(&format!("label-{}", label.word()));
    let why = found
        .reason
        .as_ref()
        .map(|reason| words::label_reason(&model.texts, &LabelReason::new(before, after, reason)));
    let san = before.san(found.played);
    let text = format!("{san}: {name}. {}", why.unwrap_or_default());
    model.tell(MessageKind::News, text.trim_end().to_owned());
}
