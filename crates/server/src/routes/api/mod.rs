//! Requests of programs, in the way of Lichess's Bot and Board API: plain errors, bodies in either encoding, streams of
//! lines. Every request but a few is made with a token.

pub mod account;
pub mod challenge;
pub mod game;
pub mod list;
pub mod openapi;
pub mod seek;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use estopim_protocol::ReasonCode;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::app::App;
use crate::auth::Session;
use crate::bots::tokens::Proven;
use crate::error::Error;
use crate::limits::{Asker, ClientAddress};

/// An empty line is sent this often, so that clients know that the stream is alive.
const KEEP_ALIVE: Duration = Duration::from_secs(6);
/// Lines that may wait for a slow reader.
const LINES: usize = 64;
/// The largest body.
const MAX_BODY: usize = 16 * 1024;

/// How the paths of these requests begin.
const PREFIXES: [&str; 10] = [
    "/api/token/test",
    "/api/account",
    "/api/stream/",
    "/api/bot/",
    "/api/board/",
    "/api/challenge",
    "/api/user/",
    "/api/users/",
    "/game/export/",
    "/__ping",
];

/// Whether a path is one of these requests.
pub fn is_path(path: &str) -> bool {
    PREFIXES.iter().any(|prefix| path.starts_with(prefix))
}

/// Whether a request is a move in a game, which is never limited.
pub fn is_move(method: &Method, path: &str) -> bool {
    let is_of_a_game = path.starts_with("/api/bot/game/") || path.starts_with("/api/board/game/");
    *method == Method::POST && is_of_a_game && path.contains("/move/")
}

/// Whether a request is made with a token, and so not with a cookie.
pub fn has_token(headers: &HeaderMap) -> bool {
    bearer(headers).is_some()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = text.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// A refusal as these programs read it: a status and a sentence.
#[derive(Debug)]
pub struct ApiError(pub StatusCode, pub String);

impl ApiError {
    /// There is no such thing.
    pub fn missing() -> Self {
        Self(StatusCode::NOT_FOUND, "No such resource.".to_owned())
    }

    /// The request makes no sense.
    pub fn bad(message: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, message.into())
    }

    /// Too much was asked for.
    pub fn too_many() -> Self {
        Self(StatusCode::TOO_MANY_REQUESTS, "Too many requests. Try again later.".to_owned())
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let status = match error.0.code {
            ReasonCode::NoSuchGame | ReasonCode::NotFound | ReasonCode::NotYourGame => {
                return Self::missing();
            }
            ReasonCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            ReasonCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Self(status, error.0.message)
    }
}

impl From<estopim_store::StoreError> for ApiError {
    fn from(error: estopim_store::StoreError) -> Self {
        Error::from(error).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

/// Done.
pub fn ok() -> Json<Value> {
    Json(json!({ "ok": true }))
}

/// Who makes a request with a token.
pub struct Bearer {
    /// What the token proves.
    pub proven: Arc<Proven>,
    /// From where.
    pub address: ClientAddress,
    /// Scheme and host by which the server was asked.
    pub host: String,
}

impl Bearer {
    /// Refuses a token without one of these scopes; the first one is told.
    pub fn must_allow(&self, scopes: &[&str]) -> Result<(), ApiError> {
        if self.proven.allows(scopes) {
            return Ok(());
        }
        let wanted = scopes.first().copied().unwrap_or_default();
        Err(ApiError(StatusCode::FORBIDDEN, format!("Missing scope: {wanted}")))
    }

    /// The session that plays.
    pub fn session(&self) -> Session {
        self.proven.session()
    }

    /// Who asks, for games.
    pub fn asker(&self) -> Asker {
        Asker { session: self.session(), address: self.address }
    }
}

impl FromRequestParts<Arc<App>> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let unknown = || ApiError(StatusCode::UNAUTHORIZED, "No such token".to_owned());
        let token = bearer(&parts.headers).ok_or_else(unknown)?;
        let proven = app.tokens.prove(&app.games, token).await?.ok_or_else(unknown)?;
        let address = parts.extensions.get::<ClientAddress>().copied();
        let address = address.ok_or_else(ApiError::missing)?;
        Ok(Self { proven, address, host: host_of(&parts.headers) })
    }
}

/// Scheme and host by which the server was asked.
pub fn host_of(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    format!("http://{host}")
}

/// The fields of a body, written as a form or as JSON; what is `null` is absent. A body of any other kind has none.
pub struct Fields(pub HashMap<String, String>);

impl Fields {
    /// A field that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// Whether a field says yes.
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name).is_some_and(|text| matches!(text, "true" | "1" | "yes" | "True"))
    }
}

impl FromRequest<Arc<App>> for Fields {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let body = read_body(request, app).await?;
        let text = String::from_utf8_lossy(&body);
        if text.trim_start().starts_with('{') {
            let value: Value = serde_json::from_str(&text)
                .map_err(|error| ApiError::bad(format!("The body is no JSON: {error}")))?;
            let fields = value.as_object().into_iter().flatten();
            let text = |value: &Value| match value {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            };
            let fields = fields.filter_map(|(name, value)| Some((name.clone(), text(value)?)));
            return Ok(Self(fields.collect()));
        }
        Ok(Self(form_urlencoded::parse(&body).into_owned().collect()))
    }
}

/// A body whole.
pub async fn read_body(request: Request, app: &Arc<App>) -> Result<Bytes, ApiError> {
    let read = to_bytes(request.into_body(), MAX_BODY);
    let read = timeout(app.config.timeouts.body, read).await;
    let late = || ApiError(StatusCode::REQUEST_TIMEOUT, "The body did not arrive.".to_owned());
    let large = |_| ApiError(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large.".to_owned());
    read.map_err(|_| late())?.map_err(large)
}

/// A stream of lines to a program. Its task ends when the program is gone.
#[derive(Clone)]
pub struct Lines(mpsc::Sender<Bytes>);

impl Lines {
    /// Sends one JSON value as a line.
    pub async fn send(&self, value: &Value) -> Result<(), Gone> {
        self.0.send(Bytes::from(format!("{value}\n"))).await.map_err(|_| Gone)
    }

    /// Sends an empty line.
    pub async fn keep_alive(&self) -> Result<(), Gone> {
        self.0.send(Bytes::from_static(b"\n")).await.map_err(|_| Gone)
    }

    /// Waits until the program is gone.
    pub async fn gone(&self) {
        self.0.closed().await;
    }
}

/// The program is gone.
#[derive(Debug)]
pub struct Gone;

/// Answers with a stream of lines: each is one chunk. The task is ended with the server.
pub fn stream<F>(app: &Arc<App>, task: impl FnOnce(Lines) -> F) -> Response
where
    F: Future<Output = Result<(), Gone>> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(LINES);
    let task = task(Lines(sender));
    let mut closing = app.closing.subscribe();
    tokio::spawn(async move {
        tokio::select! {
            _ = task => {}
            // A dropped sender is an end too.
            _ = closing.wait_for(|&is_closing| is_closing) => {}
        }
    });
    let lines = futures_util::stream::unfold(receiver, |mut receiver| async move {
        let line = receiver.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(line), receiver))
    });
    let mut response = Body::from_stream(lines).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    // The connection carries nothing after it, so its end is the end of the stream.
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The time between two empty lines.
pub fn beats() -> tokio::time::Interval {
    let start = tokio::time::Instant::now() + KEEP_ALIVE;
    let mut beats = tokio::time::interval_at(start, KEEP_ALIVE);
    beats.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    beats
}
