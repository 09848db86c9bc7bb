//! Keys of a game: the cursor, the entry line, and everything else by [`Action`].

use crossterm::event::KeyCode;
use estopim_protocol::read_move;
use estopim_rules::{Color, Square};

use super::{Effect, game};
use crate::clock::Now;
use crate::input::{Action, begins_move};
use crate::model::Model;
use crate::play::MessageKind;
use crate::typed::Command;
use crate::words;

/// A longer text is no move.
const LONGEST_ENTRY: usize = 40;

/// How long a hotkey waits for another letter, in milliseconds, so that typing a wrong move triggers no action.
const ONLY_LETTER_MS: u64 = 250;

/// A key in a game.
pub fn on_key(model: &mut Model, code: KeyCode, now: Now, effects: &mut Vec<Effect>) {
    let bottom = model.bottom();
    let Some(play) = model.play_mut() else { return };
    if play.entry.is_some() {
        on_entry_key(model, code, now, effects);
        return;
    }
    let step = match code {
        KeyCode::Left => Some((-1, 0)),
        KeyCode::Right => Some((1, 0)),
        KeyCode::Up => Some((0, 1)),
        KeyCode::Down => Some((0, -1)),
        _ => None,
    };
    if let Some((right, up)) = step {
        let (files, ranks) = if bottom == Color::White { (right, up) } else { (-right, -up) };
        play.cursor = play.cursor.offset(files, ranks).unwrap_or(play.cursor);
        play.cursor_shown = true;
        return;
    }
    match code {
        KeyCode::Enter | KeyCode::Char(' ') => {
            play.cursor_shown = true;
            let square = play.cursor;
            choose(model, square, now, effects);
        }
        KeyCode::Esc => {
            play.selected = None;
            play.dragged = None;
            play.hint = None;
            play.viewed = None;
        }
        KeyCode::Char(letter) if letter.is_alphanumeric() => {
            let is_action = !begins_move(letter) && Action::of_key(code).is_some();
            match play.pressed.take() {
                Some((first, _)) => play.entry = Some(String::from_iter([first, letter])),
                None if is_action => play.pressed = Some((letter, now.plus(ONLY_LETTER_MS))),
                None => play.entry = Some(letter.to_string()),
            }
        }
        _ => {
            if let Some(action) = Action::of_key(code) {
                game::perform(model, action, now, effects);
            }
        }
    }
}

/// A key after a waiting hotkey: unless it is a letter too, the hotkey's action is done first, and the key applies to
/// the new state.
pub fn before_key(model: &mut Model, code: KeyCode, now: Now, effects: &mut Vec<Effect>) {
    if !matches!(code, KeyCode::Char(letter) if letter.is_alphanumeric()) {
        do_pressed(model, now, effects);
    }
}

/// Does the action of the waiting hotkey.
fn do_pressed(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let pressed = model.play_mut().and_then(|play| play.pressed.take());
    if let Some(action) = pressed.and_then(|(letter, _)| Action::of_key(KeyCode::Char(letter))) {
        game::perform(model, action, now, effects);
    }
}

/// Does the action of the waiting hotkey, once its time is over.
pub fn settle(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let pressed = model.play().and_then(|play| play.pressed);
    if pressed.is_some_and(|(_, due)| due <= now) {
        do_pressed(model, now, effects);
    }
}

fn on_entry_key(model: &mut Model, code: KeyCode, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    let Some(entry) = &mut play.entry else { return };
    match code {
        KeyCode::Esc => play.entry = None,
        KeyCode::Backspace => {
            entry.pop();
            if entry.is_empty() {
                play.entry = None;
            }
        }
        KeyCode::Char(letter) if entry.chars().count() < LONGEST_ENTRY => entry.push(letter),
        KeyCode::Enter => {
            let text = std::mem::take(entry);
            play.entry = None;
            if !text.trim().is_empty() {
                submit(model, &text, now, effects);
            }
        }
        _ => {}
    }
}

/// Plays the move that was typed, or does what the word asks for.
fn submit(model: &mut Model, text: &str, now: Now, effects: &mut Vec<Effect>) {
    if let Some(command) = Command::read(text) {
        let action = match command {
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::Fen => Action::CopyFen,
            Command::Pgn => Action::CopyPgn,
            Command::Hint => Action::Hint,
            Command::Resign => Action::Resign,
            Command::Draw => Action::Draw,
            Command::Help | Command::Moves | Command::Board | Command::Pieces => Action::Help,
            Command::Quit => Action::Leave,
        };
        game::perform(model, action, now, effects);
        return;
    }
    let Some(play) = model.play_mut() else { return };
    if !play.may_move() {
        game::refuse_turn(model);
        return;
    }
    match read_move(play.session.game(), text) {
        Ok(mv) => game::play_move(model, mv, now, effects),
        Err(problem) => {
            let text = words::refusal(&model.texts, &problem);
            model.tell(MessageKind::Refusal, text);
        }
    }
}

/// A square was chosen: a piece of one's own is picked up, another square is where it goes.
pub fn choose(model: &mut Model, square: Square, now: Now, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    if !play.may_move() {
        play.selected = None;
        game::refuse_turn(model);
        return;
    }
    play.hint = None;
    let position = play.session.position();
    let is_own = position.board().color_at(square) == Some(position.turn());
    match play.selected {
        Some(from) if from == square => play.selected = None,
        Some(from) if !is_own || play.session.game().legal_move(from, square, None).is_ok() => {
            game::try_move(model, from, square, now, effects);
        }
        _ if is_own => play.selected = Some(square),
        _ => {
            let game = play.session.game();
            if let Err(refusal) = game.legal_move(square, square, None) {
                let text = words::refusal(&model.texts, &refusal.into());
                model.tell(MessageKind::Refusal, text);
            }
        }
    }
}
