//! Rate limits: token buckets, one for each socket and one for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::auth::Session;

/// The address that a request counts for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ClientAddress(pub IpAddr);

/// The origin of a request: session and address.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Asker {
    /// Who.
    pub session: Session,
    /// From where.
    pub address: ClientAddress,
}

/// A rate with a burst.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// Tokens per second.
    pub per_second: f64,
    /// Capacity of the bucket.
    pub burst: f64,
}

/// A burst lasts this many seconds of the rate.
const BURST_SECONDS: f64 = 4.0;

impl Rate {
    /// A rate whose burst is worth a few seconds.
    pub fn steady(per_second: f64) -> Self {
        Self { per_second, burst: (per_second * BURST_SECONDS).max(1.0) }
    }
}

/// A token bucket.
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

    /// Takes a token if there is one.
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

/// How many buckets are kept before full ones are removed.
const MANY: usize = 10_000;

/// A rate for each address.
#[derive(Debug)]
pub struct AddressLimit {
    rate: Rate,
    buckets: Mutex<HashMap<ClientAddress, Bucket>>,
}

impl AddressLimit {
    /// All buckets full.
    pub fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes a token of an address. When there are too many addresses at once, new ones are refused.
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
pub struct AddressQuota {
    most: usize,
    open: Mutex<HashMap<ClientAddress, usize>>,
}

impl AddressQuota {
    /// A quota of `most` for each address.
    pub fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { most, open: Mutex::default() })
    }

    /// A permit for this address, unless its quota is used up.
    pub fn take(self: &Arc<Self>, address: ClientAddress) -> Option<QuotaPermit> {
        let mut open = self.open.lock().expect("nobody panics while holding the lock");
        let count = open.entry(address).or_default();
        (*count < self.most).then(|| {
            *count += 1;
            QuotaPermit { quota: Arc::clone(self), address }
        })
    }
}

/// Released when it is dropped.
pub struct QuotaPermit {
    quota: Arc<AddressQuota>,
    address: ClientAddress,
}

impl Drop for QuotaPermit {
    fn drop(&mut self) {
        let mut open = self.quota.open.lock().expect("nobody panics while holding the lock");
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
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
        let quota = AddressQuota::new(2);
        let address = |n: u32| ClientAddress(IpAddr::V4(Ipv4Addr::from(n)));
        let (first, second) = (quota.take(address(1)), quota.take(address(1)));
        assert!(first.is_some() && second.is_some() && quota.take(address(1)).is_none());
        assert!(quota.take(address(2)).is_some());
        drop(first);
        assert!(quota.take(address(1)).is_some());
        drop(second);
        assert!(quota.open.lock().expect("nobody panics").is_empty());
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
