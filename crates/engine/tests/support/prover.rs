//! Forced wins proven by exhaustive search: slow, but certain, to check the engine against.

use std::collections::HashMap;

use estopim_rules::{AnyPosition, Color, Key, Outcome, Position, Rules, with_position};

/// Looks for forced wins by trying every move against every reply.
pub struct Prover {
    /// In how many moves a position is known to be won, and in how many it is known not to be.
    known: HashMap<Key, Known>,
    left: u64,
}

#[derive(Clone, Copy, Default)]
struct Known {
    won_in: Option<u32>,
    not_in: u32,
}

/// The budget of positions was too small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("more positions would have to be looked at than allowed")]
pub struct TooHard;

impl Prover {
    /// A prover with a budget of positions.
    pub fn new(positions: u64) -> Self {
        Self { known: HashMap::new(), left: positions }
    }

    /// In how many moves, at most `most`, the side to move can force a win; `None` if it cannot. Repetitions
    /// and move counters are not looked at: a shortest win needs neither.
    pub fn shortest_win(
        &mut self,
        position: &AnyPosition,
        most: u32,
    ) -> Result<Option<u32>, TooHard> {
        with_position!(position, position => self.shortest(position, most))
    }

    fn shortest<R: Rules>(
        &mut self,
        position: &Position<R>,
        most: u32,
    ) -> Result<Option<u32>, TooHard> {
        for moves in 1..=most {
            if self.wins_in(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Whether the side to move wins in `moves` moves or fewer, whatever the other does.
    fn wins_in<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Result<bool, TooHard> {
        let known = self.known.get(&position.key()).copied().unwrap_or_default();
        if known.won_in.is_some_and(|won| won <= moves) {
            return Ok(true);
        }
        if moves <= known.not_in {
            return Ok(false);
        }
        // A quicker win of the same move order is cheaper to look for.
        if moves > 1 && self.wins_in(position, moves - 1)? {
            return Ok(true);
        }
        let us = position.turn();
        let mut won = false;
        for mv in position.legal_moves() {
            if self.loses_in(&position.after(mv), us, moves - 1)? {
                won = true;
                break;
            }
        }
        let known = self.known.entry(position.key()).or_default();
        if won {
            known.won_in = Some(moves);
        } else {
            known.not_in = moves;
        }
        Ok(won)
    }

    /// Whether every move of the side to move lets `winner` win in `moves` moves, or the game is won by now.
    fn loses_in<R: Rules>(
        &mut self,
        position: &Position<R>,
        winner: Color,
        moves: u32,
    ) -> Result<bool, TooHard> {
        self.left = self.left.checked_sub(1).ok_or(TooHard)?;
        if let Some(outcome) = R::terminal(position) {
            return Ok(is_won(outcome, winner));
        }
        if moves == 0 {
            return Ok(!position.has_moves() && is_won(R::without_moves(position), winner));
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(is_won(R::without_moves(position), winner));
        }
        for mv in replies {
            let next = position.after(mv);
            if R::terminal(&next).is_some() || !self.wins_in(&next, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn is_won(outcome: Outcome, winner: Color) -> bool {
    outcome.winner() == Some(winner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::Variant;
    use rstest::rstest;

    #[rstest]
    #[case::back_rank(Variant::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Some(1))]
    #[case::two_rooks(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", Some(2))]
    #[case::stalemate_is_no_win(Variant::Chess, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", None)]
    #[case::queen_takes_beside_the_king(
        Variant::Atomic,
        "rnbqkbnr/pppp1ppp/8/4p2Q/8/4P3/PPPP1PPP/RNB1KBNR w KQkq - 0 3",
        Some(1)
    )]
    #[case::pawn_goes_home(Variant::PawnBattle, "8/8/4P3/8/p7/8/8/8 w - - 0 1", Some(2))]
    fn the_shortest_win_is_found(
        #[case] variant: Variant,
        #[case] fen: &str,
        #[case] expected: Option<u32>,
    ) {
        let position = AnyPosition::from_fen(variant, fen).expect("a sound position");
        assert_eq!(Prover::new(1_000_000).shortest_win(&position, 3), Ok(expected));
    }

    #[test]
    fn a_prover_that_may_look_at_little_says_so() {
        let position = AnyPosition::initial(Variant::Chess);
        assert_eq!(Prover::new(100).shortest_win(&position, 3), Err(TooHard));
    }
}
