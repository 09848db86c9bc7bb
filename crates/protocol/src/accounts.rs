//! Accounts, tokens and challenges as the page shows them to those who have programs.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::TimeControl;
use crate::rest::ColorChoice;
use crate::words::Variant;

/// Your accounts for programs, with their tokens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Accounts {
    /// Oldest first.
    pub accounts: Vec<AccountView>,
    /// What a token may allow.
    pub scopes: Vec<String>,
}

/// An account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AccountView {
    /// The name by which programs address it.
    pub name: String,
    /// Whether it is a program; otherwise it is you.
    pub bot: bool,
    /// Oldest first.
    pub tokens: Vec<TokenView>,
}

/// A token; what it is made of was shown once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenView {
    /// Its number, by which it can be revoked.
    pub id: String,
    /// What you call it.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
    /// When it was last used, within a minute.
    #[ts(type = "number | null")]
    pub used_ms: Option<i64>,
}

/// A token to be made. The account is made with it if there is none of that name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// The name of the account: letters, digits, `-` and `_`.
    pub name: String,
    /// Whether it is a program; otherwise it is you.
    pub bot: bool,
    /// What you call the token.
    pub label: String,
    /// What it allows.
    pub scopes: Vec<String>,
}

/// A token that was made. It cannot be shown again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MadeToken {
    /// Its number.
    pub id: String,
    /// The token.
    pub token: String,
}

/// The programs that can be challenged, and the challenges that wait for you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Bots {
    /// Programs that are connected.
    pub online: Vec<BotView>,
    /// Who challenges you.
    pub challenges: Vec<ChallengeView>,
    /// The games that such programs can know.
    pub variants: Vec<Variant>,
}

/// A program that is connected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BotView {
    /// Its name.
    pub name: String,
    /// Whether it is an engine of this server.
    pub host: bool,
}

/// A challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChallengeView {
    /// Its id, which becomes that of the game.
    pub id: String,
    /// Who challenges.
    pub by: String,
    /// Which game.
    pub variant: Variant,
    /// How time is counted.
    pub time: TimeControl,
}

/// A challenge to a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// The name of the program.
    pub bot: String,
    /// Which game: one that the program can know.
    pub variant: Variant,
    /// How time is counted.
    pub time: TimeControl,
    /// Your colour.
    pub color: ColorChoice,
}

/// What became of a challenge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChallengeAnswer {
    /// The game, once it was accepted, and the challenge until then.
    pub id: String,
    /// Which.
    pub status: ChallengeStatus,
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChallengeStatus {
    /// Nothing yet.
    Open,
    /// The game has begun.
    Accepted,
    /// It was declined, withdrawn, or nobody has answered.
    Gone,
}
