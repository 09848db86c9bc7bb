//! SPSA (simultaneous perturbation stochastic approximation): tunes many parameters at once by results of games alone.
//!
//! The two sides of a pair of games differ in every parameter: one has each a step up or down at random, the other the
//! opposite. The parameters then move a little towards those of the winner.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use estopim_engine::player::STACK_BYTES;
use estopim_rules::SplitMix64;

/// γ and α: how the perturbation and the learning rate shrink as pairs are played; the usual exponents.
const GAMMA: f64 = 0.101;
const ALPHA: f64 = 0.602;
/// A, the stability constant: the learning rate shrinks as if this part of all pairs had been played before.
const STABILITY: f64 = 0.1;

/// A parameter being tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// Its value: where it starts, and then where it is.
    pub value: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The perturbation at the end: how far from the value the two sides play.
    pub step: f64,
}

/// How long, and with which rate, parameters are tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Pairs of games.
    pub pairs: u64,
    /// How far a pair won by one game moves a parameter at the end, in steps.
    pub rate: f64,
    /// The seed of the random generator.
    pub seed: u64,
    /// Pairs at once.
    pub threads: usize,
}

impl Schedule {
    /// cₖ: the perturbation of a pair, in steps.
    fn perturbation(&self, pair: u64) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// aₖ/cₖ: how far a point moves a parameter after a pair, in steps.
    fn update(&self, pair: u64) -> f64 {
        let before = STABILITY * self.pairs as f64;
        let shrunk = (before + self.pairs as f64) / (before + (pair + 1) as f64);
        self.rate * shrunk.powf(ALPHA) / self.perturbation(pair)
    }
}

/// Plays pairs until there are enough or `interrupt` is set. `player` makes for each thread a function that plays
/// a pair between two sets of values and returns by how many points the first won; none if it was interrupted. With
/// more than one thread no two runs are the same.
pub fn spsa<P>(
    schedule: &Schedule,
    params: Vec<Param>,
    interrupt: &AtomicBool,
    player: impl Fn() -> P + Sync,
    tell: impl Fn(u64, &[Param]) + Sync,
) -> Vec<Param>
where
    P: FnMut(&[f64], &[f64], &mut SplitMix64) -> Option<f64>,
{
    let (params, next) = (Mutex::new((0, params)), AtomicU64::new(0));
    let work = || {
        let mut play = player();
        while !interrupt.load(Relaxed) {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= schedule.pairs {
                return;
            }
            let mut rng = SplitMix64::stream(schedule.seed, pair);
            let now = params.lock().expect("no thread panics while it updates").1.clone();
            let signs: Vec<f64> = now.iter().map(|_| [-1.0, 1.0][rng.below(2)]).collect();
            let side = |way: f64| -> Vec<f64> {
                let perturbation = way * schedule.perturbation(pair);
                let moved = |(param, sign): (&Param, &f64)| {
                    param.clamped(param.value + sign * perturbation * param.step)
                };
                now.iter().zip(&signs).map(moved).collect()
            };
            let Some(points) = play(&side(1.0), &side(-1.0), &mut rng) else { return };
            let mut params = params.lock().expect("no thread panics while it updates");
            for (param, sign) in params.1.iter_mut().zip(&signs) {
                param.value =
                    param.clamped(param.value + schedule.update(pair) * points * sign * param.step);
            }
            params.0 += 1;
            tell(params.0, &params.1);
        }
    };
    on_threads(schedule.threads, work);
    params.into_inner().expect("no thread panicked while it updated").1
}

/// Runs `work` on `threads` threads, with stacks large enough for searches.
pub(super) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            thread::Builder::new()
                .stack_size(2 * STACK_BYTES)
                .spawn_scoped(scope, &work)
                .expect("the system has room for the threads asked for");
        }
    });
}

impl Param {
    fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games are won by whoever is nearer to (30, 70), the more often the greater the difference.
    fn play(here: &[f64], there: &[f64], rng: &mut SplitMix64) -> f64 {
        let far = |side: &[f64]| (side[0] - 30.0).powi(2) + (side[1] - 70.0).powi(2);
        let better = (far(there) - far(here)) / 2000.0;
        let wins = |rng: &mut SplitMix64| {
            let drawn = rng.below(1000) as f64 / 1000.0;
            if drawn < 0.5 + better.clamp(-0.4, 0.4) { 1.0 } else { -1.0 }
        };
        wins(rng) + wins(rng)
    }

    fn player() -> impl FnMut(&[f64], &[f64], &mut SplitMix64) -> Option<f64> {
        |here: &[f64], there: &[f64], rng: &mut SplitMix64| Some(play(here, there, rng))
    }

    fn param(value: f64) -> Param {
        Param { value, min: 0.0, max: 100.0, step: 5.0 }
    }

    #[test]
    fn parameters_move_to_where_games_are_won() {
        let schedule = Schedule { pairs: 8000, rate: 0.01, seed: 3, threads: 1 };
        let never = AtomicBool::new(false);
        let params = spsa(&schedule, vec![param(60.0), param(40.0)], &never, player, |_, _| {});
        let found: Vec<f64> = params.iter().map(|param| param.value).collect();
        assert!((found[0] - 30.0).abs() < 6.0 && (found[1] - 70.0).abs() < 6.0, "{found:?}");
    }

    #[test]
    fn parameters_stay_in_range_and_interrupts_are_heeded() {
        let schedule = Schedule { pairs: 1_000_000, rate: 5.0, seed: 3, threads: 2 };
        let interrupt = AtomicBool::new(false);
        let tell = |pairs: u64, params: &[Param]| {
            assert!(params.iter().all(|param| (0.0..=100.0).contains(&param.value)), "{params:?}");
            if pairs == 500 {
                interrupt.store(true, Relaxed);
            }
        };
        let told = AtomicU64::new(0);
        let tell = |pairs: u64, params: &[Param]| {
            told.store(pairs, Relaxed);
            tell(pairs, params);
        };
        spsa(&schedule, vec![param(60.0), param(40.0)], &interrupt, player, tell);
        assert!((500..=502).contains(&told.load(Relaxed)), "{told:?}");
    }
}
