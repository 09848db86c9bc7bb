//! New games: one that was written is found again, even if the answer was lost, and its clock runs without clients.

use std::sync::Arc;

use estopim_protocol::rest::{ColorChoice, NewGame, Opponent};
use estopim_protocol::{Color, EndReason, GameView, TimeControl, Variant};
use rstest::rstest;
use serde_json::json;

use super::create::create;
use super::faults::Fault;
use super::test_world::{Client, World, asker, session};

const BASE_SECONDS: u32 = 60;

fn wanted(opponent: Opponent) -> NewGame {
    let time = TimeControl::Clock { base_seconds: BASE_SECONDS, increment_seconds: 0 };
    NewGame { variant: Variant::Chess, setup: None, opponent, time, watchable: false }
}

/// Waits for something that tasks do by themselves.
async fn until(world: &World, mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..5_000 {
        if is_so().await {
            return;
        }
        world.pass(100).await;
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("waited in vain");
}

fn is_lost_on_time(game: &GameView) -> bool {
    game.outcome.is_some_and(|outcome| outcome.reason == EndReason::Timeout)
}

#[rstest]
#[case::at_one_screen(Opponent::HotSeat {})]
#[case::against_the_computer(Opponent::Computer { level: 1, color: ColorChoice::White })]
#[tokio::test]
async fn a_game_that_begins_at_once_ends_on_time_with_nobody_there(#[case] opponent: Opponent) {
    let world = World::new().await;
    tokio::spawn(Arc::clone(&world.games).wake_sleepers());
    let made = create(&world.games, &session(Color::White), &wanted(opponent)).await;
    let id = made.expect("it is made");
    until(&world, async || is_lost_on_time(&world.kept(&id).await)).await;
}

#[tokio::test]
async fn a_rematch_ends_on_time_with_nobody_there() {
    let world = World::new().await;
    tokio::spawn(Arc::clone(&world.games).wake_sleepers());
    let id = world.game("hotSeat", "clock").await;
    let mut client = Client::watch(&world, &id, Color::White, 1).await;
    client.act(&world, &id, &json!({ "type": "resign" })).await;
    client.act(&world, &id, &json!({ "type": "offerRematch" })).await;
    client.hear();
    let rematch = client.view.rematch_id.clone().expect("there is a rematch");
    until(&world, async || is_lost_on_time(&world.kept(&rematch).await)).await;
}

#[rstest]
#[tokio::test]
async fn a_game_whose_creation_fails_is_known_or_gone(
    #[values(
        Fault::DiskFull,
        Fault::Away,
        Fault::NothingSaid,
        Fault::AnswerLost,
        Fault::AnswerLostAndAway
    )]
    fault: Fault,
) {
    let world = World::new().await;
    tokio::spawn(Arc::clone(&world.games).wake_sleepers());
    world.games.context.faults.plan(1, fault);
    let made = create(&world.games, &session(Color::White), &wanted(Opponent::Lobby {})).await;
    assert!(world.games.context.faults.mend());
    let open = async || world.games.context.store.open_seeks("lobby", 10).await.expect("answered");
    assert_eq!(made.is_ok(), fault == Fault::AnswerLost);
    assert_eq!(open().await.len(), usize::from(fault.is_written()));
    if let Ok(id) = &made {
        assert_eq!(open().await[0].id, *id);
    }
    // Nobody waits there, so it is withdrawn, even if nobody knows of it.
    until(&world, async || open().await.is_empty()).await;
}

#[tokio::test]
async fn who_is_renamed_while_joining_has_the_new_nickname() {
    let world = World::new().await;
    for round in 0..100 {
        let id = world.game("lobby", "none").await;
        let (by, nickname) = (asker(Color::Black), format!("Bia {round}"));
        let black = session(Color::Black);
        let (joined, renamed) =
            tokio::join!(world.games.join(&id, &by), world.games.rename(&black, &nickname));
        assert!(joined.is_ok() && renamed.is_ok(), "{joined:?} {renamed:?}");
        let shown = world.games.view(&id, &black).await.expect("it can be seen");
        assert_eq!(shown.players.black.expect("she plays").name, nickname);
    }
}
