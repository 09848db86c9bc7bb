//! [`NetworkEvaluator`]: the accumulators of the first layer, updated incrementally.
//!
//! An accumulator is stored with the board it was computed for. It can therefore be updated to any other board of the
//! same perspective: the rows of the pieces that differ are subtracted and added, be it one that moved or ten that
//! exploded. The evaluator is not told which moves were played, so it is right whatever a search does, and updates are
//! lazy: they happen when a board is evaluated.
//!
//! The last accumulator of each ply is kept, and for each perspective the last one that was refreshed (the refresh
//! table). The one with the fewest differences is updated.

use estopim_rules::{Board, Color};

use crate::aligned::Aligned;
use crate::features::{Changes, Perspective, distance};
use crate::network::{Network, output_bucket};
use crate::simd::Simd;

/// Evaluates boards one after another, each by updating an accumulator of one before it.
#[derive(Debug)]
pub struct NetworkEvaluator {
    simd: Simd,
    /// The hash of the network that the accumulators belong to; `None` while there are none.
    network: Option<u64>,
    /// The board of each ply, and the perspectives of both sides.
    plies: Vec<Ply>,
    /// For each ply, White's accumulator and Black's.
    accumulators: Accumulators,
    /// The refresh table: for each perspective of each side, the board of the last refresh, and its accumulator.
    refresh_boards: Vec<Board>,
    refresh_accumulators: Accumulators,
    /// The difference being applied; kept here to be filled in place.
    difference: Changes,
    changes: Changes,
}

/// What the accumulators of a ply were computed for.
#[derive(Clone, Copy, Debug)]
struct Ply {
    board: Board,
    /// None for an empty board, which is the same in every perspective.
    perspectives: [Option<Perspective>; 2],
}

/// Accumulators of equal width, one after another.
#[derive(Debug)]
struct Accumulators {
    values: Aligned,
    width: usize,
}

/// Which accumulator is updated to a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// That of the ply before.
    Parent,
    /// The last one of the same ply.
    Sibling,
    /// That of the refresh table, by its index.
    Refresh(usize),
}

/// Plies that are allocated at first.
const INITIAL_PLIES: usize = 32;

impl Default for NetworkEvaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl NetworkEvaluator {
    /// An evaluator with the fastest instructions that this processor has.
    pub fn new() -> Self {
        Self::with(Simd::best())
    }

    /// An evaluator with the given instructions.
    pub fn with(simd: Simd) -> Self {
        Self {
            simd,
            network: None,
            plies: Vec::new(),
            accumulators: Accumulators::of_empty_boards(0, &[]),
            refresh_boards: Vec::new(),
            refresh_accumulators: Accumulators::of_empty_boards(0, &[]),
            difference: Changes::default(),
            changes: Changes::default(),
        }
    }

    /// The evaluation of a board for the side to move, in centipawns.
    ///
    /// `ply` says where in a search the board stands: the fewer pieces differ from the last board one ply before or at
    /// the same ply, the faster the update. It never changes the value.
    pub fn evaluate(&mut self, network: &Network, ply: usize, board: &Board, turn: Color) -> i32 {
        if self.network != Some(network.fingerprint()) {
            self.forget(network);
        }
        if self.plies.len() <= ply {
            self.grow((ply + 1).next_power_of_two(), network);
        }
        self.update(network, ply, board);
        let bucket = output_bucket(board.occupied().count());
        let [ours, theirs] = network.output_halves(bucket);
        let half = |side: Color, half| {
            self.simd.output(self.accumulators.get(2 * ply + side.index()), half)
        };
        let sum = i64::from(half(turn, ours)) + i64::from(half(!turn, theirs));
        network.centipawns(bucket, sum)
    }

    /// Resets everything for another network.
    #[cold]
    fn forget(&mut self, network: &Network) {
        self.plies.clear();
        self.accumulators = Accumulators::of_empty_boards(0, network.feature_bias());
        self.grow(INITIAL_PLIES, network);
        let perspectives = 2 * 2 * network.shape().features.buckets();
        self.refresh_boards = vec![Board::EMPTY; perspectives];
        self.refresh_accumulators =
            Accumulators::of_empty_boards(perspectives, network.feature_bias());
        self.network = Some(network.fingerprint());
    }

    /// Makes room for more plies; what there is stays.
    #[cold]
    fn grow(&mut self, plies: usize, network: &Network) {
        self.plies.resize(plies, Ply { board: Board::EMPTY, perspectives: [None; 2] });
        let mut grown = Accumulators::of_empty_boards(2 * plies, network.feature_bias());
        grown.values[..self.accumulators.values.len()].copy_from_slice(&self.accumulators.values);
        self.accumulators = grown;
    }

    /// Updates both sides' accumulators at a ply to `board`, from the nearest ones.
    #[inline(always)]
    fn update(&mut self, network: &Network, ply: usize, board: &Board) {
        let near = distance(&self.plies[ply].board, board);
        let before = match ply.checked_sub(1) {
            Some(before) => distance(&self.plies[before].board, board),
            None => u32::MAX,
        };
        // Most often both sides start from the same board, so the difference is computed once.
        let mut found = None;
        let mut perspectives = [None; 2];
        for side in Color::ALL {
            let perspective = network.shape().features.perspective(board, side);
            let source = self.nearest(ply, board, side, perspective, [before, near]);
            if found != Some(source) {
                let from = match source {
                    Source::Parent => &self.plies[ply - 1].board,
                    Source::Sibling => &self.plies[ply].board,
                    Source::Refresh(index) => &self.refresh_boards[index],
                };
                self.difference.set_difference(from, board);
                found = Some(source);
            }
            perspective.set_changes(&mut self.changes, &self.difference);
            self.apply(network, source, 2 * ply + side.index(), board);
            perspectives[side.index()] = Some(perspective);
        }
        self.plies[ply] = Ply { board: *board, perspectives };
    }

    /// The accumulator with the fewest differences among those of the same perspective.
    #[inline(always)]
    fn nearest(
        &self,
        ply: usize,
        board: &Board,
        side: Color,
        perspective: Perspective,
        [before, near]: [u32; 2],
    ) -> Source {
        let fits =
            |ply: &Ply| ply.perspectives[side.index()].is_none_or(|other| other == perspective);
        let before =
            if before < u32::MAX && fits(&self.plies[ply - 1]) { before } else { u32::MAX };
        let near = if fits(&self.plies[ply]) { near } else { u32::MAX };
        let index = 2 * perspective.number() + side.index();
        let far = distance(&self.refresh_boards[index], board);
        if before <= near && before <= far {
            Source::Parent
        } else if near <= far {
            Source::Sibling
        } else {
            Source::Refresh(index)
        }
    }

    /// Computes the accumulator numbered `here` from another by the changes.
    #[inline(always)]
    fn apply(&mut self, network: &Network, source: Source, here: usize, board: &Board) {
        let weights = network.feature_weights();
        match source {
            Source::Parent => {
                let (parent, into) = self.accumulators.parent_and_child(here);
                self.simd.update(Some(parent), into, weights, &self.changes);
            }
            Source::Sibling => {
                self.simd.update(None, self.accumulators.get_mut(here), weights, &self.changes);
            }
            Source::Refresh(index) => {
                let refreshed = self.refresh_accumulators.get_mut(index);
                self.simd.update(None, refreshed, weights, &self.changes);
                self.refresh_boards[index] = *board;
                self.accumulators.get_mut(here).copy_from_slice(refreshed);
            }
        }
    }
}

impl Accumulators {
    /// Those of empty boards: the biases.
    fn of_empty_boards(count: usize, bias: &[i16]) -> Self {
        Self { values: Aligned::repeated(bias, count), width: bias.len() }
    }

    #[inline(always)]
    fn get(&self, number: usize) -> &[i16] {
        &self.values[number * self.width..][..self.width]
    }

    #[inline(always)]
    fn get_mut(&mut self, number: usize) -> &mut [i16] {
        let width = self.width;
        &mut self.values[number * width..][..width]
    }

    /// The same side's accumulator one ply before, and the one to be set.
    #[inline(always)]
    fn parent_and_child(&mut self, child: usize) -> (&[i16], &mut [i16]) {
        let width = self.width;
        let (before, rest) = self.values.split_at_mut(child * width);
        (&before[(child - 2) * width..][..width], &mut rest[..width])
    }
}
