//! [`Lag`]: the round-trip time to a client. It is measured by the server's own pings only, because a client could lie.

use std::time::{Duration, Instant};

use axum::body::Bytes;

/// The shortest interval between pings.
const EVERY: Duration = Duration::from_secs(1);

/// The lag of one connection.
#[derive(Default, Debug)]
pub struct Lag {
    measured: Duration,
    /// The last ping: what is in it until it is answered, and when it was sent.
    last: Option<(Option<u64>, Instant)>,
}

impl Lag {
    /// The payload of the next ping, unless the last one was sent a moment ago.
    pub fn ping(&mut self, now: Instant) -> Option<Bytes> {
        if self.last.is_some_and(|(_, sent)| now.saturating_duration_since(sent) < EVERY) {
            return None;
        }
        let nonce: u64 = rand::random();
        self.last = Some((Some(nonce), now));
        Some(Bytes::copy_from_slice(&nonce.to_be_bytes()))
    }

    /// A pong came. It counts once, and only if it answers the last ping.
    pub fn answered(&mut self, payload: &[u8], now: Instant) {
        if let Some((Some(nonce), sent)) = self.last
            && payload == nonce.to_be_bytes()
        {
            self.measured = now.saturating_duration_since(sent);
            self.last = Some((None, sent));
        }
    }

    /// The last round-trip time, in milliseconds.
    pub fn ms(&self) -> i64 {
        self.measured.as_millis() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_answer_to_the_last_ping_counts_and_only_once() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut lag = Lag::default();
        lag.answered(&0_u64.to_be_bytes(), at(500));
        assert_eq!(lag.ms(), 0, "nothing was asked");
        let ping = lag.ping(at(1_000)).expect("a ping is due");
        assert_eq!(lag.ping(at(1_500)), None);
        lag.answered(b"nonsense", at(1_040));
        assert_eq!(lag.ms(), 0);
        lag.answered(&ping, at(1_040));
        assert_eq!(lag.ms(), 40);
        assert_eq!(lag.ping(at(1_900)), None, "the network is measured once a second");
        lag.answered(&ping, at(1_900));
        assert_eq!(lag.ms(), 40, "it counts once");
    }
}
