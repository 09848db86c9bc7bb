//! The tables of LIAC's protocol: what they do, and what their owners do with them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use estopim_protocol::rest::ErrorBody;
use estopim_protocol::tables::{TableAction, Tables};

use super::Body;
use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::liac::LiacConfig;

/// Every table.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Tables)))]
pub async fn list(State(app): State<Arc<App>>) -> Json<Tables> {
    let config = app.config.liac.clone().unwrap_or_default();
    let LiacConfig { move_time_ms, max_infractions, white, black, .. } = config;
    let Some(tables) = &app.tables else {
        return Json(Tables {
            is_open: false,
            white_port: white.port(),
            black_port: black.port(),
            move_time_ms,
            max_infractions,
            tables: Vec::new(),
            ladder: Vec::new(),
            ladder_runs: false,
        });
    };
    let [white, black] = tables.addresses();
    Json(Tables {
        is_open: true,
        white_port: white.port(),
        black_port: black.port(),
        move_time_ms,
        max_infractions,
        tables: tables.views(),
        ladder: tables.ladder(),
        ladder_runs: tables.ladder_runs(),
    })
}

/// Open a table with a name.
#[utoipa::path(
    put, path = "/api/tables/{table}", params(("table" = String, Path)),
    responses((status = 201), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody))
)]
pub async fn open(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Error> {
    app.tables.as_ref().ok_or_else(Error::nothing)?.open_named(&name)?;
    Ok(StatusCode::CREATED)
}

/// Do something with a table. It belongs to the first who does.
#[utoipa::path(
    post, path = "/api/tables/{table}", params(("table" = String, Path)),
    request_body = TableAction,
    responses((status = 204), (status = 404, body = ErrorBody))
)]
pub async fn act(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Path(name): Path<String>,
    Body(action): Body<TableAction>,
) -> Result<StatusCode, Error> {
    let tables = app.tables.as_ref().ok_or_else(Error::nothing)?;
    tables.act(&name, session, action).await?;
    Ok(StatusCode::NO_CONTENT)
}
