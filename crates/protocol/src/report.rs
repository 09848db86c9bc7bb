//! A game report: every move with its evaluation, its label and the reason; how each side played.

use std::collections::BTreeMap;

use estopim_analysis as analysis;
use estopim_rules::{AnyPosition, Game, Move, PgnScore, WinReason};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::EndReason;
use crate::words::{Role, Square};

/// A report of a whole game, made by an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameReport {
    /// What it was made with.
    pub made_with: ReportSettings,
    /// The score of the first position.
    pub start: ReportScore,
    /// White's expected share of the point in the first position, in thousandths.
    pub start_share: u16,
    /// The moves in their order.
    pub plies: Vec<ReportPly>,
    /// How White played.
    pub white: ReportSide,
    /// How Black played.
    pub black: ReportSide,
}

/// What a report was made with. The same settings give the same report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSettings {
    /// The engine and its version.
    pub engine: String,
    /// The network that evaluated, or `hce` for the hand-crafted evaluation.
    pub network: String,
    /// Nodes a position.
    #[ts(type = "number")]
    pub nodes: u64,
}

/// What is known of a report.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "state", rename_all = "camelCase")]
pub enum ReportAnswer {
    /// It waits, or is being made.
    Making(ReportProgress),
    /// It is there.
    Done(Box<GameReport>),
}

/// How far a report is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReportProgress {
    /// Positions that have been looked at.
    pub done: u32,
    /// How many there are.
    pub total: u32,
}

/// A score for White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReportScore {
    /// In hundredths of a pawn.
    Cp(i32),
    /// A forced win in so many moves; Black's if negative.
    Mate(i32),
}

impl From<PgnScore> for ReportScore {
    fn from(score: PgnScore) -> Self {
        match score {
            PgnScore::Centipawns(score) => Self::Cp(score),
            PgnScore::MateIn(moves) => Self::Mate(moves),
        }
    }
}

/// A move, and the position that it led to. Lines are written as UCI does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportPly {
    /// The move.
    pub uci: String,
    /// The score after it.
    pub score: ReportScore,
    /// How deep that was searched, in plies.
    pub depth: u32,
    /// White's expected share of the point after it, in thousandths.
    pub share: u16,
    /// How accurate it was, from 0 to 100.
    pub accuracy: u8,
    /// In which phase of the game it was played.
    pub phase: ReportPhase,
    /// What kind of move it was, if there is anything to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<MoveLabel>,
    /// Why it has its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<LabelReason>,
    /// The line that should have been played; empty if the move was the best one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub better: Vec<String>,
    /// How the move is best answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answer: Vec<String>,
}

/// A part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub enum ReportPhase {
    Opening,
    Middlegame,
    Endgame,
}

impl From<analysis::Phase> for ReportPhase {
    fn from(phase: analysis::Phase) -> Self {
        match phase {
            analysis::Phase::Opening => Self::Opening,
            analysis::Phase::Middlegame => Self::Middlegame,
            analysis::Phase::Endgame => Self::Endgame,
        }
    }
}

/// What kind of move it was.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS, ToSchema,
)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // each is told in words by the text `label-<word>`
pub enum MoveLabel {
    Brilliant,
    OnlyMove,
    Inaccuracy,
    Mistake,
    Blunder,
    MissedWin,
}

impl From<analysis::Label> for MoveLabel {
    fn from(label: analysis::Label) -> Self {
        match label {
            analysis::Label::Brilliant => Self::Brilliant,
            analysis::Label::OnlyMove => Self::OnlyMove,
            analysis::Label::Inaccuracy => Self::Inaccuracy,
            analysis::Label::Mistake => Self::Mistake,
            analysis::Label::Blunder => Self::Blunder,
            analysis::Label::MissedWin => Self::MissedWin,
        }
    }
}

/// Why a move has its label: the text `reason-<code>` with its arguments filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LabelReason {
    /// Which text.
    pub code: String,
    /// What the text speaks of: moves in standard notation, numbers, words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, ReasonArg>,
    /// The pieces that an explosion takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<TakenPiece>,
}

/// What is filled into a text. Numbers stay numbers, so that a language can tell one from many.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum ReasonArg {
    /// A number.
    Number(u32),
    /// A move, a square or a word.
    Text(String),
}

impl From<u32> for ReasonArg {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<String> for ReasonArg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for ReasonArg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// A piece that is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TakenPiece {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub role: Role,
}

/// How one side played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportSide {
    /// How many moves it made.
    pub moves: u32,
    /// Its accuracy, from 0 to 100; nothing if it did not move.
    pub accuracy: Option<u8>,
    /// The same in opening, middlegame and endgame.
    pub phases: [Option<u8>; 3],
    /// How often it earned each label.
    pub labels: BTreeMap<MoveLabel, u32>,
}

impl GameReport {
    /// The report as it is sent and kept.
    pub fn new(game: &Game, report: &analysis::GameReport, made_with: ReportSettings) -> Self {
        let ply = |(found, (position, _)): (&analysis::PlyReport, (&AnyPosition, Move))| {
            let next = position.after(found.played);
            ReportPly {
                uci: position.uci(found.played),
                score: found.evaluation.score.into(),
                depth: found.evaluation.depth,
                share: thousandths(found.share),
                accuracy: found.accuracy.round() as u8,
                phase: found.phase.into(),
                label: found.label.map(Into::into),
                reason: found
                    .reason
                    .as_ref()
                    .map(|reason| LabelReason::new(position, &next, reason)),
                better: uci_line(position, &found.better),
                answer: uci_line(&next, &found.evaluation.pv),
            }
        };
        let [white, black] = &report.sides;
        Self {
            made_with,
            start: report.start.score.into(),
            start_share: thousandths(report.start_share),
            plies: report.plies.iter().zip(game.moves()).map(ply).collect(),
            white: white.into(),
            black: black.into(),
        }
    }
}

impl From<&analysis::SideReport> for ReportSide {
    fn from(side: &analysis::SideReport) -> Self {
        let rounded = |accuracy: f64| accuracy.round() as u8;
        let labels = analysis::Label::ALL.into_iter().filter_map(|label| {
            let count = side.count(label) as u32;
            (count > 0).then(|| (label.into(), count))
        });
        Self {
            moves: side.moves as u32,
            accuracy: side.accuracy.map(rounded),
            phases: side.phases.map(|phase| phase.map(rounded)),
            labels: labels.collect(),
        }
    }
}

impl LabelReason {
    /// A reason with its moves written out. `before` is the position in which the move was made, `after` the one it led to.
    pub fn new(before: &AnyPosition, after: &AnyPosition, reason: &analysis::Reason) -> Self {
        use analysis::Reason as R;
        let word = |by: WinReason| EndReason::from(by).word();
        let by_word = |by: Option<WinReason>| by.map_or("unknown", word);
        match reason {
            R::LosesAtOnce { reply, by } => {
                Self::of("losesAtOnce").with("reply", after.san(*reply)).with("by", word(*by))
            }
            R::AllowsWin { reply, moves, by } => Self::of("allowsWin")
                .with("reply", after.san(*reply))
                .with("moves", *moves)
                .with("by", by_word(*by)),
            R::LosesRace { reply, moves, short_by } => Self::of("losesRace")
                .with("reply", after.san(*reply))
                .with("moves", *moves)
                .with("shortBy", *short_by),
            R::MissesWin { best, moves, by } => Self::of("missesWin")
                .with("best", before.san(*best))
                .with("moves", *moves)
                .with("by", by_word(*by)),
            R::Blast { reply, taken } => {
                let taken = taken.iter().map(|&(square, piece)| TakenPiece {
                    square: square.into(),
                    role: piece.role.into(),
                });
                Self {
                    taken: taken.collect(),
                    ..Self::of("blast").with("reply", after.san(*reply))
                }
            }
            R::Hangs { reply, square, piece } => Self::of("hangs")
                .with("reply", after.san(*reply))
                .with("square", square.to_string())
                .with("role", piece.role.name()),
            R::LosesMaterial { reply, points } => {
                Self::of("losesMaterial").with("reply", after.san(*reply)).with("points", *points)
            }
            R::MissesMaterial { best, points } => {
                Self::of("missesMaterial").with("best", before.san(*best)).with("points", *points)
            }
            R::BetterMove { best } => Self::of("betterMove").with("best", before.san(*best)),
            R::NothingElse { runner_up } => {
                Self::of("nothingElse").with("runnerUp", before.san(*runner_up))
            }
        }
    }

    fn of(code: &str) -> Self {
        Self { code: code.to_owned(), args: BTreeMap::new(), taken: Vec::new() }
    }

    fn with(mut self, name: &str, value: impl Into<ReasonArg>) -> Self {
        self.args.insert(name.to_owned(), value.into());
        self
    }
}

/// A share of the point as it is sent.
pub fn thousandths(share: f64) -> u16 {
    (share * 1000.0).round() as u16
}

/// How many plies of a line are sent.
const LINE_PLIES: usize = 12;

fn uci_line(start: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let mut position = *start;
    let written = moves.iter().take(LINE_PLIES).map(|&mv| {
        let text = position.uci(mv);
        position.play_unchecked(mv);
        text
    });
    written.collect()
}
