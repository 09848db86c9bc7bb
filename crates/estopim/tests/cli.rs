//! The program as people and scripts meet it: what it prints, and how it ends.

mod program;

use insta::assert_snapshot;
use program::{START, estopim, estopim_fed};
use rstest::rstest;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn perft_ends_with_the_total_and_the_speed() {
    let ran = estopim(&["perft", "--variant", "atomic", "--depth", "4"]);
    ran.succeeded();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let [total, speed] = lines[..] else { panic!("expected two lines: {lines:?}") };
    assert_eq!(total, "total: 197326");
    assert!(speed.starts_with("speed: ") && speed.contains(" nodes/s ("), "{speed}");
}

#[test]
fn perft_divides_one_move_a_line() {
    let ran =
        estopim(&["perft", "--setup", "2p", "--variant", "pawnbattle", "--depth=5", "--divide"]);
    ran.succeeded();
    let (counts, speed) = ran.stdout.trim_end().rsplit_once('\n').expect("several lines");
    assert!(speed.starts_with("speed: "), "{speed}");
    assert_snapshot!(counts, @r"
    d2d3: 81
    d2d4: 71
    e2e3: 81
    e2e4: 71
    total: 304
    ");
}

#[rstest]
#[case::one_thread(&[])]
#[case::threads(&["--threads", "3"])]
#[case::table(&["--hash", "2"])]
#[case::both(&["--threads", "2", "--hash", "1"])]
fn perft_counts_the_same_with_any_means(#[case] means: &[&str]) {
    let mut arguments = vec!["perft", "--fen", KIWIPETE, "--depth", "4", "--json"];
    arguments.extend(means);
    let json = estopim(&arguments).json();
    assert_eq!(json["nodes"], 4_085_603);
}

#[test]
fn perft_prints_one_json_object() {
    let json = estopim(&["perft", "--depth", "3", "--json"]).json();
    let keys: Vec<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, ["nodes", "nps", "seconds"]);
    assert_eq!(json["nodes"], 8902);
    assert!(json["seconds"].is_f64() && json["nps"].is_u64(), "{json}");
}

#[test]
fn perft_divides_in_json() {
    let json = estopim(&["perft", "--depth", "2", "--json", "--divide"]).json();
    let divide = json["divide"].as_object().expect("an object");
    assert_eq!(divide.len(), 20);
    assert_eq!(divide["g1f3"], 20);
}

#[rstest]
#[case::at_depth_zero("atomic", START, "0", 1)]
#[case::of_a_finished_game("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", "4", 0)]
#[case::that_move_counters_do_not_end("chess", "7k/8/8/8/8/8/P7/K7 w - - 100 90", "1", 4)]
fn perft_counts_positions(
    #[case] variant: &str,
    #[case] fen: &str,
    #[case] depth: &str,
    #[case] nodes: u64,
) {
    let arguments = ["perft", "--variant", variant, "--fen", fen, "--depth", depth, "--json"];
    assert_eq!(estopim(&arguments).json()["nodes"], nodes);
}

#[test]
fn perft_says_when_64_bits_are_too_few() {
    let fen = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let ran = estopim(&["perft", "--fen", fen, "--depth", "60", "--hash", "16"]);
    ran.refused();
    assert_snapshot!(ran.stderr, @"error: the count exceeds 64 bits, try a smaller depth");
}

#[test]
fn moves_are_listed_one_a_line() {
    let fen = "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1";
    let ran = estopim(&["moves", "--variant", "atomic", "--fen", fen]);
    ran.succeeded();
    assert_snapshot!(ran.stdout, @r"
    b6b1
    b6e6
    d2c1
    d2c2
    d2d1
    d2d3
    d2e1
    d2e2
    d2e3
    ");
}

#[test]
fn moves_can_be_captures_only_and_written_as_san() {
    let fen = "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1";
    let ran = estopim(&["moves", "--variant", "atomic", "--fen", fen, "--captures", "--san"]);
    ran.succeeded();
    assert_snapshot!(ran.stdout, @r"
    b6b1 Qxb1
    b6e6 Qxe6#
    ");
}

#[rstest]
#[case::as_two_steps("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["e1c1", "e1g1"])]
#[case::as_king_takes_rook("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1", &["e1b1", "e1g1"])]
fn castling_is_written(#[case] fen: &str, #[case] castlings: &[&str]) {
    let ran = estopim(&["moves", "--fen", fen]);
    ran.succeeded();
    for castling in castlings {
        assert!(ran.stdout.lines().any(|mv| mv == *castling), "{castling} in {}", ran.stdout);
    }
}

#[test]
fn every_line_of_a_stream_gets_a_line() {
    let long = "x".repeat(100_000);
    let input = [
        "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "nonsense",
        "",
        long.as_str(),
        "8/8/8/8/8/8/8/K6k w - -\r",
        "7k/8/8/8/8/8/8/K7 w KQ x9 0 1",
        "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
    ]
    .join("\n");
    let ran = estopim_fed(&["moves", "--stdin"], input.as_bytes());
    ran.succeeded();
    let answers: Vec<&str> = ran
        .stdout
        .lines()
        .map(|answer| if answer.is_empty() { "(no moves)" } else { answer })
        .collect();
    assert_snapshot!(answers.join("\n"), @r#"
    (no moves)
    error: expected 4 to 6 fields (pieces, side to move, castling, en passant, two counters), found 1
    error: expected 4 to 6 fields (pieces, side to move, castling, en passant, two counters), found 0
    error: a line is longer than 1024 bytes
    a1a2 a1b1 a1b2
    error: castling right 'K' has no king and rook at home; castling right 'Q' has no king and rook at home; en passant must be "-" or a square, found "x9"
    (no moves)
    "#);
}

#[test]
fn a_stream_may_hold_any_bytes() {
    let ran = estopim_fed(&["moves", "--stdin", "--variant", "pawnbattle"], b"\xff\xfe\0\n");
    ran.succeeded();
    assert_snapshot!(ran.stdout, @"error: the line is not UTF-8 text");
}

#[test]
fn a_stream_is_answered_line_by_line() {
    let mut conversation =
        program::Conversation::start(&["moves", "--stdin", "--variant", "pawnbattle", "--san"]);
    assert_eq!(conversation.ask("8/P7/8/8/8/8/1p6/8 w - - 0 1"), "a8#");
    assert_eq!(conversation.ask("8/P7/8/8/8/8/1p6/8 b - - 0 1"), "b1#");
    conversation.end();
}

#[test]
fn show_draws_with_figures() {
    let ran = estopim(&["show", "--variant", "atomic"]);
    ran.succeeded();
    assert_snapshot!(ran.stdout, @r"
      ┌─────────────────┐
    8 │ ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ │
    7 │ ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟ │
    6 │ · · · · · · · · │
    5 │ · · · · · · · · │
    4 │ · · · · · · · · │
    3 │ · · · · · · · · │
    2 │ ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙ │
    1 │ ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖ │
      └─────────────────┘
        a b c d e f g h

    Variant:        atomic
    FEN:            rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    Key:            4da5996fd6e26568
    To move:        white
    Legal moves:    20
    Checks/threats: none
    Outcome:        none, the game goes on
    ");
}

#[test]
fn show_draws_a_finished_game_with_letters() {
    let fen = "1k6/8/8/8/8/8/PP6/K6r w - - 0 1";
    let ran = estopim(&["show", "--variant", "atomic", "--ascii", "--fen", fen]);
    ran.succeeded();
    assert_snapshot!(ran.stdout, @r"
      +-----------------+
    8 | . k . . . . . . |
    7 | . . . . . . . . |
    6 | . . . . . . . . |
    5 | . . . . . . . . |
    4 | . . . . . . . . |
    3 | . . . . . . . . |
    2 | P P . . . . . . |
    1 | K . . . . . . r |
      +-----------------+
        a b c d e f g h

    Variant:        atomic
    FEN:            1k6/8/8/8/8/8/PP6/K6r w - - 0 1
    Key:            850e25be33f4a9cf
    To move:        white
    Legal moves:    0
    Checks/threats: Rh1
    Outcome:        0-1, black wins: checkmate
    ");
}

#[rstest]
#[case::exploded("atomic", "8/8/8/8/8/8/8/K7 b - - 0 1", "1-0, white wins: the king exploded")]
#[case::home(
    "pawnbattle",
    "P7/8/8/8/8/8/1p6/8 b - - 0 1",
    "1-0, white wins: a pawn reached the last rank"
)]
#[case::late(
    "chess",
    "7k/8/8/8/8/8/P7/K7 w - - 100 90",
    "1/2-1/2, draw: fifty moves without progress"
)]
fn show_knows_how_a_game_ended(#[case] variant: &str, #[case] fen: &str, #[case] outcome: &str) {
    let ran = estopim(&["show", "--variant", variant, "--fen", fen]);
    ran.succeeded();
    assert_eq!(ran.stdout.lines().last(), Some(format!("Outcome:        {outcome}").as_str()));
}

#[test]
fn show_names_a_strict_threat() {
    // The rook may take on e2, beside the king.
    let fen = "k3r3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let ran = estopim(&["show", "--variant", "strictatomic", "--fen", fen]);
    ran.succeeded();
    assert!(ran.stdout.contains("Checks/threats: Re8\n"), "{}", ran.stdout);
}

#[rstest]
#[case::bash("bash")]
#[case::zsh("zsh")]
#[case::fish("fish")]
#[case::elvish("elvish")]
#[case::powershell("powershell")]
fn shells_are_completed(#[case] shell: &str) {
    let ran = estopim(&["completions", shell]);
    ran.succeeded();
    assert!(ran.stdout.contains("divide"), "options are completed");
}

#[test]
fn the_version_is_told() {
    let ran = estopim(&["--version"]);
    ran.succeeded();
    assert_eq!(ran.stdout, concat!("estopim ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[rstest]
#[case::of_all(&["--help"])]
#[case::of_perft(&["perft", "--help"])]
#[case::of_moves(&["moves", "--help"])]
#[case::of_show(&["show", "--help"])]
fn help_has_examples(#[case] arguments: &[&str]) {
    let ran = estopim(arguments);
    ran.succeeded();
    assert!(ran.stdout.contains("Examples:\n  estopim "), "{}", ran.stdout);
}

#[rstest]
#[case::fen(&["--fen", KIWIPETE])]
#[case::plain(&[KIWIPETE])]
#[case::setup(&["--variant", "pawnbattle", "--setup", "4p"])]
fn analyse_shows_as_many_lines_as_were_wanted_however_little_time_there_is(
    #[case] position: &[&str],
) {
    for movetime in ["40", "55", "70", "85"] {
        let mut arguments = vec!["analyse", "--lines", "5", "--movetime", movetime];
        arguments.extend(position);
        let ran = estopim(&arguments);
        ran.succeeded();
        let ranks: Vec<&str> = ran.stdout.lines().skip(1).map(|line| &line[..4]).collect();
        assert_eq!(ranks, ["  1.", "  2.", "  3.", "  4.", "  5."], "{}", ran.stdout);
    }
}

#[test]
fn a_game_is_reported_about_in_words_and_in_two_languages() {
    let pgn = b"[Variant \"Atomic\"]\n\n1. Nf3 h6 2. Ne5 a6 3. Nxf7# 1-0\n";
    let ran = estopim_fed(&["analyse", "-", "--nodes", "20000"], pgn);
    assert!(ran.stdout.contains("3. Nxf7#"), "{}", ran.stdout);
    assert!(
        !ran.stderr.contains("1 blunders") && !ran.stderr.contains("1 mistakes"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr.contains("1. Black (?): accuracy") && ran.stderr.contains("1 blunder"),
        "{}",
        ran.stderr
    );
    // The reason in words, in the language that is asked for, and the same every time.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&ran.stdout).contains("the king explodes in 2 moves"), "{}", ran.stdout);
    let again = estopim_fed(&["analyse", "-", "--nodes", "20000"], pgn);
    assert_eq!(again.stdout, ran.stdout);
    let ran = estopim_fed(&["analyse", "-", "--nodes", "20000", "--lang", "pt"], pgn);
    assert!(words(&ran.stdout).contains("o rei explode em 2 lances"), "{}", ran.stdout);
    assert!(ran.stderr.contains("1 erro grave"), "{}", ran.stderr);
    let ran = estopim_fed(&["analyse", "-", "--lang", "tlh"], pgn);
    assert!(ran.stderr.contains("expected en or pt-BR, found \"tlh\""), "{}", ran.stderr);
}
