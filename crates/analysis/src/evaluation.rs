//! [`Evaluation`]: score and PV of a position. [`Evaluate`]: the evaluator a report asks.

use estopim_rules::{Color, Game, Move, Outcome, PgnScore};

/// What is thought of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Its score for White.
    pub score: PgnScore,
    /// How deep the search went, in plies; 0 where the rules alone decide.
    pub depth: u32,
    /// How many nodes it took.
    pub nodes: u64,
    /// The principal variation; empty where the game is over.
    pub pv: Vec<Move>,
}

impl Evaluation {
    /// The evaluation of a game that is over.
    pub fn of_outcome(outcome: Outcome) -> Self {
        let score = match outcome.winner() {
            None => PgnScore::Centipawns(0),
            Some(Color::White) => PgnScore::MateIn(1),
            Some(Color::Black) => PgnScore::MateIn(-1),
        };
        Self { score, depth: 0, nodes: 0, pv: Vec::new() }
    }

    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The best move and its score.
    Best,
    /// The best move but this one, and its score. A rough answer is enough.
    Without(Move),
}

impl Question {
    /// A rough answer takes so many times fewer nodes.
    const ROUGH_SHARE: u64 = 4;

    /// How many nodes the answer may take, of those for the best move.
    pub const fn nodes(self, of_best: u64) -> u64 {
        match self {
            Self::Best => of_best,
            Self::Without(_) => of_best.div_ceil(Self::ROUGH_SHARE),
        }
    }
}

/// Whoever evaluates positions: an engine in this process, in a worker, or a table of known answers in a test.
pub trait Evaluate {
    /// Why there may be no answer: it was stopped, or is gone.
    type Error;

    /// Evaluates the position that `game` has come to, in which there is at least one move to consider.
    fn evaluate(&mut self, game: &Game, question: Question) -> Result<Evaluation, Self::Error>;
}

impl<E, F: FnMut(&Game, Question) -> Result<Evaluation, E>> Evaluate for F {
    type Error = E;

    fn evaluate(&mut self, game: &Game, question: Question) -> Result<Evaluation, E> {
        self(game, question)
    }
}

/// A score for White as the side to move sees it.
pub(crate) fn relative_to(score: PgnScore, color: Color) -> PgnScore {
    match (color, score) {
        (Color::White, score) => score,
        (Color::Black, PgnScore::Centipawns(score)) => PgnScore::Centipawns(-score),
        (Color::Black, PgnScore::MateIn(moves)) => PgnScore::MateIn(-moves),
    }
}
