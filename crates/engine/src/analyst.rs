//! [`Analyst`]: the engine as the evaluator of reports.

use std::convert::Infallible;

use estopim_analysis::{Evaluate, Evaluation, Question};
use estopim_rules::{Game, Move};

use crate::player::{Player, Task};
use crate::score::Score;
use crate::search::Limits;

/// Evaluates positions at full strength, each within the same limits. With limits by nodes or depth, one thread and a player
/// that has been cleared, the same game is evaluated in the same way every time.
pub struct Analyst<'a> {
    player: &'a mut Player,
    limits: Limits,
}

impl<'a> Analyst<'a> {
    /// Evaluates by `player` within `limits`.
    pub fn new(player: &'a mut Player, limits: Limits) -> Self {
        Self { player, limits: Limits { multipv: 1, ..limits } }
    }
}

impl Evaluate for Analyst<'_> {
    type Error = Infallible;

    fn evaluate(&mut self, game: &Game, question: Question) -> Result<Evaluation, Infallible> {
        let mut limits = self.limits.clone();
        if let Question::Without(left_out) = question {
            let moves = game.position().legal_moves();
            limits.root_moves = moves.iter().copied().filter(|&mv| mv != left_out).collect();
        }
        limits.nodes = limits.nodes.map(|nodes| question.nodes(nodes));
        let best = self.player.search(&Task::from(game), limits, |_| {});
        let pv: Vec<Move> = best.pv.to_vec();
        let score = best.score.unwrap_or(Score::DRAW).for_white(game.turn());
        let depth = u32::try_from(best.depth).unwrap_or(0);
        Ok(Evaluation { score, depth, nodes: self.player.nodes(), pv })
    }
}

#[cfg(test)]
mod tests {
    use estopim_analysis::{Label, Reason, report};
    use estopim_rules::{PgnScore, Variant, WinReason};

    use super::*;

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    #[test]
    fn the_move_that_loses_the_king_is_a_blunder_with_its_reason() {
        let mut game = Game::new(Variant::Atomic);
        // 1…h6 lets the knight come to e5, from where it takes beside the king on f7 or on d7.
        for text in ["g1f3", "h7h6", "f3e5", "a7a6", "e5f7"] {
            game.play_uci(text).expect("the move is legal");
        }
        let mut player = Player::new(4, 1);
        let mut made = || {
            player.clear();
            let mut analyst = Analyst::new(&mut player, nodes(20_000));
            report(&game, &mut analyst, |_, _| {}).expect("the engine always answers")
        };
        let report = made();
        assert_eq!(report, made(), "a report is reproducible");
        let blunder = &report.plies[1];
        assert_eq!(blunder.label, Some(Label::Blunder), "{blunder:?}");
        assert!(
            matches!(
                blunder.reason,
                Some(Reason::AllowsWin { moves: 2, by: Some(WinReason::KingExploded), .. })
            ),
            "{blunder:?}"
        );
        assert!(!blunder.better.is_empty());
        assert_eq!(report.plies[3].evaluation.score, PgnScore::MateIn(1));
        assert_eq!(report.plies[4].label, None, "taking the king is no fault");
    }

    #[test]
    fn the_second_best_move_is_another_one() {
        let game = Game::new(Variant::Chess);
        let mut player = Player::new(4, 1);
        let mut analyst = Analyst::new(&mut player, nodes(4000));
        let Ok(best) = analyst.evaluate(&game, Question::Best);
        let first = best.best().expect("there are moves");
        let Ok(other) = analyst.evaluate(&game, Question::Without(first));
        assert!(other.best().is_some_and(|mv| mv != first));
        assert!(other.nodes < best.nodes);
    }
}
