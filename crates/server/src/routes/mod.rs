//! The HTTP routes, one file for each subject; `openapi` describes them for programs.

mod me;
mod games;
mod report;
mod position;
mod encoding;
mod networks;
mod lobby;
mod class;
mod accounts;
mod tables;
mod health;
mod openapi;
pub mod api;
pub mod page;

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{
    DefaultBodyLimit, Extension, FromRequest, FromRequestParts, Path, Request, State,
};
use axum::http::Method;
use axum::http::request::Parts;
use axum::response::Response;
use axum::routing::{any, delete, get, post, put};
use estopim_protocol::class::ClassScreen;
use estopim_protocol::{Reason, ReasonCode};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::Session;
use crate::class::BrowserSession;
use crate::error::Error;
use crate::limits::ClientAddress;

/// The largest file of a class.
const MAX_CLASS_FILE: usize = 128 * 1024;

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
        .route("/api/tokens", get(accounts::list).post(accounts::create))
        .route("/api/tokens/{token}", delete(accounts::revoke))
        .route("/api/bots", get(accounts::bots))
        .route("/api/bots/challenge", post(accounts::challenge))
        .route("/api/bots/challenge/{challenge}", get(accounts::answered))
        .route("/api/bots/challenge/{challenge}/accept", post(accounts::accept))
        .route("/api/bots/challenge/{challenge}/decline", post(accounts::decline))
        .route("/api/tables", get(tables::list))
        .route("/api/tables/{table}", put(tables::open).post(tables::act))
        .route("/api/variants", get(position::variants))
        .route("/api/position", post(position::look))
        .route("/api/networks/{variant}", get(networks::network))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/class", post(class::create))
        .route("/api/class/pin", post(class::give_pin))
        .route(
            "/api/class/import/{pin}",
            post(class::import).layer(DefaultBodyLimit::max(MAX_CLASS_FILE)),
        )
        .route("/api/class/{code}", get(class::door).delete(class::delete))
        .route("/api/class/{code}/join", post(class::join))
        .route("/api/class/{code}/claim", post(class::claim))
        .route("/api/class/{code}/leave", post(class::leave))
        .route("/api/class/{code}/keep", post(class::keep))
        .route("/api/class/{code}/file", get(class::file))
        .route("/api/class/{code}/pgn", get(class::pgn))
        .route("/api/class/{code}/positions", get(class::positions))
        .merge(api::list::routes())
        .route("/api/{*rest}", any(nothing))
        .route("/ws/class/{code}/{screen}", get(class_socket))
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
    Extension(BrowserSession(browser)): Extension<BrowserSession>,
    Extension(address): Extension<ClientAddress>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let is_of_class = session != browser || app.config.class_mode.is_some();
    crate::socket::open(upgrade, app, session, address, is_of_class)
}

async fn class_socket(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Extension(address): Extension<ClientAddress>,
    Path((code, screen)): Path<(String, ClassScreen)>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    let class = app.classes.find(&code, &session)?;
    Ok(crate::class_socket::open(upgrade, app, session, address, class, screen))
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

#[cfg(test)]
mod tests {
    /// Paths that are in each other's way are found when the router is made.
    #[test]
    fn no_route_is_in_the_way_of_another() {
        let _ = super::all();
    }
}
