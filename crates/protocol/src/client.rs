//! What a client says through its socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::typed::PieceLetters;

/// Everything a client may say. A socket watches one game, or the lobby, at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum ClientMessage {
    /// Tell me about this game from now on. Answered by a snapshot, unless `seq` is the last message's
    /// number and nothing was missed.
    WatchGame {
        /// The game.
        id: String,
        /// The number of the last message received.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        seq: Option<u64>,
    },
    /// Tell me about open seeks from now on.
    WatchLobby {},
    /// Tell me about nothing any more.
    Leave {},
    /// Play a move.
    Move {
        /// The game.
        id: String,
        /// How many moves had been played when the player chose this one.
        at_ply: u32,
        /// The move, as people (`Nxf3`) or programs (`g1f3`) write it.
        text: String,
        /// The letters that the writer is used to; English ones if nothing is said. Others are understood, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        letters: Option<PieceLetters>,
        /// Comes back if the move is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        client_tag: Option<String>,
    },
    /// Offer a draw.
    OfferDraw {
        /// The game.
        id: String,
    },
    /// Agree to a draw.
    AcceptDraw {
        /// The game.
        id: String,
    },
    /// Play on.
    DeclineDraw {
        /// The game.
        id: String,
    },
    /// Ask to take the last own move back.
    OfferTakeback {
        /// The game.
        id: String,
    },
    /// Let the opponent take it back.
    AcceptTakeback {
        /// The game.
        id: String,
    },
    /// It stays.
    DeclineTakeback {
        /// The game.
        id: String,
    },
    /// Give up.
    Resign {
        /// The game.
        id: String,
    },
    /// Break off a game in which not both sides have moved.
    Abort {
        /// The game.
        id: String,
    },
    /// Offer another game with colours swapped.
    OfferRematch {
        /// The game.
        id: String,
    },
    /// Play again.
    AcceptRematch {
        /// The game.
        id: String,
    },
    /// Not now.
    DeclineRematch {
        /// The game.
        id: String,
    },
    /// Give the late opponent the whole time for the move once more.
    GiveTime {
        /// The game.
        id: String,
    },
    /// End the game because the opponent is late, and win.
    ClaimTime {
        /// The game.
        id: String,
    },
    /// End the game because the opponent has left for good, and win.
    ClaimLeft {
        /// The game.
        id: String,
    },
    /// Say something to the opponent.
    Chat {
        /// The game.
        id: String,
        /// At most 300 characters.
        text: String,
    },
    /// Are you there?
    Ping {
        /// The client's clock; comes back.
        #[ts(type = "number")]
        sent_at_ms: i64,
    },
}
