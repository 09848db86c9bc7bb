//! Games that a page has played without a server: sent in whole, checked by the rules, and kept like any other finished game. They
//! count for nothing: nobody saw them being played.

use estopim_engine::Level;
use estopim_play::{End, TimeControl};
use estopim_protocol::bounds::{LEVELS, MAX_OFFLINE_PLIES, OFFLINE_KEY};
use estopim_protocol::rest::{OfflineEnd, OfflineGame, OfflineOpponent};
use estopim_protocol::start::{must_be_setup, starting_position};
use estopim_protocol::{OutcomeView, Reason, ReasonCode, read_move};
use estopim_rules::Game;
use estopim_store::{Clocks, MoveRow, NewGameRow, StoreErrorKind, Write, Written};

use super::create::{ID_LENGTH, count_game};
use super::live::Kind;
use super::registry::Games;
use super::rows::{TimeColumns, color_word, kind_word, reason_word, time_columns};
use crate::auth::Session;
use crate::error::Error;
use crate::random_id;

/// What became of a game that was sent in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// It is a new one, with this id.
    New(String),
    /// It had been sent in before, and has this id.
    Before(String),
}

/// Keeps a game of somebody under the key that their page made for it. The same key again is the same game.
pub async fn keep(
    games: &Games,
    session: &Session,
    key: &str,
    sent: &OfflineGame,
) -> Result<Kept, Error> {
    let context = &games.context;
    let key = checked_key(session, key)?;
    if let Some(id) = context.store.offline_game(&key).await? {
        return Ok(Kept::Before(id));
    }
    let (game, setup, end) = checked(sent)?;
    let now_ms = context.time.now_ms();
    loop {
        let id = random_id(ID_LENGTH);
        let row = new_row(session, sent, &game, setup.clone(), key.clone(), now_ms);
        let row = NewGameRow { id: id.clone(), ..row };
        let outcome = OutcomeView::from(end);
        let keep_session = Write::KeepSession {
            id: session.0.clone(),
            nickname: session.default_nickname(),
            now_ms,
        };
        let mut writes = vec![Write::Create(Box::new(row)), keep_session];
        writes.extend(game.moves().enumerate().map(|(ply, (position, mv))| Write::Move {
            game: id.clone(),
            row: MoveRow {
                ply: ply as i64 + 1,
                uci: position.uci(mv),
                at_ms: now_ms,
                white_ms: None,
                black_ms: None,
            },
        }));
        writes.push(Write::End {
            game: id.clone(),
            winner: outcome.winner.map(|color| color_word(color).to_owned()),
            reason: reason_word(outcome.reason).to_owned(),
            now_ms,
        });
        match context.write(writes).await {
            Ok(Written::Done) => {
                count_game(&context.metrics);
                return Ok(Kept::New(id));
            }
            // Either the id is taken, or the same game has just been sent in by another request.
            Ok(Written::Conflict) => {
                if let Some(id) = context.store.offline_game(&key).await? {
                    return Ok(Kept::Before(id));
                }
            }
            Err(error) if error.kind() == StoreErrorKind::Unavailable => {
                // It may have been committed, and only the answer lost. If that cannot be known, the page sends it again.
                let kept = context.store.offline_game(&key).await?;
                return kept.map(Kept::Before).ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// The key in the database: of this session alone.
fn checked_key(session: &Session, key: &str) -> Result<String, Reason> {
    let is_plain = key.chars().all(|letter| letter.is_ascii_alphanumeric());
    if is_plain && OFFLINE_KEY.contains(&key.len()) {
        return Ok(format!("{}:{key}", session.0));
    }
    let (min, max) = OFFLINE_KEY.into_inner();
    let found: String = key.chars().take(max).collect();
    let message = format!("expected a key of {min} to {max} letters and digits, found {found:?}");
    Err(Reason::new(ReasonCode::BadMessage, message))
}

/// The game replayed by the rules, its setup, and how it ended.
fn checked(sent: &OfflineGame) -> Result<(Game, Option<String>, End), Reason> {
    let found = sent.moves.len();
    if found > MAX_OFFLINE_PLIES {
        let message = format!("expected at most {MAX_OFFLINE_PLIES} moves, found {found}");
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_OFFLINE_PLIES));
    }
    if found == 0 {
        return Err(Reason::new(ReasonCode::BadMessage, "the game has no moves"));
    }
    if let OfflineOpponent::Computer { level, .. } = sent.opponent {
        Level::new(level).map_err(|error| {
            Reason::new(ReasonCode::BadLevel, error.to_string())
                .with("level", level)
                .with("max", LEVELS.end())
        })?;
    }
    let (setup, start) = starting_position(sent.variant.into(), sent.setup.as_deref())?;
    must_be_setup(&start)?;
    let mut game = Game::from_position(start);
    for text in &sent.moves {
        let mv = read_move(&game, text)?;
        game.play(mv).map_err(|error| Reason::new(ReasonCode::GameOver, error.to_string()))?;
    }
    let end = match (game.outcome(), sent.end) {
        (Some(outcome), None) => End::ByRules(outcome),
        (Some(_), Some(_)) => {
            return Err(Reason::new(ReasonCode::GameOver, "the rules had ended the game already"));
        }
        (None, Some(OfflineEnd::Resigned { by })) => End::Resigned(by.into()),
        (None, Some(OfflineEnd::Agreed {})) => End::Agreed,
        (None, None) => {
            let message = "the game is not over, expected its last move or how it ended";
            return Err(Reason::new(ReasonCode::GameNotOver, message));
        }
    };
    Ok((game, setup, end))
}

/// The row of the game, but for its id. All times are those of its arrival: the clock of a page proves nothing.
fn new_row(
    session: &Session,
    sent: &OfflineGame,
    game: &Game,
    setup: Option<String>,
    key: String,
    now_ms: i64,
) -> NewGameRow {
    let me = Some(session.0.clone());
    let (kind, white_id, black_id, computer) = match sent.opponent {
        OfflineOpponent::HotSeat {} => (Kind::HotSeat, me.clone(), me, None),
        OfflineOpponent::Computer { level, color: estopim_protocol::Color::White } => {
            (Kind::Computer, me, None, Some((estopim_protocol::Color::Black, level)))
        }
        OfflineOpponent::Computer { level, color: estopim_protocol::Color::Black } => {
            (Kind::Computer, None, me, Some((estopim_protocol::Color::White, level)))
        }
    };
    let TimeColumns { kind: time_kind, base_ms, increment_ms } =
        time_columns(TimeControl::Unlimited);
    NewGameRow {
        id: String::new(),
        variant: game.variant().id().to_owned(),
        setup,
        initial_fen: game.start().fen(),
        audience: None,
        offline_key: Some(key),
        max_infractions: None,
        kind: kind_word(kind).to_owned(),
        time_kind: time_kind.to_owned(),
        time_base_ms: base_ms,
        time_increment_ms: increment_ms,
        white_id,
        black_id,
        computer_color: computer.map(|(color, _)| color_word(color).to_owned()),
        computer_level: computer.map(|(_, level)| level.into()),
        created_ms: now_ms,
        started_ms: Some(now_ms),
        clocks: Clocks { white_ms: None, black_ms: None, from_ms: now_ms },
    }
}
