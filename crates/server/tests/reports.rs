//! Reports of finished games, over HTTP.

mod support;

use serde_json::{Value, json};
use support::{Platform, Seated, no_time};

/// Asks until the report is there.
async fn report_of(seated: &mut Seated, id: &str) -> Value {
    let path = format!("/api/games/{id}/report");
    let mut answer = seated.visitor.post(&path, &Value::Null).await.expect("an answer");
    loop {
        let body: Value = serde_json::from_str(&answer.body).expect("JSON");
        match answer.status {
            200 => return body,
            202 => assert_eq!(body["state"], "making", "{body}"),
            status => panic!("{status}: {body}"),
        }
        assert!(body["done"].as_u64() <= body["total"].as_u64(), "{body}");
        answer = seated.visitor.get(&path).await.expect("an answer");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_finished_game_is_reported_about_once_and_for_everybody() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("atomic", no_time()).await;
    pair.play(0, "Nf3 h6 Ne5 a6 Nxf7").await;
    let report = report_of(&mut pair.white, &pair.id).await;
    assert_eq!(report["state"], "done");
    let plies = report["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 5);
    assert_eq!(plies[1]["label"], "blunder", "{}", plies[1]);
    assert_eq!(plies[1]["reason"]["args"]["by"], "kingExploded", "{}", plies[1]);
    assert_eq!(report["black"]["labels"]["blunder"], 1);
    assert_eq!(plies[4]["share"], 1000, "White has won");
    let path = format!("/api/games/{}/report", pair.id);
    let stranger = platform.visitor().await.get(&path).await.expect("an answer");
    assert_eq!(stranger.status, 200);
    assert_eq!(serde_json::from_str::<Value>(&stranger.body).expect("JSON"), report);
    // Asked for again, it is the one that is kept.
    let again = pair.black.visitor.post(&path, &Value::Null).await.expect("an answer");
    assert_eq!(
        (again.status, serde_json::from_str::<Value>(&again.body).expect("JSON")),
        (200, report)
    );
}

#[tokio::test]
async fn what_cannot_be_reported_about_is_refused_with_the_reason() {
    let platform = Platform::start().await;
    let mut pair = platform.pair("chess", no_time()).await;
    let path = format!("/api/games/{}/report", pair.id);
    let mut refused = async |path: &str, status: u16, code: &str| {
        let answer = pair.white.visitor.post(path, &Value::Null).await.expect("an answer");
        let body: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!((answer.status, &body["error"]["code"]), (status, &json!(code)), "{body}");
    };
    refused(&path, 409, "gameNotOver").await;
    refused("/api/games/nothing0/report", 404, "noSuchGame").await;
    let unasked = pair.black.visitor.get(&path).await.expect("an answer");
    assert_eq!(unasked.status, 404);
}
