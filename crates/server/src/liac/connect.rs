//! Connections of programs. A message to a program is one write, for programs take what has arrived for one message.

use std::io;
use std::net::{Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use estopim_liac::{BotMessage, Inbound};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::{TableCommand, Tables};

/// How much is read at once, as the original does.
const CHUNK: usize = 4096;
/// Messages that may wait to be sent; a program that is asked once a move never has more than two.
const OUTBOX: usize = 8;
/// How long a new connection may take to say its name.
const NAMING: Duration = Duration::from_mins(1);
/// How long one message may take to be sent.
const SENDING: Duration = Duration::from_secs(10);
/// The pause after a connection that could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Connections that wait to be accepted.
const BACKLOG: u32 = 128;

/// A program that is connected. The connection is closed when this is dropped.
pub struct BotConnection {
    /// Its number.
    pub number: u64,
    out: mpsc::Sender<String>,
}

impl BotConnection {
    /// Sends a message. A program that does not read is disconnected.
    pub fn send(&self, text: String) -> bool {
        self.out.try_send(text).is_ok()
    }
}

/// Listens on an address; on the loopback address of IPv6 too if it is that of IPv4, because `localhost` may be either.
pub fn bind(address: SocketAddr) -> io::Result<Vec<TcpListener>> {
    let mut listeners = vec![bind_one(address)?];
    if address.ip().to_canonical() == std::net::IpAddr::from([127, 0, 0, 1]) {
        let port = listeners[0].local_addr()?.port();
        // A machine may have no IPv6.
        listeners.extend(bind_one(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).ok());
    }
    Ok(listeners)
}

fn bind_one(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A port that was just left can be taken again.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    let told = |error: io::Error| io::Error::new(error.kind(), format!("{address}: {error}"));
    socket.bind(address).map_err(told)?;
    socket.listen(BACKLOG).map_err(told)
}

/// Accepts programs for a slot.
pub async fn listen(tables: Arc<Tables>, listener: TcpListener, slot: usize) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = tables.closed() => return,
        };
        match accepted {
            Ok((stream, peer)) => {
                let tables = Arc::clone(&tables);
                tokio::spawn(async move {
                    tracing::debug!(%peer, "a program has come from {peer}");
                    serve(&tables, stream, slot).await;
                });
            }
            Err(error) => {
                tracing::warn!(%error, "no program can be accepted: {error}");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Serves one program until one side closes the connection.
async fn serve(tables: &Arc<Tables>, stream: TcpStream, slot: usize) {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let _ = stream.set_nodelay(true);
    let (mut reader, writer) = stream.into_split();
    let mut inbound = Inbound::default();
    let Ok(Some((name, rest))) = timeout(NAMING, read_name(&mut reader, &mut inbound)).await else {
        return;
    };
    let Some((name, table)) = tables.seat(slot, &name) else { return };
    let number = NUMBER.fetch_add(1, Relaxed);
    let (out, outbox) = mpsc::channel(OUTBOX);
    let connection = BotConnection { number, out };
    if table.send(TableCommand::Join { slot, name, connection }).await.is_err() {
        return;
    }
    let mut writing = tokio::spawn(write(writer, outbox));
    let reading = async {
        for message in rest {
            table.send(TableCommand::Said { slot, number, message }).await.ok()?;
        }
        let mut chunk = vec![0; CHUNK];
        loop {
            let read = reader.read(&mut chunk).await.ok().filter(|&read| read > 0)?;
            for message in inbound.take(&chunk[..read]) {
                table.send(TableCommand::Said { slot, number, message }).await.ok()?;
            }
        }
        #[allow(unreachable_code)]
        Some(())
    };
    // The table closes the connection by dropping its end.
    tokio::select! {
        _ = reading => {}
        _ = &mut writing => {}
    }
    writing.abort();
    let _ = table.send(TableCommand::Left { slot, number }).await;
}

/// The first message that is a name, and what came with it. A connection whose first message is no JSON is not one.
async fn read_name(
    reader: &mut OwnedReadHalf,
    inbound: &mut Inbound,
) -> Option<(String, Vec<BotMessage>)> {
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = reader.read(&mut chunk).await.ok().filter(|&read| read > 0)?;
        let mut messages = inbound.take(&chunk[..read]).into_iter();
        if let Some(first) = messages.next() {
            return match first {
                BotMessage::Name(name) => Some((name, messages.collect())),
                BotMessage::Move { .. } | BotMessage::Malformed => None,
            };
        }
    }
}

/// Writes each message at once and whole.
async fn write(mut writer: OwnedWriteHalf, mut outbox: mpsc::Receiver<String>) {
    while let Some(text) = outbox.recv().await {
        match timeout(SENDING, writer.write_all(text.as_bytes())).await {
            Ok(Ok(())) => {}
            _ => return,
        }
    }
    let _ = writer.shutdown().await;
}
