//! The slow oracle: every position with its moves, by the rules alone, decided ply by ply by looking at all of them again.
//! It shares no code with the tables; it has no index, no symmetry, no moves taken back.

use std::collections::HashMap;

use estopim_rules::{Board, Color, Key, Piece, Position, Rules, Setup, Square};

/// A result for the side to move and in how many plies the game ends, both sides at their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Win(u32),
    Draw,
    Loss(u32),
}

pub struct Oracle<R: Rules> {
    pub positions: Vec<Position<R>>,
    /// `None` while it is not decided; a draw in the end.
    truths: Vec<Option<Truth>>,
    children: Vec<Vec<u32>>,
}

impl<R: Rules> Oracle<R> {
    /// Decides every position of some sets of men, written as in a FEN, and all that come after them.
    pub fn new(sets: &[&str]) -> Self {
        let mut numbers: HashMap<Key, u32> = HashMap::new();
        let mut oracle = Self { positions: Vec::new(), truths: Vec::new(), children: Vec::new() };
        for men in sets {
            let men: Vec<Piece> = men.chars().filter_map(Piece::from_letter).collect();
            oracle.place(&men, Board::EMPTY, &mut numbers);
        }
        let mut at = 0;
        while at < oracle.positions.len() {
            let pos = oracle.positions[at];
            if let Some(outcome) = pos.outcome() {
                oracle.truths[at] = Some(match outcome.winner() {
                    None => Truth::Draw,
                    Some(winner) if winner == pos.turn() => Truth::Win(0),
                    Some(_) => Truth::Loss(0),
                });
            } else {
                let moves = pos.legal_moves();
                let children: Vec<u32> =
                    moves.iter().map(|&mv| oracle.number(pos.after(mv), &mut numbers)).collect();
                oracle.children[at] = children;
            }
            at += 1;
        }
        oracle.decide();
        oracle
    }

    fn place(&mut self, men: &[Piece], board: Board, numbers: &mut HashMap<Key, u32>) {
        let Some((&piece, rest)) = men.split_first() else {
            for turn in Color::ALL {
                if let Ok(pos) = (Setup { board, turn, ..Setup::EMPTY }).validate() {
                    self.number(pos, numbers);
                }
            }
            return;
        };
        for square in Square::ALL.into_iter().filter(|&square| !board.occupied().has(square)) {
            let mut next = board;
            next.set(square, piece);
            self.place(rest, next, numbers);
        }
    }

    fn number(&mut self, pos: Position<R>, numbers: &mut HashMap<Key, u32>) -> u32 {
        *numbers.entry(pos.key()).or_insert_with(|| {
            self.positions.push(pos);
            self.truths.push(None);
            self.children.push(Vec::new());
            self.positions.len() as u32 - 1
        })
    }

    fn decide(&mut self) {
        for plies in 1.. {
            let mut found = Vec::new();
            for (at, children) in self.children.iter().enumerate() {
                if self.truths[at].is_some() {
                    continue;
                }
                let truth = |&child: &u32| self.truths[child as usize];
                if children.iter().any(|child| truth(child) == Some(Truth::Loss(plies - 1))) {
                    found.push((at, Truth::Win(plies)));
                } else if children
                    .iter()
                    .all(|child| matches!(truth(child), Some(Truth::Win(sooner)) if sooner < plies))
                {
                    found.push((at, Truth::Loss(plies)));
                }
            }
            if found.is_empty() {
                return;
            }
            for (at, truth) in found {
                self.truths[at] = Some(truth);
            }
        }
    }

    /// Every position with its truth.
    pub fn iter(&self) -> impl Iterator<Item = (&Position<R>, Truth)> {
        let truths = self.truths.iter().map(|truth| truth.unwrap_or(Truth::Draw));
        self.positions.iter().zip(truths)
    }
}
