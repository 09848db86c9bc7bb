//! [`FairQueue`]: jobs that wait for few threads. Addresses take turns, and so do the sessions of one address; a
//! session's own jobs are done in order. However much one address asks for, each of the others gets its turn.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::auth::Session;
use crate::limits::{Asker, ClientAddress};

/// Jobs in a fair order. Each has a number, by which it can be taken out again.
pub struct FairQueue<T> {
    addresses: Turns<ClientAddress, Turns<Session, VecDeque<(u64, T)>>>,
    askers: HashMap<u64, Asker>,
}

/// A job whose turn it is.
pub struct Turn<T> {
    /// Its number.
    pub number: u64,
    /// What is to be done.
    pub job: T,
    /// Among how many the time is shared: the number of addresses times the sessions of this address.
    pub crowd: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> Self {
        Self { addresses: Turns::default(), askers: HashMap::new() }
    }
}

impl<T> FairQueue<T> {
    /// Puts a job behind the others of its asker.
    pub fn push(&mut self, asker: Asker, number: u64, job: T) {
        let sessions = self.addresses.lane(&asker.address);
        sessions.lane(&asker.session).push_back((number, job));
        self.askers.insert(number, asker);
    }

    /// Takes the job whose turn it is.
    pub fn pop(&mut self) -> Option<Turn<T>> {
        let (number, job) = self.addresses.next(|sessions| sessions.next(VecDeque::pop_front))?;
        let asker = self.askers.remove(&number)?;
        let crowd = self.addresses.len() * self.addresses.lane(&asker.address).len();
        Some(Turn { number, job, crowd })
    }

    /// Takes out a job that nobody needs any more, if it still waits.
    pub fn remove(&mut self, number: u64) -> Option<T> {
        let asker = self.askers.remove(&number)?;
        let jobs = self.addresses.lane(&asker.address).lane(&asker.session);
        let index = jobs.iter().position(|(waiting, _)| *waiting == number)?;
        jobs.remove(index).map(|(_, job)| job)
    }
}

/// Lanes that take turns. An emptied lane keeps its place until its turn comes, so that none has two.
struct Turns<K, L> {
    order: VecDeque<K>,
    lanes: HashMap<K, L>,
}

impl<K, L> Default for Turns<K, L> {
    fn default() -> Self {
        Self { order: VecDeque::new(), lanes: HashMap::new() }
    }
}

impl<K: Clone + Eq + Hash, L: Default> Turns<K, L> {
    fn lane(&mut self, key: &K) -> &mut L {
        if !self.lanes.contains_key(key) {
            self.order.push_back(key.clone());
        }
        self.lanes.entry(key.clone()).or_default()
    }

    fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Takes something from the first lane that has something, and moves that lane to the end.
    fn next<T>(&mut self, take: impl Fn(&mut L) -> Option<T>) -> Option<T> {
        while let Some(key) = self.order.pop_front() {
            match self.lanes.get_mut(&key).and_then(&take) {
                Some(taken) => {
                    self.order.push_back(key);
                    return Some(taken);
                }
                None => drop(self.lanes.remove(&key)),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn asker(address: u8, session: &str) -> Asker {
        Asker {
            session: Session(session.to_owned()),
            address: ClientAddress(IpAddr::V4(Ipv4Addr::new(127, 0, 0, address))),
        }
    }

    fn order(mut queue: FairQueue<()>) -> Vec<u64> {
        std::iter::from_fn(|| queue.pop()).map(|turn| turn.number).collect()
    }

    #[test]
    fn who_asks_for_much_lets_others_pass() {
        let mut queue = FairQueue::default();
        for number in 0..200 {
            queue.push(asker(1, &format!("greedy {}", number % 7)), number, ());
        }
        queue.push(asker(2, "ana"), 1_000, ());
        queue.push(asker(2, "bia"), 1_001, ());
        queue.push(asker(3, "caio"), 1_002, ());
        let order = order(queue);
        assert_eq!(order.len(), 203);
        assert_eq!(order[..5], [0, 1_000, 1_002, 1, 1_001]);
    }

    #[test]
    fn sessions_of_one_address_take_turns_and_keep_their_own_order() {
        let mut queue = FairQueue::default();
        for (number, session) in ["ana", "ana", "ana", "bia", "bia"].into_iter().enumerate() {
            queue.push(asker(1, session), number as u64, ());
        }
        assert_eq!(order(queue), [0, 3, 1, 4, 2]);
    }

    #[test]
    fn an_asker_shares_with_other_addresses_and_with_its_own_sessions_only() {
        let mut queue = FairQueue::default();
        for number in 0..30 {
            queue.push(asker(1, &number.to_string()), number, ());
        }
        queue.push(asker(2, "ana"), 30, ());
        let crowds = std::iter::from_fn(|| queue.pop()).map(|turn| (turn.number, turn.crowd));
        let crowds: Vec<_> = crowds.take(2).collect();
        assert_eq!(crowds, [(0, 60), (30, 2)]);
    }

    #[test]
    fn what_is_taken_out_is_not_done_and_gives_nobody_a_second_turn() {
        let mut queue = FairQueue::default();
        for number in 0..1_000 {
            queue.push(asker(1, "eve"), number, ());
            assert!(queue.remove(number).is_some());
            assert!(queue.remove(number).is_none());
        }
        queue.push(asker(1, "eve"), 2_000, ());
        queue.push(asker(1, "eve"), 2_001, ());
        queue.push(asker(2, "ana"), 2_002, ());
        assert_eq!(order(queue), [2_000, 2_002, 2_001]);
    }
}
