//! What nobody may do, and what everybody is told.

mod support;

use estopim_protocol::{ClientMessage, ServerMessage};
use estopim_server::limits::Rate;
use rstest::rstest;
use serde_json::{Value, json};
use support::client::Visitor;
use support::{Platform, code, no_time};

#[tokio::test]
async fn a_page_of_somebody_else_gets_no_socket_and_changes_nothing() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    assert!(visitor.connect_from(Some("http://elsewhere.example")).await.is_err());
    assert!(visitor.connect_from(Some("null")).await.is_err());
    let own = format!("http://{}", platform.address);
    assert!(visitor.connect_from(Some(&own)).await.is_ok());
    let body = json!({ "nickname": "Eve" });
    let foreign = "Origin: http://elsewhere.example\r\n";
    let answer = visitor.request("PUT", "/api/me", Some(&body), foreign).await.expect("an answer");
    assert_eq!(
        (answer.status, answer.json()["error"]["code"].clone()),
        (403, json!("wrongOrigin"))
    );
    assert_ne!(visitor.get("/api/me").await.expect("an answer").json()["nickname"], json!("Eve"));
}

#[tokio::test]
async fn too_many_messages_are_refused_and_the_line_stays() {
    let platform = Platform::with(|config| config.messages = Rate::steady(5.0)).await;
    let visitor = platform.visitor().await;
    let mut connection = visitor.connect().await.expect("a connection");
    for _ in 0..40 {
        connection.send(&ClientMessage::Ping { sent_at_ms: 1 }).await.expect("said");
    }
    let (mut served, mut refused) = (0, 0);
    while served + refused < 40 {
        match connection.receive().await.expect("the connection stays") {
            ServerMessage::Pong { .. } => served += 1,
            ServerMessage::Failed { reason } => {
                assert_eq!(code(&reason), "rateLimited");
                refused += 1;
            }
            other => panic!("unexpected {other:?}"),
        }
    }
    assert!((20..=30).contains(&served), "{served}");
}

#[tokio::test]
async fn too_many_requests_are_refused() {
    let platform = Platform::with(|config| config.set_requests(Rate::steady(5.0))).await;
    let mut visitor = Visitor::stranger(platform.address);
    let mut statuses = Vec::new();
    for _ in 0..30 {
        statuses.push(visitor.get("/api/variants").await.expect("an answer").status);
    }
    assert_eq!(statuses[..20], [200; 20]);
    assert!(statuses.contains(&429), "{statuses:?}");
    // Who cannot be served is told in the same words as elsewhere.
    let answer = visitor.get("/api/variants").await.expect("an answer");
    assert_eq!(answer.json()["error"]["code"], json!("rateLimited"));
}

#[rstest]
#[case::not_json("hello", "badMessage")]
#[case::unknown(r#"{"type":"cheat"}"#, "badMessage")]
#[case::no_game(r#"{"type":"watchGame","id":"nothere1"}"#, "noSuchGame")]
#[case::path(r#"{"type":"watchGame","id":"../../etc/passwd"}"#, "noSuchGame")]
#[case::injection(r#"{"type":"resign","id":"' or 1=1 --"}"#, "noSuchGame")]
#[tokio::test]
async fn nonsense_is_answered_and_the_line_stays(#[case] text: &str, #[case] wanted: &str) {
    let platform = Platform::start().await;
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    connection.send_text(text.to_owned()).await.expect("said");
    match connection.receive().await.expect("an answer") {
        ServerMessage::Failed { reason } => assert_eq!(code(&reason), wanted),
        other => panic!("unexpected {other:?}"),
    }
    connection.send(&ClientMessage::Ping { sent_at_ms: 7 }).await.expect("said");
    assert!(matches!(connection.receive().await, Ok(ServerMessage::Pong { sent_at_ms: 7, .. })));
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_line() {
    let platform = Platform::start().await;
    let mut connection = platform.visitor().await.connect().await.expect("a connection");
    // The server may hang up while this is still being sent.
    let _ = connection.send_text("x".repeat(100_000)).await;
    assert!(connection.receive().await.is_err());
}

#[rstest]
#[case::setup("pawnbattle", json!("9p"), no_time(), json!({ "type": "friend" }), "badSetup")]
#[case::asymmetric("pawnbattle", json!("8/pp6/8/8/8/8/P7/8 w - - 0 1"), no_time(), json!({ "type": "friend" }), "badSetup")]
#[case::fen("atomic", json!("8/8/8/8/8/8/8/8 w - - 0 1"), no_time(), json!({ "type": "friend" }), "badPosition")]
#[case::long("atomic", json!("x".repeat(500)), no_time(), json!({ "type": "friend" }), "tooLong")]
#[case::level("chess", Value::Null, no_time(), json!({ "type": "computer", "level": 14, "color": "white" }), "badLevel")]
#[case::time("chess", Value::Null, json!({ "type": "perMove", "seconds": 0 }), json!({ "type": "friend" }), "badTime")]
#[case::unknown("checkers", Value::Null, no_time(), json!({ "type": "friend" }), "badMessage")]
#[tokio::test]
async fn a_game_that_cannot_be_is_refused_with_the_reason(
    #[case] variant: &str,
    #[case] setup: Value,
    #[case] time: Value,
    #[case] opponent: Value,
    #[case] wanted: &str,
) {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let body = json!({ "variant": variant, "setup": setup, "time": time, "opponent": opponent });
    let answer = visitor.post("/api/games", &body).await.expect("an answer");
    assert_eq!(
        (answer.status, &answer.json()["error"]["code"]),
        (400, &json!(wanted)),
        "{}",
        answer.body
    );
}

#[tokio::test]
async fn what_is_not_there_is_not_found_and_what_is_too_large_not_read() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    for path in
        ["/api/games/nothere1", "/api/nothing", "/../../etc/passwd.txt", "/assets/%2e%2e/x.js"]
    {
        assert_eq!(visitor.get(path).await.expect("an answer").status, 404, "{path}");
    }
    let large = json!({ "nickname": "x".repeat(20_000) });
    let answer = visitor.request("PUT", "/api/me", Some(&large), "").await.expect("an answer");
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (413, &json!("tooLarge")));
}

#[tokio::test]
async fn a_forged_cookie_is_a_new_session() {
    let platform = Platform::start().await;
    let mut host = platform.visitor().await;
    let me = host.get("/api/me").await.expect("an answer").json();
    let id = me["id"].as_str().expect("an id").to_owned();
    let mut thief = Visitor::stranger(platform.address);
    let cookie = format!("Cookie: estopim_session={id}\r\n");
    let answer = thief.request("GET", "/api/me", None, &cookie).await.expect("an answer");
    assert_ne!(answer.json()["id"], json!(id));
    assert!(answer.header("set-cookie").is_some_and(|set| set.contains("HttpOnly")));
}

#[tokio::test]
async fn every_answer_carries_the_policy_and_the_page_is_served() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    for path in ["/", "/game/abcdefgh", "/rules/atomic", "/api/me"] {
        let answer = visitor.get(path).await.expect("an answer");
        assert_eq!(answer.status, 200, "{path}");
        let policy = answer.header("content-security-policy").expect("a policy");
        // WebAssembly is compiled; scripts are not.
        let is_strict = policy.starts_with("default-src 'none'") && !policy.contains("'unsafe");
        assert!(is_strict, "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    }
}

#[tokio::test]
async fn health_metrics_and_the_list_of_requests_are_served() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    assert_eq!(visitor.get("/healthz").await.expect("an answer").body, "ok\n");
    let mut pair = platform.pair("chess", no_time()).await;
    pair.play(0, "e4").await;
    let metrics = visitor.get("/metrics").await.expect("an answer").body;
    assert!(metrics.contains("\nestopim_moves_total 1\n"), "{metrics}");
    assert!(metrics.contains("\nestopim_sockets 2\n"), "{metrics}");
    let document = visitor.get("/api/openapi.json").await.expect("an answer").json();
    assert!(document["paths"]["/api/games/{id}"]["get"].is_object());
}

#[tokio::test]
async fn a_position_is_looked_at_without_a_game() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let look = json!({ "variant": "atomic", "moves": ["e2e4", "d7d5"], "tryMove": "exd5" });
    let answer = visitor.post("/api/position", &look).await.expect("an answer").json();
    assert_eq!(answer["last"]["blast"], json!(["d5"]));
    let refused = json!({ "variant": "chess", "tryMove": "Ke2" });
    let answer = visitor.post("/api/position", &refused).await.expect("an answer").json();
    assert_eq!(answer["refusal"]["code"], json!("ownPiece"));
    assert_eq!(answer["position"]["legal"].as_array().map(Vec::len), Some(20));
}
