//! What happens when a search panics. That is a bug and should never happen; but without recovery everything that waits
//! for the move would hang.

use std::any::Any;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use thiserror::Error;

/// The name of the threads that search. Their panics are caught and reported as [`SearchPanic`].
pub const SEARCH_THREAD: &str = "search";

/// A search has panicked. The transposition table and the histories have been cleared.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the search panicked ({message}); {}", remedy.text())]
pub struct SearchPanic {
    /// The panic message.
    pub message: String,
    /// What was done about it.
    pub remedy: Remedy,
}

/// What is done about a search that has panicked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// A helper thread panicked. The result is that of the main thread, which went on.
    Unhelped,
    /// The result is that of a second search, with everything cleared before it.
    SearchedAgain,
    /// The second search panicked too. The result is some legal move, without a score.
    AnyMove,
}

impl Remedy {
    const fn text(self) -> &'static str {
        match self {
            Self::Unhelped => "a helping thread was done without",
            Self::SearchedAgain => "it was made anew with everything forgotten",
            Self::AnyMove => "so did a second one, and some legal move was taken",
        }
    }
}

/// The message of a panic, if it is text.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a word").to_owned()
}

/// A hook for tests: where [`Player::inject_panics`](crate::Player::inject_panics) makes a search panic. Nothing but tests
/// uses it.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanicPlace {
    /// The main thread, in the middle of its work.
    Main,
    /// Each helper thread.
    Helper,
    /// The static evaluation of the moves.
    StaticEvaluation,
}

/// Fault injection for tests: how many panics are still to come at each place. None outside tests.
#[derive(Default)]
pub(crate) struct PanicInjector([AtomicU32; 3]);

impl PanicInjector {
    /// Plans `times` panics at a place.
    pub fn plan(&self, place: PanicPlace, times: u32) {
        self.0[place as usize].store(times, Relaxed);
    }

    /// Panics if a panic is planned here.
    pub fn panic_if_planned(&self, place: PanicPlace) {
        let left = &self.0[place as usize];
        let is_planned = left.fetch_update(Relaxed, Relaxed, |times| times.checked_sub(1)).is_ok();
        assert!(!is_planned, "a test asked for a panic");
    }
}
