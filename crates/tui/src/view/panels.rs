//! Everything around the board: title, players, moves, pieces that are gone, messages, status and keys.

use estopim_analysis::Label;
use estopim_rules::Color;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::{board, frame, wrapped, write, write_right};
use crate::clock;
use crate::input::Action;
use crate::layout::PlayArea;
use crate::model::{Charset, Model};
use crate::play::{MessageKind, Play, ReportState};
use crate::session::PlayerKind;
use crate::words;

/// Draws what is around the board.
pub fn draw(model: &Model, play: &Play, parts: &PlayArea, buffer: &mut Buffer) {
    if let Some(title) = parts.title {
        draw_title(model, play, title, buffer);
    }
    if let Some([top, bottom]) = parts.players {
        draw_player(model, play, !parts.board.bottom, top, parts, buffer);
        draw_player(model, play, parts.board.bottom, bottom, parts, buffer);
    }
    if let Some(moves) = parts.moves {
        draw_moves(model, play, moves, buffer);
    }
    if let Some(gone) = parts.gone {
        draw_gone(model, play, gone, buffer);
    }
    if let Some(messages) = parts.messages {
        draw_messages(model, play, messages, buffer);
    }
    if let Some(status) = parts.status {
        draw_status(model, play, status, parts, buffer);
    }
    for (_, place, text) in key_line(model, parts) {
        let (key, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        write(buffer, place, key, model.palette().accent());
        let after = key.width() as u16;
        let place = Rect { x: place.x + after, width: place.width - after, ..place };
        write(buffer, place, rest, model.palette().faint());
    }
}

fn draw_title(model: &Model, play: &Play, place: Rect, buffer: &mut Buffer) {
    let palette = model.palette();
    let variant = play.session.game().variant();
    let name = format!(" {} ", model.texts.get(&format!("variant-{variant}")));
    let title = "Estopim ";
    write(buffer, Rect { x: place.x + 1, ..place }, title, palette.accent());
    let after = place.x + 1 + title.width() as u16;
    write(buffer, Rect { x: after, ..place }, &name, palette.badge());
    let after = after + name.width() as u16 + 1;
    let line = match play.online {
        Some(_) => model.texts.with("at-server", &[("server", &model.menu.server)]),
        None => model.texts.get(&format!("variant-{variant}-line")),
    };
    if usize::from(place.right().saturating_sub(after)) > line.width() {
        write(buffer, Rect { x: after, ..place }, &line, palette.faint());
    }
}

fn draw_player(
    model: &Model,
    play: &Play,
    color: Color,
    place: Rect,
    parts: &PlayArea,
    buffer: &mut Buffer,
) {
    let palette = model.palette();
    let is_turn = play.session.turn() == color && play.session.end().is_none();
    let arrow = match (is_turn, model.charset) {
        (true, Charset::Unicode) => "▶ ",
        (true, Charset::Ascii) => "> ",
        (false, _) => "  ",
    };
    let side = words::color(&model.texts, color);
    let name = play.name(color, &model.texts);
    let style = if is_turn { palette.accent() } else { palette.text() };
    // The moment is in the model's last event; what is left then is what is shown.
    let left = clock::left(play.session.clock(), color, play.shown_at).map(clock::shown);
    let clock_width = left.as_ref().map_or(0, |text| text.width() as u16 + 1);
    let label_place = Rect { width: place.width.saturating_sub(clock_width), ..place };
    // The colour can be seen by the board; the name cannot.
    let full = format!("{side}: {name}");
    let fits = full.width() + 2 <= usize::from(label_place.width);
    let label = if fits && name != side { full } else { name };
    write(buffer, label_place, &format!("{arrow}{label}"), style);
    if let Some(left) = left {
        write_right(buffer, place, &left, style.add_modifier(Modifier::BOLD));
    }
    if parts.gone.is_none() {
        let used = 2 + label.width() as u16 + 2;
        let room = label_place.width.saturating_sub(used);
        let gone = gone_text(model, play, color);
        if gone.width() <= usize::from(room) {
            write(buffer, Rect { x: place.x + used, width: room, ..place }, &gone, palette.faint());
        }
    }
}

/// The pieces of a side that are gone, as signs.
fn gone_text(model: &Model, play: &Play, color: Color) -> String {
    let gone = play.session.gone(color, play.shown_ply());
    gone.into_iter().map(|piece| board::sign_of(model, piece)).collect()
}

fn draw_gone(model: &Model, play: &Play, place: Rect, buffer: &mut Buffer) {
    let palette = model.palette();
    let block = frame(model, &model.texts.get("panel-gone"));
    let inner = block.inner(place);
    block.render(place, buffer);
    for (row, color) in (inner.y..inner.bottom()).zip(Color::ALL) {
        let side = words::color(&model.texts, color);
        let line = Rect { y: row, height: 1, ..inner };
        write(buffer, line, &side, palette.faint());
        let after = side.width() as u16 + 1;
        let line = Rect { x: line.x + after, width: line.width.saturating_sub(after), ..line };
        write(buffer, line, &gone_text(model, play, color), palette.text());
    }
}

/// What the list of moves shows: its place, the first row, and where the columns are.
struct MoveList {
    inner: Rect,
    first_row: usize,
    number_columns: u16,
    move_columns: u16,
    /// 1 if Black moved first, whose first move stands in the second column.
    offset: usize,
}

impl MoveList {
    fn new(play: &Play, place: Rect) -> Self {
        let inner = Rect::new(
            place.x + 1,
            place.y + 1,
            place.width.saturating_sub(2),
            place.height.saturating_sub(2),
        );
        let offset = usize::from(play.session.game().start().turn() == Color::Black);
        let rows = (play.session.played().len() + offset).div_ceil(2);
        let room = usize::from(inner.height);
        let most = rows.saturating_sub(room);
        let first_row = match play.viewed {
            // The move that led to the position is in the middle of the list.
            Some(ply) if play.scroll == 0 => {
                ((ply + offset).saturating_sub(1) / 2).saturating_sub(room / 2).min(most)
            }
            _ => most.saturating_sub(play.scroll),
        };
        // Room for the last number with its dot, a space on both sides.
        let last_number = play.session.game().start().fullmoves() as usize + rows;
        let number_columns =
            (last_number.to_string().len() as u16 + 3).clamp(5, inner.width.max(5));
        let move_columns = (inner.width.saturating_sub(number_columns) / 2).min(10);
        Self { inner, first_row, number_columns, move_columns, offset }
    }

    /// The row of the move numbered `index`, counted from the first of the game.
    const fn row(&self, index: usize) -> usize {
        let cell = index + self.offset;
        cell / 2
    }

    /// Where the move numbered `index` is, if it is in sight.
    fn place(&self, index: usize) -> Option<Rect> {
        let row = self.row(index).checked_sub(self.first_row)?;
        let column = ((index + self.offset) % 2) as u16;
        (row < usize::from(self.inner.height)).then(|| {
            let x = self.inner.x + self.number_columns + column * self.move_columns;
            Rect::new(x, self.inner.y + row as u16, self.move_columns, 1)
        })
    }
}

/// The position that a click in the list of moves asks for, as the number of moves before it.
pub fn ply_at(model: &Model, x: u16, y: u16) -> Option<usize> {
    let play = model.play()?;
    let list = MoveList::new(play, model.play_area()?.moves?);
    let hit = |index: &usize| list.place(*index).is_some_and(|place| place.contains((x, y).into()));
    (0..play.session.played().len()).find(hit).map(|index| index + 1)
}

fn draw_moves(model: &Model, play: &Play, place: Rect, buffer: &mut Buffer) {
    let palette = model.palette();
    frame(model, &model.texts.get("panel-moves")).render(place, buffer);
    let list = MoveList::new(play, place);
    let first_number = play.session.game().start().fullmoves() as usize;
    let first = (list.first_row * 2).saturating_sub(list.offset);
    let in_sight = usize::from(list.inner.height) * 2;
    for (index, played) in play.session.played().iter().enumerate().skip(first).take(in_sight) {
        let Some(cell) = list.place(index) else { continue };
        let row = list.row(index);
        let number = Rect { x: list.inner.x, width: list.number_columns - 1, ..cell };
        write_right(buffer, number, &format!("{}.", first_number + row), palette.faint());
        let is_shown = index + 1 == play.shown_ply();
        let style = if is_shown { palette.badge() } else { palette.text() };
        let cell = Rect { width: cell.width.saturating_sub(1), ..cell };
        write(buffer, cell, &format!("{}{}", played.san, sign(play, index)), style);
    }
}

fn draw_messages(model: &Model, play: &Play, place: Rect, buffer: &mut Buffer) {
    let palette = model.palette();
    let block = frame(model, &model.texts.get("panel-messages"));
    let inner = block.inner(place);
    block.render(place, buffer);
    let mut lines = Vec::new();
    for message in play.messages.iter().rev() {
        let (sign, style) = match message.kind {
            MessageKind::News => ("", palette.text()),
            MessageKind::Refusal => ("! ", palette.text().add_modifier(Modifier::BOLD)),
            MessageKind::Remark => ("Pavio: ", palette.accent().remove_modifier(Modifier::BOLD)),
            MessageKind::Result => ("", palette.accent()),
        };
        let text = format!("{sign}{}", message.text);
        lines.extend(wrapped(&text, inner.width).into_iter().rev().map(|line| (line, style)));
        if lines.len() >= usize::from(inner.height) {
            break;
        }
    }
    lines.truncate(usize::from(inner.height));
    for (row, (line, style)) in (inner.y..inner.bottom()).zip(lines.into_iter().rev()) {
        write(buffer, Rect { y: row, height: 1, ..inner }, &line, style);
    }
}

fn draw_status(model: &Model, play: &Play, place: Rect, parts: &PlayArea, buffer: &mut Buffer) {
    let palette = model.palette();
    let place = Rect { x: place.x + 1, width: place.width.saturating_sub(1), ..place };
    if let Some(entry) = &play.entry {
        let cursor = match model.charset {
            Charset::Unicode => '▏',
            Charset::Ascii => '_',
        };
        write(buffer, place, &format!("> {entry}{cursor}"), palette.accent());
        return;
    }
    // Without a panel for messages, the latest refusal is told here.
    if parts.messages.is_none()
        && let Some(message) = play.messages.last()
        && message.kind == MessageKind::Refusal
    {
        write(buffer, place, &message.text, palette.accent());
        return;
    }
    write(buffer, place, &status(model, play), palette.accent());
}

/// The sign of a move's label in the report, as PGN writes it.
fn sign(play: &Play, index: usize) -> &'static str {
    let Some(ReportState::Done(report)) = &play.report else { return "" };
    match report.plies.get(index).and_then(|ply| ply.label) {
        None => "",
        Some(Label::Brilliant) => "!!",
        Some(Label::OnlyMove) => "!",
        Some(Label::Inaccuracy) => "?!",
        Some(Label::Mistake | Label::MissedWin) => "?",
        Some(Label::Blunder) => "??",
    }
}

/// What is going on, in one line.
fn status(model: &Model, play: &Play) -> String {
    let texts = &model.texts;
    if let Some(ReportState::Making { done, total }) = &play.report {
        let (done, total) = (done.to_string(), total.to_string());
        return texts.with("report-making", &[("done", &done), ("total", &total)]);
    }
    if let Some(ply) = play.viewed {
        let count = play.session.played().len();
        return texts
            .with("status-viewing", &[("ply", &ply.to_string()), ("count", &count.to_string())]);
    }
    if let Some(end) = play.session.end() {
        return words::ending(texts, end, play.session.only_human());
    }
    if play.online.as_ref().is_some_and(|game| game.waiting) {
        return texts.get("status-waiting");
    }
    let turn = play.session.turn();
    let name = match play.session.seats[turn.index()] {
        PlayerKind::Computer(_) => {
            return texts.with("status-thinking", &[("name", &play.name(turn, texts))]);
        }
        _ => words::color(texts, turn),
    };
    if play.session.position().is_check() {
        texts.with("status-check", &[("color", &name)])
    } else {
        texts.with("status-turn", &[("color", &name)])
    }
}

/// The keys at the bottom that have room, each with its place.
fn key_line(model: &Model, parts: &PlayArea) -> Vec<(Action, Rect, String)> {
    let Some(place) = parts.keys else { return Vec::new() };
    let mut x = place.x + 1;
    let mut keys = Vec::new();
    for action in Action::IN_LINE {
        let text = format!("{} {}", action.key(), model.texts.get(action.text()));
        let width = text.width() as u16;
        if x + width > place.right() {
            break;
        }
        keys.push((action, Rect { x, width, ..place }, text));
        x += width + 2;
    }
    keys
}

/// The action of the key at a place of the screen.
pub fn key_at(model: &Model, x: u16, y: u16) -> Option<Action> {
    let parts = model.play_area()?;
    let keys = key_line(model, &parts);
    keys.into_iter().find(|(_, place, _)| place.contains((x, y).into())).map(|(action, ..)| action)
}
