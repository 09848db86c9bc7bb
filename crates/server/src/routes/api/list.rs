//! The table of these requests: which handler answers what.

use std::sync::Arc;

use axum::routing::{get, post};
use axum::{Extension, Router};

use super::game::Api;
use super::{account, challenge, game, seek};
use crate::app::App;

/// Every request of programs.
pub fn routes() -> Router<Arc<App>> {
    let routes = Router::new()
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
        .route("/game/export/{id}", get(game::export));
    Api::ALL.into_iter().fold(routes, |routes, (api, word)| {
        let path = |rest: &str| format!("/api/{word}/game/{rest}");
        let by = Extension(api);
        routes
            .route(&path("stream/{id}"), get(game::follow).layer(by))
            .route(&path("{id}/move/{uci}"), post(game::play).layer(by))
            .route(&path("{id}/chat"), get(game::said).post(game::say).layer(by))
            .route(&path("{id}/{what}"), post(game::command).layer(by))
            // One client ends the path of a claim with a slash.
            .route(&path("{id}/{what}/"), post(game::command).layer(by))
            .route(&path("{id}/{what}/{answer}"), post(game::offer).layer(by))
    })
}
