//! How strong the computer plays: ten levels, from beginner to full strength.
//!
//! A weak player sees less far and judges less surely; it does not play at random. So a level limits how
//! many nodes are searched, and then chooses among the moves that look almost as good as the best,
//! as a person would whose judgement is off by so many centipawns.

use estopim_rules::Move;
use thiserror::Error;

use crate::chance::Chance;
use crate::player::{Player, Task};
use crate::score::Score;
use crate::search::{Best, Limits, Line};

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
    /// How often it plays the first move that comes to hand, in percent.
    carelessness: usize,
    /// About how strong that is.
    elo: u32,
}

const HANDICAPS: [Handicap; 10] = [
    Handicap { nodes: Some(60), blur: 350.0, carelessness: 25, elo: 500 },
    Handicap { nodes: Some(120), blur: 260.0, carelessness: 0, elo: 700 },
    Handicap { nodes: Some(250), blur: 180.0, carelessness: 0, elo: 900 },
    Handicap { nodes: Some(500), blur: 120.0, carelessness: 0, elo: 1100 },
    Handicap { nodes: Some(1_000), blur: 80.0, carelessness: 0, elo: 1300 },
    Handicap { nodes: Some(2_500), blur: 50.0, carelessness: 0, elo: 1500 },
    Handicap { nodes: Some(6_000), blur: 30.0, carelessness: 0, elo: 1700 },
    Handicap { nodes: Some(15_000), blur: 15.0, carelessness: 0, elo: 1900 },
    Handicap { nodes: Some(50_000), blur: 5.0, carelessness: 0, elo: 2150 },
    Handicap { nodes: None, blur: 0.0, carelessness: 0, elo: 2500 },
];

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
        self.handicap().elo
    }

    /// The strongest level that is not stronger than this.
    pub fn from_elo(elo: u32) -> Self {
        Self::all().filter(|level| level.elo() <= elo).last().unwrap_or(Self::BEGINNER)
    }

    const fn handicap(self) -> &'static Handicap {
        &HANDICAPS[self.0 as usize - 1]
    }

    /// Whether the level plays as well as it can.
    pub const fn is_full(self) -> bool {
        self.0 == Self::FULL.0
    }

    /// Chooses a move as this level would, within `limits`. `seed` decides what chance decides.
    pub fn choose(self, player: &mut Player, task: &Task, mut limits: Limits, seed: u64) -> Best {
        let handicap = self.handicap();
        if self.is_full() {
            return player.search(task, limits, |_| {});
        }
        let mut chance = Chance::new(seed ^ task.position.key().0);
        let nodes = handicap.nodes.unwrap_or(u64::MAX);
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        limits.lines = CANDIDATES;
        let mut candidates: Vec<(Line, Score)> = Vec::new();
        let best = player.search(task, limits, |report| {
            if report.bound == crate::tt::Bound::Exact {
                candidates.truncate(report.rank - 1);
                candidates.push((report.line.clone(), report.score));
            }
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
        let blurred = |score: Score, chance: &mut Chance| {
            f64::from(score.0.clamp(-3000, 3000)) + handicap.blur * chance.normal()
        };
        let judged = candidates
            .into_iter()
            .map(|(line, score)| (blurred(score, &mut chance), line, score))
            .max_by(|a, b| a.0.total_cmp(&b.0));
        match judged {
            Some((_, line, score)) => Best { line, score: Some(score), depth: best.depth },
            None => best,
        }
    }
}
