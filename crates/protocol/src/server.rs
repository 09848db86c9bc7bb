//! Messages of the server on a socket.
//!
//! Messages about a game are numbered: `seq` grows by one with each, so that a client sees a gap and asks
//! for a snapshot. A server that starts anew goes on with greater numbers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::game::{
    ChatLine, ClocksView, GameView, InfractionKind, InfractionsView, OfferKind, OutcomeView,
    Players,
};
use crate::position::{LivePosition, PlayedMove};
use crate::reason::Reason;
use crate::rest::{Seek, WatchableGame};
use crate::words::Color;

/// Every message of the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ServerMessage {
    /// The whole game as it stands.
    Snapshot {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// The game.
        game: Box<GameView>,
    },
    /// A move was played; it is stored.
    Moved {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// The move.
        #[serde(rename = "move")]
        played: PlayedMove,
        /// The position after it.
        position: LivePosition,
        /// The clocks after it.
        clocks: ClocksView,
    },
    /// What you asked for was refused.
    Rejected {
        /// The move's tag, if it was a move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        client_tag: Option<String>,
        /// Why.
        reason: Reason,
    },
    /// Somebody offers something.
    Offered {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// What.
        kind: OfferKind,
        /// Who.
        by: Color,
    },
    /// An offer was declined, or withdrawn by a move.
    Declined {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Which.
        kind: OfferKind,
    },
    /// Moves were taken back; the game as it stands now.
    TookBack {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// The game.
        game: Box<GameView>,
    },
    /// The time for a move is over; the opponent may give more, or end the game.
    TimeOver {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Who is late.
        color: Color,
    },
    /// The late player got more time.
    TimeGiven {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Who was late.
        color: Color,
        /// The clocks now.
        clocks: ClocksView,
    },
    /// A program did something wrong that is counted; its time for the move begins anew.
    Infraction {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Who.
        color: Color,
        /// What.
        kind: InfractionKind,
        /// The infractions of both now.
        infractions: InfractionsView,
        /// The clocks now.
        clocks: ClocksView,
    },
    /// The clocks were corrected: time in which the computer waited for a thread, or the server for its database, is
    /// not charged.
    ClocksSet {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// The clocks now.
        clocks: ClocksView,
    },
    /// The game is over.
    Ended {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// How.
        outcome: OutcomeView,
        /// The clocks at the end.
        clocks: ClocksView,
    },
    /// Somebody took the free seat, or has another nickname; the game goes on or begins.
    Joined {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Who sits where now.
        players: Players,
        /// The clocks now.
        clocks: ClocksView,
    },
    /// Somebody said something.
    Chat {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// What.
        line: ChatLine,
    },
    /// The rematch has been created.
    Rematch {
        /// Number.
        #[ts(type = "number")]
        seq: u64,
        /// Its address.
        id: String,
    },
    /// Who is there. Not numbered: each one replaces the one before.
    Presence {
        /// Whether White is connected.
        white: bool,
        /// Whether Black is connected.
        black: bool,
        /// How many others watch.
        spectators: u32,
        /// In how many milliseconds the win may be claimed against the one who left; absent while both
        /// are there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional, type = "number")]
        claimable_in_ms: Option<i64>,
    },
    /// The open seeks. What follows are differences.
    Lobby {
        /// Newest first.
        seeks: Vec<Seek>,
    },
    /// What has changed among the open seeks.
    LobbyChanged {
        /// New ones, and those that have changed.
        added: Vec<Seek>,
        /// The addresses of those that are gone.
        removed: Vec<String>,
    },
    /// The list of games to watch. Differences follow.
    GamesToWatch {
        /// Newest first.
        games: Vec<WatchableGame>,
    },
    /// A difference of the list of games to watch.
    GamesToWatchChanged {
        /// New ones, and those that have changed.
        changed: Vec<WatchableGame>,
        /// The ids of those that are no longer listed.
        removed: Vec<String>,
    },
    /// The answer to a ping.
    Pong {
        /// As it was sent.
        #[ts(type = "number")]
        sent_at_ms: i64,
        /// The server's clock, in milliseconds since 1970.
        #[ts(type = "number")]
        server_now_ms: i64,
    },
    /// A message was not handled: it cannot be parsed, there is no such game, or there were too many.
    Failed {
        /// Why.
        reason: Reason,
    },
}

/// Changes a list of open seeks, newest first, as [`ServerMessage::LobbyChanged`] says.
pub fn apply_lobby_change(seeks: &mut Vec<Seek>, added: Vec<Seek>, removed: &[String]) {
    let is_replaced = |seek: &Seek| added.iter().any(|new| new.id == seek.id);
    seeks.retain(|seek| !removed.contains(&seek.id) && !is_replaced(seek));
    seeks.extend(added);
    seeks.sort_by_key(|seek| std::cmp::Reverse(seek.created_ms));
}
