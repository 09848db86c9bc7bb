//! `estopim match`, with the program itself as both engines.

mod program;

use insta::assert_snapshot;
use program::estopim;
use rstest::rstest;

const PROGRAM: &str = env!("CARGO_BIN_EXE_estopim");

#[test]
fn a_match_is_played_and_written_down() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = |name: &str| directory.path().join(name).to_str().expect("a plain path").to_owned();
    let (pgn, json) = (path("games.pgn"), path("result.json"));
    let engine =
        |name: &str, depth: u32| format!("cmd=\"'{PROGRAM}' uci\",name={name},depth={depth}");
    let (strong, weak) = (engine("strong", 4), engine("weak", 1));
    let arguments =
        ["match", "--variant", "atomic", "--games", "4", "--pgn", &pgn, "--json", &json];
    let ran = estopim(&[&arguments[..], &["--engine", &strong, "--engine", &weak]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("strong against weak: atomic, 4 plies a move"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stderr.lines().count(), 5, "{}", ran.stderr);

    let games = std::fs::read_to_string(pgn).expect("games were written");
    assert_eq!(games.matches("[Variant \"Atomic\"]").count(), 4);
    let result = std::fs::read_to_string(json).expect("a result was written");
    let result: serde_json::Value = serde_json::from_str(&result).expect("valid JSON");
    assert_eq!(result["end"], "completed");
    for engine in 0..2 {
        for fault in ["timeLosses", "illegalMoves", "crashes", "stalls"] {
            assert_eq!(result["engines"][engine][fault], 0, "{result}");
        }
    }
}

#[rstest]
#[case::one_engine(&["--engine", "cmd=a", "--depth", "1"], "a match needs two engines, found 1")]
#[case::no_command(&["--engine", "name=a"], "cmd=… is missing")]
#[case::a_bad_clock(&["--tc", "fast"], "expected seconds such as 60+0.6, 2+0.02 or 40/60, found \"fast\"")]
#[case::two_clocks(&["--depth", "1", "--nodes", "1"], "cannot be used with")]
#[case::a_bad_test(&["--sprt", "elo0=3,elo1=1"], "elo1 must be a number above elo0, found \"1\"")]
#[case::a_bad_source(&["--openings", "book.bin"], "a file that ends in .pgn or .epd")]
fn nonsense_is_refused(#[case] arguments: &[&str], #[case] reason: &str) {
    let ran = estopim(&[&["match"], arguments].concat());
    ran.refused();
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let arguments =
        ["match", "--depth", "1", "--engine", "cmd=/no/such/engine", "--engine", "cmd=b"];
    let ran = estopim(&arguments);
    ran.refused();
    assert_snapshot!(ran.stderr, @"error: /no/such/engine: cannot start /no/such/engine: No such file or directory (os error 2)");
}
