//! [`ClassIndex`]: who is what to which class. Games and requests ask it without waiting; the classes' tasks keep it up to date.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use estopim_protocol::class::ClassBoard;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::command::ClassCommand;
use crate::auth::Session;
use crate::limits::{Bucket, Rate};

/// What all children and teachers of one class may ask for together: some requests a second for each of sixty.
const CLASS_REQUESTS: Rate = Rate { per_second: 300.0, burst: 1_200.0 };
/// Requests at the doors of classes from those who are in none, right codes and wrong ones.
const DOOR: Rate = Rate { per_second: 10.0, burst: 200.0 };
/// How many requests a wrong code counts for.
const WRONG_CODE: u32 = 5;
/// Wrong PINs: five, then one every twelve seconds.
const PINS: Rate = Rate { per_second: 1.0 / 12.0, burst: 5.0 };
/// The most devices that are counted.
const MOST_DEVICES: usize = 10_000;

/// The session of a browser, whatever seat it sits on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BrowserSession(pub Session);

/// What a session is to classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Nothing.
    Stranger,
    /// A child, of this class and on this seat.
    Child {
        /// The class's id.
        class: String,
        /// The seat, by which it plays.
        seat: Session,
    },
    /// Teaches at least this class.
    Teacher {
        /// The class's id.
        class: String,
    },
}

/// What games and requests ask of classes.
pub struct ClassIndex {
    inner: Mutex<Inner>,
}

struct Inner {
    classes: HashMap<String, Entry>,
    codes: HashMap<String, String>,
    /// The class and seat of each browser that sits on one.
    children: HashMap<String, (String, String)>,
    teachers: HashMap<String, HashSet<String>>,
    door: Bucket,
    /// Tries of PINs, from this machine and from others, so that others cannot lock the teacher out.
    pins: [Bucket; 2],
    /// Other devices that have reached the server. In memory only.
    devices: HashSet<IpAddr>,
}

struct Entry {
    inbox: mpsc::Sender<ClassCommand>,
    is_frozen: bool,
    allows_undo: bool,
    requests: Bucket,
}

impl Default for ClassIndex {
    fn default() -> Self {
        let now = Instant::now();
        let inner = Inner {
            classes: HashMap::new(),
            codes: HashMap::new(),
            children: HashMap::new(),
            teachers: HashMap::new(),
            door: Bucket::new(DOOR, now),
            pins: [Bucket::new(PINS, now); 2],
            devices: HashSet::new(),
        };
        Self { inner: Mutex::new(inner) }
    }
}

impl ClassIndex {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().expect("nobody panics with the classes")
    }

    /// What a session is.
    pub fn standing(&self, session: &Session) -> Standing {
        let inner = self.inner();
        if let Some((class, seat)) = inner.children.get(&session.0) {
            return Standing::Child { class: class.clone(), seat: Session(seat.clone()) };
        }
        match inner.teachers.get(&session.0).and_then(|classes| classes.iter().next()) {
            Some(class) => Standing::Teacher { class: class.clone() },
            None => Standing::Stranger,
        }
    }

    /// Whether a session teaches a class.
    pub fn teaches(&self, session: &Session, class: &str) -> bool {
        self.inner().teachers.get(&session.0).is_some_and(|classes| classes.contains(class))
    }

    /// Whether all boards of a class stand still.
    pub fn is_frozen(&self, class: &str) -> bool {
        self.inner().classes.get(class).is_some_and(|entry| entry.is_frozen)
    }

    /// Whether children of a class may take moves back.
    pub fn allows_undo(&self, class: &str) -> bool {
        self.inner().classes.get(class).is_none_or(|entry| entry.allows_undo)
    }

    /// Takes a request of a class's own quota.
    pub fn allows_request(&self, class: &str, now: Instant) -> bool {
        let mut inner = self.inner();
        inner.classes.get_mut(class).is_none_or(|entry| entry.requests.take(CLASS_REQUESTS, now))
    }

    /// The class with a code, for a stranger; `Err` if too many have asked.
    pub(super) fn at_door(&self, code: &str, now: Instant) -> Result<Option<String>, ()> {
        let mut inner = self.inner();
        if !inner.door.take(DOOR, now) {
            return Err(());
        }
        let found = inner.codes.get(code).cloned();
        if found.is_none() {
            for _ in 1..WRONG_CODE {
                inner.door.take(DOOR, now);
            }
        }
        Ok(found)
    }

    /// The class with a code.
    pub(super) fn class_of_code(&self, code: &str) -> Option<String> {
        self.inner().codes.get(code).cloned()
    }

    /// Whether a PIN may be tried.
    pub(super) fn may_try_pin(&self, is_this_machine: bool, now: Instant) -> bool {
        self.inner().pins[usize::from(is_this_machine)].take(PINS, now)
    }

    /// A PIN was right: the try does not count.
    pub(super) fn pin_was_right(&self, is_this_machine: bool, now: Instant) {
        self.inner().pins[usize::from(is_this_machine)] = Bucket::new(PINS, now);
    }

    /// The inbox of a class's task.
    pub(super) fn inbox(&self, class: &str) -> Option<mpsc::Sender<ClassCommand>> {
        self.inner().classes.get(class).map(|entry| entry.inbox.clone())
    }

    /// Every class's id.
    pub(super) fn ids(&self) -> Vec<String> {
        self.inner().classes.keys().cloned().collect()
    }

    /// Adds a class.
    pub(super) fn insert(&self, id: &str, code: &str, inbox: mpsc::Sender<ClassCommand>) {
        let requests = Bucket::new(CLASS_REQUESTS, Instant::now());
        let entry = Entry { inbox, is_frozen: false, allows_undo: true, requests };
        let mut inner = self.inner();
        inner.classes.insert(id.to_owned(), entry);
        inner.codes.insert(code.to_owned(), id.to_owned());
    }

    /// Sets what games of a class ask, and who sits in it.
    pub(super) fn update(
        &self,
        id: &str,
        is_frozen: bool,
        allows_undo: bool,
        children: impl Iterator<Item = (String, String)>,
    ) {
        let mut inner = self.inner();
        if let Some(entry) = inner.classes.get_mut(id) {
            entry.is_frozen = is_frozen;
            entry.allows_undo = allows_undo;
        }
        inner.children.retain(|_, (class, _)| class != id);
        for (session, seat) in children {
            inner.children.insert(session, (id.to_owned(), seat));
        }
    }

    /// A session teaches a class.
    pub(super) fn add_teacher(&self, session: &str, class: &str) {
        let mut inner = self.inner();
        inner.teachers.entry(session.to_owned()).or_default().insert(class.to_owned());
    }

    /// Forgets a class that was deleted.
    pub(super) fn remove(&self, id: &str) {
        let mut inner = self.inner();
        inner.classes.remove(id);
        inner.codes.retain(|_, class| class != id);
        inner.children.retain(|_, (class, _)| class != id);
        inner.teachers.retain(|_, classes| {
            classes.remove(id);
            !classes.is_empty()
        });
    }

    /// Tells a class of a board.
    pub fn tell_board(&self, class: &str, board: ClassBoard) {
        let Some(inbox) = self.inbox(class) else { return };
        let command = ClassCommand::Board { board: Box::new(board) };
        if let Err(TrySendError::Full(command)) = inbox.try_send(command) {
            // A class that is gone needs no boards.
            tokio::spawn(async move { inbox.send(command).await });
        }
    }

    /// Another device has reached the server. Returns whether it is a new one.
    pub fn reached_by(&self, address: IpAddr) -> bool {
        let mut inner = self.inner();
        inner.devices.len() < MOST_DEVICES && inner.devices.insert(address)
    }

    /// How many other devices have reached the server.
    pub fn devices(&self) -> u32 {
        self.inner().devices.len() as u32
    }
}
