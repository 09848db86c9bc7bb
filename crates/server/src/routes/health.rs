//! Health checks and metrics, for operators.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use estopim_protocol::ReasonCode;
use estopim_protocol::rest::ErrorBody;
use tokio::time::timeout;

use crate::app::App;
use crate::error::Error;

/// The timeout of the test write of `/readyz`.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// Liveness: the server and its database answer, and no search hangs.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = ErrorBody)))]
pub async fn healthz(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    let context = &app.games.context;
    context.store.session("").await?;
    if !context.workers.are_alive() {
        return Err(Error::new(ReasonCode::Busy, "the computer has been thinking for too long"));
    }
    Ok("ok\n")
}

/// Readiness: the database can be written.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String, content_type = "text/plain"), (status = 503, body = ErrorBody)))]
pub async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str, Error> {
    let context = &app.games.context;
    match timeout(READY_WITHIN, context.store.check_write(context.time.now_ms())).await {
        Ok(Ok(())) => Ok("ready\n"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready: {error}");
            Err(Error::new(ReasonCode::Busy, "nothing can be kept just now"))
        }
        Err(_) => Err(Error::new(ReasonCode::Busy, "the database does not answer")),
    }
}

/// Counters, for Prometheus. Only programs on the same machine are told; elsewhere and behind a proxy they have a
/// listener of their own.
#[utoipa::path(
    get, path = "/metrics",
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ErrorBody))
)]
pub async fn metrics(
    app: State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
) -> Result<impl IntoResponse, Error> {
    if may_see(peer.ip(), app.config.behind_proxy) {
        Ok(counts(app).await)
    } else {
        Err(Error::nothing())
    }
}

/// The counters, without a check of the peer.
pub async fn counts(State(app): State<Arc<App>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.page())
}

/// Whether the counters are for this peer, which may be a proxy that asks for somebody else.
fn may_see(peer: IpAddr, behind_proxy: bool) -> bool {
    peer.to_canonical().is_loopback() && !behind_proxy
}

#[cfg(test)]
mod tests {
    use super::may_see;

    #[test]
    fn counters_are_for_this_machine() {
        for (peer, wanted) in [
            ("127.0.0.1", true),
            ("127.8.9.10", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("192.0.2.1", false),
            ("10.0.0.1", false),
            ("::ffff:192.0.2.1", false),
            ("2001:db8::1", false),
        ] {
            let peer = peer.parse().expect("an address");
            assert_eq!((may_see(peer, false), may_see(peer, true)), (wanted, false), "{peer}");
        }
    }
}
