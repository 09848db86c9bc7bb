//! Games that were played without a server and are sent in afterwards.

mod support;

use rstest::rstest;
use serde_json::{Value, json};
use support::Platform;

const KEY: &str = "k3k3k3k3k3k3k3k3k3k3k3k3";

fn atomic() -> Value {
    json!({
        "variant": "atomic",
        "opponent": { "type": "computer", "level": 3, "color": "white" },
        "moves": ["g1f3", "h7h6", "f3e5", "a7a6", "e5f7"],
    })
}

/// Sends a game in: the status and the body.
async fn send(visitor: &mut support::client::Visitor, key: &str, game: &Value) -> (u16, Value) {
    let path = format!("/api/offline-games/{key}");
    let answer = visitor.request("PUT", &path, Some(game), "").await.expect("an answer");
    (answer.status, serde_json::from_str(&answer.body).expect("JSON"))
}

#[tokio::test]
async fn a_game_is_kept_once_marked_and_reported_about() {
    let platform = Platform::start().await;
    let mut ana = platform.visitor().await;
    let (status, first) = send(&mut ana, KEY, &atomic()).await;
    assert_eq!(status, 201, "{first}");
    assert_eq!(send(&mut ana, KEY, &atomic()).await, (200, first.clone()), "the same game");
    let id = first["id"].as_str().expect("an id");
    let list = ana.get("/api/games?mine=1").await.expect("an answer");
    let list: Value = serde_json::from_str(&list.body).expect("JSON");
    assert_eq!(list["games"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list["games"][0]["offline"], true);
    let game = ana.get(&format!("/api/games/{id}")).await.expect("an answer");
    let game: Value = serde_json::from_str(&game.body).expect("JSON");
    assert_eq!(
        (&game["offline"], &game["status"], &game["you"]),
        (&json!(true), &json!("ended"), &json!("white"))
    );
    assert_eq!(game["outcome"], json!({ "winner": "white", "reason": "kingExploded" }));
    assert_eq!(game["players"]["black"]["computerLevel"], 3);
    let report = ana.post(&format!("/api/games/{id}/report"), &Value::Null).await;
    assert!(matches!(report.expect("an answer").status, 200 | 202));
    // The same key of somebody else is another game, and tells them nothing.
    let mut bia = platform.visitor().await;
    let (status, other) = send(&mut bia, KEY, &atomic()).await;
    assert_eq!(status, 201);
    assert_ne!(other, first);
}

#[tokio::test]
async fn two_requests_at_once_keep_one_game() {
    let platform = Platform::start().await;
    let mut ana = platform.visitor().await;
    ana.get("/api/me").await.expect("an answer");
    let mut again = ana.clone();
    let game = atomic();
    let (one, two) = tokio::join!(send(&mut ana, KEY, &game), send(&mut again, KEY, &game));
    let mut statuses = [one.0, two.0];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 201]);
    assert_eq!(one.1, two.1);
}

#[rstest]
#[case::resigned(json!({ "moves": ["e2e4"], "end": { "type": "resigned", "by": "black" } }), "white", "resignation")]
#[case::agreed(json!({ "moves": ["e2e4"], "opponent": { "type": "hotSeat" }, "end": { "type": "agreed" } }), "", "agreement")]
#[case::mate(json!({ "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }), "black", "checkmate")]
#[tokio::test]
async fn a_game_ends_by_the_rules_or_as_is_said(
    #[case] game: Value,
    #[case] winner: &str,
    #[case] reason: &str,
) {
    let platform = Platform::start().await;
    let mut ana = platform.visitor().await;
    let mut sent = json!({ "variant": "chess", "opponent": { "type": "computer", "level": 1, "color": "white" } });
    sent.as_object_mut().expect("an object").extend(game.as_object().expect("an object").clone());
    let (status, kept) = send(&mut ana, KEY, &sent).await;
    assert_eq!(status, 201, "{kept}");
    let id = kept["id"].as_str().expect("an id");
    let game = ana.get(&format!("/api/games/{id}")).await.expect("an answer");
    let game: Value = serde_json::from_str(&game.body).expect("JSON");
    let winner = if winner.is_empty() { Value::Null } else { json!(winner) };
    assert_eq!(game["outcome"], json!({ "winner": winner, "reason": reason }));
}

#[rstest]
#[case::short_key("k3", json!({}), 400, "badMessage")]
#[case::odd_key("k3k3k3k3k3k3k3k3k3-_", json!({}), 400, "badMessage")]
#[case::not_over(KEY, json!({ "moves": ["e2e4"] }), 409, "gameNotOver")]
#[case::no_moves(KEY, json!({ "moves": [] }), 400, "badMessage")]
#[case::illegal(KEY, json!({ "moves": ["e2e5"] }), 400, "notItsMove")]
#[case::goes_on_after_the_end(KEY, json!({ "moves": ["g1f3", "h7h6", "f3e5", "a7a6", "e5f7", "a6a5"] }), 409, "gameOver")]
#[case::ended_twice(KEY, json!({ "end": { "type": "agreed" } }), 409, "gameOver")]
#[case::too_long(KEY, json!({ "moves": vec!["g1f3"; 1001] }), 400, "tooLong")]
#[case::level(KEY, json!({ "opponent": { "type": "computer", "level": 13, "color": "white" } }), 400, "badLevel")]
#[case::against_a_friend(KEY, json!({ "opponent": { "type": "friend" } }), 400, "badMessage")]
#[case::a_setup_of_another_game(KEY, json!({ "setup": "8p" }), 400, "badPosition")]
#[tokio::test]
async fn what_is_no_finished_game_is_refused_with_the_reason(
    #[case] key: &str,
    #[case] change: Value,
    #[case] status: u16,
    #[case] code: &str,
) {
    let platform = Platform::start().await;
    let mut ana = platform.visitor().await;
    let mut sent = atomic();
    sent.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
    let (found, body) = send(&mut ana, key, &sent).await;
    assert_eq!((found, &body["error"]["code"]), (status, &json!(code)), "{body}");
    let list = ana.get("/api/games?mine=1").await.expect("an answer");
    assert!(list.body.contains("\"games\":[]"), "nothing was kept: {}", list.body);
}
