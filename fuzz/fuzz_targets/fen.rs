//! Any text is a position or an error; a position lists its moves and comes back from its own FEN.
#![no_main]

use estopim_rules::{AnyPosition, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for variant in Variant::ALL {
        match AnyPosition::from_fen(variant, text) {
            Ok(position) => check(variant, &position),
            Err(error) => assert!(!error.faults.is_empty() && !error.to_string().is_empty()),
        }
    }
});

fn check(variant: Variant, position: &AnyPosition) {
    for fen in [position.fen(), position.shredder_fen()] {
        assert_eq!(AnyPosition::from_fen(variant, &fen).as_ref(), Ok(position), "{fen}");
    }
    let moves = position.legal_moves();
    assert_eq!(position.count_moves(), moves.len() as u64);
    assert_eq!(position.has_moves(), !moves.is_empty());
    assert_eq!(position.captures().len() + position.quiets().len(), moves.len());
    if !moves.is_empty() {
        let _ = position.outcome();
    }
    for mv in moves {
        let after = position.after(mv);
        assert_eq!(after.key(), after.recompute_key());
        let _ = (after.count_moves(), after.outcome(), after.checkers(), position.emptied_by(mv));
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv));
    }
}
