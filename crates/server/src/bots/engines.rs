//! UCI engines of the host: each is an account that accepts challenges and plays with a process of its own for every
//! game. The rules judge its moves. An engine that dies, says nothing or plays nonsense is started again; one that does
//! so too often resigns, so that no game hangs on it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use estopim_protocol::{ClientMessage, Color, GameStatus, GameView, Seat, ServerMessage};
use estopim_rules::{AnyPosition, Game, Variant};
use estopim_store::{AccountRow, StoreError, Write};
use estopim_uci::{Client, ClientError, GoLimits, Launch, PositionCommand, Start};

use super::challenges::{Challenges, REASONS};
use super::hub::Event;
use super::shape::{KINDS, id_of};
use crate::auth::Session;
use crate::game::Games;
use crate::game::follow::Follower;
use crate::game::rows::BOT;
use crate::limits::{Asker, ClientAddress};
use crate::random_id;

/// How long an engine may take to start.
const STARTING: Duration = Duration::from_secs(10);
/// How long an engine may think in a game without a clock.
const THINKING: Duration = Duration::from_secs(1);
/// How much longer than it may think an engine is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest that an engine is waited for, whatever its clock shows.
const LONGEST: Duration = Duration::from_secs(120);
/// How often an engine may fail in one game.
const MOST_FAILURES: u32 = 3;
/// The most games of one engine at a time.
const MOST_GAMES: usize = 4;

/// An engine of the host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// The name of its account.
    pub name: String,
    /// How it is started.
    pub launch: Launch,
    /// Options that are set.
    pub options: Vec<(String, String)>,
}

/// An engine as all its games share it.
struct Engine {
    config: EngineConfig,
    games: Arc<Games>,
    session: Session,
    /// The games it can play.
    variants: Vec<Variant>,
    playing: AtomicUsize,
}

/// Lets an engine accept challenges.
pub async fn start(
    games: &Arc<Games>,
    challenges: &Arc<Challenges>,
    config: EngineConfig,
) -> Result<(), StoreError> {
    let session = account(games, &config.name).await?;
    let variants = {
        let config = config.clone();
        tokio::task::spawn_blocking(move || played_by(&config)).await.unwrap_or_default()
    };
    if variants.is_empty() {
        let name = &config.name;
        tracing::error!(engine = name, "{name} cannot be started, or plays none of the games");
        return Ok(());
    }
    // Its stream is open before anybody can see it.
    let mut events = games.context.hub.subscribe(&session, &config.name);
    let engine = Arc::new(Engine {
        config,
        games: Arc::clone(games),
        session: session.clone(),
        variants,
        playing: AtomicUsize::new(0),
    });
    for row in games.context.store.running_games_of(&session.0).await? {
        tokio::spawn(play(Arc::clone(&engine), row.id));
    }
    let challenges = Arc::clone(challenges);
    tokio::spawn(async move {
        while let Some(event) = events.events.recv().await {
            match event {
                Event::Challenge(challenge) if challenge.asked.session == engine.session => {
                    let is_played = engine.variants.contains(&challenge.kind.variant);
                    let is_free = engine.playing.load(Relaxed) < MOST_GAMES;
                    if is_played && is_free {
                        // If it cannot be written the challenge stays open until it expires.
                        let accepted =
                            challenges.accept(&engine.games, &challenge.id, &engine.session).await;
                        drop(accepted);
                    } else {
                        let wanted = if is_played { "later" } else { "variant" };
                        let reason = REASONS.iter().position(|(key, _)| *key == wanted);
                        challenges.decline(&challenge.id, &engine.session, reason.unwrap_or(0));
                    }
                }
                Event::GameStart(id) => drop(tokio::spawn(play(Arc::clone(&engine), id))),
                _ => {}
            }
        }
    });
    Ok(())
}

/// The account of an engine, which belongs to nobody but the host.
async fn account(games: &Arc<Games>, name: &str) -> Result<Session, StoreError> {
    let context = &games.context;
    if let Some(row) = context.store.account(&id_of(name)).await? {
        return Ok(Session(row.session));
    }
    let now_ms = context.time.now_ms();
    let session = Session(random_id(24));
    let title = Some(BOT.to_owned());
    let row = AccountRow {
        id: id_of(name),
        name: name.to_owned(),
        session: session.0.clone(),
        owner: String::new(),
        title: title.clone(),
        created_ms: now_ms,
    };
    let set =
        Write::SetTitle { session: session.0.clone(), nickname: name.to_owned(), title, now_ms };
    let _ = context.write(vec![Write::CreateAccount(Box::new(row)), set]).await?;
    Ok(session)
}

/// The games that an engine can play.
fn played_by(config: &EngineConfig) -> Vec<Variant> {
    let mut variants = Vec::new();
    for kind in &KINDS {
        if !variants.contains(&kind.variant) && open(config, kind.variant).is_ok() {
            variants.push(kind.variant);
        }
    }
    variants
}

/// Starts a process for one game.
fn open(config: &EngineConfig, variant: Variant) -> Result<Client, ClientError> {
    let mut client = Client::start(&config.launch, STARTING)?;
    for (name, value) in &config.options {
        client.set_option(name, value)?;
    }
    client.set_variant(variant)?;
    if client.option("UCI_Chess960").is_some() {
        // Castling is written as the position wants it.
        client.set_option("UCI_Chess960", "false")?;
    }
    client.new_game(STARTING)?;
    Ok(client)
}

/// Plays a game to its end.
async fn play(engine: Arc<Engine>, id: String) {
    engine.playing.fetch_add(1, Relaxed);
    let played = follow(&engine, &id).await;
    engine.playing.fetch_sub(1, Relaxed);
    if played.is_none() {
        tracing::warn!(game = id, engine = engine.config.name, "an engine left its game {id}");
    }
}

async fn follow(engine: &Arc<Engine>, id: &str) -> Option<()> {
    let address = ClientAddress(std::net::Ipv4Addr::UNSPECIFIED.into());
    let asker = Asker { session: engine.session.clone(), address };
    let mut follower = Follower::start(&engine.games, id, asker.clone()).await.ok()?;
    let mut client = None;
    let mut failures = 0;
    loop {
        let view = engine.games.view(id, &engine.session).await.ok()?;
        if view.status == GameStatus::Ended {
            return Some(());
        }
        let own = match view.you? {
            Seat::White => Color::White,
            Seat::Black => Color::Black,
            Seat::Both => return None,
        };
        if view.position.turn == own && failures < MOST_FAILURES {
            let (config, ply) = (engine.config.clone(), view.moves.len());
            let searched = tokio::task::spawn_blocking(move || search(&config, client, &view, own));
            let (uci, kept) = searched.await.unwrap_or((None, None));
            client = kept;
            let is_played = match &uci {
                Some(uci) => engine.games.play_uci(id, &asker, uci, false).await.is_ok(),
                None => false,
            };
            if !is_played {
                // Either the game has gone on meanwhile, or the move was none.
                let after = engine.games.view(id, &engine.session).await.ok()?;
                if after.status == GameStatus::Playing && after.moves.len() == ply {
                    failures += 1;
                    client = None;
                    let name = &engine.config.name;
                    tracing::warn!(game = id, engine = name, "{name} failed in game {id}");
                }
            }
            continue;
        }
        if view.position.turn == own {
            let resign = ClientMessage::Resign { id: id.to_owned() };
            engine.games.act(id, &asker, &resign).await.ok()?;
            continue;
        }
        // Until something happens.
        loop {
            match follower.next().await? {
                ServerMessage::Moved { .. }
                | ServerMessage::TookBack { .. }
                | ServerMessage::Ended { .. } => break,
                ServerMessage::Snapshot { game, .. }
                    if game.status == GameStatus::Ended || game.position.turn == own =>
                {
                    break;
                }
                ServerMessage::Offered { kind, .. } => decline(engine, &asker, id, kind).await,
                _ => {}
            }
        }
    }
}

/// An engine agrees to nothing.
async fn decline(engine: &Engine, asker: &Asker, id: &str, kind: estopim_protocol::OfferKind) {
    let id = id.to_owned();
    let message = match kind {
        estopim_protocol::OfferKind::Draw => ClientMessage::DeclineDraw { id: id.clone() },
        estopim_protocol::OfferKind::Takeback => ClientMessage::DeclineTakeback { id: id.clone() },
        estopim_protocol::OfferKind::Rematch => return,
    };
    // It may have lapsed, or be its own.
    let _ = engine.games.act(&id, asker, &message).await;
}

/// Asks the process for a move, and returns both; without a move the process is given up.
fn search(
    config: &EngineConfig,
    client: Option<Client>,
    view: &GameView,
    own: Color,
) -> (Option<String>, Option<Client>) {
    let variant = Variant::from(view.variant);
    let Some(mut client) = client.or_else(|| open(config, variant).ok()) else {
        return (None, None);
    };
    let position = PositionCommand {
        start: Start::Fen(view.initial_fen.clone()),
        moves: view.moves.iter().map(|played| played.uci.clone()).collect(),
    };
    let ms = |ms: Option<i64>| ms.map(|ms| Duration::from_millis(ms.max(0) as u64));
    let left = match own {
        Color::White => view.clocks.white_ms,
        Color::Black => view.clocks.black_ms,
    };
    let increment = match view.time {
        estopim_protocol::TimeControl::Clock { increment_seconds, .. } => {
            Some(Duration::from_secs(increment_seconds.into()))
        }
        _ => None,
    };
    let limits = match (increment, left) {
        (Some(increment), Some(_)) => GoLimits {
            wtime: ms(view.clocks.white_ms),
            btime: ms(view.clocks.black_ms),
            winc: Some(increment),
            binc: Some(increment),
            ..GoLimits::default()
        },
        _ => GoLimits { movetime: Some(THINKING), ..GoLimits::default() },
    };
    let thinks = if increment.is_some() { ms(left).unwrap_or(THINKING) } else { THINKING };
    let deadline = (thinks + PATIENCE).min(LONGEST);
    let report = client.search(&position, &limits, deadline, &AtomicBool::new(false));
    let best = report.ok().and_then(|report| report.best.best);
    match best.filter(|uci| is_legal(view, uci)) {
        Some(uci) => (Some(uci), Some(client)),
        None => (None, None),
    }
}

fn is_legal(view: &GameView, uci: &str) -> bool {
    let Ok(start) = AnyPosition::from_fen(view.variant.into(), &view.initial_fen) else {
        return false;
    };
    let mut game = Game::from_position(start);
    view.moves.iter().all(|played| game.play_uci(&played.uci).is_ok())
        && game.parse_uci(uci).is_ok()
}
