//! A client of the web platform: requests and one socket, as in a browser. The load test and the server's own tests use
//! it.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use estopim_protocol::{ClientMessage, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// The timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(30);
/// What a socket keeps ready to read.
const BUFFER: usize = 4 * 1024;

/// A client with a session.
#[derive(Clone, Debug)]
pub struct Visitor {
    address: SocketAddr,
    cookie: Option<String>,
    /// The address in `X-Forwarded-For`, as a proxy would set it.
    forwarded_for: Option<String>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Status line and headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body as JSON; `null` if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

impl Visitor {
    /// A client without a session yet.
    pub fn stranger(address: SocketAddr) -> Self {
        Self { address, cookie: None, forwarded_for: None }
    }

    /// A new client, which has been given a session.
    pub async fn new(address: SocketAddr) -> io::Result<Self> {
        let mut visitor = Self::stranger(address);
        visitor.get("/api/me").await?;
        Ok(visitor)
    }

    /// A new client with another address, as a proxy in front of the server would set it.
    pub async fn from_elsewhere(address: SocketAddr, elsewhere: &str) -> io::Result<Self> {
        let mut visitor = Self::stranger(address);
        visitor.forwarded_for = Some(elsewhere.to_owned());
        visitor.get("/api/me").await?;
        Ok(visitor)
    }

    /// The cookie that names the session.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The same session at another address, as after a restart.
    pub fn moved_to(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    /// A GET request.
    pub async fn get(&mut self, path: &str) -> io::Result<Answer> {
        self.request("GET", path, None, "").await
    }

    /// A POST request.
    pub async fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        self.request("POST", path, Some(body), "").await
    }

    /// Makes a request, with more headers if wanted (each ending in CR LF).
    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        body: Option<&Value>,
        headers: &str,
    ) -> io::Result<Answer> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n"));
        let elsewhere = self.forwarded_for.as_ref();
        let elsewhere = elsewhere.map(|address| format!("X-Forwarded-For: {address}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{}{}{headers}\r\n{body}",
            self.address,
            body.len(),
            cookie.unwrap_or_default(),
            elsewhere.unwrap_or_default(),
        );
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await??;
        let text = String::from_utf8_lossy(&bytes);
        let answer = read_answer(&text)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "expected an HTTP answer"))?;
        if let Some(set) = answer.header("set-cookie") {
            self.cookie = set.split(';').next().map(str::to_owned);
        }
        Ok(answer)
    }

    /// Opens a socket.
    pub async fn connect(&self) -> Result<Connection, Error> {
        self.connect_from(None).await
    }

    /// Opens a socket as a page of `origin` would.
    pub async fn connect_from(&self, origin: Option<&str>) -> Result<Connection, Error> {
        self.connect_at("/ws", origin).await
    }

    /// Opens the socket at a path, as a page of `origin` would.
    pub async fn connect_at(&self, path: &str, origin: Option<&str>) -> Result<Connection, Error> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request()?;
        let headers = [
            ("cookie", self.cookie.as_deref()),
            ("origin", origin),
            ("x-forwarded-for", self.forwarded_for.as_deref()),
        ];
        for (name, value) in headers {
            if let Some(value) = value.and_then(|value| HeaderValue::from_str(value).ok()) {
                request.headers_mut().insert(name, value);
            }
        }
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
        Ok(Connection(socket))
    }
}

fn read_answer(text: &str) -> Option<Answer> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split_whitespace().nth(1)?.parse().ok()?;
    let answer = Answer { status, head: head.to_owned(), body: body.to_owned() };
    let is_chunked = answer.header("transfer-encoding") == Some("chunked");
    let body = if is_chunked { unchunked(body)? } else { answer.body.clone() };
    Some(Answer { body, ..answer })
}

/// A body sent in chunks, put together.
fn unchunked(mut text: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (length, rest) = text.split_once("\r\n")?;
        let length = usize::from_str_radix(length.trim(), 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        body.push_str(rest.get(..length)?);
        text = rest.get(length..)?.strip_prefix("\r\n")?;
    }
}

/// An open socket.
#[derive(Debug)]
pub struct Connection(WebSocketStream<TcpStream>);

impl Connection {
    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), Error> {
        let text = serde_json::to_string(message).expect("every message can be written");
        self.send_text(text).await
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Error> {
        self.0.send(Message::Text(text.into())).await
    }

    /// Sends a frame of any kind.
    pub async fn send_frame(&mut self, frame: Message) -> Result<(), Error> {
        self.0.send(frame).await
    }

    /// The next message as text.
    pub async fn receive_text(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err(Error::ConnectionClosed),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }

    /// The next message as JSON, whatever it is about.
    pub async fn receive_json(&mut self) -> Result<Value, Error> {
        let text = timeout(TIMEOUT, self.receive_text()).await.map_err(|_| {
            Error::Io(io::Error::new(io::ErrorKind::TimedOut, "nothing was said"))
        })??;
        serde_json::from_str(&text)
            .map_err(|error| Error::Io(io::Error::new(io::ErrorKind::InvalidData, error)))
    }

    /// The next message.
    pub async fn receive(&mut self) -> Result<ServerMessage, Error> {
        serde_json::from_value(self.receive_json().await?)
            .map_err(|error| Error::Io(io::Error::new(io::ErrorKind::InvalidData, error)))
    }

    /// The first message that `wanted` takes something from; the others are passed over.
    pub async fn wait_for<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Result<T, Error> {
        loop {
            if let Some(found) = wanted(self.receive().await?) {
                return Ok(found);
            }
        }
    }

    /// Closes the connection.
    pub async fn close(mut self) {
        // The server may have closed it already.
        let _ = self.0.close(None).await;
    }

    /// The underlying stream, to send and receive at once.
    pub fn into_stream(self) -> WebSocketStream<TcpStream> {
        self.0
    }
}
