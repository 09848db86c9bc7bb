//! A game at a server, as far as the screen is concerned: what the server says is shown, and what the
//! player does is said to the server.

mod support;

use crossterm::event::KeyCode;
use estopim_play::End;
use estopim_protocol::ClientMessage;
use estopim_rules::{AnyPosition, Color, Variant};
use estopim_tui::clock;
use estopim_tui::dialog::{Choice, Dialog};
use estopim_tui::online::{News, Order};
use estopim_tui::update::{Effect, Event};
use serde_json::{Value, json};

use support::Player;

const ID: &str = "abcd1234";

fn position() -> Value {
    let fen = AnyPosition::initial(Variant::Atomic).fen();
    json!({ "ply": 0, "fen": fen, "turn": "white", "check": null, "threats": [], "legal": [] })
}

fn clocks(running: &str) -> Value {
    json!({ "whiteMs": 170_000, "blackMs": 180_000, "running": running, "perMove": true,
            "overdue": null, "serverNowMs": 0 })
}

/// The player has White against Bia.
fn snapshot() -> Value {
    let fen = AnyPosition::initial(Variant::Atomic).fen();
    json!({ "type": "snapshot", "seq": 1, "game": {
        "id": ID, "variant": "atomic", "initialFen": fen,
        "players": { "white": { "name": "Ana" }, "black": { "name": "Bia" } },
        "you": "white", "hotSeat": false, "time": { "type": "perMove", "seconds": 180 },
        "moves": [], "fens": [fen], "position": position(), "clocks": clocks("white"),
        "outcome": null, "offers": { "draw": null, "takeback": null, "rematch": null },
        "chat": [], "status": "playing", "spectators": 0, "createdMs": 0 } })
}

fn moved(ply: u32, uci: &str, by: &str) -> Value {
    json!({ "type": "moved", "seq": 1 + ply, "position": position(), "clocks": clocks("black"),
            "move": { "ply": ply, "uci": uci, "san": uci, "from": uci[..2], "to": uci[2..4], "by": by,
                      "blast": [], "exploded": [],
                      "check": false, "atMs": 0 } })
}

impl Player {
    /// The server says something.
    fn hears(&mut self, message: Value) {
        let message = serde_json::from_value(message).expect("a message of the protocol");
        self.event(Event::Online(News::Message(Box::new(message))));
    }

    /// What was said to the server since the last time.
    fn said(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.effects)
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Order(Order::Send(message)) => Some(message),
                _ => None,
            })
            .collect()
    }
}

fn at_a_server() -> Player {
    let mut player = Player::new(80, 24);
    player.event(Event::Online(News::Entered(ID.to_owned())));
    assert_eq!(player.said(), [ClientMessage::WatchGame { id: ID.to_owned(), seq: None }]);
    player.hears(snapshot());
    player
}

#[test]
fn a_move_is_shown_once_the_server_says_so() {
    let mut player = at_a_server();
    assert!(player.screen().contains("Bia"));
    player.enters("Nf3");
    let said = player.said();
    assert!(
        matches!(&said[..], [ClientMessage::Move { at_ply: 0, text, .. }] if text == "g1f3"),
        "{said:?}"
    );
    assert_eq!(player.score(), "");
    player.hears(moved(1, "g1f3", "white"));
    assert_eq!(player.score(), "Nf3");
    assert_eq!(clock::left(player.play().session.clock(), Color::White, player.now), Some(170_000));
    player.enters("Nf6");
    assert_eq!(player.said(), [], "it is the opponent's turn");
}

#[test]
fn offers_go_both_ways() {
    let mut player = at_a_server();
    let id = ID.to_owned();
    player.key(KeyCode::Char('='));
    assert_eq!(player.said(), [ClientMessage::OfferDraw { id: id.clone() }]);
    player.hears(json!({ "type": "offered", "seq": 2, "kind": "draw", "by": "white" }));
    assert_eq!(player.model.dialog, None, "one's own offer is not asked about");
    player.hears(json!({ "type": "offered", "seq": 3, "kind": "takeback", "by": "black" }));
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.said(), [ClientMessage::DeclineTakeback { id: id.clone() }]);
    player.keys(&[KeyCode::Char('x'), KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.said(), [ClientMessage::Resign { id }]);
}

#[test]
fn a_late_opponent_is_given_time_or_not() {
    let mut player = at_a_server();
    player.hears(json!({ "type": "timeOver", "seq": 2, "color": "black" }));
    let asked = Dialog::Choice { choice: Choice::TimeOver(Color::Black), index: 0 };
    assert_eq!(player.model.dialog, Some(asked));
    player.key(KeyCode::Enter);
    assert_eq!(player.said(), [ClientMessage::GiveTime { id: ID.to_owned() }]);
    player.waits(400_000);
    assert_eq!(player.play().session.end(), None, "the server keeps the time");
}

#[test]
fn the_server_ends_the_game() {
    let mut player = at_a_server();
    player.hears(json!({ "type": "ended", "seq": 2, "clocks": clocks("white"),
                         "outcome": { "winner": "white", "reason": "left" } }));
    assert_eq!(player.play().session.end(), Some(End::Left(Color::Black)));
    player.keys(&[KeyCode::Enter]);
    assert_eq!(player.said(), [ClientMessage::OfferRematch { id: ID.to_owned() }]);
}

#[test]
fn time_that_ran_out_with_nobody_able_to_win_is_a_draw() {
    let mut player = at_a_server();
    player.hears(json!({ "type": "ended", "seq": 2, "clocks": clocks("white"),
                         "outcome": { "winner": null, "reason": "timeout" } }));
    assert_eq!(player.play().session.end().map(End::winner), Some(None));
}

#[test]
fn a_move_that_the_server_took_is_shown_whatever_the_clock_here_says() {
    let mut player = at_a_server();
    let mut view = snapshot()["game"].take();
    view["time"] = json!({ "type": "clock", "baseSeconds": 60, "incrementSeconds": 0 });
    view["clocks"]["perMove"] = json!(false);
    player.hears(json!({ "type": "snapshot", "seq": 2, "game": view }));
    player.waits(400_000);
    player.hears(moved(1, "e2e4", "white"));
    assert_eq!(player.score(), "e4");
}

#[test]
fn a_game_the_opponent_has_left_is_ended_when_asked() {
    let mut player = at_a_server();
    let presence = |black: bool, ms: Value| {
        json!({ "type": "presence", "white": true, "black": black, "spectators": 0,
                "claimableInMs": ms })
    };
    player.hears(presence(false, json!(30_000)));
    assert_eq!(player.model.dialog, None, "they may come back");
    player.waits(30_000);
    let asked = Dialog::Choice { choice: Choice::Left(Color::Black), index: 0 };
    assert_eq!(player.model.dialog, Some(asked.clone()));
    player.hears(presence(true, Value::Null));
    assert_eq!(player.model.dialog, None, "they have come back");
    player.hears(presence(false, json!(0)));
    assert_eq!(player.model.dialog, Some(asked.clone()));
    player.key(KeyCode::Enter);
    player.waits(60_000);
    assert_eq!(player.model.dialog, Some(asked), "who waits is asked again");
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.said(), [ClientMessage::ClaimLeft { id: ID.to_owned() }]);
}

#[test]
fn a_running_game_is_left_after_a_question_and_gone_on_with() {
    let mut player = at_a_server();
    player.key(KeyCode::Char('q'));
    let asked = Dialog::Choice { choice: Choice::LeaveServer, index: 0 };
    assert_eq!(player.model.dialog, Some(asked));
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.said(), [ClientMessage::WatchLobby {}]);
    assert!(player.screen().contains("Continue"), "{}", player.screen());
    player.key(KeyCode::Enter);
    assert_eq!(player.said(), [ClientMessage::WatchGame { id: ID.to_owned(), seq: None }]);
}

#[test]
fn a_question_without_a_reason_is_taken_back() {
    let mut player = at_a_server();
    player.hears(json!({ "type": "offered", "seq": 2, "kind": "draw", "by": "black" }));
    assert!(player.model.dialog.is_some());
    player.hears(json!({ "type": "declined", "seq": 3, "kind": "draw" }));
    assert_eq!(player.model.dialog, None);
}

#[test]
fn help_is_not_given_against_others() {
    let mut player = at_a_server();
    player.key(KeyCode::Char('i'));
    assert!(player.asked().is_none(), "the engine is not asked");
}

#[test]
fn open_games_are_listed_and_joined() {
    let mut player = Player::new(80, 24);
    player.model.menu.online = true;
    player.hears(json!({ "type": "lobby", "seeks": [{ "id": ID, "name": "Bia",
        "variant": "strictatomic", "time": { "type": "none" }, "createdMs": 0 }] }));
    assert!(player.screen().contains("Bia: Strict Atomic"), "{}", player.screen());
    player.key(KeyCode::Up);
    assert!(player.screen().contains("Bia: Strict Atomic, without a clock"), "{}", player.screen());
    player.key(KeyCode::Enter);
    let joined = |effect: &Effect| matches!(effect, Effect::Order(Order::Join(id)) if id == ID);
    assert!(player.effects.iter().any(joined));
}

#[test]
fn a_lost_connection_is_told_once() {
    let mut player = at_a_server();
    for _ in 0..5 {
        player.event(Event::Online(News::Lost("refused".to_owned())));
    }
    let told = player.play().messages.iter();
    assert_eq!(told.filter(|message| message.text.contains("connection")).count(), 1);
}
