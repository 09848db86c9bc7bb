//! [`SelfPlay`]: games of the engine against itself, and which of their positions are kept.

use estopim_engine::{Limits, Player, Score, Task};
use estopim_rules::{AnyPosition, Move, SplitMix64, Variant};

use super::Plan;
use crate::data::Record;
use crate::self_play::{
    GameEnd, Openings, WON, for_white, is_quiet, new_player, play_game, random_opening,
};

/// The hard node limit, as a multiple of the soft one.
const HARD_LIMIT_FACTOR: u64 = 5;

/// Plays games of the engine against itself.
pub struct SelfPlay {
    variant: Variant,
    nodes: u64,
    player: Player,
}

/// A position that waits for the result of its game.
struct Kept {
    position: AnyPosition,
    score: i16,
    ply: u16,
}

impl SelfPlay {
    pub fn new(plan: &Plan) -> Self {
        let player = new_player(&plan.source);
        Self { variant: plan.variant, nodes: plan.nodes.max(1), player }
    }

    /// Plays a game from a balanced opening and adds its positions; `None` if `is_interrupted` ended it.
    pub fn play(
        &mut self,
        rng: &mut SplitMix64,
        is_interrupted: impl Fn() -> bool,
        records: &mut Vec<Record>,
    ) -> Option<()> {
        let limits = Limits {
            soft_nodes: Some(self.nodes),
            nodes: Some(self.nodes.saturating_mul(HARD_LIMIT_FACTOR)),
            multipv: 1,
            ..Limits::default()
        };
        let mut kept = Vec::new();
        let result = loop {
            self.player.clear();
            let end = play_game(
                random_opening(self.variant, rng),
                Openings::Balanced,
                &is_interrupted,
                |game| self.player.search_here(&Task::from(game), &limits),
                |game, mv, score| {
                    if is_worth_keeping(game.position(), mv, score) {
                        let score = for_white(game.turn(), score) as i16;
                        let ply = game.ply_count() as u16;
                        kept.push(Kept { position: *game.position(), score, ply });
                    }
                },
            );
            match end {
                GameEnd::Finished(result) => break result,
                GameEnd::Unbalanced | GameEnd::Panicked => {}
                GameEnd::Interrupted => return None,
            }
        };
        records.extend(kept.into_iter().map(|Kept { position, score, ply }| {
            Record::new(&position, score, result, ply).expect("no game has more than 32 pieces")
        }));
        Some(())
    }
}

/// Whether a static evaluation can predict how the game goes on: the position is quiet, and not yet won.
fn is_worth_keeping(position: &AnyPosition, best: Move, score: Score) -> bool {
    score.0.abs() < WON
        && !position.is_capture(best)
        && best.promotes_to().is_none()
        && is_quiet(position)
}
