//! One connection: its phase, its timeouts, and its place in the limits on connections.
//!
//! A client that has begun a request must finish its head in time, an idle one may stay silent for a while, and one
//! that reads nothing is disconnected. Bodies have a deadline where they are read (`routes`), and upgraded connections
//! belong to `socket`, which has its own.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::address::counted_as;
use crate::config::Timeouts;
use crate::limits::Rate;
use crate::metrics::Metrics;

/// The phase of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Phase {
    /// Nothing has been asked, or everything has been answered.
    Silent,
    /// A request has begun.
    Asking,
    /// Its head is complete.
    Answering,
    /// It is a WebSocket from now on.
    Upgraded,
}

/// The phase of a connection: the stream sets the beginning of a request, the service the rest. One task waits for
/// changes.
#[derive(Default)]
pub struct Progress {
    phase: AtomicU8,
    changed: Notify,
}

impl Progress {
    /// Enters a phase.
    pub fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Relaxed);
        self.changed.notify_one();
    }

    fn phase(&self) -> Phase {
        match self.phase.load(Relaxed) {
            0 => Phase::Silent,
            1 => Phase::Asking,
            2 => Phase::Answering,
            _ => Phase::Upgraded,
        }
    }

    /// Waits until a timeout has passed, and returns its phase.
    pub async fn overdue(&self, timeouts: Timeouts) -> Phase {
        loop {
            let phase = self.phase();
            let allowed = match phase {
                Phase::Silent => timeouts.idle,
                Phase::Asking => timeouts.head,
                Phase::Answering | Phase::Upgraded => {
                    self.changed.notified().await;
                    continue;
                }
            };
            if timeout(allowed, self.changed.notified()).await.is_err() {
                return phase;
            }
        }
    }
}

/// A stream that notes when a request begins, and that fails with [`io::ErrorKind::TimedOut`] once its client has read
/// nothing for too long. Once it is a WebSocket it is read no faster than its client may send, so that floods of frames
/// that are not messages cost little.
pub struct Stream {
    inner: TcpStream,
    progress: Arc<Progress>,
    may_stall: Duration,
    inbound: Throttle,
    /// When the client must have read something.
    write_due: Option<Pin<Box<Sleep>>>,
    /// Released when the connection is closed, also after an upgrade.
    _permit: ConnectionPermit,
}

impl Stream {
    /// `messages` is what one socket may send.
    pub fn new(
        inner: TcpStream,
        may_stall: Duration,
        messages: Rate,
        permit: ConnectionPermit,
    ) -> Self {
        let progress = Arc::default();
        let inbound = Throttle::new(messages, Instant::now());
        Self { inner, progress, may_stall, inbound, write_due: None, _permit: permit }
    }

    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// Polls a write, and fails if the client has read nothing for too long.
    fn write(
        &mut self,
        cx: &mut Context<'_>,
        poll: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let polled = poll(Pin::new(&mut self.inner), cx);
        if polled.is_ready() {
            self.write_due = None;
            return polled;
        }
        let may_stall = self.may_stall;
        let due = self.write_due.get_or_insert_with(|| Box::pin(sleep(may_stall)));
        ready!(due.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

/// How many bytes a message may have on average, in the long run.
const BYTES_A_MESSAGE: f64 = 1024.0;

/// Throttles reading (a token bucket in bytes).
struct Throttle {
    per_second: f64,
    burst: f64,
    /// Bytes that may be read now; below zero, reading waits.
    left: f64,
    filled: Instant,
    wait: Option<Pin<Box<Sleep>>>,
}

impl Throttle {
    fn new(messages: Rate, now: Instant) -> Self {
        let burst = messages.burst * BYTES_A_MESSAGE;
        let per_second = messages.per_second * BYTES_A_MESSAGE;
        Self { per_second, burst, left: burst, filled: now, wait: None }
    }

    /// Accounts for bytes that were read.
    fn received(&mut self, bytes: usize, now: Instant) {
        let elapsed = now.duration_since(self.filled).as_secs_f64();
        self.left = (self.left + elapsed * self.per_second).min(self.burst) - bytes as f64;
        self.filled = now;
        if self.left < 0.0 {
            let debt = Duration::from_secs_f64(-self.left / self.per_second);
            self.wait = Some(Box::pin(sleep(debt)));
        }
    }

    /// Waits until reading may go on.
    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(wait) = &mut self.wait {
            ready!(wait.as_mut().poll(cx));
            self.wait = None;
        }
        Poll::Ready(())
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let phase = self.progress.phase();
        if phase == Phase::Upgraded {
            ready!(self.inbound.poll_ready(cx));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.inner).poll_read(cx, buffer);
        let received = buffer.filled().len() - before;
        match phase {
            Phase::Silent if received > 0 => self.progress.enter(Phase::Asking),
            Phase::Upgraded if received > 0 => self.inbound.received(received, Instant::now()),
            _ => {}
        }
        polled
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |inner, cx| inner.poll_write(cx, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |inner, cx| inner.poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

/// How many connections there may be.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// In all.
    pub total: usize,
    /// From one address; `None` for no such limit, as behind a proxy.
    pub per_address: Option<usize>,
}

/// Counts open connections, and limits them.
pub struct ConnectionLimit {
    bounds: Bounds,
    metrics: Arc<Metrics>,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl ConnectionLimit {
    pub fn new(bounds: Bounds, metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Self { bounds, metrics, taken: Mutex::default() })
    }

    /// A permit for a connection, unless a limit is reached.
    pub fn take(self: &Arc<Self>, peer: SocketAddr) -> Option<ConnectionPermit> {
        let address = counted_as(peer.ip());
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let from_there = taken.by_address.get(&address).copied().unwrap_or(0);
        let is_full = taken.total >= self.bounds.total
            || self.bounds.per_address.is_some_and(|bound| from_there >= bound);
        if is_full {
            self.metrics.connections_refused.fetch_add(1, Relaxed);
            return None;
        }
        taken.total += 1;
        taken.by_address.insert(address, from_there + 1);
        self.metrics.connections.fetch_add(1, Relaxed);
        Some(ConnectionPermit { connections: Arc::clone(self), address })
    }
}

/// The right to have a connection open, until it is dropped.
pub struct ConnectionPermit {
    connections: Arc<ConnectionLimit>,
    address: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut taken = self.connections.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.total -= 1;
        if let Some(count) = taken.by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&self.address);
            }
        }
        self.connections.metrics.connections.fetch_sub(1, Relaxed);
    }
}

/// Limits how often something is logged.
#[derive(Debug)]
pub struct LogThrottle {
    every: Duration,
    last: Option<Instant>,
}

impl LogThrottle {
    pub fn new(every: Duration) -> Self {
        Self { every, last: None }
    }

    /// Whether it is time again.
    pub fn is_due(&mut self, now: Instant) -> bool {
        let is_due = self.last.is_none_or(|last| now.duration_since(last) >= self.every);
        if is_due {
            self.last = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_that_lasts_is_told_now_and_then() {
        let start = Instant::now();
        let mut throttle = LogThrottle::new(Duration::from_secs(5));
        let told: Vec<bool> =
            [0, 1, 4, 5, 9, 11].map(|s| throttle.is_due(start + Duration::from_secs(s))).to_vec();
        assert_eq!(told, [true, false, false, true, false, true]);
    }

    #[test]
    fn places_are_bound_in_all_and_by_address_and_given_back() {
        let metrics = Arc::new(Metrics::default());
        let bounds = Bounds { total: 3, per_address: Some(2) };
        let connections = ConnectionLimit::new(bounds, Arc::clone(&metrics));
        let take =
            |address: &str| connections.take(SocketAddr::new(address.parse().expect("one"), 1));
        // One network of IPv6 is one address.
        let (first, second) = (take("2001:db8::1"), take("2001:db8::2"));
        assert!(first.is_some() && second.is_some() && take("2001:db8::3").is_none());
        let third = take("192.0.2.1");
        assert!(third.is_some() && take("192.0.2.2").is_none());
        assert_eq!(metrics.connections.load(Relaxed), 3);
        drop((first, second, third));
        assert_eq!(metrics.connections.load(Relaxed), 0);
        assert!(take("2001:db8::3").is_some());
        assert!(connections.taken.lock().expect("not poisoned").by_address.is_empty());
    }
}
