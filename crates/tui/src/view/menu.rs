//! The start menu.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{board, mark_more, wrapped, write};
use crate::menu::{MenuArea, Opponent, Row};
use crate::model::{Charset, Model};
use estopim_play::TimeControl;

/// Draws the start menu.
pub fn draw(model: &Model, buffer: &mut Buffer) {
    let palette = model.palette();
    let area = MenuArea::new(model.size, &model.menu, model.kept_game());
    let top = Rect { height: 1.min(model.size.height), ..model.size };
    centre(buffer, top, " Estopim ", palette.badge());
    let line = model.menu.notice.clone().unwrap_or_else(|| about(model));
    for (y, line) in (area.about.y..area.about.bottom()).zip(wrapped(&line, area.about.width)) {
        centre(buffer, Rect { y, height: 1, ..area.about }, &line, palette.faint());
    }
    for &(row, place) in &area.rows {
        let chosen = row == model.menu.row;
        let style = if chosen { palette.badge() } else { palette.text() };
        let arrow = match (chosen, model.charset) {
            (false, _) => "  ",
            (true, Charset::Unicode) => "▸ ",
            (true, Charset::Ascii) => "> ",
        };
        let label = format!("{arrow}{}", model.texts.get(row.text()));
        buffer.set_style(place.intersection(buffer.area), style);
        write(buffer, place, &label, style);
        if let Some(value) = value_of(model, row) {
            let value = match (chosen, model.charset) {
                (false, _) => format!("  {value}"),
                (true, Charset::Unicode) => format!("‹ {value} ›"),
                (true, Charset::Ascii) => format!("< {value} >"),
            };
            let start = (place.width / 2).max(label.width() as u16 + 1).min(place.width);
            let place = Rect { x: place.x + start, width: place.width - start, ..place };
            write(buffer, place, &value, style);
        }
    }
    if let Some(picture) = area.picture {
        board::draw_small(model, picture, model.menu.start().board(), buffer);
    }
    let last = model.menu.rows(model.kept_game()).last().copied();
    if let Some(&(shown, place)) = area.rows.last()
        && Some(shown) != last
    {
        mark_more(model, Rect { y: place.y + 1, ..place }, buffer);
    }
    centre(buffer, area.keys, &keys(model, area.keys.width), palette.faint());
}

/// As many of the keys as have room; they are three spaces apart.
fn keys(model: &Model, width: u16) -> String {
    let all = model.texts.get("menu-keys");
    let mut shown = all.as_str();
    while shown.width() > usize::from(width)
        && let Some((first, _)) = shown.rsplit_once("   ")
    {
        shown = first;
    }
    shown.to_owned()
}

fn centre(buffer: &mut Buffer, place: Rect, text: &str, style: ratatui::style::Style) {
    let width = (text.width() as u16).min(place.width);
    let x = place.x + (place.width - width) / 2;
    write(buffer, Rect { x, width, ..place }, text, style);
}

/// More about what is chosen: the open game that would be joined, or the kind of game that would begin.
fn about(model: &Model) -> String {
    if let Row::Join(number) = model.menu.row
        && let Some(game) = value_of(model, model.menu.row)
        && let Some(seek) = model.menu.seeks.get(number)
    {
        return format!("{game}, {}", time_text(model, seek.time.into()));
    }
    let line = model.texts.get(&format!("variant-{}-line", model.menu.variant));
    if model.menu.online {
        let server = model.texts.with("at-server", &[("server", &model.menu.server)]);
        return format!("{server}. {line}");
    }
    line
}

/// What a line chooses.
fn value_of(model: &Model, row: Row) -> Option<String> {
    let (menu, settings, texts) = (&model.menu, &model.settings, &model.texts);
    Some(match row {
        Row::Continue => {
            let left = menu.left.as_ref().map(|&(_, variant)| variant);
            let variant = left.or_else(|| Some(model.kept.as_ref()?.game().variant()))?;
            texts.get(&format!("variant-{variant}"))
        }
        Row::Join(number) => {
            let seek = menu.seeks.get(number)?;
            let variant = estopim_rules::Variant::from(seek.variant);
            format!("{}: {}", seek.name, texts.get(&format!("variant-{variant}")))
        }
        Row::Variant => texts.get(&format!("variant-{}", menu.variant)),
        Row::Setup => menu.setup.to_string(),
        Row::Opponent if menu.online && menu.opponent == Opponent::TwoPlayers => {
            texts.get("opponent-anyone")
        }
        Row::Opponent => texts.get(menu.opponent.text()),
        Row::Level => menu.level.number().to_string(),
        Row::OtherLevel => menu.other_level.number().to_string(),
        Row::Color => texts.get(menu.color.text()),
        Row::Time => time_text(model, menu.time),
        Row::Lang => texts.lang().name().to_owned(),
        Row::Theme => texts.get(settings.theme.text()),
        Row::Pieces => texts.get(settings.pieces.text()),
        Row::Animation => texts.get(settings.animation.text()),
        Row::Remarks => texts.get(settings.remarks.text()),
        Row::Turning => texts.get(settings.turning.text()),
        Row::Start | Row::Builder | Row::Load | Row::Quit => return None,
    })
}

fn time_text(model: &Model, time: TimeControl) -> String {
    let texts = &model.texts;
    match time {
        TimeControl::Unlimited => texts.get("time-none"),
        TimeControl::PerMove { limit_ms } if limit_ms % 60_000 == 0 => {
            texts.with("time-minutes-a-move", &[("minutes", &(limit_ms / 60_000).to_string())])
        }
        TimeControl::PerMove { limit_ms } => {
            texts.with("time-seconds-a-move", &[("seconds", &(limit_ms / 1000).to_string())])
        }
        game @ TimeControl::Clock { .. } => texts.with("time-game", &[("time", &game.to_string())]),
    }
}
