//! [`Prover`]: whether one side wins a position within a number of plies, by depth-first proof-number search (df-pn).
//!
//! Every move takes a pawn forward, so no position comes back, and what is proven of a position holds however it was reached.
//! The same position is reached in many ways, which would be counted as often if the numbers of a node's
//! children were added up; the greatest of them is taken instead (weak proof-number search). Numbers begin high where
//! there are many pawns, and a child is left only when it looks twice as hard as the next one. So the search stays in one
//! place for long, which suits a game in which moves can be made in any order: with five pawns a side it needs a
//! tenth of the positions of the usual sum.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use arrayvec::ArrayVec;

use crate::key::Key;
use crate::pawns::{MAX_MOVES, Pawns, attacks_down, attacks_up};
use crate::race::{Next, fewest_moves, never_wins, runner_wins};
use crate::table::{Bounds, Facts, IMPOSSIBLE, NEVER, Table};

/// No limit on the plies: more than any game has.
pub(crate) const ANY_TIME: u8 = NEVER - 1;

/// Which side's win is asked for, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attacker {
    /// The side to move.
    Mover,
    /// The other one.
    Other,
}

impl Attacker {
    /// The same side after a move.
    pub const fn after_move(self) -> Self {
        match self {
            Self::Mover => Self::Other,
            Self::Other => Self::Mover,
        }
    }

    const fn is_mover(self) -> bool {
        matches!(self, Self::Mover)
    }
}

/// What all provers at work on one run have in common.
pub(crate) struct Shared {
    pub table: Table,
    /// How many provers are in the subtree of a position, by a few bits of its key.
    busy: Vec<AtomicU8>,
}

/// How many counters [`Shared::busy`] has; a power of two.
const BUSY: usize = 1 << 16;
/// Virtual loss: how much is added to the delta of a child for each other prover in its subtree, so that threads search
/// different subtrees.
const CROWD: u16 = 8;
/// How much harder a position looks for each pawn.
const HARD_PAWN: u16 = 8;
/// How much harder it is to refute a position for each pawn that the side to move can take for nothing.
const HARD_LOOSE: u16 = 3;

impl Shared {
    pub fn new(table: Table) -> Self {
        let mut busy = Vec::new();
        busy.resize_with(BUSY, AtomicU8::default);
        Self { table, busy }
    }

    fn crowd(&self, key: Key) -> &AtomicU8 {
        &self.busy[key.high as usize % BUSY]
    }
}

/// One thread's search.
pub(crate) struct Prover<'a> {
    shared: &'a Shared,
    /// Ends the search when set.
    stop: &'a AtomicBool,
    /// Positions looked into so far.
    pub nodes: u64,
    /// How many of them there may be.
    limit: u64,
    stopped: bool,
}

/// A node as its parent sees it.
#[derive(Clone, Copy)]
struct Node {
    bounds: Bounds,
    /// How hard it is for the side to move to reach its aim: to win as the attacker, to prevent it otherwise.
    phi: u16,
    /// How hard it is for the other side.
    delta: u16,
}

struct Child {
    pawns: Pawns,
    key: Key,
    node: Node,
}

impl<'a> Prover<'a> {
    pub fn new(shared: &'a Shared, stop: &'a AtomicBool) -> Self {
        Self { shared, stop, nodes: 0, limit: u64::MAX, stopped: false }
    }

    /// Whether the attacker wins within `plies`, and what is known after that; nothing if `budget` positions were not enough.
    pub fn prove(
        &mut self,
        pawns: Pawns,
        attacker: Attacker,
        plies: u8,
        budget: u64,
    ) -> Option<Bounds> {
        let pawns = pawns.canonical();
        let known = self.known(pawns, attacker, plies);
        if known.answer(plies).is_some() {
            return Some(known);
        }
        self.limit = self.nodes.saturating_add(budget);
        self.stopped = false;
        let key = Key::new(&pawns, attacker.is_mover());
        let node = self.search(&pawns, key, attacker, plies, IMPOSSIBLE, IMPOSSIBLE);
        let bounds = node.bounds.and(known);
        bounds.answer(plies).map(|_| bounds)
    }

    /// The bounds that are known without a search.
    pub fn known(&self, pawns: Pawns, attacker: Attacker, plies: u8) -> Bounds {
        let pawns = pawns.canonical();
        let assessed = assess(&pawns, attacker, plies);
        let kept = self.shared.table.get(Key::new(&pawns, attacker.is_mover()));
        kept.map_or(assessed, |facts| facts.bounds.and(assessed))
    }

    /// Proof and disproof number of the question whether the attacker wins.
    pub fn numbers(&self, pawns: Pawns, attacker: Attacker) -> Option<(u16, u16)> {
        let pawns = pawns.canonical();
        let facts = self.shared.table.get(Key::new(&pawns, attacker.is_mover()))?;
        Some(if attacker.is_mover() { (facts.phi, facts.delta) } else { (facts.delta, facts.phi) })
    }

    /// Searches until one of the numbers reaches its limit.
    fn search(
        &mut self,
        pawns: &Pawns,
        key: Key,
        attacker: Attacker,
        plies: u8,
        max_phi: u16,
        max_delta: u16,
    ) -> Node {
        let before = self.nodes;
        self.nodes += 1;
        self.shared.crowd(key).fetch_add(1, Relaxed);
        let mut children = self.children(pawns, attacker, plies);
        let node = loop {
            let sum = Sum::of(&children);
            if sum.phi == 0 || sum.delta == 0 {
                break solved(&children, attacker, plies, sum.phi == 0);
            }
            if self.nodes >= self.limit
                || self.nodes.is_multiple_of(1024) && self.stop.load(Relaxed)
            {
                self.stopped = true;
            }
            if sum.phi >= max_phi || sum.delta >= max_delta || self.stopped {
                break Node { bounds: Bounds::NONE, phi: sum.phi, delta: sum.delta };
            }
            let choice = self.choose(&children, max_phi);
            let child = &children[choice];
            // Leave a child only when it has become clearly worse than the next one (the 1 + ε trick, ε being 1).
            let enough = second(choice, &children).max(child.node.delta);
            let child_max_delta = (2 * enough + 1).min(max_phi);
            let child_max_phi = max_delta;
            let (next, next_key) = (child.pawns, child.key);
            let found = self.search(
                &next,
                next_key,
                attacker.after_move(),
                plies - 1,
                child_max_phi,
                child_max_delta,
            );
            children[choice].node = found;
        };
        self.shared.crowd(key).fetch_sub(1, Relaxed);
        let effort = 64 - (self.nodes - before).leading_zeros();
        let facts = Facts {
            bounds: node.bounds,
            phi: node.phi,
            delta: node.delta,
            plies,
            effort: effort as u8,
        };
        self.shared.table.put(key, facts);
        node
    }

    /// The child to look into: the one that looks easiest, with those preferred where nobody else is.
    fn choose(&self, children: &[Child], max_phi: u16) -> usize {
        let mut best = (u16::MAX, 0);
        for (index, child) in children.iter().enumerate() {
            if child.node.phi == 0 {
                continue;
            }
            let crowd = u16::from(self.shared.crowd(child.key).load(Relaxed));
            let delta = child.node.delta;
            let crowd = if delta < max_phi { crowd * CROWD } else { IMPOSSIBLE };
            best = best.min((delta + crowd, index));
        }
        best.1
    }

    fn children(&self, pawns: &Pawns, attacker: Attacker, plies: u8) -> ArrayVec<Child, MAX_MOVES> {
        let attacker = attacker.after_move();
        let mut children = ArrayVec::new();
        let symmetric = pawns.is_symmetric();
        for next in pawns.successors() {
            if symmetric && children.iter().any(|child: &Child| child.pawns == next) {
                continue;
            }
            let bounds = assess(&next, attacker, plies - 1);
            let key = Key::new(&next, attacker.is_mover());
            let node = solved_node(bounds, attacker, plies - 1);
            let node = node.unwrap_or(Node { bounds, phi: IMPOSSIBLE, delta: IMPOSSIBLE });
            children.push(Child { pawns: next, key, node });
        }
        for child in &mut children {
            if child.node.phi == IMPOSSIBLE && child.node.delta == IMPOSSIBLE {
                child.node = self.looked_up(child, attacker, plies - 1);
            }
        }
        children
    }

    fn looked_up(&self, child: &Child, attacker: Attacker, plies: u8) -> Node {
        let (phi, delta) = first_numbers(&child.pawns);
        let mut node = Node { bounds: child.node.bounds, phi, delta };
        if let Some(facts) = self.shared.table.get(child.key) {
            node.bounds = node.bounds.and(facts.bounds);
            if let Some(solved) = solved_node(node.bounds, attacker, plies) {
                return solved;
            }
            let unsolved = facts.phi > 0 && facts.delta > 0;
            if facts.is_about(plies) && unsolved {
                (node.phi, node.delta) = (facts.phi, facts.delta);
            }
        }
        node
    }
}

/// What the children say about their parent.
struct Sum {
    /// The least of their deltas.
    phi: u16,
    /// The greatest of their phis.
    delta: u16,
}

impl Sum {
    fn of(children: &[Child]) -> Self {
        let (mut phi, mut delta) = (IMPOSSIBLE, 0);
        for Child { node, .. } in children {
            phi = phi.min(node.delta);
            delta = delta.max(node.phi);
        }
        Self { phi, delta }
    }
}

/// The least delta of the children but one.
fn second(choice: usize, children: &[Child]) -> u16 {
    let others = children.iter().enumerate().filter(|&(index, _)| index != choice);
    others.map(|(_, child)| child.node.delta).min().unwrap_or(IMPOSSIBLE).min(IMPOSSIBLE - 1)
}

/// Initial proof numbers: positions with few pawns are easier; many moves and free captures make a position hard to
/// refute.
fn first_numbers(pawns: &Pawns) -> (u16, u16) {
    let size = HARD_PAWN * (pawns.us | pawns.them).count_ones() as u16;
    let loose = attacks_up(pawns.us) & pawns.them & !attacks_down(pawns.them);
    let moves = pawns.count_moves() as u16;
    (size + 1, size + moves + HARD_LOOSE * loose.count_ones() as u16)
}

/// What is known of a node with children that decide it.
fn solved(children: &[Child], attacker: Attacker, plies: u8, mover_succeeds: bool) -> Node {
    let bounds = children.iter().map(|child| child.node.bounds);
    let wins = attacker.is_mover() == mover_succeeds;
    let later = |plies: u8| if plies >= ANY_TIME { NEVER } else { plies + 1 };
    let bounds = match (wins, attacker) {
        (true, Attacker::Mover) => {
            Bounds::won_in(later(bounds.map(|it| it.proven).min().unwrap_or(NEVER)))
        }
        (true, Attacker::Other) => {
            Bounds::won_in(later(bounds.map(|it| it.proven).max().unwrap_or(NEVER)))
        }
        (false, Attacker::Mover) => {
            let refuted = later(bounds.map(|it| it.refuted).min().unwrap_or(NEVER));
            Bounds { refuted, proven: NEVER }
        }
        (false, Attacker::Other) => {
            let refuted = later(bounds.map(|it| it.refuted).max().unwrap_or(NEVER));
            Bounds { refuted, proven: NEVER }
        }
    };
    debug_assert_eq!(bounds.answer(plies), Some(wins), "{bounds:?} {attacker:?} {plies}");
    let (phi, delta) = if mover_succeeds { (0, IMPOSSIBLE) } else { (IMPOSSIBLE, 0) };
    Node { bounds, phi, delta }
}

/// A node of which enough is known.
fn solved_node(bounds: Bounds, attacker: Attacker, plies: u8) -> Option<Node> {
    let wins = bounds.answer(plies)?;
    let (phi, delta) = if wins == attacker.is_mover() { (0, IMPOSSIBLE) } else { (IMPOSSIBLE, 0) };
    Some(Node { bounds, phi, delta })
}

/// The bounds of a position without looking at its successors.
pub(crate) fn assess(pawns: &Pawns, attacker: Attacker, plies: u8) -> Bounds {
    let (down_us, down_them) = (pawns.us.swap_bytes(), pawns.them.swap_bytes());
    let en_passant = pawns.en_passant.swap_bytes();
    let by_mover = || runner_wins(pawns.us, pawns.them, 0, Next::Attacker);
    let by_other = || runner_wins(down_them, down_us, en_passant, Next::Defender);
    let no_moves = || pawns.count_moves() == 0;
    let never = match attacker {
        _ if no_moves() => true,
        Attacker::Mover => {
            if pawns.wins_at_once() {
                return Bounds::won_in(1);
            }
            if let Some(won) = by_mover().filter(|&won| won <= plies) {
                return Bounds::won_in(won);
            }
            by_other().is_some() || never_wins(pawns.us, pawns.them, pawns.en_passant)
        }
        Attacker::Other => {
            if pawns.wins_at_once() || by_mover().is_some() {
                return Bounds::LOST;
            }
            if let Some(won) = by_other().filter(|&won| won <= plies) {
                return Bounds::won_in(won);
            }
            never_wins(down_them, down_us, en_passant)
        }
    };
    if never {
        return Bounds::LOST;
    }
    let refuted = match attacker {
        Attacker::Mover => 2 * fewest_moves(pawns.us, pawns.them) - 2,
        Attacker::Other => 2 * fewest_moves(down_them, down_us) - 1,
    };
    Bounds { refuted, proven: NEVER }
}
