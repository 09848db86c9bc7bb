//! The task that owns one game. What is asked of it waits in its inbox; what happens is kept first and then
//! told to all who watch, in the same order for everybody.

use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use estopim_engine::Best;
use estopim_protocol::{
    ClientMessage, ClocksView, EndReason, GameStatus, GameView, OutcomeView, PlayedMove,
    PositionView, ReasonCode, Seat, ServerMessage,
};
use estopim_rules::{PgnGame, PgnResult};
use estopim_store::{Change, Written};
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

use super::computer::Thinking;
use super::live::{Kind, Live, Occupant};
use super::load::{LoadError, load};
use super::outbox::Outbox;
use super::presence::Presence;
use super::registry::Games;
use super::rows::{color_word, reason_word};
use super::to_text;
use crate::auth::Session;
use crate::error::Error;
use crate::limits::Asker;
use crate::now_ms;

/// Somebody who watches a game.
pub struct Watcher {
    /// Which socket it is.
    pub socket: u64,
    /// Whose.
    pub asker: Asker,
    /// Where to tell it.
    pub outbox: Outbox,
}

/// What can be asked of a game.
pub enum Ask {
    /// Tell me from now on. `seq` is the last message the watcher has.
    Watch {
        /// Who.
        watcher: Watcher,
        /// What it has.
        seq: Option<u64>,
    },
    /// Tell this socket no more.
    Leave {
        /// Which.
        socket: u64,
    },
    /// A player wants something.
    Act {
        /// Who.
        by: Asker,
        /// What.
        message: ClientMessage,
        /// When it came.
        received_ms: i64,
        /// How long the network takes to them and back.
        lag_ms: i64,
        /// Where to say why not.
        outbox: Outbox,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        by: Asker,
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// How does it stand?
    View {
        /// As seen by whom.
        session: Session,
        /// The answer.
        reply: oneshot::Sender<Result<Box<GameView>, Error>>,
    },
    /// The game as text.
    Pgn {
        /// The answer.
        reply: oneshot::Sender<Result<String, Error>>,
    },
    /// Somebody is called otherwise now.
    Renamed {
        /// Who.
        session: Session,
        /// How.
        nickname: String,
    },
    /// The seek is no longer wanted.
    Withdraw {
        /// Whether it worked.
        reply: oneshot::Sender<Result<(), Error>>,
    },
    /// For some time nothing could be kept.
    Outage,
    /// The computer has begun to think.
    ThoughtBegan {
        /// Which thought it is.
        ticket: u64,
    },
    /// The computer has thought.
    Thought {
        /// Which thought it is.
        ticket: u64,
        /// What came of it.
        best: Box<Best>,
    },
}

/// A game and those who watch it.
pub(super) struct Actor {
    pub(super) games: Arc<Games>,
    pub(super) live: Live,
    pub(super) watchers: Vec<Watcher>,
    /// The number of the last message.
    seq: u64,
    /// Who is there, and who has been told.
    pub(super) presence: Presence,
    /// How long the network takes to each player.
    pub(super) lag_ms: [i64; 2],
    /// Whether it has been said that somebody is late with this move.
    pub(super) told_overdue: bool,
    /// The thought the computer is at.
    pub(super) thinking: Option<Thinking>,
    /// It does not think again before this moment.
    pub(super) think_after_ms: i64,
    /// Who has last asked for something from a seat.
    pub(super) asker: Option<Asker>,
    /// How good the computer thinks its game is, in centipawns.
    pub(super) judged: Option<i32>,
    /// A way to the inbox, for the computer's answers. Weak, so that it keeps nothing alive.
    pub(super) me: mpsc::WeakSender<Ask>,
}

/// Loads a game and plays it until nobody needs it any more.
pub(super) async fn run(games: Arc<Games>, id: String, mut inbox: mpsc::Receiver<Ask>) {
    let now = now_ms();
    let live = match load(&games.context, &id, now).await {
        Ok(live) => live,
        Err(error) => return refuse_all(&games, &id, inbox, error).await,
    };
    let me = match games.game(&id) {
        Ok(sender) => sender.downgrade(),
        Err(_) => return,
    };
    let mut actor = Actor {
        games,
        watchers: Vec::new(),
        // Greater than any number of an earlier life of this game, so that nobody takes old for new.
        seq: now as u64,
        presence: Presence::new(now),
        lag_ms: [0; 2],
        told_overdue: live.clock.overdue(now).is_some(),
        live,
        thinking: None,
        think_after_ms: 0,
        asker: None,
        judged: None,
        me,
    };
    actor.games.seat(&actor.live);
    actor.greet().await;
    actor.hold_computers_clock();
    // Otherwise whoever asks is known first, on whose account the computer thinks.
    if inbox.is_empty() {
        actor.think();
    }
    let mut due = actor.wakes_at();
    let mut alarm = pin!(sleep_until(due));
    loop {
        // An alarm that is early does no harm, and to set it anew for every move would cost more.
        if alarm.is_elapsed() || due < alarm.deadline() {
            alarm.as_mut().reset(due);
        }
        tokio::select! {
            // What is asked first: then the clock need not be looked at.
            biased;
            ask = inbox.recv() => match ask {
                Some(ask) => {
                    actor.answer(ask).await;
                    // However much is asked, time runs.
                    if tokio::time::Instant::now() >= due {
                        actor.look_at_clock(now_ms()).await;
                    }
                }
                None => return,
            },
            () = &mut alarm => {
                if tokio::time::Instant::now() < due {
                    continue;
                }
                actor.look_at_clock(now_ms()).await;
                actor.look_at_presence(now_ms()).await;
                if actor.is_idle(now_ms())
                    && actor.games.sleep(&actor.live, &mut inbox, actor.sleeps_until())
                {
                    return;
                }
            }
        }
        actor.think();
        due = actor.wakes_at();
    }
}

/// Tells everybody who waits that there is no such game, and forgets it.
async fn refuse_all(
    games: &Arc<Games>,
    id: &str,
    mut inbox: mpsc::Receiver<Ask>,
    error: LoadError,
) {
    let is_away = matches!(error, LoadError::Store(_));
    if is_away {
        // Its clock may run out, or its seek be withdrawn, with nobody asking.
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
        while let Ok(ask) = inbox.try_recv() {
            refuse(ask, &error, is_away);
        }
    }
    while let Some(ask) = inbox.recv().await {
        refuse(ask, &error, is_away);
    }
}

/// Says no. Who wants to watch a game that is there, but cannot be read just now, is hung up on and comes back.
fn refuse(ask: Ask, error: &Error, is_away: bool) {
    let failed = || to_text(&ServerMessage::Failed { reason: error.0.clone() });
    match ask {
        Ask::Watch { watcher, .. } if is_away => watcher.outbox.hang_up(),
        // Who no longer listens does not need the answer.
        Ask::Watch { watcher: Watcher { outbox, .. }, .. } | Ask::Act { outbox, .. } => {
            outbox.reply(failed());
        }
        Ask::Join { reply, .. } | Ask::Withdraw { reply } => drop(reply.send(Err(error.clone()))),
        Ask::View { reply, .. } => drop(reply.send(Err(error.clone()))),
        Ask::Pgn { reply } => drop(reply.send(Err(error.clone()))),
        Ask::Leave { .. }
        | Ask::Renamed { .. }
        | Ask::Outage
        | Ask::ThoughtBegan { .. }
        | Ask::Thought { .. } => {}
    }
}

impl Actor {
    async fn answer(&mut self, ask: Ask) {
        self.forgive_outages(now_ms());
        self.presence.touch(now_ms());
        match ask {
            Ask::Watch { watcher, seq } => self.watch(watcher, seq),
            Ask::Leave { socket } => {
                self.watchers.retain(|watcher| watcher.socket != socket);
                self.presence_changed(now_ms());
            }
            Ask::Act { by, message, received_ms, lag_ms, outbox } => {
                self.await_heartbeat(now_ms()).await;
                let tag = match &message {
                    ClientMessage::Move { client_tag, .. } => client_tag.clone(),
                    _ => None,
                };
                if let Err(error) = self.act(&by, message, received_ms, lag_ms).await {
                    let rejected = ServerMessage::Rejected { client_tag: tag, reason: error.0 };
                    outbox.reply(to_text(&rejected));
                }
            }
            Ask::Join { by, reply } => {
                let _ = reply.send(self.join(&by).await);
            }
            Ask::View { session, reply } => {
                let _ = reply.send(Ok(Box::new(self.view_for(&session))));
            }
            Ask::Pgn { reply } => {
                let _ = reply.send(Ok(self.pgn()));
            }
            Ask::Renamed { session, nickname } => self.rename(&session, &nickname),
            Ask::Withdraw { reply } => {
                let _ = reply.send(self.withdraw().await);
            }
            // The clock has been set right above.
            Ask::Outage => {}
            Ask::ThoughtBegan { ticket } => self.begin_thought(ticket, now_ms()),
            Ask::Thought { ticket, best } => self.play_thought(ticket, &best).await,
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
        watcher.outbox.presence(self.presence_text(now_ms()));
        self.watchers.push(watcher);
        self.presence_changed(now_ms());
    }

    pub(super) fn view_for(&self, session: &Session) -> GameView {
        self.live.view(self.live.seat_of(session), self.spectators(), now_ms())
    }

    /// Tells everybody something, with the next number.
    pub(super) fn tell(&mut self, message: impl FnOnce(u64) -> ServerMessage) {
        self.seq += 1;
        let text = to_text(&message(self.seq));
        self.send_all(&text);
    }

    /// Tells everybody a move that was just played. The list of what may be played now is long, and goes to
    /// whoever is to move alone.
    pub(super) fn tell_move(&mut self, played: &PlayedMove, clocks: &ClocksView) {
        self.seq += 1;
        let seq = self.seq;
        let moved = |position| {
            let (played, clocks) = (played.clone(), clocks.clone());
            to_text(&ServerMessage::Moved { seq, played, position, clocks })
        };
        let Some(Occupant::Person { session, .. }) = &self.live.seats[self.live.turn().index()]
        else {
            let short = moved(PositionView::without_moves(&self.live.game));
            return self.send_all(&short);
        };
        let (session, mut position) = (session.clone(), self.live.position());
        let legal = std::mem::take(&mut position.legal);
        let short = moved(position.clone());
        let long = moved(PositionView { legal, ..position });
        self.send_each(|watcher| if watcher.asker.session == session { &long } else { &short });
    }

    fn send_all(&mut self, text: &Utf8Bytes) {
        self.send_each(|_| text);
    }

    fn send_each<'a>(&mut self, text_for: impl Fn(&Watcher) -> &'a Utf8Bytes) {
        for watcher in &self.watchers {
            // Who cannot keep up gets a snapshot when it has caught up.
            let _ = watcher.outbox.tell(text_for(watcher).clone());
        }
    }

    /// Tells everybody how the game stands, each with their own seat.
    pub(super) fn tell_took_back(&mut self) {
        self.seq += 1;
        let seq = self.seq;
        // Made once for each seat, not for each who watches.
        let mut texts: Vec<(Option<Seat>, Utf8Bytes)> = Vec::new();
        for watcher in &self.watchers {
            let seat = self.live.seat_of(&watcher.asker.session);
            if !texts.iter().any(|(made, _)| *made == seat) {
                let game = Box::new(self.live.view(seat, self.spectators(), now_ms()));
                texts.push((seat, to_text(&ServerMessage::TookBack { seq, game })));
            }
            let made = texts.iter().find(|(made, _)| *made == seat);
            // It says all, so what waits before it is out of date.
            watcher.outbox.snapshot(made.expect("it has just been made").1.clone());
        }
    }

    /// Keeps changes. If somebody else was there before, the game is read anew and everybody told.
    pub(super) async fn keep(&mut self, changes: Vec<Change>) -> Result<(), Error> {
        match self.games.context.store.write(changes).await? {
            Written::Done => Ok(()),
            Written::Conflict => {
                self.reload().await?;
                Err(Error::new(ReasonCode::StalePly, "the game has gone on meanwhile"))
            }
        }
    }

    /// Reads the game anew and tells everybody how it stands.
    pub(super) async fn reload(&mut self) -> Result<(), Error> {
        let was_waiting = self.live.status() == GameStatus::Waiting;
        match load(&self.games.context, &self.live.id, now_ms()).await {
            Ok(live) => self.live = live,
            Err(LoadError::Store(error)) => return Err(error.into()),
            Err(LoadError::Missing | LoadError::Broken(_)) => {
                return Err(Error::new(ReasonCode::Internal, "this game cannot be read any more"));
            }
        }
        self.thinking = None;
        self.told_overdue = self.live.clock.overdue(now_ms()).is_some();
        self.games.seat(&self.live);
        if was_waiting && self.live.status() != GameStatus::Waiting {
            self.seek_ended();
        }
        self.tell_took_back();
        Ok(())
    }

    async fn join(&mut self, by: &Asker) -> Result<(), Error> {
        let session = &by.session;
        // Who sits already has what they ask for.
        if self.live.seat_of(session).is_some() {
            return Ok(());
        }
        let taken = || Error::new(ReasonCode::SeatTaken, "somebody else has taken the seat");
        if self.live.status() != GameStatus::Waiting {
            return Err(taken());
        }
        let now_ms = now_ms();
        let id = session.0.clone();
        let nickname = session.default_nickname();
        let seat = Change::Join { game: self.live.id.clone(), session: id.clone(), now_ms };
        let keep = Change::KeepSession { id: id.clone(), nickname: nickname.clone(), now_ms };
        self.keep(vec![seat, keep]).await.map_err(|_| taken())?;
        // The seat is taken, whatever becomes of the name.
        let known = self.games.context.store.session(&id).await.ok().flatten();
        let name = known.map_or(nickname, |known| known.nickname);
        self.seek_ended();
        if let Some(free) = self.live.seats.iter_mut().find(|seat| seat.is_none()) {
            *free = Some(Occupant::Person { session: session.clone(), name });
        }
        self.games.seat(&self.live);
        self.live.clock.start(self.live.turn(), now_ms);
        self.presence.begin(now_ms);
        let (players, clocks) = (self.live.players(), ClocksView::of(&self.live.clock, now_ms));
        self.tell(|seq| ServerMessage::Joined { seq, players, clocks });
        self.presence_changed(now_ms);
        Ok(())
    }

    /// A seek of the lobby is no longer open.
    fn seek_ended(&self) {
        if self.live.kind == Kind::Lobby {
            for session in self.live.sessions() {
                self.games.seek_ended(session, &self.live.id);
            }
            self.games.context.bus.lobby_changed();
        }
    }

    fn rename(&mut self, who: &Session, nickname: &str) {
        let mut is_news = false;
        for seat in self.live.seats.iter_mut().flatten() {
            if let Occupant::Person { session, name } = seat
                && session == who
            {
                nickname.clone_into(name);
                is_news = true;
            }
        }
        if is_news {
            let (players, clocks) =
                (self.live.players(), ClocksView::of(&self.live.clock, now_ms()));
            self.tell(|seq| ServerMessage::Joined { seq, players, clocks });
        }
    }

    /// Ends the game; the end itself is the guard against ending it twice.
    pub(super) async fn end(&mut self, outcome: OutcomeView) -> Result<(), Error> {
        let now = now_ms();
        self.keep(vec![self.end_change(outcome, now)]).await?;
        self.ended(outcome, now);
        self.remark_on_end().await;
        Ok(())
    }

    pub(super) fn end_change(&self, outcome: OutcomeView, now_ms: i64) -> Change {
        Change::End {
            game: self.live.id.clone(),
            winner: outcome.winner.map(|color| color_word(color).to_owned()),
            reason: reason_word(outcome.reason),
            now_ms,
        }
    }

    /// The end is kept: tell it.
    pub(super) fn ended(&mut self, outcome: OutcomeView, now: i64) {
        let was_waiting = self.live.status() == GameStatus::Waiting;
        self.live.clock.stop(now);
        self.live.outcome = Some(outcome);
        self.live.offers.draw = None;
        self.live.offers.takeback = None;
        self.thinking = None;
        let clocks = ClocksView::of(&self.live.clock, now);
        self.tell(|seq| ServerMessage::Ended { seq, outcome, clocks });
        if was_waiting {
            self.seek_ended();
        }
    }

    /// Takes a seek out of the lobby.
    pub(super) async fn withdraw(&mut self) -> Result<(), Error> {
        if self.live.kind != Kind::Lobby || self.live.status() != GameStatus::Waiting {
            return Ok(());
        }
        self.end(OutcomeView { winner: None, reason: EndReason::Aborted }).await
    }

    fn pgn(&self) -> String {
        let mut pgn = PgnGame::from(&self.live.game);
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
        if let Some(outcome) = self.live.outcome {
            pgn.result = match outcome.winner {
                Some(winner) => PgnResult::Win(winner.into()),
                None if outcome.reason == EndReason::Aborted => PgnResult::Unknown,
                None => PgnResult::Draw,
            };
            pgn.tags.set("Termination", reason_word(outcome.reason));
        }
        pgn.to_string()
    }

    /// A move was kept, and it took so long.
    pub(super) fn count_move(&self, began: Instant) {
        self.games.context.metrics.move_kept(began.elapsed());
    }
}
