//! `estopim loadtest` knows what the machine allows.
#![cfg(unix)]

use std::process::{Command, Output};

use rstest::rstest;

/// Runs it with so many files allowed.
fn loadtest(files: u32, arguments: &[&str]) -> Output {
    let before = format!("ulimit -n {files}; exec \"$@\"");
    Command::new("sh")
        .args(["-c", &before, "sh", env!("CARGO_BIN_EXE_estopim"), "loadtest"])
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[rstest]
#[case(400, "26", "26 games need 404 open files; this machine allows 400: raise it with ulimit -n")]
#[case(
    400,
    "2000",
    "2000 games need 8300 open files; this machine allows 400: raise it with ulimit -n"
)]
#[case(
    1000,
    "1000000",
    "1000000 games need 4000300 open files; this machine allows 1000: raise it with ulimit -n"
)]
fn more_games_than_files_are_refused_at_once(
    #[case] files: u32,
    #[case] games: &str,
    #[case] wanted: &str,
) {
    let output = loadtest(files, &["--games", games]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {wanted}\n"));
    assert!(output.stdout.is_empty());
}

#[test]
fn as_many_games_as_files_allow_are_played() {
    let output = loadtest(400, &["--games", "25", "--rate", "200", "--seconds", "1"]);
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.starts_with("25 games, 50 sockets, 200 moves/s wanted\n"), "{said}");
}
