//! Turning the numbers of the search by games of the engine against itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use estopim_engine::tuning::Tuning;
use estopim_engine::{EvalSource, Limits, Player, SearchRules, Task};
use estopim_rules::{Color, Game, SplitMix64, Variant, with_rules};

use super::spsa::{Dial, Schedule, side_by_side, turn};
use crate::data::WhiteResult;
use crate::self_play::{BALANCED, GameEnd, Openings, new_player, play_game, random_opening};

/// Pairs of games by what the new numbers got of both: 0, ½, 1, 1½ or 2 points.
pub type PairScores = [u64; 5];

/// How the numbers of the search are turned.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The game.
    pub variant: Variant,
    /// Nodes a move.
    pub nodes: u64,
    /// What positions are evaluated by.
    pub source: EvalSource,
    /// How long and how boldly.
    pub schedule: Schedule,
}

/// A step is this part of the values that make sense, and at least one.
const STEPS: f64 = 16.0;

/// Turns the numbers of a game's search until there are enough pairs of games or `interrupt` is set, and tells
/// after each pair how many there are and where the numbers stand, in the order of [`Tuning::KNOBS`].
pub fn tune_search(
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    tell: impl Fn(u64, &[f64]) + Sync,
) -> Tuning {
    let start = numbers_of(settings.variant);
    let dials = Tuning::KNOBS.iter().zip(start.values()).map(|(knob, value)| {
        let (least, most) = (f64::from(knob.least), f64::from(knob.most));
        Dial { value: value.into(), least, most, step: ((most - least) / STEPS).max(1.0) }
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
    let values = |dials: &[Dial]| -> Vec<f64> { dials.iter().map(|dial| dial.value).collect() };
    let tell = |pairs: u64, dials: &[Dial]| tell(pairs, &values(dials));
    set(&values(&turn(&settings.schedule, dials.collect(), interrupt, player, tell)))
}

/// The numbers with which a game is searched.
pub fn numbers_of(variant: Variant) -> Tuning {
    with_rules!(variant, R => <R as SearchRules>::TUNING)
}

/// Lets other numbers play against those of the game until there are enough pairs or `interrupt` is set, and
/// tells after each pair how they stand. The rate of the schedule does not matter.
pub fn try_numbers(
    settings: &SearchSettings,
    numbers: Tuning,
    interrupt: &AtomicBool,
    tell: impl Fn(&PairScores) + Sync,
) -> PairScores {
    let Schedule { pairs, seed, threads, .. } = settings.schedule;
    let sides = [numbers, numbers_of(settings.variant)];
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
    side_by_side(threads, work);
    counts.into_inner().expect("no thread panicked while it counted")
}

/// Two players that play each other, each with its own numbers.
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

    /// Plays a balanced opening with both colours; returns by how many points the first numbers won.
    fn play_pair(&mut self, numbers: &[Tuning; 2], rng: &mut SplitMix64) -> Option<f64> {
        for (player, numbers) in self.players.iter_mut().zip(*numbers) {
            player.set_tuning(numbers);
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
            GameEnd::Unbalanced | GameEnd::Interrupted => None,
        }
    }

    fn limits(&self) -> Limits {
        Limits { nodes: Some(self.settings.nodes), lines: 1, ..Limits::default() }
    }
}
