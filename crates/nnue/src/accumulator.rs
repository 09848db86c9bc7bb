//! [`Evaluator`]: the first layer's sums, remembered and changed by differences.
//!
//! A sum remembers the board it was made for. Any sum of the same view can therefore become the sum of any
//! other board: the men that differ are subtracted and added, be it one that moved or ten that exploded.
//! Nobody has to say which moves were played, so the evaluator is right whatever a search does, and it works
//! only when a value is asked for.
//!
//! For each ply of a search the last sum is kept, for each view the last one that had to be made from
//! far away. Whichever is nearest is changed.

use estopim_rules::{Board, Color};

use crate::aligned::Aligned;
use crate::features::{Changes, MAX_BUCKETS, View, distance};
use crate::network::{Network, output_bucket};
use crate::simd::Simd;

/// Evaluates boards one after another, each from what is known about those before it.
#[derive(Debug)]
pub struct Evaluator {
    simd: Simd,
    /// Whose sums these are: the network's fingerprint. None while there are none.
    network: Option<u64>,
    /// For each ply, White's sums and Black's.
    plies: Sums,
    /// For each view of each side.
    views: Sums,
    /// What differs at the moment; kept here to be filled in place.
    changes: Changes,
}

/// Sums of equal width, each with the board and the view it was made for.
#[derive(Debug)]
struct Sums {
    origins: Vec<Origin>,
    numbers: Aligned,
    width: usize,
}

#[derive(Clone, Copy, Debug)]
struct Origin {
    board: Board,
    /// None for an empty board, which looks the same in every view.
    view: Option<View>,
}

/// Plies that there is room for at first.
const USUAL_PLIES: usize = 32;

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// An evaluator with the fastest instructions that this processor has.
    pub fn new() -> Self {
        Self::with(Simd::best())
    }

    /// An evaluator with the given instructions.
    pub fn with(simd: Simd) -> Self {
        Self {
            simd,
            network: None,
            plies: Sums::none(),
            views: Sums::none(),
            changes: Changes::default(),
        }
    }

    /// How good a board is for the side to move, in centipawns.
    ///
    /// `ply` says where in a search the board stands: the fewer men differ from the last board one ply
    /// before or at the same ply, the faster the answer. It never changes the answer.
    pub fn evaluate(&mut self, network: &Network, ply: usize, board: &Board, turn: Color) -> i32 {
        if self.network != Some(network.fingerprint()) {
            self.forget(network);
        }
        if self.plies.origins.len() <= 2 * ply {
            self.plies.grow(2 * (ply + 1).next_power_of_two(), network.feature_bias());
        }
        for side in Color::ALL {
            self.follow(network, ply, board, side);
        }
        let bucket = output_bucket(board.occupied().count());
        let [ours, theirs] = network.output_halves(bucket);
        let half =
            |side: Color, half| self.simd.output(self.plies.numbers(2 * ply + side.index()), half);
        let sum = i64::from(half(turn, ours)) + i64::from(half(!turn, theirs));
        network.centipawns(bucket, sum)
    }

    /// Starts anew with another network.
    fn forget(&mut self, network: &Network) {
        let bias = network.feature_bias();
        self.plies = Sums::of_nothing(2 * USUAL_PLIES, bias);
        self.views = Sums::of_nothing(2 * 2 * MAX_BUCKETS, bias);
        self.network = Some(network.fingerprint());
    }

    /// Makes one side's sums at a ply those of `board`, from the nearest that are known.
    #[inline(always)]
    fn follow(&mut self, network: &Network, ply: usize, board: &Board, side: Color) {
        let view = network.shape().features.view(board, side);
        let weights = network.feature_weights();
        let here = 2 * ply + side.index();
        let kept = 2 * view.number() + side.index();

        let far = self.views.distance(kept, view, board);
        let near = self.plies.distance(here, view, board);
        let before = if ply == 0 { u32::MAX } else { self.plies.distance(here - 2, view, board) };

        if before <= near && before <= far {
            view.set_changes(&mut self.changes, &self.plies.origins[here - 2].board, board);
            let (parent, into) = self.plies.parent_and_child(here);
            self.simd.update(Some(parent), into, weights, &self.changes);
        } else if near <= far {
            view.set_changes(&mut self.changes, &self.plies.origins[here].board, board);
            self.simd.update(None, self.plies.numbers_mut(here), weights, &self.changes);
        } else {
            view.set_changes(&mut self.changes, &self.views.origins[kept].board, board);
            self.simd.update(None, self.views.numbers_mut(kept), weights, &self.changes);
            self.views.origins[kept] = Origin { board: *board, view: Some(view) };
            self.plies.numbers_mut(here).copy_from_slice(self.views.numbers(kept));
        }
        self.plies.origins[here] = Origin { board: *board, view: Some(view) };
    }
}

impl Sums {
    fn none() -> Self {
        Self { origins: Vec::new(), numbers: Aligned::zeros(0), width: 0 }
    }

    /// The sums of empty boards.
    fn of_nothing(count: usize, bias: &[i16]) -> Self {
        let empty = Origin { board: Board::EMPTY, view: None };
        Self {
            origins: vec![empty; count],
            numbers: Aligned::repeated(bias, count),
            width: bias.len(),
        }
    }

    /// Makes room for `count` sums; those there are stay.
    #[cold]
    fn grow(&mut self, count: usize, bias: &[i16]) {
        let mut grown = Self::of_nothing(count, bias);
        grown.origins[..self.origins.len()].copy_from_slice(&self.origins);
        grown.numbers[..self.numbers.len()].copy_from_slice(&self.numbers);
        *self = grown;
    }

    /// About how many men differ, or a number greater than any if the view does.
    #[inline(always)]
    fn distance(&self, number: usize, view: View, board: &Board) -> u32 {
        let origin = &self.origins[number];
        if origin.view.is_none_or(|made_for| made_for == view) {
            distance(&origin.board, board)
        } else {
            u32::MAX
        }
    }

    #[inline(always)]
    fn numbers(&self, number: usize) -> &[i16] {
        &self.numbers[number * self.width..][..self.width]
    }

    #[inline(always)]
    fn numbers_mut(&mut self, number: usize) -> &mut [i16] {
        let width = self.width;
        &mut self.numbers[number * width..][..width]
    }

    /// The same side's sums one ply before, and those to be set.
    #[inline(always)]
    fn parent_and_child(&mut self, child: usize) -> (&[i16], &mut [i16]) {
        let width = self.width;
        let (before, rest) = self.numbers.split_at_mut(child * width);
        (&before[(child - 2) * width..][..width], &mut rest[..width])
    }
}
