//! [`Unfinished`]: a game to go on with after a restart of the server.

use estopim_liac::SlotKind;
use estopim_rules::Color;
use estopim_store::GameRow;

use crate::game::rows::{BOT, color_of};

/// A game of a table that had not ended when the server last stopped.
#[derive(Clone, Debug)]
pub struct Unfinished {
    pub(super) id: String,
    pub(super) setup: String,
    pub(super) kinds: [SlotKind; 2],
    /// The names of the programs that must come back.
    pub(super) names: [Option<String>; 2],
}

impl Unfinished {
    /// From its row, if it is one.
    pub fn of(row: &GameRow) -> Option<Self> {
        let computer = color_of(row.computer_color.as_deref());
        let level = row.computer_level.unwrap_or(1).clamp(1, 12) as u8;
        let slot = |color: Color, title: &Option<String>, name: &Option<String>| {
            if computer == Some(color.into()) {
                return (SlotKind::Computer(level), None);
            }
            match title.as_deref() {
                Some(BOT) => (SlotKind::Bot, name.clone()),
                _ => (SlotKind::Human, None),
            }
        };
        let white = slot(Color::White, &row.white_title, &row.white_name);
        let black = slot(Color::Black, &row.black_title, &row.black_name);
        Some(Self {
            id: row.id.clone(),
            setup: row.setup.clone()?,
            kinds: [white.0, black.0],
            names: [white.1, black.1],
        })
    }
}
