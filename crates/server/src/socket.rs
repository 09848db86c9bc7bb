//! A client's WebSocket. It watches one game, or the lobby, at a time.
//!
//! An idle connection costs little: its buffers are small, and it has one task. A slow reader gets a snapshot instead
//! of queued messages ([`crate::game::outbox`]); one that does not read at all is disconnected, and gets what it missed
//! when it reconnects.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use estopim_protocol::{ClientMessage, Reason, ReasonCode, ServerMessage};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::auth::Session;
use crate::bus::LobbyFeed;
use crate::error::Error;
use crate::game::outbox::{Next, Outbox};
use crate::game::{GameCommand, Watcher, to_text};
use crate::lag::Lag;
use crate::limits::{Asker, Bucket, ClientAddress};

/// The longest message a client may send.
const MAX_MESSAGE: usize = 4 * 1024;
/// Size of the read and write buffers of a connection.
const BUFFER: usize = 2 * 1024;
/// How much may wait to be written: a snapshot of a long game fits.
const MAX_WAITING: usize = 4 * 1024 * 1024;
/// How long a client may stay silent; pages send a ping every ten seconds.
const SILENCE: Duration = Duration::from_secs(75);
/// How long one message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How many refused messages end a connection.
const MAX_REFUSED_MESSAGES: u32 = 200;

/// Answers the request for a connection.
pub fn open(
    upgrade: WebSocketUpgrade,
    app: Arc<App>,
    session: Session,
    address: ClientAddress,
) -> Response {
    // One address must not take all sockets, also behind a proxy.
    let Some(permit) = app.sockets.take(address) else {
        return Error::busy().into_response();
    };
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WAITING)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.fetch_add(1, Relaxed);
            let metrics = Arc::clone(&app.metrics);
            Box::pin(Connection::new(app, session, address).serve(socket)).await;
            drop(permit);
            metrics.sockets.fetch_sub(1, Relaxed);
        })
}

/// An open WebSocket.
struct Connection {
    app: Arc<App>,
    /// The client.
    asker: Asker,
    /// Its number, by which games identify it.
    number: u64,
    outbox: Outbox,
    watching: Option<(String, mpsc::Sender<GameCommand>)>,
    lobby: Option<LobbyFeed>,
    bucket: Bucket,
    refused: u32,
    lag: Lag,
}

/// The connection ends.
struct HangUp;

impl Connection {
    fn new(app: Arc<App>, session: Session, address: ClientAddress) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let bucket = Bucket::new(app.config.messages, Instant::now());
        Self {
            asker: Asker { session, address },
            number: NUMBER.fetch_add(1, Relaxed),
            outbox: Outbox::default(),
            watching: None,
            lobby: None,
            bucket,
            refused: 0,
            lag: Lag::default(),
            app,
        }
    }

    async fn serve(mut self, mut socket: WebSocket) {
        // Created once: to create them for every message would cost more than the message.
        let mut closing = self.app.closing.subscribe();
        let mut closing = pin!(closing.changed());
        let mut silence = pin!(sleep(SILENCE));
        let mut heard = tokio::time::Instant::now();
        loop {
            let done = tokio::select! {
                // Not `biased`: a client that is sent messages without end must still be read.
                next = self.outbox.next() => match next {
                    Next::Send(text) => send(&mut socket, Message::Text(text)).await,
                    Next::Resync => self.resync().await,
                    Next::HangUp => Err(HangUp),
                },
                message = socket.recv() => match message {
                    Some(Ok(message)) => {
                        heard = tokio::time::Instant::now();
                        self.hear(message, &mut socket).await
                    }
                    _ => Err(HangUp),
                },
                text = next_of(&mut self.lobby) => send(&mut socket, Message::Text(text)).await,
                // Set again only when it fires, because that costs more than to note the time.
                () = &mut silence => if heard.elapsed() < SILENCE {
                    silence.as_mut().reset(heard + SILENCE);
                    Ok(())
                } else {
                    Err(HangUp)
                },
                _ = &mut closing => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "the server ends".into() };
                    // The client may be gone.
                    let _ = send(&mut socket, Message::Close(Some(frame))).await;
                    Err(HangUp)
                }
            };
            if done.is_err() {
                break;
            }
        }
        self.leave().await;
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), HangUp> {
        self.app.metrics.received.fetch_add(1, Relaxed);
        // Frames of every kind count, for each costs us something.
        if !self.bucket.take(self.app.config.messages, Instant::now()) {
            self.app.metrics.limited.fetch_add(1, Relaxed);
            return self.fail(socket, Error::rate_limited().0).await;
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(payload) => {
                self.lag.answered(&payload, Instant::now());
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
                let pong = ServerMessage::Pong { sent_at_ms, server_now_ms: self.now_ms() };
                let said = send(socket, Message::Text(to_text(&pong))).await;
                // The browser answers a ping by itself, which measures the lag.
                let Some(ping) = self.lag.ping(Instant::now()) else { return Ok(said) };
                return Ok(said.and(send(socket, Message::Ping(ping)).await));
            }
            ClientMessage::WatchGame { id, seq } => {
                // A snapshot costs as much as a request, and counts as one.
                if !self.app.requests.allows(self.asker.address, Instant::now()) {
                    self.app.metrics.limited.fetch_add(1, Relaxed);
                    return Err(Error::rate_limited());
                }
                self.leave().await;
                let game = self.ask(&id, || self.watch(seq)).await?;
                self.watching = Some((id, game));
            }
            ClientMessage::WatchLobby {} => {
                self.leave().await;
                self.lobby = Some(self.app.games.context.bus.lobby());
            }
            ClientMessage::WatchHome {} => {
                self.leave().await;
                self.lobby = Some(self.app.games.context.bus.home());
            }
            ClientMessage::Leave {} => self.leave().await,
            message => {
                let Some(id) = game_of(&message) else { return Ok(Ok(())) };
                let received_ms = self.now_ms();
                let act = || GameCommand::Act {
                    by: self.asker.clone(),
                    message: message.clone(),
                    received_ms,
                    lag_ms: self.lag.ms(),
                    outbox: self.outbox.clone(),
                };
                match &self.watching {
                    Some((watched, game)) if watched == id => {
                        // The game's task has ended, so no messages will come: the client must reconnect.
                        if game.send(act()).await.is_err() {
                            return Ok(Err(HangUp));
                        }
                    }
                    _ => drop(self.ask(id, act).await?),
                }
            }
        }
        Ok(Ok(()))
    }

    fn now_ms(&self) -> i64 {
        self.app.games.context.time.now_ms()
    }

    /// Sends a command to a game; one that has just been put to sleep is woken.
    async fn ask(
        &self,
        id: &str,
        ask: impl Fn() -> GameCommand,
    ) -> Result<mpsc::Sender<GameCommand>, Error> {
        for _ in 0..2 {
            let game = self.app.games.game(id)?;
            if game.send(ask()).await.is_ok() {
                return Ok(game);
            }
        }
        Err(Error::busy())
    }

    /// The command to watch a game; `seq` is the number of the last message the client has.
    fn watch(&self, seq: Option<u64>) -> GameCommand {
        let (asker, outbox) = (self.asker.clone(), self.outbox.clone());
        GameCommand::Watch { watcher: Watcher { socket: self.number, asker, outbox }, seq }
    }

    /// Asks the watched game for a snapshot, because messages were dropped.
    async fn resync(&self) -> Result<(), HangUp> {
        self.app.metrics.slow_readers.fetch_add(1, Relaxed);
        match &self.watching {
            // The game's task has ended: the client must reconnect.
            Some((_, game)) => game.send(self.watch(None)).await.map_err(|_| HangUp),
            None => Ok(()),
        }
    }

    /// Sends a refusal; a client with too many refusals is disconnected.
    async fn fail(&mut self, socket: &mut WebSocket, reason: Reason) -> Result<(), HangUp> {
        self.refused += 1;
        if self.refused > MAX_REFUSED_MESSAGES {
            return Err(HangUp);
        }
        send(socket, Message::Text(to_text(&ServerMessage::Failed { reason }))).await
    }

    /// Watches nothing any more.
    async fn leave(&mut self) {
        self.lobby = None;
        self.outbox.resubscribe();
        if let Some((_, game)) = self.watching.take() {
            let _ = game.send(GameCommand::Leave { socket: self.number }).await;
        }
    }
}

/// The lobby's next message; never, if the lobby is not watched.
async fn next_of(lobby: &mut Option<LobbyFeed>) -> Utf8Bytes {
    match lobby {
        Some(feed) => feed.next().await,
        None => std::future::pending().await,
    }
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
        Wish::WatchLobby {} | Wish::WatchHome {} | Wish::Leave {} | Wish::Ping { .. } => None,
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
