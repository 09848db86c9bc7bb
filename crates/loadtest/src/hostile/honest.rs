//! Honest people: they play at a normal pace, from one address each, and record what they see.

use std::time::Duration;

use estopim_protocol::{ClientMessage, EndReason, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Variant};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use super::{HostileReport, Target};
use crate::client::{Connection, Visitor};
use crate::drive::DriveError;
use crate::games::Script;

/// The networks honest people come from.
const PLAYERS: u8 = 1;
const LEARNERS: u8 = 2;
/// How long a person thinks: between these, by turns.
const THOUGHT_MS: [u64; 5] = [600, 1_400, 900, 1_200, 900];
/// The level that people play against.
const LEVEL: u8 = 5;

/// Two people who play game after game.
pub async fn against_each_other(target: Target, number: usize, script: Script) -> HostileReport {
    let mut report = HostileReport::default();
    // Not all in the same moment.
    sleep(Duration::from_millis(7 * number as u64)).await;
    while target.is_open() {
        if let Err(error) = play_a_game(&target, number, &script, &mut report).await {
            report.faults.push(format!("game {number}: {error}"));
            sleep(Duration::from_secs(1)).await;
        }
    }
    report
}

async fn play_a_game(
    target: &Target,
    number: usize,
    script: &Script,
    report: &mut HostileReport,
) -> Result<(), DriveError> {
    let mut host = target.visitor(PLAYERS, 2 * number).await?;
    let mut guest = target.visitor(PLAYERS, 2 * number + 1).await?;
    let clock = json!({ "type": "clock", "baseSeconds": 30, "incrementSeconds": 2 });
    let id = make(&mut host, &json!({ "type": "friend" }), &clock).await?;
    let joined = guest.post(&format!("/api/games/{id}/join"), &Value::Null).await?;
    if joined.status != 200 {
        return Err(DriveError::Refused { wanted: "a seat", found: joined.body });
    }
    let (seat, first) = watch(&host, &id).await?;
    let (_, second) = watch(&guest, &id).await?;
    let mut connections = if seat == Some(Seat::White) { [first, second] } else { [second, first] };
    target.set_game(number, &id);
    for (ply, text) in script.iter().enumerate() {
        sleep(Duration::from_millis(THOUGHT_MS[(ply + number) % THOUGHT_MS.len()])).await;
        if !target.is_open() {
            break;
        }
        let [mover, other] = {
            let [white, black] = &mut connections;
            if ply % 2 == 0 { [white, black] } else { [black, white] }
        };
        let sent = Instant::now();
        send_move(mover, &id, ply, text).await?;
        let Some(()) = see_move(other, ply, report).await? else { return Ok(()) };
        report.moves.add(sent.elapsed());
        let Some(()) = see_move(mover, ply, report).await? else { return Ok(()) };
    }
    connections[0].send(&ClientMessage::Resign { id }).await?;
    Ok(())
}

/// Somebody who plays against the computer, game after game.
pub async fn against_computer(target: Target, number: usize) -> HostileReport {
    let mut report = HostileReport::default();
    while target.is_open() {
        if let Err(error) = play_the_computer(&target, number, &mut report).await {
            report.faults.push(format!("against the computer {number}: {error}"));
            sleep(Duration::from_secs(1)).await;
        }
    }
    report
}

async fn play_the_computer(
    target: &Target,
    number: usize,
    report: &mut HostileReport,
) -> Result<(), DriveError> {
    let mut visitor = target.visitor(LEARNERS, number).await?;
    let opponent = json!({ "type": "computer", "level": LEVEL, "color": "white" });
    let clock = json!({ "type": "clock", "baseSeconds": 300, "incrementSeconds": 5 });
    let id = make(&mut visitor, &opponent, &clock).await?;
    let (_, mut connection) = watch(&visitor, &id).await?;
    let mut legal = vec!["e2e4".to_owned()];
    for ply in (0..).step_by(2) {
        sleep(Duration::from_millis(THOUGHT_MS[(ply + number) % THOUGHT_MS.len()])).await;
        if !target.is_open() {
            break;
        }
        let sent = Instant::now();
        let text = &legal[(7 * ply + number) % legal.len()];
        send_move(&mut connection, &id, ply, text).await?;
        let Some(()) = see_move(&mut connection, ply, report).await? else { return Ok(()) };
        let seen = connection.wait_for(|message| match message {
            ServerMessage::Moved { position, .. } => Some(Some(position)),
            ServerMessage::Snapshot { game, .. } if game.moves.len() > ply + 1 => {
                Some(Some(game.position))
            }
            ServerMessage::Ended { .. } => Some(None),
            _ => None,
        });
        let Some(position) = seen.await? else { return Ok(()) };
        report.computer.add(sent.elapsed());
        let Ok(position) = AnyPosition::from_fen(Variant::Chess, &position.fen) else {
            return Ok(());
        };
        legal = position.legal_moves().into_iter().map(|mv| position.uci(mv)).collect();
        if legal.is_empty() {
            return Ok(());
        }
    }
    connection.send(&ClientMessage::Resign { id }).await?;
    Ok(())
}

async fn make(host: &mut Visitor, opponent: &Value, time: &Value) -> Result<String, DriveError> {
    let wanted = json!({ "variant": "chess", "opponent": opponent, "time": time });
    let made = host.post("/api/games", &wanted).await?;
    let id = made.json()["id"].as_str().map(str::to_owned);
    id.ok_or(DriveError::Refused { wanted: "a game", found: made.body })
}

async fn watch(visitor: &Visitor, id: &str) -> Result<(Option<Seat>, Connection), DriveError> {
    let mut connection = visitor.connect().await?;
    connection.send(&ClientMessage::WatchGame { id: id.to_owned(), seq: None }).await?;
    let seat = connection.wait_for(|message| match message {
        ServerMessage::Snapshot { game, .. } => Some(game.you),
        _ => None,
    });
    Ok((seat.await?, connection))
}

async fn send_move(
    connection: &mut Connection,
    id: &str,
    ply: usize,
    text: &str,
) -> Result<(), DriveError> {
    let (id, text) = (id.to_owned(), text.to_owned());
    let message =
        ClientMessage::Move { id, at_ply: ply as u32, text, letters: None, client_tag: None };
    Ok(connection.send(&message).await?)
}

/// Waits for the move of a ply. `None` if the game has ended instead.
async fn see_move(
    connection: &mut Connection,
    ply: usize,
    report: &mut HostileReport,
) -> Result<Option<()>, DriveError> {
    let seen = connection.wait_for(|message| match message {
        ServerMessage::Moved { played, .. } if played.ply as usize == ply + 1 => Some(Ok(None)),
        ServerMessage::Snapshot { game, .. } if game.moves.len() > ply => Some(Ok(None)),
        ServerMessage::Ended { outcome, .. } => Some(Ok(Some(outcome.reason))),
        ServerMessage::Rejected { reason, .. } | ServerMessage::Failed { reason } => {
            Some(Err(reason.message))
        }
        _ => None,
    });
    match seen.await? {
        Ok(None) => Ok(Some(())),
        Ok(Some(reason)) => {
            report.lost_on_time += usize::from(reason == EndReason::Timeout);
            Ok(None)
        }
        Err(found) => Err(DriveError::Refused { wanted: "a move", found }),
    }
}
