//! [`ClassCommand`]: the messages to a class's task.

use estopim_protocol::class::{
    ClaimSeat, ClassBoard, ClassDoor, ClassMessage, ClassScreen, JoinClass,
};
use tokio::sync::oneshot;

use super::file::ClassFile;
use super::live::ClassGame;
use crate::auth::Session;
use crate::error::Error;
use crate::game::outbox::Outbox;

/// A screen that watches a class.
pub struct ClassWatcher {
    /// Which socket it is.
    pub socket: u64,
    /// Which screen it is for.
    pub screen: ClassScreen,
    /// The browser's session.
    pub session: Session,
    /// Where to send messages.
    pub outbox: Outbox,
}

/// Whether something worked.
pub type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// A message to a class's task.
#[allow(missing_docs)] // the fields mean the same everywhere
pub enum ClassCommand {
    /// Watch the class.
    Watch { watcher: ClassWatcher },
    /// Stop watching.
    Leave { socket: u64 },
    /// A message of a screen.
    Act { socket: u64, message: ClassMessage },
    /// What is at the door.
    Door { session: Session, reply: Reply<ClassDoor> },
    /// Somebody comes in.
    Join { session: Session, wanted: JoinClass, reply: Reply<()> },
    /// Somebody says that a seat is theirs.
    Claim { session: Session, wanted: ClaimSeat, reply: Reply<()> },
    /// A child goes.
    Quit { session: Session, reply: Reply<()> },
    /// Somebody has given a PIN.
    Pin { session: Session, pin: String, reply: Reply<String> },
    /// Keep the class under a name. The lesson is over.
    Keep { name: String, reply: Reply<()> },
    /// Delete the class and everything that belongs to it.
    Delete { reply: Reply<()> },
    /// The games of this lesson.
    Games { reply: Reply<Vec<ClassGame>> },
    /// The class as a file.
    File { reply: Reply<ClassFile> },
    /// A game of the class has changed.
    Board { board: Box<ClassBoard> },
    /// A hint has been found.
    HintFound { game: String, uci: String },
    /// Other devices, or the server's addresses, have changed.
    NetworkChanged,
}
