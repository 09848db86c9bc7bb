//! Games at a server: what it says changes the session, and what a player does is sent to it. The server is
//! right about everything; a move is shown once it says so.

use estopim_play::End;
use estopim_protocol::game::{ClocksView, GameStatus, GameView, OfferKind, OutcomeView};
use estopim_protocol::rest::{ColorChoice as Wish, NewGame, Opponent as Against};
use estopim_protocol::{ClientMessage, ServerMessage, apply_lobby_change, game};
use estopim_rules::{AnyPosition, Color, Game, Move, Variant};

use super::Effect;
use super::game::{apply_move, ended, to_menu};
use crate::clock::Now;
use crate::dialog::{Choice, Dialog, Reply};
use crate::input::Action;
use crate::menu::{ColorChoice, Opponent, Row};
use crate::model::{Model, Screen};
use crate::online::{News, Order};
use crate::play::{MessageKind, OnlineGame, Play};
use crate::session::{GameSession, PlayerKind};
use crate::words;

/// After how long a player who waits for an absent opponent is asked again, in milliseconds.
const ASK_AGAIN_MS: u64 = 60_000;

/// Something was heard from the server.
pub fn on_news(model: &mut Model, news: News, now: Now, effects: &mut Vec<Effect>) {
    match news {
        News::Entered(id) => {
            effects.push(Effect::Order(Order::Send(ClientMessage::WatchGame { id, seq: None })));
        }
        News::Message(message) => on_message(model, *message, now, effects),
        News::Refused(reason) => tell(model, words::refusal(&model.texts, &reason)),
        News::Lost(_) => tell(model, model.texts.get("notice-lost")),
        News::Connected => {
            model.menu.notice = None;
            // The first connection is not reported.
            if model.play().is_some() {
                model.tell(MessageKind::News, model.texts.get("notice-connected"));
            }
        }
    }
}

/// Shows a message, in the menu or in the game; not the same one twice in a row.
fn tell(model: &mut Model, text: String) {
    if let Some(play) = model.play() {
        if play.messages.last().is_none_or(|last| last.text != text) {
            model.tell(MessageKind::Refusal, text);
        }
    } else {
        model.menu.notice = Some(text);
    }
}

fn on_message(model: &mut Model, message: ServerMessage, now: Now, effects: &mut Vec<Effect>) {
    match message {
        ServerMessage::Lobby { seeks } => model.menu.seeks = seeks,
        ServerMessage::LobbyChanged { added, removed } => {
            apply_lobby_change(&mut model.menu.seeks, added, &removed);
        }
        ServerMessage::ClocksSet { clocks, .. } => set_clocks(model, &clocks, now),
        ServerMessage::Snapshot { game, .. } | ServerMessage::TookBack { game, .. } => {
            enter(model, &game, now);
        }
        ServerMessage::Moved { played, clocks, .. } => {
            let Some(play) = model.play() else { return };
            if let Ok(mv) = play.session.position().parse_uci(&played.uci) {
                // The server decides about time: whatever the local clock shows, the move was in time.
                set_clocks(model, &clocks, now);
                apply_move(model, mv, now, effects);
                forget_question(model, |choice| matches!(choice, Choice::TimeOver(_)));
                set_clocks(model, &clocks, now);
            }
        }
        ServerMessage::Rejected { reason, .. } | ServerMessage::Failed { reason } => {
            tell(model, words::refusal(&model.texts, &reason));
        }
        ServerMessage::Offered { kind, by, .. } => {
            let by = Color::from(by);
            if you(model) == Some(by) {
                model.tell(MessageKind::News, model.texts.get("notice-offered"));
            } else {
                ask_opponent_of(model, by, Choice::Offer(kind, by));
            }
        }
        ServerMessage::Declined { kind, .. } => {
            forget_question(
                model,
                |choice| matches!(choice, Choice::Offer(asked, _) if asked == kind),
            );
            model.tell(MessageKind::News, model.texts.get("notice-declined"));
        }
        ServerMessage::TimeOver { color, .. } => {
            let late = Color::from(color);
            let choice = Choice::TimeOver(late);
            model.tell(MessageKind::News, choice.text(&model.texts));
            ask_opponent_of(model, late, choice);
        }
        ServerMessage::TimeGiven { clocks, .. } => {
            model.tell(MessageKind::News, model.texts.get("notice-time-given"));
            set_clocks(model, &clocks, now);
        }
        ServerMessage::Infraction { color, kind, infractions, clocks, .. } => {
            let kind = match kind {
                estopim_protocol::InfractionKind::Illegal => "illegal",
                estopim_protocol::InfractionKind::Late => "late",
            };
            let color = Color::from(color);
            let count = if color == Color::White { infractions.white } else { infractions.black };
            let color = if color == Color::White { "white" } else { "black" };
            let (count, max) = (count.to_string(), infractions.max.to_string());
            let args = [("color", color), ("kind", kind), ("count", &count), ("max", &max)];
            let text = model.texts.with("notice-infraction", &args);
            model.tell(MessageKind::News, text);
            set_clocks(model, &clocks, now);
        }
        ServerMessage::Joined { players, clocks, .. } => {
            if let Some(online) = model.play_mut().and_then(|play| play.online.as_mut()) {
                online.waiting = players.white.is_none() || players.black.is_none();
                online.players = players;
            }
            set_clocks(model, &clocks, now);
        }
        ServerMessage::Ended { outcome, clocks, .. } => {
            set_clocks(model, &clocks, now);
            end(model, outcome, now);
        }
        ServerMessage::Chat { line, .. } => chat(model, &line),
        ServerMessage::Rematch { id, .. } => {
            effects.push(Effect::Order(Order::Send(ClientMessage::WatchGame { id, seq: None })));
        }
        ServerMessage::Presence { white, black, claimable_in_ms, .. } => {
            let opponent = you(model).map(|you| !you);
            let is_here = if opponent == Some(Color::White) { white } else { black };
            let claimable = claimable_in_ms.filter(|_| opponent.is_some() && !is_here);
            opponent_left(model, claimable.map(|ms| now.plus(ms.max(0) as u64)));
        }
        // The terminal does not ask for games to watch.
        ServerMessage::GamesToWatch { .. }
        | ServerMessage::GamesToWatchChanged { .. }
        | ServerMessage::Pong { .. } => {}
    }
}

/// The opponent has gone, and from a moment on the game may be ended; or is back.
fn opponent_left(model: &mut Model, claimable: Option<Now>) {
    let Some(online) = model.play_mut().and_then(|play| play.online.as_mut()) else { return };
    let before = std::mem::replace(&mut online.ask_about_left, claimable);
    match (before, claimable) {
        (None, Some(_)) => model.tell(MessageKind::News, model.texts.get("notice-opponent-left")),
        (Some(_), None) => {
            forget_question(model, |choice| matches!(choice, Choice::Left(_)));
            model.tell(MessageKind::News, model.texts.get("notice-opponent-back"));
        }
        _ => {}
    }
}

/// Asks whether a game that the opponent has left shall end, once it may.
pub fn ask_about_left(model: &mut Model, now: Now) {
    let Some(opponent) = you(model).map(|you| !you) else { return };
    let Some(online) = model.play_mut().and_then(|play| play.online.as_mut()) else { return };
    if online.ask_about_left.is_some_and(|due| due <= now) {
        online.ask_about_left = Some(now.plus(ASK_AGAIN_MS));
        ask_opponent_of(model, opponent, Choice::Left(opponent));
    }
}

/// Asks the player about something the opponent did, unless another question is open.
fn ask_opponent_of(model: &mut Model, other: Color, choice: Choice) {
    if you(model) == Some(!other) && model.dialog.is_none() {
        model.dialog = Some(Dialog::Choice { choice, index: 0 });
    }
}

/// Closes a question that no longer applies.
fn forget_question(model: &mut Model, is_it: impl Fn(Choice) -> bool) {
    if matches!(model.dialog, Some(Dialog::Choice { choice, .. }) if is_it(choice)) {
        model.dialog = None;
    }
}

fn chat(model: &mut Model, line: &game::ChatLine) {
    if let Some(remark) = &line.remark {
        if model.texts.has(&remark.key) && model.settings.remarks.is_on() {
            model.tell(MessageKind::Remark, model.texts.get(&remark.key));
        }
    } else if let Some(text) = &line.text {
        let clean: String = text.chars().filter(|letter| !letter.is_control()).collect();
        model.tell(MessageKind::News, clean);
    }
}

/// The side that is played here, if only one is.
fn you(model: &Model) -> Option<Color> {
    model.play().and_then(|play| play.session.only_human())
}

/// Enters a game by a snapshot, or updates the present game from it.
fn enter(model: &mut Model, view: &GameView, now: Now) {
    let variant = Variant::from(view.variant);
    let Ok(start) = AnyPosition::from_fen(variant, &view.initial_fen) else { return };
    let mut game = Game::from_position(start);
    for played in &view.moves {
        if game.play_uci(&played.uci).is_err() {
            return;
        }
    }
    let seat = |color: Color| match view.you {
        Some(you) if you.plays(color.into()) => PlayerKind::Human,
        _ => PlayerKind::Remote,
    };
    let online = OnlineGame {
        id: view.id.clone(),
        waiting: view.status == GameStatus::Waiting,
        players: view.players.clone(),
        ask_about_left: None,
    };
    let session = GameSession::of_game(game, Color::ALL.map(seat), view.time.into());
    let mut play = Play::new(session, model.seed);
    play.kept = false;
    let is_same =
        model.play().and_then(|play| play.online.as_ref()).map(|known| &known.id) == Some(&view.id);
    match &mut model.screen {
        Screen::Play(known) if is_same => {
            play.messages = std::mem::take(&mut known.messages);
            play.cursor = known.cursor;
            play.turned = known.turned;
        }
        _ => {
            let name = model.texts.get(&format!("variant-{variant}"));
            let line = model.texts.get(&format!("variant-{variant}-line"));
            play.tell(MessageKind::News, format!("{name}. {line}"));
        }
    }
    play.online = Some(online);
    model.screen = Screen::Play(Box::new(play));
    if !is_same {
        model.dialog = None;
        view.chat.iter().for_each(|line| chat(model, line));
    }
    set_clocks(model, &view.clocks, now);
    if let Some(outcome) = view.outcome {
        end(model, outcome, now);
    }
    let offers = [
        (OfferKind::Draw, view.offers.draw),
        (OfferKind::Takeback, view.offers.takeback),
        (OfferKind::Rematch, view.offers.rematch),
    ];
    for (kind, by) in offers {
        if let Some(by) = by.map(Color::from) {
            ask_opponent_of(model, by, Choice::Offer(kind, by));
        }
    }
    if let Some(late) = view.clocks.overdue.map(Color::from) {
        ask_opponent_of(model, late, Choice::TimeOver(late));
    }
}

fn set_clocks(model: &mut Model, view: &ClocksView, now: Now) {
    let Some(play) = model.play_mut() else { return };
    let left = |ms: Option<i64>| ms.unwrap_or(0).max(0);
    let left_ms = [left(view.white_ms), left(view.black_ms)];
    play.session.set_clock(left_ms, view.running.map(Color::from), now);
}

fn end(model: &mut Model, outcome: OutcomeView, now: Now) {
    let Some(play) = model.play_mut() else { return };
    if play.session.end().is_some() {
        return;
    }
    let Ok(end) = End::try_from(outcome) else { return };
    play.session.finish(end, now);
    ended(model);
}

/// A move to be sent.
pub fn send_move(model: &mut Model, mv: Move, effects: &mut Vec<Effect>) {
    let Some(play) = model.play_mut() else { return };
    let Some(online) = &play.online else { return };
    effects.push(Effect::Order(Order::Send(ClientMessage::Move {
        id: online.id.clone(),
        at_ply: play.session.played().len() as u32,
        text: play.session.position().uci(mv),
        letters: None,
        client_tag: None,
    })));
    play.selected = None;
    play.dragged = None;
}

/// Performs an action that works differently at a server.
pub fn perform(model: &mut Model, action: Action, effects: &mut Vec<Effect>) {
    let Some(id) = game_id(model) else { return };
    let message = match action {
        Action::Undo => ClientMessage::OfferTakeback { id },
        Action::Draw => ClientMessage::OfferDraw { id },
        Action::Rematch => ClientMessage::OfferRematch { id },
        Action::NewGame | Action::Leave if is_running(model) => {
            let index = usize::from(action == Action::NewGame);
            model.dialog = Some(Dialog::Choice { choice: Choice::LeaveServer, index });
            return;
        }
        Action::NewGame => leave_game(model, effects),
        Action::Leave => {
            effects.push(Effect::Quit);
            return;
        }
        // No help by the engine in games at a server.
        _ => {
            model.tell(MessageKind::Refusal, model.texts.get("notice-not-online"));
            return;
        }
    };
    effects.push(Effect::Order(Order::Send(message)));
}

/// Sends an answer to the server, and returns whether there was something to send.
pub fn answer(
    model: &mut Model,
    choice: Choice,
    reply: Reply,
    effects: &mut Vec<Effect>,
) -> Answered {
    let Some(id) = game_id(model) else { return Answered::No };
    let message = match (choice, reply) {
        (Choice::Resign, Reply::Yes) => ClientMessage::Resign { id },
        (Choice::Offer(OfferKind::Draw, _), Reply::Yes) => ClientMessage::AcceptDraw { id },
        (Choice::Offer(OfferKind::Draw, _), _) => ClientMessage::DeclineDraw { id },
        (Choice::Offer(OfferKind::Takeback, _), Reply::Yes) => ClientMessage::AcceptTakeback { id },
        (Choice::Offer(OfferKind::Takeback, _), _) => ClientMessage::DeclineTakeback { id },
        (Choice::Offer(OfferKind::Rematch, _), Reply::Yes) => ClientMessage::AcceptRematch { id },
        (Choice::Offer(OfferKind::Rematch, _), _) => ClientMessage::DeclineRematch { id },
        (Choice::TimeOver(_), Reply::GoOn) => ClientMessage::GiveTime { id },
        (Choice::TimeOver(_), Reply::EndGame) => ClientMessage::ClaimTime { id },
        (Choice::Left(_), Reply::EndGame) => ClientMessage::ClaimLeft { id },
        (Choice::Ended, Reply::Rematch) => ClientMessage::OfferRematch { id },
        (Choice::Ended | Choice::LeaveServer, Reply::ToMenu) => leave_game(model, effects),
        _ => return Answered::No,
    };
    effects.push(Effect::Order(Order::Send(message)));
    Answered::Yes
}

/// Whether the server was told.
#[derive(PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Answered {
    Yes,
    No,
}

/// Whether a game is being played, so that its opponent would miss the player.
fn is_running(model: &Model) -> bool {
    let running = |play: &Play| {
        play.session.end().is_none() && play.online.as_ref().is_some_and(|game| !game.waiting)
    };
    model.play().is_some_and(running)
}

/// Goes to the start menu, where a running game can be gone on with, and asks for the open games.
fn leave_game(model: &mut Model, effects: &mut Vec<Effect>) -> ClientMessage {
    let variant = model.play().map(|play| play.session.game().variant());
    let left = game_id(model).zip(variant).filter(|_| is_running(model));
    to_menu(model, effects);
    if left.is_some() {
        model.menu.row = Row::Continue;
    }
    model.menu.left = left;
    model.menu.notice = None;
    ClientMessage::WatchLobby {}
}

fn game_id(model: &Model) -> Option<String> {
    Some(model.play()?.online.as_ref()?.id.clone())
}

/// The game that the menu describes, to be made at the server.
pub fn new_game(model: &Model) -> NewGame {
    let menu = &model.menu;
    let opponent = match menu.opponent {
        Opponent::Computer => Against::Computer {
            level: menu.level.number(),
            color: match menu.color {
                ColorChoice::White => Wish::White,
                ColorChoice::Black => Wish::Black,
                ColorChoice::Random => Wish::Random,
            },
        },
        Opponent::TwoPlayers | Opponent::Itself => Against::Lobby {},
    };
    let setup = menu.variant.has_setups().then(|| menu.setup.to_string());
    NewGame {
        variant: menu.variant.into(),
        setup,
        opponent,
        time: menu.time.into(),
        watchable: false,
    }
}
