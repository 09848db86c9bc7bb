//! [`update`] takes an event and the time, changes the model, and returns effects. It reads no clock, opens no file and
//! waits for nothing, so whole games can be played in tests.

mod board;
mod computer;
mod dialog;
mod game;
mod menu;
mod mouse;
mod online;
mod report;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEvent};
use ratatui::layout::Rect;

use crate::clock::Now;
use crate::computer::{Answer, Question, QuestionId, ReportNews};
use crate::model::{Model, Screen};
use crate::online::{News, Order};
use crate::settings::Settings;

pub use dialog::read_game;
pub use game::begin;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or pressed.
    Mouse(MouseEvent),
    /// A text was pasted.
    Paste(String),
    /// The terminal has another size.
    Resize(u16, u16),
    /// Time has passed.
    Tick,
    /// The engine has answered.
    Computer(Answer),
    /// News of a report.
    Report(QuestionId, ReportNews),
    /// A file was written, or not and why.
    Saved(Result<String, String>),
    /// A file was read, or not and why.
    Loaded(Result<String, String>),
    /// News from the server.
    Online(News),
    /// The program is told to end.
    Terminate,
}

/// Something to be done outside the model.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask the engine.
    AskEngine(Question),
    /// Drop what the engine was asked before this.
    DropEarlier(QuestionId),
    /// Put a text into the clipboard.
    Copy(String),
    /// Write a file.
    Save {
        /// Its name.
        path: String,
        /// What to write.
        text: String,
    },
    /// Read a file.
    Load(String),
    /// Store the unfinished game; `None` to remove it.
    Keep(Option<String>),
    /// Keep the settings.
    KeepSettings(Settings),
    /// Send a request to the server.
    Order(Order),
    /// Give the terminal back until the shell lets us go on.
    Suspend,
    /// End.
    Quit,
}

/// Changes the model by an event.
pub fn update(model: &mut Model, event: Event, now: Now) -> Vec<Effect> {
    let mut effects = Vec::new();
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            on_key(model, key, now, &mut effects);
        }
        Event::Key(_) | Event::Tick => {}
        Event::Mouse(event) => mouse::on_mouse(model, event, now, &mut effects),
        Event::Paste(text) => on_paste(model, &text),
        Event::Resize(width, height) => model.size = Rect::new(0, 0, width, height),
        Event::Computer(answer) => computer::on_answer(model, answer, now, &mut effects),
        Event::Report(id, news) => report::on_news(model, id, news),
        Event::Saved(result) => dialog::on_saved(model, result),
        Event::Loaded(result) => dialog::on_loaded(model, result, now, &mut effects),
        Event::Online(news) => online::on_news(model, news, now, &mut effects),
        Event::Terminate => effects.push(Effect::Quit),
    }
    board::settle(model, now, &mut effects);
    game::settle(model, now, &mut effects);
    effects
}

/// When the screen changes next by itself, if it does.
pub fn next_wake(model: &Model, now: Now) -> Option<Now> {
    let play = model.play()?;
    let animation = play.animation.map(crate::play::ExplosionAnimation::next);
    let reply = play.reply.as_ref().map(|&(_, due)| due);
    let clock = crate::clock::next_change(play.session.clock(), now);
    let left = play.online.as_ref().and_then(|game| game.ask_about_left);
    let pressed = play.pressed.map(|(_, due)| due);
    [animation, reply, clock, left, pressed].into_iter().flatten().min()
}

fn on_key(model: &mut Model, key: KeyEvent, now: Now, effects: &mut Vec<Effect>) {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c') => effects.push(Effect::Quit),
            KeyCode::Char('z') => effects.push(Effect::Suspend),
            _ => {}
        }
        return;
    }
    board::before_key(model, key.code, now, effects);
    if model.dialog.is_some() {
        dialog::on_key(model, key.code, now, effects);
        return;
    }
    match model.screen {
        Screen::Menu => menu::on_key(model, key.code, now, effects),
        Screen::Play(_) => board::on_key(model, key.code, now, effects),
    }
}

/// Pasted text goes where text is typed; in a game without a prompt it begins an entry.
fn on_paste(model: &mut Model, text: &str) {
    let line: String = text.chars().filter(|letter| !letter.is_control()).take(200).collect();
    if let Some(crate::dialog::Dialog::Prompt(prompt)) = &mut model.dialog {
        prompt.text.push_str(&line);
    } else if model.dialog.is_none()
        && let Some(play) = model.play_mut()
    {
        play.entry.get_or_insert_default().push_str(&line);
    }
}
