//! A class as rows of the database, and back. Old rows must stay readable.

use estopim_protocol::class::{Animal, Figure, FigureColor, PairingReason};
use estopim_store::{ClassGameRow, ClassMemberRow, ClassRow};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::live::{Class, ClassGame, Ended, Member};
use crate::game::rows::color_of;

/// The word of an enum of plain words.
fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => unreachable!("words are strings, found {other:?}"),
    }
}

fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept can be written as JSON")
}

/// The row of a class.
pub fn class_row(class: &Class) -> ClassRow {
    ClassRow {
        id: class.id.clone(),
        code: class.code.clone(),
        pin: class.pin.clone(),
        name: class.name.clone(),
        created_ms: class.created_ms,
        version: class.version,
        state: json(&class.state),
    }
}

/// The row of a child.
pub fn member_row(class: &str, member: &Member) -> ClassMemberRow {
    ClassMemberRow {
        seat: member.seat.clone(),
        class: class.to_owned(),
        session: member.session.clone(),
        animal: word(member.figure.animal),
        color: word(member.figure.color),
        name: member.figure.name.clone(),
        card: member.card.clone(),
        joined_ms: member.joined_ms,
        state: json(&member.extra),
    }
}

/// The reasons of a pairing as they are kept.
pub fn why_text(why: &[PairingReason]) -> String {
    json(&why)
}

/// A class from its rows; what is wrong with them, if they cannot be read.
pub fn class_of(row: ClassRow, members: Vec<ClassMemberRow>) -> Result<Class, String> {
    Ok(Class {
        state: serde_json::from_str(&row.state).map_err(|error| error.to_string())?,
        members: members.into_iter().map(member_of).collect::<Result<_, _>>()?,
        id: row.id,
        code: row.code,
        pin: row.pin,
        name: row.name,
        created_ms: row.created_ms,
        version: row.version,
    })
}

fn member_of(row: ClassMemberRow) -> Result<Member, String> {
    let animal: Animal =
        of_word(&row.animal).ok_or_else(|| format!("unknown animal {:?}", row.animal))?;
    let color: FigureColor =
        of_word(&row.color).ok_or_else(|| format!("unknown colour {:?}", row.color))?;
    Ok(Member {
        extra: serde_json::from_str(&row.state).map_err(|error| error.to_string())?,
        figure: Figure { animal, color, name: row.name },
        seat: row.seat,
        session: row.session,
        card: row.card,
        joined_ms: row.joined_ms,
    })
}

/// A game of a class from its row.
pub fn game_of(row: ClassGameRow) -> ClassGame {
    let ended = row.ended_ms.map(|_| match (color_of(row.winner.as_deref()), &row.reason) {
        (Some(winner), _) => Ended::Won(winner),
        (None, Some(reason)) if reason == "aborted" => Ended::Aborted,
        (None, _) => Ended::Drawn,
    });
    ClassGame {
        id: row.game,
        round: row.round as u32,
        in_tournament: row.tournament != 0,
        why: serde_json::from_str(&row.why).unwrap_or_default(),
        white: row.white_id,
        black: row.black_id,
        made_ms: row.created_ms,
        ended,
    }
}
