//! New games: requests are validated once, here.

use std::sync::Arc;

use estopim_engine::Level;
use estopim_protocol::bounds::{
    BASE_SECONDS, DEFAULT_LEVEL, INCREMENT_SECONDS, LEVELS, SECONDS_PER_MOVE,
};
use estopim_protocol::rest::{ColorChoice, NewGame, Opponent};
use estopim_protocol::start::{must_be_setup, starting_position};
use estopim_protocol::{Color, Reason, ReasonCode};
use estopim_rules::AnyPosition;
use estopim_store::{Clocks, NewGameRow, StoreErrorKind, Write, Written};
use rand::Rng;

use super::live::{Kind, Live, Occupant};
use super::registry::Games;
use super::rows::{EVERYBODY, TimeColumns, class_audience, color_word, kind_word, time_columns};
use crate::auth::Session;
use crate::error::Error;
use crate::metrics::Metrics;
use crate::random_id;
use estopim_play::{Clock, TimeControl};
use estopim_rules::Variant;

// The protocol's levels are those of the engine.
const _: () = {
    assert!(*LEVELS.start() == Level::BEGINNER.number() && *LEVELS.end() == Level::FULL.number());
    assert!(DEFAULT_LEVEL == Level::DEFAULT.number());
};

/// How many letters a game's id has.
pub const ID_LENGTH: usize = 8;

/// Makes a game for somebody and returns its id.
pub async fn create(
    games: &Arc<Games>,
    session: &Session,
    wanted: &NewGame,
) -> Result<String, Error> {
    let (context, now_ms) = (&games.context, games.context.time.now_ms());
    let (setup, start) = starting_position(wanted.variant.into(), wanted.setup.as_deref())?;
    must_be_setup(&start)?;
    if start.outcome().is_some() {
        let reason = Reason::new(ReasonCode::BadPosition, "the game is over in that position");
        return Err(reason.with("faults", "the game is over in that position").into());
    }
    let rule = checked_time(wanted.time)?;
    let me = Some(session.0.clone());
    let mut row = NewGameRow {
        id: String::new(),
        variant: start.variant().id().to_owned(),
        setup,
        initial_fen: start.fen(),
        audience: None,
        offline_key: None,
        kind: String::new(),
        time_kind: String::new(),
        time_base_ms: 0,
        time_increment_ms: 0,
        white_id: None,
        black_id: None,
        computer_color: None,
        computer_level: None,
        created_ms: now_ms,
        started_ms: None,
        clocks: start_clocks(rule, now_ms),
        max_infractions: None,
    };
    set_time(&mut row, rule);
    let seat_me = |row: &mut NewGameRow, color: Color| match color {
        Color::White => row.white_id.clone_from(&me),
        Color::Black => row.black_id.clone_from(&me),
    };
    let kind = match wanted.opponent {
        Opponent::Computer { level, color } => {
            let level = Level::new(level).map_err(|error| {
                Reason::new(ReasonCode::BadLevel, error.to_string())
                    .with("level", level)
                    .with("max", LEVELS.end())
            })?;
            let mine = chosen_color(color);
            seat_me(&mut row, mine);
            let theirs = !estopim_rules::Color::from(mine);
            row.computer_color = Some(color_word(theirs.into()).to_owned());
            row.computer_level = Some(level.number().into());
            Kind::Computer
        }
        Opponent::Friend {} => {
            seat_me(&mut row, drawn_color());
            Kind::Friend
        }
        Opponent::Lobby {} => {
            seat_me(&mut row, drawn_color());
            Kind::Lobby
        }
        Opponent::HotSeat {} => {
            seat_me(&mut row, Color::White);
            seat_me(&mut row, Color::Black);
            Kind::HotSeat
        }
    };
    kind_word(kind).clone_into(&mut row.kind);
    let is_private = matches!(kind, Kind::Friend | Kind::HotSeat);
    row.audience = (wanted.watchable && !is_private).then(|| EVERYBODY.to_owned());
    if matches!(kind, Kind::Computer | Kind::HotSeat) {
        row.started_ms = Some(now_ms);
    }
    let keep =
        Write::KeepSession { id: session.0.clone(), nickname: session.default_nickname(), now_ms };
    let id = write_new(games, row, vec![keep], Id::Any).await?;
    if kind == Kind::Lobby {
        context.bus.lobby_changed();
        games.seek(session, &id).await;
    }
    // Its clock may run out, or its seek may have to be withdrawn, without a client.
    games.start_task(&id);
    Ok(id)
}

/// Who takes a seat of a game that begins at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seated {
    /// A session.
    Session(Session),
    /// The computer, at a level.
    Computer(u8),
}

/// A game whose two players are known.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The id that was promised, if any.
    pub id: Option<String>,
    /// Which game, and where it begins.
    pub variant: Variant,
    /// A setup or a FEN; the usual start if absent.
    pub setup: Option<String>,
    /// How time is counted.
    pub time: TimeControl,
    /// Who plays, White first. At most one of them is the computer.
    pub seats: [Seated; 2],
    /// How they came together.
    pub kind: Kind,
    /// How many infractions lose, where they are counted.
    pub max_infractions: Option<u8>,
    /// Whether it is on the list of games to watch.
    pub is_watchable: bool,
}

/// Begins a game between two players who are known, and returns its id.
pub async fn pair(games: &Arc<Games>, pairing: Pairing) -> Result<String, Error> {
    let now_ms = games.context.time.now_ms();
    let (setup, start) = starting_position(pairing.variant, pairing.setup.as_deref())?;
    if start.outcome().is_some() {
        let reason = Reason::new(ReasonCode::BadPosition, "the game is over in that position");
        return Err(reason.with("faults", "the game is over in that position").into());
    }
    let mut row = NewGameRow {
        id: pairing.id.clone().unwrap_or_default(),
        variant: start.variant().id().to_owned(),
        setup,
        initial_fen: start.fen(),
        offline_key: None,
        audience: pairing.is_watchable.then(|| EVERYBODY.to_owned()),
        kind: kind_word(pairing.kind).to_owned(),
        time_kind: String::new(),
        time_base_ms: 0,
        time_increment_ms: 0,
        white_id: None,
        black_id: None,
        computer_color: None,
        computer_level: None,
        created_ms: now_ms,
        started_ms: Some(now_ms),
        clocks: start_clocks(pairing.time, now_ms),
        max_infractions: pairing.max_infractions.map(i64::from),
    };
    set_time(&mut row, pairing.time);
    let mut keep = Vec::new();
    for (color, seated) in [Color::White, Color::Black].into_iter().zip(&pairing.seats) {
        match seated {
            Seated::Session(session) => {
                let (id, nickname) = (session.0.clone(), session.default_nickname());
                match color {
                    Color::White => row.white_id = Some(id.clone()),
                    Color::Black => row.black_id = Some(id.clone()),
                }
                keep.push(Write::KeepSession { id, nickname, now_ms });
            }
            Seated::Computer(level) => {
                row.computer_color = Some(color_word(color).to_owned());
                row.computer_level = Some((*level).into());
            }
        }
    }
    let id = if pairing.id.is_some() { Id::Promised } else { Id::Any };
    let id = write_new(games, row, keep, id).await?;
    games.start_task(&id);
    Ok(id)
}

/// Which id a new game gets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Id {
    /// Any that is free.
    Any,
    /// The one in its row.
    Promised,
}

/// A free id for a game that may be made later.
pub fn promised_id() -> String {
    random_id(ID_LENGTH)
}

/// A game of a class, under way at once: seats (White first, none for the computer), and the computer's side and level.
pub fn class_game_row(
    class: &str,
    setup: Option<String>,
    start: &AnyPosition,
    time: estopim_protocol::TimeControl,
    [white, black]: [Option<&str>; 2],
    computer: Option<(Color, u8)>,
    now_ms: i64,
) -> Result<NewGameRow, Error> {
    let rule = checked_time(time)?;
    let kind = match computer {
        Some(_) => Kind::Computer,
        None if white == black => Kind::HotSeat,
        None => Kind::Friend,
    };
    let mut row = NewGameRow {
        id: random_id(ID_LENGTH),
        variant: start.variant().id().to_owned(),
        setup,
        initial_fen: start.fen(),
        audience: Some(class_audience(class)),
        offline_key: None,
        kind: kind_word(kind).to_owned(),
        time_kind: String::new(),
        time_base_ms: 0,
        time_increment_ms: 0,
        white_id: white.map(str::to_owned),
        black_id: black.map(str::to_owned),
        computer_color: computer.map(|(color, _)| color_word(color).to_owned()),
        computer_level: computer.map(|(_, level)| level.into()),
        created_ms: now_ms,
        started_ms: Some(now_ms),
        clocks: start_clocks(rule, now_ms),
        max_infractions: None,
    };
    set_time(&mut row, rule);
    Ok(row)
}

/// Writes a new game, and the sessions of its players with it.
async fn write_new(
    games: &Games,
    mut row: NewGameRow,
    keep: Vec<Write>,
    id: Id,
) -> Result<String, Error> {
    let context = &games.context;
    loop {
        if id == Id::Any {
            row.id = random_id(ID_LENGTH);
        }
        let mut writes = vec![Write::Create(Box::new(row.clone()))];
        writes.extend(keep.iter().cloned());
        match context.write(writes).await {
            Ok(Written::Done) => break,
            Ok(Written::Conflict) if id == Id::Promised => {
                return Err(Error::new(ReasonCode::SeatTaken, "the game has been made already"));
            }
            Ok(Written::Conflict) => {}
            Err(error) if error.kind() == StoreErrorKind::Unavailable => {
                match context.game_row(&row.id).await {
                    // It was committed, and only the answer was lost.
                    Ok(Some(_)) => break,
                    Ok(None) => return Err(error.into()),
                    // If it was committed no client knows its id: its task ends it or withdraws it later.
                    Err(_) => {
                        games.wake_later(&row.id);
                        return Err(error.into());
                    }
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    count_game(&context.metrics);
    Ok(row.id)
}

/// A game was made.
pub fn count_game(metrics: &Metrics) {
    metrics.games.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
}

/// The rematch of a game, colours swapped.
pub fn rematch_of(live: &Live, now_ms: i64) -> Result<NewGameRow, Error> {
    let rule = live.clock().control();
    let mut row = NewGameRow {
        id: random_id(ID_LENGTH),
        variant: live.game().variant().id().to_owned(),
        setup: live.setup.clone(),
        initial_fen: live.game().start().fen(),
        audience: live.is_watchable.then(|| EVERYBODY.to_owned()),
        offline_key: None,
        kind: kind_word(live.kind).to_owned(),
        time_kind: String::new(),
        time_base_ms: 0,
        time_increment_ms: 0,
        white_id: None,
        black_id: None,
        computer_color: None,
        computer_level: None,
        created_ms: now_ms,
        started_ms: Some(now_ms),
        clocks: start_clocks(rule, now_ms),
        max_infractions: live.state.infractions().map(|counted| counted.max().into()),
    };
    set_time(&mut row, rule);
    let [white, black] = &live.seats;
    for (occupant, color) in [(black, Color::White), (white, Color::Black)] {
        match occupant {
            Some(Occupant::Person { session, .. }) => match color {
                Color::White => row.white_id = Some(session.0.clone()),
                Color::Black => row.black_id = Some(session.0.clone()),
            },
            Some(Occupant::Computer { level }) => {
                row.computer_color = Some(color_word(color).to_owned());
                row.computer_level = Some((*level).into());
            }
            None => return Err(Error::new(ReasonCode::NotStarted, "nobody has come to play")),
        }
    }
    Ok(row)
}

/// The colour that somebody has asked for, drawn if it is left to chance.
pub fn chosen_color(choice: ColorChoice) -> Color {
    match choice {
        ColorChoice::White => Color::White,
        ColorChoice::Black => Color::Black,
        ColorChoice::Random => drawn_color(),
    }
}

fn drawn_color() -> Color {
    if rand::rng().random() { Color::White } else { Color::Black }
}

fn start_clocks(rule: TimeControl, now_ms: i64) -> Clocks {
    let clock = Clock::new(rule);
    let left = |color| clock.left(color, now_ms);
    Clocks {
        white_ms: left(estopim_rules::Color::White),
        black_ms: left(estopim_rules::Color::Black),
        from_ms: now_ms,
    }
}

fn set_time(row: &mut NewGameRow, rule: TimeControl) {
    let TimeColumns { kind, base_ms, increment_ms } = time_columns(rule);
    kind.clone_into(&mut row.time_kind);
    row.time_base_ms = base_ms;
    row.time_increment_ms = increment_ms;
}

/// A time control within its bounds.
pub fn checked_time(wanted: estopim_protocol::TimeControl) -> Result<TimeControl, Reason> {
    use estopim_protocol::TimeControl as Wanted;
    let within = match wanted {
        Wanted::PerMove { seconds } => SECONDS_PER_MOVE.contains(&seconds),
        Wanted::Clock { base_seconds, increment_seconds } => {
            BASE_SECONDS.contains(&base_seconds) && INCREMENT_SECONDS.contains(&increment_seconds)
        }
        Wanted::None {} => true,
    };
    if within {
        return Ok(wanted.into());
    }
    let message = format!(
        "expected {} to {} seconds a move, or {} to {} seconds a game with at most {} more a move",
        SECONDS_PER_MOVE.start(),
        SECONDS_PER_MOVE.end(),
        BASE_SECONDS.start(),
        BASE_SECONDS.end(),
        INCREMENT_SECONDS.end(),
    );
    Err(Reason::new(ReasonCode::BadTime, message))
}
