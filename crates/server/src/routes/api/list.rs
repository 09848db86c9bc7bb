//! The table of these requests: which handler answers what.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use super::{account, challenge, game, seek};
use crate::app::App;

/// Every request of programs.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/token/test", post(account::test_tokens))
        .route("/api/account", get(account::account))
        .route("/api/account/playing", get(account::playing))
        .route("/api/stream/event", get(account::events))
        .route("/api/user/{name}", get(account::user))
        .route("/api/users/status", get(account::statuses))
        .route("/api/bot/online", get(account::online_bots))
        .route("/api/bot/account/upgrade", post(account::upgrade))
        .route("/api/challenge", get(challenge::list))
        .route("/api/challenge/ai", post(challenge::ai))
        .route("/api/challenge/{name}", post(challenge::create))
        .route("/api/challenge/{name}/show", get(challenge::show))
        .route("/api/challenge/{name}/accept", post(challenge::accept))
        .route("/api/challenge/{name}/decline", post(challenge::decline))
        .route("/api/challenge/{name}/cancel", post(challenge::cancel))
        .route("/api/board/seek", post(seek::seek))
        .route("/api/{api}/game/stream/{id}", get(game::follow))
        .route("/api/{api}/game/{id}/move/{uci}", post(game::play))
        .route("/api/{api}/game/{id}/chat", get(game::said).post(game::say))
        .route("/api/{api}/game/{id}/{what}", post(game::command))
        // One client of the Board API ends the path of a claim with a slash; for others this is an offer without an answer.
        .route("/api/{api}/game/{id}/{what}/", post(game::command))
        .route("/api/{api}/game/{id}/{what}/{answer}", post(game::offer))
        .route("/game/export/{id}", get(game::export))
}
