//! The lobby.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use estopim_protocol::rest::Lobby;

use crate::app::App;
use crate::bus::seeks;
use crate::error::Error;

/// The open seeks.
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub async fn lobby(State(app): State<Arc<App>>) -> Result<Json<Lobby>, Error> {
    Ok(Json(Lobby { seeks: seeks(&app.games.context.store).await? }))
}
