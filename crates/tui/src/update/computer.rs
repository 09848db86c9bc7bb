//! The computer in a game: questions to the engine, its answers, and remarks.

use estopim_engine::{Level, Task};
use estopim_play::computer::{least_pause, time_for_move};
use estopim_play::remarks::{occasions, on_end};
use estopim_play::{End, RemarkKind};
use estopim_rules::SplitMix64;

use super::{Effect, game};
use crate::clock::Now;
use crate::computer::{Answer, Question, QuestionId, Wanted};
use crate::model::Model;
use crate::play::{ExplosionAnimation, MessageKind, Play, Thinking};
use crate::session::PlayerKind;

/// Asks the engine for what the game needs now: its move, or an evaluation for the bar.
pub fn wake(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play() else { return };
    if play.session.end().is_some() || play.viewed.is_some() && model.dialog.is_some() {
        return;
    }
    let wanted = match play.session.player_to_move() {
        PlayerKind::Computer(level) => {
            let left_ms = play.session.clock().left(play.session.turn(), now.ms());
            Wanted::Move { level, time: time_for_move(left_ms), seed: model.seed }
        }
        // No help by the engine in games at a server.
        _ if model.settings.evaluation.is_on() && play.online.is_none() => Wanted::Evaluation,
        _ => return,
    };
    ask(model, wanted, now, effects);
}

/// Asks the engine about the game as it stands.
pub fn ask(model: &mut Model, wanted: Wanted, now: Now, effects: &mut Vec<Effect>) {
    model.question = QuestionId(model.question.0 + 1);
    let id = model.question;
    let Some(play) = model.play_mut() else { return };
    let task = Task::from(play.session.game());
    play.thinking = Some(Thinking { id, wanted: wanted.clone(), since: now });
    effects.push(Effect::AskEngine(Question { id, task, wanted }));
}

/// Stops whatever the engine is thinking about.
pub fn cancel_search(model: &mut Model, effects: &mut Vec<Effect>) {
    model.question = QuestionId(model.question.0 + 1);
    effects.push(Effect::DropEarlier(model.question));
    if let Some(play) = model.play_mut() {
        play.thinking = None;
        play.reply = None;
    }
}

/// A player asks for help.
pub fn ask_hint(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    if !model.play().is_some_and(Play::may_move) {
        game::refuse_turn(model);
        return;
    }
    ask(model, Wanted::Hint, now, effects);
}

/// The engine has answered. Answers to questions that no longer matter are dropped.
pub fn on_answer(model: &mut Model, answer: Answer, now: Now, effects: &mut Vec<Effect>) {
    let (seed, percent) = (model.seed, u64::from(model.computer_pace_percent));
    let Some(play) = model.play_mut() else { return };
    let Some(thinking) = play.thinking.take_if(|thinking| thinking.id == answer.id) else {
        return;
    };
    let side = if play.session.turn() == estopim_rules::Color::White { 1 } else { -1 };
    match thinking.wanted {
        Wanted::Move { level, .. } => {
            let left_ms = play.session.clock().left(play.session.turn(), now.ms());
            let below_full = Level::FULL.number() - level.number();
            let random = SplitMix64::stream(seed, answer.id.0).next_u64();
            let pause = least_pause(below_full, left_ms, random).as_millis() as u64;
            let least = pause * percent / 100;
            // Not before the animation of an explosion has ended, and not too fast.
            let animation_end = play.animation.map_or(now, |animation| {
                animation.since.plus(ExplosionAnimation::FRAMES * ExplosionAnimation::FRAME_MS)
            });
            let due = thinking.since.plus(least).max(animation_end);
            play.reply = Some((answer, due));
            deliver(model, now, effects);
        }
        Wanted::Hint => {
            play.hint = answer.mv;
            play.evaluation = Some(side * answer.before);
            if let Some(mv) = answer.mv {
                let san = play.session.position().san(mv);
                let text = model.texts.with("notice-hint", &[("san", &san)]);
                model.tell(MessageKind::News, text);
            }
        }
        Wanted::Evaluation => play.evaluation = Some(side * answer.before),
        Wanted::Report(_) => {}
    }
}

/// Plays the computer's move once its moment has come.
pub fn deliver(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    let Some((answer, _)) = play.reply.take_if(|&mut (_, due)| due <= now) else { return };
    let Some(mv) = answer.mv else { return };
    let mover = play.session.turn();
    let side = if mover == estopim_rules::Color::White { 1 } else { -1 };
    play.evaluation = Some(side * answer.after);
    let position = *play.session.position();
    let found = occasions(&position, mv, play.expected, Some(answer.before));
    play.expected = Some(answer.after);
    let chosen = play.remarks.choose(&found);
    game::play_move(model, mv, now, effects);
    if let Some(kind) = chosen
        && model.play().is_some_and(|play| play.session.end().is_none())
    {
        let (square, san) = (mv.to().to_string(), position.san(mv));
        remark(model, kind, &[("square", &square), ("move", &san)]);
    }
}

/// The computer makes a remark, unless remarks are off or no person plays.
pub fn remark(model: &mut Model, kind: RemarkKind, args: &[(&str, &str)]) {
    let listens = model.play().is_some_and(|play| {
        play.session.only_human().is_some()
            && play.session.seats.iter().any(|seat| seat.is_computer())
    });
    if !listens || !model.settings.remarks.is_on() {
        return;
    }
    let Model { screen, texts, .. } = model;
    if let crate::model::Screen::Play(play) = screen {
        let text = texts.with(&play.remarks.next_key(kind), args);
        play.tell(MessageKind::Remark, text);
    }
}

/// What the computer says at the end.
pub fn say_goodbye(model: &mut Model, end: End) {
    let Some(human) = model.play().and_then(|play| play.session.only_human()) else { return };
    if let Some(kind) = on_end(end, !human) {
        remark(model, kind, &[]);
    }
}
