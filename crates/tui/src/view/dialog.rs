//! The questions on top of the screen.

use estopim_rules::{Color, PawnBattleSetupError, Piece, Rank, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};
use unicode_width::UnicodeWidthStr;

use super::board::{self, Look};
use super::{frame, mark_more, wrapped, write};
use crate::dialog::{Builder, Dialog, DialogArea, Prompt, centred};
use crate::input::Action;
use crate::layout::BoardArea;
use crate::model::{Charset, Model, Screen};
use crate::words;

/// A question is not wider than this.
const WIDEST: u16 = 56;

/// Draws a question.
pub fn draw(model: &Model, dialog: &Dialog, buffer: &mut Buffer) {
    match dialog {
        Dialog::Choice { index, .. } => draw_choice(model, *index, buffer),
        Dialog::Prompt(prompt) => draw_prompt(model, prompt, buffer),
        Dialog::Builder(builder) => draw_builder(model, builder, buffer),
        Dialog::Help(scroll) => draw_help(model, *scroll, buffer),
    }
}

/// The words of the choice on the screen: the question in lines, and the answers.
fn choice_words(model: &Model) -> Option<(Vec<String>, Vec<String>, usize)> {
    let Some(Dialog::Choice { choice, index }) = &model.dialog else { return None };
    let width = WIDEST.min(model.size.width.saturating_sub(4));
    let mut text = wrapped(&choice.text(&model.texts), width);
    // The result stands above the question what to do now.
    if let (crate::dialog::Choice::Ended, Screen::Play(play)) = (choice, &model.screen)
        && let Some(end) = play.session.end()
    {
        let ending = words::ending(&model.texts, end, play.session.only_human());
        text.splice(0..0, wrapped(&ending, width));
    }
    let replies = choice.replies().into_iter().map(|reply| {
        let key = reply.key().map_or(String::new(), |key| format!("{key}  "));
        format!("{key}{}", reply.text(&model.texts))
    });
    Some((text, replies.collect(), *index))
}

/// Where the choice on the screen is.
pub fn choice_area(model: &Model) -> Option<DialogArea> {
    let (text, replies, index) = choice_words(model)?;
    let width = text.iter().chain(&replies).map(|line| line.width() + 2).max().unwrap_or(0);
    let width = (width as u16).max(24);
    Some(DialogArea::choice(model.size, width, text.len() as u16, replies.len(), index))
}

fn draw_choice(model: &Model, index: usize, buffer: &mut Buffer) {
    let palette = model.palette();
    let Some((text, replies, _)) = choice_words(model) else { return };
    let Some(area) = choice_area(model) else { return };
    open(model, "", area.frame, buffer);
    if area.replies.last().is_some_and(|&(number, _)| number + 1 < replies.len()) {
        mark_more(model, bottom_of(area.frame), buffer);
    }
    for (row, line) in (area.text.y..area.text.bottom()).zip(&text) {
        write(buffer, Rect { y: row, height: 1, ..area.text }, line, palette.accent());
    }
    for &(number, place) in &area.replies {
        let chosen = number == index;
        let style = if chosen { palette.badge() } else { palette.text() };
        let arrow = match (chosen, model.charset) {
            (false, _) => "  ",
            (true, Charset::Unicode) => "▸ ",
            (true, Charset::Ascii) => "> ",
        };
        buffer.set_style(place.intersection(buffer.area), style);
        write(buffer, place, &format!("{arrow}{}", replies[number]), style);
    }
}

/// The last line of a place.
fn bottom_of(place: Rect) -> Rect {
    Rect { y: place.bottom().saturating_sub(1), height: 1, ..place }
}

/// Clears a place and draws a frame around it; returns what is inside.
fn open(model: &Model, title: &str, place: Rect, buffer: &mut Buffer) -> Rect {
    let block = frame(model, title).border_style(model.palette().accent());
    let inner = block.inner(place);
    Clear.render(place, buffer);
    block.render(place, buffer);
    Rect::new(inner.x + 1, inner.y, inner.width.saturating_sub(2), inner.height)
}

fn draw_prompt(model: &Model, prompt: &Prompt, buffer: &mut Buffer) {
    let palette = model.palette();
    let width = WIDEST.min(model.size.width.saturating_sub(4));
    let question = wrapped(&model.texts.get(prompt.purpose.text()), width);
    let problem = prompt.problem.as_ref().map_or(Vec::new(), |text| wrapped(text, width));
    let rows = question.len() + 2 + problem.len();
    let place = centred(model.size, width + 4, rows as u16 + 2);
    let inner = open(model, "", place, buffer);
    // The end of a long text is what is being typed.
    let shown: String = {
        let room = usize::from(inner.width.saturating_sub(3));
        let count = prompt.text.chars().count();
        prompt.text.chars().skip(count.saturating_sub(room)).collect()
    };
    let cursor = if model.charset == Charset::Unicode { '▏' } else { '_' };
    let mut lines: Vec<(String, ratatui::style::Style)> =
        question.into_iter().map(|line| (line, palette.accent())).collect();
    lines.push((format!("> {shown}{cursor}"), palette.text()));
    lines.push((String::new(), palette.text()));
    lines.extend(problem.into_iter().map(|line| (line, palette.accent())));
    for (row, (line, style)) in (inner.y..inner.bottom()).zip(lines) {
        write(buffer, Rect { y: row, height: 1, ..inner }, &line, style);
    }
}

/// The builder: a board with a few lines below.
fn builder_place(model: &Model) -> (Rect, BoardArea) {
    let height = if model.size.height >= 24 && model.size.width >= 46 { 2 } else { 1 };
    let place = centred(model.size, (height * 16).max(34) + 4, height * 8 + 5);
    let x = place.x + (place.width.saturating_sub(height * 16)) / 2;
    (place, BoardArea { x, y: place.y + 1, height, bottom: Color::White })
}

/// The square of White's first two ranks that is at a place of the builder's board; Black's squares mean
/// the same pieces.
pub fn builder_square_at(model: &Model, x: u16, y: u16) -> Option<Square> {
    let (_, board) = builder_place(model);
    let square = board.at(x, y)?;
    match square.rank() {
        Rank::R1 | Rank::R2 => Some(square),
        Rank::R7 | Rank::R8 => Some(square.mirrored()),
        _ => None,
    }
}

fn draw_builder(model: &Model, builder: &Builder, buffer: &mut Buffer) {
    let palette = model.palette();
    let (place, area) = builder_place(model);
    let inner = open(model, &model.texts.get("menu-builder"), place, buffer);
    for square in Square::ALL {
        let (home, color) = match square.rank() {
            Rank::R1 | Rank::R2 => (square, Color::White),
            _ => (square.mirrored(), Color::Black),
        };
        let stands = matches!(home.rank(), Rank::R1 | Rank::R2) && builder.has(home);
        let role = Builder::resident(home).filter(|_| stands);
        let look = Look {
            piece: role.map(|role| Piece::new(color, role)),
            cursor: square == builder.cursor,
            ..Look::default()
        };
        board::draw_square(model, area, square, look, buffer);
    }
    let below = area.area().bottom() + 1;
    let text = match &builder.problem {
        Some(PawnBattleSetupError::PawnCount(count)) => {
            model.texts.with("builder-pawn-count", &[("count", &count.to_string())])
        }
        Some(other) => other.to_string(),
        None => model.texts.get("builder-keys"),
    };
    let style = if builder.problem.is_some() { palette.accent() } else { palette.faint() };
    for (row, line) in (below..inner.bottom()).zip(wrapped(&text, inner.width)) {
        write(buffer, Rect { y: row, height: 1, ..inner }, &line, style);
    }
}

fn draw_help(model: &Model, scroll: u16, buffer: &mut Buffer) {
    let palette = model.palette();
    let texts = &model.texts;
    let mut lines: Vec<(String, String)> =
        ["help-arrows", "help-enter", "help-type", "help-mouse", "help-escape"]
            .into_iter()
            .map(|name| {
                let text = texts.get(name);
                let (key, rest) = text.split_once(": ").unwrap_or(("", &text));
                (key.to_owned(), rest.to_owned())
            })
            .collect();
    for action in Action::IN_HELP {
        lines.push((action.key().to_string(), texts.get(action.text())));
    }
    let key_columns = lines.iter().map(|(key, _)| key.width()).max().unwrap_or(0) as u16 + 2;
    let width = 64.min(model.size.width.saturating_sub(4));
    let mut rows: Vec<(String, String)> = Vec::new();
    for (key, text) in lines {
        let mut key = key;
        for line in wrapped(&text, width.saturating_sub(key_columns)) {
            rows.push((std::mem::take(&mut key), line));
        }
    }
    let place = centred(model.size, width + 4, rows.len() as u16 + 2);
    let inner = open(model, &texts.get("help-title"), place, buffer);
    let most = (rows.len() as u16).saturating_sub(inner.height);
    if scroll < most {
        mark_more(model, bottom_of(place), buffer);
    }
    let rows = rows.into_iter().skip(usize::from(scroll.min(most)));
    for (y, (key, text)) in (inner.y..inner.bottom()).zip(rows) {
        let line = Rect { y, height: 1, ..inner };
        write(buffer, line, &key, palette.accent());
        let columns = key_columns.min(line.width);
        let line = Rect { x: line.x + columns, width: line.width - columns, ..line };
        write(buffer, line, &text, palette.text());
    }
}
