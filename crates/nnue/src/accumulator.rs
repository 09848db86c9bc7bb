//! [`NetworkEvaluator`]: the first layer's sums, remembered and changed by differences.
//!
//! A sum remembers the board it was made for. Any sum of the same view can therefore become the sum of any
//! other board: the pieces that differ are subtracted and added, be it one that moved or ten that exploded.
//! Nobody has to say which moves were played, so the evaluator is right whatever a search does, and it works
//! only when a value is asked for.
//!
//! For each ply of a search the last sum is kept, for each view the last one that had to be made from
//! far away. Whichever is nearest is changed.

use estopim_rules::{Board, Color};

use crate::aligned::Aligned;
use crate::features::{Changes, View, distance};
use crate::network::{Network, output_bucket};
use crate::simd::Simd;

/// Evaluates boards one after another, each from what is known about those before it.
#[derive(Debug)]
pub struct NetworkEvaluator {
    simd: Simd,
    /// Whose sums these are: the network's fingerprint. None while there are none.
    network: Option<u64>,
    /// The board of each ply, and how both sides see it.
    plies: Vec<Ply>,
    /// For each ply, White's sums and Black's.
    ply_sums: Sums,
    /// For each view of each side, the last board that had to be reached from far away.
    views: Vec<Board>,
    view_sums: Sums,
    /// What differs at the moment; kept here to be filled in place.
    difference: Changes,
    changes: Changes,
}

/// What the sums of a ply were made for.
#[derive(Clone, Copy, Debug)]
struct Ply {
    board: Board,
    /// None for an empty board, which looks the same in every view.
    views: [Option<View>; 2],
}

/// Sums of equal width.
#[derive(Debug)]
struct Sums {
    numbers: Aligned,
    width: usize,
}

/// Which sums are changed into those of a board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Those of the ply before.
    Parent,
    /// The last ones of the same ply.
    Sibling,
    /// The last ones of the same view.
    View(usize),
}

/// Plies that there is room for at first.
const USUAL_PLIES: usize = 32;

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
            ply_sums: Sums::of_nothing(0, &[]),
            views: Vec::new(),
            view_sums: Sums::of_nothing(0, &[]),
            difference: Changes::default(),
            changes: Changes::default(),
        }
    }

    /// How good a board is for the side to move, in centipawns.
    ///
    /// `ply` says where in a search the board stands: the fewer pieces differ from the last board one ply
    /// before or at the same ply, the faster the answer. It never changes the answer.
    pub fn evaluate(&mut self, network: &Network, ply: usize, board: &Board, turn: Color) -> i32 {
        if self.network != Some(network.fingerprint()) {
            self.forget(network);
        }
        if self.plies.len() <= ply {
            self.grow((ply + 1).next_power_of_two(), network);
        }
        self.follow(network, ply, board);
        let bucket = output_bucket(board.occupied().count());
        let [ours, theirs] = network.output_halves(bucket);
        let half =
            |side: Color, half| self.simd.output(self.ply_sums.get(2 * ply + side.index()), half);
        let sum = i64::from(half(turn, ours)) + i64::from(half(!turn, theirs));
        network.centipawns(bucket, sum)
    }

    /// Starts anew with another network.
    #[cold]
    fn forget(&mut self, network: &Network) {
        self.plies.clear();
        self.ply_sums = Sums::of_nothing(0, network.feature_bias());
        self.grow(USUAL_PLIES, network);
        let views = 2 * 2 * network.shape().features.buckets();
        self.views = vec![Board::EMPTY; views];
        self.view_sums = Sums::of_nothing(views, network.feature_bias());
        self.network = Some(network.fingerprint());
    }

    /// Makes room for more plies; what there is stays.
    #[cold]
    fn grow(&mut self, plies: usize, network: &Network) {
        self.plies.resize(plies, Ply { board: Board::EMPTY, views: [None; 2] });
        let mut sums = Sums::of_nothing(2 * plies, network.feature_bias());
        sums.numbers[..self.ply_sums.numbers.len()].copy_from_slice(&self.ply_sums.numbers);
        self.ply_sums = sums;
    }

    /// Makes both sides' sums at a ply those of `board`, from the nearest that are known.
    #[inline(always)]
    fn follow(&mut self, network: &Network, ply: usize, board: &Board) {
        let near = distance(&self.plies[ply].board, board);
        let before = match ply.checked_sub(1) {
            Some(before) => distance(&self.plies[before].board, board),
            None => u32::MAX,
        };
        // Most often both sides start from the same board, so the difference is found once.
        let mut found = None;
        let mut views = [None; 2];
        for side in Color::ALL {
            let view = network.shape().features.view(board, side);
            let source = self.nearest(ply, board, side, view, [before, near]);
            if found != Some(source) {
                let from = match source {
                    Source::Parent => &self.plies[ply - 1].board,
                    Source::Sibling => &self.plies[ply].board,
                    Source::View(number) => &self.views[number],
                };
                self.difference.set_difference(from, board);
                found = Some(source);
            }
            view.set_changes(&mut self.changes, &self.difference);
            self.change(network, source, 2 * ply + side.index(), board);
            views[side.index()] = Some(view);
        }
        self.plies[ply] = Ply { board: *board, views };
    }

    /// The sums with the fewest differences among those of the same view.
    #[inline(always)]
    fn nearest(
        &self,
        ply: usize,
        board: &Board,
        side: Color,
        view: View,
        [before, near]: [u32; 2],
    ) -> Source {
        let fits = |ply: &Ply| ply.views[side.index()].is_none_or(|made_for| made_for == view);
        let before =
            if before < u32::MAX && fits(&self.plies[ply - 1]) { before } else { u32::MAX };
        let near = if fits(&self.plies[ply]) { near } else { u32::MAX };
        let kept = 2 * view.number() + side.index();
        let far = distance(&self.views[kept], board);
        if before <= near && before <= far {
            Source::Parent
        } else if near <= far {
            Source::Sibling
        } else {
            Source::View(kept)
        }
    }

    /// Makes the sums numbered `here` from others by the changes found.
    #[inline(always)]
    fn change(&mut self, network: &Network, source: Source, here: usize, board: &Board) {
        let weights = network.feature_weights();
        match source {
            Source::Parent => {
                let (parent, into) = self.ply_sums.parent_and_child(here);
                self.simd.update(Some(parent), into, weights, &self.changes);
            }
            Source::Sibling => {
                self.simd.update(None, self.ply_sums.get_mut(here), weights, &self.changes);
            }
            Source::View(number) => {
                self.simd.update(None, self.view_sums.get_mut(number), weights, &self.changes);
                self.views[number] = *board;
                self.ply_sums.get_mut(here).copy_from_slice(self.view_sums.get(number));
            }
        }
    }
}

impl Sums {
    /// The sums of empty boards.
    fn of_nothing(count: usize, bias: &[i16]) -> Self {
        Self { numbers: Aligned::repeated(bias, count), width: bias.len() }
    }

    #[inline(always)]
    fn get(&self, number: usize) -> &[i16] {
        &self.numbers[number * self.width..][..self.width]
    }

    #[inline(always)]
    fn get_mut(&mut self, number: usize) -> &mut [i16] {
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
