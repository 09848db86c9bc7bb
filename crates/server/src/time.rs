//! [`TimeSource`]: the server's clock. It is the wall clock, or manual time, so that a test can advance a minute
//! without waiting.

use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep_until};

/// The source of the current time, in milliseconds since 1970.
#[derive(Clone, Debug, Default)]
pub enum TimeSource {
    /// The wall clock.
    #[default]
    System,
    /// Manual time, for tests.
    Manual(ManualTime),
}

impl TimeSource {
    /// The present moment.
    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_millis() as i64),
            Self::Manual(time) => time.now_ms(),
        }
    }

    /// Waits for a moment.
    pub async fn sleep_until(&self, due_ms: i64) {
        let mut alarm = Alarm::new(self.clone(), due_ms);
        while self.now_ms() < due_ms {
            alarm.set(due_ms);
            alarm.rings().await;
        }
    }
}

/// A clock that a test advances.
#[derive(Clone, Debug)]
pub struct ManualTime(watch::Sender<i64>);

impl ManualTime {
    /// A clock that shows this time.
    pub fn new(now_ms: i64) -> Self {
        Self(watch::Sender::new(now_ms))
    }

    /// The present moment.
    pub fn now_ms(&self) -> i64 {
        *self.0.borrow()
    }

    /// Lets time pass.
    pub fn advance(&self, ms: i64) {
        self.0.send_modify(|now_ms| *now_ms += ms);
    }
}

/// A timer that fires at a moment, or a little before it: the receiver checks the time and sets it again. That is
/// cheaper than resetting a timer whenever the moment moves further away.
pub struct Alarm {
    time: TimeSource,
    due_ms: i64,
    sleep: Pin<Box<Sleep>>,
}

impl Alarm {
    /// An alarm for a moment.
    pub fn new(time: TimeSource, due_ms: i64) -> Self {
        let sleep = Box::pin(sleep_until(instant_of(&time, due_ms)));
        Self { time, due_ms, sleep }
    }

    /// Sets another moment.
    pub fn set(&mut self, due_ms: i64) {
        if self.sleep.is_elapsed() || due_ms < self.due_ms {
            self.sleep.as_mut().reset(instant_of(&self.time, due_ms));
            self.due_ms = due_ms;
        }
    }

    /// Waits until it fires.
    pub async fn rings(&mut self) {
        match &self.time {
            TimeSource::System => self.sleep.as_mut().await,
            TimeSource::Manual(time) => {
                let due_ms = self.due_ms;
                // Whoever waits holds a sender, so the channel stays open.
                let _ = time.0.subscribe().wait_for(|&now_ms| now_ms >= due_ms).await;
                self.due_ms = i64::MAX;
            }
        }
    }
}

fn instant_of(time: &TimeSource, due_ms: i64) -> Instant {
    /// Nobody waits longer without looking again.
    const LONGEST_MS: i64 = 24 * 60 * 60 * 1_000;
    let wait_ms = due_ms.saturating_sub(time.now_ms()).clamp(0, LONGEST_MS);
    Instant::now() + Duration::from_millis(wait_ms as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn time_set_by_hand_wakes_whoever_waits_for_it() {
        let manual = ManualTime::new(1_000);
        let time = TimeSource::Manual(manual.clone());
        let waits = tokio::spawn({
            let time = time.clone();
            async move {
                time.sleep_until(61_000).await;
                time.now_ms()
            }
        });
        manual.advance(59_999);
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        manual.advance(1);
        assert_eq!(waits.await.expect("no panic"), 61_000);
    }

    #[tokio::test]
    async fn an_alarm_is_moved_forward_and_rings_again_when_it_is_set_again() {
        let manual = ManualTime::new(0);
        let mut alarm = Alarm::new(TimeSource::Manual(manual.clone()), 500);
        alarm.set(100);
        manual.advance(100);
        alarm.rings().await;
        alarm.set(200);
        manual.advance(100);
        alarm.rings().await;
    }
}
