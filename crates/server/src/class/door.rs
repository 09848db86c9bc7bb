//! Who comes in: with a new animal, or back to a seat that was theirs, by a card or by a tap of the teacher; and who teaches.

use estopim_protocol::bounds::MAX_CLASS;
use estopim_protocol::class::{ClaimSeat, ClassDoor, ClassRole, DoorMember, JoinClass};
use estopim_protocol::{Reason, ReasonCode};
use estopim_store::Write;

use super::actor::Actor;
use super::child::no_such_child;
use super::live::{Member, MemberExtra};
use super::names::{checked_figure, class_name};
use crate::auth::Session;
use crate::error::Error;
use crate::random_id;

/// How many letters a seat has, as many as a session's id.
const SEAT_LENGTH: usize = 24;
/// How many letters the secret of a card has.
const CARD_LENGTH: usize = 16;
/// The most seats that wait to be given back.
const MOST_CLAIMS: usize = 30;

impl Actor {
    pub(super) fn door(&self, session: &Session) -> ClassDoor {
        let mine = |member: &&Member| member.session.as_ref() == Some(&session.0);
        let role = if self.classes.index().teaches(session, &self.class.id) {
            ClassRole::Teacher
        } else if self.class.present_members().any(|member| mine(&member)) {
            ClassRole::Child
        } else if self.claims.iter().any(|(_, by, _)| *by == session.0) {
            ClassRole::Claimant
        } else {
            ClassRole::Stranger
        };
        let member = |member: &Member| DoorMember {
            seat: member.seat.clone(),
            figure: member.figure.clone(),
            partner: member.extra.partner.clone(),
            present: self.is_present(&member.seat),
        };
        ClassDoor {
            code: self.class.code.clone(),
            name: self.class.name.clone(),
            role,
            names: self.class.state.settings.names,
            members: self.class.present_members().map(member).collect(),
        }
    }

    /// A new child comes in. Who has a seat already keeps it.
    pub(super) async fn join(&mut self, session: &Session, wanted: JoinClass) -> Result<(), Error> {
        if self.class.present_members().any(|it| it.session.as_ref() == Some(&session.0)) {
            return Ok(());
        }
        if self.class.present_members().count() >= MAX_CLASS {
            let message = format!("the class is full: {MAX_CLASS} children");
            return Err(Reason::new(ReasonCode::ClassFull, message).with("max", MAX_CLASS).into());
        }
        let names = self.class.state.settings.names;
        let figure = checked_figure(&wanted.figure, names)?;
        let partner = wanted.partner.map(|it| checked_figure(&it, names)).transpose()?;
        let taken = |it: &Member| {
            [Some(&it.figure), it.extra.partner.as_ref()].into_iter().flatten().any(|taken| {
                [Some(&figure), partner.as_ref()]
                    .into_iter()
                    .flatten()
                    .any(|new| (taken.animal, taken.color) == (new.animal, new.color))
            })
        };
        if self.class.present_members().any(taken) {
            return Err(Error::new(ReasonCode::FigureTaken, "somebody else has this animal"));
        }
        let mut next = self.class.clone();
        next.members.push(Member {
            seat: random_id(SEAT_LENGTH),
            session: Some(session.0.clone()),
            figure,
            card: random_id(CARD_LENGTH),
            joined_ms: self.now_ms(),
            extra: MemberExtra { partner, ..MemberExtra::default() },
        });
        self.commit(next, Vec::new()).await
    }

    /// Gives a seat back at once with its card, else asks the teacher.
    pub(super) async fn claim(
        &mut self,
        session: &Session,
        wanted: ClaimSeat,
    ) -> Result<(), Error> {
        if let Some(card) = &wanted.card {
            let owner = self.class.present_members().find(|it| it.card == *card);
            let seat = owner.map(|it| it.seat.clone()).ok_or_else(no_such_child)?;
            return self.seat(&seat, &session.0).await;
        }
        let seat = wanted.seat.as_deref().and_then(|seat| self.class.member(seat));
        let seat = seat.ok_or_else(no_such_child)?.seat.clone();
        self.claims.retain(|(_, by, _)| *by != session.0);
        if self.claims.len() >= MOST_CLAIMS {
            return Err(Error::busy());
        }
        self.claims.push((self.next_claim, session.0.clone(), seat));
        self.next_claim += 1;
        self.is_news();
        Ok(())
    }

    /// Puts a browser on a seat; whoever sat there sits there no more.
    async fn seat(&mut self, seat: &str, session: &str) -> Result<(), Error> {
        let mut next = self.class.clone();
        for member in &mut next.members {
            if member.session.as_deref() == Some(session) {
                member.session = None;
            }
        }
        next.member_mut(seat).ok_or_else(no_such_child)?.session = Some(session.to_owned());
        self.commit(next, Vec::new()).await?;
        self.claims.retain(|(_, by, _)| by != session);
        self.hang_up(seat);
        Ok(())
    }

    /// The teacher has looked at a claim.
    pub(super) async fn decide_claim(&mut self, claim: u32, is_right: bool) -> Result<(), Error> {
        let found = self.claims.iter().find(|(number, ..)| *number == claim).cloned();
        let (_, session, seat) = found.ok_or_else(no_such_child)?;
        if is_right {
            return self.seat(&seat, &session).await;
        }
        self.claims.retain(|(number, ..)| *number != claim);
        self.is_news();
        Ok(())
    }

    /// A child goes; its seat stays, to come back to.
    pub(super) async fn quit(&mut self, session: &Session) -> Result<(), Error> {
        let mut next = self.class.clone();
        let member = next.members.iter_mut().find(|it| it.session.as_ref() == Some(&session.0));
        let member = member.ok_or_else(no_such_child)?;
        member.session = None;
        let seat = member.seat.clone();
        self.commit(next, Vec::new()).await?;
        self.hang_up(&seat);
        Ok(())
    }

    /// Lets a browser teach, if the PIN is right, and says the code.
    pub(super) async fn pin_given(
        &mut self,
        session: &Session,
        pin: &str,
    ) -> Result<String, Error> {
        if pin != self.class.pin {
            return Err(Error::new(ReasonCode::WrongPin, "this is not the PIN"));
        }
        let (class, id) = (self.class.id.clone(), session.0.clone());
        let teaches = Write::PutClassTeacher { class: class.clone(), session: id };
        let _ = self.classes.games.context.write(vec![teaches]).await?;
        self.classes.index().add_teacher(&session.0, &class);
        Ok(self.class.code.clone())
    }

    /// Keeps the class under a name. The lesson is over: the next one begins with the same children and no games.
    pub(super) async fn keep(&mut self, name: &str) -> Result<(), Error> {
        let name = class_name(name)?;
        self.end_games().await?;
        let mut next = self.class.clone();
        next.name = Some(name);
        let state = &mut next.state;
        state.lesson_from_ms = self.now_ms() + 1;
        (state.round, state.playing, state.frozen_since_ms) = (0, false, None);
        (state.question, state.tournament, state.spotlight) = (None, None, None);
        state.counted.clear();
        for member in &mut next.members {
            member.extra.hand = false;
        }
        self.commit(next, Vec::new()).await?;
        self.boards.clear();
        Ok(())
    }
}
