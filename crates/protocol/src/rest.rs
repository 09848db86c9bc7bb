//! Requests and responses over HTTP.

use estopim_rules::PawnBattleSetup;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::game::{ChatLine, GameStatus, OutcomeView, Players, Seat, TimeControl};
use crate::position::{PlayedMove, PositionView};
use crate::reason::Reason;
use crate::words::{Color, Square, Variant};

/// The body of every refused request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// Why it was refused.
    pub error: Reason,
}

/// Who you are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// The public part of your identity; it grants no access.
    pub id: String,
    /// How others see you.
    pub nickname: String,
}

/// What you want to be called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetNickname {
    /// One line of plain characters.
    pub nickname: String,
}

/// A game to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// Which game.
    pub variant: Variant,
    /// Pawn Battle: a setup's name, files with home squares (`abgh+b1g1`), or a FEN that shows a setup. In
    /// the other games a FEN, or nothing for the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// Against whom.
    pub opponent: Opponent,
    /// How time is counted.
    pub time: TimeControl,
    /// Whether it is on the list of games to watch while it goes on. Games by link and at one screen never are.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub watchable: bool,
}

/// Against whom a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Opponent {
    /// The computer.
    Computer {
        /// From 1, a beginner, to 12, full strength.
        level: u8,
        /// Which side you play.
        color: ColorChoice,
    },
    /// Whoever opens the game's address and joins; colours are drawn.
    Friend {},
    /// Whoever picks the seek in the lobby; colours are drawn.
    Lobby {},
    /// Both sides at one screen.
    HotSeat {},
}

/// Which side somebody wants to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Random.
    Random,
}

/// A game that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewGameId {
    /// Its address: eight letters and digits.
    pub id: String,
}

/// A game that was played in a page without a server, whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfflineGame {
    /// Which game.
    pub variant: Variant,
    /// As in a new game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// Against whom.
    pub opponent: OfflineOpponent,
    /// Every move, as programs write it.
    pub moves: Vec<String>,
    /// How it ended, if not by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub end: Option<OfflineEnd>,
}

/// Against whom a game without a server was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum OfflineOpponent {
    /// The computer.
    Computer {
        /// From 1, a beginner, to 12, full strength.
        level: u8,
        /// Which side the person played.
        color: Color,
    },
    /// Both sides at one screen.
    HotSeat {},
}

/// How a game without a server ended, where the rules did not end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum OfflineEnd {
    /// One side gave up.
    Resigned {
        /// Which.
        by: Color,
    },
    /// Both agreed to a draw.
    Agreed {},
}

/// Somebody looks for an opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Seek {
    /// The game that waits.
    pub id: String,
    /// Who is looking.
    pub name: String,
    /// The public part of their identity: your own seeks are those with yours.
    #[serde(default)]
    pub by: String,
    /// Which game.
    pub variant: Variant,
    /// Pawn Battle: the setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// How time is counted.
    pub time: TimeControl,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// Whether it will be on the list of games to watch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub watchable: bool,
}

/// A game that goes on and that everybody may watch, as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchableGame {
    /// Its address.
    pub id: String,
    /// Which game.
    pub variant: Variant,
    /// Who sits where.
    pub players: Players,
    /// How time is counted.
    pub time: TimeControl,
    /// The position now.
    pub fen: String,
    /// The squares that the last move started from and led to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_move: Option<[Square; 2]>,
    /// How many moves were played.
    pub ply: u32,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
}

/// The open seeks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Lobby {
    /// Newest first.
    pub seeks: Vec<Seek>,
}

/// Which games to list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// `1`: only those that you play or played. The list of all games is not public, so this is required.
    #[ts(type = "1")]
    pub mine: u8,
    /// Only this game.
    #[ts(optional)]
    pub variant: Option<Variant>,
    /// Only those with this result for you.
    #[ts(optional)]
    pub result: Option<ResultFilter>,
    /// Only those made before this, in milliseconds since 1970: the next page.
    #[ts(optional, type = "number")]
    pub before: Option<i64>,
    /// How many at most.
    #[ts(optional)]
    pub limit: Option<u32>,
}

/// A result as seen by the one who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ResultFilter {
    /// You won.
    Won,
    /// You lost.
    Lost,
    /// Nobody won.
    Drawn,
    /// It has not ended.
    Unfinished,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its address.
    pub id: String,
    /// Which game.
    pub variant: Variant,
    /// Pawn Battle: the setup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// Who sits where.
    pub players: Players,
    /// Which seat is yours.
    pub you: Option<Seat>,
    /// How time is counted.
    pub time: TimeControl,
    /// Whether it waits, goes on or has ended.
    pub status: GameStatus,
    /// How it ended.
    pub outcome: Option<OutcomeView>,
    /// Whether it was played in a page without a server and sent in afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub offline: bool,
    /// How many moves were played.
    pub plies: u32,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it ended.
    #[ts(type = "number | null")]
    pub ended_ms: Option<i64>,
}

/// A page of games, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// What to ask for `before` to get the next page; `null` at the end.
    #[ts(type = "number | null")]
    pub next: Option<i64>,
}

/// The games that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variants {
    /// All five.
    pub variants: Vec<VariantView>,
    /// The setups of Pawn Battle that have a name.
    pub pawn_battle_setups: Vec<SetupView>,
}

impl Variants {
    /// Every game and every setup that has a name.
    pub fn all() -> Self {
        let setup = |(name, setup): (&str, PawnBattleSetup)| SetupView {
            name: name.to_owned(),
            fen: setup.fen(),
        };
        Self {
            variants: VariantView::all(),
            pawn_battle_setups: PawnBattleSetup::named().map(setup).collect(),
        }
    }
}

/// A game that can be played, and its particular facts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VariantView {
    /// Which.
    pub variant: Variant,
    /// Its first position; where there are setups, the one with every piece.
    pub fen: String,
    /// Whether captures explode.
    pub explodes: bool,
    /// Whether the players choose the first position among setups.
    pub has_setups: bool,
}

impl VariantView {
    /// Every game.
    pub fn all() -> Vec<Self> {
        let view = |variant: estopim_rules::Variant| Self {
            variant: variant.into(),
            fen: variant.initial_fen().to_owned(),
            explodes: variant.explodes(),
            has_setups: variant.has_setups(),
        };
        estopim_rules::Variant::ALL.into_iter().map(view).collect()
    }
}

/// A setup of Pawn Battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SetupView {
    /// Its name.
    pub name: String,
    /// Its first position.
    pub fen: String,
}

/// A position to be looked at, without any game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionQuery {
    /// Under which rules.
    pub variant: Variant,
    /// Where to start; the game's first position if absent. Pawn Battle also takes a setup's name or its
    /// files and home squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fen: Option<String>,
    /// Moves to play from there, as programs write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moves: Option<Vec<String>>,
    /// A move to play after them if it is legal, as people or programs write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub try_move: Option<String>,
}

/// The position that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnswer {
    /// The position; `tryMove` has been played in it if it was legal.
    pub position: PositionView,
    /// How the game has ended there.
    pub outcome: Option<OutcomeView>,
    /// Pawn Battle: the setup that the first position shows, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// Why `tryMove` was not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub refusal: Option<Reason>,
    /// The last move played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last: Option<PlayedMove>,
}

/// Which part of a game's chat is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct ChatQuery {
    /// Only lines before the one with this number; the last ones if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4_294_967_295_i64)]
    pub before: Option<u32>,
}

/// A part of a game's chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatPage {
    /// In order. The first line of a game has number one.
    pub lines: Vec<ChatLine>,
}
