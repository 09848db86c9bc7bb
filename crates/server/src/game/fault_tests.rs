//! Every action, with a database that fails at each of its writes in turn. After every failure a connected client, a
//! new client and the database agree; the player who acted was told, and the action succeeds when it is repeated.

use estopim_protocol::{Color, GameStatus, GameView, Seat};
use rstest::rstest;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::command::{GameCommand, Watcher};
use super::faults::Fault;
use super::outbox::{Next, Outbox};
use super::test_world::{Client, LEFT_AFTER_MS, World, asker, session};
use crate::auth::Session;
use crate::error::Error;
use crate::limits::{Asker, ClientAddress};

/// No action writes more often.
const MOST_WRITES: usize = 8;

/// What everybody must agree on, with the clocks as they show at one moment.
fn agreed(view: &GameView, now_ms: i64) -> Value {
    let clocks = &view.clocks;
    let shown = |color, left: Option<i64>| {
        let passed = if clocks.running == Some(color) { now_ms - clocks.server_now_ms } else { 0 };
        // A clock of the whole game stops at zero.
        left.map(|left| if clocks.per_move { left - passed } else { (left - passed).max(0) })
    };
    json!({
        "moves": view.moves, "fens": view.fens, "outcome": view.outcome, "offers": view.offers,
        "chat": view.chat, "status": view.status, "players": view.players,
        // The clock of a computer that waits for a thread stands, which is not written.
        "rematch": view.rematch_id, "running": clocks.running.filter(|_| clocks.white_ms.is_some()),
        "white": shown(Color::White, clocks.white_ms),
        "black": shown(Color::Black, clocks.black_ms),
    })
}

/// An action: how the game stands before it, what is done, and how to see that it was.
struct Action {
    kind: &'static str,
    time: &'static str,
    /// What both do before, each with who does it.
    before: Vec<(Color, Value)>,
    /// How long nobody does anything then, and whether Black is there.
    pause_ms: i64,
    black: Presence,
    by: Color,
    act: Act,
    is_done: fn(&GameView) -> bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    Watches,
    Away,
}

enum Act {
    /// A player says something.
    Say(Value),
    /// Somebody takes the free seat.
    Join,
    /// The seek is withdrawn.
    Withdraw,
    /// A clock runs out.
    Flag,
    /// White has another nickname.
    Rename,
}

fn moves(moves: &[&str]) -> Vec<(Color, Value)> {
    let message = |(ply, text): (usize, &&str)| {
        let color = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        (color, json!({ "type": "move", "atPly": ply, "text": text }))
    };
    moves.iter().enumerate().map(message).collect()
}

fn says(kind: &str) -> Value {
    json!({ "type": kind })
}

fn friends(before: Vec<(Color, Value)>, by: Color, act: Value) -> Action {
    Action {
        kind: "friend",
        time: "clock",
        before,
        pause_ms: 1_000,
        black: Presence::Watches,
        by,
        act: Act::Say(act),
        is_done: |_| true,
    }
}

fn after(mut before: Vec<(Color, Value)>, by: Color, kind: &str) -> Vec<(Color, Value)> {
    before.push((by, says(kind)));
    before
}

impl Action {
    fn done(self, is_done: fn(&GameView) -> bool) -> Self {
        Self { is_done, ..self }
    }

    fn of(self, kind: &'static str, time: &'static str) -> Self {
        let black = if kind == "friend" { self.black } else { Presence::Away };
        Self { kind, time, black, ..self }
    }

    async fn perform(&self, world: &World, id: &str, client: &Client) -> Result<(), Error> {
        let (reply, answer) = oneshot::channel();
        match &self.act {
            Act::Say(message) => {
                client.act(world, id, message).await;
                return Ok(());
            }
            Act::Flag => {
                // It is tried again after a while.
                world.time.advance(1_500);
                tokio::task::yield_now().await;
                world.idle(id).await;
                return Ok(());
            }
            Act::Rename => {
                let renamed =
                    world.games.rename(&session(Color::White), &format!("Ana {id}")).await;
                world.idle(id).await;
                return renamed;
            }
            Act::Join => {
                let by = asker(Color::Black);
                world.ask(id, GameCommand::Join { by, reply }).await;
            }
            Act::Withdraw => world.ask(id, GameCommand::Withdraw { reply }).await,
        }
        answer.await.expect("an answer")
    }
}

/// Does an action once with the `nth` write failing, checks that all agree, and tells whether a write failed.
async fn check_once(world: &World, action: &Action, fault: Fault, nth: usize) -> bool {
    let context = format!("{fault:?} of write {nth}");
    let id = world.game(action.kind, action.time).await;
    let mut clients = vec![Client::watch(world, &id, Color::White, 1).await];
    if action.black == Presence::Watches {
        clients.push(Client::watch(world, &id, Color::Black, 2).await);
    }
    for (by, message) in &action.before {
        world.pass(100).await;
        let client = clients.iter().find(|client| client.color == *by);
        client.unwrap_or(&clients[0]).act(world, &id, message).await;
    }
    world.pass(action.pause_ms).await;
    for client in &mut clients {
        client.hear();
        assert!(client.refused.is_empty(), "before: {:?}", client.refused);
    }
    let actor = usize::from(action.by == Color::Black && clients.len() > 1);

    world.games.context.faults.plan(nth, fault);
    let result = action.perform(world, &id, &clients[actor]).await;
    let has_failed = world.games.context.faults.mend();
    check_agreement(world, &id, &mut clients, &context).await;
    let is_done = (action.is_done)(&clients[actor].view);
    let is_told = result.is_err() || !clients[actor].refused.is_empty();
    let is_asked = !matches!(action.act, Act::Flag);
    if !has_failed {
        assert!(is_done && !is_told, "{context}: {result:?} {:?}", clients[actor].refused);
        return false;
    }
    // What is known to be written is done; for everything else there is an answer.
    assert!(is_done || is_told || !is_asked, "{context}: nobody was told");
    assert!(!is_done || fault.is_written() || nth > 1, "{context}: done without being written");
    if !is_done {
        clients[actor].refused.clear();
        world.pass(1_000).await;
        let again = action.perform(world, &id, &clients[actor]).await;
        check_agreement(world, &id, &mut clients, &format!("{context}, again")).await;
        assert!(again.is_ok(), "{context}, again: {again:?}");
        assert!(clients[actor].refused.is_empty(), "{context}: {:?}", clients[actor].refused);
        assert!((action.is_done)(&clients[actor].view), "{context}: not done again");
    }
    true
}

/// Checks that the clients, a new client and the database agree.
async fn check_agreement(world: &World, id: &str, clients: &mut [Client], context: &str) {
    let fresh = Client::watch(world, id, Color::White, 3).await;
    let now_ms = world.time.now_ms();
    let kept = agreed(&world.kept(id).await, now_ms);
    assert_eq!(agreed(&fresh.view, now_ms), kept, "{context}: a fresh client and the database");
    for client in clients {
        client.hear();
        let (color, told) = (client.color, agreed(&client.view, now_ms));
        assert_eq!(told, kept, "{context}: what {color:?} was told and the database");
    }
}

#[rstest]
#[case::moves(friends(vec![], Color::White, json!({ "type": "move", "atPly": 0, "text": "e4" })).done(|view| view.moves.len() == 1))]
#[case::a_move_that_mates(friends(moves(&["f3", "e5", "g4"]), Color::Black, json!({ "type": "move", "atPly": 3, "text": "Qh4" })).done(|view| view.outcome.is_some()))]
#[case::a_move_that_declines(friends(after(moves(&["e4"]), Color::White, "offerDraw"), Color::Black, json!({ "type": "move", "atPly": 1, "text": "e5" })).done(|view| view.moves.len() == 2 && view.offers.draw.is_none()))]
#[case::offers_a_draw(friends(moves(&["e4"]), Color::White, says("offerDraw")).done(|view| view.offers.draw == Some(Color::White)))]
#[case::accepts_a_draw(friends(after(moves(&["e4"]), Color::White, "offerDraw"), Color::Black, says("acceptDraw")).done(|view| view.outcome.is_some()))]
#[case::declines_a_draw(friends(after(moves(&["e4"]), Color::White, "offerDraw"), Color::Black, says("declineDraw")).done(|view| view.offers.draw.is_none()))]
#[case::offers_the_computer_a_draw(friends(vec![], Color::White, says("offerDraw")).of("computer", "none").done(|view| view.offers.draw.is_none()))]
#[case::offers_a_draw_at_one_screen(friends(moves(&["e4"]), Color::White, says("offerDraw")).of("hotSeat", "none").done(|view| view.outcome.is_some()))]
#[case::offers_a_takeback(friends(moves(&["e4"]), Color::White, says("offerTakeback")).done(|view| view.offers.takeback == Some(Color::White)))]
#[case::accepts_a_takeback(friends(after(moves(&["e4"]), Color::White, "offerTakeback"), Color::Black, says("acceptTakeback")).done(|view| view.moves.is_empty()))]
#[case::declines_a_takeback(friends(after(moves(&["e4"]), Color::White, "offerTakeback"), Color::Black, says("declineTakeback")).done(|view| view.offers.takeback.is_none()))]
#[case::takes_back_at_one_screen(friends(moves(&["e4", "e5"]), Color::White, says("offerTakeback")).of("hotSeat", "clock").done(|view| view.moves.len() == 1))]
#[case::resigns_with_an_offer_standing(friends(after(moves(&["e4"]), Color::White, "offerDraw"), Color::White, says("resign")).done(|view| view.outcome.is_some()))]
#[case::resigns_to_the_computer(friends(vec![], Color::White, says("resign")).of("computer", "none").done(|view| view.outcome.is_some()))]
#[case::aborts(friends(moves(&["e4"]), Color::Black, says("abort")).done(|view| view.outcome.is_some()))]
#[case::gives_time(Action { pause_ms: 31_000, ..friends(moves(&["e4"]), Color::White, says("giveTime")).of("friend", "perMove") }.done(|view| view.clocks.overdue.is_none()))]
#[case::claims_time(Action { pause_ms: 31_000, ..friends(moves(&["e4"]), Color::White, says("claimTime")).of("friend", "perMove") }.done(|view| view.outcome.is_some()))]
#[case::claims_a_game_that_was_left(Action { pause_ms: LEFT_AFTER_MS, black: Presence::Away, ..friends(vec![], Color::White, says("claimLeft")).of("friend", "none") }.done(|view| view.outcome.is_some()))]
#[case::offers_a_rematch(friends(after(moves(&["e4"]), Color::White, "resign"), Color::White, says("offerRematch")).done(|view| view.offers.rematch.is_some()))]
#[case::accepts_a_rematch(friends(after(after(moves(&["e4"]), Color::White, "resign"), Color::Black, "offerRematch"), Color::White, says("acceptRematch")).done(|view| view.rematch_id.is_some() && view.offers.rematch.is_none()))]
#[case::declines_a_rematch(friends(after(after(moves(&["e4"]), Color::White, "resign"), Color::Black, "offerRematch"), Color::White, says("declineRematch")).done(|view| view.offers.rematch.is_none()))]
#[case::offers_the_computer_a_rematch(friends(after(vec![], Color::White, "resign"), Color::White, says("offerRematch")).of("computer", "none").done(|view| view.rematch_id.is_some()))]
#[case::talks(friends(vec![], Color::White, json!({ "type": "chat", "text": "bom jogo" })).done(|view| !view.chat.is_empty()))]
#[case::joins(Action { act: Act::Join, black: Presence::Away, ..friends(vec![], Color::White, Value::Null).of("lobby", "clock") }.done(|view| view.status == GameStatus::Playing))]
#[case::withdraws_a_seek(Action { act: Act::Withdraw, black: Presence::Away, ..friends(vec![], Color::White, Value::Null).of("lobby", "none") }.done(|view| view.outcome.is_some()))]
#[case::takes_a_nickname(Action { act: Act::Rename, ..friends(vec![], Color::White, Value::Null) }.done(|view| view.players.white.as_ref().is_some_and(|white| white.name.ends_with(&view.id))))]
#[case::loses_on_time(Action { act: Act::Flag, pause_ms: 29_500, ..friends(moves(&["e4"]), Color::White, Value::Null) }.done(|view| view.outcome.is_some()))]
#[tokio::test]
async fn whatever_write_of_an_action_fails_all_agree_and_it_can_be_done_again(
    #[case] action: Action,
) {
    let world = World::new().await;
    for fault in Fault::ALL {
        let mut nth = 1;
        while check_once(&world, &action, fault, nth).await {
            nth += 1;
            assert!(nth <= MOST_WRITES, "{fault:?}: too many writes for one action");
        }
    }
}

#[rstest]
#[tokio::test]
async fn a_computers_move_that_cannot_be_written_is_made_later_and_all_agree(
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
    let id = world.game("computer", "none").await;
    let mut clients = [Client::watch(&world, &id, Color::White, 1).await];
    world.pass(1_000).await;
    // The person's move is written; the computer's is not.
    world.games.context.faults.plan(2, fault);
    clients[0].act(&world, &id, &json!({ "type": "move", "atPly": 0, "text": "e4" })).await;
    while !world.games.context.faults.has_failed() {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    world.idle(&id).await;
    world.games.context.faults.mend();
    check_agreement(&world, &id, &mut clients, &format!("{fault:?}")).await;
    while clients[0].view.moves.len() < 2 {
        world.pass(100).await;
        world.idle(&id).await;
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        clients[0].hear();
    }
    assert!(clients[0].refused.is_empty(), "{:?}", clients[0].refused);
    assert_eq!(world.kept(&id).await.moves, clients[0].view.moves);
}

#[tokio::test]
async fn a_game_in_doubt_says_nothing_until_it_has_been_read() {
    let world = World::new().await;
    let id = world.game("friend", "none").await;
    let mut white = Client::watch(&world, &id, Color::White, 1).await;
    let faults = &world.games.context.faults;
    faults.plan(1, Fault::AnswerLostAndAway);
    white.act(&world, &id, &says("resign")).await;
    // A fresh client is hung up on and comes back; another wish is refused.
    let outbox = Outbox::default();
    let watcher = Watcher { socket: 7, asker: asker(Color::Black), outbox: outbox.clone() };
    world.ask(&id, GameCommand::Watch { watcher, seq: None }).await;
    white.act(&world, &id, &says("offerDraw")).await;
    assert_eq!(outbox.ready(), Some(Next::HangUp));
    white.hear();
    assert_eq!((white.refused.len(), white.view.status), (2, GameStatus::Playing));
    faults.mend();
    // Nobody asks: the game looks for itself.
    world.pass(2_000).await;
    world.idle(&id).await;
    white.hear();
    assert_eq!(white.view.status, GameStatus::Ended);
}

#[tokio::test]
async fn a_takeback_is_written_out_once_for_each_seat() {
    let world = World::new().await;
    let id = world.game("friend", "none").await;
    let white = Client::watch(&world, &id, Color::White, 1).await;
    let black = Client::watch(&world, &id, Color::Black, 2).await;
    let mut spectators = Vec::new();
    for socket in 10..14 {
        let outbox = Outbox::default();
        let session = Session(format!("spectator {socket}"));
        let asker = Asker { session, address: ClientAddress([127, 0, 0, 1].into()) };
        let watcher = Watcher { socket, asker, outbox: outbox.clone() };
        world.ask(&id, GameCommand::Watch { watcher, seq: None }).await;
        spectators.push(outbox);
    }
    white.act(&world, &id, &moves(&["e4"])[0].1).await;
    white.act(&world, &id, &says("offerTakeback")).await;
    black.act(&world, &id, &says("acceptTakeback")).await;
    // It replaces what waited before it, so it comes first.
    let told = |outbox: &Outbox| match outbox.ready() {
        Some(Next::Send(text)) => text,
        next => panic!("{next:?}"),
    };
    let texts: Vec<_> = spectators.iter().map(told).collect();
    assert!(texts[0].contains("\"tookBack\""), "{}", texts[0]);
    assert!(texts.iter().all(|text| text.as_ptr() == texts[0].as_ptr()), "written out again");
    for (outbox, seat) in [(&white.outbox, Seat::White), (&black.outbox, Seat::Black)] {
        let game: Value = serde_json::from_str(&told(outbox)).expect("JSON");
        assert_eq!(game["game"]["you"], serde_json::to_value(seat).expect("a word"));
    }
}
