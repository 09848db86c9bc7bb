//! Nonsense is refused with a message that helps and exit code 2; a failing machine is 1.

mod program;

use insta::assert_snapshot;
use program::estopim;
use rstest::rstest;

#[test]
fn a_bad_fen_has_all_its_faults_listed() {
    let fen = "rnbqkbnr/ppppppppp/8/8/8/7x/PPPPPPPP/RNBQKBNR z KQkz e9 -1 1";
    let ran = estopim(&["show", "--fen", fen]);
    ran.refused();
    assert_snapshot!(ran.stderr, @r#"
    error: this is not a position of chess:
      - rank 7 has 9 squares, expected 8
      - unknown piece letter 'x' on rank 3
      - side to move must be "w" or "b", found "z"
      - castling rights must be "-", letters of KQkq or letters of files, found "KQkz"
      - en passant must be "-" or a square, found "e9"
      - the halfmove clock must be a number up to 9999, found "-1"
    "#);
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    let ran = estopim(&["moves", "--fen", "4k3/P7/8/8/8/8/4R3/p3K3 w KQ e6 0 1"]);
    ran.refused();
    assert_snapshot!(ran.stderr, @r"
    error: this is not a position of chess:
      - castling right 'K' has no king and rook at home
      - castling right 'Q' has no king and rook at home
      - a black pawn cannot stand on a1
      - no double step can just have passed over e6, the en passant square
      - black is in check from e2, but it is white's turn
    ");
}

#[test]
fn an_unknown_variant_is_told_the_variants() {
    let ran = estopim(&["perft", "--variant", "suicide", "--depth", "3"]);
    ran.refused();
    assert_snapshot!(ran.stderr, @r#"error: unknown variant "suicide", expected one of chess, atomic, strictatomic, simpleatomic, pawnbattle"#);
}

#[rstest]
#[case::one_pawn("a", "each side needs 2 to 8 pawns, found 1")]
#[case::same_file_twice("aab", "file a is named twice")]
#[case::a_king("abc+e1", "no piece has its home on e1")]
#[case::nothing("", "each side needs 2 to 8 pawns, found 0")]
#[case::no_such_name("9p", "expected one of 2p, 4p, 6p")]
fn a_bad_setup_says_why(#[case] setup: &str, #[case] reason: &str) {
    let ran = estopim(&["show", "--variant", "pawnbattle", "--setup", setup]);
    ran.refused();
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
}

#[test]
fn only_pawn_battle_has_setups() {
    let ran = estopim(&["perft", "--variant", "atomic", "--setup", "4p", "--depth", "3"]);
    ran.refused();
    assert_snapshot!(ran.stderr, @"error: only pawnbattle has setups, but the variant is atomic; give a position by --fen");
}

#[rstest]
#[case::no_command(&[])]
#[case::unknown_command(&["juggle"])]
#[case::no_depth(&["perft"])]
#[case::no_number(&["perft", "--depth", "six"])]
#[case::negative(&["perft", "--depth", "-1"])]
#[case::too_deep(&["perft", "--depth", "100"])]
#[case::no_threads(&["perft", "--depth", "3", "--threads", "0"])]
#[case::too_many_threads(&["perft", "--depth", "3", "--threads", "100000"])]
#[case::too_large_a_table(&["perft", "--depth", "3", "--hash", "99999999999"])]
#[case::fen_and_setup(&["show", "--variant", "pawnbattle", "--setup", "4p", "--fen", "8/8/8/8/8/8/8/8 w - -"])]
#[case::fen_and_stream(&["moves", "--stdin", "--fen", "8/8/8/8/8/8/8/8 w - -"])]
#[case::fen_without_quotes(&["show", "--fen", "8/8/8/8/8/8/8/8", "w", "-", "-"])]
#[case::empty_fen(&["show", "--fen", ""])]
#[case::no_shell(&["completions", "dos"])]
fn nonsense_is_refused(#[case] arguments: &[&str]) {
    let ran = estopim(arguments);
    ran.refused();
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

/// The greatest sizes that may be asked for, a terabyte and more. The system would grant the memory, and end
/// the process once it is filled.
#[rstest]
#[case::of_perft(&["perft", "--depth", "3", "--hash", "1048576"], 1_048_576)]
#[case::of_the_solver(&["solve", "--setup", "2p", "--hash", "16777216"], 16_777_216)]
fn a_table_larger_than_the_memory_is_refused(#[case] arguments: &[&str], #[case] megabytes: u32) {
    let ran = estopim(arguments);
    assert!(matches!(ran.code, Some(1 | 2)), "{:?}: {}", ran.code, ran.stderr);
    let reason = format!("error: no room for a table of {megabytes} megabytes, the machine has ");
    assert!(ran.stderr.starts_with(&reason), "{}", ran.stderr);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
    let ran = program::estopim_into(&["show"], full);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("error: reading or writing failed: "), "{}", ran.stderr);
}

#[rstest]
#[case::of_a_list(&["moves"])]
#[case::of_a_board(&["show"])]
#[case::of_a_script(&["completions", "bash"])]
#[case::of_a_count(&["perft", "--depth", "3", "--divide"])]
fn a_closed_pipe_is_a_quiet_end(#[case] arguments: &[&str]) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let ran = program::estopim_into(arguments, writer);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}

#[rstest]
#[case::no_value("razoring_depth", "expected NAME=VALUE")]
#[case::unknown("razor=1", "unknown parameter \"razor\"; expected one of aspiration_delta")]
#[case::words(
    "razoring_depth=deep",
    "expected a whole number from -1000000 to 1000000, found \"deep\""
)]
#[case::a_divisor_of_none("null_move_depth_divisor=0", "from 1 to 1000000, found \"0\"")]
#[case::far_too_much("razoring_depth=2000000000", "to 1000000, found \"2000000000\"")]
fn a_number_the_search_cannot_have_is_refused(#[case] number: &str, #[case] reason: &str) {
    let ran = estopim(&["tune", "try", "--variant", "atomic", "--pairs", "1", number]);
    ran.refused();
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
}

/// Whatever is wrong with where the database is said to be.
#[rstest]
#[case::no_database(&["--database", "mysql://ana:hunter2@nowhere/games"])]
#[case::no_port(&["--database", "postgres://ana:hunter2@127.0.0.1:port/games"])]
#[case::misspelt(&["--database", "postgres://127.0.0.1:1/games?pasword=hunter2"])]
#[case::words(&["--database", "host=nowhere password=hunter2"])]
#[case::file_that_is_no_toml(&["--config", "config.toml"])]
fn the_password_of_a_database_is_never_told(#[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data").display().to_string();
    let config = folder.path().join("config.toml");
    let text = "bind = \"127.0.0.1:0\"\ndatabase = \"postgres://ana:hunter2@db/games\n";
    std::fs::write(&config, text).expect("there is room for a file");
    let config = config.display().to_string();
    let mut all = vec!["serve", "--bind", "127.0.0.1:0", "--data-dir", &data, "--log", "trace"];
    all.extend(arguments.iter().map(|&word| if word == "config.toml" { &config } else { word }));
    let ran = estopim(&all);
    assert!(ran.code.is_some_and(|code| code != 0), "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("error: ") || ran.stderr.contains("\nerror: "),
        "{}",
        ran.stderr
    );
    assert!(!ran.stderr.contains("hunter2") && !ran.stdout.contains("hunter2"), "{}", ran.stderr);
}

#[test]
fn a_second_server_on_one_data_directory_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().display().to_string();
    let serve = ["serve", "--bind", "127.0.0.1:0", "--log", "error", "--data-dir", &data];
    let mut first = program::Conversation::start(&serve);
    first.hears("Estopim is at http://");
    let second = estopim(&serve);
    assert_eq!(second.code, Some(1), "{}", second.stderr);
    assert!(second.stderr.contains("another server uses"), "{}", second.stderr);
    first.kill();
    // The system has taken the lock back: a server that was killed is in nobody's way.
    let mut third = program::Conversation::start(&serve);
    third.hears("Estopim is at http://");
    third.kill();
}

/// A pipe that nobody writes to: who opened it would wait for ever.
#[cfg(unix)]
#[rstest]
#[case::to_play_with(&["datagen", "--variant", "chess", "--out", "records", "--eval-file"])]
#[case::to_tune_with(&["tune", "try", "--variant", "chess", "--pairs", "1", "razoring_depth=1", "--eval-file"])]
#[case::to_embed(&["embed"])]
fn a_pipe_is_no_network(#[case] arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
    assert!(made.success());
    let pipe = pipe.display().to_string();
    let ran = program::estopim_soon(&[arguments, &[&pipe]].concat());
    ran.refused();
    assert!(ran.stderr.contains("expected the file of a network, found a pipe"), "{}", ran.stderr);
}
