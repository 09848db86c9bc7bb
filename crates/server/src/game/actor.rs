//! The task that owns one game. What is asked of it waits in its inbox; what happens is kept first and then
//! told to all who watch, in the same order for everybody.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use estopim_engine::Best;
use estopim_protocol::{
    ClientMessage, ClocksView, EndReason, GameStatus, GameView, OutcomeView, PlayedMove,
    PositionView, ReasonCode, ServerMessage,
};
use estopim_rules::{Color as Side, PgnGame, PgnResult};
use estopim_store::{Change, Written};
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::sleep_until;

use super::live::{Kind, Live, Occupant, color_word};
use super::load::{LoadError, load, reason_word};
use super::registry::Games;
use super::to_text;
use crate::auth::Session;
use crate::clock::LAG_CAP_MS;
use crate::error::Error;
use crate::now_ms;

/// Where a socket's messages wait to be sent. A socket that lets it fill up reads too slowly and is hung up on.
#[derive(Clone)]
pub struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    full: Arc<Notify>,
}

impl Outbox {
    /// One that holds so many messages, with where they come out and what tells that it was full.
    pub fn new(size: usize) -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        let (queue, inbox) = mpsc::channel(size);
        let full = Arc::new(Notify::new());
        (Self { queue, full: Arc::clone(&full) }, inbox, full)
    }

    /// Puts a message in, and tells whether that was possible.
    pub fn send(&self, text: Utf8Bytes) -> bool {
        let sent = self.queue.try_send(text).is_ok();
        if !sent {
            self.full.notify_one();
        }
        sent
    }
}

/// How long a game nobody asks for stays in memory.
const IDLE: Duration = Duration::from_mins(1);
/// How long to wait before trying again what the database did not do.
const RETRY: Duration = Duration::from_secs(1);

/// Somebody who watches a game.
pub struct Watcher {
    /// Which socket it is.
    pub socket: u64,
    /// Whose.
    pub session: Session,
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
        session: Session,
        /// What.
        message: ClientMessage,
        /// How long the network takes to them and back.
        lag_ms: i64,
        /// Where to say why not.
        outbox: Outbox,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        session: Session,
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
    watchers: Vec<Watcher>,
    /// The number of the last message.
    seq: u64,
    /// Since when nobody sits on a seat that is somebody's.
    left_since_ms: [Option<i64>; 2],
    /// How long the network takes to each player.
    pub(super) lag_ms: [i64; 2],
    /// Whether it has been said that somebody is late with this move.
    told_overdue: bool,
    /// The thought the computer is at.
    pub(super) thinking: Option<u64>,
    /// How good the computer thinks its game is, in centipawns.
    pub(super) judged: Option<i32>,
    /// A way to the inbox, for the computer's answers. Weak, so that it keeps nothing alive.
    pub(super) me: mpsc::WeakSender<Ask>,
}

/// Loads a game and plays it until nobody needs it any more.
pub(super) async fn run(games: Arc<Games>, id: String, mut inbox: mpsc::Receiver<Ask>) {
    let now = now_ms();
    let live = match load(&games.context.store, &id, now).await {
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
        left_since_ms: [Some(now); 2],
        lag_ms: [0; 2],
        told_overdue: live.clock.overdue(now).is_some(),
        live,
        thinking: None,
        judged: None,
        me,
    };
    actor.greet().await;
    actor.think();
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
                Some(ask) => actor.answer(ask).await,
                None => return,
            },
            () = &mut alarm => {
                if tokio::time::Instant::now() < due {
                    continue;
                }
                actor.look_at_clock(now_ms()).await;
                if actor.is_idle() {
                    actor.withdraw().await;
                    if actor.games.forget(&id, &mut inbox) {
                        return;
                    }
                }
            }
        }
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
            refuse(ask, &error);
        }
    }
    while let Some(ask) = inbox.recv().await {
        refuse(ask, &error);
    }
}

fn refuse(ask: Ask, error: &Error) {
    let failed = || to_text(&ServerMessage::Failed { reason: error.0.clone() });
    match ask {
        // Who no longer listens does not need the answer.
        Ask::Watch { watcher: Watcher { outbox, .. }, .. } | Ask::Act { outbox, .. } => {
            outbox.send(failed());
        }
        Ask::Join { reply, .. } => drop(reply.send(Err(error.clone()))),
        Ask::View { reply, .. } => drop(reply.send(Err(error.clone()))),
        Ask::Pgn { reply } => drop(reply.send(Err(error.clone()))),
        Ask::Leave { .. } | Ask::Renamed { .. } | Ask::Thought { .. } => {}
    }
}

impl Actor {
    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Watch { watcher, seq } => self.watch(watcher, seq),
            Ask::Leave { socket } => {
                self.watchers.retain(|watcher| watcher.socket != socket);
                self.tell_presence();
            }
            Ask::Act { session, message, lag_ms, outbox } => {
                let tag = match &message {
                    ClientMessage::Move { client_tag, .. } => client_tag.clone(),
                    _ => None,
                };
                if let Err(error) = self.act(&session, message, lag_ms).await {
                    let rejected = ServerMessage::Rejected { client_tag: tag, reason: error.0 };
                    outbox.send(to_text(&rejected));
                }
            }
            Ask::Join { session, reply } => {
                let _ = reply.send(self.join(&session).await);
            }
            Ask::View { session, reply } => {
                let _ = reply.send(Ok(Box::new(self.view_for(&session))));
            }
            Ask::Pgn { reply } => {
                let _ = reply.send(Ok(self.pgn()));
            }
            Ask::Renamed { session, nickname } => self.rename(&session, &nickname),
            Ask::Thought { ticket, best } => self.play_thought(ticket, &best).await,
        }
    }

    fn watch(&mut self, watcher: Watcher, seq: Option<u64>) {
        self.watchers.retain(|known| known.socket != watcher.socket);
        if seq != Some(self.seq) {
            let game = Box::new(self.view_for(&watcher.session));
            let snapshot = to_text(&ServerMessage::Snapshot { seq: self.seq, game });
            if !watcher.outbox.send(snapshot) {
                return;
            }
        }
        self.watchers.push(watcher);
        self.tell_presence();
    }

    fn view_for(&self, session: &Session) -> GameView {
        self.live.view(self.live.seat_of(&session.0), self.spectators(), now_ms())
    }

    /// Whether the player of a colour has a socket open; the computer always has.
    fn is_present(&self, color: Side) -> bool {
        match &self.live.seats[color.index()] {
            Some(Occupant::Person { session, .. }) => {
                self.watchers.iter().any(|watcher| watcher.session.0 == *session)
            }
            Some(Occupant::Computer { .. }) => true,
            None => false,
        }
    }

    fn spectators(&self) -> u32 {
        let watches = |watcher: &&Watcher| self.live.seat_of(&watcher.session.0).is_none();
        self.watchers.iter().filter(watches).count() as u32
    }

    /// Since when a player has been gone.
    pub(super) fn gone_since_ms(&self, color: Side) -> Option<i64> {
        self.left_since_ms[color.index()]
    }

    /// Tells everybody who is there.
    fn tell_presence(&mut self) {
        let now = now_ms();
        for color in Side::ALL {
            let since = &self.left_since_ms[color.index()];
            let since = if self.is_present(color) { None } else { since.or(Some(now)) };
            self.left_since_ms[color.index()] = since;
        }
        let after_ms = self.games.context.config.left_after_ms;
        let is_playing = self.live.status() == GameStatus::Playing;
        let claimable =
            self.left_since_ms.iter().flatten().min().map(|since| since + after_ms - now);
        let presence = to_text(&ServerMessage::Presence {
            white: self.is_present(Side::White),
            black: self.is_present(Side::Black),
            spectators: self.spectators(),
            claimable_in_ms: claimable.filter(|_| is_playing).map(|ms| ms.max(0)),
        });
        self.send_all(&presence);
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
        self.send_each(|watcher| if watcher.session.0 == session { &long } else { &short });
    }

    fn send_all(&mut self, text: &Utf8Bytes) {
        self.send_each(|_| text);
    }

    fn send_each<'a>(&mut self, text_for: impl Fn(&Watcher) -> &'a Utf8Bytes) {
        let before = self.watchers.len();
        // A full outbox is a slow reader's: it loses its line, and asks again when it comes back.
        self.watchers.retain(|watcher| watcher.outbox.send(text_for(watcher).clone()));
        let dropped = before - self.watchers.len();
        if dropped > 0 {
            self.games.context.metrics.slow_readers.fetch_add(dropped as u64, Relaxed);
        }
    }

    /// Tells everybody how the game stands, each with their own seat.
    pub(super) fn tell_took_back(&mut self) {
        self.seq += 1;
        let seq = self.seq;
        let views: Vec<Utf8Bytes> = self
            .watchers
            .iter()
            .map(|watcher| {
                let game = Box::new(self.view_for(&watcher.session));
                to_text(&ServerMessage::TookBack { seq, game })
            })
            .collect();
        let mut views = views.into_iter();
        self.watchers.retain(|watcher| views.next().is_some_and(|view| watcher.outbox.send(view)));
    }

    /// Keeps changes. If somebody else was there before, the game is read anew and everybody told.
    pub(super) async fn keep(&mut self, changes: Vec<Change>) -> Result<(), Error> {
        match self.games.context.store.write(changes).await? {
            Written::Done => Ok(()),
            Written::Conflict => {
                if let Ok(live) = load(&self.games.context.store, &self.live.id, now_ms()).await {
                    self.live = live;
                    self.thinking = None;
                    self.tell_took_back();
                }
                Err(Error::new(ReasonCode::StalePly, "the game has gone on meanwhile"))
            }
        }
    }

    async fn join(&mut self, session: &Session) -> Result<(), Error> {
        // Who sits already has what they ask for.
        if self.live.seat_of(&session.0).is_some() {
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
        let known = self.games.context.store.session(&id).await?;
        let name = known.map_or(nickname, |known| known.nickname);
        if let Some(free) = self.live.seats.iter_mut().find(|seat| seat.is_none()) {
            *free = Some(Occupant::Person { session: id, name });
        }
        self.live.clock.start(self.live.turn(), now_ms);
        self.left_since_ms = [Some(now_ms); 2];
        let (players, clocks) = (self.live.players(), self.live.clock.view(now_ms));
        self.tell(|seq| ServerMessage::Joined { seq, players, clocks });
        self.tell_presence();
        self.games.context.bus.lobby_changed();
        Ok(())
    }

    fn rename(&mut self, who: &Session, nickname: &str) {
        let mut is_news = false;
        for seat in self.live.seats.iter_mut().flatten() {
            if let Occupant::Person { session, name } = seat
                && *session == who.0
            {
                nickname.clone_into(name);
                is_news = true;
            }
        }
        if is_news {
            let (players, clocks) = (self.live.players(), self.live.clock.view(now_ms()));
            self.tell(|seq| ServerMessage::Joined { seq, players, clocks });
        }
    }

    /// Ends the game; `with` is kept before it.
    pub(super) async fn end(
        &mut self,
        outcome: OutcomeView,
        mut with: Vec<Change>,
    ) -> Result<(), Error> {
        let now = now_ms();
        with.push(self.end_change(outcome, now));
        self.keep(with).await?;
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
        let clocks = self.live.clock.view(now);
        self.tell(|seq| ServerMessage::Ended { seq, outcome, clocks });
        if was_waiting {
            self.games.context.bus.lobby_changed();
        }
    }

    /// When the clock must be looked at, or the game may be forgotten.
    fn wakes_at(&self) -> tokio::time::Instant {
        tokio::time::Instant::now() + self.wakes_in(now_ms())
    }

    fn wakes_in(&self, now: i64) -> Duration {
        let Some(runs_out) = self.live.clock.runs_out_ms().filter(|_| !self.told_overdue) else {
            return IDLE;
        };
        let grace = if self.live.has_hard_clock() { self.lag_of_mover() } else { 0 };
        match runs_out + grace - now {
            // It has been looked at, and what was seen could not be kept.
            ..-100 => RETRY,
            wait => Duration::from_millis(wait.max(0) as u64 + 1).min(IDLE),
        }
    }

    fn lag_of_mover(&self) -> i64 {
        self.lag_ms[self.live.turn().index()].clamp(0, LAG_CAP_MS)
    }

    /// Says that somebody is late, or ends the game of who has run out of time.
    pub(super) async fn look_at_clock(&mut self, now: i64) {
        if let Some(late) = self.live.clock.overdue(now)
            && !self.told_overdue
        {
            self.told_overdue = true;
            self.tell(|seq| ServerMessage::TimeOver { seq, color: late.into() });
        }
        if let Some(loser) = self.live.clock.flagged(now, self.lag_of_mover()) {
            let can_win = !self.live.game.position().has_insufficient_material(!loser);
            let winner = can_win.then_some((!loser).into());
            let outcome = OutcomeView { winner, reason: EndReason::Timeout };
            // If it cannot be kept now, the clock is looked at again.
            let _ = self.end(outcome, Vec::new()).await;
        }
    }

    /// The turn has passed, or time was given: nobody is late any more.
    pub(super) fn nobody_is_late(&mut self) {
        self.told_overdue = false;
    }

    /// Whether nobody would miss the game. A game clock that runs has to be watched to its end.
    fn is_idle(&self) -> bool {
        let is_timed = self.live.has_hard_clock() && self.live.clock.runs_out_ms().is_some();
        self.watchers.is_empty() && self.thinking.is_none() && !is_timed
    }

    /// Takes a seek out of the lobby whose owner has gone.
    async fn withdraw(&mut self) {
        if self.live.kind == Kind::Lobby && self.live.status() == GameStatus::Waiting {
            let outcome = OutcomeView { winner: None, reason: EndReason::Aborted };
            // What cannot be kept now is tried again when the game is forgotten next.
            let _ = self.end(outcome, Vec::new()).await;
        }
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

    /// A new name for a thought; answers to older ones are not taken.
    pub(super) fn new_ticket(&mut self) -> u64 {
        let ticket = rand::random();
        self.thinking = Some(ticket);
        ticket
    }

    /// A move was kept, and it took so long.
    pub(super) fn count_move(&self, began: Instant) {
        self.games.context.metrics.move_kept(began.elapsed());
    }
}
