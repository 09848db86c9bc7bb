//! Who asks, and how much they may ask for: token buckets, one a socket and one an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::auth::Session;

/// The address that a request counts for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(pub IpAddr);

/// Somebody who asks for something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asker {
    /// Who.
    pub session: Session,
    /// From where.
    pub address: ClientAddress,
}

/// So many a second, and so many at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// In the long run.
    pub per_second: f64,
    /// At once, after a pause.
    pub burst: f64,
}

/// A burst lasts this many seconds of the rate.
const BURST_SECONDS: f64 = 4.0;

impl Rate {
    /// So many a second, with a burst of a few seconds' worth.
    pub fn steady(per_second: f64) -> Self {
        Self { per_second, burst: (per_second * BURST_SECONDS).max(1.0) }
    }
}

/// What is left of a rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full one.
    pub fn new(rate: Rate, now: Instant) -> Self {
        Self { tokens: rate.burst, filled: now }
    }

    /// Takes one if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens = (self.tokens + elapsed * rate.per_second).min(rate.burst);
        self.filled = now;
        let granted = self.tokens >= 1.0;
        if granted {
            self.tokens -= 1.0;
        }
        granted
    }

    /// Whether it would be full by now, so that it may be forgotten.
    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.tokens + elapsed * rate.per_second >= rate.burst
    }
}

/// How many addresses are remembered before full buckets are forgotten.
const MANY: usize = 10_000;

/// A rate for each address.
#[derive(Debug)]
pub struct AddressLimit {
    rate: Rate,
    buckets: Mutex<HashMap<ClientAddress, Bucket>>,
}

impl AddressLimit {
    /// Nobody has asked for anything yet.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Whether this address may have one more. When too many addresses come at once, strangers wait.
    pub fn allows(&self, address: ClientAddress, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().expect("nobody panics with the buckets");
        if buckets.len() >= MANY && !buckets.contains_key(&address) {
            buckets.retain(|_, bucket| !bucket.is_full(self.rate, now));
            if buckets.len() >= MANY {
                return false;
            }
        }
        let bucket = buckets.entry(address).or_insert_with(|| Bucket::new(self.rate, now));
        bucket.take(self.rate, now)
    }
}

/// How many of something each address has open.
#[derive(Debug)]
pub struct Held {
    most: usize,
    held: Mutex<HashMap<ClientAddress, usize>>,
}

impl Held {
    /// None yet, and at most so many for an address.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, held: Mutex::default() })
    }

    /// One more for this address, if it may have it; given back when it is dropped.
    pub fn take(self: &Arc<Self>, address: ClientAddress) -> Option<Hold> {
        let mut held = self.held.lock().expect("nobody panics with what is held");
        let count = held.entry(address).or_default();
        (*count < self.most).then(|| {
            *count += 1;
            Hold { held: Arc::clone(self), address }
        })
    }
}

/// One of what an address has open.
pub struct Hold {
    held: Arc<Held>,
    address: ClientAddress,
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut held = self.held.held.lock().expect("nobody panics with what is held");
        if let Some(count) = held.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    const RATE: Rate = Rate { per_second: 2.0, burst: 3.0 };

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::new(RATE, start);
        let mut take_at = |ms| bucket.take(RATE, start + Duration::from_millis(ms));
        assert_eq!([take_at(0), take_at(0), take_at(0), take_at(0)], [true, true, true, false]);
        assert_eq!([take_at(500), take_at(501)], [true, false]);
        assert_eq!(
            [take_at(9_000), take_at(9_000), take_at(9_000), take_at(9_000)],
            [true, true, true, false]
        );
    }

    #[test]
    fn an_address_holds_so_many_and_gives_them_back() {
        let held = Held::new(2);
        let address = |n: u32| ClientAddress(IpAddr::V4(Ipv4Addr::from(n)));
        let (first, second) = (held.take(address(1)), held.take(address(1)));
        assert!(first.is_some() && second.is_some() && held.take(address(1)).is_none());
        assert!(held.take(address(2)).is_some());
        drop(first);
        assert!(held.take(address(1)).is_some());
        drop(second);
        assert!(held.held.lock().expect("nobody panics").is_empty());
    }

    #[test]
    fn addresses_do_not_share_and_the_many_do_not_fill_memory() {
        let limit = AddressLimit::new(Rate { per_second: 0.0, burst: 1.0 });
        let now = Instant::now();
        let address = |n: u32| ClientAddress(IpAddr::V4(Ipv4Addr::from(n)));
        assert!(limit.allows(address(0), now));
        assert!(!limit.allows(address(0), now));
        for n in 1..MANY as u32 {
            assert!(limit.allows(address(n), now));
        }
        assert!(!limit.allows(address(MANY as u32), now));
    }
}
