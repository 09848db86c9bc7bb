//! Challenges between accounts, and games against the computer.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use estopim_play::TimeControl;
use estopim_protocol::bounds::{BASE_SECONDS, INCREMENT_SECONDS, LEVELS};
use estopim_protocol::rest::ColorChoice;
use estopim_rules::{AnyPosition, Color};
use estopim_store::AccountRow;
use serde_json::{Value, json};

use super::{ApiError, Bearer, Fields, ok, stream};
use crate::app::App;
use crate::auth::Session;
use crate::bots::challenges::{self, Answer, Challenge, Party, REASONS};
use crate::bots::hub::Event;
use crate::bots::shape::{self, Kind, Start};
use crate::game::create::{Pairing, Seated, chosen_color, pair};
use crate::game::rows::BOT;

/// What lets somebody challenge others.
const WRITES: [&str; 3] = ["challenge:write", "bot:play", "board:play"];
/// What lets somebody see challenges.
const READS: [&str; 4] = ["challenge:read", "challenge:write", "bot:play", "board:play"];
/// The levels of the computer that these programs know.
const AI_LEVELS: std::ops::RangeInclusive<u8> = 1..=8;

/// An account as one of the two of a challenge.
pub fn party(row: &AccountRow) -> Party {
    Party {
        session: Session(row.session.clone()),
        name: row.name.clone(),
        is_bot: row.title.as_deref() == Some(BOT),
    }
}

/// The game that is asked for: which, from where, with how much time, and who has White.
pub struct Wanted {
    /// Which game.
    pub kind: &'static Kind,
    /// From where, if not the usual position.
    pub fen: Option<String>,
    /// The time.
    pub time: TimeControl,
    /// The colour of who asks.
    pub color: ColorChoice,
}

/// Reads what is asked for.
pub fn wanted(fields: &Fields) -> Result<Wanted, ApiError> {
    let mut key = fields.get("variant").unwrap_or("standard");
    let fen = fields.get("fen").map(|fen| fen.replace('_', " "));
    if fen.is_some() && key == "standard" {
        key = "fromPosition";
    }
    let kind = Kind::by_key(key)
        .ok_or_else(|| ApiError::bad(format!("The variant {key} is not played here")))?;
    let fen = match (kind.start, fen) {
        (Start::Usual, Some(_)) => {
            return Err(ApiError::bad(format!("{} begins at the usual position", kind.name)));
        }
        (Start::Usual, None) => None,
        (Start::Drawn, None) => Some(drawn_start(kind)),
        (Start::Any, None) => return Err(ApiError::bad("A position is missing (fen)")),
        (_, Some(fen)) => {
            let position = AnyPosition::from_fen(kind.variant, &fen)
                .map_err(|error| ApiError::bad(format!("Invalid FEN: {error}")))?;
            Some(position.fen())
        }
    };
    if fields.get("days").is_some() {
        return Err(ApiError::bad("Correspondence games are not played here"));
    }
    let number = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(text) => text
            .parse::<f64>()
            .map(|number| Some(number.round() as u32))
            .map_err(|_| ApiError::bad(format!("Expected a number for {name}, found {text:?}"))),
    };
    let time = match (number("clock.limit")?, number("clock.increment")?) {
        (None, None) => TimeControl::Unlimited,
        (base, increment) => {
            let (base, increment) = (base.unwrap_or(0).max(1), increment.unwrap_or(0));
            if !BASE_SECONDS.contains(&base) || !INCREMENT_SECONDS.contains(&increment) {
                return Err(ApiError::bad("This time control is not played here"));
            }
            TimeControl::clock(base, increment)
        }
    };
    let color = match fields.get("color") {
        Some("white") => ColorChoice::White,
        Some("black") => ColorChoice::Black,
        _ => ColorChoice::Random,
    };
    Ok(Wanted { kind, fen, time, color })
}

/// One of the 960 first positions, drawn by chance.
fn drawn_start(kind: &Kind) -> String {
    let mut rank = [' '; 8];
    let mut place = |letter: char, squares: &[usize]| {
        let free: Vec<usize> = squares.iter().copied().filter(|&at| rank[at] == ' ').collect();
        rank[free[rand::random_range(0..free.len())]] = letter;
    };
    place('B', &[0, 2, 4, 6]);
    place('B', &[1, 3, 5, 7]);
    for letter in ['Q', 'N', 'N'] {
        place(letter, &[0, 1, 2, 3, 4, 5, 6, 7]);
    }
    let mut rest = ['R', 'K', 'R'].into_iter();
    let white: String = rank
        .into_iter()
        .map(|letter| if letter == ' ' { rest.next().unwrap_or('R') } else { letter })
        .collect();
    let rooks: String = white
        .chars()
        .zip('A'..='H')
        .filter_map(|(letter, file)| (letter == 'R').then_some(file))
        .collect();
    let rights: String = rooks.chars().rev().collect();
    let fen = format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights}{} - 0 1",
        white.to_lowercase(),
        rights.to_lowercase()
    );
    AnyPosition::from_fen(kind.variant, &fen).map_or(fen, |position| position.fen())
}

/// Challenge an account.
pub async fn create(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Path(name): Path<String>,
    fields: Fields,
) -> Result<Response, ApiError> {
    bearer.must_allow(&WRITES)?;
    if !app.challenges_made.allows(bearer.address, std::time::Instant::now()) {
        return Err(ApiError::too_many());
    }
    let asked = app.games.context.store.account(&shape::id_of(&name)).await?;
    let asked = asked.ok_or_else(ApiError::missing)?;
    if asked.id == bearer.proven.account.id {
        return Err(ApiError::bad("You cannot challenge yourself"));
    }
    let Wanted { kind, fen, time, color } = wanted(&fields)?;
    let new = challenges::new(party(&bearer.proven.account), party(&asked), kind, fen, time, color);
    let is_kept = fields.is_set("keepAliveStream");
    let made = app.challenges.make(new, is_kept);
    let (challenge, mut answered) = made.map_err(|reason| ApiError::bad(reason.message))?;
    let shown = shape::challenge(&challenge, &bearer.host, false);
    if !is_kept {
        return Ok(Json(shown).into_response());
    }
    let (owned, id) = (Arc::clone(&app), challenge.id.clone());
    Ok(stream(&app, move |lines| async move {
        // A program that is gone does not want the game any more.
        let withdrawn = Withdrawn { app: owned, id };
        lines.send(&shown).await?;
        let mut beats = super::beats();
        loop {
            tokio::select! {
                changed = answered.changed() => {
                    let answer = *answered.borrow_and_update();
                    let done = match answer {
                        Answer::Open if changed.is_ok() => continue,
                        Answer::Accepted => "accepted",
                        Answer::Declined(_) => "declined",
                        Answer::Open | Answer::Canceled => "canceled",
                    };
                    lines.send(&json!({ "done": done })).await?;
                    drop(withdrawn);
                    return Ok(());
                }
                _ = beats.tick() => lines.keep_alive().await?,
                () = lines.gone() => return Ok(()),
            }
        }
    }))
}

/// Withdraws a challenge when it is dropped.
struct Withdrawn {
    app: Arc<App>,
    id: String,
}

impl Drop for Withdrawn {
    fn drop(&mut self) {
        self.app.challenges.cancel(&self.id);
    }
}

/// Play against the computer.
pub async fn ai(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    fields: Fields,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    bearer.must_allow(&WRITES)?;
    let level: u8 = fields.get("level").and_then(|level| level.parse().ok()).unwrap_or(1);
    if !AI_LEVELS.contains(&level) {
        return Err(ApiError::bad(format!("Expected a level from 1 to 8, found {level}")));
    }
    // Eight levels on twelve, the last one the strongest.
    let level = (level * LEVELS.end()).div_ceil(*AI_LEVELS.end());
    let Wanted { kind, fen, time, color } = wanted(&fields)?;
    let color = Color::from(chosen_color(color));
    let session = bearer.session();
    let mut seats = [Seated::Session(session.clone()), Seated::Computer(level)];
    if color == Color::Black {
        seats.reverse();
    }
    let id = pair(
        &app.games,
        Pairing {
            id: None,
            variant: kind.variant,
            setup: fen,
            time,
            seats,
            kind: crate::game::live::Kind::Computer,
            max_infractions: None,
            is_watchable: false,
        },
    )
    .await?;
    app.games.context.hub.tell(&session, &Event::GameStart(id.clone()));
    let view = app.games.view(&id, &session).await?;
    let info = shape::game_info(&view, kind, color.into());
    Ok((
        StatusCode::CREATED,
        Json(json!({
            "id": id, "variant": info["variant"], "speed": info["speed"], "perf": info["perf"],
            "rated": false, "source": "ai", "createdAt": view.created_ms, "fen": info["fen"],
            "turns": 0, "status": info["status"], "player": color.to_string(), "fullId": info["fullId"],
        })),
    ))
}

/// The open challenges of an account.
pub async fn list(State(app): State<Arc<App>>, bearer: Bearer) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&READS)?;
    let (asked, asks) = app.challenges.of(&bearer.session());
    let shown = |all: Vec<Arc<Challenge>>, is_asked: bool| -> Vec<Value> {
        all.iter().map(|it| shape::challenge(it, &bearer.host, is_asked)).collect()
    };
    Ok(Json(json!({ "in": shown(asked, true), "out": shown(asks, false) })))
}

/// One challenge.
pub async fn show(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&READS)?;
    let challenge = app.challenges.find(&id).ok_or_else(ApiError::missing)?;
    let session = bearer.session();
    let is_asked = challenge.asked.session == session;
    if !is_asked && challenge.challenger.session != session {
        return Err(ApiError::missing());
    }
    Ok(Json(shape::challenge(&challenge, &bearer.host, is_asked)))
}

/// Accept a challenge.
pub async fn accept(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&WRITES)?;
    let game = app.challenges.accept(&app.games, &id, &bearer.session()).await?;
    game.map(|_| ok()).ok_or_else(ApiError::missing)
}

/// Decline a challenge.
pub async fn decline(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&WRITES)?;
    let reason = fields.get("reason").unwrap_or("generic");
    let number = REASONS.iter().position(|(key, _)| key.eq_ignore_ascii_case(reason));
    let is_declined = app.challenges.decline(&id, &bearer.session(), number.unwrap_or(0));
    if is_declined { Ok(ok()) } else { Err(ApiError::missing()) }
}

/// Withdraw a challenge.
pub async fn cancel(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&WRITES)?;
    let is_withdrawn = app.challenges.withdraw(&id, &bearer.session());
    if is_withdrawn { Ok(ok()) } else { Err(ApiError::missing()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_positions_are_positions_of_chess960() {
        let kind = Kind::by_key("chess960").expect("it is played");
        for _ in 0..200 {
            let fen = drawn_start(kind);
            let position = AnyPosition::from_fen(kind.variant, &fen).expect("a position");
            assert!(position.has_moves(), "{fen}");
            // The usual position is one of them.
            let known = Kind::of(kind.variant, &fen).map(|kind| kind.key);
            assert!(matches!(known, Some("chess960" | "standard")), "{fen}: {known:?}");
        }
    }
}
