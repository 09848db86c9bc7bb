//! Games against the computer, in each of the five games.

mod support;

use estopim_protocol::{Author, Color, GameStatus, ServerMessage};
use estopim_rules::AnyPosition;
use rstest::rstest;
use serde_json::json;
use support::{Platform, Seated, no_time};

/// The first legal move in a position.
fn first_legal(variant: &str, fen: &str) -> Option<String> {
    let variant = variant.parse().expect("a game");
    let position = AnyPosition::from_fen(variant, fen).expect("a sound position");
    position.legal_moves().first().map(|&mv| position.uci(mv))
}

/// Plays the first legal move each time until the game ends, up to a limit.
#[rstest]
#[case::chess("chess")]
#[case::atomic("atomic")]
#[case::strict("strictatomic")]
#[case::simple("simpleatomic")]
#[case::pawns("pawnbattle")]
#[tokio::test]
async fn the_computer_plays_a_game_and_talks(#[case] variant: &str) {
    let platform = Platform::start().await;
    let mut person = platform.visitor().await;
    let wanted = json!({
        "variant": variant, "time": no_time(),
        "opponent": { "type": "computer", "level": 1, "color": "black" }
    });
    let id = platform.game(&mut person, &wanted).await;
    let mut seated = Seated::sit(person, &id).await;
    assert_eq!(seated.color, Some(Color::Black));
    assert_eq!(seated.first.players.white.as_ref().and_then(|white| white.computer_level), Some(1));
    let (mut mine, mut position) = (0, Some(seated.first.position.clone()));
    let mut chat = seated.first.chat.clone();
    loop {
        if let Some(position) = position.take()
            && position.turn == Color::Black
            && let Some(uci) = first_legal(variant, &position.fen)
        {
            if mine == 20 {
                seated.wish("resign").await;
            } else {
                seated.play(position.ply, &uci).await;
            }
            mine += 1;
        }
        let message = seated.connection.receive().await.expect("the connection holds");
        match message {
            ServerMessage::Moved { position: now, .. } => position = Some(now),
            ServerMessage::Chat { line, .. } => chat.push(line),
            ServerMessage::Ended { .. } => break,
            ServerMessage::Rejected { reason, .. } => panic!("refused: {reason:?}"),
            _ => {}
        }
    }
    // It says something at the end.
    let last = seated
        .wait(|message| match message {
            ServerMessage::Chat { line, .. } => line.remark,
            _ => None,
        })
        .await;
    assert!(["win", "loss", "draw"].iter().any(|kind| last.key.contains(kind)), "{}", last.key);
    assert!(chat.iter().all(|line| line.by == Author::Computer));
    let keys: Vec<&String> =
        chat.iter().filter_map(|line| line.remark.as_ref()).map(|remark| &remark.key).collect();
    assert!(keys[0].starts_with("remark-greeting-"), "{keys:?}");
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:?}");
    assert_eq!(seated.view().await.status, GameStatus::Ended);
}

#[tokio::test]
async fn the_computer_lets_moves_be_taken_back_and_plays_again() {
    let platform = Platform::start().await;
    let mut person = platform.visitor().await;
    let wanted = json!({
        "variant": "atomic", "time": no_time(),
        "opponent": { "type": "computer", "level": 2, "color": "white" }
    });
    let id = platform.game(&mut person, &wanted).await;
    let mut seated = Seated::sit(person, &id).await;
    seated.play(0, "Nf3").await;
    while seated.moved().await < 2 {}
    seated.wish("offerTakeback").await;
    assert_eq!(seated.took_back().await.moves.len(), 0);
    seated.wish("resign").await;
    assert_eq!(seated.ended().await, (Some(Color::Black), json!("resignation")));
    seated.wish("offerRematch").await;
    let again = seated
        .wait(|message| match message {
            ServerMessage::Rematch { id, .. } => Some(id),
            _ => None,
        })
        .await;
    let mut seated = Seated::sit(seated.visitor, &again).await;
    assert_eq!(seated.color, Some(Color::Black));
    // The computer has White now, and begins.
    if seated.first.moves.is_empty() {
        assert_eq!(seated.moved().await, 1);
    }
}
