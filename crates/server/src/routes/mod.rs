//! The HTTP routes, one file for each subject; `openapi` describes them for programs.

mod me;
mod games;
mod report;
mod position;
mod encoding;
mod networks;
mod lobby;
mod health;
mod openapi;
pub mod page;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, FromRequest, FromRequestParts, Path, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{any, get, post, put};
use estopim_protocol::{Reason, ReasonCode};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::limits::ClientAddress;

/// Every route.
pub fn all() -> Router<Arc<App>> {
    Router::new()
        .route("/api/me", get(me::me).put(me::rename))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::view))
        .route("/api/games/{id}/join", post(games::join))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/games/{id}/fen", get(games::fen))
        .route("/api/games/{id}/chat", get(games::chat))
        .route("/api/games/{id}/report", get(report::view).post(report::ask))
        .route("/api/offline-games/{key}", put(games::send_in))
        .route("/api/lobby", get(lobby::lobby))
        .route("/api/variants", get(position::variants))
        .route("/api/position", post(position::look))
        .route("/api/networks/{variant}", get(networks::network))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/{*rest}", any(nothing))
        .route("/ws", get(socket))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .route("/metrics", get(health::metrics))
        .method_not_allowed_fallback(wrong_method)
        .fallback_service(page::service())
}

/// Only `/metrics`.
pub fn metrics_only() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(health::counts)).fallback(nothing)
}

async fn socket(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Extension(address): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Response {
    crate::socket::open(upgrade, app, session, address)
}

async fn nothing() -> Error {
    Error::nothing()
}

async fn wrong_method(method: Method) -> Error {
    Error::new(ReasonCode::WrongMethod, format!("{method} cannot be done at this address"))
}

/// The id of a game in a path. Invalid UTF-8 is answered as a missing game.
pub struct GameId(pub String);

impl FromRequestParts<Arc<App>> for GameId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let id = Path::from_request_parts(parts, app).await;
        id.map(|Path(id)| Self(id)).map_err(|_| Error::no_such_game(""))
    }
}

/// The key of a game without a server, in a path. Invalid UTF-8 is answered as a wrong key.
pub struct OfflineKey(pub String);

impl FromRequestParts<Arc<App>> for OfflineKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let key = Path::from_request_parts(parts, app).await;
        Ok(Self(key.map_or_else(|_| String::new(), |Path(key)| key)))
    }
}

/// A JSON body; errors in it are answered like every other refusal.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Error> {
        let read = axum::Json::from_request(request, app);
        let read = timeout(app.config.timeouts.body, read).await;
        let axum::Json(body) = read.map_err(|_| Error::too_slow())??;
        Ok(Self(body))
    }
}

impl From<axum::extract::rejection::JsonRejection> for Error {
    fn from(rejection: axum::extract::rejection::JsonRejection) -> Self {
        let code = match rejection.status() {
            axum::http::StatusCode::PAYLOAD_TOO_LARGE => ReasonCode::TooLarge,
            _ => ReasonCode::BadMessage,
        };
        Reason::new(code, rejection.body_text()).into()
    }
}

/// Query parameters; errors in them are answered like every other refusal.
#[derive(axum::extract::FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub struct Arguments<T>(pub T);

impl From<axum::extract::rejection::QueryRejection> for Error {
    fn from(rejection: axum::extract::rejection::QueryRejection) -> Self {
        Reason::new(ReasonCode::BadMessage, rejection.body_text()).into()
    }
}
