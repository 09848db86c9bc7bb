//! Classes of children: the door, the teacher's PIN, and what is left after the lesson.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use estopim_protocol::ReasonCode;
use estopim_protocol::class::{
    ClaimSeat, ClassCode, ClassDoor, ClassPin, DiscussedPositions, JoinClass, KeepClass, NewClass,
};
use estopim_rules::{AnyPosition, Game};

use super::Body;
use crate::app::App;
use crate::class::discuss::{FinishedGame, worth_discussing};
use crate::class::file::ClassFile;
use crate::class::live::{ClassGame, Ended};
use crate::class::registry::new_pin;
use crate::class::{BrowserSession, ClassCommand};
use crate::error::Error;
use crate::limits::ClientAddress;

/// Make a class, where the server lets everybody, or with the PIN in class mode.
pub async fn create(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Extension(address): Extension<ClientAddress>,
    Body(given): Body<ClassPin>,
) -> Result<(StatusCode, Json<NewClass>), Error> {
    let pin = app.may_make_class(address, &given.pin)?;
    let class = app.classes.create(Some(&session), pin).await?;
    Ok((StatusCode::CREATED, Json(class)))
}

/// Make a class from a file.
pub async fn import(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Extension(address): Extension<ClientAddress>,
    Path(given): Path<String>,
    Body(file): Body<ClassFile>,
) -> Result<(StatusCode, Json<NewClass>), Error> {
    let pin = app.may_make_class(address, &given)?;
    let class = app.classes.import(&session, pin, file).await?;
    Ok((StatusCode::CREATED, Json(class)))
}

impl App {
    /// The PIN of a class that somebody may make: the server's in class mode, a new one where everybody may.
    fn may_make_class(&self, address: ClientAddress, given: &str) -> Result<String, Error> {
        if let Some(mode) = &self.config.class_mode {
            self.classes.must_be_pin(address, given, &mode.pin())?;
            return Ok(mode.pin());
        }
        if self.config.classes {
            return Ok(new_pin());
        }
        Err(Error::new(ReasonCode::NotAllowed, "this server has no classes"))
    }
}

/// Teach the class with a PIN.
pub async fn give_pin(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Extension(address): Extension<ClientAddress>,
    Body(given): Body<ClassPin>,
) -> Result<Json<ClassCode>, Error> {
    let code = app.classes.give_pin(&session, address, given.pin.trim()).await?;
    Ok(Json(ClassCode { code }))
}

/// The door of a class.
pub async fn door(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<Json<ClassDoor>, Error> {
    let id = app.classes.find(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Door { session, reply }).await.map(Json)
}

/// Come in.
pub async fn join(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
    Body(wanted): Body<JoinClass>,
) -> Result<StatusCode, Error> {
    let id = app.classes.find(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Join { session, wanted, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a seat back.
pub async fn claim(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
    Body(wanted): Body<ClaimSeat>,
) -> Result<StatusCode, Error> {
    let id = app.classes.find(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Claim { session, wanted, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leave the seat.
pub async fn leave(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<StatusCode, Error> {
    let id = app.classes.find(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Quit { session, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keep the class under a name.
pub async fn keep(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
    Body(wanted): Body<KeepClass>,
) -> Result<StatusCode, Error> {
    let id = app.classes.find_taught(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Keep { name: wanted.name, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete the class with everything that belongs to it.
pub async fn delete(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<StatusCode, Error> {
    let id = app.classes.find_taught(&code, &session)?;
    app.classes.ask(&id, |reply| ClassCommand::Delete { reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The class as a file.
pub async fn file(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let id = app.classes.find_taught(&code, &session)?;
    let file = app.classes.ask(&id, |reply| ClassCommand::File { reply }).await?;
    let name = format!("attachment; filename=\"estopim-class-{}.json\"", file.code);
    Ok(([(CONTENT_DISPOSITION, name)], Json(file)))
}

async fn lesson(
    app: &App,
    code: &str,
    session: &crate::auth::Session,
) -> Result<Vec<ClassGame>, Error> {
    let id = app.classes.find_taught(code, session)?;
    app.classes.ask(&id, |reply| ClassCommand::Games { reply }).await
}

/// The games of the lesson as PGN.
pub async fn pgn(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<impl IntoResponse, Error> {
    let mut text = String::new();
    for game in lesson(&app, &code, &session).await? {
        text.push_str(&app.games.pgn(&game.id, None).await?);
        text.push('\n');
    }
    let kind = "application/x-chess-pgn; charset=utf-8".to_owned();
    let name = "attachment; filename=\"estopim-class.pgn\"".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text))
}

/// Three positions worth discussing.
pub async fn positions(
    State(app): State<Arc<App>>,
    Extension(BrowserSession(session)): Extension<BrowserSession>,
    Path(code): Path<String>,
) -> Result<Json<DiscussedPositions>, Error> {
    let store = &app.games.context.store;
    let mut finished = Vec::new();
    for game in lesson(&app, &code, &session).await? {
        if game.ended.is_none_or(|ended| ended == Ended::Aborted) {
            continue;
        }
        let Some(row) = store.game(&game.id).await? else { continue };
        let Ok(variant) = row.variant.parse() else { continue };
        let Ok(start) = AnyPosition::from_fen(variant, &row.initial_fen) else { continue };
        let mut replay = Game::from_position(start);
        let moves = store.moves(&game.id).await?;
        if moves.iter().all(|played| replay.play_uci(&played.uci).is_ok()) {
            finished.push(FinishedGame {
                id: game.id,
                game: replay,
                white: game.white,
                black: game.black,
            });
        }
    }
    let positions = tokio::task::spawn_blocking(move || worth_discussing(&finished)).await;
    let positions = positions.map_err(|_| Error::internal())?;
    Ok(Json(DiscussedPositions { positions }))
}
