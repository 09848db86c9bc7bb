//! [`SearchRules`]: what the search needs to know about a game beyond its rules.

use estopim_rules::attacks::pawn_attacks;
use estopim_rules::variants::{ClassicRuleset, SimpleRuleset, StrictRuleset, explosive_targets};
use estopim_rules::{
    Atomic, AtomicRuleset, Bitboard, Board, Chess, Move, PawnBattle, Position, Rank, Role, Rules,
    Square,
};

use crate::eval::{self, KINGED, KINGLESS, Layout, TermSink};
use crate::levels::{self, Handicaps, Learners};
use crate::see::{RoleValues, blast_balance, see_ge};
use crate::tuning::{self, Tuning};

/// The dangers of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// It is in check.
    pub check: bool,
    /// The opponent could win at once if it were to move. Check does not count.
    pub endangered: bool,
}

impl Danger {
    /// Whether there is any.
    #[inline(always)]
    pub fn any(self) -> bool {
        self.check || self.endangered
    }
}

/// A game that can be searched.
pub trait SearchRules: Rules {
    /// Whether null-move pruning is sound: passing is nearly always worse than moving, so zugzwang is rare.
    const NULL_MOVE: bool = true;
    /// The terms of the hand-crafted evaluation.
    const LAYOUT: Layout = KINGED;
    /// The weights of those terms.
    const WEIGHTS: &'static str;
    /// The search parameters.
    const TUNING: Tuning;
    /// What pieces are worth in exchanges.
    const VALUES: RoleValues;
    /// The handicaps of the levels that search.
    const HANDICAPS: &'static Handicaps = &levels::ORTHODOX;
    /// How the beginner levels see the game.
    const LEARNERS: &'static Learners = &levels::LEARN_ORTHODOX;

    /// A move that wins the game at once.
    fn winning_move(pos: &Position<Self>) -> Option<Move>;

    /// The dangers of the side to move.
    fn danger(pos: &Position<Self>) -> Danger;

    /// Computes the terms that depend on pawns and kings alone.
    #[inline(always)]
    fn pawn_terms<S: TermSink>(pos: &Position<Self>, sink: &mut S) {
        eval::kinged::pawn_terms(pos, sink);
    }

    /// Computes all other terms of a position.
    #[inline(always)]
    fn piece_terms<S: TermSink>(pos: &Position<Self>, sink: &mut S) {
        eval::kinged::piece_terms(pos, sink);
    }

    /// Static exchange evaluation (SEE): whether a move, followed by captures on its square, gains at least `threshold`
    /// centipawns.
    fn see_ge(pos: &Position<Self>, mv: Move, threshold: i32) -> bool;

    /// As [`Self::see_ge`], for a capture whose [`Self::capture_value`] is known.
    #[inline(always)]
    fn capture_see_ge(pos: &Position<Self>, mv: Move, _value: i32, threshold: i32) -> bool {
        Self::see_ge(pos, mv, threshold)
    }

    /// The value by which captures are ordered, in centipawns: most valuable victim first.
    fn capture_value(pos: &Position<Self>, mv: Move) -> i32 {
        let values = &Self::VALUES;
        let victim = pos.board().role_at(mv.to()).unwrap_or(Role::Pawn);
        let promotion = mv.promotes_to().map_or(0, |role| values[role.index()]);
        values[victim.index()] + promotion
    }
}

impl SearchRules for Chess {
    const WEIGHTS: &'static str = include_str!("../weights/chess.txt");
    const TUNING: Tuning = tuning::CHESS;
    const VALUES: RoleValues = [100, 320, 330, 500, 950, 10_000];

    #[inline(always)]
    fn winning_move(_: &Position<Self>) -> Option<Move> {
        None
    }

    #[inline(always)]
    fn danger(pos: &Position<Self>) -> Danger {
        Danger { check: pos.is_check(), endangered: false }
    }

    #[inline(always)]
    fn see_ge(pos: &Position<Self>, mv: Move, threshold: i32) -> bool {
        see_ge(pos, mv, threshold, &Self::VALUES)
    }
}

/// What differs between the atomic games in search.
#[allow(missing_docs)]
pub trait AtomicSearch: AtomicRuleset {
    const WEIGHTS: &'static str;

    /// Whether the side is in check whose [`explosive_targets`] are `targets`.
    fn is_check(board: &Board, targets: Bitboard) -> bool;
}

impl AtomicSearch for ClassicRuleset {
    const WEIGHTS: &'static str = include_str!("../weights/atomic.txt");

    /// Kings that touch are not among the targets: to capture one would take the other.
    #[inline(always)]
    fn is_check(board: &Board, targets: Bitboard) -> bool {
        targets.meets(board.role(Role::King))
    }
}

impl AtomicSearch for StrictRuleset {
    const WEIGHTS: &'static str = include_str!("../weights/strictatomic.txt");

    #[inline(always)]
    fn is_check(_: &Board, targets: Bitboard) -> bool {
        targets.any()
    }
}

impl AtomicSearch for SimpleRuleset {
    const WEIGHTS: &'static str = include_str!("../weights/simpleatomic.txt");

    #[inline(always)]
    fn is_check(_: &Board, _: Bitboard) -> bool {
        false
    }
}

impl<A: AtomicSearch> SearchRules for Atomic<A> {
    const WEIGHTS: &'static str = A::WEIGHTS;
    const TUNING: Tuning = tuning::ATOMIC;
    const HANDICAPS: &'static Handicaps = &levels::EXPLOSIVE;
    const LEARNERS: &'static Learners = &levels::LEARN_EXPLOSIVE;
    const VALUES: RoleValues = [100, 250, 250, 400, 900, 20_000];

    /// A capture beside the enemy king explodes it.
    #[inline]
    fn winning_move(pos: &Position<Self>) -> Option<Move> {
        let (board, us) = (pos.board(), pos.turn());
        if let Some(to) = explosive_targets(board, !us).first() {
            let from = board.attackers_but_king(to, us, board.occupied()).first()?;
            let promotes = Self::PROMOTES
                && board.role(Role::Pawn).has(from)
                && to.rank() == Rank::R8.relative_to(us);
            return Some(if promotes {
                Move::promotion(from, to, Role::Queen)
            } else {
                Move::normal(from, to)
            });
        }
        // An en passant capture explodes around its target square.
        let to = pos.en_passant()?;
        let near = |king: Option<Square>| {
            king.is_some_and(|king| estopim_rules::attacks::king_attacks(to).has(king))
        };
        if near(board.king(!us)) && !near(board.king(us)) {
            let from = pawn_attacks(!us, to) & board.pieces(us, Role::Pawn);
            return from.first().map(|from| Move::en_passant(from, to));
        }
        None
    }

    #[inline]
    fn danger(pos: &Position<Self>) -> Danger {
        let targets = explosive_targets(pos.board(), pos.turn());
        Danger { check: A::is_check(pos.board(), targets), endangered: targets.any() }
    }

    /// An exchange ends with the first capture; a quiet move exchanges nothing.
    #[inline(always)]
    fn see_ge(pos: &Position<Self>, mv: Move, threshold: i32) -> bool {
        let balance = if pos.is_capture(mv) { blast_balance(pos, mv, &Self::VALUES) } else { 0 };
        balance >= threshold
    }

    #[inline(always)]
    fn capture_see_ge(_: &Position<Self>, _: Move, value: i32, threshold: i32) -> bool {
        value >= threshold
    }

    #[inline(always)]
    fn capture_value(pos: &Position<Self>, mv: Move) -> i32 {
        blast_balance(pos, mv, &Self::VALUES)
    }
}

impl SearchRules for PawnBattle {
    /// Many endgames here are decided by zugzwang.
    const NULL_MOVE: bool = false;
    const LAYOUT: Layout = KINGLESS;
    const WEIGHTS: &'static str = include_str!("../weights/pawnbattle.txt");
    const TUNING: Tuning = tuning::PAWN_BATTLE;
    const VALUES: RoleValues = [250, 320, 330, 500, 950, 0];
    const HANDICAPS: &'static Handicaps = &levels::PAWNS;
    const LEARNERS: &'static Learners = &levels::LEARN_PAWNS;

    /// A pawn reaches the last rank, or the last enemy pawn is captured.
    fn winning_move(pos: &Position<Self>) -> Option<Move> {
        let (board, us) = (pos.board(), pos.turn());
        let home = Bitboard::rank(Rank::R8.relative_to(us));
        let ready = board.pieces(us, Role::Pawn) & home.back(us);
        for from in ready {
            let ahead = Bitboard::of(from).ahead(us) & !board.occupied();
            let sideways = pawn_attacks(us, from) & board.color(!us);
            if let Some(to) = (ahead | sideways).first() {
                return Some(Move::normal(from, to));
            }
        }
        let last = board.pieces(!us, Role::Pawn).single()?;
        if let Some(from) = board.attackers(last, us, board.occupied()).first() {
            return Some(Move::normal(from, last));
        }
        let to = pos.en_passant()?;
        let from = (pawn_attacks(!us, to) & board.pieces(us, Role::Pawn)).first()?;
        Some(Move::en_passant(from, to))
    }

    fn danger(_: &Position<Self>) -> Danger {
        Danger { check: false, endangered: false }
    }

    #[inline(always)]
    fn pawn_terms<S: TermSink>(_: &Position<Self>, _: &mut S) {}

    #[inline(always)]
    fn piece_terms<S: TermSink>(pos: &Position<Self>, sink: &mut S) {
        eval::kingless::terms(pos, sink);
    }

    #[inline(always)]
    fn see_ge(pos: &Position<Self>, mv: Move, threshold: i32) -> bool {
        see_ge(pos, mv, threshold, &Self::VALUES)
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{Variant, with_rules};
    use rstest::rstest;

    use super::*;
    use crate::walks::each_position;

    #[rstest]
    fn wins_and_dangers_are_those_that_playing_every_move_shows(
        #[values(0, 1, 2, 3, 4)] game: usize,
    ) {
        with_rules!(Variant::ALL[game], R => check::<R>());
    }

    fn check<R: SearchRules>() {
        let wins = |pos: &Position<R>| {
            let ends_well = |&mv: &Move| {
                R::terminal(&pos.after(mv)).is_some_and(|end| end.winner() == Some(pos.turn()))
            };
            pos.legal_moves().iter().copied().find(ends_well)
        };
        let (mut won, mut endangered) = (0, 0);
        each_position::<R>(|pos| {
            if R::terminal(pos).is_some() {
                return;
            }
            let found = R::winning_move(pos);
            assert_eq!(found.is_some(), wins(pos).is_some(), "{}", pos.fen());
            if let Some(mv) = found {
                assert!(pos.legal_moves().contains(&mv), "{} {mv:?}", pos.fen());
                won += 1;
            }
            let danger = R::danger(pos);
            assert_eq!(danger.check, pos.is_check(), "{}", pos.fen());
            if R::EXPLODES {
                let open = wins(&pos.null_move()).is_some();
                assert_eq!(danger.endangered, open, "{}", pos.fen());
                endangered += i32::from(open);
            }
        });
        // Chess has neither.
        assert_eq!(won + endangered > 20, R::EXPLODES || !R::HAS_KINGS, "{won} {endangered}");
    }
}
