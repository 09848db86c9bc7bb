//! The board: squares, pieces, and what stands out on them.

use estopim_analysis::WinCurve;
use estopim_rules::{AnyPosition, Bitboard, Board, Color, Piece, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::picture;
use super::write;
use crate::layout::{BoardArea, PlayArea};
use crate::model::{Charset, Model};
use crate::play::{ExplosionAnimation, Play};
use crate::settings::Pieces;
use crate::theme::Tint;

/// How one square looks.
#[derive(Clone, Copy, Default)]
pub struct Look {
    /// Who stands there.
    pub piece: Option<Piece>,
    /// How it stands out.
    pub tint: Tint,
    /// Whether the selected piece can go there.
    pub dot: bool,
    /// Whether the cursor is there.
    pub cursor: bool,
    /// Whether sparks are drawn there.
    pub spark: bool,
}

/// Draws the board of a game.
pub fn draw(model: &Model, play: &Play, parts: &PlayArea, buffer: &mut Buffer) {
    let marks = Marks::of(play);
    for square in Square::ALL {
        let look = marks.look(play, square);
        draw_square(model, parts.board, square, look, buffer);
    }
    if parts.labels {
        draw_labels(model, parts.board, buffer);
    }
    if let (Some(bar), Some(evaluation)) = (parts.bar, play.evaluation) {
        let share = white_share(play.session.position(), evaluation);
        draw_bar(model, bar, share, parts.board.bottom, buffer);
    }
}

/// Draws a small board of a position, as in the menu.
pub fn draw_small(model: &Model, place: Rect, board: &Board, buffer: &mut Buffer) {
    let area = BoardArea { x: place.x, y: place.y, height: 1, bottom: Color::White };
    for square in Square::ALL {
        let look = Look { piece: board.piece_at(square), ..Look::default() };
        draw_square(model, area, square, look, buffer);
    }
}

/// The squares that stand out, and why.
struct Marks {
    last: Bitboard,
    selected: Bitboard,
    dots: Bitboard,
    targets: Bitboard,
    blast: Bitboard,
    check: Bitboard,
    cursor: Option<Square>,
}

impl Marks {
    fn of(play: &Play) -> Self {
        let position = play.shown_position();
        let board = position.board();
        let last = play.shown_ply().checked_sub(1).and_then(|ply| play.session.played().get(ply));
        let mut marks = Self {
            last: last.map_or(Bitboard::EMPTY, |played| {
                Bitboard::of(played.mv.from()) | Bitboard::of(played.mv.to())
            }),
            selected: Bitboard::EMPTY,
            dots: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            blast: play.threatened_blast().map_or(Bitboard::EMPTY, |blast| blast.emptied),
            check: Bitboard::EMPTY,
            cursor: play.cursor_shown.then_some(play.cursor),
        };
        if let Some(selected) = play.selected {
            marks.selected |= Bitboard::of(selected);
        }
        if let Some(hint) = play.hint {
            marks.selected |= Bitboard::of(hint.from()) | Bitboard::of(hint.to());
        }
        for mv in play.moves_of_selected() {
            let target = Bitboard::of(play.target(mv));
            marks.dots |= target;
            if position.is_capture(mv) {
                marks.targets |= target;
            }
        }
        if position.is_check()
            && let Some(king) = board.king(position.turn())
        {
            marks.check = Bitboard::of(king);
        }
        marks
    }

    fn look(&self, play: &Play, square: Square) -> Look {
        let burning = play.animation.filter(|animation| animation.explosion.zone.has(square));
        let tint = if let Some(animation) = burning {
            if animation.frame == 1 { Tint::Fire } else { Tint::Blast }
        } else if self.blast.has(square) {
            Tint::Blast
        } else if self.selected.has(square) {
            Tint::Selected
        } else if self.targets.has(square) {
            Tint::Target
        } else if self.check.has(square) {
            Tint::Check
        } else if self.last.has(square) {
            Tint::Last
        } else {
            Tint::Plain
        };
        Look {
            piece: play.shown_board().piece_at(square),
            tint,
            dot: self.dots.has(square),
            cursor: self.cursor == Some(square),
            spark: burning.is_some_and(|ExplosionAnimation { frame, .. }| frame > 0),
        }
    }
}

/// Draws one square.
pub fn draw_square(
    model: &Model,
    area: BoardArea,
    square: Square,
    look: Look,
    buffer: &mut Buffer,
) {
    let palette = model.palette();
    let place = area.square(square);
    let is_light = Bitboard::LIGHT.has(square);
    let ground = palette.square(is_light, look.tint);
    let base = Style::new().bg(ground).fg(palette.mark());
    let fill = match model.charset {
        _ if palette.has_colors() || is_light => ' ',
        Charset::Unicode => '░',
        Charset::Ascii => ':',
    };
    for position in place.intersection(buffer.area).positions() {
        buffer[position].set_char(fill).set_style(base);
    }
    let middle = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    match look.piece {
        Some(piece) if model.pieces() == Pieces::Drawn && area.height >= 4 => {
            draw_picture(place, piece, base.fg(palette.piece(piece.color)), buffer);
        }
        Some(piece) => {
            let sign = sign_of(model, piece);
            let style = base.fg(palette.piece(piece.color)).add_modifier(Modifier::BOLD);
            put(buffer, middle, sign, style);
        }
        None if look.spark => {
            put(buffer, middle, pick(model, '✸', '*'), base.add_modifier(Modifier::BOLD));
        }
        None if look.dot => {
            put(buffer, middle, pick(model, '●', 'o'), base.add_modifier(Modifier::BOLD));
        }
        None => {}
    }
    if !palette.has_colors() {
        draw_signs(look, middle, base, buffer);
    }
    if look.cursor {
        draw_cursor(model, place, base.add_modifier(Modifier::BOLD), buffer);
    }
}

/// The sign of a piece. Where colours tell the sides apart both are filled, which is easier to see.
pub fn sign_of(model: &Model, piece: Piece) -> char {
    match model.pieces() {
        Pieces::Letters => piece.letter(),
        _ if model.palette().has_colors() => picture::filled(piece.role),
        _ => picture::figurine(piece),
    }
}

fn pick(model: &Model, unicode: char, ascii: char) -> char {
    match model.charset {
        Charset::Unicode => unicode,
        Charset::Ascii => ascii,
    }
}

fn put(buffer: &mut Buffer, (x, y): (u16, u16), sign: char, style: Style) {
    if buffer.area.contains((x, y).into()) {
        buffer[(x, y)].set_char(sign).set_style(style);
    }
}

/// A picture in half blocks: each character shows two dots, one above the other.
fn draw_picture(place: Rect, piece: Piece, style: Style, buffer: &mut Buffer) {
    let scale = place.width / picture::DOTS;
    let side = picture::DOTS * scale;
    let (left, top) = ((place.width - side) / 2, (place.height * 2 - side) / 2);
    let is_piece = |column: u16, row: u16| {
        let (column, row) = (column.checked_sub(left), row.checked_sub(top));
        match (column, row) {
            (Some(column), Some(row)) if column < side && row < side => {
                picture::is_piece(piece.role, column / scale, row / scale)
            }
            _ => false,
        }
    };
    for row in 0..place.height {
        for column in 0..place.width {
            let sign = match (is_piece(column, row * 2), is_piece(column, row * 2 + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => continue,
            };
            put(buffer, (place.x + column, place.y + row), sign, style);
        }
    }
}

/// Without colours, a sign beside the piece says how the square stands out.
fn draw_signs(look: Look, middle: (u16, u16), style: Style, buffer: &mut Buffer) {
    let sign = match look.tint {
        Tint::Plain => return,
        Tint::Last => '\'',
        Tint::Selected => '<',
        Tint::Target => 'x',
        Tint::Blast | Tint::Fire => '*',
        Tint::Check => '!',
    };
    put(buffer, (middle.0 + 1, middle.1), sign, style.add_modifier(Modifier::BOLD));
}

fn draw_cursor(model: &Model, place: Rect, style: Style, buffer: &mut Buffer) {
    let (right, bottom) = (place.right() - 1, place.bottom() - 1);
    match (place.height, model.charset) {
        (1, _) => put(buffer, (right, place.y), pick(model, '◂', '<'), style),
        (_, Charset::Unicode) => {
            put(buffer, (place.x, place.y), '┌', style);
            put(buffer, (right, place.y), '┐', style);
            put(buffer, (place.x, bottom), '└', style);
            put(buffer, (right, bottom), '┘', style);
        }
        (_, Charset::Ascii) => {
            let row = place.y + (place.height - 1) / 2;
            put(buffer, (place.x, row), '[', style);
            put(buffer, (right, row), ']', style);
        }
    }
}

fn draw_labels(model: &Model, area: BoardArea, buffer: &mut Buffer) {
    let style = model.palette().faint();
    for square in Square::ALL {
        let place = area.square(square);
        if place.x == area.x {
            let row = place.y + (place.height - 1) / 2;
            let digit = square.rank().digit().to_string();
            write(buffer, Rect::new(area.x - 2, row, 1, 1), &digit, style);
        }
        if place.bottom() == area.area().bottom() {
            let column = place.x + (place.width - 1) / 2;
            let letter = square.file().letter().to_string();
            write(buffer, Rect::new(column, place.bottom(), 1, 1), &letter, style);
        }
    }
}

/// The share of the point that White can expect of an evaluation in centipawns.
fn white_share(position: &AnyPosition, evaluation: i32) -> f64 {
    let pieces = position.board().occupied().count();
    WinCurve::of(position.variant()).wdl(evaluation, pieces).share()
}

/// Fills White's share of the bar, from White's side of the board.
fn draw_bar(model: &Model, bar: Rect, share: f64, bottom: Color, buffer: &mut Buffer) {
    let palette = model.palette();
    let white_rows = (share * f64::from(bar.height)).round() as u16;
    for row in 0..bar.height {
        let from_bottom = bar.height - 1 - row;
        let is_white = match bottom {
            Color::White => from_bottom < white_rows,
            Color::Black => row < white_rows,
        };
        let color = if is_white { Color::White } else { Color::Black };
        let sign = match (model.charset, is_white) {
            (Charset::Unicode, true) => '█',
            (Charset::Unicode, false) => '░',
            (Charset::Ascii, true) => '#',
            (Charset::Ascii, false) => '.',
        };
        let style = match (palette.has_colors(), color) {
            (true, Color::White) => palette.text().fg(palette.piece(color)),
            _ => palette.faint(),
        };
        put(buffer, (bar.x, bar.y + row), sign, style);
    }
}
