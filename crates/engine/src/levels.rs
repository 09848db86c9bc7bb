//! How strong the computer plays: ten levels, from beginner to full strength.
//!
//! A weak player sees less far, judges less surely and overlooks replies; it does not play at random. So a
//! level limits how many nodes are searched, judges some moves at first sight, as if there were no reply, and
//! then takes the move that looks best to somebody whose judgement is off by so many centipawns.

use estopim_rules::{AnyPosition, Move, Position, with_position};
use thiserror::Error;

use crate::chance::Chance;
use crate::player::{Player, Task};
use crate::score::Score;
use crate::search::{Best, Limits, Line};
use crate::variant_search::SearchRules;

/// A level from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The number is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("levels go from 1 to 10, found {0}")]
pub struct LevelError(u8);

/// What makes a level weak.
struct Handicap {
    /// How many nodes it looks at; `None` for no limit.
    nodes: Option<u64>,
    /// By how much its judgement of a move is off, in centipawns (a standard deviation).
    blur: f64,
    /// How many moves of a thousand it judges at first sight.
    oversights: usize,
    /// How often it plays the first move that comes to hand, in percent.
    carelessness: usize,
}

const fn weak(nodes: u64, blur: f64, oversights: usize) -> Handicap {
    Handicap { nodes: Some(nodes), blur, oversights, carelessness: 0 }
}

/// About how strong each level is.
const ELO: [u32; 10] = [500, 700, 900, 1100, 1300, 1500, 1700, 1900, 2150, 2500];

/// What makes the ten levels of a game weak, the beginner first.
pub struct Handicaps([Handicap; 10]);

/// Where an oversight costs a piece.
pub const ORTHODOX: Handicaps = Handicaps([
    Handicap { carelessness: 25, ..weak(60, 250.0, 650) },
    weak(100, 200.0, 480),
    weak(180, 165.0, 340),
    weak(320, 135.0, 240),
    weak(600, 105.0, 160),
    weak(1_300, 75.0, 90),
    weak(3_300, 50.0, 42),
    weak(11_000, 28.0, 15),
    weak(28_000, 12.0, 5),
    FULL_STRENGTH,
]);

/// Where an oversight costs the game, whoever makes it: levels differ less unless they see much more.
pub const EXPLOSIVE: Handicaps = Handicaps([
    Handicap { carelessness: 55, ..weak(60, 300.0, 800) },
    weak(100, 300.0, 750),
    weak(150, 220.0, 500),
    weak(300, 150.0, 300),
    weak(800, 100.0, 160),
    weak(3_000, 50.0, 60),
    weak(10_000, 28.0, 22),
    weak(30_000, 12.0, 6),
    weak(100_000, 4.0, 1),
    FULL_STRENGTH,
]);

const FULL_STRENGTH: Handicap = Handicap { nodes: None, blur: 0.0, oversights: 0, carelessness: 0 };

/// How many moves a weak player weighs against each other.
const CANDIDATES: usize = 8;

impl Level {
    /// The weakest.
    pub const BEGINNER: Self = Self(1);
    /// The strongest.
    pub const FULL: Self = Self(10);

    /// The level with this number.
    pub const fn new(number: u8) -> Result<Self, LevelError> {
        if 1 <= number && number <= 10 { Ok(Self(number)) } else { Err(LevelError(number)) }
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).map(Self)
    }

    /// From 1 to 10.
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

    fn handicap(self, position: &AnyPosition) -> &'static Handicap {
        fn of<R: SearchRules>(_: &Position<R>) -> &'static Handicaps {
            R::HANDICAPS
        }
        &with_position!(position, pos => of(pos)).0[usize::from(self.0) - 1]
    }

    /// Whether the level plays as well as it can.
    pub const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    /// Chooses a move as this level would, within `limits`. `seed` decides what chance decides.
    pub fn choose(self, player: &mut Player, task: &Task, mut limits: Limits, seed: u64) -> Best {
        let handicap = self.handicap(&task.position);
        if self.is_full() {
            return player.search(task, limits, |_| {});
        }
        let mut chance = Chance::new(seed ^ task.position.key().0);
        let nodes = handicap.nodes.unwrap_or(u64::MAX);
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        limits.lines = CANDIDATES;
        let mut candidates: Vec<(Line, Score)> = Vec::new();
        let best = player.search(task, limits, |report| {
            if report.bound != crate::tt::Bound::Exact {
                return;
            }
            // A move's latest score counts, also if the others have not been looked at so deep.
            candidates.retain(|(line, _)| line.first() != report.line.first());
            candidates.push((report.line.clone(), report.score));
        });
        let moves = task.position.legal_moves();
        if chance.below(100) < handicap.carelessness && !moves.is_empty() {
            let mv: Move = moves[chance.below(moves.len())];
            let mut line = Line::new();
            line.push(mv);
            return Best { line, ..best };
        }
        // Even a beginner takes a win that is there.
        if best.score.is_some_and(Score::is_win) {
            return best;
        }
        for (mv, score) in player.glance(&task.position) {
            if chance.below(1000) < handicap.oversights {
                candidates.retain(|(line, _)| line.first() != Some(&mv));
                candidates.push((Line::from_iter([mv]), score));
            }
        }
        let judged = candidates
            .into_iter()
            .map(|(line, score)| {
                let seen = f64::from(score.0.clamp(-3000, 3000));
                (seen + handicap.blur * chance.normal(), line, score)
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match judged {
            Some((_, line, score)) => Best { line, score: Some(score), depth: best.depth },
            None => best,
        }
    }
}
