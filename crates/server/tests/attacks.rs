//! Attacks that were made on the platform, each as it was made. People who play meanwhile notice nothing.

mod support;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use estopim_protocol::bounds::LEVELS;
use estopim_protocol::{ClientMessage, ServerMessage};
use estopim_server::DatabaseAddress;
use estopim_server::limits::Rate;
use serde_json::{Value, json};
use support::client::{Connection, Visitor};
use support::{Pair, Platform, Seated, code, no_time};
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

/// The level that thinks longest.
const FULL_STRENGTH: u8 = *LEVELS.end();

fn game_clock(base_seconds: u32) -> Value {
    json!({ "type": "clock", "baseSeconds": base_seconds, "incrementSeconds": 0 })
}

fn against_computer(level: u8, color: &str, time: &Value) -> Value {
    let opponent = json!({ "type": "computer", "level": level, "color": color });
    json!({ "variant": "atomic", "opponent": opponent, "time": time })
}

fn seek() -> Value {
    json!({ "variant": "atomic", "opponent": { "type": "lobby" }, "time": no_time() })
}

/// Both players are still there: the same connections carry the next two moves.
async fn play_goes_on(pair: &mut Pair) {
    pair.play(0, "e4 e5").await;
}

#[tokio::test]
async fn one_socket_that_watches_again_and_again_drops_nobody() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    for _ in 0..300 {
        connection
            .send(&ClientMessage::WatchGame { id: pair.id.clone(), seq: None })
            .await
            .expect("said");
    }
    connection.send(&ClientMessage::Ping { sent_at_ms: 1 }).await.expect("said");
    let pong = |message| matches!(message, ServerMessage::Pong { .. }).then_some(());
    connection.wait_for(pong).await.expect("all is heard");
    play_goes_on(&mut pair).await;
}

#[tokio::test]
async fn watching_is_limited_by_address_however_many_sockets_it_has() {
    let platform = Platform::with(|config| config.set_requests(Rate::steady(5.0))).await;
    let (mut host, visitor) = (platform.visitor().await, platform.visitor().await);
    let wanted = json!({ "variant": "chess", "opponent": { "type": "friend" }, "time": no_time() });
    let watch = ClientMessage::WatchGame { id: platform.game(&mut host, &wanted).await, seq: None };
    let mut connections = [
        host.connect().await.expect("a connection"),
        visitor.connect().await.expect("a connection"),
    ];
    for _ in 0..40 {
        connections[0].send(&watch).await.expect("said");
    }
    let refused = |message| match message {
        ServerMessage::Failed { reason } => Some(code(&reason)),
        _ => None,
    };
    assert_eq!(connections[0].wait_for(refused).await.expect("told"), "rateLimited");
    for _ in 0..10 {
        connections[1].send(&watch).await.expect("said");
    }
    assert_eq!(connections[1].wait_for(refused).await.expect("told"), "rateLimited");
}

#[tokio::test]
async fn spectators_who_come_together_drop_nobody_and_are_counted() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let mut connections = Vec::new();
    for _ in 0..50 {
        connections.push(platform.visitor().await.connect().await.expect("a connection"));
    }
    for connection in &mut connections {
        connection
            .send(&ClientMessage::WatchGame { id: pair.id.clone(), seq: None })
            .await
            .expect("said");
    }
    let (mut told, all) = (0, 50);
    loop {
        let message = pair.white.connection.receive().await.expect("the connection holds");
        if let ServerMessage::Presence { spectators, white, black, .. } = message {
            told += 1;
            if spectators == all {
                assert!(white && black);
                break;
            }
        }
    }
    assert!(told < 20, "presence was told {told} times");
    play_goes_on(&mut pair).await;
}

/// A game against the computer, which begins, watched by its player.
async fn asks_the_computer(platform: &Platform, visitor: &mut Visitor, level: u8) -> Connection {
    let id = platform.game(visitor, &against_computer(level, "black", &no_time())).await;
    let mut connection = visitor.connect().await.expect("a connection");
    connection.send(&ClientMessage::WatchGame { id, seq: None }).await.expect("said");
    connection
}

#[tokio::test]
async fn one_address_cannot_keep_the_computer_to_itself() {
    let platform = Platform::with(|config| {
        config.engine_workers = 1;
        config.behind_proxy = true;
    })
    .await;
    let mut greedy = Vec::new();
    for number in 0..40 {
        // Every game has a session of its own.
        let address = platform.address;
        let mut visitor = Visitor::from_elsewhere(address, "127.1.0.1").await.expect("a session");
        greedy.push(asks_the_computer(&platform, &mut visitor, FULL_STRENGTH).await);
        if number == 0 {
            platform.wait_for_metric("engine_queue", |waiting| waiting > 0).await;
        }
    }
    platform.wait_for_metric("engine_queue", |waiting| waiting > 5).await;
    let mut visitor =
        Visitor::from_elsewhere(platform.address, "127.2.0.1").await.expect("a session");
    let mut connection = asks_the_computer(&platform, &mut visitor, FULL_STRENGTH).await;
    let asked_ms = now_ms();
    let moved_ms = first_move_ms(&mut connection).await;
    // By the moments at which the server made the moves, for this test may hear of them late.
    let mut before = 0;
    for connection in &mut greedy {
        before += usize::from((asked_ms..moved_ms).contains(&first_move_ms(connection).await));
    }
    assert!(before <= 4, "{before} others were served before");
}

fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    now.as_millis() as i64
}

/// When the first move of a game was made, by the server's clock.
async fn first_move_ms(connection: &mut Connection) -> i64 {
    let first_move = |message: ServerMessage| match message {
        ServerMessage::Moved { played, .. } => Some(played.at_ms),
        ServerMessage::Snapshot { game, .. } => game.moves.first().map(|played| played.at_ms),
        _ => None,
    };
    connection.wait_for(first_move).await.expect("the computer moves")
}

#[tokio::test]
async fn searches_that_nobody_needs_are_not_made() {
    let platform = Platform::with(|config| config.engine_workers = 1).await;
    let mut visitor = platform.visitor().await;
    let id =
        platform.game(&mut visitor, &against_computer(FULL_STRENGTH, "white", &no_time())).await;
    let mut seated = Seated::sit(visitor, &id).await;
    for _ in 0..40 {
        seated.play(0, "e4").await;
        seated.wish("offerTakeback").await;
        let took_back = |message| match message {
            ServerMessage::TookBack { game, .. } => Some(game.moves.len()),
            _ => None,
        };
        // In the time of one takeback the computer has hardly begun to think.
        assert_eq!(seated.wait(took_back).await, 0);
    }
    let waiting = platform.metric("engine_queue").await;
    assert!(waiting <= 1, "{waiting} searches wait for a game that needs none");
}

#[tokio::test]
async fn the_computers_clock_stands_while_it_waits_for_a_thread() {
    let platform = Platform::with(|config| config.engine_workers = 1).await;
    let mut visitor = platform.visitor().await;
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(asks_the_computer(&platform, &mut visitor, FULL_STRENGTH).await);
    }
    platform.wait_for_metric("engine_queue", |waiting| waiting >= 3).await;
    // A second of thinking for each of the others is more than this game's clock has.
    let id = platform
        .game(&mut visitor, &against_computer(FULL_STRENGTH, "black", &game_clock(2)))
        .await;
    let mut seated = Seated::sit(visitor, &id).await;
    let moved = |message| match message {
        ServerMessage::Moved { clocks, .. } => Some(clocks.white_ms),
        ServerMessage::Ended { outcome, .. } => panic!("the game has ended: {outcome:?}"),
        _ => None,
    };
    let white_ms = seated.wait(moved).await.expect("a clock");
    assert!(white_ms > 1_000, "the computer has {white_ms} ms left");
}

/// Longer than a seek stays open whose owner is gone.
const SEEK_GRACE_MS: i64 = 6_000;

#[tokio::test]
async fn a_seek_without_a_connection_is_withdrawn() {
    let platform = Platform::timeless(|_| {}).await;
    let lobby = || async {
        let answer = platform.visitor().await.get("/api/lobby").await.expect("an answer").json();
        answer["seeks"].as_array().expect("a list").len()
    };
    for _ in 0..130 {
        let mut visitor = platform.visitor().await;
        platform.game(&mut visitor, &seek()).await;
    }
    let mut visitor = platform.visitor().await;
    let id = platform.game(&mut visitor, &seek()).await;
    let seated = Seated::sit(visitor, &id).await;
    platform.pass(SEEK_GRACE_MS).await;
    let deadline = Instant::now() + Duration::from_secs(20);
    while lobby().await > 1 && Instant::now() < deadline {
        sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(lobby().await, 1, "whoever waits stays");
    seated.connection.close().await;
    platform.wait_for_metric("sockets", |sockets| sockets == 0).await;
    platform.pass(SEEK_GRACE_MS).await;
    while lobby().await > 0 && Instant::now() < deadline {
        sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(lobby().await, 0, "whoever has gone does not");
}

#[tokio::test]
async fn a_session_has_one_seek_at_a_time() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let (mut last, mut tabs) = (String::new(), Vec::new());
    for _ in 0..5 {
        last = platform.game(&mut visitor, &seek()).await;
        // Each in a tab of its own, which stays open.
        tabs.push(Seated::sit(visitor.clone(), &last).await);
    }
    let open = visitor.get("/api/lobby").await.expect("an answer").json();
    let ids: Vec<&Value> =
        open["seeks"].as_array().expect("a list").iter().map(|seek| &seek["id"]).collect();
    assert_eq!(ids, [&json!(last)]);
}

#[tokio::test]
async fn the_lobby_is_told_once_and_then_by_differences_at_most_a_few_a_second() {
    let platform = Platform::start().await;
    let mut waiting = Vec::new();
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    connection.send(&ClientMessage::WatchLobby {}).await.expect("said");
    let first: Value =
        serde_json::from_str(&connection.receive_text().await.expect("told")).expect("JSON");
    assert_eq!((&first["type"], &first["seeks"]), (&json!("lobby"), &json!([])));
    let began = Instant::now();
    for _ in 0..60 {
        let mut visitor = platform.visitor().await;
        let id = platform.game(&mut visitor, &seek()).await;
        waiting.push(Seated::sit(visitor, &id).await);
    }
    let (mut seen, mut messages, mut bytes) = (0, 0, 0);
    while seen < 60 {
        let text = connection.receive_text().await.expect("told");
        (messages, bytes) = (messages + 1, bytes + text.len());
        let message: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(message["type"], json!("lobbyChanged"), "{text}");
        seen += message["added"].as_array().expect("a list").len();
    }
    let most = 2 + began.elapsed().as_millis() / 250;
    assert!(messages <= most, "{messages} messages, wanted {most} at most");
    assert!(bytes < 60 * 400, "{bytes} bytes");
}

#[tokio::test]
async fn games_that_nobody_watches_leave_memory_and_end_in_time() {
    let platform = Platform::timeless(|config| config.idle_ms = 2_000).await;
    let mut hosts = Vec::new();
    for _ in 0..20 {
        let pair = platform.pair("chess", game_clock(20)).await;
        let Pair { white, black, .. } = pair;
        white.connection.close().await;
        black.connection.close().await;
        hosts.push(white.visitor);
    }
    platform.wait_for_metric("sockets", |sockets| sockets == 0).await;
    platform.pass(5_000).await;
    platform.wait_for_metric("live_games", |games| games == 0).await;
    assert_eq!(platform.metric("sleeping_games").await, 20);
    platform.pass(20_001).await;
    // Nobody asks for the games; the list comes from the database.
    for mut host in hosts {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let list = host.get("/api/games?mine=1").await.expect("an answer").json();
            if list["games"][0]["outcome"]["reason"] == json!("timeout") {
                break;
            }
            assert!(Instant::now() < deadline, "{list}");
            sleep(Duration::from_millis(5)).await;
        }
    }
    platform.pass(5_000).await;
    platform.wait_for_metric("live_games", |games| games == 0).await;
}

#[tokio::test]
async fn a_pong_that_was_not_asked_for_gives_no_time() {
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = platform.pair("chess", game_clock(60)).await;
    platform.pass(400).await;
    let long_ago = SystemTime::now() - Duration::from_millis(500);
    let long_ago = long_ago.duration_since(UNIX_EPOCH).expect("after 1970");
    let payload = (long_ago.as_millis() as i64).to_be_bytes().to_vec();
    pair.white.connection.send_frame(Message::Pong(payload.into())).await.expect("said");
    pair.white.play(0, "e4").await;
    let white_ms = pair
        .white
        .wait(|message| match message {
            ServerMessage::Moved { clocks, .. } => clocks.white_ms,
            _ => None,
        })
        .await;
    assert_eq!(white_ms, 59_600, "after 400 ms of thinking");
}

#[tokio::test]
async fn time_without_a_database_is_charged_to_nobody() {
    use sqlx::{Connection, Executor, SqliteConnection};
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = platform.pair("chess", game_clock(30)).await;
    pair.play(0, "e4").await;
    platform.pass(5_000).await;
    let file = platform.directory.path().join("estopim.db");
    let mut other =
        SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("open");
    other.execute("begin immediate").await.expect("nobody else writes now");
    platform.time().advance(60_000);
    other.execute("rollback").await.expect("others write again");
    let now_ms = platform.time().now_ms();
    platform.wait_for_metric("heartbeat_ms", |beat_ms| beat_ms == now_ms).await;
    // The time before and after counts as ever.
    platform.pass(5_000).await;
    pair.play(1, "e5").await;
    let clocks = pair.white.view().await.clocks;
    assert_eq!(clocks.black_ms, Some(20_000), "{clocks:?}");
    platform.pass(30_001).await;
    assert_eq!(pair.white.ended().await.1, json!("timeout"));
}

#[tokio::test]
async fn time_in_which_nothing_can_be_kept_is_charged_to_nobody() {
    use sqlx::{Connection, Executor, SqliteConnection};
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = platform.pair("chess", game_clock(30)).await;
    pair.play(0, "e4").await;
    platform.pass(5_000).await;
    let file = platform.directory.path().join("estopim.db");
    let mut other =
        SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.expect("open");
    for (name, event) in [("a", "update on heartbeat"), ("b", "insert on move")] {
        let fails = format!(
            "create trigger {name} before {event} begin select raise(abort, 'not now'); end"
        );
        other.execute(sqlx::AssertSqlSafe(fails)).await.expect("writes fail from now on");
    }
    platform.time().advance(60_000);
    other.execute("drop trigger a; drop trigger b").await.expect("writes are kept again");
    // The move comes before the next heartbeat, and is charged for what was before the outage only.
    pair.play(1, "e5").await;
    let clocks = pair.white.view().await.clocks;
    assert_eq!(clocks.black_ms, Some(25_000), "{clocks:?}");
}

#[tokio::test]
async fn a_computer_that_was_to_move_when_the_server_ended_does_not_lose_on_time() {
    let (server, directory) = Platform::server(|_| {}).await;
    let (address, (end, ended)) = (server.address(), tokio::sync::oneshot::channel::<()>());
    let first = tokio::spawn(server.run(async move { drop(ended.await) }));
    let mut visitor = Visitor::new(address).await.expect("a session");
    let wanted = against_computer(1, "black", &game_clock(1));
    let made = visitor.post("/api/games", &wanted).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.body);
    end.send(()).expect("it runs");
    first.await.expect("no panic").expect("it ends well");

    let data_dir = directory.path().to_owned();
    let (server, _unused) = Platform::server(|config| {
        config.database = DatabaseAddress::in_directory(&data_dir);
        config.data_dir = data_dir;
        config.idle_ms = 200;
    })
    .await;
    let mut visitor = visitor.moved_to(server.address());
    tokio::spawn(server.run(std::future::pending()));
    // Nobody asks for the game; the list comes from the database.
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let list = visitor.get("/api/games?mine=1").await.expect("an answer").json();
        assert_eq!(list["games"][0]["outcome"], Value::Null, "{list}");
        if list["games"][0]["plies"] == json!(1) {
            break;
        }
        assert!(Instant::now() < deadline, "{list}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn rematches_are_new_games_and_limited_as_they_are() {
    let platform = Platform::with(|config| config.set_requests(Rate::steady(10.0))).await;
    let mut visitor = platform.visitor().await;
    let mut id = platform.game(&mut visitor, &against_computer(1, "white", &no_time())).await;
    let mut connection = visitor.connect().await.expect("a connection");
    let mut made = 0;
    let reason = loop {
        assert!(made < 100, "{made} rematches in a row");
        for text in [
            json!({ "type": "watchGame", "id": id }),
            json!({ "type": "resign", "id": id }),
            json!({ "type": "offerRematch", "id": id }),
        ] {
            connection.send_text(text.to_string()).await.expect("said");
        }
        let rematch = |message| match message {
            ServerMessage::Rematch { id, .. } => Some(Ok(id)),
            ServerMessage::Rejected { reason, .. } => Some(Err(reason)),
            _ => None,
        };
        match connection.wait_for(rematch).await.expect("an answer") {
            Ok(next) => id = next,
            Err(reason) => break reason,
        }
        made += 1;
    };
    assert_eq!(code(&reason), "rateLimited");
}

#[tokio::test]
async fn a_takeback_never_undoes_more_than_was_offered() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    pair.play(0, "e4 e5 Nf3").await;
    // White offers to take Nf3 back; Black, to move, would like its own move back, which is two plies.
    pair.white.wish("offerTakeback").await;
    pair.black.wait(|message| matches!(message, ServerMessage::Offered { .. }).then_some(())).await;
    pair.black.wish("offerTakeback").await;
    assert_eq!(pair.black.took_back().await.moves.len(), 2);
}

#[tokio::test]
async fn one_player_cannot_use_up_the_talk_and_a_snapshot_stays_small() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let long = "x".repeat(300);
    for number in 0..600 {
        let chat =
            ClientMessage::Chat { id: pair.id.clone(), text: format!("{number:03}{}", &long[3..]) };
        pair.white.say(chat).await;
    }
    // White has talked too much by now.
    pair.white.wish("resign").await;
    pair.white.ended().await;
    pair.black.say(ClientMessage::Chat { id: pair.id.clone(), text: "bom jogo".into() }).await;
    let said = |message| match message {
        ServerMessage::Chat { line, .. } => line.text.filter(|text| text == "bom jogo"),
        ServerMessage::Rejected { reason, .. } => panic!("refused: {reason:?}"),
        _ => None,
    };
    pair.black.wait(said).await;
    let snapshot =
        pair.white.visitor.get(&format!("/api/games/{}", pair.id)).await.expect("a game");
    assert!(snapshot.body.len() < 40_000, "{} bytes", snapshot.body.len());
}

#[tokio::test]
async fn floods_of_pings_and_pongs_end_the_connection() {
    let platform = Platform::with(|config| config.messages = Rate::steady(20.0)).await;
    for frame in [Message::Ping(vec![1].into()), Message::Pong(vec![1].into())] {
        let mut connection = platform.visitor().await.connect().await.expect("a connection");
        let mut is_cut = false;
        for _ in 0..20_000 {
            if connection.send_frame(frame.clone()).await.is_err() {
                is_cut = true;
                break;
            }
            tokio::task::yield_now().await;
        }
        assert!(is_cut, "twenty thousand frames were taken: {frame:?}");
    }
}

#[tokio::test]
async fn a_message_of_empty_parts_without_end_is_read_slowly() {
    const BYTES: usize = 14 << 20;
    let platform = Platform::with(|config| config.messages = Rate::steady(20.0)).await;
    let connection = platform.visitor().await.connect().await.expect("a connection");
    let mut stream = connection.into_stream().into_inner();
    // A text that goes on (no FIN, masked, empty), and then parts of it that are empty too.
    stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await.expect("sent");
    let parts = [0x00, 0x80, 0, 0, 0, 0].repeat(BYTES / 6);
    let sent = timeout(Duration::from_secs(3), stream.write_all(&parts)).await;
    // More than the buffers on the way take.
    assert!(sent.is_err(), "{BYTES} bytes of nothing were read");
}
