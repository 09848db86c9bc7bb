//! Colours, roles, squares and games as JSON writes them. Each mirrors the type of the same name in `estopim_rules`,
//! which knows no JSON.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use ts_rs::TS;
use utoipa::ToSchema;

/// An enum with the same names as one of the rules, and the way there and back.
macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($(#[$item_doc])* $item),+ }

        impl From<estopim_rules::$name> for $name {
            fn from(word: estopim_rules::$name) -> Self {
                match word { $(estopim_rules::$name::$item => Self::$item),+ }
            }
        }

        impl From<$name> for estopim_rules::$name {
            fn from(word: $name) -> Self {
                match word { $($name::$item => Self::$item),+ }
            }
        }
    };
}

mirror! {
    /// One of the two sides.
    Color {
        /// The side that moves first.
        White,
        /// The other.
        Black,
    }
}

mirror! {
    /// What a piece is, whoever owns it.
    Role {
        /// Pawn.
        Pawn,
        /// Knight.
        Knight,
        /// Bishop.
        Bishop,
        /// Rook.
        Rook,
        /// Queen.
        Queen,
        /// King.
        King,
    }
}

mirror! {
    /// One of the five games.
    Variant {
        /// Classic chess.
        Chess,
        /// Atomic.
        Atomic,
        /// Strict Atomic.
        StrictAtomic,
        /// Simple Atomic.
        SimpleAtomic,
        /// Pawn Battle.
        PawnBattle,
    }
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Piece {
    /// The owner.
    pub color: Color,
    /// The kind of piece.
    pub role: Role,
}

impl From<estopim_rules::Piece> for Piece {
    fn from(piece: estopim_rules::Piece) -> Self {
        Self { color: piece.color.into(), role: piece.role.into() }
    }
}

/// A square, written `e4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, TS, ToSchema)]
#[ts(type = "string")]
#[schema(value_type = String, example = "e4")]
pub struct Square(pub estopim_rules::Square);

impl From<estopim_rules::Square> for Square {
    fn from(square: estopim_rules::Square) -> Self {
        Self(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (file, rank) = (self.0.file().letter(), self.0.rank().digit());
        let letters = [file as u8, rank as u8];
        serializer.serialize_str(str::from_utf8(&letters).expect("a square's name is plain ASCII"))
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}
