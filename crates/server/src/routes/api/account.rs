//! Accounts of programs and of those who play by them: tokens, who one is, who is online.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ApiError, Bearer, host_of, ok, read_body, stream};
use crate::app::App;
use crate::auth::Session;
use crate::bots::hub::Event;
use crate::bots::shape::{self, Kind};
use crate::game::rows::BOT;

/// The most tokens that are tested at once.
const MOST_TESTED: usize = 100;
/// The most names whose status is asked at once.
const MOST_STATUSES: usize = 100;
/// What lets somebody see events and games.
const ANY: [&str; 4] = ["bot:play", "board:play", "challenge:read", "challenge:write"];

/// What tokens prove. Each is told by itself; the answer shows nothing that the token does not.
pub async fn test_tokens(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Json<Value>, ApiError> {
    let body = read_body(request, &app).await?;
    let text = String::from_utf8_lossy(&body);
    let mut answers = Map::new();
    for token in text.trim().split(',').map(str::trim).filter(|it| !it.is_empty()).take(MOST_TESTED)
    {
        let proven = app.tokens.prove(&app.games, token).await?;
        let answer = proven.map_or(Value::Null, |proven| {
            json!({
                "userId": proven.account.id, "scopes": proven.scopes.join(","), "expires": null,
            })
        });
        answers.insert(token.to_owned(), answer);
    }
    Ok(Json(Value::Object(answers)))
}

/// Who a token belongs to.
pub async fn account(State(app): State<Arc<App>>, bearer: Bearer) -> Json<Value> {
    let is_online = app.games.context.hub.is_online(&bearer.session());
    Json(shape::account(&bearer.proven.account, is_online, &bearer.host))
}

/// A program's account stays one; a person's does not become one.
pub async fn upgrade(bearer: Bearer) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&["bot:play"])?;
    let account = &bearer.proven.account;
    if account.title.as_deref() == Some(BOT) {
        return Ok(ok());
    }
    Err(ApiError::bad(format!("{} is a person here; make an account for the bot", account.name)))
}

/// How many games are listed.
#[derive(Deserialize)]
pub struct Number {
    nb: Option<usize>,
}

/// The games of an account that go on.
pub async fn playing(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    Query(query): Query<Number>,
) -> Result<Json<Value>, ApiError> {
    bearer.must_allow(&ANY)?;
    let session = bearer.session();
    let mut games = Vec::new();
    for row in app.games.context.store.running_games_of(&session.0).await? {
        games.extend(game_info(&app, &row.id, &session).await);
    }
    games.truncate(query.nb.unwrap_or(50));
    let turns = games.iter().filter(|game| game["isMyTurn"] == true).count();
    Ok(Json(json!({ "nowPlaying": games, "nbMyTurn": turns })))
}

/// A game as events tell it to one of its players; `None` if these programs do not know it.
pub async fn game_info(app: &Arc<App>, id: &str, session: &Session) -> Option<Value> {
    let view = app.games.view(id, session).await.ok()?;
    let kind = Kind::of(view.variant.into(), &view.initial_fen)?;
    let color = match view.you? {
        estopim_protocol::Seat::White | estopim_protocol::Seat::Both => {
            estopim_protocol::Color::White
        }
        estopim_protocol::Seat::Black => estopim_protocol::Color::Black,
    };
    Some(shape::game_info(&view, kind, color))
}

/// What happens to an account: challenges, and games that begin and end.
pub async fn events(State(app): State<Arc<App>>, bearer: Bearer) -> Result<Response, ApiError> {
    bearer.must_allow(&ANY)?;
    let hub = &app.games.context.hub;
    let session = bearer.session();
    let mut subscription = hub.subscribe(&session, &bearer.proven.hash);
    let (owned, host) = (Arc::clone(&app), bearer.host.clone());
    Ok(stream(&app, move |lines| async move {
        let app = owned;
        let (asked, asks) = app.challenges.of(&session);
        for challenge in asked.into_iter().chain(asks) {
            let event = Event::Challenge(challenge);
            if let Some(line) = event_line(&app, &event, &session, &host).await {
                lines.send(&line).await?;
            }
        }
        let running = app.games.context.store.running_games_of(&session.0).await;
        for row in running.unwrap_or_default() {
            let event = Event::GameStart(row.id);
            if let Some(line) = event_line(&app, &event, &session, &host).await {
                lines.send(&line).await?;
            }
        }
        let mut beats = super::beats();
        loop {
            tokio::select! {
                event = subscription.events.recv() => match event {
                    None | Some(Event::Replaced) => return Ok(()),
                    Some(event) => {
                        if let Some(line) = event_line(&app, &event, &session, &host).await {
                            lines.send(&line).await?;
                        }
                    }
                },
                _ = beats.tick() => lines.keep_alive().await?,
                () = lines.gone() => return Ok(()),
            }
        }
    }))
}

async fn event_line(app: &Arc<App>, event: &Event, session: &Session, host: &str) -> Option<Value> {
    let challenge = |kind: &str, it: &crate::bots::challenges::Challenge| {
        let is_asked = it.asked.session == *session;
        json!({ "type": kind, "challenge": shape::challenge(it, host, is_asked) })
    };
    Some(match event {
        Event::Challenge(it) => challenge("challenge", it),
        Event::Canceled(it) => challenge("challengeCanceled", it),
        Event::Declined(it) => challenge("challengeDeclined", it),
        Event::GameStart(id) => {
            json!({ "type": "gameStart", "game": game_info(app, id, session).await? })
        }
        Event::GameFinish(id) => {
            json!({ "type": "gameFinish", "game": game_info(app, id, session).await? })
        }
        Event::Replaced => return None,
    })
}

/// Somebody's account.
pub async fn user(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, ApiError> {
    let row = app.games.context.store.account(&shape::id_of(&name)).await?;
    let row = row.ok_or_else(ApiError::missing)?;
    let is_online = app.games.context.hub.is_online(&Session(row.session.clone()));
    Ok(Json(shape::account(&row, is_online, &host_of(&headers))))
}

/// Whose status is asked.
#[derive(Deserialize)]
pub struct Ids {
    ids: Option<String>,
}

/// Whether accounts are online.
pub async fn statuses(
    State(app): State<Arc<App>>,
    Query(query): Query<Ids>,
) -> Result<Json<Value>, ApiError> {
    let mut rows = Vec::new();
    let ids = query.ids.unwrap_or_default();
    for id in ids.split(',').filter(|id| !id.is_empty()).take(MOST_STATUSES) {
        let Some(row) = app.games.context.store.account(&shape::id_of(id)).await? else { continue };
        let mut status = json!({ "id": row.id, "name": row.name });
        if let Some(title) = &row.title {
            status["title"] = json!(title);
        }
        if app.games.context.hub.is_online(&Session(row.session)) {
            status["online"] = json!(true);
        }
        rows.push(status);
    }
    Ok(Json(Value::Array(rows)))
}

/// The programs that are online.
pub async fn online_bots(
    State(app): State<Arc<App>>,
    Query(query): Query<Number>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let host = host_of(&headers);
    let mut users = Vec::new();
    for session in app.games.context.hub.online() {
        let row = app.games.context.store.account_of_session(&session.0).await?;
        if let Some(row) = row.filter(|row| row.title.as_deref() == Some(BOT)) {
            users.push(shape::account(&row, true, &host));
        }
    }
    users.truncate(query.nb.unwrap_or(512));
    Ok(stream(&app, move |lines| async move {
        for user in users {
            lines.send(&user).await?;
        }
        Ok(())
    }))
}
