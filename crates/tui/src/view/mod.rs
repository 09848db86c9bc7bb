//! Draws the model. Nothing here changes it.

mod board;
mod dialog;
mod menu;
mod panels;
mod picture;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Paragraph, Widget, Wrap};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::model::{Charset, Model, Screen};

pub use dialog::{builder_square_at, choice_area};
pub use panels::{key_at, ply_at};
pub use picture::figurine;

/// Draws the model.
pub fn draw(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    buffer.set_style(area, model.palette().text());
    match &model.screen {
        Screen::Menu => menu::draw(model, buffer),
        Screen::Play(play) => match model.play_area() {
            Some(parts) => {
                panels::draw(model, play, &parts, buffer);
                board::draw(model, play, &parts, buffer);
            }
            None => too_small(model, area, buffer),
        },
    }
    if let Some(question) = &model.dialog {
        dialog::draw(model, question, buffer);
    }
}

fn too_small(model: &Model, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(model.texts.get("screen-too-small"))
        .wrap(Wrap { trim: true })
        .render(area, buffer);
}

/// Writes a line, cut off where its place ends.
fn write(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let place = place.intersection(buffer.area);
    if !place.is_empty() {
        buffer.set_stringn(place.x, place.y, text, usize::from(place.width), style);
    }
}

/// Marks a line at its right end: there is more below.
fn mark_more(model: &Model, line: Rect, buffer: &mut Buffer) {
    let sign = if model.charset == Charset::Unicode { "▼" } else { "v" };
    let corner = Rect::new(line.right().saturating_sub(3), line.y, 1, 1);
    write(buffer, corner, sign, model.palette().accent());
}

/// Writes a line at the right end of its place.
fn write_right(buffer: &mut Buffer, place: Rect, text: &str, style: Style) {
    let width = (text.width() as u16).min(place.width);
    let place = Rect { x: place.right() - width, width, ..place };
    write(buffer, place, text, style);
}

/// A frame with a title.
fn frame(model: &Model, title: &str) -> Block<'static> {
    let palette = model.palette();
    let set = match model.charset {
        Charset::Unicode => border::ROUNDED,
        Charset::Ascii => border::Set {
            top_left: "+",
            top_right: "+",
            bottom_left: "+",
            bottom_right: "+",
            vertical_left: "|",
            vertical_right: "|",
            horizontal_top: "-",
            horizontal_bottom: "-",
        },
    };
    let block = Block::bordered()
        .border_set(set)
        .border_style(palette.faint())
        .style(palette.text())
        .title_style(palette.accent());
    if title.is_empty() { block } else { block.title(format!(" {title} ")) }
}

/// A text in lines that are not wider than `width`, broken between words where that is possible.
pub fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let gap = usize::from(!line.is_empty());
        if line.width() + gap + word.width() <= width {
            if gap == 1 {
                line.push(' ');
            }
            line.push_str(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            if line.width() + letter.width().unwrap_or(0) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrapped("a king never captures", 9), ["a king", "never", "captures"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
