//! The connection to a server: HTTP requests, and one socket that reconnects by itself. It knows nothing of the screen;
//! what it receives it passes on as [`News`].

use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use estopim_protocol::rest::{ErrorBody, Me, NewGame, NewGameId};
use estopim_protocol::{ClientMessage, Reason, ServerMessage};
use thiserror::Error;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::header::COOKIE;
use tungstenite::{Message, WebSocket};

/// A request to the server.
#[derive(Clone, Debug)]
pub enum Order {
    /// Make a game.
    Create(NewGame),
    /// Take the free seat of a game.
    Join(String),
    /// Send a message on the socket.
    Send(ClientMessage),
}

/// Something received from the server.
#[derive(Clone, Debug)]
pub enum News {
    /// A game was made or joined.
    Entered(String),
    /// A message on the socket.
    Message(Box<ServerMessage>),
    /// A request was refused.
    Refused(Reason),
    /// The connection is lost; the client reconnects.
    Lost(String),
    /// The connection is there again.
    Connected,
}

/// The server cannot be used.
#[derive(Debug, Error)]
pub enum OnlineError {
    /// The address is invalid.
    #[error("expected the address of a server such as http://127.0.0.1:8080, found {0:?}")]
    Address(String),
    /// The server does not answer.
    #[error("the server does not answer: {0}")]
    Silent(String),
}

/// The read timeout of the socket, after which waiting messages are sent.
const TURN: Duration = Duration::from_millis(40);
/// The interval of pings; the server disconnects silent clients.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// How long to wait before connecting again.
const PAUSE: Duration = Duration::from_secs(1);

/// A connection to a server.
pub struct Client {
    orders: Sender<Order>,
}

impl Client {
    /// Connects. `tell` is called with news, on the threads of the connection.
    pub fn start(
        address: &str,
        tell: impl Fn(News) + Send + Clone + 'static,
    ) -> Result<Self, OnlineError> {
        let bad = || OnlineError::Address(address.to_owned());
        let host = address.trim_end_matches('/').strip_prefix("http://").ok_or_else(bad)?;
        let visitor = Visitor::new(host)?;
        let (orders, inbox) = mpsc::channel();
        let (outgoing, messages) = mpsc::channel();
        let (heard, caller) = (tell.clone(), visitor.clone());
        thread::spawn(move || serve_orders(&caller, &inbox, &outgoing, &heard));
        thread::spawn(move || keep_socket(&visitor, &messages, &tell));
        Ok(Self { orders })
    }

    /// Sends a request.
    pub fn order(&self, order: Order) {
        // If the threads are gone the program is ending.
        let _ = self.orders.send(order);
    }
}

/// A client with a session cookie.
#[derive(Clone)]
struct Visitor {
    host: String,
    cookie: String,
}

impl Visitor {
    fn new(host: &str) -> Result<Self, OnlineError> {
        let silent = |error: ureq::Error| OnlineError::Silent(error.to_string());
        let mut answer = ureq::get(format!("http://{host}/api/me")).call().map_err(silent)?;
        let cookie = answer.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default();
        let cookie = cookie.to_owned();
        answer.body_mut().read_json::<Me>().map_err(silent)?;
        Ok(Self { host: host.to_owned(), cookie })
    }

    /// Posts something and reads the answer, or why it was refused.
    fn post(&self, path: &str, body: &impl serde::Serialize) -> Result<String, News> {
        let lost = |error: ureq::Error| News::Lost(error.to_string());
        let mut answer = ureq::post(format!("http://{}{path}", self.host))
            .config()
            .http_status_as_error(false)
            .build()
            .header("cookie", &self.cookie)
            .send_json(body)
            .map_err(lost)?;
        let is_success = answer.status().is_success();
        let text = answer.body_mut().read_to_string().map_err(lost)?;
        if is_success {
            return Ok(text);
        }
        match serde_json::from_str::<ErrorBody>(&text) {
            Ok(body) => Err(News::Refused(body.error)),
            Err(_) => Err(News::Lost(text)),
        }
    }

    fn connect(&self) -> Result<WebSocket<TcpStream>, tungstenite::Error> {
        let mut request = format!("ws://{}/ws", self.host).into_client_request()?;
        if let Ok(cookie) = self.cookie.parse() {
            request.headers_mut().insert(COOKIE, cookie);
        }
        let stream = TcpStream::connect(&self.host)?;
        stream.set_nodelay(true)?;
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => error,
            tungstenite::HandshakeError::Interrupted(_) => {
                io::Error::from(io::ErrorKind::TimedOut).into()
            }
        })?;
        socket.get_ref().set_read_timeout(Some(TURN))?;
        Ok(socket)
    }
}

fn serve_orders(
    visitor: &Visitor,
    inbox: &Receiver<Order>,
    outgoing: &Sender<ClientMessage>,
    tell: &dyn Fn(News),
) {
    while let Ok(order) = inbox.recv() {
        let done = match order {
            Order::Send(message) => {
                let _ = outgoing.send(message);
                continue;
            }
            Order::Create(game) => visitor.post("/api/games", &game).and_then(|text| {
                let made: Result<NewGameId, _> = serde_json::from_str(&text);
                made.map(|made| made.id).map_err(|error| News::Lost(error.to_string()))
            }),
            Order::Join(id) => {
                visitor.post(&format!("/api/games/{id}/join"), &serde_json::json!({})).map(|_| id)
            }
        };
        tell(done.map_or_else(|news| news, News::Entered));
    }
}

/// Keeps a socket open: after a reconnection the same game is watched again, and a move made meanwhile is sent once.
fn keep_socket(visitor: &Visitor, messages: &Receiver<ClientMessage>, tell: &dyn Fn(News)) {
    let mut watched = ClientMessage::WatchLobby {};
    let mut unsent = None;
    loop {
        let ended = visitor.connect().and_then(|mut socket| {
            tell(News::Connected);
            say(&mut socket, &watched)?;
            if let Some(message) = unsent.take() {
                say(&mut socket, &message)?;
            }
            talk(&mut socket, messages, &mut watched, tell)
        });
        match ended {
            Ok(()) => return,
            Err(error) => tell(News::Lost(error.to_string())),
        }
        match messages.recv_timeout(PAUSE) {
            Err(RecvTimeoutError::Disconnected) => return,
            // Without a connection only the last move is kept, whose ply lets the server refuse it if it is late, and
            // what to watch; other messages are dropped.
            Ok(message @ ClientMessage::Move { .. }) => unsent = Some(message),
            Ok(message) => remember(&message, &mut watched),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

fn remember(message: &ClientMessage, watched: &mut ClientMessage) {
    match message {
        ClientMessage::WatchGame { id, .. } => {
            *watched = ClientMessage::WatchGame { id: id.clone(), seq: None };
        }
        ClientMessage::WatchLobby {} => *watched = ClientMessage::WatchLobby {},
        _ => {}
    }
}

/// Sends and receives until the connection breaks; returns `Ok` when the program ends.
fn talk(
    socket: &mut WebSocket<TcpStream>,
    messages: &Receiver<ClientMessage>,
    watched: &mut ClientMessage,
    tell: &dyn Fn(News),
) -> Result<(), tungstenite::Error> {
    let mut said_at = Instant::now();
    loop {
        if said_at.elapsed() >= SIGN_OF_LIFE {
            said_at = Instant::now();
            say(socket, &ClientMessage::Ping { sent_at_ms: 0 })?;
        }
        match messages.try_recv() {
            Ok(message) => {
                remember(&message, watched);
                say(socket, &message)?;
            }
            Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {}
        }
        match socket.read() {
            // Unknown messages, from a newer server, are ignored.
            Ok(Message::Text(text)) => {
                if let Ok(message) = serde_json::from_str(&text) {
                    tell(News::Message(Box::new(message)));
                }
            }
            Ok(_) => {}
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {}
            Err(error) => return Err(error),
        }
    }
}

fn say(
    socket: &mut WebSocket<TcpStream>,
    message: &ClientMessage,
) -> Result<(), tungstenite::Error> {
    let text = serde_json::to_string(message).expect("a message can be written");
    socket.send(Message::text(text))
}
