//! Who you are.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use estopim_protocol::bounds::NICKNAME;
use estopim_protocol::rest::{Me, SetNickname};
use estopim_protocol::{Reason, ReasonCode};
use estopim_store::Change;

use super::Body;
use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::now_ms;

/// Your session.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
) -> Result<Json<Me>, Error> {
    let known = app.games.context.store.session(&session.0).await?;
    let nickname = known.map_or_else(|| session.default_nickname(), |known| known.nickname);
    Ok(Json(Me { id: session.0, nickname }))
}

/// Choose a nickname.
#[utoipa::path(
    put, path = "/api/me", request_body = SetNickname,
    responses((status = 200, body = Me))
)]
pub async fn rename(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
    Body(wanted): Body<SetNickname>,
) -> Result<Json<Me>, Error> {
    let nickname = checked_nickname(&wanted.nickname)?;
    let change =
        Change::Rename { id: session.0.clone(), nickname: nickname.clone(), now_ms: now_ms() };
    let _ = app.games.context.store.write(vec![change]).await?;
    app.games.renamed(&session, &nickname);
    Ok(Json(Me { id: session.0, nickname }))
}

/// A nickname that can be shown: one line, not empty, not long, no letters that hide or turn others about.
fn checked_nickname(text: &str) -> Result<String, Reason> {
    let nickname = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let hides = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let length = text.chars().count();
    if NICKNAME.contains(&length) && !nickname.is_empty() && !nickname.chars().any(hides) {
        return Ok(nickname);
    }
    let (min, max) = NICKNAME.into_inner();
    let message = format!("expected {min} to {max} plain characters, found {length}");
    Err(Reason::new(ReasonCode::BadNickname, message).with("max", max))
}

#[cfg(test)]
mod tests {
    use super::checked_nickname;

    #[test]
    fn nicknames_are_plain_and_short() {
        for (text, wanted) in [
            (" Ana  Bia ", Some("Ana Bia")),
            ("José ♞", Some("José ♞")),
            ("<b>", Some("<b>")),
            ("", None),
            (" \n ", None),
            ("a\u{202e}b", None),
            ("12345678901234567890", Some("12345678901234567890")),
            ("123456789012345678901", None),
            ("a                    ", None),
        ] {
            assert_eq!(checked_nickname(text).ok().as_deref(), wanted, "{text:?}");
        }
    }
}
