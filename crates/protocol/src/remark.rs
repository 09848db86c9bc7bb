//! What the computer says while it plays: keys of texts, so that each page shows them in its own
//! language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A remark of the computer's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Remark {
    /// The text's name: `remark-<kind>-<n>`.
    pub key: String,
    /// What the text speaks of.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
}

/// What a remark is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemarkKind {
    /// The game begins.
    Greeting,
    /// The computer has captured.
    Capture,
    /// Something has exploded.
    Explosion,
    /// The opponent has made a bad mistake.
    Blunder,
    /// The opponent has played well.
    GoodMove,
    /// The computer threatens to explode a king.
    Threat,
    /// The computer gives check.
    Check,
    /// The computer has won.
    Win,
    /// The computer has lost.
    Loss,
    /// Nobody has won.
    Draw,
}

impl RemarkKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Greeting,
        Self::Capture,
        Self::Explosion,
        Self::Blunder,
        Self::GoodMove,
        Self::Threat,
        Self::Check,
        Self::Win,
        Self::Loss,
        Self::Draw,
    ];

    /// The kind in the name of a text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Capture => "capture",
            Self::Explosion => "explosion",
            Self::Blunder => "blunder",
            Self::GoodMove => "goodmove",
            Self::Threat => "threat",
            Self::Check => "check",
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }

    /// How many texts there are of a kind, numbered from one.
    pub const COUNT: u32 = 6;

    /// The name of the text number `n`.
    pub fn key(self, n: u32) -> String {
        format!("remark-{}-{n}", self.name())
    }
}
