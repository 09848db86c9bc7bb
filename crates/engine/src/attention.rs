//! How a beginner looks at the board. The first levels play like this.
//!
//! They look a few plies ahead at checks, captures and promotions, count material, and overlook things as people do:
//! moves over a long distance, moves backwards, lines that are longer, a blast that takes more than the piece that is
//! captured. A reply that is overlooked is overlooked after every root move. Among moves that look equal the static
//! evaluation and random noise decide.

use estopim_rules::{Bitboard, Move, Outcome, Position, Role, SplitMix64};

use crate::score::Score;
use crate::variant_search::SearchRules;

/// How far a beginner looks, and how much is overlooked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attention {
    /// How many plies are looked ahead, the player's own move included.
    pub plies: u32,
    /// The probability of overlooking an easy capture or check: a short forward move at the first ply. The factors
    /// below raise it.
    pub oversight: f64,
    /// The standard deviation of the noise added to scores, in centipawns.
    pub noise: f64,
}

/// The score of a win, well above all material.
const WIN: i32 = 20_000;
/// The weight of the static evaluation beside material, and its limit in centipawns.
const EVAL_SHARE: f64 = 0.3;
const MAX_EVAL: f64 = 150.0;
/// The highest probability of overlooking a move.
const MAX_OVERSIGHT: f64 = 0.97;

/// Factors on the probability of overlooking a move.
mod factor {
    /// For each square beyond two that a move goes.
    pub const DISTANCE: f64 = 0.3;
    /// For a move backwards.
    pub const BACKWARDS: f64 = 1.4;
    /// For a capture whose blast takes more than the captured piece.
    pub const BLAST: f64 = 1.4;
    /// For each ply beyond the first.
    pub const DEPTH: f64 = 0.5;
    /// For a capture of the piece that has just moved.
    pub const RECAPTURE: f64 = 0.4;
}

impl Attention {
    /// Every move with its estimated score, given the static evaluations of the positions after each move. `seed`
    /// decides what is overlooked.
    pub(crate) fn weigh<R: SearchRules>(
        &self,
        pos: &Position<R>,
        evaluated: &[(Move, Score)],
        seed: u64,
    ) -> Vec<(Move, f64)> {
        let mut rng = SplitMix64::new(seed);
        let look = Look { attention: self, seed };
        let weigh = |&(mv, score): &(Move, Score)| {
            let seen = if look.is_overlooked(pos, mv, None, 0) {
                balance(pos)
            } else {
                -look.value(&pos.after(mv), mv, 1, -WIN, WIN)
            };
            let eval = (f64::from(score.0) * EVAL_SHARE).clamp(-MAX_EVAL, MAX_EVAL);
            (mv, f64::from(seen) + eval + self.noise * rng.normal())
        };
        evaluated.iter().map(weigh).collect()
    }
}

/// The search of one position.
struct Look<'a> {
    attention: &'a Attention,
    seed: u64,
}

impl Look<'_> {
    /// The estimated score of a position for the side to move, `ply` plies from the root, after the move `last`.
    fn value<R: SearchRules>(
        &self,
        pos: &Position<R>,
        last: Move,
        ply: u32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(outcome) = pos.outcome() {
            return end_value(outcome, pos);
        }
        // Stand pat: there is nearly always a quiet move that keeps the material.
        alpha = alpha.max(balance(pos));
        if ply >= self.attention.plies {
            return alpha;
        }
        for mv in pos.legal_moves() {
            if alpha >= beta {
                break;
            }
            let next = pos.after(mv);
            let stands_out = pos.is_capture(mv)
                || mv.promotes_to().is_some()
                || R::terminal(&next).is_some()
                || pos.gives_check(mv);
            if stands_out && !self.is_overlooked(pos, mv, Some(last), ply) {
                alpha = alpha.max(-self.value(&next, mv, ply + 1, -beta, -alpha));
            }
        }
        alpha
    }

    /// Whether a move is overlooked. It depends on the move and the ply alone, not on the other moves.
    fn is_overlooked<R: SearchRules>(
        &self,
        pos: &Position<R>,
        mv: Move,
        last: Option<Move>,
        ply: u32,
    ) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let files = from.file().index().abs_diff(to.file().index());
        let ranks = from.rank().index().abs_diff(to.rank().index());
        let mut share = self.attention.oversight;
        share *= 1.0 + factor::DISTANCE * files.max(ranks).saturating_sub(2) as f64;
        share *= 1.0 + factor::DEPTH * f64::from(ply);
        if to.rank().relative_to(pos.turn()) < from.rank().relative_to(pos.turn()) {
            share *= factor::BACKWARDS;
        }
        let is_capture = pos.is_capture(mv);
        if is_capture && (pos.emptied_by(mv) & !Bitboard::of(to) & !Bitboard::of(from)).any() {
            share *= factor::BLAST;
        }
        if is_capture && last.is_some_and(|last| last.to() == to) {
            share *= factor::RECAPTURE;
        }
        let number = (from.index() * 64 + to.index()) as u64 * 16 + u64::from(ply) + 1;
        let drawn = SplitMix64::stream(self.seed, number).unit();
        drawn < share.min(MAX_OVERSIGHT)
    }
}

/// The material balance for the side to move, in centipawns.
fn balance<R: SearchRules>(pos: &Position<R>) -> i32 {
    let (us, them) = (pos.turn(), !pos.turn());
    let of_role = |role: Role| {
        let count = |color| pos.board().pieces(color, role).count() as i32;
        (count(us) - count(them)) * R::VALUES[role.index()]
    };
    Role::ALL.into_iter().filter(|&role| role != Role::King).map(of_role).sum()
}

fn end_value<R: SearchRules>(outcome: Outcome, pos: &Position<R>) -> i32 {
    match outcome.winner() {
        Some(winner) if winner == pos.turn() => WIN,
        Some(_) => -WIN,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{Atomic, Chess, variants::ClassicRuleset};

    use super::*;

    const SHARP: Attention = Attention { plies: 3, oversight: 0.0, noise: 0.0 };
    const BLIND: Attention = Attention { plies: 3, oversight: 10.0, noise: 0.0 };

    fn favourite<R: SearchRules>(fen: &str, attention: Attention, seed: u64) -> String {
        let pos: Position<R> = Position::from_fen(fen).expect("a position");
        let alike: Vec<(Move, Score)> =
            pos.legal_moves().into_iter().map(|mv| (mv, Score::DRAW)).collect();
        let weighed = attention.weigh(&pos, &alike, seed);
        let best = weighed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("a move");
        pos.uci(best.0)
    }

    #[test]
    fn who_overlooks_nothing_takes_what_is_free_and_what_wins() {
        assert_eq!(favourite::<Chess>("k7/8/1p6/p6r/Q7/8/8/K6R w - - 0 1", SHARP, 1), "h1h5");
        assert_eq!(favourite::<Chess>("7k/6pp/8/1r6/8/8/1Q6/K3R3 w - - 0 1", SHARP, 1), "e1e8");
        let fen = "4k3/4p3/8/8/8/8/8/K3R2q w - - 0 1";
        assert_eq!(favourite::<Atomic<ClassicRuleset>>(fen, SHARP, 1), "e1e7");
    }

    #[test]
    fn who_overlooks_everything_sees_no_difference() {
        let pos: Position<Chess> =
            Position::from_fen("k7/8/1p6/p6r/Q7/8/8/K6R w - - 0 1").expect("a position");
        let alike: Vec<(Move, Score)> =
            pos.legal_moves().into_iter().map(|mv| (mv, Score::DRAW)).collect();
        // A few are still seen: the probability of an oversight is below one.
        let weighed = BLIND.weigh(&pos, &alike, 1);
        let seen = f64::from(balance(&pos));
        let alike = weighed.iter().filter(|(_, value)| (value - seen).abs() < 1.0).count();
        assert!(alike * 10 >= weighed.len() * 8, "{weighed:?}");
    }

    #[test]
    fn far_things_are_overlooked_more_often_than_near_ones() {
        let attention = Attention { plies: 1, oversight: 0.3, noise: 0.0 };
        let times_seen = |fen: &str, wanted: &str| {
            let pos: Position<Chess> = Position::from_fen(fen).expect("a position");
            let mv = pos.parse_uci(wanted).expect("a move");
            let seen = |seed: &u64| {
                attention.weigh(&pos, &[(mv, Score::DRAW)], *seed)[0].1 > f64::from(balance(&pos))
            };
            (0..1_000).filter(seen).count()
        };
        let near = times_seen("k7/8/8/8/8/8/7r/K6R w - - 0 1", "h1h2");
        let far = times_seen("k6r/8/8/8/8/8/8/K6R w - - 0 1", "h1h8");
        assert!((650..750).contains(&near) && (200..300).contains(&far), "{near} {far}");
    }
}
