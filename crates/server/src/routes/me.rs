//! Who you are.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use estopim_protocol::bounds::NICKNAME;
use estopim_protocol::rest::{Me, SetNickname};
use estopim_protocol::{Reason, ReasonCode};

use super::Body;
use crate::app::App;
use crate::auth::Session;
use crate::error::Error;
use crate::text::{Hidden, first_hidden};

/// Your session.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me)))]
pub async fn me(
    State(app): State<Arc<App>>,
    Extension(session): Extension<Session>,
) -> Result<Json<Me>, Error> {
    let known = app.games.context.store.session(&session.0).await?;
    let nickname = known.map_or_else(|| session.default_nickname(), |known| known.nickname);
    Ok(Json(Me {
        id: session.0,
        nickname,
        classes: app.config.classes || app.config.class_mode.is_some(),
    }))
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
    app.games.rename(&session, &nickname).await?;
    Ok(Json(Me {
        id: session.0,
        nickname,
        classes: app.config.classes || app.config.class_mode.is_some(),
    }))
}

/// A nickname that can be shown: one line, not empty, not long, no characters that hide or turn others about.
fn checked_nickname(text: &str) -> Result<String, Reason> {
    let nickname = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    let is_hidden = first_hidden(&nickname, Hidden::InName).is_some();
    if NICKNAME.contains(&length) && !nickname.is_empty() && !is_hidden {
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
            ("a\u{200d}b", None),
            ("\u{115f}\u{1160}", None),
            ("\u{e0061}na", None),
            ("12345678901234567890", Some("12345678901234567890")),
            ("123456789012345678901", None),
            ("a                    ", None),
        ] {
            assert_eq!(checked_nickname(text).ok().as_deref(), wanted, "{text:?}");
        }
    }
}
