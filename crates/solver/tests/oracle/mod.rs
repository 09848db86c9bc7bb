//! The slow oracle: every game there is, by the rules alone. It is written to be obviously right, not fast, and shares no code
//! with the solver.
#![allow(dead_code)] // each test file uses its part

use std::collections::HashMap;

use estopim_rules::{Board, Color, PawnBattle, Piece, Position, Role, Setup, SplitMix64, Square};

/// A result for the side to move and in how many plies the game ends, both sides at their best; a draw has no distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Win(u32),
    Draw,
    Loss(u32),
}

impl Truth {
    /// A greater number is better for the side to move: quick wins, slow wins, draws, slow losses, quick losses.
    fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => 1000 - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - 1000,
        }
    }

    /// The same a ply earlier, seen by the other side.
    fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }
}

#[derive(Default)]
pub struct Oracle(HashMap<String, Truth>);

impl Oracle {
    pub fn truth(&mut self, position: &Position<PawnBattle>) -> Truth {
        if let Some(outcome) = position.outcome() {
            return match outcome.winner() {
                None => Truth::Draw,
                Some(winner) if winner == position.turn() => Truth::Win(0),
                Some(_) => Truth::Loss(0),
            };
        }
        // Without the two counters, which end no game of so few pawns.
        let fen = position.fen();
        let name = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        if let Some(&truth) = self.0.get(&name) {
            return truth;
        }
        let moves = position.legal_moves();
        let after = moves.iter().map(|&mv| self.truth(&position.after(mv)).before());
        let best = after.max_by_key(|truth| truth.rank()).expect("a game that goes on has moves");
        self.0.insert(name, best);
        best
    }

    pub fn forget(&mut self) {
        self.0.clear();
    }
}

/// Pawns on squares drawn by chance, up to `most` a side, in which the game goes on; with an en passant square now and then.
pub fn random_position(rng: &mut SplitMix64, most: usize) -> Position<PawnBattle> {
    loop {
        let mut setup = Setup { board: Board::EMPTY, ..Setup::EMPTY };
        for color in Color::ALL {
            for _ in 0..=rng.below(most) {
                let square = Square::from_index(8 + rng.below(48));
                setup.board.set(square, Piece::new(color, Role::Pawn));
            }
        }
        setup.turn = if rng.below(2) == 0 { Color::White } else { Color::Black };
        if rng.below(3) == 0 {
            let rank = if setup.turn == Color::White { 5 } else { 2 };
            setup.en_passant = Some(Square::from_index(8 * rank + rng.below(8)));
        }
        if let Ok(position) = setup.validate::<PawnBattle>()
            && position.outcome().is_none()
        {
            return position;
        }
    }
}
