//! What happens in a game: moves, and everything an [`Action`] does.

use estopim_play::computer::consent_to;
use estopim_play::state::{Command, Consent, Event};
use estopim_play::{OfferKind, RemarkKind};
use estopim_rules::{Color, Move, Refusal, SplitMix64, Square};

use super::menu::prompt;
use super::{Effect, computer, online, report};
use crate::clock::Now;
use crate::dialog::{Choice, Dialog, Purpose};
use crate::input::Action;
use crate::kept;
use crate::model::{Model, Screen};
use crate::play::{ExplosionAnimation, MessageKind, Play};
use crate::session::{GameSession, Played};
use crate::settings::{Step, ThemeId, cycled};
use crate::words;

/// Shows a game and lets it run.
pub fn begin(model: &mut Model, mut session: GameSession, now: Now, effects: &mut Vec<Effect>) {
    model.seed = SplitMix64::new(model.seed).next_u64();
    session.run_clock(now);
    let is_new = session.played().is_empty();
    let mut play = Play::new(session, model.seed);
    play.shown_at = now;
    let name = model.texts.get(&format!("variant-{}", play.session.game().variant()));
    let line = model.texts.get(&format!("variant-{}-line", play.session.game().variant()));
    play.tell(MessageKind::News, format!("{name}. {line}"));
    model.screen = Screen::Play(Box::new(play));
    model.dialog = None;
    if is_new {
        computer::remark(model, RemarkKind::Greeting, &[]);
    }
    computer::wake(model, now, effects);
}

/// Tries to move between two squares, asking what a pawn becomes and telling why a move is refused.
pub fn try_move(model: &mut Model, from: Square, to: Square, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    match play.session.game().legal_move(from, to, None) {
        Ok(mv) => play_move(model, mv, now, effects),
        Err(Refusal::PromotionMissing) => {
            model.dialog =
                Some(Dialog::Choice { choice: Choice::Promotion { from, to }, index: 0 });
        }
        Err(refusal) => {
            play.selected = None;
            let text = words::refusal(&model.texts, &refusal.into());
            model.tell(MessageKind::Refusal, text);
        }
    }
}

/// Plays a legal move of the side to move; at a server, asks it to.
pub fn play_move(model: &mut Model, mv: Move, now: Now, effects: &mut Vec<Effect>) {
    if model.play().is_some_and(|play| play.online.is_some()) {
        online::send_move(model, mv, effects);
    } else {
        apply_move(model, mv, now, effects);
    }
}

/// Makes a legal move of the side to move happen.
pub fn apply_move(model: &mut Model, mv: Move, now: Now, effects: &mut Vec<Effect>) {
    let animated = model.settings.animation.is_on();
    let Some(play) = model.play_mut() else { return };
    let before = *play.session.position().board();
    let Ok(played) = play.session.play(mv, now).cloned() else { return };
    play.selected = None;
    play.dragged = None;
    play.viewed = None;
    play.hint = None;
    play.report = None;
    play.scroll = 0;
    play.evaluation = play.evaluation.filter(|_| play.session.end().is_none());
    play.animation = match played.explosion {
        Some(explosion) if animated => {
            Some(ExplosionAnimation { explosion, before, since: now, frame: 0 })
        }
        _ => None,
    };
    tell_news(model, &played);
    keep(model, effects);
    if model.play().is_some_and(|play| play.session.end().is_some()) {
        ended(model);
    } else {
        computer::wake(model, now, effects);
    }
}

/// Tells about a move what its picture alone does not.
fn tell_news(model: &mut Model, played: &Played) {
    let texts = &model.texts;
    if played.explosion.is_some() {
        let gone: Vec<String> =
            played.gone.iter().map(|&piece| words::piece(texts, piece)).collect();
        let square = played.mv.to().to_string();
        let news = texts.with(
            "news-explosion",
            &[("san", &played.san), ("square", &square), ("pieces", &gone.join(", "))],
        );
        model.tell(MessageKind::News, news);
    }
    let Some(play) = model.play() else { return };
    if played.check && play.session.end().is_none() {
        let color = words::color(&model.texts, play.session.turn());
        let news = model.texts.with("news-check", &[("color", &color)]);
        model.tell(MessageKind::News, news);
    }
}

/// The game has ended: says how, and asks what now.
pub fn ended(model: &mut Model) {
    let Some(play) = model.play() else { return };
    let Some(end) = play.session.end() else { return };
    let text = words::ending(&model.texts, end, play.session.only_human());
    if let Some(play) = model.play_mut() {
        play.thinking = None;
        play.reply = None;
        play.selected = None;
        play.tell(MessageKind::Result, text);
    }
    computer::say_goodbye(model, end);
    model.dialog = Some(Dialog::Choice { choice: Choice::Ended, index: 0 });
}

/// Executes a command that is not a move: it may end the game, decline a draw, or be refused.
pub fn command(model: &mut Model, command: Command, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    match play.session.command(command, now) {
        Ok(events) if events.contains(&Event::Declined(OfferKind::Draw)) => {
            tell(model, MessageKind::News, "notice-draw-declined");
        }
        Ok(_) if play.session.end().is_some() => {
            computer::cancel_search(model, effects);
            keep(model, effects);
            ended(model);
        }
        Ok(_) => {}
        Err(rejection) => {
            let text = words::refusal(&model.texts, &rejection.into());
            model.tell(MessageKind::Refusal, text);
        }
    }
}

/// Offers a draw to somebody who answers at once.
pub fn offer_draw_answered(
    model: &mut Model,
    consent: Consent,
    now: Now,
    effects: &mut Vec<Effect>,
) {
    if let Some(by) = model.play().map(speaker) {
        command(model, Command::Offer { kind: OfferKind::Draw, by, consent }, now, effects);
    }
}

/// Stores the game, or removes the stored one if there is nothing to continue.
fn keep(model: &Model, effects: &mut Vec<Effect>) {
    let Some(play) = model.play() else { return };
    if !play.kept {
        return;
    }
    let unfinished = play.session.end().is_none() && !play.session.played().is_empty();
    effects.push(Effect::Keep(
        unfinished.then(|| kept::write(&play.session, &play.names(&model.texts), &model.date)),
    ));
}

/// Tells that nobody here may move now, and why.
pub fn refuse_turn(model: &mut Model) {
    let Some(play) = model.play() else { return };
    let text = if play.session.end().is_some() {
        model.texts.get("refusal-gameOver")
    } else if play.viewed.is_some() {
        model.texts.get("notice-viewing")
    } else {
        model.texts.get("refusal-notYourTurn")
    };
    model.tell(MessageKind::Refusal, text);
}

/// Does what a player asks for.
pub fn perform(model: &mut Model, action: Action, now: Now, effects: &mut Vec<Effect>) {
    let elsewhere = model.play().is_some_and(|play| play.online.is_some());
    if elsewhere && action.asks_opponent() {
        online::perform(model, action, effects);
        return;
    }
    match action {
        Action::Undo | Action::Redo => step_history(model, action, now, effects),
        Action::First | Action::Previous | Action::Next | Action::Last => look(model, action),
        Action::Hint => computer::ask_hint(model, now, effects),
        Action::Report => report::ask(model, now, effects),
        Action::Draw => offer_draw(model, now, effects),
        Action::Resign => ask_if_playing(model, Choice::Resign),
        Action::Rematch => rematch(model, now, effects),
        Action::NewGame => leave_to(model, Choice::Leave),
        Action::Leave => leave(model, effects),
        Action::Evaluation => {
            model.settings.evaluation = model.settings.evaluation.toggled();
            effects.push(Effect::KeepSettings(model.settings.clone()));
            computer::wake(model, now, effects);
        }
        Action::Theme => {
            model.settings.theme = cycled(&ThemeId::ALL, model.settings.theme, Step::Forward);
            effects.push(Effect::KeepSettings(model.settings.clone()));
        }
        Action::Silence => {
            model.settings.remarks = model.settings.remarks.toggled();
            effects.push(Effect::KeepSettings(model.settings.clone()));
            let name =
                if model.settings.remarks.is_on() { "notice-talks" } else { "notice-silent" };
            tell(model, MessageKind::News, name);
        }
        Action::SavePgn => {
            let name = format!("estopim-{}.pgn", model.date.replace('.', "-"));
            model.dialog = Some(prompt(Purpose::SavePgn, name));
        }
        Action::Load => model.dialog = Some(prompt(Purpose::Load, String::new())),
        Action::Actions => {
            model.dialog = Some(Dialog::Choice { choice: Choice::Actions, index: 0 });
        }
        Action::Help => model.dialog = Some(Dialog::Help(0)),
        Action::Turn | Action::Type | Action::CopyFen | Action::CopyPgn => {
            perform_simple(model, action, effects);
        }
    }
}

fn perform_simple(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    let (names, date) = match model.play() {
        Some(play) => (play.names(&model.texts), model.date.clone()),
        None => return,
    };
    let Some(play) = model.play_mut() else { return };
    match action {
        Action::Turn => play.turned = !play.turned,
        Action::Type => play.entry = Some(String::new()),
        Action::CopyFen => {
            let fen = play.shown_position().fen();
            play.tell(MessageKind::News, fen.clone());
            effects.push(Effect::Copy(fen));
            tell(model, MessageKind::News, "notice-copied-fen");
        }
        _ => {
            effects.push(Effect::Copy(play.session.pgn(&names, &date).to_string()));
            tell(model, MessageKind::News, "notice-copied-pgn");
        }
    }
}

fn tell(model: &mut Model, kind: MessageKind, name: &str) {
    let text = model.texts.get(name);
    model.tell(kind, text);
}

/// Takes back or plays again. Against the computer both its move and the player's go, so that it is the
/// player's turn again.
fn step_history(model: &mut Model, action: Action, now: Now, effects: &mut Vec<Effect>) {
    computer::cancel_search(model, effects);
    let Some(play) = model.play_mut() else { return };
    let changed = if action == Action::Undo {
        play.session.undo(now).is_ok()
    } else {
        let changed = play.session.redo(now);
        if changed && play.session.only_human().is_some_and(|human| human != play.session.turn()) {
            play.session.redo(now);
        }
        changed
    };
    play.selected = None;
    play.viewed = None;
    play.animation = None;
    play.hint = None;
    play.report = None;
    play.expected = None;
    if changed {
        keep(model, effects);
    } else {
        let name = if action == Action::Undo { "notice-no-undo" } else { "notice-no-redo" };
        tell(model, MessageKind::Refusal, name);
    }
    computer::wake(model, now, effects);
}

/// Looks at another position of the game.
fn look(model: &mut Model, action: Action) {
    let Some(play) = model.play_mut() else { return };
    let last = play.session.played().len();
    let ply = match action {
        Action::First => 0,
        Action::Previous => play.shown_ply().saturating_sub(1),
        Action::Next => play.shown_ply() + 1,
        _ => last,
    };
    look_at(play, ply);
    report::tell_shown(model);
}

/// Looks at the position after `ply` moves.
pub fn look_at(play: &mut Play, ply: usize) {
    play.viewed = (ply < play.session.played().len()).then_some(ply);
    play.selected = None;
    play.animation = None;
    play.scroll = 0;
}

fn offer_draw(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play() else { return };
    if play.session.end().is_some() {
        refuse_turn(model);
        return;
    }
    match play.session.only_human() {
        Some(_) => {
            let plies = play.session.played().len();
            let consent = consent_to(OfferKind::Draw, play.expected, plies);
            offer_draw_answered(model, consent, now, effects);
        }
        None if play.session.seats.iter().any(|seat| seat.is_computer()) => {
            tell(model, MessageKind::Refusal, "notice-watching");
        }
        None => {
            let choice = Choice::DrawOffer(play.session.turn());
            model.dialog = Some(Dialog::Choice { choice, index: 0 });
        }
    }
}

fn ask_if_playing(model: &mut Model, choice: Choice) {
    let Some(play) = model.play() else { return };
    let watched = play.session.seats.iter().all(|seat| seat.is_computer());
    if play.session.end().is_some() {
        refuse_turn(model);
    } else if watched {
        tell(model, MessageKind::Refusal, "notice-watching");
    } else {
        model.dialog = Some(Dialog::Choice { choice, index: 0 });
    }
}

/// The side that a person acts for: their own, or with two people the side to move.
pub fn speaker(play: &Play) -> Color {
    play.session.only_human().unwrap_or(play.session.turn())
}

/// The same players again with changed colours; a running game must be ended first.
pub fn rematch(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play() else { return };
    if play.session.end().is_none() && !play.session.played().is_empty() {
        tell(model, MessageKind::Refusal, "notice-rematch-later");
        return;
    }
    let session = play.session.rematch();
    computer::cancel_search(model, effects);
    begin(model, session, now, effects);
}

fn is_running(model: &Model) -> bool {
    let running = |play: &Play| {
        play.session.end().is_none() && !play.session.played().is_empty() && play.kept
    };
    model.play().is_some_and(running)
}

fn leave(model: &mut Model, effects: &mut Vec<Effect>) {
    if is_running(model) {
        model.dialog = Some(Dialog::Choice { choice: Choice::Leave, index: 0 });
    } else {
        effects.push(Effect::Quit);
    }
}

fn leave_to(model: &mut Model, choice: Choice) {
    if is_running(model) {
        model.dialog = Some(Dialog::Choice { choice, index: 1 });
    } else {
        to_menu(model, &mut Vec::new());
    }
}

/// Goes back to the start menu; a running game waits there.
pub fn to_menu(model: &mut Model, effects: &mut Vec<Effect>) {
    computer::cancel_search(model, effects);
    let running = is_running(model);
    let screen = std::mem::replace(&mut model.screen, Screen::Menu);
    if let (Screen::Play(play), true) = (screen, running) {
        model.kept = Some(play.session);
        model.menu.row = crate::menu::Row::Continue;
    } else {
        model.menu.row = crate::menu::Row::Start;
    }
    model.dialog = None;
}

/// Handles what is due: the next frame of an explosion, the computer's move, a flag fall.
pub fn settle(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    if let Some(play) = model.play_mut() {
        play.shown_at = now;
    }
    if let Some(play) = model.play_mut()
        && let Some(animation) = &mut play.animation
    {
        animation.frame = now.since(animation.since) / ExplosionAnimation::FRAME_MS;
        if animation.frame >= ExplosionAnimation::FRAMES {
            play.animation = None;
        }
    }
    computer::deliver(model, now, effects);
    let is_asked = matches!(model.dialog, Some(Dialog::Choice { choice: Choice::TimeOver(_), .. }));
    let Some(play) = model.play_mut() else { return };
    // A server keeps the time of its games itself.
    if play.online.is_some() {
        online::ask_about_left(model, now);
        return;
    }
    if play.session.clock().flagged(now.ms(), 0).is_some() {
        return command(model, Command::FlagFall { lag_ms: 0 }, now, effects);
    }
    let Some(late) = play.session.clock().overdue(now.ms()) else { return };
    if play.session.seats[late.index()].is_computer() {
        command(model, Command::GiveTime { by: !late }, now, effects);
    } else if !is_asked {
        play.entry = None;
        let text = Choice::TimeOver(late).text(&model.texts);
        model.tell(MessageKind::News, text);
        model.dialog = Some(Dialog::Choice { choice: Choice::TimeOver(late), index: 0 });
    }
}
