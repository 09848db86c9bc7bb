//! The list of everything that can be asked, for programs.

use axum::Json;
use utoipa::OpenApi;

/// The document.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Estopim",
        description = "Five games on the chess board. Live games go through the WebSocket at /ws.",
        license(name = "GPL-3.0-or-later")
    ),
    paths(
        super::me::me,
        super::me::rename,
        super::games::list,
        super::games::create,
        super::games::view,
        super::games::join,
        super::games::pgn,
        super::games::fen,
        super::games::chat,
        super::lobby::lobby,
        super::position::variants,
        super::position::look,
        super::health::healthz,
        super::health::readyz,
        super::health::metrics
    )
)]
struct Document;

/// The document as JSON.
pub async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
