//! The task that owns one game. Commands wait in its inbox; every change is written first and then sent to all
//! watchers, in the same order.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use estopim_play::state::Command;
use estopim_protocol::{
    ClientMessage, ClocksView, EndReason, GameStatus, GameView, PlayedMove, ReasonCode, Seat,
    ServerMessage,
};
use estopim_rules::{PgnGame, PgnResult};
use tokio::sync::mpsc;

use super::change::{GameChange, NotMade};
use super::command::{GameCommand, Refusing, Watcher};
use super::computer::Thinking;
use super::live::{Kind, Live, Occupant};
use super::load::{LoadError, load};
use super::presence::Presence;
use super::registry::Games;
use super::rows::reason_word;
use super::to_text;
use crate::auth::Session;
use crate::bus::OnList;
use crate::error::Error;
use crate::limits::Asker;
use crate::time::Alarm;

/// A game and those who watch it.
#[expect(clippy::struct_excessive_bools, reason = "independent facts of one game")]
pub(super) struct Actor {
    pub(super) games: Arc<Games>,
    pub(super) live: Live,
    pub(super) watchers: Vec<Watcher>,
    /// The number of the last message.
    seq: u64,
    /// Presence.
    pub(super) presence: Presence,
    /// The lag of each player.
    pub(super) lag_ms: [i64; 2],
    /// Whether clients have been told that this move is overdue.
    pub(super) told_overdue: bool,
    /// The pending search of the computer.
    pub(super) thinking: Option<Thinking>,
    /// No search is started before this moment.
    pub(super) think_after_ms: i64,
    /// The player who last sent a command.
    pub(super) asker: Option<Asker>,
    /// Whether the game in memory may differ from the database.
    pub(super) in_doubt: bool,
    /// The computer's last evaluation for itself, in centipawns.
    pub(super) last_score_cp: Option<i32>,
    /// The entry in the list of games to watch.
    on_list: OnList,
    /// A game of a table stands still until its table says otherwise.
    pub(super) is_held: bool,
    /// What the class was last told: plies, and whether it is over.
    pub(super) class_told: Option<(usize, bool)>,
    /// Whether the game was deleted.
    pub(super) is_closed: bool,
    /// A sender to the inbox, for search results. Weak, so that it does not keep the task alive.
    pub(super) me: mpsc::WeakSender<GameCommand>,
}

/// Loads a game and runs it until it is idle.
pub(super) async fn run(games: Arc<Games>, id: String, mut inbox: mpsc::Receiver<GameCommand>) {
    let now = games.context.time.now_ms();
    let live = match load(&games.context, &id, now).await {
        Ok(live) => live,
        Err(error) => return refuse_all(&games, &id, inbox, error).await,
    };
    let me = match games.game(&id) {
        Ok(sender) => sender.downgrade(),
        Err(_) => return,
    };
    let on_list = OnList::new(&games.context.bus);
    let mut actor = Actor {
        games,
        watchers: Vec::new(),
        // Greater than any number of an earlier task of this game, so that clients do not mix them up.
        seq: now as u64,
        presence: Presence::new(now),
        lag_ms: [0; 2],
        told_overdue: live.clock().overdue(now).is_some(),
        is_held: live.kind == Kind::Table,
        live,
        thinking: None,
        think_after_ms: 0,
        asker: None,
        in_doubt: false,
        last_score_cp: None,
        on_list,
        class_told: None,
        is_closed: false,
        me,
    };
    actor.games.seat(&actor.live);
    actor.greet().await;
    actor.hold_computers_clock();
    if actor.is_held {
        actor.live.state.clock_mut().hold();
    }
    // With commands waiting, the first of them tells on whose account the computer thinks.
    if inbox.is_empty() {
        actor.think();
    }
    actor.on_list.show(actor.live.on_list());
    actor.tell_class();
    let mut alarm = Alarm::new(actor.games.context.time.clone(), i64::MAX);
    loop {
        let due = actor.wakes_at_ms();
        alarm.set(due);
        tokio::select! {
            // Commands before the alarm.
            biased;
            command = inbox.recv() => match command {
                Some(command) => {
                    actor.answer(command).await;
                    if actor.is_closed {
                        return;
                    }
                    // Many commands must not delay the clock.
                    if actor.now_ms() >= due {
                        actor.look().await;
                    }
                }
                None => return,
            },
            () = alarm.rings() => {
                if actor.now_ms() < due {
                    continue;
                }
                actor.look().await;
                if actor.is_idle(actor.now_ms())
                    && actor.games.sleep(&actor.live, &mut inbox, actor.sleeps_until())
                {
                    return;
                }
            }
        }
        actor.think();
        actor.on_list.show(actor.live.on_list());
        actor.tell_class();
    }
}

/// Refuses all waiting commands, and forgets the game.
async fn refuse_all(
    games: &Arc<Games>,
    id: &str,
    mut inbox: mpsc::Receiver<GameCommand>,
    error: LoadError,
) {
    let why = match error {
        LoadError::Store(_) => Refusing::Away,
        LoadError::Missing | LoadError::Broken(_) => Refusing::Unreadable,
    };
    if why == Refusing::Away {
        // It is loaded again later, because its clock may run out or its seek may have to be withdrawn.
        games.wake_later(id);
    }
    let error = match error {
        LoadError::Missing => Error::no_such_game(id),
        LoadError::Store(error) => error.into(),
        LoadError::Broken(fault) => {
            tracing::error!(game = id, fault, "game {id} cannot be read: {fault}");
            Error::new(ReasonCode::Internal, "this game cannot be read any more")
        }
    };
    while !games.forget(id, &mut inbox) {
        while let Ok(command) = inbox.try_recv() {
            command.refuse(&error, why);
        }
    }
    while let Some(command) = inbox.recv().await {
        command.refuse(&error, why);
    }
}

impl Actor {
    pub(super) fn now_ms(&self) -> i64 {
        self.games.context.time.now_ms()
    }

    /// Handles what happens with time: clock and presence.
    async fn look(&mut self) {
        // A game in doubt is reloaded.
        if self.settle().await.is_ok() {
            self.look_at_clock(self.now_ms()).await;
            self.look_at_presence(self.now_ms()).await;
        }
    }

    async fn answer(&mut self, command: GameCommand) {
        self.presence.touch(self.now_ms());
        if let Err(error) = self.settle().await {
            if let GameCommand::Leave { socket } = command {
                self.watchers.retain(|watcher| watcher.socket != socket);
            }
            return command.refuse(&error, Refusing::Away);
        }
        self.forgive_outages(self.now_ms());
        match command {
            GameCommand::Watch { watcher, seq } => match self.must_see(&watcher.asker.session) {
                Ok(()) => self.watch(watcher, seq),
                Err(error) => {
                    let failed = ServerMessage::Failed { reason: error.0 };
                    watcher.outbox.reply(to_text(&failed));
                }
            },
            GameCommand::Leave { socket } => {
                self.watchers.retain(|watcher| watcher.socket != socket);
                self.presence_changed(self.now_ms());
            }
            GameCommand::Act { by, message, received_ms, lag_ms, outbox } => {
                self.await_heartbeat(self.now_ms()).await;
                let tag = match &message {
                    ClientMessage::Move { client_tag, .. } => client_tag.clone(),
                    _ => None,
                };
                if let Err(error) = self.act(&by, message, received_ms, lag_ms).await {
                    let rejected = ServerMessage::Rejected { client_tag: tag, reason: error.0 };
                    outbox.reply(to_text(&rejected));
                }
            }
            GameCommand::Referee { order, reply } => {
                let _ = reply.send(self.referee(order).await);
            }
            GameCommand::Do { by, message, reply } => {
                self.await_heartbeat(self.now_ms()).await;
                let _ = reply.send(self.act(&by, message, self.now_ms(), 0).await);
            }
            GameCommand::PlayUci { by, uci, offers_draw, reply } => {
                self.await_heartbeat(self.now_ms()).await;
                let _ = reply.send(self.play_uci(&by, &uci, offers_draw).await);
            }
            GameCommand::Join { by, reply } => {
                let _ = reply.send(self.join(&by).await);
            }
            GameCommand::View { session, reply } => {
                let view = || Box::new(self.view_for(&session));
                let _ = reply.send(self.must_see(&session).map(|()| view()));
            }
            GameCommand::Pgn { session, reply } => {
                let may = session.map_or(Ok(()), |session| self.must_see(&session));
                let _ = reply.send(may.map(|()| self.pgn()));
            }
            GameCommand::Teach { order, reply } => {
                let _ = reply.send(self.teach(order).await);
            }
            GameCommand::Hint { reply } => {
                let _ = reply.send(self.hint_request());
            }
            GameCommand::Renamed { session } => self.rename(&session).await,
            GameCommand::Withdraw { reply } => {
                let _ = reply.send(self.withdraw().await);
            }
            // The clock has been corrected above.
            GameCommand::Outage => {}
            GameCommand::SearchStarted { ticket } => self.search_started(ticket, self.now_ms()),
            GameCommand::SearchDone { ticket, best } => self.play_found_move(ticket, &best).await,
        }
    }

    fn watch(&mut self, watcher: Watcher, seq: Option<u64>) {
        self.watchers.retain(|known| known.socket != watcher.socket);
        if seq != Some(self.seq) {
            let game = Box::new(self.view_for(&watcher.asker.session));
            watcher.outbox.snapshot(to_text(&ServerMessage::Snapshot { seq: self.seq, game }));
        }
        if self.live.seat_of(&watcher.asker.session).is_some() {
            self.asker = Some(watcher.asker.clone());
        }
        watcher.outbox.presence(self.presence_text(self.now_ms()));
        self.watchers.push(watcher);
        self.presence_changed(self.now_ms());
    }

    pub(super) fn view_for(&self, session: &Session) -> GameView {
        self.live.view(self.live.seat_of(session), self.spectators(), self.now_ms())
    }

    /// Sends a message to all watchers, with the next number.
    pub(super) fn tell(&mut self, message: impl FnOnce(u64) -> ServerMessage) {
        self.seq += 1;
        let text = to_text(&message(self.seq));
        self.send_all(&text);
    }

    /// Sends a move to all watchers.
    pub(super) fn tell_move(&mut self, played: PlayedMove, clocks: ClocksView) {
        let position = self.live.position();
        self.tell(|seq| ServerMessage::Moved { seq, played, position, clocks });
    }

    fn send_all(&mut self, text: &Utf8Bytes) {
        for watcher in &self.watchers {
            // A slow socket gets a snapshot once it has caught up.
            let _ = watcher.outbox.tell(text.clone());
        }
    }

    /// Sends the whole game to all watchers, each with their own seat.
    pub(super) fn tell_whole(&mut self, message: fn(u64, Box<GameView>) -> ServerMessage) {
        self.seq += 1;
        // Serialised once for each seat, not for each watcher.
        let mut texts: Vec<(Option<Seat>, Utf8Bytes)> = Vec::new();
        for watcher in &self.watchers {
            let seat = self.live.seat_of(&watcher.asker.session);
            if !texts.iter().any(|(made, _)| *made == seat) {
                let game = Box::new(self.live.view(seat, self.spectators(), self.now_ms()));
                texts.push((seat, to_text(&message(self.seq, game))));
            }
            let made = texts.iter().find(|(made, _)| *made == seat);
            // It replaces everything that waits before it.
            watcher.outbox.snapshot(made.expect("it has just been made").1.clone());
        }
    }

    async fn join(&mut self, by: &Asker) -> Result<(), Error> {
        let session = &by.session;
        // A player who joins twice already has the seat.
        if self.live.seat_of(session).is_some() {
            return Ok(());
        }
        let taken = || Error::new(ReasonCode::SeatTaken, "somebody else has taken the seat");
        if self.live.status() != GameStatus::Waiting {
            return Err(taken());
        }
        // First, so that a concurrent renaming reaches this game.
        self.games.seat_session(session, &self.live.id);
        let joined = self.take_seat(session.clone()).await;
        if self.live.seat_of(session).is_none() {
            self.games.unseat_session(session, &self.live.id);
        }
        joined.map_err(|not_made| match not_made {
            NotMade::Conflict => taken(),
            NotMade::Failed(error) => error,
        })
    }

    async fn take_seat(&mut self, session: Session) -> Result<(), NotMade> {
        let known = self.games.context.known_as(&session).await;
        let (name, is_bot) = known.map_err(|error| NotMade::Failed(error.into()))?;
        self.make(GameChange::Joined { session, name, is_bot, now_ms: self.now_ms() }).await
    }

    /// A seek of the lobby is no longer open.
    pub(super) fn seek_ended(&self) {
        if self.live.kind == Kind::Lobby {
            for session in self.live.sessions() {
                self.games.seek_ended(session, &self.live.id);
            }
            self.games.context.bus.lobby_changed();
        }
    }

    /// Reads a nickname again, and sends it to all watchers if it has changed.
    async fn rename(&mut self, who: &Session) {
        let Ok(nickname) = self.games.context.nickname(who).await else {
            return self.doubt();
        };
        let mut is_news = false;
        for seat in self.live.seats.iter_mut().flatten() {
            if let Occupant::Person { session, name, .. } = seat
                && session == who
                && *name != nickname
            {
                name.clone_from(&nickname);
                is_news = true;
            }
        }
        if is_news {
            self.tell_players(self.now_ms());
        }
    }

    /// Takes a seek out of the lobby.
    pub(super) async fn withdraw(&mut self) -> Result<(), Error> {
        if self.live.kind != Kind::Lobby || self.live.status() != GameStatus::Waiting {
            return Ok(());
        }
        self.execute(Command::Abort, self.now_ms()).await
    }

    fn pgn(&self) -> String {
        let mut pgn = PgnGame::from(self.live.game());
        let players = self.live.players();
        let name = |player: Option<estopim_protocol::Player>| match player {
            Some(player) => match player.computer_level {
                Some(level) => format!("Estopim level {level}"),
                None => player.name,
            },
            None => "?".to_owned(),
        };
        pgn.tags.set("Event", "Estopim");
        pgn.tags.set("Site", format!("/game/{}", self.live.id));
        pgn.tags.set("White", name(players.white));
        pgn.tags.set("Black", name(players.black));
        if let Some(outcome) = self.live.outcome() {
            pgn.result = match outcome.winner {
                Some(winner) => PgnResult::Win(winner.into()),
                None if outcome.reason == EndReason::Aborted => PgnResult::Unknown,
                None => PgnResult::Draw,
            };
            pgn.tags.set("Termination", reason_word(outcome.reason));
        }
        pgn.to_string()
    }
}
