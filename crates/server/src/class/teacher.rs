//! What a teacher may do. Who says it has been checked.

use std::sync::Arc;

use estopim_engine::Level;
use estopim_protocol::bounds::MAX_SETUP;
use estopim_protocol::class::{ClassMessage, ClassNews, ClassSettings, OddChild, ProjectorShow};
use estopim_protocol::start::starting_position;
use estopim_protocol::{Color, Reason, ReasonCode, Variant};
use estopim_rules::AnyPosition;

use super::actor::Actor;
use super::child::no_such_child;
use super::command::ClassCommand;
use super::ladder;
use super::live::{Class, Question};
use super::names::first_name;
use crate::auth::Session;
use crate::error::Error;
use crate::game::TeacherOrder;
use crate::game::create::checked_time;
use crate::limits::{Asker, ClientAddress};

impl Actor {
    pub(super) async fn teacher_says(&mut self, message: ClassMessage) -> Result<(), Error> {
        use ClassMessage as Says;
        match message {
            Says::Configure { settings } => self.configure(settings).await,
            Says::Rename { seat, name } => {
                let name = first_name(name.as_deref())?;
                self.change_child(&seat, |member| member.figure.name = name).await?;
                self.classes.games.renamed(&Session(seat));
                Ok(())
            }
            Says::Remove { seat } => self.remove(&seat).await,
            Says::Confirm { claim } => self.decide_claim(claim, true).await,
            Says::Refuse { claim } => self.decide_claim(claim, false).await,
            Says::LowerHand { seat } => self.set_hand(&seat, false).await,
            Says::Pair { method, pairs } => self.pair(method, &pairs).await,
            Says::Freeze {} => {
                let now_ms = self.now_ms();
                self.change(|class| {
                    class.state.frozen_since_ms = class.state.frozen_since_ms.or(Some(now_ms));
                })
                .await
            }
            Says::Resume {} => self.resume().await,
            Says::EndGames {} => self.end_games().await,
            Says::Undo { game, plies } => {
                self.must_be_ours(&game)?;
                self.classes.games.teach(&game, TeacherOrder::Rewind(plies as usize)).await
            }
            Says::Hint { game } => self.give_hint(game).await,
            Says::SetPosition { fen } => self.set_position(&fen).await,
            Says::Ask { variant, fen } => self.ask(variant, &fen).await,
            Says::Reveal {} => {
                self.change(|class| {
                    if let Some(question) = &mut class.state.question {
                        question.revealed = true;
                    }
                })
                .await
            }
            Says::CloseQuestion {} => {
                self.change(|class| class.state.question = None).await?;
                self.answers.clear();
                Ok(())
            }
            Says::MoveRung { seat, steps } => {
                let base = ladder::rung_of(&self.class.state.settings.setup).unwrap_or_default();
                self.change_child(&seat, |member| {
                    member.extra.rung = Some(ladder::moved(member, base, steps));
                })
                .await
            }
            Says::Spotlight { game } => {
                if let Some(game) = &game {
                    self.must_be_ours(game)?;
                }
                self.change(|class| {
                    class.state.spotlight = game;
                    class.state.show = ProjectorShow::Wall;
                })
                .await
            }
            Says::Show { show } => self.change(|class| class.state.show = show).await,
            Says::StartTournament { kind, rounds } => self.start_tournament(kind, rounds).await,
            Says::NextRound {} => self.next_round().await,
            Says::EndTournament {} => self.end_tournament().await,
            Says::Ping { .. } | Says::RaiseHand { .. } | Says::Say { .. } | Says::Answer { .. } => {
                Err(Error::new(ReasonCode::NotInClass, "only a child may do this"))
            }
        }
    }

    async fn change(&mut self, change: impl FnOnce(&mut Class)) -> Result<(), Error> {
        let mut next = self.class.clone();
        change(&mut next);
        self.commit(next, Vec::new()).await
    }

    async fn change_child(
        &mut self,
        seat: &str,
        change: impl FnOnce(&mut super::live::Member),
    ) -> Result<(), Error> {
        let mut next = self.class.clone();
        change(next.member_mut(seat).ok_or_else(no_such_child)?);
        self.commit(next, Vec::new()).await
    }

    fn must_be_ours(&self, game: &str) -> Result<(), Error> {
        if self.games.iter().any(|it| it.id == game) {
            Ok(())
        } else {
            Err(Error::no_such_game(game))
        }
    }

    async fn configure(&mut self, settings: ClassSettings) -> Result<(), Error> {
        if settings.setup.chars().count() > MAX_SETUP {
            return Err(Reason::new(ReasonCode::TooLong, "the text is too long")
                .with("max", MAX_SETUP)
                .into());
        }
        starting_position(settings.variant.into(), Some(&settings.setup))?;
        checked_time(settings.time)?;
        if let OddChild::Level { level } = settings.odd {
            Level::new(level)
                .map_err(|error| Reason::new(ReasonCode::BadLevel, error.to_string()))?;
        }
        self.change(|class| class.state.settings = settings).await
    }

    /// Takes a child out. Its game ends without a result.
    async fn remove(&mut self, seat: &str) -> Result<(), Error> {
        self.change_child(seat, |member| {
            member.extra.removed = true;
            member.session = None;
        })
        .await?;
        let open =
            self.game_of(seat).filter(|game| game.ended.is_none()).map(|game| game.id.clone());
        if let Some(game) = open {
            self.classes.games.teach(&game, TeacherOrder::End).await?;
        }
        for screen in self.watchers.iter().filter(|it| it.seat.as_deref() == Some(seat)) {
            screen.watcher.outbox.reply(crate::game::to_text(&ClassNews::Closed {}));
        }
        self.watchers.retain(|screen| screen.seat.as_deref() != Some(seat));
        Ok(())
    }

    /// All go on. Clocks are not charged for the time in which they stood still.
    async fn resume(&mut self) -> Result<(), Error> {
        let Some(from_ms) = self.class.state.frozen_since_ms else { return Ok(()) };
        // The clocks first: while the class stands still nobody's flag can fall.
        let open = self.of_lesson().filter(|game| game.ended.is_none()).map(|game| game.id.clone());
        for game in open.collect::<Vec<_>>() {
            self.classes.games.teach(&game, TeacherOrder::Thaw { from_ms }).await?;
        }
        self.change(|class| class.state.frozen_since_ms = None).await?;
        // Computers that waited search again.
        for game in self.of_lesson().filter(|game| game.ended.is_none()) {
            self.classes.games.start_task(&game.id);
            let (games, id) = (Arc::clone(&self.classes.games), game.id.clone());
            tokio::spawn(async move { games.teach(&id, TeacherOrder::Report).await });
        }
        Ok(())
    }

    /// Searches for a good move and shows it to the child to move.
    async fn give_hint(&mut self, game: String) -> Result<(), Error> {
        self.must_be_ours(&game)?;
        let request = self.classes.games.hint_request(&game).await?;
        let board = self.boards.get(&game).cloned().ok_or_else(|| Error::no_such_game(&game))?;
        let asker = Asker {
            session: Session(self.class.id.clone()),
            address: ClientAddress(std::net::Ipv4Addr::UNSPECIFIED.into()),
        };
        let mut search = self.classes.games.context.workers.think(request, asker);
        let inbox = self.classes.index().inbox(&self.class.id);
        tokio::spawn(async move {
            let best = search.best().await.and_then(|best| best.mv());
            let position = AnyPosition::from_fen(board.variant.into(), &board.fen);
            if let (Some(mv), Ok(position), Some(inbox)) = (best, position, inbox)
                && position.is_legal(mv)
            {
                let uci = position.uci(mv);
                let _ = inbox.send(ClassCommand::HintFound { game, uci }).await;
            }
        });
        Ok(())
    }

    pub(super) fn hint_found(&self, game: &str, uci: &str) {
        let Some(board) = self.boards.get(game) else { return };
        let mover = match board.turn {
            Color::White => &board.white,
            Color::Black => &board.black,
        };
        // If the computer is to move, its opponent is shown what it may play.
        let seat = mover.as_ref().or(board.white.as_ref()).or(board.black.as_ref());
        if let Some(seat) = seat {
            let hint = ClassNews::Hint { game: game.to_owned(), uci: uci.to_owned() };
            self.tell_child(seat, &hint);
        }
    }

    async fn ask(&mut self, variant: Variant, fen: &str) -> Result<(), Error> {
        let (_, position) = starting_position(variant.into(), Some(fen))?;
        if position.outcome().is_some() {
            return Err(Error::new(ReasonCode::BadPosition, "the game is over in that position"));
        }
        let fen = position.fen();
        self.change(|class| {
            class.state.questions += 1;
            let number = class.state.questions;
            class.state.question = Some(Question { number, variant, fen, revealed: false });
        })
        .await?;
        self.answers.clear();
        Ok(())
    }
}
