//! The list of what can be asked (`/api/openapi.json`) says what the server does: its words are understood, its
//! bounds are those that are checked.

mod support;

use rstest::rstest;
use serde_json::{Value, json};
use support::Platform;
use support::client::Visitor;

async fn document(visitor: &mut Visitor) -> Value {
    visitor.get("/api/openapi.json").await.expect("an answer").json()
}

/// The part of the document at a pointer.
#[track_caller]
fn part<'a>(document: &'a Value, pointer: &str) -> &'a Value {
    document.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not in the document"))
}

fn new_game(time: &Value, opponent: &Value) -> Value {
    json!({ "variant": "chess", "time": time, "opponent": opponent })
}

fn per_move(seconds: &Value) -> Value {
    new_game(&json!({ "type": "perMove", "seconds": seconds }), &json!({ "type": "hotSeat" }))
}

fn base(seconds: &Value) -> Value {
    let time = json!({ "type": "clock", "baseSeconds": seconds, "incrementSeconds": 1 });
    new_game(&time, &json!({ "type": "hotSeat" }))
}

fn increment(seconds: &Value) -> Value {
    let time = json!({ "type": "clock", "baseSeconds": 60, "incrementSeconds": seconds });
    new_game(&time, &json!({ "type": "hotSeat" }))
}

fn level(level: &Value) -> Value {
    let opponent = json!({ "type": "computer", "level": level, "color": "white" });
    new_game(&json!({ "type": "none" }), &opponent)
}

#[rstest]
#[case::per_move("/components/schemas/TimeControl/oneOf/0/properties/seconds", per_move)]
#[case::base("/components/schemas/TimeControl/oneOf/1/properties/baseSeconds", base)]
#[case::increment("/components/schemas/TimeControl/oneOf/1/properties/incrementSeconds", increment)]
#[case::level("/components/schemas/Opponent/oneOf/0/properties/level", level)]
#[tokio::test]
async fn numbers_have_the_bounds_that_are_told(
    #[case] pointer: &str,
    #[case] request: fn(&Value) -> Value,
) {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let document = document(&mut visitor).await;
    let bounds = part(&document, pointer);
    let [low, high] = ["minimum", "maximum"].map(|name| bounds[name].as_i64().expect("a bound"));
    for (number, wanted) in [(low - 1, 400), (low, 201), (high, 201), (high + 1, 400)] {
        let answer = visitor.post("/api/games", &request(&json!(number))).await.expect("an answer");
        assert_eq!(answer.status, wanted, "{number}: {}", answer.body);
    }
}

#[tokio::test]
async fn texts_and_lists_have_the_bounds_that_are_told() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let document = document(&mut visitor).await;
    let bound = |pointer: &str| part(&document, pointer).as_u64().expect("a bound") as usize;
    let schemas = "/components/schemas";
    let nickname = bound(&format!("{schemas}/SetNickname/properties/nickname/maxLength"));
    for (length, wanted) in [(0, 400), (1, 200), (nickname, 200), (nickname + 1, 400)] {
        let body = json!({ "nickname": "é".repeat(length) });
        let answer = visitor.request("PUT", "/api/me", Some(&body), "").await.expect("an answer");
        assert_eq!(answer.status, wanted, "{length}: {}", answer.body);
    }
    let moves = bound(&format!("{schemas}/PositionQuery/properties/moves/maxItems"));
    // Knights go out and home again; a game that is drawn by repetition takes no more moves.
    for (count, code) in [(moves, "gameOver"), (moves + 1, "tooLong")] {
        let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let played: Vec<&str> = round.into_iter().cycle().take(count).collect();
        let body = json!({ "variant": "chess", "moves": played });
        let answer = visitor.post("/api/position", &body).await.expect("an answer").json();
        assert_eq!(answer["error"]["code"], json!(code), "{count}");
    }
    let text = bound(&format!("{schemas}/PositionQuery/properties/fen/maxLength"));
    assert_eq!(text, bound(&format!("{schemas}/NewGame/properties/setup/maxLength")));
    for (length, code) in [(text, "badPosition"), (text + 1, "tooLong")] {
        for letter in ["x", "é"] {
            let body = json!({ "variant": "chess", "fen": letter.repeat(length) });
            let answer = visitor.post("/api/position", &body).await.expect("an answer").json();
            assert_eq!(answer["error"]["code"], json!(code), "{length}");
        }
    }
}

#[tokio::test]
async fn a_list_is_asked_for_as_told() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let document = document(&mut visitor).await;
    let parameters = part(&document, "/paths/~1api~1games/get/parameters").as_array();
    let parameter = |name: &str| {
        let found = parameters.expect("a list").iter().find(|it| it["name"] == json!(name));
        found.unwrap_or_else(|| panic!("{name} is not told")).clone()
    };
    let mine = parameter("mine");
    assert_eq!((&mine["required"], &mine["schema"]["enum"]), (&json!(true), &json!([1])));
    let limit = parameter("limit");
    let [low, high] =
        ["minimum", "maximum"].map(|name| limit["schema"][name].as_i64().expect("it"));
    let results = part(&document, "/components/schemas/ResultFilter/enum").as_array();
    let variants = part(&document, "/components/schemas/Variant/enum").as_array();
    let word = |word: &Value| word.as_str().expect("a word").to_owned();
    let mut rows = vec![
        ("mine=1".to_owned(), 200),
        (String::new(), 400),
        ("mine=0".to_owned(), 400),
        ("mine=2".to_owned(), 400),
        ("mine=1&more=1".to_owned(), 400),
        (format!("mine=1&limit={}", low - 1), 400),
        (format!("mine=1&limit={low}"), 200),
        (format!("mine=1&limit={high}"), 200),
        (format!("mine=1&limit={}", high + 1), 400),
    ];
    rows.extend(
        results.expect("words").iter().map(|it| (format!("mine=1&result={}", word(it)), 200)),
    );
    rows.extend(
        variants.expect("words").iter().map(|it| (format!("mine=1&variant={}", word(it)), 200)),
    );
    for (query, wanted) in rows {
        let answer = visitor.get(&format!("/api/games?{query}")).await.expect("an answer");
        assert_eq!(answer.status, wanted, "{query}: {}", answer.body);
    }
}

/// What nobody has to be told of each request: that it may be one too many, or that the server may fail.
#[tokio::test]
async fn every_request_tells_its_refusals() {
    let platform = Platform::start().await;
    let document = document(&mut platform.visitor().await).await;
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let told = |status: &str| !operation["responses"][status].is_null();
            let has_body = !operation["requestBody"].is_null();
            for (status, wanted) in [
                ("429", true),
                ("403", method != "get"),
                ("408", has_body),
                ("413", has_body),
                ("404", path.contains('{') || path == "/metrics"),
                (
                    "409",
                    path.ends_with("/join")
                        || path.starts_with("/api/offline-games")
                        || method == "post" && path.ends_with("/report"),
                ),
            ] {
                assert_eq!(told(status), wanted, "{method} {path}: {status}");
            }
        }
    }
}

#[rstest]
#[case::unknown_path("GET", "/api/nothing", 404, "notFound")]
#[case::unknown_path_deleted("DELETE", "/api/nothing", 404, "notFound")]
#[case::unknown_path_patched("PATCH", "/api/nothing", 404, "notFound")]
#[case::unknown_game("GET", "/api/games/nothere1", 404, "noSuchGame")]
#[case::no_text("GET", "/api/games/%FF", 404, "noSuchGame")]
#[case::slash("GET", "/api/games/a%2Fb", 404, "noSuchGame")]
#[case::wrong_method("DELETE", "/api/me", 405, "wrongMethod")]
#[case::wrong_method_elsewhere("POST", "/healthz", 405, "wrongMethod")]
#[tokio::test]
async fn every_refusal_is_told_in_the_same_form(
    #[case] method: &str,
    #[case] path: &str,
    #[case] status: u16,
    #[case] code: &str,
) {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let answer = visitor.request(method, path, None, "").await.expect("an answer");
    let said = answer.json();
    assert_eq!((answer.status, &said["error"]["code"]), (status, &json!(code)), "{said}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("allow").is_some(), status == 405);
}
