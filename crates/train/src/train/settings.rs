//! [`Settings`]: the hyperparameters of a training run.

use std::f64::consts::PI;
use std::fmt;

use estopim_nnue::Shape;
use estopim_rules::Variant;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// The width of the first layer.
    pub hidden: usize,
    /// How often all positions are gone through.
    pub epochs: u32,
    /// Positions a step.
    pub batch: usize,
    /// The learning rate at its highest.
    pub rate: f64,
    /// Weight decay, relative to the learning rate.
    pub decay: f64,
    /// How much the result of the game counts against the search's score, from 0 to 1.
    pub wdl: f64,
    /// Centipawns for an output of one, at which the win probability is 1/(1+1/e) ≈ 0.73.
    pub scale: u16,
    /// Whether king buckets share a factor (factoriser).
    pub factoriser: bool,
    /// The seed of the random generator.
    pub seed: u64,
    /// Threads that share a batch.
    pub threads: usize,
}

impl Settings {
    /// The default settings for a game.
    pub const fn of(variant: Variant) -> Self {
        Self {
            variant,
            hidden: 256,
            epochs: 8,
            batch: 4096,
            rate: 0.001,
            decay: 0.1,
            wdl: 0.0,
            scale: Shape::DEFAULT_SCALE,
            factoriser: true,
            seed: 1,
            threads: 1,
        }
    }

    /// The shape of the network.
    pub fn shape(&self) -> Shape {
        Shape { scale: self.scale, ..Shape::of(self.variant, self.hidden) }
    }

    /// The learning rate of a step: it rises over the first steps, while the optimiser has seen little, then
    /// falls along a cosine to a fiftieth.
    pub fn rate_at(&self, step: u64, steps: u64) -> f64 {
        const LAST: f64 = 0.02;
        let warm_up = (steps / 50).clamp(1, 400);
        let rising = ((step + 1) as f64 / warm_up as f64).min(1.0);
        let done = step as f64 / steps.max(1) as f64;
        let falling = LAST + (1.0 - LAST) * 0.5 * (1.0 + (PI * done).cos());
        self.rate * rising * falling
    }
}

/// What must be the same for a run to be continued: everything but the threads.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variant, hidden, epochs, batch, rate, decay, wdl, scale, seed, .. } = self;
        write!(
            f,
            "{variant}, width {hidden}, {epochs} epochs of batches of {batch}, rate {rate}, decay {decay}, \
             result counts {wdl}, scale {scale}, {} factoriser, seed {seed}",
            if self.factoriser { "with" } else { "without" },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_then_falls() {
        let settings = Settings::of(Variant::Atomic);
        let steps = 10_000;
        let rates: Vec<f64> = (0..steps).map(|step| settings.rate_at(step, steps)).collect();
        let highest = rates.iter().copied().fold(0.0, f64::max);
        assert!(rates[0] < highest / 50.0 && rates[steps as usize - 1] < highest / 40.0);
        assert!((highest / settings.rate - 1.0).abs() < 0.01);
        let peak = rates.iter().position(|&rate| rate >= highest).expect("there is a highest");
        assert!(rates[..peak].is_sorted() && rates[peak..].iter().rev().is_sorted());
    }
}
