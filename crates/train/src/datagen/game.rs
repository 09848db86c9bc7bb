//! [`SelfPlay`]: one game of the engine against itself, and which of its positions are kept.

use estopim_engine::{Best, Limits, Player, Score, Task};
use estopim_rules::{AnyPosition, Color, Game, Move, SplitMix64, Variant};

use super::Plan;
use super::opening::{is_calm, random_opening};
use crate::data::{Record, WhiteResult};

/// Enough for the nodes of a game, and small enough to be cleared before each.
pub const TABLE_MB: usize = 2;
/// A depth that takes so many times the nodes planned is broken off.
const PATIENCE: u64 = 5;
/// An opening is played on if its first search finds no greater advantage than this, in centipawns.
pub const BALANCED: i32 = 500;
/// From here on a game counts as decided, in centipawns, once so many plies in a row say so.
const DECIDED: i32 = 2000;
const DECIDED_PLIES: u32 = 4;
/// Up to here a game counts as drawn, in centipawns, once so many plies in a row say so, but not before it is
/// so many plies old.
const LEVEL: i32 = 8;
const LEVEL_PLIES: u32 = 12;
const LEVEL_FROM: usize = 60;
/// Games that go nowhere are given up as drawn after so many plies.
const LONGEST_GAME: usize = 400;

/// Plays games of the engine against itself.
pub struct SelfPlay {
    variant: Variant,
    nodes: u64,
    player: Player,
}

/// A position that is kept until the result of its game is known.
struct Kept {
    position: AnyPosition,
    score: i16,
    ply: u16,
}

impl SelfPlay {
    pub fn new(plan: &Plan) -> Self {
        let mut player = Player::new(TABLE_MB, 1);
        player.set_evaluation(plan.source.clone());
        Self { variant: plan.variant, nodes: plan.nodes.max(1), player }
    }

    /// Plays a game from a balanced opening and adds its positions; `None` if `is_over` broke it off.
    pub fn play(
        &mut self,
        rng: &mut SplitMix64,
        is_over: impl Fn() -> bool,
        records: &mut Vec<Record>,
    ) -> Option<()> {
        let mut game = random_opening(self.variant, rng);
        self.player.clear();
        let mut judge = Judge::default();
        let mut kept = Vec::new();
        let result = loop {
            if is_over() {
                return None;
            }
            if let Some(outcome) = game.outcome() {
                break WhiteResult::of(outcome.winner());
            }
            let best = self.search(&game);
            let (Some(mv), Some(score)) = (best.mv(), best.score) else {
                break WhiteResult::Draw;
            };
            if !judge.has_begun() && score.0.abs() > BALANCED {
                game = random_opening(self.variant, rng);
                self.player.clear();
                continue;
            }
            if let Some(result) = judge.hear(&game, score) {
                break result;
            }
            if is_worth_keeping(game.position(), mv, score) {
                let score = for_white(game.turn(), score) as i16;
                kept.push(Kept { position: *game.position(), score, ply: game.ply_count() as u16 });
            }
            game.play(mv).expect("the engine plays legal moves");
        };
        records.extend(kept.into_iter().map(|Kept { position, score, ply }| {
            Record::new(&position, score, result, ply).expect("no game has more than 32 men")
        }));
        Some(())
    }

    fn search(&mut self, game: &Game) -> Best {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes.saturating_mul(PATIENCE)),
            lines: 1,
            ..Limits::default()
        };
        self.player.search_here(&Task::from(game), &limits)
    }
}

/// Whether an evaluation could foretell how the game goes on: nothing is about to happen, and nothing is
/// decided yet.
fn is_worth_keeping(position: &AnyPosition, best: Move, score: Score) -> bool {
    score.0.abs() < DECIDED
        && !position.is_capture(best)
        && best.promotes_to().is_none()
        && is_calm(position)
}

fn for_white(turn: Color, score: Score) -> i32 {
    match turn {
        Color::White => score.0,
        Color::Black => -score.0,
    }
}

/// Ends games that the scores have decided.
#[derive(Default)]
pub struct Judge {
    heard: u32,
    /// Plies in a row for which White, or Black, has been winning.
    decided: [u32; 2],
    level: u32,
}

impl Judge {
    fn has_begun(&self) -> bool {
        self.heard > 0
    }

    /// Hears what the side to move thinks, and says how the game ends if that is plain.
    pub fn hear(&mut self, game: &Game, score: Score) -> Option<WhiteResult> {
        self.heard += 1;
        let white = for_white(game.turn(), score);
        for (color, score) in [(Color::White, white), (Color::Black, -white)] {
            let plies = &mut self.decided[color.index()];
            *plies = if score > DECIDED { *plies + 1 } else { 0 };
            // What is forced needs no waiting.
            if *plies >= DECIDED_PLIES || Score(score).is_win() {
                return Some(WhiteResult::of(Some(color)));
            }
        }
        let is_level = white.abs() <= LEVEL && game.ply_count() >= LEVEL_FROM;
        self.level = if is_level { self.level + 1 } else { 0 };
        let is_drawn = self.level >= LEVEL_PLIES || game.ply_count() >= LONGEST_GAME;
        is_drawn.then_some(WhiteResult::Draw)
    }
}
