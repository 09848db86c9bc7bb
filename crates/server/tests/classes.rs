//! Classes over real sockets: a lesson with its teacher, projector and children.

mod lesson;
mod support;

use estopim_protocol::class::{ClassRole, MemberState};
use estopim_protocol::{Color, ServerMessage};
use lesson::{Lesson, Screen, class_mode, figure, new_class, read, white_wins};
use serde_json::json;
use support::{Platform, Seated, code};

/// Sits both children of a pair at their game, White first.
async fn sit_pair(one: &Screen, other: &Screen) -> (Seated, Seated) {
    let (one, other) = (one.sit().await, other.sit().await);
    assert_eq!(one.id, other.id);
    if one.color == Some(Color::White) { (one, other) } else { (other, one) }
}

#[tokio::test]
async fn children_join_are_paired_and_play_and_the_wall_sees_it() {
    let mut lesson = Lesson::begin().await;
    let mut projector =
        Screen::open(lesson.teacher.visitor.clone(), &lesson.code, "projector").await;
    let mut children = lesson.children(2).await;
    lesson
        .teacher
        .until(|it| {
            let waiting = it.view.members.iter().filter(|it| it.state == MemberState::Waiting);
            waiting.count() == 2
        })
        .await;
    lesson.pair("random", &mut children).await;
    projector.until(|it| it.boards.len() == 1).await;
    let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
    white.play(0, "c2c4").await;
    black.moved().await;
    projector.until(|it| it.boards[0].ply == 1).await;
    assert_eq!(projector.boards[0].last_move.as_deref(), Some("c2c4"));
    assert!(!projector.boards[0].why.is_empty());
    // Nothing private on the projector: no cards, no hands.
    assert!(projector.view.members.iter().all(|it| it.card.is_none() && !it.hand));
    assert!(lesson.teacher.view.members.iter().all(|it| it.card.is_some()));
    // And nothing of others for a child.
    assert!(children[0].view.members.iter().all(|it| it.card.is_none() && it.game.is_none()));
    assert!(children[0].view.standings.is_empty());
}

#[tokio::test]
async fn a_won_game_counts_in_the_standings_and_shows_who_can_win() {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(2).await;
    lesson.configure(json!({ "afterGame": "wait" })).await;
    lesson.pair("random", &mut children).await;
    let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
    white_wins(&mut white, &mut black).await;
    assert_eq!(white.ended().await.0, Some(Color::White));
    let winner = white.first.players.white.clone().and_then(|it| it.id).expect("a seat");
    lesson.teacher.until(|it| it.view.standings.iter().any(|row| row.wins == 1)).await;
    let rows = &lesson.teacher.view.standings;
    assert_eq!(
        (rows[0].seat.as_str(), rows[0].half_points, rows[1].losses),
        (winner.as_str(), 2, 1)
    );
    // PGN and the positions worth discussing are for the teacher.
    let pgn = lesson.teacher.visitor.get(&format!("/api/class/{}/pgn", lesson.code)).await;
    let pgn = pgn.expect("an answer");
    assert!(
        pgn.status == 200 && pgn.body.contains("fox-blue") && pgn.body.contains("1-0"),
        "{}",
        pgn.body
    );
    let found = lesson.teacher.visitor.get(&format!("/api/class/{}/positions", lesson.code)).await;
    let found = found.expect("an answer");
    assert_eq!(found.status, 200);
    let positions = found.json()["positions"].as_array().expect("a list").clone();
    assert!((1..=3).contains(&positions.len()), "{positions:?}");
    assert_ne!(positions[0]["played"], positions[0]["better"]);
}

#[tokio::test]
async fn the_odd_child_plays_the_computer_and_a_latecomer_drops_in() {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(3).await;
    lesson.pair("random", &mut children).await;
    lesson.teacher.until(|it| it.boards.len() == 2).await;
    let odd = lesson
        .teacher
        .boards
        .iter()
        .find(|it| it.computer_level.is_some())
        .expect("one plays a level");
    assert_eq!(odd.computer_level, Some(1));
    assert_eq!(odd.why[0].key, "odd");
    let odd_seat = odd.white.clone().or(odd.black.clone()).expect("a seat");
    // Somebody comes late: whoever plays the computer gets a person.
    let late = lesson.child(3).await;
    let (late_seat, code) = (late.seat(), late.view.code.clone());
    lesson
        .teacher
        .until(|it| {
            it.boards.iter().any(|board| {
                let seats = [board.white.as_ref(), board.black.as_ref()];
                seats.contains(&Some(&odd_seat)) && seats.contains(&Some(&late_seat))
            })
        })
        .await;
    assert_eq!(code, lesson.code);
}

#[tokio::test]
async fn two_at_one_device_count_as_one_and_play_each_other_when_nobody_is_free() {
    let mut lesson = Lesson::begin().await;
    let both = lesson.child_with(&json!({ "figure": figure(0), "partner": figure(1) })).await;
    assert!(both.view.members[0].partner.is_some());
    let mut children = vec![both];
    lesson.pair("random", &mut children).await;
    let seated = children[0].sit().await;
    assert!(seated.first.hot_seat);
    // Neither animal can be taken by another child.
    for number in [0, 1] {
        let mut other = lesson.platform.visitor().await;
        let path = format!("/api/class/{}/join", lesson.code);
        let refused =
            other.post(&path, &json!({ "figure": figure(number) })).await.expect("an answer");
        assert_eq!(refused.status, 409);
        assert_eq!(refused.json()["error"]["code"], "figureTaken");
    }
}

#[tokio::test]
async fn a_frozen_class_stands_still_and_goes_on() {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
    lesson.teacher.say_json(&json!({ "type": "freeze" })).await;
    for child in &mut children {
        child.until(|it| it.view.frozen).await;
    }
    white.play(0, "c2c4").await;
    assert_eq!(code(&white.refused().await), "frozen");
    lesson.teacher.say_json(&json!({ "type": "resume" })).await;
    for child in &mut children {
        child.until(|it| !it.view.frozen).await;
    }
    white.play(0, "c2c4").await;
    assert_eq!(black.moved().await, 1);
}

#[tokio::test]
async fn a_clock_is_not_charged_while_the_class_stands_still() {
    let platform = Platform::timeless(|config| config.classes = true).await;
    let mut lesson = Lesson::on(platform).await;
    let clock = json!({ "time": { "type": "clock", "baseSeconds": 10, "incrementSeconds": 0 } });
    lesson.configure(clock).await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
    lesson.platform.pass(4_000).await;
    lesson.teacher.say_json(&json!({ "type": "freeze" })).await;
    lesson.teacher.until(|it| it.view.frozen).await;
    lesson.platform.pass(60_000).await;
    lesson.teacher.say_json(&json!({ "type": "resume" })).await;
    lesson.teacher.until(|it| !it.view.frozen).await;
    lesson.platform.pass(4_000).await;
    white.play(0, "c2c4").await;
    let left = |message| match message {
        ServerMessage::Moved { clocks, .. } => Some(clocks.white_ms),
        ServerMessage::Ended { .. } => panic!("the flag fell"),
        _ => None,
    };
    let left_ms = black.wait(left).await.expect("a clock");
    assert!((1_000..=3_000).contains(&left_ms), "{left_ms}");
}

#[tokio::test]
async fn the_teacher_takes_back_any_number_of_plies_also_of_a_finished_game() {
    let mut lesson = Lesson::begin().await;
    lesson.configure(json!({ "undo": false, "afterGame": "wait" })).await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
    white.play(0, "c2c4").await;
    black.moved().await;
    // Children may not, because the teacher has turned it off.
    white.wish("offerTakeback").await;
    assert_eq!(code(&white.refused().await), "notAllowed");
    lesson.teacher.say_json(&json!({ "type": "undo", "game": white.id, "plies": 1 })).await;
    assert_eq!(black.took_back().await.moves.len(), 0);
    white.took_back().await;
    white_wins(&mut white, &mut black).await;
    white.ended().await;
    lesson.teacher.until(|it| it.view.standings.iter().any(|row| row.wins == 1)).await;
    lesson.teacher.say_json(&json!({ "type": "undo", "game": white.id, "plies": 3 })).await;
    let game = white.took_back().await;
    assert_eq!((game.moves.len(), game.outcome), (12, None));
    lesson.teacher.until(|it| it.view.standings.iter().all(|row| row.wins == 0)).await;
    white.play(12, "e6e7").await;
    white.moved().await;
}

#[tokio::test]
async fn the_class_is_asked_and_answers_are_counted_and_shown_when_the_teacher_says() {
    let mut lesson = Lesson::begin().await;
    let mut projector =
        Screen::open(lesson.teacher.visitor.clone(), &lesson.code, "projector").await;
    let mut children = lesson.children(3).await;
    let fen = "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1";
    let ask = json!({ "type": "ask", "variant": "pawnbattle", "fen": fen });
    lesson.teacher.say_json(&ask).await;
    for (child, uci) in children.iter_mut().zip(["c2c4", "c2c4", "e2e4"]) {
        child.until(|it| it.view.question.is_some()).await;
        child.say_json(&json!({ "type": "answer", "question": 1, "uci": uci })).await;
        child
            .until(|it| it.view.question.as_ref().is_some_and(|it| it.mine.as_deref() == Some(uci)))
            .await;
    }
    assert_eq!(
        children[0].refused(&json!({ "type": "answer", "question": 1, "uci": "c2c5" })).await,
        "notItsMove"
    );
    projector.until(|it| it.view.question.as_ref().is_some_and(|it| it.answered == 3)).await;
    assert!(projector.view.question.as_ref().is_some_and(|it| it.answers.is_empty()));
    lesson.teacher.say_json(&json!({ "type": "reveal" })).await;
    projector.until(|it| it.view.question.as_ref().is_some_and(|it| it.revealed)).await;
    let answers = projector.view.question.clone().expect("a question").answers;
    assert_eq!((answers[0].uci.as_str(), answers[0].count, answers[1].count), ("c2c4", 2, 1));
    assert_eq!(
        children[0].refused(&json!({ "type": "answer", "question": 1, "uci": "d2d4" })).await,
        "stalePly"
    );
    lesson.teacher.say_json(&json!({ "type": "closeQuestion" })).await;
    children[0].until(|it| it.view.question.is_none()).await;
}

#[tokio::test]
async fn two_wins_lead_to_the_next_setup() {
    let mut lesson = Lesson::begin().await;
    lesson.configure(json!({ "ladder": true, "afterGame": "wait" })).await;
    let mut children = lesson.children(2).await;
    let seats = [children[0].seat(), children[1].seat()];
    for _ in 0..2 {
        let pair = json!({ "type": "pair", "method": "byHand", "pairs": [[seats[0], seats[1]]] });
        let round = lesson.teacher.view.round + 1;
        lesson.teacher.say_json(&pair).await;
        for child in &mut children {
            child.until(|it| it.view.round == round).await;
        }
        let (mut white, mut black) = sit_pair(&children[0], &children[1]).await;
        assert_eq!(white.first.setup.as_deref(), Some("4p"));
        white_wins(&mut white, &mut black).await;
        white.ended().await;
        lesson.teacher.until(|it| it.view.round == round).await;
    }
    lesson.teacher.until(|it| it.view.members[0].rung.as_deref() == Some("6p")).await;
    assert_eq!(lesson.teacher.view.members[1].extra_pawns, 1);
    // The pair plays the lower setup, with a pawn more for the weaker.
    let pair = json!({ "type": "pair", "method": "byHand", "pairs": [[seats[0], seats[1]]] });
    lesson.teacher.say_json(&pair).await;
    for child in &mut children {
        child.until(|it| it.view.round == 3).await;
    }
    let (white, _) = sit_pair(&children[0], &children[1]).await;
    assert_eq!(white.first.initial_fen, "8/1ppppp2/8/8/8/8/2PPPP2/8 w - - 0 1");
    // And by hand.
    lesson.teacher.say_json(&json!({ "type": "moveRung", "seat": seats[1], "steps": -1 })).await;
    lesson.teacher.until(|it| it.view.members[1].rung.as_deref() == Some("2p")).await;
}

#[tokio::test]
async fn hands_hints_phrases_and_positions_reach_whom_they_are_for() {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    children[0].say_json(&json!({ "type": "raiseHand", "up": true })).await;
    lesson.teacher.until(|it| it.view.members[0].hand).await;
    let seat = children[0].seat();
    lesson.teacher.say_json(&json!({ "type": "lowerHand", "seat": seat })).await;
    lesson.teacher.until(|it| !it.view.members[0].hand).await;
    children[0].say_json(&json!({ "type": "say", "phrase": "goodLuck" })).await;
    assert_eq!(children[1].wait_for("said").await["phrase"], "goodLuck");
    let (white, _black) = sit_pair(&children[0], &children[1]).await;
    let mover =
        usize::from(white.first.players.white.as_ref().and_then(|it| it.id.clone()) != Some(seat));
    lesson.teacher.until(|it| it.boards.len() == 1).await;
    lesson.teacher.say_json(&json!({ "type": "hint", "game": white.id })).await;
    let hint = children[mover].wait_for("hint").await;
    assert_eq!(hint["game"], white.id.as_str());
    assert!(hint["uci"].as_str().is_some_and(|uci| uci.len() == 4), "{hint}");
    // One position on all boards.
    let fen = "8/3p4/8/8/8/8/3P4/8 w - - 0 1";
    lesson.teacher.say_json(&json!({ "type": "setPosition", "fen": fen })).await;
    children[0].until(|it| it.view.round == 2).await;
    children[1].until(|it| it.view.round == 2).await;
    let (white, _black) = sit_pair(&children[0], &children[1]).await;
    assert_eq!(white.first.initial_fen, fen);
}

#[tokio::test]
async fn a_lost_cookie_is_solved_by_the_animal_and_one_tap_of_the_teacher() {
    let mut lesson = Lesson::begin().await;
    let mut children = lesson.children(2).await;
    lesson.pair("random", &mut children).await;
    let seat = children[0].seat();
    let game = children[0].sit().await.id;
    // Another browser: a stranger.
    let mut tablet = lesson.platform.visitor().await;
    let (door, claim) =
        (format!("/api/class/{}", lesson.code), format!("/api/class/{}/claim", lesson.code));
    let asked = tablet.post(&claim, &json!({ "seat": seat })).await.expect("an answer");
    assert_eq!(asked.status, 204);
    let role = async |visitor: &mut support::client::Visitor| -> ClassRole {
        read(&visitor.get(&door).await.expect("an answer").json()["role"])
    };
    assert_eq!(role(&mut tablet).await, ClassRole::Claimant);
    assert_eq!(tablet.get(&format!("/api/games/{game}")).await.expect("an answer").status, 404);
    lesson.teacher.until(|it| it.view.claims.len() == 1).await;
    let number = lesson.teacher.view.claims[0].claim;
    lesson.teacher.say_json(&json!({ "type": "confirm", "claim": number })).await;
    lesson.teacher.until(|it| it.view.claims.is_empty()).await;
    assert_eq!(role(&mut tablet).await, ClassRole::Child);
    let back = Screen::open(tablet, &lesson.code, "child").await;
    assert_eq!((back.seat(), back.sit().await.id), (seat.clone(), game));
    // The other browser has lost the seat.
    assert_eq!(role(&mut children[0].visitor).await, ClassRole::Stranger);
    // A card needs no tap.
    let card = lesson.teacher.view.members[0].card.clone().expect("the teacher has the cards");
    let mut third = lesson.platform.visitor().await;
    assert_eq!(third.post(&claim, &json!({ "card": card })).await.expect("an answer").status, 204);
    assert_eq!(role(&mut third).await, ClassRole::Child);
    assert_eq!(
        third.post(&claim, &json!({ "card": "wrong" })).await.expect("an answer").status,
        403
    );
}

#[tokio::test]
async fn a_swiss_tournament_survives_a_restart_in_the_middle() {
    let (server, directory) = Platform::server(|config| config.classes = true).await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let address = server.address();
    let running = tokio::spawn(server.run(async { drop(stopped.await) }));
    let platform = Platform::at(address, directory);
    let mut lesson = Lesson::on(platform).await;
    let mut children = lesson.children(4).await;
    let start = json!({ "type": "startTournament", "kind": "swiss", "rounds": null });
    lesson.teacher.say_json(&start).await;
    lesson.teacher.until(|it| it.boards.len() == 2 && it.view.tournament.is_some()).await;
    let rounds = lesson.teacher.view.tournament.clone().expect("a tournament").rounds;
    assert_eq!(rounds, Some(3));
    for child in &mut children {
        child.until(|it| it.view.you.as_ref().is_some_and(|you| you.game.is_some())).await;
    }
    let first = lesson.teacher.boards[0].clone();
    let pair: Vec<usize> = (0..4)
        .filter(|&at| {
            [first.white.as_ref(), first.black.as_ref()].contains(&Some(&children[at].seat()))
        })
        .collect();
    let (mut white, mut black) = sit_pair(&children[pair[0]], &children[pair[1]]).await;
    white_wins(&mut white, &mut black).await;
    white.ended().await;
    lesson
        .teacher
        .until(|it| {
            it.view
                .tournament
                .as_ref()
                .is_some_and(|it| it.standings.iter().any(|row| row.wins == 1))
        })
        .await;
    // The next round waits for the other board.
    assert_eq!(lesson.teacher.refused(&json!({ "type": "nextRound" })).await, "gameNotOver");
    let before = lesson.teacher.view.tournament.clone();

    drop(stop);
    running.await.expect("it ends").expect("it ends well");
    let (server, _empty) = Platform::server(|config| {
        config.classes = true;
        config.data_dir = lesson.platform.directory.path().to_owned();
        config.database = estopim_server::DatabaseAddress::in_directory(&config.data_dir);
    })
    .await;
    let address = server.address();
    tokio::spawn(server.run(std::future::pending()));
    let mut teacher =
        Screen::open(lesson.teacher.visitor.moved_to(address), &lesson.code, "teacher").await;
    assert_eq!(teacher.view.tournament, before);
    let mut again = Vec::new();
    for child in &children {
        again.push(Screen::open(child.visitor.moved_to(address), &lesson.code, "child").await);
    }
    teacher.until(|it| it.boards.len() == 2).await;
    let open =
        teacher.boards.iter().find(|board| board.outcome.is_none()).expect("one goes on").clone();
    let pair: Vec<&Screen> = again
        .iter()
        .filter(|child| [open.white.as_ref(), open.black.as_ref()].contains(&Some(&child.seat())))
        .collect();
    let (mut white, mut black) = sit_pair(pair[0], pair[1]).await;
    white_wins(&mut white, &mut black).await;
    white.ended().await;
    teacher.until(|it| it.view.tournament.as_ref().is_some_and(|it| it.round_over)).await;
    teacher.say_json(&json!({ "type": "nextRound" })).await;
    teacher.until(|it| it.boards.iter().filter(|board| board.outcome.is_none()).count() == 2).await;
    // Winners meet winners.
    let winners: Vec<String> = teacher
        .view
        .standings
        .iter()
        .filter(|row| row.wins == 1)
        .map(|row| row.seat.clone())
        .collect();
    assert!(teacher.boards.iter().any(|board| {
        board.outcome.is_none()
            && [&board.white, &board.black].into_iter().flatten().all(|seat| winners.contains(seat))
    }));
}

#[tokio::test]
async fn a_kept_class_moves_to_another_computer_as_one_file() {
    let mut lesson = Lesson::begin().await;
    lesson
        .child_with(&json!({ "figure": { "animal": "owl", "color": "green", "name": "Ana" } }))
        .await;
    let keep = format!("/api/class/{}/keep", lesson.code);
    let kept = lesson
        .teacher
        .visitor
        .post(&keep, &json!({ "name": "5º ano B" }))
        .await
        .expect("an answer");
    assert_eq!(kept.status, 204, "{}", kept.body);
    lesson.teacher.until(|it| it.view.name.as_deref() == Some("5º ano B")).await;
    let card = lesson.teacher.view.members[0].card.clone().expect("a card");
    let file = lesson.teacher.visitor.get(&format!("/api/class/{}/file", lesson.code)).await;
    let file = file.expect("an answer").json();

    let elsewhere = Platform::with(|config| config.classes = true).await;
    let mut teacher = elsewhere.visitor().await;
    let made = teacher.post("/api/class/import/any", &file).await.expect("an answer");
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(made.json()["code"], lesson.code.as_str());
    let mut child = elsewhere.visitor().await;
    let claim = format!("/api/class/{}/claim", lesson.code);
    assert_eq!(child.post(&claim, &json!({ "card": card })).await.expect("an answer").status, 204);
    let child = Screen::open(child, &lesson.code, "child").await;
    assert_eq!(child.view.members[0].figure.name.as_deref(), Some("Ana"));
    for (broken, why) in [
        (
            json!({ "estopimClass": 9, "name": "x", "code": "ABCD", "settings": file["settings"], "members": [] }),
            "a format",
        ),
        (json!({ "estopimClass": 1, "name": "x" }), "missing parts"),
    ] {
        let refused = teacher.post("/api/class/import/any", &broken).await.expect("an answer");
        assert_eq!(refused.status, 400, "{why}: {}", refused.body);
    }
}

#[tokio::test]
async fn in_class_mode_there_is_one_class_and_nothing_else() {
    let (platform, mode) = class_mode().await;
    let mut child = platform.visitor().await;
    let make =
        json!({ "variant": "chess", "opponent": { "type": "lobby" }, "time": { "type": "none" } });
    let refused = child.post("/api/games", &make).await.expect("an answer");
    assert_eq!(
        (refused.status, refused.json()["error"]["code"].as_str()),
        (403, Some("classOnly"))
    );
    assert_eq!(child.get("/api/lobby").await.expect("an answer").status, 403);
    let mut teacher = platform.visitor().await;
    let given =
        teacher.post("/api/class/pin", &json!({ "pin": mode.pin() })).await.expect("an answer");
    assert_eq!(given.status, 200, "{}", given.body);
    let code = given.json()["code"].as_str().expect("a code").to_owned();
    mode.set_addresses(vec!["http://192.168.1.20".into()], Vec::new());
    let screen = Screen::open(teacher.clone(), &code, "teacher").await;
    assert_eq!(screen.view.addresses, ["http://192.168.1.20"]);
    // After it is deleted, a new one needs the PIN.
    let deleted = teacher.request("DELETE", &format!("/api/class/{code}"), None, "").await;
    assert_eq!(deleted.expect("an answer").status, 204);
    assert_eq!(
        child.post("/api/class", &json!({ "pin": "" })).await.expect("an answer").status,
        403
    );
    let made = teacher.post("/api/class", &json!({ "pin": mode.pin() })).await.expect("an answer");
    assert_eq!(made.status, 201);
}

#[tokio::test]
async fn without_leave_nobody_makes_a_class() {
    let platform = Platform::start().await;
    let mut visitor = platform.visitor().await;
    let refused = visitor.post("/api/class", &json!({ "pin": "" })).await.expect("an answer");
    assert_eq!(
        (refused.status, refused.json()["error"]["code"].as_str()),
        (403, Some("notAllowed"))
    );
    let platform = Platform::with(|config| config.classes = true).await;
    let (_, code, pin) = new_class(&platform).await;
    assert_eq!((code.len(), pin.len()), (4, 6));
}
