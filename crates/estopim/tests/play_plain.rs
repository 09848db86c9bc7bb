//! `estopim play --plain`: whole games by lines, as scripts and screen readers play them.

mod program;

use program::{Ran, estopim_fed};
use rstest::rstest;

fn plays(arguments: &str, lines: &[&str]) -> Ran {
    let mut words = vec!["play", "--plain", "--lang", "en"];
    words.extend(arguments.split_whitespace());
    let ran = estopim_fed(&words, (lines.join("\n") + "\n").as_bytes());
    ran.succeeded();
    ran
}

/// Each game is played to its end by a script; what the program answers is its transcript.
#[rstest]
#[case("chess")]
#[case("atomic")]
#[case("strictatomic")]
#[case("simpleatomic")]
#[case("pawnbattle")]
fn a_scripted_game_matches_its_transcript(#[case] variant: &str) {
    let script = std::fs::read_to_string(format!(
        "{}/tests/scripts/{variant}.txt",
        env!("CARGO_MANIFEST_DIR")
    ));
    let script = script.expect("every game has a script");
    let lines: Vec<&str> = script.lines().collect();
    let ran = plays(&format!("--variant {variant}"), &lines);
    assert!(ran.stdout.contains("The game is over."), "{}", ran.stdout);
    insta::assert_snapshot!(format!("plain_{variant}"), ran.stdout);
}

#[test]
fn a_pipe_plays_its_moves_and_ends_with_a_clear_status() {
    let ran = plays("--variant simpleatomic", &["e2 e4", "d7 d5"]);
    let last: Vec<&str> = ran.stdout.lines().rev().take(2).collect();
    assert_eq!(
        last,
        [
            "FEN: rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2",
            "The game is not finished: White to move after 2 moves."
        ]
    );
}

#[test]
fn every_command_answers() {
    let lines = [
        "help", "moves", "pieces", "board", "undo", "redo", "e4", "e5", "undo", "redo", "fen",
        "hint", "draw", "draw",
    ];
    let ran = plays("--variant chess", &lines);
    for wanted in [
        "Words: moves",
        "20 legal moves: Na3 Nc3",
        "White: king e1, queen d1",
        "There is no move to take back.",
        "There is no move to play again.",
        "Taken back.",
        "Played again.",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "The computer would play",
        "White offers a draw.",
        "The game is over. Draw by agreement (1/2-1/2)",
    ] {
        assert!(ran.stdout.contains(wanted), "{wanted}\n{}", ran.stdout);
    }
    let resigned = plays("--variant chess", &["e4", "pgn", "resign"]);
    assert!(resigned.stdout.contains("1. e4 *"), "{}", resigned.stdout);
    assert!(resigned.stdout.contains("White won: Black resigned (1-0)"));
}

#[test]
fn either_seat_can_be_the_computer() {
    let both = "--variant atomic --white computer:1 --black computer:1 --seed 3";
    let ran = plays(both, &[]);
    assert!(ran.stdout.contains("The game is over."), "{}", ran.stdout);
    assert_eq!(plays(both, &[]).stdout, ran.stdout, "the seed decides the game");
    let black = plays("--variant chess --white computer:1 --seed 3", &["quit"]);
    assert!(black.stdout.contains("White plays"), "{}", black.stdout);
    assert!(black.stdout.contains("Pavio: "), "the computer greets\n{}", black.stdout);
}

#[test]
fn portuguese_is_spoken() {
    let words = ["play", "--plain", "--lang", "pt-BR", "--variant", "atomic"];
    let ran = estopim_fed(&words, "e2 e5\ne2 e4\nsair\n".as_bytes());
    ran.succeeded();
    assert!(ran.stdout.contains("Vez das Brancas:"), "{}", ran.stdout);
    assert!(ran.stdout.contains("A partida não terminou"), "{}", ran.stdout);
}

#[rstest]
#[case(&["--white", "robot"], "robot")]
#[case(&["--black", "computer:14"], "computer:14")]
#[case(&["--time", "soon"], "soon")]
#[case(&["--lang", "fi"], "fi")]
#[case(&["--pgn", "no-such-file.pgn"], "no-such-file.pgn")]
#[case(&["--fen", "nonsense"], "chess")]
fn nonsense_is_refused(#[case] arguments: &[&str], #[case] named: &str) {
    let words: Vec<&str> = ["play", "--plain"].iter().chain(arguments).copied().collect();
    let ran = estopim_fed(&words, b"");
    ran.refused();
    assert!(ran.stderr.contains(named), "{}", ran.stderr);
}
