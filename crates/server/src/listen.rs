//! Listeners: connections are accepted, counted, served, and closed with the server.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout_at};
use tower::Service;

use crate::config::Timeouts;
use crate::connection::{ConnectionLimit, LogThrottle, Phase, Stream};
use crate::limits::Rate;

/// How much of a request's head is kept in memory; more is refused.
const MAX_HEAD: usize = 32 * 1024;
/// How long to wait when no connection can be accepted, as when all files are in use.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);
/// How often such an error is logged.
const FAULT_LOGGED_EVERY: Duration = Duration::from_secs(5);
/// The answer to a connection beyond the limit.
const TOO_MANY_CONNECTIONS: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/// A listener with what it serves.
pub struct Listening {
    listener: TcpListener,
    router: Router,
    connections: Arc<ConnectionLimit>,
    timeouts: Timeouts,
    messages: Rate,
}

impl Listening {
    /// `messages` is what one socket may send.
    pub fn new(
        listener: TcpListener,
        router: Router,
        connections: Arc<ConnectionLimit>,
        timeouts: Timeouts,
        messages: Rate,
    ) -> Self {
        Self { listener, router, connections, timeouts, messages }
    }

    /// Serves until `closing` is set. Then requests under way get the grace period, and the rest is dropped. Upgraded
    /// connections are not waited for.
    pub async fn serve(self, closing: watch::Receiver<bool>) {
        let mut end = pin!(closed(closing.clone()));
        let mut connections = JoinSet::new();
        let mut told = LogThrottle::new(FAULT_LOGGED_EVERY);
        loop {
            tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok((stream, peer)) => self.accept(stream, peer, &closing, &mut connections),
                    Err(error) if is_of_one_connection(&error) => {}
                    Err(error) => {
                        if told.is_due(Instant::now()) {
                            tracing::error!(%error, "no connection can be accepted: {error}");
                        }
                        sleep(ACCEPT_PAUSE).await;
                    }
                },
                Some(_) = connections.join_next() => {}
                () = &mut end => break,
            }
        }
        drop(self.listener);
        let end = Instant::now() + self.timeouts.grace;
        while let Ok(Some(_)) = timeout_at(end, connections.join_next()).await {}
        connections.shutdown().await;
    }

    fn accept(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        closing: &watch::Receiver<bool>,
        connections: &mut JoinSet<()>,
    ) {
        let Some(permit) = self.connections.take(peer) else {
            // Sent only if it can be sent at once; the buffer of a new stream has room.
            if let Ok(mut stream) = stream.into_std() {
                let _ = stream.write_all(TOO_MANY_CONNECTIONS);
            }
            return;
        };
        // Messages are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let stream = Stream::new(stream, self.timeouts.write, self.messages, permit);
        let closing = closing.clone();
        connections.spawn(serve_connection(
            stream,
            peer,
            self.router.clone(),
            self.timeouts,
            closing,
        ));
    }
}

/// Serves the requests of one connection.
async fn serve_connection(
    stream: Stream,
    peer: SocketAddr,
    router: Router,
    timeouts: Timeouts,
    closing: watch::Receiver<bool>,
) {
    let progress = stream.progress();
    let asked = Arc::clone(&progress);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        asked.enter(Phase::Answering);
        let mut request: Request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = router.clone().call(request);
        let answered = Arc::clone(&asked);
        async move {
            let response = answer.await?;
            // An upgraded connection carries no more requests.
            let is_upgraded = response.status() == StatusCode::SWITCHING_PROTOCOLS;
            // A stream goes on for as long as its game, and nothing follows it.
            let kind = response.headers().get(CONTENT_TYPE);
            let is_stream = kind.is_some_and(|kind| kind == "application/x-ndjson");
            answered.enter(match (is_upgraded, is_stream) {
                (true, _) => Phase::Upgraded,
                (false, true) => Phase::Answering,
                (false, false) => Phase::Silent,
            });
            Ok::<_, Infallible>(response)
        }
    });
    let connection = http1::Builder::new()
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        phase = progress.overdue(timeouts) => {
            tracing::debug!(%peer, ?phase, "{peer} took too long ({phase:?}) and was cut");
            return;
        }
        () = closed(closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%peer, %error, "the connection of {peer} broke: {error}");
    }
}

/// Waits for the end.
async fn closed(mut closing: watch::Receiver<bool>) {
    // A dropped sender is an end too.
    let _ = closing.wait_for(|&is_closing| is_closing).await;
}

/// Whether an error of `accept` concerns only the one connection.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
