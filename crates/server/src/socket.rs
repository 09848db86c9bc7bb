//! One page's line: a WebSocket. It watches one game, or the lobby, at a time.
//!
//! A line costs little while nothing is said: its buffers are small, and it has one task. Whoever reads too
//! slowly is hung up on; the page comes back and asks for what it missed.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use estopim_protocol::{ClientMessage, Reason, ReasonCode, ServerMessage};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::game::{Ask, Outbox, Watcher, to_text};
use crate::limits::Bucket;
use crate::now_ms;

/// The longest message a client may send.
const MAX_MESSAGE: usize = 4 * 1024;
/// What a line keeps ready to read and write, whether or not anything is said.
const BUFFER: usize = 2 * 1024;
/// How much may wait to be written: a snapshot of a long game with all its talk fits.
const MAX_WAITING: usize = 4 * 1024 * 1024;
/// How many messages may wait.
const OUTBOX: usize = 32;
/// How long a client may stay silent; pages say something every ten seconds.
const SILENCE: Duration = Duration::from_secs(75);
/// How long one message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How many refused messages end a line.
const PATIENCE: u32 = 200;

/// Answers the request for a line.
pub fn open(upgrade: WebSocketUpgrade, app: Arc<App>, session: Session) -> Response {
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WAITING)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.fetch_add(1, Relaxed);
            let metrics = Arc::clone(&app.metrics);
            Box::pin(Line::new(app, session).serve(socket)).await;
            metrics.sockets.fetch_sub(1, Relaxed);
        })
}

/// An open line.
struct Line {
    app: Arc<App>,
    session: Session,
    /// Its number, which games know it by.
    number: u64,
    outbox: Outbox,
    inbox: mpsc::Receiver<Utf8Bytes>,
    /// Told when more came than could wait.
    too_slow: Arc<Notify>,
    watching: Option<(String, mpsc::Sender<Ask>)>,
    lobby: Option<watch::Receiver<Utf8Bytes>>,
    bucket: Bucket,
    refused: u32,
    /// From here to the client and back, as last measured.
    lag_ms: i64,
}

/// Why a line ends.
struct HangUp;

impl Line {
    fn new(app: Arc<App>, session: Session) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let (outbox, inbox, too_slow) = Outbox::new(OUTBOX);
        let bucket = Bucket::new(app.config.messages, Instant::now());
        Self {
            session,
            number: NUMBER.fetch_add(1, Relaxed),
            outbox,
            inbox,
            too_slow,
            watching: None,
            lobby: None,
            bucket,
            refused: 0,
            lag_ms: 0,
            app,
        }
    }

    async fn serve(mut self, mut socket: WebSocket) {
        // These wait from message to message: to set them up for each would cost more than the message.
        let mut closing = self.app.closing.subscribe();
        let mut closing = pin!(closing.changed());
        let too_slow = Arc::clone(&self.too_slow);
        let mut too_slow = pin!(too_slow.notified());
        let mut silence = pin!(sleep(SILENCE));
        let ended = loop {
            let done = tokio::select! {
                biased;
                text = self.inbox.recv() => match text {
                    Some(text) => send(&mut socket, Message::Text(text)).await,
                    None => Err(HangUp),
                },
                message = socket.recv() => match message {
                    Some(Ok(message)) => {
                        silence.as_mut().reset(tokio::time::Instant::now() + SILENCE);
                        self.hear(message, &mut socket).await
                    }
                    _ => Err(HangUp),
                },
                text = next_lobby(&mut self.lobby) => send(&mut socket, Message::Text(text)).await,
                () = &mut too_slow => Err(HangUp),
                () = &mut silence => Err(HangUp),
                _ = &mut closing => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "the server ends".into() };
                    break send(&mut socket, Message::Close(Some(frame))).await;
                }
            };
            if done.is_err() {
                break done;
            }
        };
        drop(ended);
        self.leave().await;
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), HangUp> {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(payload) => {
                self.measure_lag(&payload);
                return Ok(());
            }
            Message::Ping(_) => return Ok(()),
            Message::Binary(_) => {
                let reason =
                    Reason::new(ReasonCode::BadMessage, "expected text, found binary data");
                return self.fail(socket, reason).await;
            }
            Message::Close(_) => return Err(HangUp),
        };
        self.app.metrics.received.fetch_add(1, Relaxed);
        if !self.bucket.take(self.app.config.messages, Instant::now()) {
            self.app.metrics.limited.fetch_add(1, Relaxed);
            return self.fail(socket, Error::rate_limited().0).await;
        }
        match serde_json::from_str(&text) {
            Ok(message) => match self.serve_message(message, socket).await {
                Ok(done) => done,
                Err(error) => self.fail(socket, error.0).await,
            },
            Err(error) => {
                let reason = Reason::new(ReasonCode::BadMessage, error.to_string());
                self.fail(socket, reason).await
            }
        }
    }

    async fn serve_message(
        &mut self,
        message: ClientMessage,
        socket: &mut WebSocket,
    ) -> Result<Result<(), HangUp>, Error> {
        match message {
            ClientMessage::Ping { sent_at_ms } => {
                let now = now_ms();
                let pong = ServerMessage::Pong { sent_at_ms, server_now_ms: now };
                let said = send(socket, Message::Text(to_text(&pong))).await;
                // The browser answers this by itself, which tells how long the network takes.
                let ping = Bytes::copy_from_slice(&now.to_be_bytes());
                return Ok(said.and(send(socket, Message::Ping(ping)).await));
            }
            ClientMessage::WatchGame { id, seq } => {
                self.leave().await;
                let game = self.app.games.game(&id)?;
                let watcher = Watcher {
                    socket: self.number,
                    session: self.session.clone(),
                    outbox: self.outbox.clone(),
                };
                game.send(Ask::Watch { watcher, seq }).await.map_err(|_| Error::busy())?;
                self.watching = Some((id, game));
            }
            ClientMessage::WatchLobby {} => {
                self.leave().await;
                let mut lobby = self.app.games.context.bus.lobby();
                lobby.mark_changed();
                self.lobby = Some(lobby);
            }
            ClientMessage::Leave {} => self.leave().await,
            message => {
                let Some(id) = game_of(&message) else { return Ok(Ok(())) };
                let game = match &self.watching {
                    Some((watched, game)) if watched == id => game.clone(),
                    _ => self.app.games.game(id)?,
                };
                let ask = Ask::Act {
                    session: self.session.clone(),
                    message,
                    lag_ms: self.lag_ms,
                    outbox: self.outbox.clone(),
                };
                game.send(ask).await.map_err(|_| Error::busy())?;
            }
        }
        Ok(Ok(()))
    }

    fn measure_lag(&mut self, payload: &[u8]) {
        if let Ok(sent) = payload.try_into() {
            self.lag_ms = (now_ms() - i64::from_be_bytes(sent)).max(0);
        }
    }

    /// Says why a message was not served; who sends too many such messages is hung up on.
    async fn fail(&mut self, socket: &mut WebSocket, reason: Reason) -> Result<(), HangUp> {
        self.refused += 1;
        if self.refused > PATIENCE {
            return Err(HangUp);
        }
        send(socket, Message::Text(to_text(&ServerMessage::Failed { reason }))).await
    }

    /// Watches nothing any more.
    async fn leave(&mut self) {
        self.lobby = None;
        if let Some((_, game)) = self.watching.take() {
            let _ = game.send(Ask::Leave { socket: self.number }).await;
        }
        // What was still to be told was about that.
        while self.inbox.try_recv().is_ok() {}
    }
}

/// The lobby's next message; never, if the lobby is not watched.
async fn next_lobby(lobby: &mut Option<watch::Receiver<Utf8Bytes>>) -> Utf8Bytes {
    if let Some(receiver) = lobby
        && receiver.changed().await.is_ok()
    {
        return receiver.borrow_and_update().clone();
    }
    std::future::pending().await
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), HangUp> {
    match timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(HangUp),
    }
}

/// Which game a message is about.
fn game_of(message: &ClientMessage) -> Option<&str> {
    use ClientMessage as Wish;
    match message {
        Wish::WatchLobby {} | Wish::Leave {} | Wish::Ping { .. } => None,
        Wish::WatchGame { id, .. }
        | Wish::Move { id, .. }
        | Wish::OfferDraw { id }
        | Wish::AcceptDraw { id }
        | Wish::DeclineDraw { id }
        | Wish::OfferTakeback { id }
        | Wish::AcceptTakeback { id }
        | Wish::DeclineTakeback { id }
        | Wish::Resign { id }
        | Wish::Abort { id }
        | Wish::OfferRematch { id }
        | Wish::AcceptRematch { id }
        | Wish::DeclineRematch { id }
        | Wish::GiveTime { id }
        | Wish::ClaimTime { id }
        | Wish::ClaimLeft { id }
        | Wish::Chat { id, .. } => Some(id),
    }
}
