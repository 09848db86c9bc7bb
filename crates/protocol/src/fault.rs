//! What is wrong with a position that somebody has set up: all of it at once, each fault a code to translate with what its
//! sentence speaks of.

use std::collections::BTreeMap;
use std::fmt;

use estopim_rules::{AnyPosition, FenFault, SetupFault, Variant};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One thing that is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Fault {
    /// Which fault it is; its sentence is the text `fault-<code>`.
    pub code: FaultCode,
    /// What the sentence speaks of: sides, squares, texts.
    pub args: BTreeMap<String, String>,
    /// The sentence in English.
    pub message: String,
}

/// Every fault there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // each is told in words by the text of the same name
pub enum FaultCode {
    // The text is no FEN.
    FieldCount,
    RankCount,
    RankLength,
    PieceLetter,
    SideToMove,
    CastlingText,
    CastlingRook,
    EnPassantText,
    Counter,
    // No such position exists in the game.
    NoKing,
    ManyKings,
    NoKings,
    KingInPawnBattle,
    NoPawns,
    BothHome,
    PawnOnEndRank,
    OpponentInCheck,
    OpponentThreatened,
    EnPassant,
    CastlingRight,
    /// Something newer than this list, told by its message alone.
    Other,
}

impl Fault {
    /// Everything that is wrong with a FEN in a game; empty if it is sound.
    pub fn all(variant: Variant, fen: &str) -> Vec<Self> {
        match AnyPosition::from_fen(variant, fen) {
            Ok(_) => Vec::new(),
            Err(error) => error.faults.iter().map(Self::from).collect(),
        }
    }

    fn new(code: FaultCode, message: String) -> Self {
        Self { code, args: BTreeMap::new(), message }
    }

    fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }
}

impl From<&FenFault> for Fault {
    fn from(fault: &FenFault) -> Self {
        use FaultCode as Code;
        let plain = |code| Self::new(code, fault.to_string());
        match fault {
            FenFault::FieldCount(found) => plain(Code::FieldCount).with("found", found),
            FenFault::RankCount(found) => plain(Code::RankCount).with("found", found),
            FenFault::RankLength { rank, found } => {
                plain(Code::RankLength).with("rank", rank).with("found", found)
            }
            FenFault::PieceLetter { letter, rank } => {
                plain(Code::PieceLetter).with("letter", letter).with("rank", rank)
            }
            FenFault::SideToMove(text) => plain(Code::SideToMove).with("text", text),
            FenFault::Castling(text) => plain(Code::CastlingText).with("text", text),
            FenFault::CastlingRook(letter) => plain(Code::CastlingRook).with("letter", letter),
            FenFault::EnPassant(text) => plain(Code::EnPassantText).with("text", text),
            FenFault::Counter { max, found, .. } => {
                plain(Code::Counter).with("max", max).with("text", found)
            }
            FenFault::Setup(fault) => Self::from(fault),
            _ => plain(Code::Other),
        }
    }
}

impl From<&SetupFault> for Fault {
    fn from(fault: &SetupFault) -> Self {
        use FaultCode as Code;
        let plain = |code| Self::new(code, fault.to_string());
        match *fault {
            SetupFault::NoKing(color) => plain(Code::NoKing).with("color", color),
            SetupFault::ManyKings { color, found } => {
                plain(Code::ManyKings).with("color", color).with("found", found)
            }
            SetupFault::NoKings => plain(Code::NoKings),
            SetupFault::KingInPawnBattle { square } => {
                plain(Code::KingInPawnBattle).with("square", square)
            }
            SetupFault::NoPawns => plain(Code::NoPawns),
            SetupFault::BothHome => plain(Code::BothHome),
            SetupFault::PawnOnEndRank { color, square } => {
                plain(Code::PawnOnEndRank).with("color", color).with("square", square)
            }
            SetupFault::OpponentInCheck { color, by } => {
                plain(Code::OpponentInCheck).with("color", color).with("by", by)
            }
            SetupFault::OpponentThreatened { from, to } => {
                plain(Code::OpponentThreatened).with("from", from).with("to", to)
            }
            SetupFault::EnPassant(square) => plain(Code::EnPassant).with("square", square),
            SetupFault::CastlingRight { color, rook } => {
                plain(Code::CastlingRight).with("color", color).with("rook", rook)
            }
            _ => plain(Code::Other),
        }
    }
}
