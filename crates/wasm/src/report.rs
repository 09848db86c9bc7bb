//! The report of a whole game, made in the browser. Nothing here searches: the worker has the engine's module beside this one, and
//! answers each question with it. The same questions in the same order as the server's give the same report.

use estopim_analysis::{Evaluation, Question, ReportError, report};
use estopim_protocol::bounds::MAX_REPORT_PLIES;
use estopim_protocol::report::{GameReport, ReportSettings};
use estopim_protocol::start::starting_position;
use estopim_protocol::{Reason, ReasonCode, Variant, read_move};
use estopim_rules::{Color, Game, Move, PgnScore};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A game to report about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportQuery {
    /// Under which rules.
    pub variant: Variant,
    /// The first position.
    pub fen: String,
    /// Every move, as programs write it.
    pub moves: Vec<String>,
    /// Nodes a position.
    pub nodes: u32,
    /// The network that evaluates: its fingerprint, or `hce`.
    pub network: String,
}

/// A position to be searched, as the engine's module takes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ReportQuestion {
    /// How many moves of the game come before it.
    pub ply: u32,
    /// Not more nodes than this.
    pub nodes: u32,
    /// Only these moves first, as programs write them; all if empty.
    pub root_moves: Vec<String>,
}

/// What the engine found: a part of its answer.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct Found {
    pv: Vec<FoundMove>,
    score: Option<FoundScore>,
    depth: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct FoundMove {
    uci: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum FoundScore {
    Centipawns { value: i32 },
    Mate { moves: i32 },
}

/// Makes the report. `search` answers a question with the text of the engine's answer; `on_progress` hears how many positions of how
/// many have been looked at.
pub fn make(
    query: &ReportQuery,
    mut search: impl FnMut(&ReportQuestion) -> Vec<u8>,
    on_progress: impl FnMut(usize, usize),
) -> Result<GameReport, Reason> {
    let game = replay(query)?;
    let mut evaluate = |game: &Game, question: Question| -> Result<Evaluation, Reason> {
        let root_moves = match question {
            Question::Best => Vec::new(),
            Question::Without(left_out) => {
                let moves = game.position().legal_moves();
                let others = moves.iter().filter(|&&mv| mv != left_out);
                others.map(|&mv| game.position().uci(mv)).collect()
            }
        };
        let asked = ReportQuestion {
            ply: game.ply_count() as u32,
            nodes: question.nodes(query.nodes.into()) as u32,
            root_moves,
        };
        let bad = |error: serde_json::Error| Reason::new(ReasonCode::Internal, error.to_string());
        let found: Found = serde_json::from_slice(&search(&asked)).map_err(bad)?;
        evaluation(game, &found)
    };
    let made = report(&game, &mut evaluate, on_progress).map_err(|error| match error {
        ReportError::NoMoves => Reason::new(ReasonCode::BadMessage, "the game has no moves"),
        ReportError::Evaluator(reason) => reason,
    })?;
    let settings = ReportSettings {
        engine: format!("Estopim {}", env!("CARGO_PKG_VERSION")),
        network: query.network.clone(),
        nodes: query.nodes.into(),
    };
    Ok(GameReport::new(&game, &made, settings))
}

fn replay(query: &ReportQuery) -> Result<Game, Reason> {
    if query.moves.len() > MAX_REPORT_PLIES as usize {
        let found = query.moves.len();
        let message = format!("expected at most {MAX_REPORT_PLIES} plies, found {found}");
        return Err(Reason::new(ReasonCode::TooLong, message).with("max", MAX_REPORT_PLIES));
    }
    let (_, start) = starting_position(query.variant.into(), Some(&query.fen))?;
    let mut game = Game::from_position(start);
    for text in &query.moves {
        let mv = read_move(&game, text)?;
        game.play(mv).map_err(|error| Reason::new(ReasonCode::GameOver, error.to_string()))?;
    }
    Ok(game)
}

fn evaluation(game: &Game, found: &Found) -> Result<Evaluation, Reason> {
    let mut line = *game.position();
    let mut pv: Vec<Move> = Vec::with_capacity(found.pv.len());
    for FoundMove { uci } in &found.pv {
        let mv = line.parse_uci(uci).map_err(Reason::from)?;
        line.play_unchecked(mv);
        pv.push(mv);
    }
    let sign = if game.turn() == Color::White { 1 } else { -1 };
    let score = match found.score {
        Some(FoundScore::Centipawns { value }) => PgnScore::Centipawns(sign * value),
        Some(FoundScore::Mate { moves }) => PgnScore::MateIn(sign * moves),
        None => PgnScore::Centipawns(0),
    };
    Ok(Evaluation { score, depth: u32::try_from(found.depth).unwrap_or(0), nodes: 0, pv })
}
