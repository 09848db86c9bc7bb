//! The WebSocket of a class's screen. Like a game's socket it is bounded in every way; it carries [`ClassMessage`] and
//! [`ClassNews`].

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::{IntoResponse, Response};
use estopim_protocol::class::{ClassMessage, ClassNews, ClassScreen};
use estopim_protocol::{Reason, ReasonCode};
use tokio::time::{sleep, timeout};

use crate::app::App;
use crate::auth::Session;
use crate::class::{ClassCommand, ClassWatcher};
use crate::error::Error;
use crate::game::outbox::{Next, Outbox};
use crate::game::to_text;
use crate::limits::{Bucket, ClientAddress};

/// The longest message a screen may send: the pairs of a whole class fit.
const MAX_MESSAGE: usize = 16 * 1024;
/// Size of the read buffer of a connection.
const BUFFER: usize = 2 * 1024;
/// How long a screen may stay silent; pages send a ping every ten seconds.
const SILENCE: Duration = Duration::from_secs(75);
/// How long one message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// How many refused messages end a connection.
const MAX_REFUSED_MESSAGES: u32 = 200;

/// Opens a screen of a class, found by its code.
pub fn open(
    upgrade: WebSocketUpgrade,
    app: Arc<App>,
    session: Session,
    address: ClientAddress,
    class: String,
    screen: ClassScreen,
) -> Response {
    let Some(permit) = app.sockets.take(address) else {
        return Error::busy().into_response();
    };
    upgrade
        .read_buffer_size(BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.fetch_add(1, Relaxed);
            let metrics = Arc::clone(&app.metrics);
            Box::pin(Connection::new(app, session, class, screen).serve(socket)).await;
            drop(permit);
            metrics.sockets.fetch_sub(1, Relaxed);
        })
}

struct Connection {
    app: Arc<App>,
    session: Session,
    class: String,
    screen: ClassScreen,
    number: u64,
    outbox: Outbox,
    bucket: Bucket,
    refused: u32,
}

/// The connection ends.
struct HangUp;

impl Connection {
    fn new(app: Arc<App>, session: Session, class: String, screen: ClassScreen) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let bucket = Bucket::new(app.config.messages, Instant::now());
        let number = NUMBER.fetch_add(1, Relaxed);
        Self { app, session, class, screen, number, outbox: Outbox::default(), bucket, refused: 0 }
    }

    async fn watch(&self) -> Result<(), HangUp> {
        let watcher = ClassWatcher {
            socket: self.number,
            screen: self.screen,
            session: self.session.clone(),
            outbox: self.outbox.clone(),
        };
        self.app
            .classes
            .send(&self.class, ClassCommand::Watch { watcher })
            .await
            .map_err(|_| HangUp)
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let mut closing = self.app.closing.subscribe();
        let mut closing = pin!(closing.changed());
        let mut silence = pin!(sleep(SILENCE));
        if self.watch().await.is_err() {
            let _ = send(&mut socket, Message::Text(to_text(&ClassNews::Closed {}))).await;
            return;
        }
        loop {
            let done = tokio::select! {
                next = self.outbox.next() => match next {
                    Next::Send(text) => send(&mut socket, Message::Text(text)).await,
                    Next::Resync => self.watch().await,
                    Next::HangUp => Err(HangUp),
                },
                message = socket.recv() => match message {
                    Some(Ok(message)) => {
                        silence.as_mut().reset(tokio::time::Instant::now() + SILENCE);
                        self.hear(message, &mut socket).await
                    }
                    _ => Err(HangUp),
                },
                () = &mut silence => Err(HangUp),
                _ = &mut closing => {
                    let frame = CloseFrame { code: close_code::RESTART, reason: "the server ends".into() };
                    let _ = send(&mut socket, Message::Close(Some(frame))).await;
                    Err(HangUp)
                }
            };
            if done.is_err() {
                break;
            }
        }
        // A class that is gone needs not be told.
        let _ =
            self.app.classes.send(&self.class, ClassCommand::Leave { socket: self.number }).await;
    }

    async fn hear(&mut self, message: Message, socket: &mut WebSocket) -> Result<(), HangUp> {
        self.app.metrics.received.fetch_add(1, Relaxed);
        if !self.bucket.take(self.app.config.messages, Instant::now()) {
            self.app.metrics.limited.fetch_add(1, Relaxed);
            return self.fail(socket, Error::rate_limited().0).await;
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Binary(_) => {
                let reason =
                    Reason::new(ReasonCode::BadMessage, "expected text, found binary data");
                return self.fail(socket, reason).await;
            }
            Message::Close(_) => return Err(HangUp),
        };
        match serde_json::from_str::<ClassMessage>(&text) {
            Ok(message) => {
                let act = ClassCommand::Act { socket: self.number, message };
                self.app.classes.send(&self.class, act).await.map_err(|_| HangUp)
            }
            Err(error) => {
                let reason = Reason::new(ReasonCode::BadMessage, error.to_string());
                self.fail(socket, reason).await
            }
        }
    }

    async fn fail(&mut self, socket: &mut WebSocket, reason: Reason) -> Result<(), HangUp> {
        self.refused += 1;
        if self.refused > MAX_REFUSED_MESSAGES {
            return Err(HangUp);
        }
        send(socket, Message::Text(to_text(&ClassNews::Failed { reason }))).await
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), HangUp> {
    match timeout(SENDING, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(HangUp),
    }
}
