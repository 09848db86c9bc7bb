//! What the fuzz targets share: a position reached by moves that the first bytes choose.

use estopim_rules::{AnyPosition, Variant};

/// Positions in which texts can mean much: castling of both kinds, en passant, promotion, rivals.
const STARTS: [(Variant, &str); 12] = [
    (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Atomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::StrictAtomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::SimpleAtomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"),
    (Variant::PawnBattle, "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1"),
    (Variant::Chess, "r3k2r/1P6/8/2pP4/8/2N2N2/8/R3K2R w KQkq c6 0 1"),
    (Variant::Chess, "1r2k1r1/8/8/8/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::Chess, "7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1"),
    (Variant::Atomic, "1r2k1r1/3p4/8/4P3/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::StrictAtomic, "1r2k1r1/3p4/8/4P3/8/8/p6P/1R2K1R1 b GBgb - 0 1"),
    (Variant::SimpleAtomic, "4k3/P6p/8/8/8/3r4/3Q4/4K3 w - - 0 1"),
    (Variant::PawnBattle, "1n6/P6p/8/3pP3/8/8/p6P/N7 w - d6 0 1"),
];

/// Reads an input as a start, a number of moves, the moves chosen, and a text.
pub fn position_and_text(data: &[u8]) -> Option<(AnyPosition, String)> {
    let (&start, rest) = data.split_first()?;
    let (&plies, rest) = rest.split_first()?;
    let (choices, text) = rest.split_at_checked(usize::from(plies % 32))?;
    let (variant, fen) = STARTS[usize::from(start) % STARTS.len()];
    let mut position = AnyPosition::from_fen(variant, fen).expect("the starts are positions");
    for &choice in choices {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        position.play_unchecked(mv);
    }
    Some((position, String::from_utf8_lossy(text).into_owned()))
}
