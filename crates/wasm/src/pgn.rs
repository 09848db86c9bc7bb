//! Games with what people say about them, for the analysis board: PGN read into a tree and written from one, without loss.

use std::time::Duration;

use estopim_protocol::{Fault, Reason, ReasonCode, Variant};
use estopim_rules::{
    AnyPosition, Game, Nag, PgnError, PgnEval, PgnFault, PgnFaultKind, PgnGame, PgnLine, PgnMove,
    PgnQuantity, PgnReader, PgnScore,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::exchange::Arguments;

/// A game as a tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PgnTree {
    /// Which rules.
    pub variant: Variant,
    /// The position before the first move.
    pub fen: String,
    /// Names and values, in order; `Variant`, `SetUp`, `FEN` and `Result` are written from the other fields.
    pub tags: Vec<(String, String)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The moves played, with everything that hangs on them.
    pub line: TreeLine,
}

/// The game itself, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TreeLine {
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<TreeMove>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TreeMove {
    /// As programs write it.
    pub uci: String,
    /// As people write it; not needed when it is to be written.
    #[serde(default)]
    pub san: String,
    /// The position after it; not needed when it is to be written.
    #[serde(default)]
    pub fen: String,
    /// Judgements by number.
    pub nags: Vec<u8>,
    /// What is said after the move; arrows and circles stand in it as `[%cal …]` and `[%csl …]`.
    pub comments: Vec<String>,
    /// What the mover's clock showed after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock_ms: Option<u32>,
    /// How long the move took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub elapsed_ms: Option<u32>,
    /// What an engine thought of the position after the move, for White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub eval: Option<TreeEval>,
    /// What could have been played instead of this move.
    pub variations: Vec<TreeLine>,
}

/// What an engine thought of a position, White's advantage being positive: one of the first two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TreeEval {
    /// Hundredths of a pawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub centipawns: Option<i32>,
    /// A forced win in so many moves, for Black if negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub mate: Option<i32>,
    /// How deep the engine looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub depth: Option<u32>,
}

/// A game of a file, as a picker shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PgnEntry {
    /// Names and values.
    pub tags: Vec<(String, String)>,
    /// How many moves its main line has.
    pub plies: u32,
    /// Why it cannot be read, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fault: Option<PgnFaultView>,
}

/// What is wrong with a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct PgnFaultView {
    /// Which game, from one.
    pub game: u32,
    /// Which line of the text, from one.
    pub line: u32,
    /// Which fault it is; its sentence is the text `pgn-fault-<code>`.
    pub code: PgnFaultCode,
    /// Which move, counting both sides' from one; zero if it is not about a move.
    pub ply: u32,
    /// What was found, as the text has it; empty where the code says it all.
    pub what: String,
    /// How much is read, if there is more of something; else zero.
    pub limit: u32,
    /// Everything that is wrong with the first position.
    pub faults: Vec<Fault>,
    /// Why a move is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<Reason>,
}

/// Every fault of a PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // each is told in words by the text of the same name
pub enum PgnFaultCode {
    Tag,
    Variant,
    Start,
    Move,
    VariationWithoutMove,
    StrayBracket,
    OpenVariation,
    OpenComment,
    StrayBrace,
    Nag,
    ManyTags,
    LongTag,
    ManyMoves,
    DeepVariations,
    LongComment,
    LongComments,
    /// Something newer than this list, told by its English sentence alone.
    Other,
}

/// How many games a text may have.
const MAX_GAMES: usize = 5_000;

/// Every game of a text, for a picker.
pub fn list(mut arguments: Arguments) -> Result<Vec<PgnEntry>, Reason> {
    let games = PgnReader::new(arguments.text().as_bytes()).take(MAX_GAMES);
    let entry = |game: Result<PgnGame, PgnError>| match game {
        Ok(game) => {
            PgnEntry { tags: tags(&game), plies: game.line.moves.len() as u32, fault: None }
        }
        Err(error) => PgnEntry { tags: Vec::new(), plies: 0, fault: Some(fault(&error)) },
    };
    Ok(games.map(entry).collect())
}

/// One game of a text, counted from zero.
pub fn read(mut arguments: Arguments) -> Result<PgnTree, Reason> {
    let number: usize = arguments.read()?;
    let bad = |message: String| Reason::new(ReasonCode::BadMessage, message);
    let game = PgnReader::new(arguments.text().as_bytes()).nth(number);
    let game = game.ok_or_else(|| bad("there is no such game".to_owned()))?;
    Ok(PgnTree::from(&game.map_err(|error| bad(error.to_string()))?))
}

/// The PGN of a tree.
pub fn write(tree: &PgnTree) -> Result<String, Reason> {
    Ok(tree.to_game()?.to_string())
}

fn tags(game: &PgnGame) -> Vec<(String, String)> {
    let mut tags: Vec<_> =
        game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    tags.retain(|(name, _)| name != "Result");
    tags.push(("Result".to_owned(), game.result.to_string()));
    tags
}

fn fault(error: &PgnError) -> PgnFaultView {
    use PgnFaultCode as Code;
    let mut view = PgnFaultView {
        game: 0,
        line: 0,
        code: Code::Other,
        ply: 0,
        what: String::new(),
        limit: 0,
        faults: Vec::new(),
        reason: None,
    };
    let PgnError::Game(fault) = error else {
        return PgnFaultView { what: error.to_string(), ..view };
    };
    let PgnFault { game, line, kind } = &**fault;
    (view.game, view.line) = (*game as u32, *line as u32);
    view.code = match kind {
        PgnFaultKind::Tag(text) => {
            view.what.clone_from(text);
            Code::Tag
        }
        PgnFaultKind::Variant(error) => {
            error.found().clone_into(&mut view.what);
            Code::Variant
        }
        PgnFaultKind::Start(error) => {
            view.faults = error.faults.iter().map(Fault::from).collect();
            Code::Start
        }
        PgnFaultKind::Move { ply, error } => {
            view.ply = *ply as u32;
            view.reason = Some(error.clone().into());
            Code::Move
        }
        PgnFaultKind::VariationWithoutMove => Code::VariationWithoutMove,
        PgnFaultKind::StrayBracket => Code::StrayBracket,
        PgnFaultKind::OpenVariation => Code::OpenVariation,
        PgnFaultKind::OpenComment => Code::OpenComment,
        PgnFaultKind::StrayBrace => Code::StrayBrace,
        PgnFaultKind::Nag(text) => {
            view.what.clone_from(text);
            Code::Nag
        }
        PgnFaultKind::TooMuch { what, limit } => {
            view.limit = *limit as u32;
            match what {
                PgnQuantity::Tags => Code::ManyTags,
                PgnQuantity::TagBytes => Code::LongTag,
                PgnQuantity::Moves => Code::ManyMoves,
                PgnQuantity::Nesting => Code::DeepVariations,
                PgnQuantity::CommentBytes => Code::LongComment,
                PgnQuantity::TextBytes => Code::LongComments,
            }
        }
        _ => {
            view.what = kind.to_string();
            Code::Other
        }
    };
    view
}

impl From<&PgnGame> for PgnTree {
    fn from(game: &PgnGame) -> Self {
        Self {
            variant: game.start.variant().into(),
            fen: game.start.fen(),
            tags: tags(game),
            result: game.result.to_string(),
            line: tree_line(&game.line, game.start),
        }
    }
}

fn tree_line(line: &PgnLine, mut position: AnyPosition) -> TreeLine {
    let moves = line.moves.iter().map(|played| {
        let before = position;
        position.play_unchecked(played.mv);
        let ms = |time: Duration| time.as_millis() as u32;
        TreeMove {
            uci: before.uci(played.mv),
            san: before.san(played.mv),
            fen: position.fen(),
            nags: played.nags.iter().map(|nag| nag.0).collect(),
            comments: played.comments.clone(),
            clock_ms: played.clock.map(ms),
            elapsed_ms: played.elapsed.map(ms),
            eval: played.eval.map(|PgnEval { score, depth }| match score {
                PgnScore::Centipawns(value) => {
                    TreeEval { centipawns: Some(value), mate: None, depth }
                }
                PgnScore::MateIn(moves) => TreeEval { centipawns: None, mate: Some(moves), depth },
            }),
            variations: played.variations.iter().map(|line| tree_line(line, before)).collect(),
        }
    });
    TreeLine { comments: line.comments.clone(), moves: moves.collect() }
}

impl PgnTree {
    /// The game that the tree says; every move must be legal where it stands.
    fn to_game(&self) -> Result<PgnGame, Reason> {
        let start = AnyPosition::from_fen(self.variant.into(), &self.fen).map_err(|error| {
            Reason::new(ReasonCode::BadPosition, error.to_string()).with("faults", error)
        })?;
        let mut game = PgnGame::new(start);
        for (name, value) in &self.tags {
            game.tags.set(name, value.clone());
        }
        game.result = self.result.parse().unwrap_or_default();
        game.line = pgn_line(&self.line, start)?;
        Ok(game)
    }
}

fn pgn_line(line: &TreeLine, mut position: AnyPosition) -> Result<PgnLine, Reason> {
    let mut moves = Vec::with_capacity(line.moves.len());
    for said in &line.moves {
        let before = position;
        // A game says more of why a move is refused than a position does.
        let mv = Game::from_position(before).parse_uci(&said.uci)?;
        position.play_unchecked(mv);
        let mut played = PgnMove::new(mv);
        let time = |ms: u32| Duration::from_millis(ms.into());
        played.nags = said.nags.iter().copied().map(Nag).collect();
        played.comments.clone_from(&said.comments);
        played.clock = said.clock_ms.map(time);
        played.elapsed = said.elapsed_ms.map(time);
        played.eval = said.eval.and_then(|TreeEval { centipawns, mate, depth }| {
            let score = mate.map(PgnScore::MateIn).or(centipawns.map(PgnScore::Centipawns))?;
            Some(PgnEval { score, depth })
        });
        played.variations = said
            .variations
            .iter()
            .map(|line| pgn_line(line, before))
            .collect::<Result<_, Reason>>()?;
        moves.push(played);
    }
    Ok(PgnLine { comments: line.comments.clone(), moves })
}
