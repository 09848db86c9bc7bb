//! Turning many numbers at once by results of games alone (simultaneous perturbation).
//!
//! Two sides of a pair of games differ in every number: one has each a step up or down by chance, the other
//! the opposite. The numbers then move a little towards those of the winner. Numbers that do not matter wander
//! about; those that do drift to where games are won.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use estopim_engine::player::STACK_BYTES;
use estopim_rules::SplitMix64;

/// How steps and moves shrink as pairs are played; the usual exponents of the method.
const STEP_SHRINKS: f64 = 0.101;
const MOVE_SHRINKS: f64 = 0.602;
/// Moves shrink as if this part of all pairs had been played before.
const HEAD_START: f64 = 0.1;

/// A number that is turned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dial {
    /// Where it starts, and then stands.
    pub value: f64,
    /// The least value.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// How far the two sides go from it at the end.
    pub step: f64,
}

/// How long and how boldly numbers are turned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// Pairs of games.
    pub pairs: u64,
    /// How far a pair won by one game moves a number at the end, in steps.
    pub rate: f64,
    /// Where chance starts.
    pub seed: u64,
    /// Pairs at once.
    pub threads: usize,
}

impl Schedule {
    /// How far the two sides stand from the middle in a pair, in steps.
    fn reach(&self, pair: u64) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64).powf(STEP_SHRINKS)
    }

    /// How far a point moves the middle after a pair, in steps.
    fn pull(&self, pair: u64) -> f64 {
        let before = HEAD_START * self.pairs as f64;
        let shrunk = (before + self.pairs as f64) / (before + (pair + 1) as f64);
        self.rate * shrunk.powf(MOVE_SHRINKS) / self.reach(pair)
    }
}

/// Plays pairs until there are enough or `interrupt` is set. `player` makes for each thread a function that plays
/// a pair between two sets of numbers and says by how many points the first won; none if it was broken off.
/// Returns where the dials stand. With more than one thread two runs never go quite alike.
pub fn turn<P>(
    schedule: &Schedule,
    dials: Vec<Dial>,
    interrupt: &AtomicBool,
    player: impl Fn() -> P + Sync,
    tell: impl Fn(u64, &[Dial]) + Sync,
) -> Vec<Dial>
where
    P: FnMut(&[f64], &[f64], &mut SplitMix64) -> Option<f64>,
{
    let (dials, next) = (Mutex::new((0, dials)), AtomicU64::new(0));
    let work = || {
        let mut play = player();
        while !interrupt.load(Relaxed) {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= schedule.pairs {
                return;
            }
            let mut rng = SplitMix64::stream(schedule.seed, pair);
            let now = dials.lock().expect("no thread panics while it turns").1.clone();
            let signs: Vec<f64> = now.iter().map(|_| [-1.0, 1.0][rng.below(2)]).collect();
            let side = |way: f64| -> Vec<f64> {
                let reach = way * schedule.reach(pair);
                let moved = |(dial, sign): (&Dial, &f64)| {
                    dial.clamped(dial.value + sign * reach * dial.step)
                };
                now.iter().zip(&signs).map(moved).collect()
            };
            let Some(points) = play(&side(1.0), &side(-1.0), &mut rng) else { return };
            let mut dials = dials.lock().expect("no thread panics while it turns");
            for (dial, sign) in dials.1.iter_mut().zip(&signs) {
                dial.value =
                    dial.clamped(dial.value + schedule.pull(pair) * points * sign * dial.step);
            }
            dials.0 += 1;
            tell(dials.0, &dials.1);
        }
    };
    side_by_side(schedule.threads, work);
    dials.into_inner().expect("no thread panicked while it turned").1
}

/// Does the same work on so many threads, with room for searches.
pub(super) fn side_by_side(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            thread::Builder::new()
                .stack_size(2 * STACK_BYTES)
                .spawn_scoped(scope, &work)
                .expect("the system has room for the threads asked for");
        }
    });
}

impl Dial {
    fn clamped(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
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

    fn dial(value: f64) -> Dial {
        Dial { value, least: 0.0, most: 100.0, step: 5.0 }
    }

    #[test]
    fn numbers_go_where_games_are_won() {
        let schedule = Schedule { pairs: 8000, rate: 0.01, seed: 3, threads: 1 };
        let never = AtomicBool::new(false);
        let dials = turn(&schedule, vec![dial(60.0), dial(40.0)], &never, player, |_, _| {});
        let found: Vec<f64> = dials.iter().map(|dial| dial.value).collect();
        assert!((found[0] - 30.0).abs() < 6.0 && (found[1] - 70.0).abs() < 6.0, "{found:?}");
    }

    #[test]
    fn numbers_stay_within_their_bounds_and_interrupts_are_heeded() {
        let schedule = Schedule { pairs: 1_000_000, rate: 5.0, seed: 3, threads: 2 };
        let interrupt = AtomicBool::new(false);
        let tell = |pairs: u64, dials: &[Dial]| {
            assert!(dials.iter().all(|dial| (0.0..=100.0).contains(&dial.value)), "{dials:?}");
            if pairs == 500 {
                interrupt.store(true, Relaxed);
            }
        };
        let told = AtomicU64::new(0);
        let tell = |pairs: u64, dials: &[Dial]| {
            told.store(pairs, Relaxed);
            tell(pairs, dials);
        };
        turn(&schedule, vec![dial(60.0), dial(40.0)], &interrupt, player, tell);
        assert!((500..=502).contains(&told.load(Relaxed)), "{told:?}");
    }
}
