//! How strong the computer plays: twelve levels, from beginner to full strength.
//!
//! The first three imitate beginners ([`Attention`]). The others search: a weaker one searches less, evaluates less
//! exactly and overlooks replies. So a level limits the nodes, scores some moves by their static evaluation alone, as
//! if there were no reply, and then takes the best move after random noise is added to the scores. The levels next to
//! full strength only search less.

use estopim_rules::{AnyPosition, Move, Position, SplitMix64, with_position};
use thiserror::Error;

use crate::attention::Attention;
use crate::endgames::TableUse;
use crate::player::{Player, Task};
use crate::score::Score;
use crate::search::{Best, Limits, Pv, SearchInfo};
use crate::tt::Bound;
use crate::variant_search::SearchRules;

/// A level from 1 to 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The number is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("levels go from 1 to {max}, found {0}", max = Level::FULL.number())]
pub struct LevelError(u8);

/// What makes a level weak.
struct Handicap {
    /// How many nodes it looks at; `None` for no limit.
    nodes: Option<u64>,
    /// The standard deviation of the noise added to scores, in centipawns.
    noise: f64,
    /// How many moves of a thousand are scored by their static evaluation alone.
    oversights: usize,
}

const fn weak(nodes: u64, noise: f64, oversights: usize) -> Handicap {
    Handicap { nodes: Some(nodes), noise, oversights }
}

/// How many levels there are.
const COUNT: usize = LEARNERS + SEARCHERS;
/// How many of them imitate beginners.
const LEARNERS: usize = 3;
/// How many of them search.
const SEARCHERS: usize = 9;

/// The approximate Elo of each level. The differences are about those measured in matches of one level against the
/// next; the starting point is a guess.
const ELO: [u32; COUNT] = [100, 250, 550, 725, 950, 1175, 1400, 1625, 1850, 2075, 2300, 2525];

/// How the beginner levels see a game, the weakest first.
pub type Learners = [Attention; LEARNERS];

const fn learner(plies: u32, oversight: f64, noise: f64) -> Attention {
    Attention { plies, oversight, noise }
}

/// For games in which pieces are lost one at a time.
pub const LEARN_ORTHODOX: Learners =
    [learner(2, 0.5, 120.0), learner(3, 0.25, 60.0), learner(6, 0.01, 10.0)];

/// For games in which captures explode.
pub const LEARN_EXPLOSIVE: Learners =
    [learner(2, 0.8, 200.0), learner(2, 0.5, 120.0), learner(3, 0.05, 25.0)];

/// For games in which most pieces are pawns.
pub const LEARN_PAWNS: Learners =
    [learner(2, 0.7, 170.0), learner(3, 0.25, 60.0), learner(6, 0.02, 10.0)];

/// What makes the levels that search weak, the weakest first.
pub struct Handicaps([Handicap; SEARCHERS]);

/// For games in which an oversight costs a piece.
pub const ORTHODOX: Handicaps = Handicaps([
    weak(3_100, 51.5, 46),
    weak(6_000, 38.0, 27),
    weak(12_000, 26.2, 13),
    weak(18_500, 19.5, 9),
    weak(28_000, 12.5, 5),
    weak(37_000, 7.5, 2),
    weak(23_000, 0.0, 0),
    weak(57_000, 0.0, 0),
    FULL_STRENGTH,
]);

/// For games in which an oversight costs the game: levels differ less unless the stronger one searches much more.
pub const EXPLOSIVE: Handicaps = Handicaps([
    weak(690, 114.0, 174),
    weak(2_000, 65.0, 82),
    weak(4_700, 41.0, 42),
    weak(9_300, 28.0, 21),
    weak(20_000, 16.3, 8),
    weak(33_000, 7.5, 3),
    weak(25_000, 0.0, 0),
    weak(70_000, 0.0, 0),
    FULL_STRENGTH,
]);

/// For games in which an oversight costs a pawn, and a pawn may decide the game.
pub const PAWNS: Handicaps = Handicaps([
    weak(3_100, 51.5, 46),
    weak(5_600, 39.3, 28),
    weak(10_500, 28.6, 15),
    weak(18_600, 19.0, 8),
    weak(30_000, 10.9, 3),
    weak(38_000, 4.0, 1),
    weak(33_000, 0.0, 0),
    weak(80_000, 0.0, 0),
    FULL_STRENGTH,
]);

const FULL_STRENGTH: Handicap = Handicap { nodes: None, noise: 0.0, oversights: 0 };

/// Scores beyond this look alike to a weak player, in centipawns.
const MAX_SCORE: i32 = 3000;
/// How many moves a weak level compares (MultiPV).
const CANDIDATES: usize = 8;

impl Level {
    /// The weakest.
    pub const BEGINNER: Self = Self(1);
    /// The strongest.
    pub const FULL: Self = Self(COUNT as u8);
    /// The default.
    pub const DEFAULT: Self = Self(2);

    /// The level with this number.
    pub const fn new(number: u8) -> Result<Self, LevelError> {
        if 1 <= number && number <= Self::FULL.0 {
            Ok(Self(number))
        } else {
            Err(LevelError(number))
        }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::FULL.0).map(Self)
    }

    /// From 1 to 12.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// About how strong the level is.
    pub const fn elo(self) -> u32 {
        ELO[self.0 as usize - 1]
    }

    /// The strongest level that is not stronger than this.
    pub fn from_elo(elo: u32) -> Self {
        Self::all().filter(|level| level.elo() <= elo).last().unwrap_or(Self::BEGINNER)
    }

    /// The handicap of a level that searches; `None` for one that imitates a beginner.
    fn handicap(self, position: &AnyPosition) -> Option<&'static Handicap> {
        fn of<R: SearchRules>(_: &Position<R>) -> &'static Handicaps {
            R::HANDICAPS
        }
        let index = (usize::from(self.0) - 1).checked_sub(LEARNERS)?;
        with_position!(position, pos => of(pos)).0.get(index)
    }

    /// Whether this is full strength.
    pub const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    /// Chooses a move as this level would, within `limits`. `seed` makes its errors reproducible.
    pub fn choose(self, player: &mut Player, task: &Task, mut limits: Limits, seed: u64) -> Best {
        if self.is_full() {
            return player.search(task, limits, |_| {});
        }
        let Some(handicap) = self.handicap(&task.position) else {
            return self.choose_as_learner(player, &task.position, seed);
        };
        limits.tables = TableUse::Forbidden;
        let mut rng = SplitMix64::new(seed ^ task.position.key().0);
        let nodes = handicap.nodes.unwrap_or(u64::MAX);
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        // Without noise the best move alone matters.
        limits.multipv = if handicap.noise > 0.0 { CANDIDATES } else { 1 };
        let mut weighed = Weighed::default();
        let best = player.search(task, limits, |report| {
            if report.bound == Bound::Exact {
                weighed.hear(report);
            }
        });
        let mut candidates = weighed.candidates();
        // Even a weak level plays a forced win that it has found.
        if best.score.is_some_and(Score::is_win) {
            return best;
        }
        let (seen, panic) = player.evaluate_moves_noting_panics(&task.position);
        let panic = best.panic.clone().or(panic);
        for (mv, score) in seen {
            if rng.below(1000) < handicap.oversights {
                candidates.retain(|(pv, _)| pv.first() != Some(&mv));
                candidates.push((Pv::from_iter([mv]), score));
            }
        }
        let chosen = candidates
            .into_iter()
            .map(|(pv, score)| {
                let seen = f64::from(score.0.clamp(-MAX_SCORE, MAX_SCORE));
                (seen + handicap.noise * rng.normal(), pv, score)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match chosen {
            Some((_, pv, score)) => Best { pv, score: Some(score), depth: best.depth, panic },
            None => Best { panic, ..best },
        }
    }
}

impl Level {
    /// Chooses a move as a beginner would.
    fn choose_as_learner(self, player: &mut Player, position: &AnyPosition, seed: u64) -> Best {
        fn weigh<R: SearchRules>(
            pos: &Position<R>,
            level: Level,
            evaluated: &[(Move, Score)],
            seed: u64,
        ) -> Vec<(Move, f64)> {
            R::LEARNERS[usize::from(level.0) - 1].weigh(pos, evaluated, seed)
        }
        let (evaluated, panic) = player.evaluate_moves_noting_panics(position);
        let seed = seed ^ position.key().0;
        let weighed = with_position!(position, pos => weigh(pos, self, &evaluated, seed));
        let best = weighed.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let pv: Pv = best.into_iter().map(|(mv, _)| mv).collect();
        let score = best.map(|(_, value)| Score((value as i32).clamp(-MAX_SCORE, MAX_SCORE)));
        Best { pv, score, depth: 0, panic }
    }
}

/// The principal variations of a search, at the last completed depth and at the one before.
#[derive(Default)]
struct Weighed {
    depth: i32,
    now: Vec<(Pv, Score)>,
    before: Vec<(Pv, Score)>,
}

impl Weighed {
    fn hear(&mut self, report: &SearchInfo) {
        if report.depth != self.depth {
            self.depth = report.depth;
            self.before = std::mem::take(&mut self.now);
        }
        self.now.push((report.pv.clone(), report.score));
    }

    /// The moves of the last depth. Those that only the depth before has scored follow with their old scores, capped
    /// below the scores found since.
    fn candidates(self) -> Vec<(Pv, Score)> {
        let mut candidates = self.now;
        let worst = candidates.iter().map(|(_, score)| *score).min();
        for (pv, score) in self.before {
            if candidates.iter().all(|(other, _)| other.first() != pv.first()) {
                candidates.push((pv, worst.map_or(score, |worst| score.min(worst - 1))));
            }
        }
        candidates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use estopim_rules::Square;

    const A: Move = Move::normal(Square::A1, Square::A2);
    const B: Move = Move::normal(Square::B1, Square::B2);
    const C: Move = Move::normal(Square::C1, Square::C2);

    /// The candidates after reports of a depth, a move and a score.
    fn weighed(told: &[(i32, Move, i32)]) -> Vec<(Move, i32)> {
        let mut weighed = Weighed::default();
        for &(depth, mv, score) in told {
            weighed.hear(&SearchInfo {
                depth,
                seldepth: 0,
                multipv: 1,
                score: Score(score),
                bound: Bound::Exact,
                pv: Pv::from_iter([mv]),
                nodes: 0,
            });
        }
        let candidates = weighed.candidates();
        candidates.into_iter().map(|(pv, score)| (pv[0], score.0)).collect()
    }

    #[test]
    fn a_move_that_a_later_depth_refutes_is_no_longer_liked() {
        assert_eq!(weighed(&[(1, A, 90), (2, B, 20)]), [(B, 20), (A, 19)]);
        assert_eq!(weighed(&[(1, A, 90), (2, B, 20), (3, B, 25)]), [(B, 25)]);
    }

    #[test]
    fn a_depth_broken_off_leaves_the_others_their_scores() {
        let told = [(1, A, 30), (1, B, 10), (1, C, -50), (2, A, 20)];
        assert_eq!(weighed(&told), [(A, 20), (B, 10), (C, -50)]);
    }
}
