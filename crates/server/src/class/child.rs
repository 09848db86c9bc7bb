//! What a child may do: raise a hand, say a ready-made phrase, answer the teacher's question.

use estopim_protocol::class::{ClassMessage, ClassNews, Phrase};
use estopim_protocol::{Reason, ReasonCode};
use estopim_rules::AnyPosition;
use estopim_store::Write;

use super::actor::Actor;
use crate::error::Error;

impl Actor {
    pub(super) async fn child_says(
        &mut self,
        seat: &str,
        message: ClassMessage,
    ) -> Result<(), Error> {
        match message {
            ClassMessage::RaiseHand { up } => self.set_hand(seat, up).await,
            ClassMessage::Say { phrase } => self.say(seat, phrase),
            ClassMessage::Answer { question, uci } => self.keep_answer(seat, question, &uci).await,
            _ => Err(Error::new(ReasonCode::NotTeacher, "only the teacher may do this")),
        }
    }

    /// Raises a child's hand, or lowers it.
    pub(super) async fn set_hand(&mut self, seat: &str, up: bool) -> Result<(), Error> {
        let mut next = self.class.clone();
        let member = next.member_mut(seat).ok_or_else(no_such_child)?;
        if member.extra.hand == up {
            return Ok(());
        }
        member.extra.hand = up;
        self.commit(next, Vec::new()).await
    }

    fn say(&self, seat: &str, phrase: Phrase) -> Result<(), Error> {
        if !self.class.state.settings.phrases {
            return Err(Error::new(ReasonCode::NotAllowed, "your teacher has turned phrases off"));
        }
        let opponent = self.game_of(seat).and_then(|game| game.opponent(seat));
        if let Some(opponent) = opponent {
            self.tell_child(opponent, &ClassNews::Said { phrase });
        }
        Ok(())
    }

    async fn keep_answer(&mut self, seat: &str, number: u32, uci: &str) -> Result<(), Error> {
        let question =
            self.class.state.question.as_ref().filter(|it| it.number == number && !it.revealed);
        let over = || Error::new(ReasonCode::StalePly, "the question is over");
        let question = question.ok_or_else(over)?;
        let position = AnyPosition::from_fen(question.variant.into(), &question.fen)
            .map_err(|error| Reason::new(ReasonCode::BadPosition, error.to_string()))?;
        // As the rules write it, so that equal answers are equal words.
        let mv = position.parse_uci(uci).map_err(Reason::from)?;
        let uci = position.uci(mv);
        let answer = Write::PutClassAnswer {
            class: self.class.id.clone(),
            question: number.into(),
            seat: seat.to_owned(),
            uci: uci.clone(),
        };
        let _ = self.classes.games.context.write(vec![answer]).await?;
        self.answers.insert(seat.to_owned(), uci);
        self.is_news();
        Ok(())
    }
}

/// There is no such child in the class.
pub(super) fn no_such_child() -> Error {
    Error::new(ReasonCode::NotInClass, "there is no such child in the class")
}
