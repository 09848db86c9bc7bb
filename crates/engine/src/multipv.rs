//! The best principal variations of one position (MultiPV), as analysis shows them.

use crate::player::{Player, Task};
use crate::search::{Limits, SearchInfo};
use crate::tt::Bound;

impl Player {
    /// The best principal variations of one position (MultiPV), best first: those of the last depth that was completed for all of them.
    pub fn multipv(&mut self, task: &Task, limits: Limits) -> Vec<SearchInfo> {
        let wanted = limits.multipv.clamp(1, task.position.count_moves().max(1) as usize);
        let mut sets = MultiPvSets { wanted, complete: Vec::new(), begun: Vec::new() };
        self.search(task, limits, |report| {
            if report.bound == Bound::Exact {
                sets.add(report.clone());
            }
        });
        sets.last()
    }
}

/// The sets of principal variations that a search reports, one a depth, each variation when it is known.
struct MultiPvSets {
    wanted: usize,
    complete: Vec<SearchInfo>,
    begun: Vec<SearchInfo>,
}

impl MultiPvSets {
    fn add(&mut self, report: SearchInfo) {
        self.begun.truncate(report.multipv - 1);
        self.begun.push(report);
        if self.begun.len() == self.wanted {
            self.complete = std::mem::take(&mut self.begun);
        }
    }

    /// The last complete set; what there is, if none is.
    fn last(self) -> Vec<SearchInfo> {
        if self.complete.is_empty() { self.begun } else { self.complete }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    #[test]
    fn a_depth_that_was_broken_off_leaves_the_variations_of_the_one_before() {
        let report = |depth, multipv| SearchInfo {
            depth,
            seldepth: 0,
            multipv,
            score: Score(0),
            bound: Bound::Exact,
            pv: std::iter::empty().collect(),
            nodes: 0,
        };
        for (told, wanted) in [
            (vec![(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)], vec![(1, 1), (1, 2), (1, 3)]),
            (vec![(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)], vec![(2, 1), (2, 2), (2, 3)]),
            (vec![(1, 1), (1, 2)], vec![(1, 1), (1, 2)]),
        ] {
            let mut sets = MultiPvSets { wanted: 3, complete: Vec::new(), begun: Vec::new() };
            for (depth, multipv) in told {
                sets.add(report(depth, multipv));
            }
            let last: Vec<_> = sets.last().iter().map(|line| (line.depth, line.multipv)).collect();
            assert_eq!(last, wanted);
        }
    }
}
