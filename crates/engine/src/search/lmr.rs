//! Late move reductions (LMR): how much less deep late moves are searched.

use crate::tuning::Tuning;

/// One ply in the unit of reductions, which are 1024ths of a ply.
pub(crate) const PLY: i32 = 1024;

/// Reductions by depth and by the number of the move, computed once.
pub(crate) struct Reductions([[i32; 64]; 64]);

impl Reductions {
    pub fn new(tuning: &Tuning) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (count, reduction) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (count as f64).ln();
                *reduction = tuning.lmr_base + (f64::from(tuning.lmr_slope) * product) as i32;
            }
        }
        Self(table)
    }

    /// The reduction of the `count`-th move of a node of this depth, in 1024ths of a ply.
    #[inline(always)]
    pub fn get(&self, depth: i32, count: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][count.min(63)]
    }
}
