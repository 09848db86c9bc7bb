//! The mouse: clicks and drags on the board, lists, questions and the line of keys.

use crossterm::event::{KeyCode, MouseButton, MouseEvent, MouseEventKind};

use super::{Effect, board, dialog, game, menu};
use crate::clock::Now;
use crate::dialog::{Choice, Dialog};
use crate::menu::MenuArea;
use crate::model::{Model, Screen};
use crate::settings::Step;
use crate::view;

/// The mouse was moved or pressed.
pub fn on_mouse(model: &mut Model, event: MouseEvent, now: Now, effects: &mut Vec<Effect>) {
    let pressed = event.kind == MouseEventKind::Down(MouseButton::Left);
    match (&model.dialog, &model.screen) {
        (Some(Dialog::Choice { choice, .. }), _) => {
            let choice = *choice;
            on_choice(model, choice, event, now, effects);
        }
        (Some(Dialog::Help(_)), _) => match event.kind {
            MouseEventKind::ScrollDown => dialog::on_key(model, KeyCode::Down, now, effects),
            MouseEventKind::ScrollUp => dialog::on_key(model, KeyCode::Up, now, effects),
            _ if pressed => model.dialog = None,
            _ => {}
        },
        (Some(Dialog::Builder(_)), _) if pressed => {
            let square = view::builder_square_at(model, event.column, event.row);
            if let (Some(Dialog::Builder(builder)), Some(square)) = (&mut model.dialog, square) {
                builder.cursor = square;
                builder.toggle(square);
            }
        }
        (Some(_), _) => {}
        (None, Screen::Menu) => on_menu(model, event, now, effects),
        (None, Screen::Play(_)) => on_board(model, event, now, effects),
    }
}

fn on_choice(
    model: &mut Model,
    choice: Choice,
    event: MouseEvent,
    now: Now,
    effects: &mut Vec<Effect>,
) {
    let Some(area) = view::choice_area(model) else { return };
    let Some(number) = area.at(event.column, event.row) else { return };
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            dialog::answer(model, choice, choice.replies()[number], now, effects);
        }
        MouseEventKind::Moved => model.dialog = Some(Dialog::Choice { choice, index: number }),
        _ => {}
    }
}

fn on_menu(model: &mut Model, event: MouseEvent, now: Now, effects: &mut Vec<Effect>) {
    let area = MenuArea::new(model.size, &model.menu, model.kept_game());
    let row = area.at(event.column, event.row);
    match (event.kind, row) {
        (MouseEventKind::Down(MouseButton::Left), Some(row)) => {
            model.menu.row = row;
            menu::activate(model, row, now, effects);
        }
        (MouseEventKind::Down(MouseButton::Right), Some(row)) => {
            model.menu.row = row;
            menu::change(model, row, Step::Back, effects);
        }
        (MouseEventKind::ScrollDown, _) => menu::on_key(model, KeyCode::Down, now, effects),
        (MouseEventKind::ScrollUp, _) => menu::on_key(model, KeyCode::Up, now, effects),
        _ => {}
    }
}

fn on_board(model: &mut Model, event: MouseEvent, now: Now, effects: &mut Vec<Effect>) {
    let Some(area) = model.play_area() else { return };
    let square = area.board.at(event.column, event.row);
    let place = (event.column, event.row);
    let in_moves = area.moves.is_some_and(|moves| moves.contains(place.into()));
    let action = view::key_at(model, event.column, event.row);
    let ply = view::ply_at(model, event.column, event.row);
    let Some(play) = model.play_mut() else { return };
    match event.kind {
        MouseEventKind::Moved | MouseEventKind::Drag(MouseButton::Left) => {
            play.hover = square;
            play.cursor_shown = false;
        }
        MouseEventKind::Down(MouseButton::Left) => {
            play.cursor_shown = false;
            play.entry = None;
            if let Some(square) = square {
                play.cursor = square;
                play.hover = Some(square);
                let was_selected = play.selected == Some(square);
                if !was_selected {
                    board::choose(model, square, now, effects);
                }
                // Put down where it was picked up a second time, a piece is let go.
                if let Some(play) = model.play_mut() {
                    play.dragged = play.selected.filter(|&from| from == square && !was_selected);
                    if was_selected {
                        play.selected = None;
                    }
                }
            } else if let Some(ply) = ply {
                game::look_at(play, ply);
            } else if let Some(action) = action {
                game::perform(model, action, now, effects);
            }
        }
        MouseEventKind::Up(MouseButton::Left) => {
            if let (Some(from), Some(to)) = (play.dragged.take(), square)
                && from != to
            {
                game::try_move(model, from, to, now, effects);
            }
        }
        MouseEventKind::Down(MouseButton::Right) => play.selected = None,
        MouseEventKind::ScrollUp if in_moves => play.scroll = play.scroll.saturating_add(1),
        MouseEventKind::ScrollDown if in_moves => play.scroll = play.scroll.saturating_sub(1),
        _ => {}
    }
}
