//! Facts of the game in words: why a move is refused, how a game has ended, who is who. Each fact has a
//! code; the texts are found by it.

use estopim_play::End;
use estopim_protocol::Reason;
use estopim_rules::{Color, DrawReason, Outcome, Piece, Role, WinReason};

use crate::texts::Texts;

/// Why something is refused, as a sentence.
pub fn refusal(texts: &Texts, reason: &Reason) -> String {
    let code = serde_json::to_value(reason.code).unwrap_or_default();
    let name = format!("refusal-{}", code.as_str().unwrap_or_default());
    // A server may know reasons that this program does not; it says them in English.
    if !texts.has(&name) {
        return reason.message.clone();
    }
    let arguments: Vec<(&str, &str)> =
        reason.args.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    texts.with(&name, &arguments)
}

/// How a game has ended, in one line: who has won, and why.
pub fn ending(texts: &Texts, end: End) -> String {
    let result = match end.winner() {
        Some(Color::White) => texts.get("outcome-white-wins"),
        Some(Color::Black) => texts.get("outcome-black-wins"),
        None if end == End::Aborted => texts.get("outcome-none"),
        None => texts.get("outcome-draw"),
    };
    format!("{result}: {}", texts.get(&format!("outcome-{}", ending_code(end))))
}

const fn ending_code(end: End) -> &'static str {
    match end {
        End::ByRules(Outcome::Win(_, reason)) => match reason {
            WinReason::Checkmate => "checkmate",
            WinReason::KingExploded => "kingExploded",
            WinReason::PawnHome => "pawnHome",
            WinReason::PawnsCaptured => "pawnsCaptured",
        },
        End::ByRules(Outcome::Draw(reason)) => match reason {
            DrawReason::Stalemate => "stalemate",
            DrawReason::InsufficientMaterial => "insufficientMaterial",
            DrawReason::FiftyMoves => "fiftyMoves",
            DrawReason::Threefold => "threefold",
        },
        End::Resigned(_) => "resignation",
        End::Agreed => "agreement",
        End::OutOfTime { .. } => "timeout",
        End::Left(_) => "left",
        End::Aborted => "aborted",
    }
}

/// White or Black.
pub fn color(texts: &Texts, color: Color) -> String {
    match color {
        Color::White => texts.get("color-white"),
        Color::Black => texts.get("color-black"),
    }
}

/// A role by its name, such as "knight".
pub fn role(texts: &Texts, role: Role) -> String {
    texts.get(&format!("piece-{}", role.name()))
}

/// A piece by its name, such as "white knight".
pub fn piece(texts: &Texts, piece: Piece) -> String {
    let side = piece.color.to_string();
    texts.with("piece-of", &[("color", &side), ("role", piece.role.name())])
}
