//! Perft: leaf counts of the move tree, the usual test of a move generator.

use std::ops::ControlFlow;

use crate::movegen::{Flow, MoveSink, PawnStep};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Move, Role, Square};

impl<R: Rules> Position<R> {
    /// The number of leaves at exactly `depth` plies. Games that end before are not counted; the fifty-move rule and
    /// repetition are ignored.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(),
            _ => {
                let mut tree = Tree { pos: self, depth: depth - 1, nodes: 0 };
                if R::terminal(self).is_none() {
                    let _ = R::generate(self, &mut tree);
                }
                tree.nodes
            }
        }
    }
}

/// Plays every move it is sent and counts what follows.
struct Tree<'a, R: Rules> {
    pos: &'a Position<R>,
    depth: u32,
    nodes: u64,
}

impl<R: Rules> Tree<'_, R> {
    #[inline(always)]
    fn visit(&mut self, role: Role, mv: Move) -> Flow {
        let mut next = *self.pos;
        // The key is not needed here.
        next.apply(mv, role, &mut ());
        self.nodes += if self.depth == 1 { next.count_moves() } else { next.perft(self.depth) };
        ControlFlow::Continue(())
    }
}

impl<R: Rules> MoveSink for Tree<'_, R> {
    #[inline(always)]
    fn piece_moves(&mut self, role: Role, from: Square, to: Bitboard) -> Flow {
        for to in to {
            self.visit(role, Move::normal(from, to))?;
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.visit(Role::Pawn, Move::normal(step.source(to), to))?;
        }
        Flow::Continue(())
    }

    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.promotions_on(to, Bitboard::of(step.source(to)))?;
        }
        Flow::Continue(())
    }

    fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            self.visit(self.pos.board().role_on(from), Move::normal(from, to))?;
        }
        Flow::Continue(())
    }

    fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            for role in Role::PROMOTIONS {
                self.visit(Role::Pawn, Move::promotion(from, to, role))?;
            }
        }
        Flow::Continue(())
    }

    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.visit(Role::King, Move::castle(king, rook))
    }

    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.visit(Role::Pawn, Move::en_passant(from, to))
    }
}
