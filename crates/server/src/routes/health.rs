//! For whoever looks after the server.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use estopim_protocol::ReasonCode;
use estopim_protocol::rest::ErrorBody;
use estopim_store::Change;
use tokio::time::timeout;

use crate::app::App;
use crate::error::Error;
use crate::now_ms;

/// How long a server that is ready takes to keep something.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// Whether the server lives: it answers, its database does, and the computer thinks.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String), (status = 503, body = ErrorBody)))]
pub async fn healthz(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    let context = &app.games.context;
    context.store.session("").await?;
    if !context.workers.are_alive() {
        return Err(Error::new(ReasonCode::Busy, "the computer has been thinking for too long"));
    }
    Ok("ok\n")
}

/// Whether games can be played: what is written is kept.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), (status = 503, body = ErrorBody)))]
pub async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    let write = app.games.context.store.write(vec![Change::Beat { now_ms: now_ms() }]);
    match timeout(READY_WITHIN, write).await {
        Ok(Ok(_)) => Ok("ready\n"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready: {error}");
            Err(Error::new(ReasonCode::Busy, "nothing can be kept just now"))
        }
        Err(_) => Err(Error::new(ReasonCode::Busy, "the database does not answer")),
    }
}

/// Counters, for Prometheus.
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String)))]
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.page())
}
