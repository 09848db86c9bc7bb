//! Keys of the questions on top of the screen, and what their answers do.

use crossterm::event::KeyCode;
use estopim_play::TimeControl;
use estopim_play::state::{Command, Consent};
use estopim_rules::{AnyPosition, Game, PgnReader, Rank, Variant};

use super::{Effect, game, online, report};
use crate::clock::Now;
use crate::dialog::{Builder, Choice, Dialog, Prompt, Purpose, Reply};
use crate::model::{Model, Screen};
use crate::play::MessageKind;
use crate::session::{GameSession, PlayerKind};

/// A longer text is not taken.
const LONGEST: usize = 400;

/// A key while a question is on the screen.
pub fn on_key(model: &mut Model, code: KeyCode, now: Now, effects: &mut Vec<Effect>) {
    match &mut model.dialog {
        None => {}
        Some(Dialog::Help(scroll)) => match code {
            KeyCode::Down | KeyCode::PageDown => *scroll = scroll.saturating_add(1),
            KeyCode::Up | KeyCode::PageUp => *scroll = scroll.saturating_sub(1),
            _ => model.dialog = None,
        },
        Some(Dialog::Choice { choice, index }) => {
            let choice = *choice;
            let replies = choice.replies();
            match code {
                KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
                    *index = (*index + replies.len() - 1) % replies.len();
                }
                KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
                    *index = (*index + 1) % replies.len();
                }
                KeyCode::Enter | KeyCode::Char(' ') => {
                    let reply = replies[*index];
                    answer(model, choice, reply, now, effects);
                }
                KeyCode::Esc => dismiss(model, choice, now, effects),
                KeyCode::Char(letter) => {
                    let fits = |reply: &&Reply| reply.is_chosen_by(letter);
                    if let Some(&reply) = replies.iter().find(fits) {
                        answer(model, choice, reply, now, effects);
                    }
                }
                _ => {}
            }
        }
        Some(Dialog::Prompt(prompt)) => match code {
            KeyCode::Esc => model.dialog = None,
            KeyCode::Backspace => {
                prompt.text.pop();
                prompt.problem = None;
            }
            KeyCode::Char(letter) if prompt.text.chars().count() < LONGEST => {
                prompt.text.push(letter);
                prompt.problem = None;
            }
            KeyCode::Enter => submit(model, now, effects),
            _ => {}
        },
        Some(Dialog::Builder(builder)) => match code {
            KeyCode::Esc => model.dialog = None,
            KeyCode::Left => step(builder, -1),
            KeyCode::Right => step(builder, 1),
            KeyCode::Up | KeyCode::Down => {
                let file = builder.cursor.file();
                let rank = if builder.cursor.rank() == Rank::R1 { Rank::R2 } else { Rank::R1 };
                builder.cursor = estopim_rules::Square::new(file, rank);
            }
            KeyCode::Char(' ') => builder.toggle(builder.cursor),
            KeyCode::Enter => match builder.setup() {
                Ok(setup) => {
                    model.menu.setup = setup;
                    model.dialog = None;
                }
                Err(problem) => builder.problem = Some(problem),
            },
            _ => {}
        },
    }
}

fn step(builder: &mut Builder, files: i8) {
    builder.cursor = builder.cursor.offset(files, 0).unwrap_or(builder.cursor);
}

/// A question is dismissed with its harmless answer; an offered draw is declined.
fn dismiss(model: &mut Model, choice: Choice, now: Now, effects: &mut Vec<Effect>) {
    let reply = match choice {
        Choice::DrawOffer(_) | Choice::Offer(..) => Reply::No,
        Choice::Ended => Reply::LookAtBoard,
        Choice::Promotion { .. } | Choice::Actions => {
            model.dialog = None;
            return;
        }
        Choice::Leave
        | Choice::LeaveServer
        | Choice::Left(_)
        | Choice::Resign
        | Choice::TimeOver(_) => choice.replies()[0],
    };
    answer(model, choice, reply, now, effects);
}

/// Does what an answer says.
pub fn answer(
    model: &mut Model,
    choice: Choice,
    reply: Reply,
    now: Now,
    effects: &mut Vec<Effect>,
) {
    model.dialog = None;
    if online::answer(model, choice, reply, effects) == online::Answered::Yes {
        return;
    }
    match (choice, reply) {
        (_, Reply::ToMenu) => game::to_menu(model, effects),
        (_, Reply::LeaveProgram) => effects.push(Effect::Quit),
        (_, Reply::Report) => report::ask(model, now, effects),
        (_, Reply::Rematch) => game::rematch(model, now, effects),
        (_, Reply::Do(action)) => game::perform(model, action, now, effects),
        (Choice::Resign, Reply::Yes) => {
            if let Some(by) = model.play().map(game::speaker) {
                game::command(model, Command::Resign { by }, now, effects);
            }
        }
        (Choice::DrawOffer(_), Reply::Yes) => {
            game::offer_draw_answered(model, Consent::Given, now, effects);
        }
        (Choice::DrawOffer(_), Reply::No) => {
            game::offer_draw_answered(model, Consent::Refused, now, effects);
        }
        (Choice::TimeOver(late), Reply::GoOn) => {
            game::command(model, Command::GiveTime { by: !late }, now, effects);
        }
        (Choice::TimeOver(late), Reply::EndGame) => {
            game::command(model, Command::ClaimTime { by: !late }, now, effects);
        }
        (Choice::Promotion { from, to }, Reply::Promote(role)) => {
            let Some(play) = model.play() else { return };
            if let Ok(mv) = play.session.game().legal_move(from, to, Some(role)) {
                game::play_move(model, mv, now, effects);
            }
        }
        _ => {}
    }
}

/// Takes what was typed.
fn submit(model: &mut Model, now: Now, effects: &mut Vec<Effect>) {
    let Some(Dialog::Prompt(Prompt { purpose, text, .. })) = model.dialog.clone() else { return };
    let text = text.trim().to_owned();
    match purpose {
        Purpose::Time => match text.parse::<TimeControl>() {
            Ok(time) => {
                model.menu.time = time;
                model.dialog = None;
            }
            Err(_) => trouble(model, model.texts.with("problem-time", &[("text", &text)])),
        },
        Purpose::SavePgn => {
            let Some(play) = model.play() else { return };
            let pgn = play.session.pgn(&play.names(&model.texts), &model.date).to_string();
            effects.push(Effect::Save { path: text, text: pgn });
        }
        // A FEN has slashes and spaces; few file names have both.
        Purpose::Load if text.split_whitespace().count() >= 4 => {
            on_loaded(model, Ok(text), now, effects);
        }
        Purpose::Load => effects.push(Effect::Load(text)),
    }
}

/// Says what is wrong with what was typed.
fn trouble(model: &mut Model, problem: String) {
    if let Some(Dialog::Prompt(prompt)) = &mut model.dialog {
        prompt.problem = Some(problem);
    }
}

/// A file was written, or not.
pub fn on_saved(model: &mut Model, result: Result<String, String>) {
    match result {
        Ok(path) => {
            let text = model.texts.with("notice-saved", &[("path", &path)]);
            model.dialog = None;
            model.tell(MessageKind::News, text);
        }
        Err(reason) => {
            let problem = model.texts.with("problem-file", &[("reason", &reason)]);
            trouble(model, problem);
        }
    }
}

/// A game or a position was read: it is shown from its start, for two people to go on with.
pub fn on_loaded(
    model: &mut Model,
    result: Result<String, String>,
    now: Now,
    effects: &mut Vec<Effect>,
) {
    let variant = match &model.screen {
        Screen::Play(play) => play.session.game().variant(),
        Screen::Menu => model.menu.variant,
    };
    match result.and_then(|text| read_game(&text, variant)) {
        Ok(game) => {
            let session =
                GameSession::of_game(game, [PlayerKind::Human; 2], TimeControl::Unlimited);
            game::begin(model, session, now, effects);
            if let Some(play) = model.play_mut() {
                play.kept = false;
                game::look_at(play, 0);
            }
        }
        Err(reason) => {
            let problem = model.texts.with("problem-file", &[("reason", &reason)]);
            trouble(model, problem);
        }
    }
}

/// The game that a PGN holds, or one that begins at a FEN of `variant`.
pub fn read_game(text: &str, variant: Variant) -> Result<Game, String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let is_fen = first.matches('/').count() == 7 && !first.starts_with('[');
    if is_fen {
        return match AnyPosition::from_fen(variant, first) {
            Ok(position) => Ok(Game::from_position(position)),
            Err(error) => {
                let faults: Vec<String> = error.faults.iter().map(ToString::to_string).collect();
                Err(faults.join("; "))
            }
        };
    }
    let game = PgnReader::new(text.as_bytes()).read_game().map_err(|error| error.to_string())?;
    let game = game.ok_or_else(|| "no game found".to_owned())?;
    game.to_game().map_err(|error| error.to_string())
}
