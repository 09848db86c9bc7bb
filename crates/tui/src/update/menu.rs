//! Keys of the start menu.

use crossterm::event::KeyCode;
use estopim_engine::Level;
use estopim_play::defaults::OFFERED_TIMES;
use estopim_protocol::ClientMessage;
use estopim_rules::{PawnBattleSetup, Variant};

use super::{Effect, game, online};
use crate::clock::Now;
use crate::dialog::{Builder, Dialog, Prompt, Purpose};
use crate::menu::{ColorChoice, Row};
use crate::model::Model;
use crate::online::Order;
use crate::session::GameSession;
use crate::settings::{Pieces, Step, ThemeId, cycled};
use crate::texts::{Lang, Texts};

/// A key in the start menu.
pub fn on_key(model: &mut Model, code: KeyCode, now: Now, effects: &mut Vec<Effect>) {
    let rows = model.menu.rows(model.kept_game());
    match code {
        KeyCode::Up | KeyCode::BackTab => {
            model.menu.row = cycled(&rows, model.menu.row, Step::Back);
        }
        KeyCode::Down | KeyCode::Tab => {
            model.menu.row = cycled(&rows, model.menu.row, Step::Forward);
        }
        KeyCode::Home => model.menu.row = rows[0],
        KeyCode::End => model.menu.row = rows[rows.len() - 1],
        KeyCode::Left => change(model, model.menu.row, Step::Back, effects),
        KeyCode::Right | KeyCode::Char(' ') => {
            change(model, model.menu.row, Step::Forward, effects);
        }
        KeyCode::Enter => activate(model, model.menu.row, now, effects),
        KeyCode::Char('?') | KeyCode::F(1) => model.dialog = Some(Dialog::Help(0)),
        KeyCode::Char('q') | KeyCode::Esc => effects.push(Effect::Quit),
        _ => {}
    }
}

/// Does what a line says, or changes what it chooses.
pub fn activate(model: &mut Model, row: Row, now: Now, effects: &mut Vec<Effect>) {
    match row {
        Row::Continue => {
            if let Some((id, _)) = model.menu.left.take() {
                let watch = ClientMessage::WatchGame { id, seq: None };
                effects.push(Effect::Order(Order::Send(watch)));
            } else if let Some(session) = model.kept.take() {
                game::begin(model, session, now, effects);
            }
        }
        Row::Join(number) => {
            if let Some(seek) = model.menu.seeks.get(number) {
                effects.push(Effect::Order(Order::Join(seek.id.clone())));
            }
        }
        Row::Start if model.menu.online => {
            effects.push(Effect::Order(Order::Create(online::new_game(model))));
            model.menu.notice = Some(model.texts.get("notice-waiting"));
        }
        Row::Start => {
            let menu = &model.menu;
            let session = GameSession::new(menu.start(), menu.seats(model.seed), menu.time);
            game::begin(model, session, now, effects);
        }
        Row::Builder => model.dialog = Some(Dialog::Builder(Builder::new(model.menu.setup))),
        Row::Load => model.dialog = Some(prompt(Purpose::Load, String::new())),
        Row::Time => {
            model.dialog = Some(prompt(Purpose::Time, model.menu.time.to_string()));
        }
        Row::Quit => effects.push(Effect::Quit),
        _ => change(model, row, Step::Forward, effects),
    }
}

/// An empty question for a text.
pub const fn prompt(purpose: Purpose, text: String) -> Dialog {
    Dialog::Prompt(Prompt { purpose, text, problem: None })
}

/// Changes what a line chooses.
pub fn change(model: &mut Model, row: Row, step: Step, effects: &mut Vec<Effect>) {
    let menu = &mut model.menu;
    let levels: Vec<Level> = Level::all().collect();
    let before = model.settings.clone();
    match row {
        Row::Variant => menu.variant = cycled(&Variant::ALL, menu.variant, step),
        Row::Setup => {
            let setups: Vec<PawnBattleSetup> =
                PawnBattleSetup::named().map(|(_, setup)| setup).collect();
            menu.setup = cycled(&setups, menu.setup, step);
        }
        Row::Opponent => menu.opponent = cycled(menu.opponents(), menu.opponent, step),
        Row::Level => menu.level = cycled(&levels, menu.level, step),
        Row::OtherLevel => menu.other_level = cycled(&levels, menu.other_level, step),
        Row::Color => menu.color = cycled(&ColorChoice::ALL, menu.color, step),
        Row::Time => menu.time = cycled(&OFFERED_TIMES, menu.time, step),
        Row::Lang => {
            let lang = cycled(&Lang::ALL, model.texts.lang(), step);
            model.texts = Texts::new(lang);
            model.settings.lang = Some(lang.id().to_owned());
        }
        Row::Theme => model.settings.theme = cycled(&ThemeId::ALL, model.settings.theme, step),
        Row::Pieces => model.settings.pieces = cycled(&Pieces::ALL, model.settings.pieces, step),
        Row::Animation => model.settings.animation = model.settings.animation.toggled(),
        Row::Remarks => model.settings.remarks = model.settings.remarks.toggled(),
        Row::Turning => model.settings.turning = model.settings.turning.toggled(),
        Row::Join(_) | Row::Continue | Row::Start | Row::Builder | Row::Load | Row::Quit => {}
    }
    if model.settings != before {
        effects.push(Effect::KeepSettings(model.settings.clone()));
    }
}
