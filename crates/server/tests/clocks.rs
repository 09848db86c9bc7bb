//! Time runs out: for a move, where the opponent decides, and for the game, where nobody asks.

mod support;

use estopim_protocol::{Color, ServerMessage};
use serde_json::json;
use support::{Pair, Platform, code};

/// A game in which White has let the time for the first move pass.
async fn late(platform: &Platform) -> Pair {
    let mut pair = platform.pair("atomic", json!({ "type": "perMove", "seconds": 20 })).await;
    platform.pass(20_001).await;
    let time_over = |message| match message {
        ServerMessage::TimeOver { color, .. } => Some(color),
        _ => None,
    };
    assert_eq!(pair.white.wait(time_over).await, Color::White);
    assert_eq!(pair.black.wait(time_over).await, Color::White);
    pair
}

#[tokio::test]
async fn the_opponent_may_end_the_game_of_who_is_late() {
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = late(&platform).await;
    pair.white.wish("claimTime").await;
    assert_eq!(code(&pair.white.refused().await), "notOverdue");
    assert_eq!(pair.white.view().await.clocks.overdue, Some(Color::White));
    pair.black.wish("claimTime").await;
    for seated in [&mut pair.white, &mut pair.black] {
        assert_eq!(seated.ended().await, (Some(Color::Black), json!("timeout")));
    }
}

#[tokio::test]
async fn the_opponent_may_give_more_time() {
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = late(&platform).await;
    pair.black.wish("giveTime").await;
    let clocks = pair
        .white
        .wait(|message| match message {
            ServerMessage::TimeGiven { color: Color::White, clocks, .. } => Some(clocks),
            _ => None,
        })
        .await;
    assert_eq!((clocks.white_ms, clocks.overdue), (Some(20_000), None));
    pair.black.wish("claimTime").await;
    assert_eq!(code(&pair.black.refused().await), "notOverdue");
    // And it runs out again.
    platform.pass(20_001).await;
    let color = pair
        .black
        .wait(|message| match message {
            ServerMessage::TimeOver { color, .. } => Some(color),
            _ => None,
        })
        .await;
    assert_eq!(color, Color::White);
}

#[tokio::test]
async fn who_is_late_may_go_on_until_then() {
    let platform = Platform::timeless(|_| {}).await;
    let mut pair = late(&platform).await;
    pair.play(0, "e4").await;
    pair.black.wish("claimTime").await;
    assert_eq!(code(&pair.black.refused().await), "notOverdue");
    pair.play(1, "e5").await;
}

#[tokio::test]
async fn a_game_clock_ends_the_game_by_itself() {
    let platform = Platform::timeless(|_| {}).await;
    let time = json!({ "type": "clock", "baseSeconds": 20, "incrementSeconds": 0 });
    let mut pair = platform.pair("chess", time).await;
    pair.play(0, "e4").await;
    platform.pass(20_001).await;
    for seated in [&mut pair.white, &mut pair.black] {
        assert_eq!(seated.ended().await, (Some(Color::White), json!("timeout")));
    }
    let view = pair.black.view().await;
    assert_eq!((view.clocks.black_ms, view.clocks.running), (Some(0), None));
}

#[tokio::test]
async fn a_move_brings_the_increment() {
    let platform = Platform::timeless(|_| {}).await;
    let time = json!({ "type": "clock", "baseSeconds": 60, "incrementSeconds": 5 });
    let mut pair = platform.pair("chess", time).await;
    platform.pass(3_000).await;
    pair.play(0, "e4").await;
    assert_eq!(pair.white.view().await.clocks.white_ms, Some(62_000));
}
