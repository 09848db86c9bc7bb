//! Any text is a legal move or an error, in positions of every game.
#![no_main]

use estopim_rules::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((position, text)) = estopim_fuzz::position_and_text(data) else { return };
    let mut game = Game::from_position(position);
    for text in text.split(' ') {
        match game.position().parse_uci(text) {
            Ok(mv) => {
                assert!(game.position().legal_moves().contains(&mv), "{game:?} {text}");
                let written = game.position().uci(mv);
                assert_eq!(game.position().parse_uci(&written), Ok(mv), "{game:?} {text}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let _ = game.play_uci(text);
    }
});
