//! Messages of a client on its socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::typed::PieceLetters;

/// Every message of a client. A socket watches one game, or the lobby, at a time.
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
    /// Watch the open seeks.
    WatchLobby {},
    /// Watch the open seeks, and the list of games to watch.
    WatchHome {},
    /// Watch nothing any more.
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
    /// Accept the draw.
    AcceptDraw {
        /// The game.
        id: String,
    },
    /// Decline the draw.
    DeclineDraw {
        /// The game.
        id: String,
    },
    /// Ask to take back one's own last move.
    OfferTakeback {
        /// The game.
        id: String,
    },
    /// Accept the takeback.
    AcceptTakeback {
        /// The game.
        id: String,
    },
    /// Decline the takeback.
    DeclineTakeback {
        /// The game.
        id: String,
    },
    /// Resign.
    Resign {
        /// The game.
        id: String,
    },
    /// Abort a game in which not both sides have moved.
    Abort {
        /// The game.
        id: String,
    },
    /// Offer a rematch with colours swapped.
    OfferRematch {
        /// The game.
        id: String,
    },
    /// Accept the rematch.
    AcceptRematch {
        /// The game.
        id: String,
    },
    /// Decline the rematch.
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
    /// Send a chat message to the opponent.
    Chat {
        /// The game.
        id: String,
        /// At most [`crate::bounds::MAX_CHAT`] characters.
        text: String,
    },
    /// A ping, answered by `pong`.
    Ping {
        /// The client's clock; comes back.
        #[ts(type = "number")]
        sent_at_ms: i64,
    },
}
