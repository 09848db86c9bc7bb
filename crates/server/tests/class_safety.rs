//! Who may do what in a class: every action with every wrong role, other classes, wrong PINs and codes, and that nothing is left of a
//! class that was deleted.

mod lesson;
mod support;

use estopim_protocol::class::ClassMessage;
use estopim_server::limits::Rate;
use lesson::{Lesson, Screen, class_mode, new_class, white_wins};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use support::client::Visitor;

/// Everything that only a teacher may say. A new message that is missing here fails the test.
fn teachers_messages(game: &str, seat: &str, settings: &Value) -> Vec<Value> {
    vec![
        json!({ "type": "configure", "settings": settings }),
        json!({ "type": "rename", "seat": seat, "name": "Bia" }),
        json!({ "type": "remove", "seat": seat }),
        json!({ "type": "confirm", "claim": 1 }),
        json!({ "type": "refuse", "claim": 1 }),
        json!({ "type": "lowerHand", "seat": seat }),
        json!({ "type": "pair", "method": "random", "pairs": [] }),
        json!({ "type": "freeze" }),
        json!({ "type": "resume" }),
        json!({ "type": "endGames" }),
        json!({ "type": "undo", "game": game, "plies": 1 }),
        json!({ "type": "hint", "game": game }),
        json!({ "type": "setPosition", "fen": "8/3p4/8/8/8/8/3P4/8 w - - 0 1" }),
        json!({ "type": "ask", "variant": "pawnbattle", "fen": "8/3p4/8/8/8/8/3P4/8 w - - 0 1" }),
        json!({ "type": "reveal" }),
        json!({ "type": "closeQuestion" }),
        json!({ "type": "moveRung", "seat": seat, "steps": 1 }),
        json!({ "type": "spotlight", "game": game }),
        json!({ "type": "show", "show": "standings" }),
        json!({ "type": "startTournament", "kind": "swiss", "rounds": null }),
        json!({ "type": "nextRound" }),
        json!({ "type": "endTournament" }),
    ]
}

/// What children say, and what everybody says.
const OTHER_MESSAGES: [&str; 4] = ["ping", "raiseHand", "say", "answer"];

/// The names of all messages, as the protocol's own error lists them.
fn all_messages() -> Vec<String> {
    let error = serde_json::from_value::<ClassMessage>(json!({ "type": "?" }))
        .expect_err("no such message");
    let (_, list) = error
        .to_string()
        .split_once("expected one of ")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .expect("a list");
    list.split(", ").map(|name| name.trim_matches('`').to_owned()).collect()
}

/// A lesson with two children at a game.
async fn at_play() -> (Lesson, Vec<Screen>, String) {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    let game = children[0].view.you.clone().and_then(|you| you.game).expect("a game");
    lesson.teacher.until(|it| it.boards.len() == 1).await;
    (lesson, children, game)
}

#[tokio::test]
async fn what_a_teacher_may_do_nobody_else_may() {
    let (mut lesson, mut children, game) = at_play().await;
    let settings = serde_json::to_value(&lesson.teacher.view.settings).expect("JSON");
    let messages = teachers_messages(&game, &children[1].seat(), &settings);
    let mut listed: Vec<String> =
        messages.iter().map(|it| it["type"].as_str().expect("a type").to_owned()).collect();
    listed.extend(OTHER_MESSAGES.map(str::to_owned));
    listed.sort();
    let mut all = all_messages();
    all.sort();
    assert_eq!(listed, all, "every message is tried");
    let mut projector =
        Screen::open(lesson.teacher.visitor.clone(), &lesson.code, "projector").await;
    let before = lesson.teacher.view.clone();
    for message in &messages {
        assert_eq!(children[0].refused(message).await, "notTeacher", "a child: {message}");
        assert_eq!(projector.refused(message).await, "notTeacher", "the projector: {message}");
    }
    // Nor may a teacher or a projector do what children do.
    for message in [
        json!({ "type": "raiseHand", "up": true }),
        json!({ "type": "say", "phrase": "hello" }),
        json!({ "type": "answer", "question": 1, "uci": "c2c4" }),
    ] {
        assert_eq!(lesson.teacher.refused(&message).await, "notInClass", "{message}");
        assert_eq!(projector.refused(&message).await, "notTeacher", "{message}");
    }
    // Nothing has changed.
    lesson.teacher.say_json(&json!({ "type": "show", "show": "code" })).await;
    lesson.teacher.until(|it| it.view.show != before.show).await;
    assert_eq!(lesson.teacher.view.settings, before.settings);
    assert_eq!((lesson.teacher.view.round, lesson.teacher.view.members.len()), (before.round, 2));
}

#[tokio::test]
async fn screens_are_opened_by_those_whose_they_are() {
    let (lesson, children, _game) = at_play().await;
    let (other_teacher, other_code, _) = new_class(&lesson.platform).await;
    let other = Lesson {
        platform: support::Platform::at(
            lesson.platform.address,
            tempfile::tempdir().expect("a directory"),
        ),
        code: other_code.clone(),
        pin: String::new(),
        teacher: Screen::open(other_teacher.clone(), &other_code, "teacher").await,
    };
    let other_child = other.child(0).await;
    let stranger = lesson.platform.visitor().await;
    for (who, visitor, screens) in [
        ("a stranger", stranger, vec!["child", "teacher", "projector"]),
        ("a child", children[0].visitor.clone(), vec!["teacher", "projector"]),
        (
            "another class's child",
            other_child.visitor.clone(),
            vec!["child", "teacher", "projector"],
        ),
        ("another class's teacher", other_teacher, vec!["child", "teacher", "projector"]),
        ("the teacher as a child", lesson.teacher.visitor.clone(), vec!["child"]),
    ] {
        for screen in screens {
            let path = format!("/ws/class/{}/{screen}", lesson.code);
            let mut socket = visitor.connect_at(&path, None).await.expect("a socket");
            let news = socket.receive_json().await.expect("news");
            assert_eq!(news["type"], "closed", "{who} at {screen}: {news}");
        }
    }
}

#[tokio::test]
async fn requests_of_a_teacher_are_refused_to_all_others() {
    let (lesson, children, game) = at_play().await;
    let (other_teacher, ..) = new_class(&lesson.platform).await;
    let stranger = lesson.platform.visitor().await;
    let class = format!("/api/class/{}", lesson.code);
    let askers = [
        ("a child", children[0].visitor.clone()),
        ("another teacher", other_teacher),
        ("a stranger", stranger),
    ];
    for (who, mut visitor) in askers {
        for (method, path, body) in [
            ("DELETE", class.clone(), None),
            ("GET", format!("{class}/file"), None),
            ("GET", format!("{class}/pgn"), None),
            ("GET", format!("{class}/positions"), None),
            ("POST", format!("{class}/keep"), Some(json!({ "name": "x" }))),
        ] {
            let answer =
                visitor.request(method, &path, body.as_ref(), "").await.expect("an answer");
            assert_eq!(
                (answer.status, answer.json()["error"]["code"].as_str()),
                (403, Some("notTeacher")),
                "{who}: {method} {path}"
            );
        }
        // A game of the class is seen by its players and its teacher.
        if who != "a child" {
            for path in ["", "/pgn", "/fen", "/chat"] {
                let path = format!("/api/games/{game}{path}");
                let answer = visitor.get(&path).await.expect("an answer");
                assert_eq!(answer.status, 404, "{who}: {path}");
            }
            let mut socket = visitor.connect().await.expect("a socket");
            socket.send(&lesson::watch(&game)).await.expect("said");
            assert_eq!(
                socket.receive_json().await.expect("an answer")["reason"]["code"],
                "noSuchGame",
                "{who}"
            );
        }
        let joined = visitor
            .post(&format!("/api/games/{game}/join"), &Value::Null)
            .await
            .expect("an answer");
        assert!([403, 409].contains(&joined.status), "{who}: {}", joined.body);
    }
    let mut teacher = lesson.teacher.visitor.clone();
    assert_eq!(teacher.get(&format!("/api/games/{game}")).await.expect("an answer").status, 200);
}

#[tokio::test]
async fn a_child_plays_its_own_seat_and_nothing_but_the_class() {
    let (lesson, children, game) = at_play().await;
    // A third child, of the same class, cannot move for others, or watch them.
    let third = lesson.child(2).await;
    let mut socket = third.visitor.connect().await.expect("a socket");
    for text in [
        json!({ "type": "watchGame", "id": game }),
        json!({ "type": "move", "id": game, "atPly": 0, "text": "c2c4" }),
        json!({ "type": "resign", "id": game }),
        json!({ "type": "watchLobby" }),
        json!({ "type": "watchHome" }),
    ] {
        socket.send_text(text.to_string()).await.expect("said");
        let answer = socket.receive_json().await.expect("an answer");
        let code = answer["reason"]["code"].as_str().unwrap_or_default().to_owned();
        assert!(
            ["noSuchGame", "notYourGame", "classOnly"].contains(&code.as_str()),
            "{text}: {answer}"
        );
    }
    // In its own game a child cannot chat, abort, ask for a rematch or claim a win.
    let mut seated = children[0].sit().await;
    for wish in ["abort", "offerRematch", "claimLeft"] {
        seated.wish(wish).await;
        assert_eq!(support::code(&seated.refused().await), "notAllowed", "{wish}");
    }
    let chat = json!({ "type": "chat", "id": game, "text": "oi" });
    seated.connection.send_text(chat.to_string()).await.expect("said");
    assert_eq!(support::code(&seated.refused().await), "notAllowed");
    // Everything else of the server is refused.
    let mut visitor = children[0].visitor.clone();
    let new = json!({ "variant": "chess", "opponent": { "type": "hotSeat" }, "time": { "type": "none" } });
    for (method, path, body) in [
        ("POST", "/api/games", Some(new)),
        ("GET", "/api/games?mine=1", None),
        ("GET", "/api/lobby", None),
        ("PUT", "/api/me", Some(json!({ "nickname": "x" }))),
        ("POST", "/api/games/whatever/join", Some(Value::Null)),
        ("POST", "/api/games/whatever/report", Some(Value::Null)),
        ("GET", "/api/openapi.json", None),
        ("GET", "/metrics", None),
    ] {
        let answer = visitor.request(method, path, body.as_ref(), "").await.expect("an answer");
        assert_eq!(
            (answer.status, answer.json()["error"]["code"].as_str()),
            (403, Some("classOnly")),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn wrong_pins_are_limited_and_the_right_one_then_too() {
    let (platform, mode) = class_mode().await;
    let wrong = if mode.pin() == "000000" { "000001" } else { "000000" };
    let mut codes = Vec::new();
    for _ in 0..8 {
        let mut guesser: Visitor = platform.visitor().await;
        let answer =
            guesser.post("/api/class/pin", &json!({ "pin": wrong })).await.expect("an answer");
        codes.push(answer.status);
    }
    assert_eq!(codes, [403, 403, 403, 403, 403, 429, 429, 429]);
    let mut late = platform.visitor().await;
    let answer =
        late.post("/api/class/pin", &json!({ "pin": mode.pin() })).await.expect("an answer");
    assert_eq!(answer.status, 429);
}

#[tokio::test]
async fn who_guesses_codes_has_to_wait_and_those_inside_do_not() {
    let lesson = Lesson::begin().await;
    let mut child = lesson.child(0).await;
    let mut guesser = lesson.platform.visitor().await;
    let mut limited = false;
    for number in 0..80 {
        let answer = guesser.get(&format!("/api/class/Z{number:03}")).await.expect("an answer");
        assert!([404, 429].contains(&answer.status), "{}", answer.body);
        limited |= answer.status == 429;
    }
    assert!(limited);
    let door = child.visitor.get(&format!("/api/class/{}", lesson.code)).await.expect("an answer");
    assert_eq!((door.status, door.json()["role"].as_str()), (200, Some("child")));
}

#[tokio::test]
async fn thirty_children_behind_one_address_all_get_in_at_once() {
    // The limits as they are by default.
    let lesson = Lesson::with(|config| {
        config.set_requests(Rate::steady(50.0));
        config.messages = Rate::steady(20.0);
    })
    .await;
    let children = lesson.children(30).await;
    assert_eq!(children.len(), 30);
    assert_eq!(children[29].view.members.len(), 30);
}

#[tokio::test]
async fn names_are_filtered_and_can_be_turned_off() {
    let mut lesson = Lesson::begin().await;
    let mut child = lesson.platform.visitor().await;
    let path = format!("/api/class/{}/join", lesson.code);
    for name in ["www.x.com", "11 98765-4321", "merda", "a much too long first name"] {
        let figure = json!({ "animal": "fox", "color": "blue", "name": name });
        let refused = child.post(&path, &json!({ "figure": figure })).await.expect("an answer");
        assert_eq!(
            (refused.status, refused.json()["error"]["code"].as_str()),
            (400, Some("badName")),
            "{name}"
        );
    }
    lesson.configure(json!({ "names": false })).await;
    let figure = json!({ "animal": "fox", "color": "blue", "name": "Ana" });
    let child = lesson.child_with(&json!({ "figure": figure })).await;
    assert_eq!(child.view.members[0].figure.name, None);
}

#[tokio::test]
async fn a_deleted_class_leaves_no_row_behind() {
    let (mut lesson, mut children, _game) = at_play().await;
    let third = lesson.child(2).await;
    children[0].say_json(&json!({ "type": "raiseHand", "up": true })).await;
    lesson.teacher.until(|it| it.view.members[0].hand).await;
    let (one, other) = (children[0].sit().await, children[1].sit().await);
    let is_white = one.color == Some(estopim_protocol::Color::White);
    let (mut white, mut black) = if is_white { (one, other) } else { (other, one) };
    white_wins(&mut white, &mut black).await;
    white.ended().await;
    let ask =
        json!({ "type": "ask", "variant": "pawnbattle", "fen": "8/3p4/8/8/8/8/3P4/8 w - - 0 1" });
    lesson.teacher.say_json(&ask).await;
    children[0].until(|it| it.view.question.is_some()).await;
    children[0].say_json(&json!({ "type": "answer", "question": 1, "uci": "d2d4" })).await;
    lesson.teacher.until(|it| it.view.question.as_ref().is_some_and(|it| it.answered == 1)).await;

    let file = lesson.platform.directory.path().join("estopim.db");
    let rows = async || -> Vec<(String, i64)> {
        let mut database =
            SqliteConnection::connect(file.to_str().expect("a path")).await.expect("it opens");
        let tables: Vec<(String,)> = sqlx::query_as("select name from sqlite_master where type = 'table' and name not like '\\_sqlx%' escape '\\' order by name").fetch_all(&mut database).await.expect("answered");
        let mut counts = Vec::new();
        for (table,) in tables {
            let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
            let (count,): (i64,) =
                sqlx::query_as(sql).fetch_one(&mut database).await.expect("answered");
            counts.push((table, count));
        }
        counts
    };
    let before = rows().await;
    for table in [
        "class",
        "class_answer",
        "class_game",
        "class_member",
        "class_teacher",
        "game",
        "move",
        "session",
    ] {
        assert!(
            before.iter().any(|(name, count)| name == table && *count > 0),
            "{table}: {before:?}"
        );
    }
    let path = format!("/api/class/{}", lesson.code);
    let deleted =
        lesson.teacher.visitor.request("DELETE", &path, None, "").await.expect("an answer");
    assert_eq!(deleted.status, 204, "{}", deleted.body);
    // Children are told; what they still try writes nothing.
    children[1].wait_for("closed").await;
    let mut socket = third.visitor.connect().await.expect("a socket");
    let text = json!({ "type": "move", "id": white.id, "atPly": 15, "text": "d2d4" });
    socket.send_text(text.to_string()).await.expect("said");
    socket.receive_json().await.expect("an answer");
    for (table, count) in rows().await {
        // Only when the server ran is left.
        assert!(
            count == 0 || ["heartbeat", "downtime"].contains(&table.as_str()),
            "{table}: {count}"
        );
    }
    let mut late = lesson.platform.visitor().await;
    assert_eq!(late.get(&path).await.expect("an answer").status, 404);
}
