//! Positions without a game, for boards that explain rules and for builders of setups.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use estopim_protocol::bounds::MAX_MOVES;
use estopim_protocol::rest::{PositionAnswer, PositionQuery, Variants};
use estopim_protocol::{Reason, ReasonCode};

use super::Body;
use crate::app::App;
use crate::error::Error;

/// The games that can be played.
#[utoipa::path(get, path = "/api/variants", responses((status = 200, body = Variants)))]
pub async fn variants() -> Json<Variants> {
    Json(Variants::all())
}

/// Look at a position: what may be played, and why something may not.
#[utoipa::path(
    post, path = "/api/position", request_body = PositionQuery,
    responses((status = 200, body = PositionAnswer))
)]
pub async fn look(
    State(app): State<Arc<App>>,
    Body(query): Body<PositionQuery>,
) -> Result<Json<PositionAnswer>, Error> {
    let moves = query.moves.as_ref().map_or(0, Vec::len);
    if moves > MAX_MOVES {
        let message = format!("expected at most {MAX_MOVES} moves, found {moves}");
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_MOVES).into());
    }
    Ok(Json(query.look(app.games.context.time.now_ms())?))
}
