//! The task that owns one class. Commands wait in its inbox; every change is written first and then shown.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use estopim_protocol::class::{ClassBoard, ClassMessage, ClassNews, ClassScreen};
use estopim_protocol::{EndReason, ReasonCode};
use estopim_store::{StoreErrorKind, Write, Written};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::command::{ClassCommand, ClassWatcher};
use super::live::{Class, ClassGame, Ended};
use super::registry::Classes;
use super::rows::{class_row, member_row};
use crate::error::Error;
use crate::game::TeacherOrder;
use crate::game::to_text;

/// The shortest interval between two views to a screen.
const EVERY: Duration = Duration::from_millis(100);
/// How often waiting, absent and stuck children are looked at.
const LOOK: Duration = Duration::from_millis(500);

/// A class and the screens that watch it.
pub(super) struct Actor {
    pub(super) classes: Arc<Classes>,
    pub(super) class: Class,
    /// Every game of the class, in the order in which they were made.
    pub(super) games: Vec<ClassGame>,
    /// The boards of this lesson, by game.
    pub(super) boards: HashMap<String, ClassBoard>,
    /// The answers to the question, by seat.
    pub(super) answers: BTreeMap<String, String>,
    pub(super) watchers: Vec<Screen>,
    /// Who wants a seat back: number, browser, seat.
    pub(super) claims: Vec<(u32, String, String)>,
    pub(super) next_claim: u32,
    /// Since when each child without a game has been free.
    pub(super) free_since_ms: HashMap<String, i64>,
    /// Whether screens have to be told.
    is_news: bool,
    told: Instant,
    is_deleted: bool,
}

/// A screen that watches, and what it was last shown.
pub(super) struct Screen {
    pub(super) watcher: ClassWatcher,
    /// The seat, if it is a child's.
    pub(super) seat: Option<String>,
    shown: Option<Utf8Bytes>,
}

impl Actor {
    pub(super) fn new(classes: Arc<Classes>, class: Class, games: Vec<ClassGame>) -> Self {
        Self {
            classes,
            class,
            games,
            boards: HashMap::new(),
            answers: BTreeMap::new(),
            watchers: Vec::new(),
            claims: Vec::new(),
            next_claim: 1,
            free_since_ms: HashMap::new(),
            is_news: false,
            told: Instant::now(),
            is_deleted: false,
        }
    }

    /// Runs the class until it is deleted.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<ClassCommand>) {
        self.publish();
        if let Some(question) = &self.class.state.question {
            let kept = self
                .classes
                .games
                .context
                .store
                .class_answers(&self.class.id, question.number.into());
            self.answers = kept.await.unwrap_or_default().into_iter().collect();
        }
        // Every board of the lesson tells how it stands.
        for game in self.of_lesson().map(|game| game.id.clone()).collect::<Vec<_>>() {
            let games = Arc::clone(&self.classes.games);
            tokio::spawn(async move { games.teach(&game, TeacherOrder::Report).await });
        }
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.is_deleted {
            let show_at = self.told + EVERY;
            tokio::select! {
                command = inbox.recv() => match command {
                    Some(command) => self.answer(command).await,
                    None => return,
                },
                _ = look.tick() => self.look().await,
                () = sleep_until(show_at), if self.is_news => {}
            }
            if self.is_news && Instant::now() >= show_at {
                self.show_all();
            }
        }
        self.classes.index().remove(&self.class.id);
        for screen in &self.watchers {
            screen.watcher.outbox.reply(to_text(&ClassNews::Closed {}));
        }
    }

    pub(super) fn now_ms(&self) -> i64 {
        self.classes.games.context.time.now_ms()
    }

    async fn answer(&mut self, command: ClassCommand) {
        match command {
            ClassCommand::Watch { watcher } => self.watch(watcher),
            ClassCommand::Leave { socket } => {
                self.watchers.retain(|screen| screen.watcher.socket != socket);
                self.is_news = true;
            }
            ClassCommand::Act { socket, message } => {
                if let Err(error) = self.act(socket, message).await {
                    let failed = to_text(&ClassNews::Failed { reason: error.0 });
                    if let Some(screen) = self.screen(socket) {
                        screen.watcher.outbox.reply(failed);
                    }
                }
            }
            ClassCommand::Door { session, reply } => drop(reply.send(Ok(self.door(&session)))),
            ClassCommand::Join { session, wanted, reply } => {
                drop(reply.send(self.join(&session, wanted).await));
            }
            ClassCommand::Claim { session, wanted, reply } => {
                drop(reply.send(self.claim(&session, wanted).await));
            }
            ClassCommand::Quit { session, reply } => drop(reply.send(self.quit(&session).await)),
            ClassCommand::Pin { session, pin, reply } => {
                drop(reply.send(self.pin_given(&session, &pin).await));
            }
            ClassCommand::Keep { name, reply } => drop(reply.send(self.keep(&name).await)),
            ClassCommand::Delete { reply } => drop(reply.send(self.delete().await)),
            ClassCommand::Games { reply } => {
                drop(reply.send(Ok(self.of_lesson().cloned().collect())));
            }
            ClassCommand::File { reply } => drop(reply.send(Ok(self.file()))),
            ClassCommand::Board { board } => self.board_changed(*board).await,
            ClassCommand::HintFound { game, uci } => self.hint_found(&game, &uci),
            ClassCommand::NetworkChanged => self.is_news = true,
        }
    }

    /// The games of this lesson.
    pub(super) fn of_lesson(&self) -> impl Iterator<Item = &ClassGame> {
        let from = self.class.state.lesson_from_ms;
        self.games.iter().filter(move |game| game.made_ms >= from)
    }

    /// The last game of a child in this lesson.
    pub(super) fn game_of(&self, seat: &str) -> Option<&ClassGame> {
        self.of_lesson().filter(|game| game.has(seat)).last()
    }

    /// Whether a child has a game that goes on.
    pub(super) fn is_playing(&self, seat: &str) -> bool {
        self.game_of(seat).is_some_and(|game| game.ended.is_none())
    }

    /// Whether a child has a connection.
    pub(super) fn is_present(&self, seat: &str) -> bool {
        self.watchers.iter().any(|screen| screen.seat.as_deref() == Some(seat))
    }

    fn screen(&self, socket: u64) -> Option<&Screen> {
        self.watchers.iter().find(|screen| screen.watcher.socket == socket)
    }

    fn watch(&mut self, watcher: ClassWatcher) {
        self.watchers.retain(|screen| screen.watcher.socket != watcher.socket);
        let session = &watcher.session.0;
        let seat = self.class.present_members().find(|it| it.session.as_ref() == Some(session));
        let seat = seat.map(|member| member.seat.clone());
        let may = match watcher.screen {
            ClassScreen::Child => seat.is_some(),
            ClassScreen::Teacher | ClassScreen::Projector => {
                self.classes.index().teaches(&watcher.session, &self.class.id)
            }
        };
        if !may {
            return watcher.outbox.reply(to_text(&ClassNews::Closed {}));
        }
        let seat = seat.filter(|_| watcher.screen == ClassScreen::Child);
        if seat.is_none() {
            let mut boards: Vec<ClassBoard> = self.boards.values().cloned().collect();
            boards.sort_by(|a, b| (a.round, &a.game).cmp(&(b.round, &b.game)));
            watcher.outbox.snapshot(to_text(&ClassNews::AllBoards { boards }));
        }
        self.watchers.push(Screen { watcher, seat, shown: None });
        self.show_all();
    }

    /// What a screen sees now, as it is sent.
    fn view_text(&self, screen: &Screen) -> Utf8Bytes {
        let view = Box::new(self.view(screen.watcher.screen, screen.seat.as_deref()));
        to_text(&ClassNews::View { view })
    }

    /// Sends every screen what it sees now, if that has changed.
    fn show_all(&mut self) {
        self.is_news = false;
        self.told = Instant::now();
        let texts: Vec<Utf8Bytes> =
            self.watchers.iter().map(|screen| self.view_text(screen)).collect();
        for (screen, text) in self.watchers.iter_mut().zip(texts) {
            if screen.shown.as_ref() != Some(&text) {
                screen.watcher.outbox.presence(text.clone());
                screen.shown = Some(text);
            }
        }
    }

    /// Screens have to be told of something.
    pub(super) fn is_news(&mut self) {
        self.is_news = true;
    }

    /// Sends something to a child.
    pub(super) fn tell_child(&self, seat: &str, news: &ClassNews) {
        for screen in self.watchers.iter().filter(|it| it.seat.as_deref() == Some(seat)) {
            let _ = screen.watcher.outbox.tell(to_text(news));
        }
    }

    /// Ends the connections of a seat: who sits there has changed.
    pub(super) fn hang_up(&mut self, seat: &str) {
        self.watchers.retain(|screen| {
            let goes = screen.seat.as_deref() == Some(seat);
            if goes {
                screen.watcher.outbox.hang_up();
            }
            !goes
        });
    }

    /// Handles what a screen says. What a teacher may say is refused to all others.
    async fn act(&mut self, socket: u64, message: ClassMessage) -> Result<(), Error> {
        let screen = self.screen(socket);
        let screen = screen
            .ok_or_else(|| Error::new(ReasonCode::NotInClass, "you are not in this class"))?;
        let (kind, seat) = (screen.watcher.screen, screen.seat.clone());
        if let ClassMessage::Ping { sent_at_ms } = message {
            let pong = ClassNews::Pong { sent_at_ms, server_now_ms: self.now_ms() };
            screen.watcher.outbox.reply(to_text(&pong));
            return Ok(());
        }
        match (kind, seat, &message) {
            (
                ClassScreen::Child,
                Some(seat),
                ClassMessage::RaiseHand { .. }
                | ClassMessage::Say { .. }
                | ClassMessage::Answer { .. },
            ) => self.child_says(&seat, message).await,
            (ClassScreen::Teacher, None, _) => self.teacher_says(message).await,
            _ => Err(Error::new(ReasonCode::NotTeacher, "only the teacher may do this")),
        }
    }

    /// The one path of every change: writes it, then takes it over.
    pub(super) async fn commit(&mut self, mut next: Class, more: Vec<Write>) -> Result<(), Error> {
        next.version = self.class.version + 1;
        let now_ms = self.now_ms();
        let mut writes = vec![Write::PutClass(Box::new(class_row(&next)))];
        for member in &next.members {
            let before = self.class.members.iter().find(|it| it.seat == member.seat);
            if before == Some(member) {
                continue;
            }
            writes.push(Write::PutClassMember(Box::new(member_row(&next.id, member))));
            let nickname = member.nickname();
            if before.is_none_or(|before| before.nickname() != nickname) {
                writes.push(Write::Rename { id: member.seat.clone(), nickname, now_ms });
            }
        }
        writes.extend(more);
        let context = &self.classes.games.context;
        match context.write(writes).await {
            Ok(Written::Done) => {}
            Ok(Written::Conflict) => return Err(Error::busy()),
            Err(error) => {
                let is_unsure = error.kind() == StoreErrorKind::Unavailable;
                // It may have been committed, and only the answer was lost.
                let rows = if is_unsure { context.store.classes().await.ok() } else { None };
                let kept = rows.into_iter().flatten().find(|row| row.id == next.id);
                if kept.is_none_or(|row| row.version != next.version) {
                    return Err(error.into());
                }
            }
        }
        self.class = next;
        self.publish();
        self.is_news = true;
        Ok(())
    }

    /// Tells games and requests what they ask about the class.
    fn publish(&self) {
        let children = self.class.present_members();
        let children = children.filter_map(|it| Some((it.session.clone()?, it.seat.clone())));
        let state = &self.class.state;
        self.classes.index().update(
            &self.class.id,
            state.frozen_since_ms.is_some(),
            state.settings.undo,
            children,
        );
    }

    /// A board has changed: the wall is told at once.
    async fn board_changed(&mut self, mut board: ClassBoard) {
        let Some(game) = self.games.iter_mut().find(|game| game.id == board.game) else { return };
        board.round = game.round;
        board.why.clone_from(&game.why);
        let ended = board.outcome.map(|outcome| match outcome.winner {
            Some(winner) => Ended::Won(winner),
            None if outcome.reason == EndReason::Aborted => Ended::Aborted,
            None => Ended::Drawn,
        });
        let has_ended = ended.is_some() && game.ended != ended;
        let changes_state = game.ended != ended;
        game.ended = ended;
        let (white, black) = (game.white.clone(), game.black.clone());
        let known = self.boards.insert(board.game.clone(), board.clone());
        let words = |board: &ClassBoard| (board.can_win, board.turn, board.outcome.is_some());
        if changes_state || known.as_ref().map(words) != Some(words(&board)) {
            self.is_news = true;
        }
        let now_ms = self.now_ms();
        if changes_state {
            for seat in [white, black].into_iter().flatten() {
                if has_ended {
                    self.free_since_ms.insert(seat, now_ms);
                } else {
                    self.free_since_ms.remove(&seat);
                }
            }
        }
        let text = to_text(&ClassNews::BoardChanged { board: Box::new(board.clone()) });
        for screen in self.watchers.iter().filter(|screen| screen.seat.is_none()) {
            let _ = screen.watcher.outbox.tell(text.clone());
        }
        if has_ended {
            // If it cannot be written, it is counted with the next game.
            let _ = self.count_on_ladder().await;
        }
    }

    /// What happens with time.
    async fn look(&mut self) {
        // Stuck and absent children are seen by looking.
        self.is_news |= !self.watchers.is_empty();
        // What cannot be written is tried again.
        let _ = self.pair_the_free().await;
    }

    /// Deletes everything.
    async fn delete(&mut self) -> Result<(), Error> {
        let games: Vec<String> = self.games.iter().map(|game| game.id.clone()).collect();
        let delete = Write::DeleteClass { class: self.class.id.clone() };
        let _: Written = self.classes.games.context.write(vec![delete]).await?;
        self.is_deleted = true;
        for game in games {
            self.classes.games.drop_game(&game);
        }
        Ok(())
    }
}
