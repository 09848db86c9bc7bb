//! Any bytes are games and errors; a game that is written reads as the same game.
#![no_main]

use estopim_rules::{PgnGame, PgnLimits, PgnReader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    for game in PgnReader::new(data) {
        match game {
            Ok(game) => check(&game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn check(game: &PgnGame) {
    let text = game.to_string();
    // Writing adds the tags that every game has.
    let limits = PgnLimits { tags: 512, ..PgnLimits::default() };
    let mut reader = PgnReader::with_limits(text.as_bytes(), limits);
    let read = reader.next().expect("a game is written").expect("what is written can be read");
    assert!(reader.next().is_none(), "{text}");
    assert_eq!((read.start, read.result), (game.start, game.result), "{text}");
    assert!(read.main_line().eq(game.main_line()), "{text}");
    assert_eq!(read.to_string(), text);
    let _ = game.to_game();
}
