//! The cross-check itself: positions from games and from the placement generator, judged by all who can.

use estopim_rules::Outcome;

use super::difference::Difference;
use super::pair::Pair;
use super::placement::random_placement;
use super::pyffish_peer::Batch;
use super::random::Random;
use super::shakmaty_peer::{self, Verdict};
use super::starts::random_start;
use crate::oracle::Ruleset;

/// A game is left, and another begun, after this many plies.
const LONGEST_GAME: u32 = 150;

/// How much is asked about each position.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Of the positions one move away, one in this many is compared too.
    pub successors_one_in: usize,
    /// One position in this many is put to pyffish too, which is slow.
    pub pyffish_one_in: usize,
}

/// How many positions were judged, and by whom.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub walked: usize,
    pub placed: usize,
    /// Placements that the oracle and the library both refuse.
    pub refused: usize,
    pub shakmaty: usize,
    /// Positions that our rules accept and shakmaty refuses.
    pub shakmaty_refused: usize,
    pub pyffish: usize,
}

impl Counts {
    /// Every position accepted is judged by the oracle.
    pub fn oracle(&self) -> usize {
        self.walked + self.placed
    }
}

pub struct Crosscheck {
    ruleset: Ruleset,
    effort: Effort,
    random: Random,
    game: Option<Game>,
    batch: Option<Batch>,
    counts: Counts,
}

struct Game {
    pair: Pair,
    plies: u32,
}

impl Crosscheck {
    pub fn new(ruleset: Ruleset, effort: Effort, seed: u64) -> Self {
        Self {
            ruleset,
            effort,
            random: Random::new(seed),
            game: None,
            batch: Batch::new(ruleset),
            counts: Counts::default(),
        }
    }

    /// Judges one position of a random game, then plays on.
    pub fn walk(&mut self) -> Result<(), Difference> {
        let mut game = match self.game.take() {
            Some(game) => game,
            None => self.new_game()?,
        };
        let moves = self.judge(&game.pair)?;
        self.counts.walked += 1;
        let over = game.pair.library().outcome().is_some() || game.plies == LONGEST_GAME;
        if !over && !moves.is_empty() {
            let uci = &moves[self.random.below(moves.len())];
            game.pair.play(uci)?;
            game.plies += 1;
            self.game = Some(game);
        }
        Ok(())
    }

    /// Judges one position put together at random, after those that both the library and the oracle refuse.
    pub fn place(&mut self) -> Result<(), Difference> {
        loop {
            let fen = random_placement(self.ruleset, &mut self.random);
            if let Some(pair) = Pair::from_fen(self.ruleset, &fen)? {
                self.judge(&pair)?;
                self.counts.placed += 1;
                return Ok(());
            }
            self.counts.refused += 1;
        }
    }

    /// Asks pyffish about the positions gathered for it, and sums up.
    pub fn finish(mut self) -> Result<Counts, Difference> {
        if let Some(batch) = self.batch {
            self.counts.pyffish = batch.compare()?;
        }
        Ok(self.counts)
    }

    fn new_game(&mut self) -> Result<Game, Difference> {
        let fen = random_start(self.ruleset, &mut self.random);
        let pair = Pair::from_fen(self.ruleset, &fen)?;
        let pair = pair.unwrap_or_else(|| panic!("an initial position is accepted: {fen}"));
        Ok(Game { pair, plies: 0 })
    }

    fn judge(&mut self, pair: &Pair) -> Result<Vec<String>, Difference> {
        let moves = pair.compare(self.effort.successors_one_in, &mut self.random)?;
        match shakmaty_peer::compare(self.ruleset, pair, &moves, &mut self.random)? {
            Verdict::Agrees => self.counts.shakmaty += 1,
            Verdict::Refuses => self.counts.shakmaty_refused += 1,
            Verdict::Abstains => {}
        }
        // Of a game that is won pyffish has little to say: it sees a pawn home only once the other side moves.
        let won = matches!(pair.library().outcome(), Some(Outcome::Win(..)));
        if let Some(batch) = &mut self.batch
            && !won
            && self.random.below(self.effort.pyffish_one_in) == 0
        {
            batch.push(pair.oracle().fen(), moves.clone());
        }
        Ok(moves)
    }
}
