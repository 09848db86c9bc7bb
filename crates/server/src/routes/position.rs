//! Positions without a game, for boards that explain rules and for builders of setups.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use estopim_protocol::bounds::MAX_MOVES;
use estopim_protocol::read_move;
use estopim_protocol::rest::{PositionAnswer, PositionQuery, Variants};
use estopim_protocol::{PlayedMove, PositionView, Reason, ReasonCode};
use estopim_rules::Game;

use super::Body;
use crate::app::App;
use crate::error::Error;
use crate::game::create::starting_position;

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
    let (setup, start) = starting_position(query.variant.into(), query.fen.as_deref())?;
    let moves = query.moves.unwrap_or_default();
    if moves.len() > MAX_MOVES {
        let message = format!("expected at most {MAX_MOVES} moves, found {}", moves.len());
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_MOVES).into());
    }
    let mut game = Game::from_position(start);
    for text in &moves {
        play(&mut game, text)?;
    }
    let refusal = query.try_move.and_then(|text| play(&mut game, &text).err());
    let now_ms = app.games.context.time.now_ms();
    let last = game
        .moves()
        .last()
        .map(|(before, mv)| PlayedMove::of(before, mv, game.ply_count(), now_ms));
    Ok(Json(PositionAnswer {
        position: PositionView::of_game(&game),
        outcome: game.outcome().map(Into::into),
        setup,
        refusal,
        last,
    }))
}

fn play(game: &mut Game, text: &str) -> Result<(), Reason> {
    let mv = read_move(game, text)?;
    game.play(mv).map_err(|error| Reason::new(ReasonCode::NotAMove, error.to_string()))
}
