//! A bare WebSocket echo server: the limit that any server on this machine has.

use std::io;
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::accept_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// What a socket keeps ready to read; as much as the server under test.
const BUFFER: usize = 2 * 1024;

/// Echoes on a free port of the loopback until the process ends. `ready` hears where.
pub async fn serve(ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    ready(listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        tokio::spawn(echo(stream));
    }
}

/// Sends back what comes until the other side hangs up.
async fn echo(stream: TcpStream) {
    let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
    let _ = stream.set_nodelay(true);
    let Ok(mut socket) = accept_async_with_config(stream, Some(config)).await else { return };
    while let Some(Ok(message)) = socket.next().await {
        if matches!(message, Message::Text(_)) && socket.send(message).await.is_err() {
            return;
        }
    }
}
