//! Loads a game from its rows.

use estopim_engine::Level;
use estopim_rules::{AnyPosition, Color as Side, Game};
use estopim_store::{GameRow, MoveRow, StoreError};

use super::chat::{Chat, PAGE};
use super::live::{Live, Occupant, Ply};
use super::registry::Context;
use super::rows::{
    BOT, author_of, chat_line, class_of, color_of, infractions_of, is_watchable, kind_of,
    offers_of, outcome_of, time_control, variant_of,
};
use crate::auth::Session;
use estopim_play::clock::without_downtime;
use estopim_play::{Clock, End, GameState};

/// Why a game is not in memory.
#[derive(Debug)]
pub enum LoadError {
    /// There is none.
    Missing,
    /// The rows are inconsistent.
    Broken(String),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for LoadError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Reads a game with its moves and chat.
pub async fn load(context: &Context, id: &str, now_ms: i64) -> Result<Live, LoadError> {
    let store = &context.store;
    let row = context.game_row(id).await?.ok_or(LoadError::Missing)?;
    let moves = store.moves(id).await?;
    let lines = store.chat(id, i64::MAX, PAGE as i64).await?;
    let counts = store.chat_counts(id).await?;
    let counts =
        counts.into_iter().filter_map(|(word, count)| Some((author_of(&word)?, count as u32)));
    let chat = Chat::restored(lines.into_iter().filter_map(chat_line).collect(), counts);
    let since_ms = moves.last().map_or(row.created_ms, |last| last.at_ms);
    let kept = store.downtimes(since_ms).await?;
    // An outage that has just ended may not be in the database yet; one that is in both counts once.
    let (outages, outages_seen) = context.outages.after(0);
    let downtimes: Vec<(i64, i64)> =
        kept.into_iter().map(|down| (down.from_ms, down.to_ms)).chain(outages).collect();
    let live = restore(row, &moves, chat, &downtimes, now_ms).map_err(LoadError::Broken)?;
    Ok(Live { outages_seen, ..live })
}

fn restore(
    row: GameRow,
    moves: &[MoveRow],
    chat: Chat,
    downtimes: &[(i64, i64)],
    now_ms: i64,
) -> Result<Live, String> {
    let variant = variant_of(&row).ok_or_else(|| format!("unknown variant {:?}", row.variant))?;
    let kind = kind_of(&row.kind).ok_or_else(|| format!("unknown kind {:?}", row.kind))?;
    let start =
        AnyPosition::from_fen(variant, &row.initial_fen).map_err(|error| error.to_string())?;
    let mut game = Game::from_position(start);
    let mut plies = Vec::with_capacity(moves.len());
    for (index, played) in moves.iter().enumerate() {
        if played.ply != index as i64 + 1 {
            return Err(format!("expected ply {}, found {}", index + 1, played.ply));
        }
        game.play_uci(&played.uci).map_err(|error| format!("ply {}: {error}", played.ply))?;
        plies.extend(Ply::last_of(&game, played.at_ms));
    }
    let end = outcome_of(&row).map(End::try_from).transpose();
    let end = end.map_err(|error| error.to_string())?;
    let clock = clock_of(&row, moves, downtimes, &game, now_ms);
    Ok(Live {
        class: class_of(&row).map(str::to_owned),
        is_watchable: is_watchable(&row),
        is_offline: row.offline_key.is_some(),
        seats: seats_of(&row),
        plies,
        state: GameState::restored(game, clock, offers_of(&row).into(), end)
            .counting(infractions_of(&row)),
        clocks_set_ms: row.clock_from_ms.unwrap_or(row.created_ms),
        chat,
        id: row.id,
        setup: row.setup,
        kind,
        created_ms: row.created_ms,
        outages_seen: 0,
        rematch_id: row.rematch_id,
    })
}

/// The clocks as the last move left them, or as something later set them. They run on from there, but for
/// the time no server ran.
fn clock_of(
    row: &GameRow,
    moves: &[MoveRow],
    downtimes: &[(i64, i64)],
    game: &Game,
    now_ms: i64,
) -> Clock {
    let set = (row.clock_white_ms, row.clock_black_ms, row.clock_from_ms.unwrap_or(row.created_ms));
    let (white_ms, black_ms, from_ms) = match moves.last() {
        Some(last) if last.at_ms >= set.2 => (last.white_ms, last.black_ms, last.at_ms),
        _ => set,
    };
    let mut clock = Clock::restored(time_control(row), white_ms, black_ms);
    if row.started_ms.is_some() && row.ended_ms.is_none() {
        let since_ms = without_downtime(from_ms, now_ms, downtimes.iter().copied());
        clock.start(game.turn(), since_ms);
    }
    clock
}

fn seats_of(row: &GameRow) -> [Option<Occupant>; 2] {
    let seat =
        |color: Side, session: &Option<String>, name: &Option<String>, title: &Option<String>| {
            if color_of(row.computer_color.as_deref()) == Some(color.into()) {
                let (weakest, strongest) = (Level::BEGINNER.number(), Level::FULL.number());
                let level = row.computer_level.unwrap_or(weakest.into());
                let level = level.clamp(weakest.into(), strongest.into()) as u8;
                return Some(Occupant::Computer { level });
            }
            let session = Session(session.clone()?);
            let name = name_of(&session.0, name.as_ref());
            Some(Occupant::Person { session, name, is_bot: title.as_deref() == Some(BOT) })
        };
    [
        seat(Side::White, &row.white_id, &row.white_name, &row.white_title),
        seat(Side::Black, &row.black_id, &row.black_name, &row.black_title),
    ]
}

/// The stored nickname of a session, or the default one.
pub fn name_of(session: &str, kept: Option<&String>) -> String {
    kept.cloned().unwrap_or_else(|| Session(session.to_owned()).default_nickname())
}
