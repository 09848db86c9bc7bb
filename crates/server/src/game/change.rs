//! The one path of everything that changes a game: the change is computed from the game as it is, written to the
//! database, applied to the game in memory, and sent to the watchers. What could not be written has not happened.
//!
//! A write may fail without saying whether it was committed. Then the game is read again to find out. While it cannot
//! be read either, the game is *in doubt*: it refuses commands and sends nothing until it has been read.

use std::time::Instant;

use estopim_play::Clock;
use estopim_play::Infractions;
use estopim_play::state::{self, Command, Event};
use estopim_protocol::{
    Author, ChatLine, ClocksView, GameStatus, Offers, OutcomeView, ReasonCode, ServerMessage,
};
use estopim_rules::Color;
use estopim_store::{ChatRow, MoveRow, NewGameRow, StoreErrorKind, Write, Written};

use super::actor::Actor;
use super::create::count_game;
use super::live::{Live, Occupant, Ply, clocks_row};
use super::load::{LoadError, load};
use super::rows::{author_word, color_word, offers_row, reason_word};
use crate::auth::Session;
use crate::bots::hub::Event as ProgramEvent;
use crate::error::Error;

/// A change of a game that has been computed and not yet been written.
#[derive(Clone, Debug)]
pub(super) enum GameChange {
    /// The result of a command.
    Played {
        /// The change.
        change: state::Change,
        /// When.
        now_ms: i64,
    },
    /// Both agreed to a rematch.
    Rematch {
        /// What it changes here.
        change: state::Change,
        /// The other game.
        row: Box<NewGameRow>,
    },
    /// Somebody takes the free seat, and the game begins.
    Joined {
        /// Who.
        session: Session,
        /// Their nickname.
        name: String,
        /// Whether it is somebody's program.
        is_bot: bool,
        /// When.
        now_ms: i64,
    },
    /// Somebody says something.
    Said(ChatLine),
    /// The clocks are corrected for the time in which the class stood still.
    Thawed {
        /// The clocks.
        clock: Clock,
        /// When.
        now_ms: i64,
    },
}

/// What to send after a change.
enum News {
    Events(Vec<Event>, i64),
    Rematch(String),
    Joined(i64),
    Said(ChatLine),
    Thawed(i64),
}

/// Why a change was not made.
#[derive(Debug)]
pub(super) enum NotMade {
    /// Another writer was first. The game has been reloaded and sent to all watchers.
    Conflict,
    /// The database failed.
    Failed(Error),
}

impl From<NotMade> for Error {
    fn from(not_made: NotMade) -> Self {
        match not_made {
            NotMade::Conflict => Self::new(ReasonCode::StalePly, "the game has gone on meanwhile"),
            NotMade::Failed(error) => error,
        }
    }
}

/// The stored state of a game, to compare memory with the database.
#[derive(PartialEq, Eq, Debug)]
struct Facts<'a> {
    moves: Vec<(&'a str, i64)>,
    offers: Offers,
    infractions: Option<Infractions>,
    outcome: Option<OutcomeView>,
    clocks_set_ms: i64,
    players: Vec<&'a Occupant>,
    rematch: Option<&'a str>,
    next_line: u32,
    last_author: Option<Author>,
}

impl Live {
    fn facts(&self) -> Facts<'_> {
        Facts {
            moves: self
                .plies
                .iter()
                .map(|ply| (ply.played.uci.as_str(), ply.played.at_ms))
                .collect(),
            offers: self.state.offers().into(),
            infractions: self.state.infractions(),
            outcome: self.outcome(),
            clocks_set_ms: self.clocks_set_ms,
            players: self.seats.iter().flatten().collect(),
            rematch: self.rematch_id.as_deref(),
            next_line: self.chat.next_line(),
            last_author: self.chat.last_author(),
        }
    }

    /// The writes of a change.
    fn rows(&self, change: &GameChange) -> Vec<Write> {
        let game = || self.id.clone();
        match change {
            GameChange::Played { change, now_ms } => {
                let event_row = |event: &Event| self.row_of_event(*event, change, *now_ms);
                let mut rows: Vec<Write> = change.events().iter().filter_map(event_row).collect();
                if self.state.end().is_some() && !change.is_over() {
                    rows.insert(0, Write::Reopen { game: game() });
                }
                if self.sets_clocks(change) {
                    let clocks = clocks_row(change.clock(), *now_ms);
                    let row = Write::SetClocks { game: game(), clocks };
                    // The clocks of a game that is over are not set any more.
                    let ends = rows.iter().position(|row| matches!(row, Write::End { .. }));
                    rows.insert(ends.unwrap_or(rows.len()), row);
                }
                rows.extend(self.row_of_offers(change));
                rows
            }
            GameChange::Rematch { change, row } => {
                let named = Write::SetRematch { game: game(), rematch: row.id.clone() };
                let made = Write::Create(row.clone());
                [named, made].into_iter().chain(self.row_of_offers(change)).collect()
            }
            GameChange::Joined { session, name, now_ms, .. } => {
                let (id, nickname, now_ms) = (session.0.clone(), name.clone(), *now_ms);
                vec![
                    Write::Join { game: game(), session: id.clone(), now_ms },
                    Write::KeepSession { id, nickname, now_ms },
                ]
            }
            GameChange::Thawed { clock, now_ms } => {
                vec![Write::SetClocks { game: game(), clocks: clocks_row(clock, *now_ms) }]
            }
            GameChange::Said(line) => vec![Write::Chat { game: game(), row: chat_row(line) }],
        }
    }

    /// Whether the clocks are set by something other than a move, whose row has them.
    fn sets_clocks(&self, change: &state::Change) -> bool {
        let runs = self.clock().runs_out_ms().is_some();
        change.events().iter().any(|event| match event {
            Event::TookBack(_) | Event::TimeGiven(_) | Event::Infraction { .. } => true,
            Event::Ended(_) => runs && change.ply_count() == self.plies.len(),
            _ => false,
        })
    }

    fn row_of_event(&self, event: Event, change: &state::Change, now_ms: i64) -> Option<Write> {
        let game = self.id.clone();
        match event {
            Event::Moved(mv) => {
                let clocks = clocks_row(change.clock(), now_ms);
                let row = MoveRow {
                    ply: change.ply_count() as i64,
                    uci: self.game().position().uci(mv),
                    at_ms: now_ms,
                    white_ms: clocks.white_ms,
                    black_ms: clocks.black_ms,
                };
                Some(Write::Move { game, row })
            }
            Event::TookBack(_) => {
                Some(Write::TakeBack { game, from_ply: change.ply_count() as i64 + 1 })
            }
            Event::Ended(end) => {
                let outcome = OutcomeView::from(end);
                Some(Write::End {
                    game,
                    winner: outcome.winner.map(|color| color_word(color).to_owned()),
                    reason: reason_word(outcome.reason).to_owned(),
                    now_ms,
                })
            }
            Event::Infraction { .. } => {
                let counts = change.infractions()?;
                let [white, black] = Color::ALL.map(|color| i64::from(counts.of(color)));
                Some(Write::SetInfractions { game, white, black })
            }
            Event::TimeGiven(_)
            | Event::Offered { .. }
            | Event::Declined(_)
            | Event::RematchAgreed => None,
        }
    }

    fn row_of_offers(&self, change: &state::Change) -> Option<Write> {
        let offers = change.offers();
        (offers != self.state.offers())
            .then(|| Write::SetOffers { game: self.id.clone(), offers: offers_row(&offers.into()) })
    }

    /// Applies a written change to memory, and returns what to send.
    fn apply(&mut self, change: GameChange) -> News {
        match change {
            GameChange::Played { change, now_ms } => {
                let events = change.events().to_vec();
                if self.sets_clocks(&change) {
                    self.clocks_set_ms = now_ms;
                }
                self.state.apply(change);
                self.plies.truncate(self.state.game().ply_count());
                if events.iter().any(|event| matches!(event, Event::Moved(_))) {
                    self.plies.extend(Ply::last_of(self.state.game(), now_ms));
                }
                News::Events(events, now_ms)
            }
            GameChange::Rematch { change, row } => {
                self.state.apply(change);
                self.rematch_id = Some(row.id.clone());
                News::Rematch(row.id)
            }
            GameChange::Joined { session, name, is_bot, now_ms } => {
                if let Some(free) = self.seats.iter_mut().find(|seat| seat.is_none()) {
                    *free = Some(Occupant::Person { session, name, is_bot });
                }
                self.state.run_clock(now_ms);
                self.clocks_set_ms = now_ms;
                News::Joined(now_ms)
            }
            GameChange::Thawed { clock, now_ms } => {
                *self.state.clock_mut() = clock;
                self.clocks_set_ms = now_ms;
                News::Thawed(now_ms)
            }
            GameChange::Said(line) => {
                self.chat.push(line.clone());
                News::Said(line)
            }
        }
    }
}

impl Actor {
    /// Decides what a command leads to, and executes it.
    pub(super) async fn execute(&mut self, command: Command, now_ms: i64) -> Result<(), Error> {
        let change = self.live.decide(command, now_ms)?;
        if change.events().contains(&Event::RematchAgreed) {
            return self.rematch(change, now_ms).await;
        }
        let ends = change.events().iter().any(|event| matches!(event, Event::Ended(_)));
        self.make(GameChange::Played { change, now_ms }).await?;
        if ends {
            self.remark_on_end().await;
        }
        Ok(())
    }

    /// The one path: writes a change, applies it, sends it.
    pub(super) async fn make(&mut self, change: GameChange) -> Result<(), NotMade> {
        self.write(&change).await?;
        let was_waiting = self.live.status() == GameStatus::Waiting;
        let news = self.live.apply(change);
        self.tell_news(news);
        if was_waiting && self.live.status() != GameStatus::Waiting {
            self.seek_ended();
        }
        Ok(())
    }

    async fn write(&mut self, change: &GameChange) -> Result<(), NotMade> {
        let began = Instant::now();
        let rows = self.live.rows(change);
        if rows.is_empty() {
            return Ok(());
        }
        let is_move = matches!(rows[0], Write::Move { .. });
        match self.games.context.write(rows).await {
            Ok(Written::Done) => {}
            Ok(Written::Conflict) => {
                self.doubt();
                self.settle().await.map_err(NotMade::Failed)?;
                return Err(NotMade::Conflict);
            }
            Err(error) => {
                let is_unsure = error.kind() == StoreErrorKind::Unavailable;
                let error = Error::from(error);
                if !is_unsure || !self.is_written_all_the_same(change).await {
                    return Err(NotMade::Failed(error));
                }
            }
        }
        if is_move {
            self.games.context.metrics.move_kept(began.elapsed());
        }
        Ok(())
    }

    /// Whether a change was committed although the write failed. If that cannot be read either, the game is in doubt.
    async fn is_written_all_the_same(&mut self, change: &GameChange) -> bool {
        self.doubt();
        let Ok(kept) = self.read().await else { return false };
        let mut changed = self.live.clone();
        changed.apply(change.clone());
        let is_written = kept.facts() == changed.facts();
        if is_written {
            self.in_doubt = false;
        } else {
            self.take_over(kept);
        }
        is_written
    }

    /// Marks the game as in doubt.
    pub(super) fn doubt(&mut self) {
        self.in_doubt = true;
        self.thinking = None;
    }

    async fn read(&self) -> Result<Live, Error> {
        match load(&self.games.context, &self.live.id, self.now_ms()).await {
            Ok(live) => Ok(live),
            Err(LoadError::Store(error)) => Err(error.into()),
            Err(LoadError::Missing | LoadError::Broken(_)) => {
                Err(Error::new(ReasonCode::Internal, "this game cannot be read any more"))
            }
        }
    }

    /// Reloads a game that is in doubt.
    pub(super) async fn settle(&mut self) -> Result<(), Error> {
        if self.in_doubt {
            let kept = self.read().await?;
            self.take_over(kept);
        }
        Ok(())
    }

    /// Takes over the state of the database, and sends it to all watchers if it differs.
    fn take_over(&mut self, kept: Live) {
        self.in_doubt = false;
        if kept.facts() == self.live.facts() {
            return;
        }
        let was_waiting = self.live.status() == GameStatus::Waiting;
        if self.live.rematch_id != kept.rematch_id
            && let Some(id) = &kept.rematch_id
        {
            self.games.start_task(id);
        }
        self.live = kept;
        self.thinking = None;
        self.last_score_cp = None;
        self.told_overdue = self.live.clock().overdue(self.now_ms()).is_some();
        self.games.seat(&self.live);
        if was_waiting && self.live.status() != GameStatus::Waiting {
            self.seek_ended();
        }
        self.tell_whole(|seq, game| ServerMessage::Snapshot { seq, game });
    }

    /// Sends a change that has just been applied to all watchers.
    fn tell_news(&mut self, news: News) {
        match news {
            News::Events(events, now_ms) => {
                for event in events {
                    self.tell_event(event, now_ms);
                }
            }
            News::Rematch(id) => {
                count_game(&self.games.context.metrics);
                // Its clock runs, even if nobody opens it.
                self.games.start_task(&id);
                self.tell_programs(&ProgramEvent::GameStart(id.clone()));
                self.tell(|seq| ServerMessage::Rematch { seq, id });
            }
            News::Joined(now_ms) => {
                self.games.seat(&self.live);
                self.presence.begin(now_ms);
                self.tell_programs(&ProgramEvent::GameStart(self.live.id.clone()));
                self.tell_players(now_ms);
                self.presence_changed(now_ms);
            }
            News::Thawed(now_ms) => self.tell_clocks(now_ms),
            News::Said(line) => self.tell(|seq| ServerMessage::Chat { seq, line }),
        }
    }

    fn tell_event(&mut self, event: Event, now_ms: i64) {
        let clocks = ClocksView::of(self.live.clock(), now_ms);
        match event {
            Event::Moved(_) => {
                self.told_overdue = false;
                let played = self.live.plies.last().expect("a move was played").played.clone();
                self.tell_move(played, clocks);
            }
            Event::Offered { kind, by } => {
                let (kind, by) = (kind.into(), by.into());
                self.tell(|seq| ServerMessage::Offered { seq, kind, by });
            }
            Event::Declined(kind) => {
                let kind = kind.into();
                self.tell(|seq| ServerMessage::Declined { seq, kind });
            }
            Event::TookBack(_) => {
                self.told_overdue = false;
                self.thinking = None;
                self.last_score_cp = None;
                self.tell_whole(|seq, game| ServerMessage::TookBack { seq, game });
            }
            Event::RematchAgreed => {
                if let Some(id) = self.live.rematch_id.clone() {
                    self.tell(|seq| ServerMessage::Rematch { seq, id });
                }
            }
            Event::TimeGiven(color) => {
                self.told_overdue = false;
                let color = color.into();
                self.tell(|seq| ServerMessage::TimeGiven { seq, color, clocks });
            }
            Event::Infraction { by, kind } => {
                let Some(infractions) = self.live.state.infractions() else { return };
                let (color, kind, infractions) = (by.into(), kind.into(), infractions.into());
                self.tell(|seq| ServerMessage::Infraction {
                    seq,
                    color,
                    kind,
                    infractions,
                    clocks,
                });
            }
            Event::Ended(end) => {
                self.thinking = None;
                let outcome = end.into();
                self.tell(|seq| ServerMessage::Ended { seq, outcome, clocks });
                self.tell_programs(&ProgramEvent::GameFinish(self.live.id.clone()));
            }
        }
    }

    /// Tells the event streams of the players.
    fn tell_programs(&self, event: &ProgramEvent) {
        for session in self.live.sessions() {
            self.games.context.hub.tell(session, event);
        }
    }

    /// Sends the players to all watchers.
    pub(super) fn tell_players(&mut self, now_ms: i64) {
        let (players, clocks) = (self.live.players(), ClocksView::of(self.live.clock(), now_ms));
        self.tell(|seq| ServerMessage::Joined { seq, players, clocks });
    }
}

/// The row of a chat line.
fn chat_row(line: &ChatLine) -> ChatRow {
    let args = line
        .remark
        .as_ref()
        .map(|remark| serde_json::to_string(&remark.args).expect("words can be written"));
    ChatRow {
        line: line.line.into(),
        author: author_word(line.by).to_owned(),
        body: line.text.clone(),
        remark: line.remark.as_ref().map(|remark| remark.key.clone()),
        remark_args: args,
        at_ms: line.at_ms,
    }
}
