//! The server's one error type: a reason for the client and an HTTP status. The cause of an internal error is logged
//! here, once, and never sent.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use estopim_protocol::rest::ErrorBody;
use estopim_protocol::{Reason, ReasonCode};
use estopim_store::StoreError;

/// Why something was not done.
#[derive(Clone, Debug)]
pub struct Error(pub Reason);

impl Error {
    /// With a sentence in English.
    pub fn new(code: ReasonCode, message: impl Into<String>) -> Self {
        Self(Reason::new(code, message))
    }

    /// There is no such game.
    pub fn no_such_game(id: &str) -> Self {
        let shown: String = id.chars().take(20).collect();
        Self(
            Reason::new(ReasonCode::NoSuchGame, format!("there is no game {shown:?}"))
                .with("id", shown),
        )
    }

    /// There is no class with this code.
    pub fn no_such_class() -> Self {
        Self::new(ReasonCode::NoSuchClass, "there is no class with this code")
    }

    /// Not found.
    pub fn nothing() -> Self {
        Self::new(ReasonCode::NotFound, "there is nothing at this address")
    }

    /// Somebody else's seat, or none.
    pub fn not_your_game() -> Self {
        Self::new(ReasonCode::NotYourGame, "you have no seat in this game")
    }

    /// The server is busy.
    pub fn busy() -> Self {
        Self::new(ReasonCode::Busy, "the server is busy, try again in a moment")
    }

    /// Too much was asked for.
    pub fn rate_limited() -> Self {
        Self::new(ReasonCode::RateLimited, "too many messages, wait a moment")
    }

    /// A fault of ours, whose cause has been logged.
    pub fn internal() -> Self {
        Self::new(ReasonCode::Internal, "something went wrong here; it has been written down")
    }

    /// The body did not arrive in time.
    pub fn too_slow() -> Self {
        Self::new(ReasonCode::TooSlow, "the body did not arrive in time")
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        use ReasonCode as Code;
        match self.0.code {
            Code::NoSuchGame | Code::NoSuchClass | Code::NotFound => StatusCode::NOT_FOUND,
            Code::AccountNameTaken
            | Code::SeatTaken
            | Code::FigureTaken
            | Code::ClassFull
            | Code::StalePly
            | Code::GameOver
            | Code::GameNotOver => StatusCode::CONFLICT,
            Code::NotYourGame
            | Code::WrongOrigin
            | Code::NotTeacher
            | Code::NotInClass
            | Code::ClassOnly
            | Code::NotAllowed
            | Code::WrongPin => StatusCode::FORBIDDEN,
            Code::RateLimited => StatusCode::TOO_MANY_REQUESTS,
            Code::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        }
    }
}

impl From<Reason> for Error {
    fn from(reason: Reason) -> Self {
        Self(reason)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed: {error}");
        Self::internal()
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        (self.status(), Json(ErrorBody { error: self.0 })).into_response()
    }
}
