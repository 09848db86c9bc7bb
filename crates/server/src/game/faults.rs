//! A database that fails where a test wants it to.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use estopim_store::{Store, StoreError, Write, Written};

/// How a write fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The disk is full; nothing was written, and that is known.
    DiskFull,
    /// The database is unavailable for this write, and for reading until it is mended; nothing was written.
    Away,
    /// Nothing was written, and the answer was lost.
    NothingSaid,
    /// It was written, and the answer was lost.
    AnswerLost,
    /// It was written, the answer was lost, and nothing can be read until it is mended.
    AnswerLostAndAway,
}

impl Fault {
    pub const ALL: [Self; 5] =
        [Self::DiskFull, Self::Away, Self::NothingSaid, Self::AnswerLost, Self::AnswerLostAndAway];

    pub fn is_written(self) -> bool {
        matches!(self, Self::AnswerLost | Self::AnswerLostAndAway)
    }
}

/// What fails, and whether it has.
#[derive(Default)]
pub struct Faults(Mutex<FaultPlan>);

#[derive(Default)]
struct FaultPlan {
    /// How many more writes are done before one fails.
    planned: Option<(usize, Fault)>,
    has_failed: bool,
    is_away: bool,
}

impl Faults {
    fn state(&self) -> MutexGuard<'_, FaultPlan> {
        self.0.lock().expect("nobody panics with the faults")
    }

    /// The `nth` write from now on fails, counted from one.
    pub fn plan(&self, nth: usize, fault: Fault) {
        *self.state() = FaultPlan { planned: Some((nth - 1, fault)), ..FaultPlan::default() };
    }

    /// Whether the write has failed that was to fail.
    pub fn has_failed(&self) -> bool {
        self.state().has_failed
    }

    /// Everything works from now on. Returns whether something has failed.
    pub fn mend(&self) -> bool {
        std::mem::take(&mut *self.state()).has_failed
    }

    /// The result of a write, with the planned fault.
    pub async fn write(
        &self,
        store: &Store,
        changes: &[Write],
    ) -> Option<Result<Written, StoreError>> {
        let fault = {
            let mut state = self.state();
            if state.is_away {
                return Some(Err(StoreError::Closed));
            }
            let (left, fault) = state.planned?;
            if left > 0 {
                state.planned = Some((left - 1, fault));
                return None;
            }
            state.planned = None;
            state.has_failed = true;
            state.is_away = matches!(fault, Fault::Away | Fault::AnswerLostAndAway);
            fault
        };
        if fault.is_written() {
            let written = store.write(changes.to_vec()).await;
            assert!(written.is_ok(), "the database itself works: {written:?}");
        }
        Some(Err(match fault {
            Fault::DiskFull => {
                let error = Arc::new(io::Error::from(io::ErrorKind::StorageFull));
                StoreError::File { path: "estopim.db".to_owned(), error }
            }
            _ => StoreError::Closed,
        }))
    }

    /// Whether the database can be read.
    pub fn read(&self) -> Result<(), StoreError> {
        if self.state().is_away { Err(StoreError::Closed) } else { Ok(()) }
    }
}
