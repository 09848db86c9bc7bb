//! [`Classes`]: makes, finds and loads classes.

use std::sync::Arc;
use std::time::Instant;

use estopim_protocol::ReasonCode;
use estopim_protocol::class::NewClass;
use estopim_store::{StoreError, Write, Written};
use rand::Rng;
use tokio::sync::{mpsc, oneshot};

use super::actor::Actor;
use super::command::{ClassCommand, Reply};
use super::file::ClassFile;
use super::index::{ClassIndex, Standing};
use super::live::{Class, ClassState, Member};
use super::rows::{class_of, class_row, game_of, member_row};
use crate::auth::Session;
use crate::error::Error;
use crate::game::Games;
use crate::limits::ClientAddress;
use crate::random_id;

/// Capacity of a class's inbox.
const INBOX: usize = 1_024;
/// The most classes of one server.
const MOST: usize = 1_000;
/// How many letters a class's id has.
const ID_LENGTH: usize = 12;
/// How many characters a join code has.
const CODE_LENGTH: usize = 4;
/// What a join code is made of: nothing that looks like something else.
const CODE_LETTERS: &[u8] = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/// How many digits a PIN has.
const PIN_LENGTH: usize = 6;

/// All classes.
pub struct Classes {
    /// The games, and what they need.
    pub games: Arc<Games>,
}

/// A random PIN.
pub fn new_pin() -> String {
    let mut rng = rand::rng();
    (0..PIN_LENGTH).map(|_| char::from(b'0' + rng.random_range(0..10))).collect()
}

/// A code as it is kept, whatever case and spaces it was typed with.
pub fn plain_code(typed: &str) -> String {
    typed
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

impl Classes {
    /// Loads every class and starts its task.
    pub async fn load(games: Arc<Games>) -> Result<Arc<Self>, StoreError> {
        let classes = Arc::new(Self { games });
        let store = &classes.games.context.store;
        for row in store.classes().await? {
            let id = row.id.clone();
            let (members, teachers) =
                (store.class_members(&id).await?, store.class_teachers(&id).await?);
            let games = store.class_games(&id).await?.into_iter().map(game_of).collect();
            match class_of(row, members) {
                Ok(class) => {
                    classes.start(class, games);
                    for session in teachers {
                        classes.index().add_teacher(&session, &id);
                    }
                }
                Err(fault) => {
                    tracing::error!(class = id, fault, "class {id} cannot be read: {fault}");
                }
            }
        }
        Ok(classes)
    }

    fn start(self: &Arc<Self>, class: Class, games: Vec<super::live::ClassGame>) {
        let (sender, inbox) = mpsc::channel(INBOX);
        self.index().insert(&class.id, &class.code, sender);
        tokio::spawn(Actor::new(Arc::clone(self), class, games).run(inbox));
    }

    pub(super) fn index(&self) -> &ClassIndex {
        &self.games.context.classes
    }

    /// The class to go on with in class mode: the newest lesson that was not ended, else the newest kept class; code and PIN.
    pub async fn latest(&self) -> Result<Option<NewClass>, StoreError> {
        let rows = self.games.context.store.classes().await?;
        let lesson = rows.iter().rev().find(|row| row.name.is_none());
        let row = lesson.or(rows.last());
        Ok(row.map(|row| NewClass { code: row.code.clone(), pin: row.pin.clone() }))
    }

    /// Makes a class. `teacher` teaches it at once.
    pub async fn create(
        self: &Arc<Self>,
        teacher: Option<&Session>,
        pin: String,
    ) -> Result<NewClass, Error> {
        let state = ClassState::new(self.games.context.time.now_ms());
        self.make(teacher, pin, None, state, Vec::new(), None).await
    }

    /// Makes a class from a file, with its code if that is free.
    pub async fn import(
        self: &Arc<Self>,
        teacher: &Session,
        pin: String,
        file: ClassFile,
    ) -> Result<NewClass, Error> {
        let now_ms = self.games.context.time.now_ms();
        let mut state = ClassState::new(now_ms);
        state.settings = file.settings.clone();
        let code = plain_code(&file.code);
        let code = Some(code).filter(|code| code.len() == CODE_LENGTH);
        let (name, members) = file.read(now_ms)?;
        self.make(Some(teacher), pin, Some(name), state, members, code).await
    }

    async fn make(
        self: &Arc<Self>,
        teacher: Option<&Session>,
        pin: String,
        name: Option<String>,
        state: ClassState,
        members: Vec<Member>,
        code: Option<String>,
    ) -> Result<NewClass, Error> {
        if self.index().ids().len() >= MOST {
            return Err(Error::busy());
        }
        let is_free = |code: &String| self.index().class_of_code(code).is_none();
        let code = code.filter(is_free).unwrap_or_else(|| self.free_code());
        let class = Class {
            id: random_id(ID_LENGTH),
            code: code.clone(),
            pin: pin.clone(),
            name,
            created_ms: self.games.context.time.now_ms(),
            version: 1,
            state,
            members,
        };
        let mut writes = vec![Write::PutClass(Box::new(class_row(&class)))];
        for member in &class.members {
            writes.push(Write::PutClassMember(Box::new(member_row(&class.id, member))));
            let (id, nickname) = (member.seat.clone(), member.nickname());
            writes.push(Write::Rename { id, nickname, now_ms: class.created_ms });
        }
        if let Some(teacher) = teacher {
            let (class, session) = (class.id.clone(), teacher.0.clone());
            writes.push(Write::PutClassTeacher { class, session });
        }
        if self.games.context.write(writes).await? == Written::Conflict {
            return Err(Error::busy());
        }
        if let Some(teacher) = teacher {
            self.index().add_teacher(&teacher.0, &class.id);
        }
        self.start(class, Vec::new());
        Ok(NewClass { code, pin })
    }

    fn free_code(&self) -> String {
        loop {
            let mut rng = rand::rng();
            let letter = |_| char::from(CODE_LETTERS[rng.random_range(0..CODE_LETTERS.len())]);
            let code: String = (0..CODE_LENGTH).map(letter).collect();
            if self.index().class_of_code(&code).is_none() {
                return code;
            }
        }
    }

    /// The id of the class with a code. Strangers are counted: who guesses codes has to wait.
    pub fn find(&self, code: &str, session: &Session) -> Result<String, Error> {
        let code = plain_code(code);
        let found = match self.index().standing(session) {
            Standing::Stranger => {
                self.index().at_door(&code, Instant::now()).map_err(|()| Error::rate_limited())?
            }
            Standing::Child { .. } | Standing::Teacher { .. } => self.index().class_of_code(&code),
        };
        found.ok_or_else(Error::no_such_class)
    }

    /// The id of the class with a code, if the session teaches it.
    pub fn find_taught(&self, code: &str, session: &Session) -> Result<String, Error> {
        let id = self.find(code, session)?;
        if self.index().teaches(session, &id) {
            return Ok(id);
        }
        Err(Error::new(ReasonCode::NotTeacher, "only the teacher may do this"))
    }

    /// Lets a session teach the class with a PIN, and returns the class's code. Wrong PINs are limited.
    pub async fn give_pin(
        &self,
        session: &Session,
        address: ClientAddress,
        pin: &str,
    ) -> Result<String, Error> {
        let is_this_machine = address.0.is_loopback();
        if !self.index().may_try_pin(is_this_machine, Instant::now()) {
            return Err(Error::new(ReasonCode::RateLimited, "too many wrong PINs, wait a minute"));
        }
        let ids = self.index().ids();
        for id in &ids {
            let (session, pin) = (session.clone(), pin.to_owned());
            let asked = self.ask(id, |reply| ClassCommand::Pin { session, pin, reply }).await;
            if let Ok(code) = asked {
                self.index().pin_was_right(is_this_machine, Instant::now());
                return Ok(code);
            }
        }
        Err(Error::new(ReasonCode::WrongPin, "this is not the PIN"))
    }

    /// Refuses a wrong PIN of the server. Wrong PINs are limited.
    pub fn must_be_pin(&self, address: ClientAddress, given: &str, pin: &str) -> Result<(), Error> {
        let is_this_machine = address.0.is_loopback();
        if !self.index().may_try_pin(is_this_machine, Instant::now()) {
            return Err(Error::new(ReasonCode::RateLimited, "too many wrong PINs, wait a minute"));
        }
        if given.trim() != pin {
            return Err(Error::new(ReasonCode::WrongPin, "this is not the PIN"));
        }
        self.index().pin_was_right(is_this_machine, Instant::now());
        Ok(())
    }

    /// Sends a command to a class and waits for the answer.
    pub async fn ask<T>(
        &self,
        id: &str,
        question: impl FnOnce(Reply<T>) -> ClassCommand,
    ) -> Result<T, Error> {
        let inbox = self.index().inbox(id).ok_or_else(Error::no_such_class)?;
        let (reply, answer) = oneshot::channel();
        inbox.send(question(reply)).await.map_err(|_| Error::no_such_class())?;
        answer.await.map_err(|_| Error::no_such_class())?
    }

    /// Sends a command to a class.
    pub async fn send(&self, id: &str, command: ClassCommand) -> Result<(), Error> {
        let inbox = self.index().inbox(id).ok_or_else(Error::no_such_class)?;
        inbox.send(command).await.map_err(|_| Error::no_such_class())
    }

    /// Tells all classes that devices or addresses have changed.
    pub fn network_changed(&self) {
        for inbox in self.index().ids().iter().filter_map(|id| self.index().inbox(id)) {
            let _ = inbox.try_send(ClassCommand::NetworkChanged);
        }
    }
}
