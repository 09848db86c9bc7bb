//! Tuning the parameters of the search by SPSA, with games of the engine against itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use estopim_engine::tuning::Tuning;
use estopim_engine::{EvalSource, Limits, Player, SearchRules, Task};
use estopim_rules::{Color, Game, SplitMix64, Variant, with_rules};

use super::spsa::{Param, Schedule, on_threads, spsa};
use crate::data::WhiteResult;
use crate::self_play::{BALANCED, GameEnd, Openings, new_player, play_game, random_opening};

/// Pairs of games by what the new parameters scored in both: 0, ½, 1, 1½ or 2 points.
pub type PairScores = [u64; 5];

/// How the parameters of the search are tuned.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The game.
    pub variant: Variant,
    /// Nodes a move.
    pub nodes: u64,
    /// What positions are evaluated by.
    pub source: EvalSource,
    /// How long, and with which rate.
    pub schedule: Schedule,
}

/// A step is this fraction (one over the number) of a parameter's range, and at least one.
const STEPS_A_RANGE: f64 = 16.0;

/// Tunes the parameters of a game's search until there are enough pairs of games or `interrupt` is set, and reports
/// after each pair their number and the values, in the order of [`Tuning::PARAMS`].
pub fn tune_search(
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    tell: impl Fn(u64, &[f64]) + Sync,
) -> Tuning {
    let start = tuning_of(settings.variant);
    let params = Tuning::PARAMS.iter().zip(start.values()).map(|(range, value)| {
        let (min, max) = (f64::from(range.min), f64::from(range.max));
        Param { value: value.into(), min, max, step: ((max - min) / STEPS_A_RANGE).max(1.0) }
    });
    let set = |values: &[f64]| {
        let values: Vec<i32> = values.iter().map(|value| value.round() as i32).collect();
        start.with_values(&values)
    };
    let player = || {
        let mut opponents = Opponents::new(settings, interrupt);
        move |here: &[f64], there: &[f64], rng: &mut SplitMix64| {
            opponents.play_pair(&[set(here), set(there)], rng)
        }
    };
    let values =
        |params: &[Param]| -> Vec<f64> { params.iter().map(|param| param.value).collect() };
    let tell = |pairs: u64, params: &[Param]| tell(pairs, &values(params));
    set(&values(&spsa(&settings.schedule, params.collect(), interrupt, player, tell)))
}

/// The parameters with which a game is searched.
pub fn tuning_of(variant: Variant) -> Tuning {
    with_rules!(variant, R => <R as SearchRules>::TUNING)
}

/// Plays other parameters against those of the game until there are enough pairs or `interrupt` is set, and reports the
/// scores after each pair. The rate of the schedule does not matter.
pub fn try_tuning(
    settings: &SearchSettings,
    tuning: Tuning,
    interrupt: &AtomicBool,
    tell: impl Fn(&PairScores) + Sync,
) -> PairScores {
    let Schedule { pairs, seed, threads, .. } = settings.schedule;
    let sides = [tuning, tuning_of(settings.variant)];
    let (counts, next) = (Mutex::new(PairScores::default()), AtomicU64::new(0));
    let work = || {
        let mut opponents = Opponents::new(settings, interrupt);
        loop {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= pairs {
                return;
            }
            let mut rng = SplitMix64::stream(seed, pair);
            let Some(points) = opponents.play_pair(&sides, &mut rng) else { return };
            let mut counts = counts.lock().expect("no thread panics while it counts");
            counts[(points + 2.0).round() as usize] += 1;
            tell(&counts);
        }
    };
    on_threads(threads, work);
    counts.into_inner().expect("no thread panicked while it counted")
}

/// Two players that play each other, each with its own parameters.
struct Opponents<'a> {
    settings: &'a SearchSettings,
    interrupt: &'a AtomicBool,
    players: [Player; 2],
}

impl<'a> Opponents<'a> {
    fn new(settings: &'a SearchSettings, interrupt: &'a AtomicBool) -> Self {
        let players = [(); 2].map(|()| new_player(&settings.source));
        Self { settings, interrupt, players }
    }

    /// Plays a balanced opening with both colours; returns by how many points the first parameters won.
    fn play_pair(&mut self, tunings: &[Tuning; 2], rng: &mut SplitMix64) -> Option<f64> {
        for (player, tuning) in self.players.iter_mut().zip(*tunings) {
            player.set_tuning(tuning);
        }
        loop {
            let opening = random_opening(self.settings.variant, rng);
            let task = Task::from(&opening);
            let score = self.players[0].search_here(&task, &self.limits()).score?;
            if score.0.abs() > BALANCED {
                continue;
            }
            let mut points = 0.0;
            for first in Color::ALL {
                let result = self.play(opening.clone(), first)?;
                let white = f64::from(result.points()) * 2.0 - 1.0;
                points += if first == Color::White { white } else { -white };
            }
            return Some(points);
        }
    }

    /// Plays a game in which the first player has a colour; `None` if it was interrupted.
    fn play(&mut self, game: Game, first: Color) -> Option<WhiteResult> {
        for player in &mut self.players {
            player.clear();
        }
        let limits = self.limits();
        let end = play_game(
            game,
            Openings::Any,
            || self.interrupt.load(Relaxed),
            |game| {
                let player = &mut self.players[usize::from(game.turn() != first)];
                player.search_here(&Task::from(game), &limits)
            },
            |_, _, _| {},
        );
        match end {
            GameEnd::Finished(result) => Some(result),
            GameEnd::Unbalanced | GameEnd::Interrupted | GameEnd::Panicked => None,
        }
    }

    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.settings.nodes), multipv: 1, ..Limits::default() }
    }
}
