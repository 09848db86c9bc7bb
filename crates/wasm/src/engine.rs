//! What a page asks the engine: to search a position within limits, with what it finds on the way, or to choose a move as a
//! level would. It runs in a worker of the browser, on one thread; to stop it, the page ends the worker.

use std::sync::Arc;
use std::time::Duration;

use estopim_analysis::win_probability::wdl_of;
use estopim_engine::bench::{BENCH_DEPTH, bench_with};
use estopim_engine::time::Now;
use estopim_engine::{
    Best, Bound, EvalSource, Level, Limits, Player, Score, SearchInfo, Task, TimePlan,
};
use estopim_nnue::Network;
use estopim_protocol::bounds::LEVELS;
use estopim_protocol::report::thousandths;
use estopim_protocol::start::starting_position;
use estopim_protocol::{Reason, ReasonCode, Variant, read_move};
use estopim_rules::{AnyPosition, Color, Game, Move};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::exchange::Arguments;

/// A position to search, and when to end. Without any limit it goes on until the worker is ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchQuery {
    /// Under which rules.
    pub variant: Variant,
    /// Where the game started; the game's first position if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fen: Option<String>,
    /// The moves played from there, as programs write them: a search must know what would repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moves: Option<Vec<String>>,
    /// Not deeper than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub depth: Option<i32>,
    /// Not more nodes than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nodes: Option<u32>,
    /// Not longer than this, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub time_ms: Option<u32>,
    /// How many principal variations are wanted; one if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub multipv: Option<u8>,
    /// Only these moves first, as programs write them; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub root_moves: Option<Vec<String>>,
    /// Choose a move as this level would, from 1 to 12; at full strength if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u8>,
    /// Makes a level's errors differ from game to game, and come again with the same number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seed: Option<u32>,
}

/// A score, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ScoreView {
    /// In centipawns.
    Centipawns {
        /// How many.
        value: i32,
    },
    /// A forced end: a win in so many moves, or a loss if negative.
    Mate {
        /// How many moves of the winner.
        moves: i32,
    },
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum BoundView {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// A move of a principal variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PvMove {
    /// As programs write it.
    pub uci: String,
    /// As people write it.
    pub san: String,
}

/// What a search has found so far: one principal variation at one depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchReport {
    /// How deep the search is complete.
    pub depth: i32,
    /// How deep it went at most.
    pub seldepth: u32,
    /// Which of the wanted variations this is, from one.
    pub multipv: u32,
    /// Its score.
    pub score: ScoreView,
    /// Whether that is the true one.
    pub bound: BoundView,
    /// White's expected share of the point, in thousandths.
    pub share: u16,
    /// The variation.
    pub pv: Vec<PvMove>,
    /// Nodes so far.
    pub nodes: f64,
    /// Milliseconds so far.
    pub time_ms: f64,
}

/// What a search came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The best line, or the one a level chose; empty if there is no legal move.
    pub pv: Vec<PvMove>,
    /// Its score, once a depth was complete.
    pub score: Option<ScoreView>,
    /// White's expected share of the point, in thousandths.
    pub share: u16,
    /// The depth that was complete.
    pub depth: i32,
    /// Nodes searched.
    pub nodes: f64,
    /// Milliseconds used.
    pub time_ms: f64,
}

/// A request for the fixed searches whose node counts are a checksum of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BenchQuery {
    /// Of which game.
    pub variant: Variant,
    /// How deep; as `estopim bench` does if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub depth: Option<i32>,
}

/// What the fixed searches came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct BenchAnswer {
    /// Nodes of all of them.
    pub nodes: f64,
    /// Milliseconds.
    pub time_ms: f64,
}

/// The engine of a worker: a player and the network it evaluates with.
pub struct Engine {
    player: Player,
    source: EvalSource,
    now: Now,
}

/// How much memory the transposition table takes, in megabytes: a phone has little to spare.
const HASH_MB: usize = 16;

impl Engine {
    /// An engine that evaluates by hand-crafted terms until it is given a network. `now` says what time it is.
    pub fn new(now: Now) -> Self {
        let mut player = new_player(now);
        player.set_evaluation(EvalSource::HandCrafted);
        Self { player, source: EvalSource::HandCrafted, now }
    }

    /// Evaluates by the network whose file has these bytes from now on.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<(), Reason> {
        let network = Network::from_bytes(bytes)
            .map_err(|error| Reason::new(ReasonCode::BadMessage, error.to_string()))?;
        self.source = EvalSource::Network(Arc::new(network));
        self.player.set_evaluation(self.source.clone());
        Ok(())
    }

    /// Forgets everything learnt of earlier positions, so that the next search depends on its query alone.
    pub fn clear(&mut self) {
        self.player.clear();
    }

    /// Searches; `on_report` hears what is found on the way. A level chooses in silence.
    pub fn search(
        &mut self,
        query: &SearchQuery,
        mut on_report: impl FnMut(&SearchReport) + Send,
    ) -> Result<SearchAnswer, Reason> {
        let game = game(query)?;
        let limits = limits(query, &game)?;
        let task = Task::from(&game);
        let start = *game.position();
        let best = match query.level.map(level).transpose()? {
            Some(level) if !level.is_full() => {
                let seed = u64::from(query.seed.unwrap_or_default());
                level.choose(&mut self.player, &task, limits, seed)
            }
            _ => {
                let shared = self.player.shared();
                self.player.search(&task, limits, |report| {
                    on_report(&report_view(&start, report, shared.elapsed()));
                })
            }
        };
        Ok(self.answer(&start, &best))
    }

    fn answer(&self, start: &AnyPosition, best: &Best) -> SearchAnswer {
        SearchAnswer {
            pv: pv_view(start, &best.pv),
            score: best.score.map(ScoreView::from),
            share: white_share(start, best.score.unwrap_or(Score::DRAW)),
            depth: best.depth,
            nodes: self.player.nodes() as f64,
            time_ms: milliseconds(self.player.elapsed()),
        }
    }

    /// The fixed searches of a game, in a new player.
    pub fn bench(&self, query: &BenchQuery) -> BenchAnswer {
        let mut player = new_player(self.now);
        player.set_evaluation(self.source.clone());
        let depth = query.depth.unwrap_or(BENCH_DEPTH);
        let result = bench_with(&mut player, query.variant.into(), depth);
        BenchAnswer { nodes: result.nodes as f64, time_ms: milliseconds(result.time) }
    }
}

/// How many positions lie ahead.
pub fn perft(mut arguments: Arguments) -> Result<u64, Reason> {
    let (_, position) = starting_position(arguments.read()?, Some(arguments.text()))?;
    Ok(position.perft(arguments.read()?))
}

fn new_player(now: Now) -> Player {
    Player::with_clock(HASH_MB, 1, now).expect("a browser has room for a small table")
}

fn game(query: &SearchQuery) -> Result<Game, Reason> {
    let (_, start) = starting_position(query.variant.into(), query.fen.as_deref())?;
    let mut game = Game::from_position(start);
    for text in query.moves.iter().flatten() {
        let mv = read_move(&game, text)?;
        game.play(mv).map_err(|error| Reason::new(ReasonCode::NotAMove, error.to_string()))?;
    }
    Ok(game)
}

fn limits(query: &SearchQuery, game: &Game) -> Result<Limits, Reason> {
    let root_moves = query.root_moves.iter().flatten().map(|text| read_move(game, text));
    let time = |ms: u32| TimePlan::fixed(Duration::from_millis(ms.into()), Duration::ZERO);
    Ok(Limits {
        depth: query.depth,
        nodes: query.nodes.map(u64::from),
        time: query.time_ms.map(time),
        multipv: usize::from(query.multipv.unwrap_or(1)),
        root_moves: root_moves.collect::<Result<Vec<Move>, Reason>>()?,
        ..Limits::default()
    })
}

fn level(number: u8) -> Result<Level, Reason> {
    Level::new(number).map_err(|error| {
        Reason::new(ReasonCode::BadLevel, error.to_string())
            .with("level", number)
            .with("max", LEVELS.end())
    })
}

fn report_view(start: &AnyPosition, report: &SearchInfo, elapsed: Duration) -> SearchReport {
    SearchReport {
        depth: report.depth,
        seldepth: report.seldepth as u32,
        multipv: report.multipv as u32,
        score: report.score.into(),
        bound: match report.bound {
            Bound::Exact => BoundView::Exact,
            Bound::Lower => BoundView::Lower,
            Bound::Upper => BoundView::Upper,
        },
        share: white_share(start, report.score),
        pv: pv_view(start, &report.pv),
        nodes: report.nodes as f64,
        time_ms: milliseconds(elapsed),
    }
}

fn pv_view(start: &AnyPosition, pv: &[Move]) -> Vec<PvMove> {
    let mut position = *start;
    let write = |&mv: &Move| {
        let written = PvMove { uci: position.uci(mv), san: position.san(mv) };
        position.play_unchecked(mv);
        written
    };
    pv.iter().map(write).collect()
}

fn white_share(position: &AnyPosition, score: Score) -> u16 {
    let wdl = wdl_of(position, score.for_white(position.turn()), Color::White);
    thousandths(wdl.share())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        match score.moves_to_end() {
            Some(moves) => Self::Mate { moves },
            None => Self::Centipawns { value: score.0 },
        }
    }
}
