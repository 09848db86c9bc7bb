//! Playing by requests: the stream of a game, moves and everything else that players do. The same for programs (`bot`)
//! and for people who play by a program of their own (`board`).

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use estopim_protocol::{Author, ClientMessage, ReasonCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ApiError, Bearer, Fields, ok, stream};
use crate::app::App;
use crate::bots::game_stream::GameStream;
use crate::bots::shape::{self, Kind};
use crate::game::follow::Follower;
use crate::game::rows::BOT;

/// How somebody plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Api {
    /// As a program.
    Bot,
    /// As a person, with a program instead of the page.
    Board,
}

impl Api {
    /// Both, with the word in their paths.
    pub const ALL: [(Self, &'static str); 2] = [(Self::Bot, "bot"), (Self::Board, "board")];
}

/// Refuses a token without the scope, and an account of the other kind.
fn must_play(bearer: &Bearer, api: Api) -> Result<(), ApiError> {
    let is_bot = bearer.proven.account.title.as_deref() == Some(BOT);
    let (scope, is_sound, refused) = match api {
        Api::Bot => ("bot:play", is_bot, "This endpoint can only be used with a Bot account."),
        Api::Board => ("board:play", !is_bot, "This endpoint cannot be used with a Bot account."),
    };
    bearer.must_allow(&[scope])?;
    if is_sound { Ok(()) } else { Err(ApiError::bad(refused)) }
}

/// A game as it goes on.
pub async fn follow(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    must_play(&bearer, api)?;
    let view = app.games.view(&id, &bearer.session()).await?;
    if view.you.is_none() || Kind::of(view.variant.into(), &view.initial_fen).is_none() {
        return Err(ApiError::missing());
    }
    let mut follower = Follower::start(&app.games, &id, bearer.asker()).await?;
    Ok(stream(&app, move |lines| async move {
        let mut told = GameStream::default();
        let mut beats = super::beats();
        while !told.is_over() {
            tokio::select! {
                message = follower.next() => {
                    let Some(message) = message else { return Ok(()) };
                    for line in told.lines(message) {
                        lines.send(&line).await?;
                    }
                }
                _ = beats.tick() => lines.keep_alive().await?,
                () = lines.gone() => return Ok(()),
            }
        }
        Ok(())
    }))
}

/// Whether a draw is offered with a move.
#[derive(Deserialize)]
pub struct Offering {
    #[serde(rename = "offeringDraw")]
    offering_draw: Option<String>,
}

/// A move.
pub async fn play(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path((id, uci)): Path<(String, String)>,
    Query(query): Query<Offering>,
) -> Result<Json<Value>, ApiError> {
    must_play(&bearer, api)?;
    let offers_draw = query.offering_draw.is_some_and(|text| is_yes(&text));
    let played = app.games.play_uci(&id, &bearer.asker(), &uci, offers_draw).await;
    played.map(|()| ok()).map_err(|error| match error.0.code {
        ReasonCode::NotYourTurn | ReasonCode::GameOver | ReasonCode::NotStarted => {
            ApiError::bad("Not your turn, or game already over")
        }
        ReasonCode::NotAMove => ApiError::bad(format!("Invalid UCI: {}", shortened(&uci))),
        ReasonCode::NoSuchGame
        | ReasonCode::NotYourGame
        | ReasonCode::Internal
        | ReasonCode::Busy => error.into(),
        _ => match (uci.get(..2), uci.get(2..4)) {
            (Some(from), Some(to)) => ApiError::bad(format!("Piece on {from} cannot move to {to}")),
            _ => ApiError::bad(format!("Invalid UCI: {}", shortened(&uci))),
        },
    })
}

fn shortened(text: &str) -> String {
    text.chars().take(10).collect()
}

fn is_yes(text: &str) -> bool {
    matches!(text, "yes" | "true" | "True" | "1")
}

async fn act(
    app: &Arc<App>,
    bearer: &Bearer,
    message: ClientMessage,
) -> Result<Json<Value>, ApiError> {
    let id = match &message {
        ClientMessage::Resign { id }
        | ClientMessage::Abort { id }
        | ClientMessage::OfferDraw { id }
        | ClientMessage::DeclineDraw { id }
        | ClientMessage::OfferTakeback { id }
        | ClientMessage::DeclineTakeback { id }
        | ClientMessage::ClaimLeft { id }
        | ClientMessage::Chat { id, .. } => id.clone(),
        _ => return Err(ApiError::missing()),
    };
    app.games.act(&id, &bearer.asker(), &message).await?;
    Ok(ok())
}

/// What is done without a further word.
pub async fn command(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path((id, what)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    must_play(&bearer, api)?;
    let message = match what.as_str() {
        "resign" => ClientMessage::Resign { id },
        "abort" => ClientMessage::Abort { id },
        "claim-victory" => ClientMessage::ClaimLeft { id },
        "claim-draw" => return Err(ApiError::bad("There is no draw to claim here")),
        "berserk" => return Err(ApiError::bad("There is no berserk here")),
        _ => return Err(ApiError::missing()),
    };
    act(&app, &bearer, message).await
}

/// An offer, or an answer to one.
pub async fn offer(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path((id, what, answer)): Path<(String, String, String)>,
) -> Result<Json<Value>, ApiError> {
    must_play(&bearer, api)?;
    let message = match (what.as_str(), is_yes(&answer)) {
        // Who offers what the other side offers has agreed.
        ("draw", true) => ClientMessage::OfferDraw { id },
        ("draw", false) => ClientMessage::DeclineDraw { id },
        ("takeback", true) => ClientMessage::OfferTakeback { id },
        ("takeback", false) => ClientMessage::DeclineTakeback { id },
        _ => return Err(ApiError::missing()),
    };
    act(&app, &bearer, message).await
}

/// Say something. There is one room; what is said to spectators is heard by nobody.
pub async fn say(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Json<Value>, ApiError> {
    must_play(&bearer, api)?;
    let text = fields.get("text").ok_or_else(|| ApiError::bad("A text is missing"))?.to_owned();
    if fields.get("room") == Some("spectator") {
        return Ok(ok());
    }
    act(&app, &bearer, ClientMessage::Chat { id, text }).await
}

/// What was said.
pub async fn said(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Extension(api): Extension<Api>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    must_play(&bearer, api)?;
    let view = app.games.view(&id, &bearer.session()).await?;
    if view.you.is_none() {
        return Err(ApiError::missing());
    }
    let line = |line: &estopim_protocol::ChatLine| {
        let by = match line.by {
            Author::White => view.players.white.as_ref()?,
            Author::Black => view.players.black.as_ref()?,
            Author::Computer => return None,
        };
        Some(json!({ "user": by.name, "text": line.text.as_ref()? }))
    };
    Ok(Json(Value::Array(view.chat.iter().filter_map(line).collect())))
}

/// A game as PGN, or as JSON for those who ask for that.
pub async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let accept = headers.get(ACCEPT).and_then(|it| it.to_str().ok()).unwrap_or_default();
    // Games of a class are shown to nobody from outside.
    let nobody = crate::auth::Session(String::new());
    if !accept.contains("application/json") {
        let pgn = app.games.pgn(&id, Some(&nobody)).await?;
        return Ok(([(CONTENT_TYPE, "application/x-chess-pgn")], pgn).into_response());
    }
    let view = app.games.view(&id, &nobody).await?;
    let kind = Kind::of(view.variant.into(), &view.initial_fen).ok_or_else(ApiError::missing)?;
    let full = shape::game_full(&view, kind);
    let san: Vec<&str> = view.moves.iter().map(|played| played.san.as_str()).collect();
    let user = |side: &Value| json!({ "user": { "name": side["name"], "id": side["id"] }, "rating": side["rating"] });
    let mut game = json!({
        "id": view.id, "rated": false, "variant": kind.key, "speed": full["speed"],
        "perf": full["speed"], "createdAt": view.created_ms,
        "lastMoveAt": view.moves.last().map_or(view.created_ms, |played| played.at_ms),
        "status": full["state"]["status"], "moves": san.join(" "),
        "players": { "white": user(&full["white"]), "black": user(&full["black"]) },
    });
    if let Some(winner) = view.outcome.and_then(|outcome| outcome.winner) {
        game["winner"] = json!(winner);
    }
    Ok(Json(game).into_response())
}
