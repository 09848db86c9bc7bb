//! Games that are not followed live: making, joining, reading, listing.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use estopim_protocol::bounds::{DEFAULT_PAGE, PAGE};
use estopim_protocol::rest::{
    ChatPage, ChatQuery, ErrorBody, GameList, GameSummary, GamesQuery, NewGame, NewGameId,
    OfflineGame, ResultFilter,
};
use estopim_protocol::{GameStatus, GameView, Player, Players, Reason, ReasonCode, Seat};
use estopim_store::{GameRow, Page};

use super::{Arguments, Body, GameId, OfflineKey};
use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::game::chat::PAGE as CHAT_PAGE;
use crate::game::create;
use crate::game::load::name_of;
use crate::game::offline;
use crate::game::rows::{
    BOT, chat_line, color_of, outcome_of, result_words, time_control, variant_of,
};
use crate::limits::{Asker, ClientAddress};

/// Make a game.
#[utoipa::path(
    post, path = "/api/games", request_body = NewGame,
    responses((status = 201, body = NewGameId))
)]
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Body(wanted): Body<NewGame>,
) -> Result<(StatusCode, Json<NewGameId>), Error> {
    let id = create::create(&app.games, &session, &wanted).await?;
    Ok((StatusCode::CREATED, Json(NewGameId { id })))
}

/// Send in a game that was played without a server. It is checked by the rules and kept as a finished game of yours that counts for
/// nothing. The key is made by whoever played it: sent in again under the same key, it is the same game.
#[utoipa::path(
    put, path = "/api/offline-games/{key}", request_body = OfflineGame,
    params(("key" = String, Path, description = "Letters and digits, unlike those of your other games")),
    responses(
        (status = 200, body = NewGameId, description = "It had been sent in before"), (status = 201, body = NewGameId),
        (status = 409, body = ErrorBody, description = "The game is not over, or goes on after its end")
    )
)]
pub async fn send_in(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    OfflineKey(key): OfflineKey,
    Body(sent): Body<OfflineGame>,
) -> Result<(StatusCode, Json<NewGameId>), Error> {
    Ok(match offline::keep(&app.games, &session, &key, &sent).await? {
        offline::Kept::New(id) => (StatusCode::CREATED, Json(NewGameId { id })),
        offline::Kept::Before(id) => (StatusCode::OK, Json(NewGameId { id })),
    })
}

/// Take the free seat of a game.
#[utoipa::path(
    post, path = "/api/games/{id}/join", params(("id" = String, Path)),
    responses((status = 200, body = NewGameId), (status = 409, body = ErrorBody))
)]
pub async fn join(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Extension(address): Extension<ClientAddress>,
    GameId(id): GameId,
) -> Result<Json<NewGameId>, Error> {
    app.games.join(&id, &Asker { session, address }).await?;
    Ok(Json(NewGameId { id }))
}

/// A game as it stands.
#[utoipa::path(
    get, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameView))
)]
pub async fn view(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    GameId(id): GameId,
) -> Result<Json<GameView>, Error> {
    app.games.view(&id, &session).await.map(Json)
}

/// A game as PGN.
#[utoipa::path(
    get, path = "/api/games/{id}/pgn", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"))
)]
pub async fn pgn(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    GameId(id): GameId,
) -> Result<impl IntoResponse, Error> {
    let pgn = app.games.pgn(&id, Some(&session)).await?;
    // The id was found, so it is letters and digits.
    let name = format!("attachment; filename=\"estopim-{id}.pgn\"");
    let kind = "application/x-chess-pgn; charset=utf-8".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], pgn))
}

/// The position of a game.
#[utoipa::path(
    get, path = "/api/games/{id}/fen", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"))
)]
pub async fn fen(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    GameId(id): GameId,
) -> Result<String, Error> {
    app.games.view(&id, &session).await.map(|game| game.position.fen)
}

/// What was said at a game, the last lines first asked for.
#[utoipa::path(
    get, path = "/api/games/{id}/chat", params(("id" = String, Path), ChatQuery),
    responses((status = 200, body = ChatPage))
)]
pub async fn chat(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    GameId(id): GameId,
    Arguments(query): Arguments<ChatQuery>,
) -> Result<Json<ChatPage>, Error> {
    let store = &app.games.context.store;
    let before = query.before.map_or(i64::MAX, i64::from);
    let rows = store.chat(&id, before, CHAT_PAGE as i64).await?;
    let row = store.game(&id).await?.ok_or_else(|| Error::no_such_game(&id))?;
    app.games.must_see(&row, &session)?;
    Ok(Json(ChatPage { lines: rows.into_iter().filter_map(chat_line).collect() }))
}

/// Your games, newest first.
#[utoipa::path(
    get, path = "/api/games", params(GamesQuery),
    responses((status = 200, body = GameList), (status = 400, body = ErrorBody))
)]
pub async fn list(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Arguments(query): Arguments<GamesQuery>,
) -> Result<Json<GameList>, Error> {
    if query.mine != 1 {
        let message = format!("expected mine=1, found mine={}", query.mine);
        return Err(Reason::new(ReasonCode::BadMessage, message).into());
    }
    let limit = query.limit.unwrap_or(DEFAULT_PAGE);
    if !PAGE.contains(&limit) {
        let (min, max) = PAGE.into_inner();
        let message = format!("expected a limit from {min} to {max}, found {limit}");
        return Err(Reason::new(ReasonCode::BadMessage, message).into());
    }
    let page = Page { before_ms: query.before.unwrap_or(i64::MAX), limit: i64::from(limit) };
    let variant = query.variant.map(|variant| estopim_rules::Variant::from(variant).id());
    let result = query.result.map(|result| match result {
        ResultFilter::Won => estopim_store::ResultFilter::Won,
        ResultFilter::Lost => estopim_store::ResultFilter::Lost,
        ResultFilter::Drawn => estopim_store::ResultFilter::Drawn,
        ResultFilter::Unfinished => estopim_store::ResultFilter::Unfinished,
    });
    let store = &app.games.context.store;
    let rows = store.games_of(&session.0, page, variant, result, result_words()).await?;
    let next =
        if rows.len() == limit as usize { rows.last().map(|row| row.created_ms) } else { None };
    let games = rows.into_iter().filter_map(|row| summary(row, &session)).collect();
    Ok(Json(GameList { games, next }))
}

fn summary(row: GameRow, session: &Session) -> Option<GameSummary> {
    let computer = color_of(row.computer_color.as_deref());
    let player = |color, id: &Option<String>, name: &Option<String>, title: &Option<String>| {
        if computer == Some(color) {
            let computer_level = row.computer_level.map(|level| level as u8);
            return Some(Player { name: String::new(), id: None, computer_level, bot: false });
        }
        let id = id.as_ref()?;
        Some(Player {
            name: name_of(id, name.as_ref()),
            id: Some(id.clone()),
            computer_level: None,
            bot: title.as_deref() == Some(BOT),
        })
    };
    let sits = |id: &Option<String>| id.as_deref() == Some(session.0.as_str());
    let you = match (sits(&row.white_id), sits(&row.black_id)) {
        (true, true) => Some(Seat::Both),
        (true, false) => Some(Seat::White),
        (false, true) => Some(Seat::Black),
        (false, false) => None,
    };
    let outcome = outcome_of(&row);
    Some(GameSummary {
        variant: variant_of(&row)?.into(),
        players: Players {
            white: player(
                estopim_protocol::Color::White,
                &row.white_id,
                &row.white_name,
                &row.white_title,
            ),
            black: player(
                estopim_protocol::Color::Black,
                &row.black_id,
                &row.black_name,
                &row.black_title,
            ),
        },
        you,
        time: time_control(&row).into(),
        status: match (outcome, row.started_ms) {
            (Some(_), _) => GameStatus::Ended,
            (None, Some(_)) => GameStatus::Playing,
            (None, None) => GameStatus::Waiting,
        },
        outcome,
        offline: row.offline_key.is_some(),
        plies: row.plies as u32,
        created_ms: row.created_ms,
        ended_ms: row.ended_ms,
        setup: row.setup,
        id: row.id,
    })
}
