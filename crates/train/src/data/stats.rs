//! [`Stats`]: what the positions of a file look like, counted.

use std::fmt;

use estopim_rules::{Color, File, Rank, Role, Square};

use super::block::Block;
use super::record::{Record, WhiteResult};

/// Counts of what positions look like.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Blocks.
    pub blocks: u64,
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Positions by the result of their games, in the order of [`WhiteResult::ALL`].
    pub results: [u64; 3],
    /// Positions with Black to move.
    pub black_to_move: u64,
    scores: Histogram,
    plies: Histogram,
    pieces: Histogram,
    /// How often a king stands on each square, by colour.
    kings: [[u64; 64]; 2],
}

impl Default for Stats {
    fn default() -> Self {
        Self {
            blocks: 0,
            games: 0,
            positions: 0,
            results: [0; 3],
            black_to_move: 0,
            scores: Histogram::new(-2000, 200, 20),
            plies: Histogram::new(0, 20, 12),
            pieces: Histogram::new(1, 4, 8),
            kings: [[0; 64]; 2],
        }
    }
}

impl Stats {
    /// Counts a block.
    pub fn add(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += u64::from(block.games);
        block.records.iter().for_each(|record| self.add_record(record));
    }

    fn add_record(&mut self, record: &Record) {
        self.positions += 1;
        self.results[record.result() as usize] += 1;
        self.black_to_move += u64::from(record.turn() == Color::Black);
        self.scores.add(record.score().into());
        self.plies.add(record.ply().into());
        self.pieces.add(record.occupied().count() as i32);
        for (square, piece) in record.pieces().filter(|(_, piece)| piece.role == Role::King) {
            self.kings[piece.color.index()][square.index()] += 1;
        }
    }

    fn share(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.positions.max(1) as f64
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, games, blocks, .. } = *self;
        let each = positions as f64 / games.max(1) as f64;
        writeln!(
            f,
            "{positions} positions, {each:.1} of each of {games} games, in {blocks} blocks"
        )?;
        let shares = WhiteResult::ALL.map(|result| self.share(self.results[result as usize]));
        let [lost, drawn, won] = shares;
        writeln!(f, "White has won {won:.1} %, drawn {drawn:.1} %, lost {lost:.1} %")?;
        writeln!(f, "Black is to move in {:.1} %", self.share(self.black_to_move))?;
        writeln!(f, "\nScore for White, in centipawns\n{}", self.scores)?;
        writeln!(f, "\nPly\n{}", self.plies)?;
        write!(f, "\nPieces\n{}", self.pieces)?;
        for color in Color::ALL {
            let squares = &self.kings[color.index()];
            if squares.iter().any(|&count| count > 0) {
                write!(f, "\n\nWhere the {color} king stands, in per cent")?;
                for rank in Rank::ALL.into_iter().rev() {
                    writeln!(f)?;
                    for file in File::ALL {
                        let count = squares[Square::new(file, rank).index()];
                        write!(f, "{:6.2}", self.share(count))?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Counts of numbers, some together. What lies beyond an end counts at that end.
#[derive(Clone, Debug)]
struct Histogram {
    low: i32,
    width: i32,
    counts: Vec<u64>,
}

impl Histogram {
    fn new(low: i32, width: i32, rows: usize) -> Self {
        Self { low, width, counts: vec![0; rows] }
    }

    fn add(&mut self, number: i32) {
        let row = (number - self.low).div_euclid(self.width);
        let last = self.counts.len() as i32 - 1;
        self.counts[row.clamp(0, last) as usize] += 1;
    }
}

/// A line for each row: the numbers, the count and a bar.
impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BAR: u64 = 50;
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        for (row, &count) in self.counts.iter().enumerate() {
            let from = self.low + row as i32 * self.width;
            let to = from + self.width - 1;
            write!(f, "{}{from:6} to {to:5} {count:11}", if row == 0 { "" } else { "\n" })?;
            if count > 0 {
                write!(f, " {}", "#".repeat((count * BAR).div_ceil(most) as usize))?;
            }
        }
        Ok(())
    }
}
