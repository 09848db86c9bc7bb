//! Serialisation, with the feature `serde`: values are written as people and programs write them.
//!
//! | type | written as |
//! | --- | --- |
//! | [`Variant`] | its id, `"atomic"` |
//! | [`Square`] | `"e4"` |
//! | [`Position`] | its FEN |
//! | [`AnyPosition`] | `{"variant": "atomic", "fen": "…"}` |
//! | [`Move`] | its [`Display`](std::fmt::Display) text, `"e2e4"`; written only, since what a move is depends on the position |
//! | [`Game`] | `{"variant": "atomic", "start": "…", "moves": ["e2e4", …]}`, the moves as UCI writes them |
//!
//! Whatever is read is validated: a position must be sound and every move of a game legal.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::any::{AnyPosition, Variant};
use crate::game::Game;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Move, Square};

impl Serialize for Variant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, R: Rules> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_fen(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A position of a game known only at run time, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPosition {
    variant: Variant,
    fen: String,
}

impl Serialize for AnyPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenPosition { variant: self.variant(), fen: self.fen() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for AnyPosition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenPosition { variant, fen } = WrittenPosition::deserialize(deserializer)?;
        Self::from_fen(variant, &fen).map_err(D::Error::custom)
    }
}

/// A game, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGame {
    variant: Variant,
    start: String,
    moves: Vec<String>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = self.moves().map(|(before, mv)| before.uci(mv)).collect();
        WrittenGame { variant: self.variant(), start: self.start().fen(), moves }
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let WrittenGame { variant, start, moves } = WrittenGame::deserialize(deserializer)?;
        let start = AnyPosition::from_fen(variant, &start).map_err(D::Error::custom)?;
        let mut game = Self::from_position(start);
        for (ply, text) in moves.iter().enumerate() {
            game.play_uci(text)
                .map_err(|error| D::Error::custom(format_args!("move {}: {error}", ply + 1)))?;
        }
        Ok(game)
    }
}
