//! A whole game: players, moves, clocks, offers, chat and the end.

use estopim_play::End;
use estopim_rules::{DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::position::{LivePosition, PlayedMove};
use crate::remark::Remark;
use crate::words::{Color, Variant};

/// Everything there is to know about a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of the message")]
pub struct GameView {
    /// The game's address.
    pub id: String,
    /// Which game is played.
    pub variant: Variant,
    /// Pawn Battle: the setup, by name or as files and home squares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub setup: Option<String>,
    /// The position it started from.
    pub initial_fen: String,
    /// Who sits where.
    pub players: Players,
    /// Which seat is yours; `null` for a spectator.
    pub you: Option<Seat>,
    /// Whether both sides are played at one screen.
    pub hot_seat: bool,
    /// Whether it was offered to everybody in the lobby.
    #[serde(default)]
    pub from_lobby: bool,
    /// Whether it is on the list of games to watch while it goes on.
    #[serde(default)]
    pub watchable: bool,
    /// Whether it was played in a page without a server and sent in afterwards.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub offline: bool,
    /// How time is counted.
    pub time: TimeControl,
    /// The moves played.
    pub moves: Vec<PlayedMove>,
    /// The FEN at the start and after each move.
    pub fens: Vec<String>,
    /// The position now.
    pub position: LivePosition,
    /// The clocks now.
    pub clocks: ClocksView,
    /// Games of programs: what each side has done wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub infractions: Option<InfractionsView>,
    /// How the game has ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// What has been offered and not answered.
    pub offers: Offers,
    /// The last chat lines; earlier ones are at `/api/games/{id}/chat`.
    pub chat: Vec<ChatLine>,
    /// Whether it waits for a player, goes on, or has ended.
    pub status: GameStatus,
    /// How many people watch beside the players.
    pub spectators: u32,
    /// The address of the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch_id: Option<String>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created_ms: i64,
}

/// Whether a game waits, goes on or has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GameStatus {
    /// A seat is free.
    Waiting,
    /// It goes on.
    Playing,
    /// It is over.
    Ended,
}

/// What somebody may move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Seat {
    /// White's pieces.
    White,
    /// Black's pieces.
    Black,
    /// Both, at one screen.
    Both,
}

impl Seat {
    /// Whether the seat plays this colour.
    pub fn plays(self, color: Color) -> bool {
        matches!(
            (self, color),
            (Self::Both, _) | (Self::White, Color::White) | (Self::Black, Color::Black)
        )
    }
}

/// Who sits where; an empty seat is `null`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Players {
    /// White's player.
    pub white: Option<Player>,
    /// Black's player.
    pub black: Option<Player>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Player {
    /// The nickname; empty for the computer, which each page names in its own language.
    pub name: String,
    /// The public part of a person's identity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// The computer's level, from 1 to 12.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub computer_level: Option<u8>,
    /// Whether it is somebody's program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub bot: bool,
}

/// Infractions: illegal moves, and times for a move that ran out. They are counted in games of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct InfractionsView {
    /// White's.
    pub white: u8,
    /// Black's.
    pub black: u8,
    /// How many lose the game.
    pub max: u8,
}

impl From<estopim_play::Infractions> for InfractionsView {
    fn from(infractions: estopim_play::Infractions) -> Self {
        use estopim_rules::Color::{Black, White};
        let of = |color| infractions.of(color);
        Self { white: of(White), black: of(Black), max: infractions.max() }
    }
}

/// What an infraction is counted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InfractionKind {
    /// An illegal move.
    Illegal,
    /// The time for the move ran out.
    Late,
}

impl From<estopim_play::InfractionKind> for InfractionKind {
    fn from(kind: estopim_play::InfractionKind) -> Self {
        match kind {
            estopim_play::InfractionKind::Illegal => Self::Illegal,
            estopim_play::InfractionKind::Late => Self::Late,
        }
    }
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum TimeControl {
    /// A time for each move; a late player may go on until the opponent ends the game.
    PerMove {
        /// Seconds a move.
        seconds: u32,
    },
    /// A time for the whole game and an increment; a player who runs out of time has lost.
    Clock {
        /// Seconds for the whole game.
        #[serde(rename = "baseSeconds")]
        // said again for the list of requests, which does not see it above
        base_seconds: u32,
        /// Seconds that each move adds.
        #[serde(rename = "incrementSeconds")]
        increment_seconds: u32,
    },
    /// No time control.
    None {},
}

/// What the clocks show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClocksView {
    /// What White has left at `serverNowMs`; below zero when late; `null` without a clock.
    #[ts(type = "number | null")]
    pub white_ms: Option<i64>,
    /// What Black has left.
    #[ts(type = "number | null")]
    pub black_ms: Option<i64>,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// Whether time is counted for each move by itself.
    pub per_move: bool,
    /// Whose time for the move is over, while the opponent has not decided what to do about it.
    pub overdue: Option<Color>,
    /// The server's clock, in milliseconds since 1970.
    #[ts(type = "number")]
    pub server_now_ms: i64,
}

impl From<TimeControl> for estopim_play::TimeControl {
    fn from(control: TimeControl) -> Self {
        match control {
            TimeControl::PerMove { seconds } => Self::per_move(seconds),
            TimeControl::Clock { base_seconds, increment_seconds } => {
                Self::clock(base_seconds, increment_seconds)
            }
            TimeControl::None {} => Self::Unlimited,
        }
    }
}

impl From<estopim_play::TimeControl> for TimeControl {
    fn from(control: estopim_play::TimeControl) -> Self {
        use estopim_play::TimeControl as Played;
        // A part of a second, which only games of programs have, is shown as a whole one.
        let seconds = |ms: i64| ((ms + 999) / 1000) as u32;
        match control {
            Played::PerMove { limit_ms } => Self::PerMove { seconds: seconds(limit_ms) },
            Played::Clock { base_ms, increment_ms } => Self::Clock {
                base_seconds: seconds(base_ms),
                increment_seconds: seconds(increment_ms),
            },
            Played::Unlimited => Self::None {},
        }
    }
}

impl ClocksView {
    /// What clocks show at a moment.
    pub fn of(clock: &estopim_play::Clock, now_ms: i64) -> Self {
        use estopim_rules::Color as Side;
        let shown = |color| {
            let left = clock.left(color, now_ms)?;
            Some(if clock.is_hard() { left.max(0) } else { left })
        };
        Self {
            white_ms: shown(Side::White),
            black_ms: shown(Side::Black),
            running: clock.running().map(Into::into),
            per_move: matches!(clock.control(), estopim_play::TimeControl::PerMove { .. }),
            overdue: clock.overdue(now_ms).map(Into::into),
            server_now_ms: now_ms,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OutcomeView {
    /// Who has won; `null` if nobody.
    pub winner: Option<Color>,
    /// Why; in words it is the text `end-by-<reason>`.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum EndReason {
    /// In check (strict atomic: threatened) without a legal move.
    Checkmate,
    /// A king exploded.
    KingExploded,
    /// Pawn Battle: a pawn reached the last rank.
    PawnHome,
    /// Pawn Battle: no pawns left.
    PawnsCaptured,
    /// No legal move, and not in check.
    Stalemate,
    /// Neither side can win any more.
    InsufficientMaterial,
    /// Fifty moves of each side without progress.
    #[serde(alias = "hundredPlies")]
    FiftyMoves,
    /// The same position for the third time.
    Threefold,
    /// One side resigned.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// The time ran out; a draw if the other side could not have won any more.
    Timeout,
    /// One side left for good.
    Left,
    /// One side had too many infractions.
    Infractions,
    /// It was aborted before it had begun.
    Aborted,
}

impl EndReason {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Checkmate,
        Self::KingExploded,
        Self::PawnHome,
        Self::PawnsCaptured,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::FiftyMoves,
        Self::Threefold,
        Self::Resignation,
        Self::Agreement,
        Self::Timeout,
        Self::Left,
        Self::Infractions,
        Self::Aborted,
    ];

    /// Its name in messages, rows and keys of texts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::KingExploded => "kingExploded",
            Self::PawnHome => "pawnHome",
            Self::PawnsCaptured => "pawnsCaptured",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficientMaterial",
            Self::FiftyMoves => "fiftyMoves",
            Self::Threefold => "threefold",
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Timeout => "timeout",
            Self::Left => "left",
            Self::Infractions => "infractions",
            Self::Aborted => "aborted",
        }
    }

    /// Whether result and reason form one sentence: "You lost on time", not "You lost: on time".
    pub const fn joins_result(self) -> bool {
        matches!(self, Self::Checkmate | Self::Stalemate | Self::Agreement | Self::Timeout)
    }

    /// Whether the rules ended the game, by the last move.
    pub const fn is_by_move(self) -> bool {
        match self {
            Self::Checkmate
            | Self::KingExploded
            | Self::PawnHome
            | Self::PawnsCaptured
            | Self::Stalemate
            | Self::InsufficientMaterial
            | Self::FiftyMoves
            | Self::Threefold => true,
            Self::Resignation
            | Self::Agreement
            | Self::Timeout
            | Self::Left
            | Self::Infractions
            | Self::Aborted => false,
        }
    }
}

impl From<WinReason> for EndReason {
    fn from(reason: WinReason) -> Self {
        match reason {
            WinReason::Checkmate => Self::Checkmate,
            WinReason::KingExploded => Self::KingExploded,
            WinReason::PawnHome => Self::PawnHome,
            WinReason::PawnsCaptured => Self::PawnsCaptured,
        }
    }
}

impl From<DrawReason> for EndReason {
    fn from(reason: DrawReason) -> Self {
        match reason {
            DrawReason::Stalemate => Self::Stalemate,
            DrawReason::InsufficientMaterial => Self::InsufficientMaterial,
            DrawReason::FiftyMoves => Self::FiftyMoves,
            DrawReason::Threefold => Self::Threefold,
        }
    }
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        let reason = match outcome {
            Outcome::Win(_, reason) => reason.into(),
            Outcome::Draw(reason) => reason.into(),
        };
        Self { winner: outcome.winner().map(Color::from), reason }
    }
}

impl From<End> for OutcomeView {
    fn from(end: End) -> Self {
        let reason = match end {
            End::ByRules(outcome) => return outcome.into(),
            End::Resigned(_) => EndReason::Resignation,
            End::Agreed => EndReason::Agreement,
            End::OutOfTime { .. } => EndReason::Timeout,
            End::Left(_) => EndReason::Left,
            End::Infractions(_) => EndReason::Infractions,
            End::Aborted => EndReason::Aborted,
        };
        Self { winner: end.winner().map(Color::from), reason }
    }
}

/// An end that makes no sense: a win that nobody has won, or a draw that somebody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected an end by {reason:?} with the winner it needs, found {winner:?}")]
pub struct OutcomeError {
    reason: EndReason,
    winner: Option<Color>,
}

impl TryFrom<OutcomeView> for End {
    type Error = OutcomeError;

    fn try_from(OutcomeView { winner, reason }: OutcomeView) -> Result<Self, OutcomeError> {
        let side = winner.map(estopim_rules::Color::from);
        let won = |reason| side.map(|side| Self::ByRules(Outcome::Win(side, reason)));
        let drawn = |reason| side.is_none().then_some(Self::ByRules(Outcome::Draw(reason)));
        let end = match reason {
            EndReason::Checkmate => won(WinReason::Checkmate),
            EndReason::KingExploded => won(WinReason::KingExploded),
            EndReason::PawnHome => won(WinReason::PawnHome),
            EndReason::PawnsCaptured => won(WinReason::PawnsCaptured),
            EndReason::Stalemate => drawn(DrawReason::Stalemate),
            EndReason::InsufficientMaterial => drawn(DrawReason::InsufficientMaterial),
            EndReason::FiftyMoves => drawn(DrawReason::FiftyMoves),
            EndReason::Threefold => drawn(DrawReason::Threefold),
            EndReason::Resignation => side.map(|winner| Self::Resigned(!winner)),
            EndReason::Agreement => side.is_none().then_some(Self::Agreed),
            EndReason::Timeout => Some(Self::OutOfTime { winner: side }),
            EndReason::Left => side.map(|winner| Self::Left(!winner)),
            EndReason::Infractions => side.map(|winner| Self::Infractions(!winner)),
            EndReason::Aborted => side.is_none().then_some(Self::Aborted),
        };
        end.ok_or(OutcomeError { reason, winner })
    }
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the offerer's last move back.
    Takeback,
    /// To play again with colours swapped.
    Rematch,
}

impl From<estopim_play::OfferKind> for OfferKind {
    fn from(kind: estopim_play::OfferKind) -> Self {
        match kind {
            estopim_play::OfferKind::Draw => Self::Draw,
            estopim_play::OfferKind::Takeback => Self::Takeback,
            estopim_play::OfferKind::Rematch => Self::Rematch,
        }
    }
}

/// Who has offered what, as long as nobody has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Offers {
    /// A draw.
    pub draw: Option<Color>,
    /// To take a move back.
    pub takeback: Option<Color>,
    /// To play again.
    pub rematch: Option<Color>,
}

impl From<estopim_play::Offers> for Offers {
    fn from(offers: estopim_play::Offers) -> Self {
        let color = |by: Option<estopim_rules::Color>| by.map(Color::from);
        Self {
            draw: color(offers.draw),
            takeback: color(offers.takeback),
            rematch: color(offers.rematch),
        }
    }
}

impl From<Offers> for estopim_play::Offers {
    fn from(offers: Offers) -> Self {
        let color = |by: Option<Color>| by.map(estopim_rules::Color::from);
        Self {
            draw: color(offers.draw),
            takeback: color(offers.takeback),
            rematch: color(offers.rematch),
        }
    }
}

/// One line of chat: a player's text, or a remark of the computer's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatLine {
    /// Its number in the game, counted from one.
    pub line: u32,
    /// Who says it.
    pub by: Author,
    /// What a person wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// What the computer says, to be put into words in the reader's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub remark: Option<Remark>,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at_ms: i64,
}

/// Who says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Author {
    /// White's player.
    White,
    /// Black's player.
    Black,
    /// The computer.
    Computer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_an_end_is_the_one_in_messages() {
        for reason in EndReason::ALL {
            let sent = serde_json::to_value(reason).expect("a word");
            assert_eq!(sent, reason.word());
        }
    }

    #[test]
    fn every_end_can_be_told_and_read_again() {
        use estopim_rules::Color::{Black, White};
        let winners = [None, Some(Color::White), Some(Color::Black)];
        let mut read = 0;
        for reason in EndReason::ALL {
            for winner in winners {
                if let Ok(end) = End::try_from(OutcomeView { winner, reason }) {
                    assert_eq!(OutcomeView::from(end), OutcomeView { winner, reason });
                    read += 1;
                }
            }
        }
        // Seven reasons with either winner, six without one, and time that ran out either way.
        assert_eq!(read, 7 * 2 + 6 + 3);
        assert_eq!(OutcomeView::from(End::Resigned(White)).winner, Some(Black.into()));
    }
}
