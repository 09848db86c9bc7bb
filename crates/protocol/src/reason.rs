//! Why something is refused: a code to translate, what to put into its sentence, and the sentence in
//! English for whoever has no translation.

use std::collections::BTreeMap;
use std::fmt;

use estopim_play::state::Rejection;
use estopim_rules::notation::san::SanError;
use estopim_rules::{CastlingRefusal, Refusal, UciError};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Reason {
    /// Which reason it is; its sentence is the text `refusal-<code>`.
    pub code: ReasonCode,
    /// What the sentence speaks of: squares, roles, limits.
    #[serde(default)]
    pub args: BTreeMap<String, String>,
    /// The sentence in English.
    pub message: String,
}

impl Reason {
    /// A reason without anything to fill in.
    pub fn new(code: ReasonCode, message: impl Into<String>) -> Self {
        Self { code, args: BTreeMap::new(), message: message.into() }
    }

    /// With one thing more to fill in.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }
}

/// Every reason there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // each is told in words by the text of the same name
pub enum ReasonCode {
    // A move is against the rules.
    GameOver,
    NoPiece,
    NotYourPiece,
    SameSquare,
    OwnPiece,
    NotItsMove,
    Blocked,
    PawnBlocked,
    NothingToCapture,
    DoubleStepSpent,
    PromotionMissing,
    NoSuchPromotion,
    KingNeverCaptures,
    OwnKingExplodes,
    BothKingsExplode,
    InCheck,
    ExplodingCaptureRemains,
    CastlingNotInThisGame,
    CastlingNoRight,
    CastlingBlocked,
    CastlingInCheck,
    CastlingThroughCheck,
    CastlingThreatened,
    // A text is no move.
    NotAMove,
    NobodyMayPass,
    NoSuchPiece,
    NoneMay,
    Ambiguous,
    // A move or an action is not possible in the present state of the game.
    NotYourTurn,
    NotYourGame,
    StalePly,
    NotStarted,
    NoSuchOffer,
    OfferStands,
    NothingToTakeBack,
    TooLateToAbort,
    NotOverdue,
    OpponentPresent,
    GameNotOver,
    // A game cannot be found, made or joined.
    NoSuchGame,
    SeatTaken,
    BadSetup,
    BadPosition,
    BadTime,
    BadLevel,
    // Something of a class.
    NoSuchClass,
    ClassFull,
    ClassOnly,
    NotTeacher,
    NotInClass,
    WrongPin,
    FigureTaken,
    BadName,
    Frozen,
    NotAllowed,
    // A message or request is not taken.
    BadMessage,
    BadNickname,
    BadAccountName,
    AccountNameTaken,
    BadScopes,
    HiddenCharacter,
    TooLong,
    TooLarge,
    TooSlow,
    RateLimited,
    WrongOrigin,
    NotFound,
    WrongMethod,
    Busy,
    Internal,
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Self {
        use ReasonCode as Code;
        let plain = |code| Self::new(code, refusal.to_string());
        match refusal {
            Refusal::GameOver(_) => plain(Code::GameOver),
            Refusal::NoPiece { from } => plain(Code::NoPiece).with("from", from),
            Refusal::NotYourPiece { from } => plain(Code::NotYourPiece).with("from", from),
            Refusal::SameSquare => plain(Code::SameSquare),
            Refusal::OwnPiece { at } => plain(Code::OwnPiece).with("at", at),
            Refusal::NotItsMove { role } => plain(Code::NotItsMove).with("role", role.name()),
            Refusal::Blocked { at } => plain(Code::Blocked).with("at", at),
            Refusal::PawnBlocked { at } => plain(Code::PawnBlocked).with("at", at),
            Refusal::NothingToCapture => plain(Code::NothingToCapture),
            Refusal::DoubleStepSpent => plain(Code::DoubleStepSpent),
            Refusal::PromotionMissing => plain(Code::PromotionMissing),
            Refusal::NoSuchPromotion => plain(Code::NoSuchPromotion),
            Refusal::KingNeverCaptures => plain(Code::KingNeverCaptures),
            Refusal::OwnKingExplodes => plain(Code::OwnKingExplodes),
            Refusal::BothKingsExplode => plain(Code::BothKingsExplode),
            Refusal::InCheck { by } => plain(Code::InCheck).with("by", by),
            Refusal::ExplodingCaptureRemains { from, to } => {
                plain(Code::ExplodingCaptureRemains).with("from", from).with("to", to)
            }
            Refusal::Castling(castling) => match castling {
                CastlingRefusal::NotInThisGame => plain(Code::CastlingNotInThisGame),
                CastlingRefusal::NoRight => plain(Code::CastlingNoRight),
                CastlingRefusal::Blocked { at } => plain(Code::CastlingBlocked).with("at", at),
                CastlingRefusal::InCheck { by } => plain(Code::CastlingInCheck).with("by", by),
                CastlingRefusal::ThroughCheck { square, by } => {
                    plain(Code::CastlingThroughCheck).with("square", square).with("by", by)
                }
                CastlingRefusal::Threatened { from, to } => {
                    plain(Code::CastlingThreatened).with("from", from).with("to", to)
                }
            },
        }
    }
}

impl From<Rejection> for Reason {
    fn from(rejection: Rejection) -> Self {
        let code = match rejection {
            Rejection::GameOver | Rejection::OutOfTime => ReasonCode::GameOver,
            Rejection::NotOver => ReasonCode::GameNotOver,
            Rejection::NotYourTurn => ReasonCode::NotYourTurn,
            Rejection::Illegal(_) => ReasonCode::NotAMove,
            Rejection::OfferStands => ReasonCode::OfferStands,
            Rejection::NoSuchOffer => ReasonCode::NoSuchOffer,
            Rejection::NothingToTakeBack => ReasonCode::NothingToTakeBack,
            Rejection::TooLateToAbort => ReasonCode::TooLateToAbort,
            Rejection::NotOverdue => ReasonCode::NotOverdue,
            Rejection::NotCounted => ReasonCode::BadMessage,
        };
        let reason = Self::new(code, rejection.to_string());
        match rejection {
            Rejection::Illegal(mv) => reason.with("text", format!("{mv:?}")),
            _ => reason,
        }
    }
}

impl From<UciError> for Reason {
    fn from(error: UciError) -> Self {
        match error {
            UciError::Illegal { refusal, .. } => refusal.into(),
            UciError::Syntax(ref text) => {
                Self::new(ReasonCode::NotAMove, error.to_string()).with("text", text)
            }
            _ => Self::new(ReasonCode::NotAMove, error.to_string()),
        }
    }
}

impl From<SanError> for Reason {
    fn from(error: SanError) -> Self {
        let plain = |code| Self::new(code, error.to_string());
        match &error {
            SanError::Syntax(text) => plain(ReasonCode::NotAMove).with("text", text),
            SanError::NullMove(_) => plain(ReasonCode::NobodyMayPass),
            SanError::NoSuchPiece { role, .. } => {
                plain(ReasonCode::NoSuchPiece).with("role", role.name())
            }
            SanError::Illegal { refusal, .. } => (*refusal).into(),
            SanError::NoneMay { role, to, .. } => {
                plain(ReasonCode::NoneMay).with("role", role.name()).with("to", to)
            }
            SanError::Ambiguous { candidates, .. } => {
                plain(ReasonCode::Ambiguous).with("candidates", candidates.join(", "))
            }
            _ => plain(ReasonCode::NotAMove),
        }
    }
}
