//! Challenges: an account asks another for a game. They live in memory only; those that a restart loses are made again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use estopim_play::TimeControl;
use estopim_protocol::rest::ColorChoice;
use estopim_protocol::{Reason, ReasonCode};
use estopim_rules::Color;
use tokio::sync::watch;

use super::hub::{Event, Hub};
use super::shape::Kind as GameKind;
use crate::auth::Session;
use crate::error::Error;
use crate::game::create::{Pairing, Seated, pair};
use crate::game::live::Kind;
use crate::game::{Games, create};

/// How long a challenge waits for an answer that nobody keeps open.
const EXPIRES: Duration = Duration::from_secs(20);
/// The most challenges that one session may have open.
const MOST_OPEN: usize = 100;
/// How long the beginning of a game is kept back, so that the one who accepts has the answer first.
const ANSWER_FIRST: Duration = Duration::from_millis(20);

/// Why challenges are declined: what is sent, and what is told.
pub const REASONS: [(&str, &str); 11] = [
    ("generic", "I'm not accepting challenges at the moment."),
    ("later", "This is not the right time for me, please ask again later."),
    ("tooFast", "This time control is too fast for me, please challenge again with a slower game."),
    ("tooSlow", "This time control is too slow for me, please challenge again with a faster game."),
    ("timeControl", "I'm not accepting challenges with this time control."),
    ("rated", "Please send me a rated challenge instead."),
    ("casual", "Please send me a casual challenge instead."),
    ("standard", "I'm not accepting variant challenges right now."),
    ("variant", "I'm not willing to play this variant right now."),
    ("noBot", "I'm not accepting challenges from bots."),
    ("onlyBot", "I only accept challenges from bots."),
];

/// One of the two of a challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// Who plays.
    pub session: Session,
    /// The name.
    pub name: String,
    /// Whether it is a program.
    pub is_bot: bool,
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing yet.
    Open,
    /// The game begins.
    Accepted,
    /// Declined, for the reason of this number.
    Declined(usize),
    /// Withdrawn, or expired.
    Canceled,
}

/// A challenge.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// Its id, and that of the game.
    pub id: String,
    /// Who asks.
    pub challenger: Party,
    /// Who is asked.
    pub asked: Party,
    /// Which game.
    pub kind: &'static GameKind,
    /// The first position, if it is not the usual one.
    pub fen: Option<String>,
    /// How time is counted.
    pub time: TimeControl,
    /// The colour that the challenger wants.
    pub color: ColorChoice,
    /// The colour that the challenger gets.
    pub final_color: Color,
    /// What became of it.
    pub answer: Answer,
}

struct Entry {
    challenge: Arc<Challenge>,
    answer: watch::Sender<Answer>,
}

/// The open challenges.
pub struct Challenges {
    hub: Arc<Hub>,
    open: Mutex<HashMap<String, Entry>>,
}

/// Who ends a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Who asks.
    Challenger,
    /// Who is asked.
    Asked,
}

impl Challenges {
    /// None yet.
    pub fn new(hub: Arc<Hub>) -> Arc<Self> {
        Arc::new(Self { hub, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.open.lock().expect("nobody panics with the challenges")
    }

    /// Makes a challenge and tells both. It expires by itself unless it is kept.
    pub fn make(
        self: &Arc<Self>,
        challenge: Challenge,
        is_kept: bool,
    ) -> Result<(Arc<Challenge>, watch::Receiver<Answer>), Reason> {
        let by = &challenge.challenger.session;
        let is_own = |entry: &&Entry| entry.challenge.challenger.session == *by;
        if self.open().values().filter(is_own).count() >= MOST_OPEN {
            return Err(Reason::new(ReasonCode::RateLimited, "too many open challenges"));
        }
        let challenge = Arc::new(challenge);
        let (answer, answered) = watch::channel(Answer::Open);
        let entry = Entry { challenge: Arc::clone(&challenge), answer };
        self.open().insert(challenge.id.clone(), entry);
        self.tell(&challenge, &Event::Challenge(Arc::clone(&challenge)));
        if !is_kept {
            let (challenges, id) = (Arc::clone(self), challenge.id.clone());
            tokio::spawn(async move {
                tokio::time::sleep(EXPIRES).await;
                challenges.cancel(&id);
            });
        }
        Ok((challenge, answered))
    }

    fn tell(&self, challenge: &Challenge, event: &Event) {
        for party in [&challenge.challenger, &challenge.asked] {
            self.hub.tell(&party.session, event);
        }
    }

    /// A challenge.
    pub fn find(&self, id: &str) -> Option<Arc<Challenge>> {
        self.open().get(id).map(|entry| Arc::clone(&entry.challenge))
    }

    /// The open challenges of a session: those it is asked, and those it asks.
    pub fn of(&self, session: &Session) -> (Vec<Arc<Challenge>>, Vec<Arc<Challenge>>) {
        let open = self.open();
        let all = open.values().map(|entry| Arc::clone(&entry.challenge));
        let all: Vec<_> = all
            .filter(|it| it.asked.session == *session || it.challenger.session == *session)
            .collect();
        all.into_iter().partition(|it| it.asked.session == *session)
    }

    /// Takes a challenge out, if the session is that side of it.
    fn take(&self, id: &str, session: &Session, side: Side) -> Option<Entry> {
        let mut open = self.open();
        let challenge = &open.get(id)?.challenge;
        let party = match side {
            Side::Challenger => &challenge.challenger,
            Side::Asked => &challenge.asked,
        };
        if party.session != *session {
            return None;
        }
        open.remove(id)
    }

    /// Accepts a challenge: the game begins.
    pub async fn accept(
        &self,
        games: &Arc<Games>,
        id: &str,
        by: &Session,
    ) -> Result<Option<String>, Error> {
        let Some(entry) = self.take(id, by, Side::Asked) else { return Ok(None) };
        let challenge = &entry.challenge;
        let mut seats = [&challenge.challenger, &challenge.asked]
            .map(|party| Seated::Session(party.session.clone()));
        if challenge.final_color == Color::Black {
            seats.reverse();
        }
        let pairing = Pairing {
            id: Some(challenge.id.clone()),
            variant: challenge.kind.variant,
            setup: challenge.fen.clone(),
            time: challenge.time,
            seats,
            kind: Kind::Friend,
            max_infractions: None,
            is_watchable: challenge.challenger.is_bot && challenge.asked.is_bot,
        };
        match pair(games, pairing).await {
            Ok(id) => {
                entry.answer.send_replace(Answer::Accepted);
                announce(games, &id, [&challenge.challenger, &challenge.asked]);
                Ok(Some(id))
            }
            Err(error) => {
                // It can be accepted again.
                self.open().insert(id.to_owned(), entry);
                Err(error)
            }
        }
    }

    /// Declines a challenge, for the reason of this number.
    pub fn decline(&self, id: &str, by: &Session, reason: usize) -> bool {
        let Some(entry) = self.take(id, by, Side::Asked) else { return false };
        let answer = Answer::Declined(reason);
        entry.answer.send_replace(answer);
        let declined = Arc::new(Challenge { answer, ..(*entry.challenge).clone() });
        self.tell(&declined, &Event::Declined(Arc::clone(&declined)));
        true
    }

    /// Withdraws a challenge.
    pub fn withdraw(&self, id: &str, by: &Session) -> bool {
        let is_own = self.find(id).is_some_and(|challenge| challenge.challenger.session == *by);
        is_own && self.cancel(id)
    }

    /// Ends a challenge that nobody has answered.
    pub fn cancel(&self, id: &str) -> bool {
        let Some(entry) = self.open().remove(id) else { return false };
        let answer = Answer::Canceled;
        entry.answer.send_replace(answer);
        let canceled = Arc::new(Challenge { answer, ..(*entry.challenge).clone() });
        self.tell(&canceled, &Event::Canceled(Arc::clone(&canceled)));
        true
    }
}

/// Tells both that a game begins, a moment later.
fn announce(games: &Arc<Games>, id: &str, parties: [&Party; 2]) {
    let sessions = parties.map(|party| party.session.clone());
    let (games, id) = (Arc::clone(games), id.to_owned());
    tokio::spawn(async move {
        tokio::time::sleep(ANSWER_FIRST).await;
        for session in sessions {
            games.context.hub.tell(&session, &Event::GameStart(id.clone()));
        }
    });
}

/// A new challenge.
pub fn new(
    challenger: Party,
    asked: Party,
    kind: &'static GameKind,
    fen: Option<String>,
    time: TimeControl,
    color: ColorChoice,
) -> Challenge {
    let final_color = create::chosen_color(color).into();
    let (id, answer) = (create::promised_id(), Answer::Open);
    Challenge { id, challenger, asked, kind, fen, time, color, final_color, answer }
}
