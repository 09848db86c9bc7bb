//! Looking for any opponent: the seek is open as long as the request is.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use estopim_protocol::rest::{NewGame, Opponent};
use estopim_protocol::{GameStatus, ServerMessage, TimeControl};

use super::challenge::{Wanted, wanted};
use super::{ApiError, Bearer, Fields, stream};
use crate::app::App;
use crate::bus::seeks;
use crate::game::create;
use crate::game::follow::Follower;

/// Seek a game. The answer is a stream of empty lines that ends when somebody has come.
pub async fn seek(
    State(app): State<Arc<App>>,
    bearer: Bearer,
    mut fields: Fields,
) -> Result<Response, ApiError> {
    bearer.must_allow(&["board:play", "bot:play"])?;
    // Seeks count the time in minutes.
    if let Some(minutes) = fields.get("time").and_then(|text| text.parse::<f64>().ok()) {
        let seconds = (minutes * 60.0).round();
        fields.0.insert("clock.limit".to_owned(), seconds.to_string());
    }
    if let Some(increment) = fields.get("increment").map(str::to_owned) {
        fields.0.insert("clock.increment".to_owned(), increment);
    }
    let Wanted { kind, fen, time, .. } = wanted(&fields)?;
    let (session, asker) = (bearer.session(), bearer.asker());
    let time = TimeControl::from(time);
    // Somebody may be waiting for just that.
    let open = seeks(&app.games.context.store).await?;
    let fits = open.into_iter().rev().filter(|seek| {
        seek.by != session.0
            && estopim_rules::Variant::from(seek.variant) == kind.variant
            && seek.time == time
            && fen.is_none()
            && seek.setup.is_none()
    });
    for seek in fits {
        if app.games.join(&seek.id, &asker).await.is_ok() {
            return Ok(stream(&app, |lines| async move { lines.keep_alive().await }));
        }
    }
    let wanted = NewGame {
        variant: kind.variant.into(),
        setup: fen,
        opponent: Opponent::Lobby {},
        time,
        watchable: false,
    };
    let id = create::create(&app.games, &session, &wanted).await?;
    let mut follower = Follower::start(&app.games, &id, asker).await?;
    let (games, owned) = (Arc::clone(&app.games), id.clone());
    Ok(stream(&app, move |lines| async move {
        let withdrawn = Withdrawn { games, id: owned };
        let mut beats = super::beats();
        lines.keep_alive().await?;
        loop {
            tokio::select! {
                message = follower.next() => match message {
                    Some(ServerMessage::Snapshot { game, .. }) if game.status != GameStatus::Waiting => break,
                    Some(ServerMessage::Joined { .. } | ServerMessage::Ended { .. }) | None => break,
                    Some(_) => {}
                },
                _ = beats.tick() => lines.keep_alive().await?,
                () = lines.gone() => return Ok(()),
            }
        }
        drop(withdrawn);
        Ok(())
    }))
}

/// Withdraws a seek when it is dropped, unless somebody has come.
struct Withdrawn {
    games: Arc<crate::game::Games>,
    id: String,
}

impl Drop for Withdrawn {
    fn drop(&mut self) {
        let (games, id) = (Arc::clone(&self.games), self.id.clone());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { games.withdraw(&id).await });
        }
    }
}
