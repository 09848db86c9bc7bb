//! Reports of finished games: asked for, followed while they are made, and read.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use estopim_protocol::bounds::MAX_REPORT_PLIES;
use estopim_protocol::report::{GameReport, ReportAnswer, ReportSettings};
use estopim_protocol::rest::ErrorBody;
use estopim_protocol::{Reason, ReasonCode};
use estopim_rules::{Game, PgnReader};
use estopim_store::{ReportRow, Write};
use tokio::sync::oneshot;

use super::GameId;
use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::game::rows::class_of;
use crate::limits::{Asker, ClientAddress};
use crate::reports;

/// Ask for the report of a finished game. It is made once; asking again tells how far it is.
#[utoipa::path(
    post, path = "/api/games/{id}/report", params(("id" = String, Path)),
    responses((status = 200, body = ReportAnswer), (status = 202, body = ReportAnswer), (status = 400, body = ErrorBody), (status = 409, body = ErrorBody))
)]
pub async fn ask(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Extension(address): Extension<ClientAddress>,
    GameId(id): GameId,
) -> Result<(StatusCode, Json<ReportAnswer>), Error> {
    let game = finished_game(&app, &id).await?;
    let settings = reports::settings(game.variant());
    if let Some(row) = app.games.context.store.report(&id).await?
        && is_made_with(&row, &settings)
    {
        return done(&row);
    }
    let asker = Asker { session, address };
    match app.reports.ask(&id, game, asker) {
        Err(reports::QueueFull) => return Err(Error::busy()),
        Ok(None) => {}
        Ok(Some(receiver)) => drop(tokio::spawn(keep(Arc::clone(&app), id.clone(), receiver))),
    }
    answer(&app, &id).await
}

/// The report of a game, or how far it is.
#[utoipa::path(
    get, path = "/api/games/{id}/report", params(("id" = String, Path)),
    responses((status = 200, body = ReportAnswer), (status = 202, body = ReportAnswer))
)]
pub async fn view(
    State(app): State<Arc<App>>,
    GameId(id): GameId,
) -> Result<(StatusCode, Json<ReportAnswer>), Error> {
    answer(&app, &id).await
}

async fn answer(app: &App, id: &str) -> Result<(StatusCode, Json<ReportAnswer>), Error> {
    if let Some(progress) = app.reports.progress(id) {
        return Ok((StatusCode::ACCEPTED, Json(ReportAnswer::Making(progress))));
    }
    match app.games.context.store.report(id).await? {
        Some(row) => done(&row),
        None => {
            Err(Error::new(ReasonCode::NotFound, "nobody has asked for a report of this game yet"))
        }
    }
}

fn done(row: &ReportRow) -> Result<(StatusCode, Json<ReportAnswer>), Error> {
    let report: GameReport = serde_json::from_str(&row.body).map_err(|error| {
        tracing::error!(game = row.game, %error, "the report of game {} cannot be read: {error}", row.game);
        Error::internal()
    })?;
    Ok((StatusCode::OK, Json(ReportAnswer::Done(Box::new(report)))))
}

fn is_made_with(row: &ReportRow, settings: &ReportSettings) -> bool {
    row.engine == settings.engine
        && row.network == settings.network
        && u64::try_from(row.nodes) == Ok(settings.nodes)
}

/// A game that is over and not too long, replayed by the rules.
async fn finished_game(app: &App, id: &str) -> Result<Game, Error> {
    let row = app.games.context.store.game(id).await?.ok_or_else(|| Error::no_such_game(id))?;
    // Nothing of a class is kept beyond what is deleted with it.
    if class_of(&row).is_some() {
        return Err(Error::no_such_game(id));
    }
    if row.ended_ms.is_none() {
        return Err(Error::new(
            ReasonCode::GameNotOver,
            "a game is reported about once it is over",
        ));
    }
    if row.plies == 0 {
        return Err(Error::new(ReasonCode::BadMessage, "the game has no moves"));
    }
    if row.plies > i64::from(MAX_REPORT_PLIES) {
        let message = format!("expected at most {MAX_REPORT_PLIES} plies, found {}", row.plies);
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_REPORT_PLIES).into());
    }
    let pgn = app.games.pgn(id, None).await?;
    let game = PgnReader::new(pgn.as_bytes()).next().and_then(Result::ok);
    game.and_then(|game| game.to_game().ok()).ok_or_else(|| {
        tracing::error!(game = id, "the moves of game {id} cannot be replayed");
        Error::internal()
    })
}

/// Waits for a report and keeps it.
async fn keep(app: Arc<App>, id: String, receiver: oneshot::Receiver<Option<GameReport>>) {
    if let Ok(Some(report)) = receiver.await {
        let row = ReportRow {
            game: id.clone(),
            engine: report.made_with.engine.clone(),
            network: report.made_with.network.clone(),
            nodes: report.made_with.nodes as i64,
            body: serde_json::to_string(&report).expect("a report can be written"),
            made_ms: app.games.context.time.now_ms(),
        };
        let written = app.games.context.write(vec![Write::SetReport(Box::new(row))]).await;
        if let Err(error) = written {
            tracing::error!(game = id, %error, "the report of game {id} could not be kept: {error}");
        }
    }
    app.reports.finished(&id);
}
