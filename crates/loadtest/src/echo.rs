//! A bare WebSocket server: the upper limit for any server on this machine.
//!
//! It echoes in the way the platform sends moves: a short message of one player comes back to both, in as many bytes as
//! the platform sends to each. It knows no games, stores nothing and checks nothing.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// What a socket keeps ready to read; as much as the server under test.
const BUFFER: usize = 2 * 1024;

/// The first socket of each game, until the second comes.
type Waiting = Arc<Mutex<HashMap<u32, Partner>>>;

/// What the second socket of a game takes over from the first: the sender to it, and its own receiver.
struct Partner {
    to_first: UnboundedSender<Utf8Bytes>,
    for_second: UnboundedReceiver<Utf8Bytes>,
}

/// What a socket says first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hello {
    /// Which two belong together.
    pub game: u32,
    /// The size of the echo to the mover, in bytes.
    pub to_mover: usize,
    /// The size of the echo to the opponent, in bytes.
    pub to_other: usize,
}

impl std::fmt::Display for Hello {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.game, self.to_mover, self.to_other)
    }
}

impl Hello {
    fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.split(' ');
        Some(Self {
            game: numbers.next()?.parse().ok()?,
            to_mover: numbers.next()?.parse().ok()?,
            to_other: numbers.next()?.parse().ok()?,
        })
    }
}

/// Echoes on a free port of the loopback until the process ends. `ready` is called with the address.
pub async fn serve(ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    ready(listener.local_addr()?);
    let waiting = Waiting::default();
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(echo(stream, Arc::clone(&waiting)));
    }
}

/// Sends what comes back to both of a game until this one hangs up.
async fn echo(stream: TcpStream, waiting: Waiting) -> Option<()> {
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
    // Without it the echo server would be slower, and the comparison too favourable.
    let _ = stream.set_nodelay(true);
    let mut socket = accept_async_with_config(stream, Some(config)).await.ok()?;
    let Some(Ok(Message::Text(text))) = socket.next().await else { return None };
    let hello = Hello::parse(&text)?;
    let (to_partner, mut inbox) = sit_down(&waiting, hello.game);
    let [to_mover, to_other] =
        [hello.to_mover, hello.to_other].map(|bytes| Utf8Bytes::from("x".repeat(bytes)));
    loop {
        tokio::select! {
            text = inbox.recv() => socket.send(Message::Text(text?)).await.ok()?,
            message = socket.next() => if let Message::Text(_) = message?.ok()? {
                to_partner.send(to_other.clone()).ok()?;
                socket.send(Message::Text(to_mover.clone())).await.ok()?;
            },
        }
    }
}

/// The channel to the other socket of a game, and the one from it.
fn sit_down(
    waiting: &Waiting,
    game: u32,
) -> (UnboundedSender<Utf8Bytes>, UnboundedReceiver<Utf8Bytes>) {
    let mut waiting = waiting.lock().expect("nobody panics while sitting down");
    if let Some(partner) = waiting.remove(&game) {
        return (partner.to_first, partner.for_second);
    }
    let (to_first, for_first) = unbounded_channel();
    let (to_second, for_second) = unbounded_channel();
    waiting.insert(game, Partner { to_first, for_second });
    (to_second, for_first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Visitor;

    #[tokio::test]
    async fn both_of_a_table_hear_as_much_as_they_shall() {
        let (found, address) = tokio::sync::oneshot::channel();
        let server = tokio::spawn(serve(|address| found.send(address).expect("it is waited for")));
        let visitor = Visitor::stranger(address.await.expect("the server starts"));
        let mut connections = Vec::new();
        for game in [3, 3, 4] {
            let mut connection = visitor.connect().await.expect("the server listens");
            let hello = Hello { game, to_mover: 5, to_other: 2000 };
            connection.send_text(hello.to_string()).await.expect("the server listens");
            connections.push(connection);
        }
        for (mover, other) in [(0, 1), (1, 0)] {
            connections[mover].send_text("a move").await.expect("the server listens");
            assert_eq!(
                connections[other].receive_text().await.map(|text| text.len()).ok(),
                Some(2000)
            );
            assert_eq!(
                connections[mover].receive_text().await.map(|text| text.len()).ok(),
                Some(5)
            );
        }
        server.abort();
    }
}
