//! The tables of LIAC's protocol as the page shows them, and what may be done with one.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::InfractionsView;
use crate::words::Color;

/// Every table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tables {
    /// Whether programs can connect here.
    pub is_open: bool,
    /// Where programs connect that begin as White.
    pub white_port: u16,
    /// Where programs connect that begin as Black.
    pub black_port: u16,
    /// The time for a move, in milliseconds.
    #[ts(type = "number")]
    pub move_time_ms: i64,
    /// How many infractions lose a game.
    pub max_infractions: u8,
    /// In the order of their names.
    pub tables: Vec<TableView>,
    /// How strong programs are by their games here, the strongest first.
    pub ladder: Vec<LadderRow>,
    /// Whether the ladder plays by itself.
    pub ladder_runs: bool,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableView {
    /// What it is called.
    pub name: String,
    /// What it is doing.
    pub phase: TablePhase,
    /// The setup that is played.
    pub setup: String,
    /// Both slots: that of White's port first.
    pub slots: Vec<SlotView>,
    /// Which slot plays White: 0 or 1.
    pub white_slot: u8,
    /// The game on the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub game: Option<String>,
    /// What both sides have done wrong in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub infractions: Option<InfractionsView>,
    /// How many games of the match are still to begin.
    pub games_left: u32,
    /// Finished games, the newest last.
    pub results: Vec<TableResult>,
    /// The public part of the identity of whoever runs the table; nobody yet if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub owner: Option<String>,
}

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TablePhase {
    /// It waits for programs.
    Idle,
    /// A game can be started.
    Ready,
    /// A game goes on.
    Playing,
    /// A game stands still.
    Paused,
    /// A game is over.
    Over,
}

/// A slot of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SlotView {
    /// Who plays there.
    pub kind: SlotKind,
    /// The name of the program, once it is connected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
}

/// Who plays in a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum SlotKind {
    /// A program that connects.
    Bot {},
    /// Whoever runs the table, at the page.
    Human {},
    /// Our engine.
    Computer {
        /// From 1 to 12.
        level: u8,
    },
}

/// A finished game of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableResult {
    /// The game.
    pub game: String,
    /// Who had White.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// Who won; `null` for a draw.
    pub winner: Option<Color>,
    /// Why it ended, as in `end-by-<reason>`.
    pub reason: crate::game::EndReason,
}

/// A row of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LadderRow {
    /// Who.
    pub name: String,
    /// The rating.
    pub elo: i32,
    /// Half the width of its interval of 95 %.
    pub error: i32,
    /// How many games.
    pub games: u32,
    /// Points made, in halves.
    pub half_points: u32,
}

/// What is to be done with a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum TableAction {
    /// Begin a match of so many games, colours reversed after each; or go on after a pause.
    Start {
        /// How many games.
        games: u32,
    },
    /// Let the game stand still.
    Pause {},
    /// Clear the table; a game that goes on is aborted.
    Reset {},
    /// Let the slots change colours.
    Switch {},
    /// Choose what is played, and by whom.
    Set {
        /// A setup of Pawn Battle.
        setup: String,
        /// Who plays in the slot of White's port.
        white: SlotKind,
        /// Who plays in the slot of Black's port.
        black: SlotKind,
    },
}
