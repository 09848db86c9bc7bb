//! Clients that keep the server waiting, come in crowds, or will not go when it ends.

mod support;

use std::net::SocketAddr;
use std::time::Duration;

use estopim_protocol::{ClientMessage, ServerMessage};
use estopim_server::{Config, Timeouts};
use futures_util::StreamExt;
use rstest::rstest;
use support::Platform;
use support::client::Visitor;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// What the server is given in these tests.
const SHORT: Duration = Duration::from_millis(200);
/// What it would have to wait for in vain.
const LONG: Duration = Duration::from_mins(10);
/// How long a test waits for what must happen.
const TIMEOUT: Duration = Duration::from_secs(10);

const TIMEOUTS: Timeouts =
    Timeouts { head: SHORT, body: SHORT, idle: SHORT, write: SHORT, grace: SHORT };
const ENDLESS: Timeouts =
    Timeouts { head: LONG, body: LONG, idle: LONG, write: LONG, grace: SHORT };

const WHOLE: &str = "GET /api/variants HTTP/1.1\r\nHost: a\r\n\r\n";
const HALF_A_HEAD: &str = "GET /api/variants HTTP/1.1\r\nHost: a\r\n";
const HALF_A_BODY: &str = "POST /api/position HTTP/1.1\r\nHost: a\r\n\
    Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
const HALF_A_CHUNK: &str = "PUT /api/me HTTP/1.1\r\nHost: a\r\n\
    Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n";
const UNWANTED_BODY: &str =
    "GET /api/variants HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{";

/// Only one of the times is short, so that it is that one which cuts.
fn only(change: impl FnOnce(&mut Timeouts)) -> Timeouts {
    let mut timeouts = ENDLESS;
    change(&mut timeouts);
    timeouts
}

fn tune(timeouts: Timeouts) -> impl FnOnce(&mut Config) {
    move |config| config.timeouts = timeouts
}

async fn connected(address: SocketAddr, says: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(says.as_bytes()).await.expect("said");
    stream
}

/// Everything until the other side closes; a reset is a close too.
async fn rest(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    read.ok().map(|_| String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads one answer of a connection that stays open.
async fn answer(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        let read = timeout(TIMEOUT, stream.read_buf(&mut bytes)).await;
        assert_ne!(read.expect("in time").expect("an answer"), 0, "closed too early");
        let text = String::from_utf8_lossy(&bytes);
        let length = |head: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            line.and_then(|length| length.parse::<usize>().ok()).expect("a length")
        };
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && body.len() >= length(head)
        {
            return text.into_owned();
        }
    }
}

/// Waits until the server counts `wanted` connections besides the one that asks.
async fn counted(address: SocketAddr, wanted: i64) {
    let line = format!("\nestopim_connections {}\n", wanted + 1);
    let come = async {
        let mut visitor = Visitor::stranger(address);
        while !visitor.get("/metrics").await.is_ok_and(|page| page.body.contains(&line)) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(TIMEOUT, come).await.expect("as many connections as wanted");
}

#[rstest]
#[case::silent("", only(|times| times.idle = SHORT), "")]
#[case::half_a_head(HALF_A_HEAD, only(|times| times.head = SHORT), "")]
#[case::half_a_body(HALF_A_BODY, only(|times| times.body = SHORT), "408")]
#[case::half_a_chunk(HALF_A_CHUNK, only(|times| times.body = SHORT), "408")]
#[case::unwanted_body(UNWANTED_BODY, TIMEOUTS, "200")]
#[case::kept_alive(WHOLE, only(|times| times.idle = SHORT), "200")]
#[tokio::test]
async fn who_keeps_the_server_waiting_is_cut(
    #[case] says: &str,
    #[case] timeouts: Timeouts,
    #[case] status: &str,
) {
    let platform = Platform::with(tune(timeouts)).await;
    let mut stream = connected(platform.address, says).await;
    let told = rest(&mut stream).await.expect("the server closes");
    assert_eq!(told.split(' ').nth(1).unwrap_or_default(), status, "{told}");
}

#[rstest]
#[case::head(HALF_A_HEAD, "X-More: ", only(|times| times.head = SHORT))]
#[case::body(HALF_A_BODY, "", only(|times| times.body = SHORT))]
#[tokio::test]
async fn a_byte_now_and_then_gains_no_time(
    #[case] says: &str,
    #[case] more: &str,
    #[case] timeouts: Timeouts,
) {
    let platform = Platform::with(tune(timeouts)).await;
    let stream = connected(platform.address, &format!("{says}{more}")).await;
    let (mut reads, mut writes) = stream.into_split();
    let trickle = tokio::spawn(async move {
        while writes.write_all(b" ").await.is_ok() {
            sleep(SHORT / 4).await;
        }
    });
    let mut bytes = Vec::new();
    // It does not matter how the server closes.
    let read = timeout(TIMEOUT, reads.read_to_end(&mut bytes)).await;
    trickle.abort();
    assert!(read.is_ok(), "the server still waits");
}

#[tokio::test]
async fn who_takes_nothing_of_the_answers_is_cut() {
    let platform = Platform::with(tune(only(|times| times.write = SHORT))).await;
    let asked = "GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(2_000);
    let stream = TcpStream::connect(platform.address).await.expect("a connection");
    let (mut reads, mut writes) = stream.into_split();
    let asking = tokio::spawn(async move {
        // The server stops to read once it cannot write.
        let _ = writes.write_all(asked.as_bytes()).await;
        writes
    });
    let mut first = [0; 4];
    timeout(TIMEOUT, reads.read_exact(&mut first)).await.expect("in time").expect("an answer");
    counted(platform.metrics, 0).await;
    asking.abort();
}

#[tokio::test]
async fn a_connection_serves_one_request_after_another_and_an_upgraded_one_stays() {
    // Long enough for a slow machine to be in time, and short enough to pass in the course of the test.
    let time = Duration::from_secs(2);
    let times = Timeouts { head: time, body: time, idle: time, write: time, grace: time };
    let platform = Platform::with(tune(times)).await;
    let mut stream = connected(platform.address, "").await;
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    for _ in 0..6 {
        stream.write_all(WHOLE.as_bytes()).await.expect("said");
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        sleep(time / 4).await;
    }
    connection.send(&ClientMessage::Ping { sent_at_ms: 3 }).await.expect("said");
    assert!(matches!(connection.receive().await, Ok(ServerMessage::Pong { sent_at_ms: 3, .. })));
}

#[rstest]
#[case::direct(false, false)]
#[case::behind_a_proxy(true, true)]
#[tokio::test]
async fn one_address_has_so_many_connections(#[case] behind_proxy: bool, #[case] served: bool) {
    let settings = |config: &mut Config| {
        config.connections_per_address = 3;
        config.behind_proxy = behind_proxy;
        config.timeouts = ENDLESS;
    };
    let platform = Platform::with(settings).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connected(platform.address, WHOLE).await;
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        held.push(stream);
    }
    let fourth = Visitor::stranger(platform.address).get("/api/variants").await;
    assert_eq!(fourth.is_ok_and(|answer| answer.status == 200), served);
    // Who goes makes room.
    drop(held);
    counted(platform.metrics, 0).await;
    let later = Visitor::stranger(platform.address).get("/api/variants").await;
    assert_eq!(later.expect("an answer").status, 200);
}

#[tokio::test]
async fn all_together_have_so_many_connections() {
    let settings = |config: &mut Config| {
        config.max_sockets = 0;
        config.timeouts = ENDLESS;
    };
    let platform = Platform::with(settings).await;
    let mut held = Vec::new();
    let refused = loop {
        let mut stream = connected(platform.address, WHOLE).await;
        let mut start = [0; 12];
        match timeout(TIMEOUT, stream.read_exact(&mut start)).await.expect("in time") {
            Ok(_) if start == *b"HTTP/1.1 200" => held.push(stream),
            Ok(_) => break start == *b"HTTP/1.1 503",
            Err(_) => break true,
        }
        assert!(held.len() < 2_000, "nobody is refused");
    };
    assert!(refused && !held.is_empty());
    let mut silent = connected(platform.address, "").await;
    assert!(rest(&mut silent).await.expect("the server closes").starts_with("HTTP/1.1 503"));
    drop(held);
    counted(platform.metrics, 0).await;
}

#[rstest]
#[case::silent("")]
#[case::half_a_head(HALF_A_HEAD)]
#[case::half_a_body(HALF_A_BODY)]
#[case::kept_alive(WHOLE)]
#[tokio::test]
async fn nobody_delays_the_end(#[case] says: &str) {
    let (server, _directory) = Platform::server(tune(ENDLESS)).await;
    let address = server.address();
    let (end, told) = oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async move { drop(told.await) }));
    let connection =
        Visitor::new(address).await.expect("a session").connect().await.expect("a connection");
    let mut stream = connected(address, says).await;
    // All of it has arrived once something later is answered.
    counted(address, 2).await;
    end.send(()).expect("it runs");
    let ended = timeout(TIMEOUT, running).await.expect("it ends in time");
    ended.expect("no panic").expect("no fault");
    assert!(rest(&mut stream).await.is_some(), "the connection is dropped");
    // Who plays is told why.
    let mut socket = connection.into_stream();
    let last = timeout(TIMEOUT, socket.next()).await.expect("in time");
    match last.expect("a message").expect("no fault") {
        Message::Close(Some(frame)) => assert_eq!(u16::from(frame.code), 1012),
        other => panic!("unexpected {other:?}"),
    }
}
