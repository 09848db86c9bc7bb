//! Weights of evaluation terms: a midgame and an endgame value each, read from a text that people and tools can edit.

use std::fmt::Write as _;
use std::ops::{Add, Mul};

use thiserror::Error;

use super::placement::Placements;
use crate::variant_search::SearchRules;

/// A midgame and an endgame value, in centipawns, packed into one word so that both are added at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// A midgame and an endgame value in centipawns.
    pub const fn new(midgame: i32, endgame: i32) -> Self {
        Self((midgame << 16).wrapping_add(endgame))
    }

    /// The midgame value.
    #[inline(always)]
    pub const fn midgame(self) -> i32 {
        // Rounding up undoes the borrow of a negative lower half.
        self.0.wrapping_add(0x8000) >> 16
    }

    /// The endgame value.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        self.0 as i16 as i32
    }
}

impl Add for Tapered {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;
    #[inline(always)]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

/// The evaluation terms of a game: blocks of terms, each with a name and a length.
#[derive(Clone, Copy, Debug)]
pub struct Layout(pub &'static [(&'static str, usize)]);

impl Layout {
    /// How many terms there are.
    pub const fn len(self) -> usize {
        let mut total = 0;
        let mut block = 0;
        while block < self.0.len() {
            total += self.0[block].1;
            block += 1;
        }
        total
    }

    /// Whether there are no terms.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The number of the first term of the block at `index`.
    pub const fn start(self, index: usize) -> usize {
        let mut total = 0;
        let mut block = 0;
        while block < index {
            total += self.0[block].1;
            block += 1;
        }
        total
    }
}

/// One weight for every evaluation term of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pairs: Vec<Tapered>,
    placements: Placements,
}

/// Why a text of weights cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// A line is not two numbers.
    #[error("line {line}: expected two numbers of centipawns, found {found:?}")]
    Line {
        /// Counted from one.
        line: usize,
        /// The text.
        found: String,
    },
    /// A block has another name than expected there.
    #[error("line {line}: expected the block {wanted:?}, found {found:?}")]
    Block {
        /// Counted from one.
        line: usize,
        /// The name wanted.
        wanted: &'static str,
        /// The text.
        found: String,
    },
    /// There are too few lines.
    #[error("the weights end after {found} of {wanted} terms")]
    Short {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
}

impl Weights {
    /// The weights of the game `R` that are part of the program.
    pub fn built_in<R: SearchRules>() -> Self {
        Self::parse(R::LAYOUT, R::WEIGHTS).expect("the built-in weights are sound")
    }

    /// All weights zero.
    pub fn zero(layout: Layout) -> Self {
        Self::from_pairs(vec![Tapered::default(); layout.len()])
    }

    /// Weights from numbers in the order of the layout.
    pub fn from_pairs(pairs: Vec<Tapered>) -> Self {
        let placements = Placements::new(&pairs);
        Self { pairs, placements }
    }

    /// The piece-square tables, added up.
    #[inline(always)]
    pub(super) fn placements(&self) -> &Placements {
        &self.placements
    }

    /// The weight of a term.
    #[inline(always)]
    pub fn get(&self, term: usize) -> Tapered {
        self.pairs[term]
    }

    /// Reads a text: `[block]` lines in the order of the layout, each followed by its terms, a pair of
    /// numbers a line; `#` begins a comment.
    pub fn parse(layout: Layout, text: &str) -> Result<Self, WeightsError> {
        let mut pairs = Vec::with_capacity(layout.len());
        let mut lines = text
            .lines()
            .zip(1..)
            .map(|(line, number)| (line.split('#').next().unwrap_or("").trim(), number))
            .filter(|(line, _)| !line.is_empty());
        let short = |found: usize| WeightsError::Short { found, wanted: layout.len() };
        for &(wanted, length) in layout.0 {
            let (header, line) = lines.next().ok_or_else(|| short(pairs.len()))?;
            if header.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) != Some(wanted) {
                return Err(WeightsError::Block { line, wanted, found: header.to_owned() });
            }
            for _ in 0..length {
                let (text, line) = lines.next().ok_or_else(|| short(pairs.len()))?;
                let mut numbers = text.split_ascii_whitespace().map(str::parse::<i16>);
                match (numbers.next(), numbers.next(), numbers.next()) {
                    (Some(Ok(midgame)), Some(Ok(endgame)), None) => {
                        pairs.push(Tapered::new(midgame.into(), endgame.into()));
                    }
                    _ => return Err(WeightsError::Line { line, found: text.to_owned() }),
                }
            }
        }
        Ok(Self::from_pairs(pairs))
    }

    /// Writes the text that [`Self::parse`] reads.
    pub fn to_text(&self, layout: Layout) -> String {
        let mut text = String::new();
        let mut pairs = self.pairs.iter();
        for &(name, length) in layout.0 {
            let _ = writeln!(text, "[{name}]");
            for pair in pairs.by_ref().take(length) {
                let _ = writeln!(text, "{} {}", pair.midgame(), pair.endgame());
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_pair_survive_adding_and_multiplying() {
        let sum = Tapered::new(120, -45) * 3 + Tapered::new(-7, 9) * -2;
        assert_eq!((sum.midgame(), sum.endgame()), (374, -153));
    }

    #[test]
    fn weights_survive_being_written_and_read() {
        let layout = Layout(&[("one", 2), ("two", 1)]);
        let weights = Weights::from_pairs(vec![
            Tapered::new(1, -2),
            Tapered::new(-300, 400),
            Tapered::new(0, 5),
        ]);
        assert_eq!(Weights::parse(layout, &weights.to_text(layout)), Ok(weights));
        assert!(matches!(
            Weights::parse(layout, "[one]\n1 2\n"),
            Err(WeightsError::Short { found: 1, wanted: 3 })
        ));
    }
}
