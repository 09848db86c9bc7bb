//! Any text is a legal move or an error, in positions of every game.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((position, text)) = estopim_fuzz::position_and_text(data) else { return };
    match position.parse_san(&text) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{position:?} {text}");
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position:?} {text}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
