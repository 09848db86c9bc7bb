//! Certificates: one answer to every move of the other side.
//!
//! All numbers are bytes, but for the checksum:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `ESTOPPB1` |
//! | 1 | the length of the FEN |
//! | that many | the position as a FEN |
//! | 1 | the number of claims: one if a side wins, two for a draw |
//! | for each claim | the claim and its moves |
//! | 8 | the checksum (XXH3, 64 bits, little endian) of everything before |
//!
//! A claim is one byte: 0 White wins, 1 Black wins, 2 White holds (Black does not win), 3 Black holds. A draw is the claims
//! 2 and 3 in this order. The moves follow in the order in which a walk from the position needs them:
//!
//! - Where the game is over, the walk goes back.
//! - Where the other side is to move, the walk goes into each of its moves in turn.
//! - Where the claim's side is to move and the walk was there before (same pawns, same en passant square), it goes
//!   back. Otherwise, if moves win at once, it takes the first of them; if there is one move only, it takes that; and if
//!   not, the next byte is the number of the move. It goes into that move.
//!
//! Moves are counted from zero in the order of their squares: first where from, then where to, with a1 = 0, b1 = 1, … h8 = 63.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use estopim_rules::{Color, Move, Outcome, PawnBattle, Position};
use xxhash_rust::xxh3::xxh3_64;

use crate::pawns::Pawns;
use crate::prover::{ANY_TIME, Attacker, Prover};
use crate::solver::{Solution, Solver, Value};
use crate::table::NEVER;

const MAGIC: &[u8; 8] = b"ESTOPPB1";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Wins,
    Holds,
}

impl Solver {
    /// The certificate of a solution. `None` if `stop` is set before it is complete.
    pub fn certificate(&self, solution: &Solution, stop: &AtomicBool) -> Option<Vec<u8>> {
        let position = self.position();
        let turn = position.turn();
        let claims = match solution.worth.value {
            Value::Win => vec![(turn, Claim::Wins)],
            Value::Loss => vec![(!turn, Claim::Wins)],
            Value::Draw => vec![(Color::White, Claim::Holds), (Color::Black, Claim::Holds)],
        };
        let fen = position.fen();
        let mut bytes = MAGIC.to_vec();
        bytes.push(fen.len() as u8);
        bytes.extend(fen.as_bytes());
        bytes.push(claims.len() as u8);
        for (side, claim) in claims {
            bytes.push(2 * u8::from(claim == Claim::Holds) + u8::from(side == Color::Black));
            let prover = Prover::new(self.shared(), stop);
            let mut walk = Walk { prover, stop, side, claim, moves: bytes, seen: HashSet::new() };
            walk.follow(position)?;
            bytes = walk.moves;
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        Some(bytes)
    }
}

struct Walk<'a> {
    prover: Prover<'a>,
    stop: &'a AtomicBool,
    side: Color,
    claim: Claim,
    moves: Vec<u8>,
    seen: HashSet<Pawns>,
}

impl Walk<'_> {
    fn follow(&mut self, position: &Position<PawnBattle>) -> Option<()> {
        if position.outcome().is_some() {
            return Some(());
        }
        let moves = sorted_moves(position);
        if position.turn() != self.side {
            return moves.into_iter().try_for_each(|mv| self.follow(&position.after(mv)));
        }
        if !self.seen.insert(Pawns::of(position)) {
            return Some(());
        }
        let wins =
            |mv: &Move| position.after(*mv).outcome().and_then(Outcome::winner) == Some(self.side);
        if moves.iter().any(wins) {
            return Some(());
        }
        let choice = if moves.len() == 1 {
            0
        } else {
            let choice = self.choose(position, &moves)?;
            self.moves.push(choice as u8);
            choice
        };
        self.follow(&position.after(moves[choice]))
    }

    /// The number of a move that keeps the claim; of those that win, the one that is known to win soonest.
    fn choose(&mut self, position: &Position<PawnBattle>, moves: &[Move]) -> Option<usize> {
        let after: Vec<_> = moves.iter().map(|&mv| position.after(mv)).collect();
        if let Some(choice) = self.known(&after) {
            return Some(choice);
        }
        // What was known has been replaced in the table: it is found again.
        let mut budget = 1 << 16;
        while !self.stop.load(Relaxed) {
            self.prover.prove(Pawns::of(position), self.attacker_before(), ANY_TIME, budget);
            if let Some(choice) = self.known(&after) {
                return Some(choice);
            }
            for next in after.iter().filter(|next| next.outcome().is_none()) {
                let attacker = self.attacker_before().after_move();
                self.prover.prove(Pawns::of(next), attacker, ANY_TIME, budget);
            }
            if let Some(choice) = self.known(&after) {
                return Some(choice);
            }
            budget *= 2;
        }
        None
    }

    /// Whose win the claim is about, with the claim's side to move.
    const fn attacker_before(&self) -> Attacker {
        match self.claim {
            Claim::Wins => Attacker::Mover,
            Claim::Holds => Attacker::Other,
        }
    }

    fn known(&self, after: &[Position<PawnBattle>]) -> Option<usize> {
        let attacker = self.attacker_before().after_move();
        let known = after.iter().enumerate().filter_map(|(index, next)| {
            if next.outcome().is_some() {
                // Not a win: a draw, which holds.
                return (self.claim == Claim::Holds).then_some((0, index));
            }
            let bounds = self.prover.known(Pawns::of(next), attacker, ANY_TIME);
            match self.claim {
                Claim::Wins => (bounds.proven < NEVER).then_some((bounds.proven, index)),
                Claim::Holds => (bounds.refuted == NEVER).then_some((1, index)),
            }
        });
        known.min().map(|(_, index)| index)
    }
}

fn sorted_moves(position: &Position<PawnBattle>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
    moves
}
