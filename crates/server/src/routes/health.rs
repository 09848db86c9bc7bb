//! For whoever looks after the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use estopim_protocol::rest::ErrorBody;

use crate::app::App;
use crate::error::Error;

/// Whether the server answers and its database too.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn healthz(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    app.games.context.store.session("").await?;
    Ok("ok\n")
}

/// Counters, for Prometheus.
#[utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ErrorBody))
)]
pub async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.page())
}
