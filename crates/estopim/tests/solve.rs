//! `estopim solve` and `estopim verify-proof`, from the arguments to the files.

mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use program::estopim;
use rstest::rstest;
use tempfile::tempdir;

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn a_solution_is_told_in_json() {
    let ran = estopim(&["solve", "--setup", "2p", "--hash", "8", "--json"]);
    ran.succeeded();
    let (slow, fast) = (r#"{"value":"loss","distance":10}"#, r#"{"value":"loss","distance":8}"#);
    let wanted = format!(
        r#"{{"setup":"2p","value":"loss","distance":10,"moves":{{"d2d3":{slow},"d2d4":{fast},"e2e3":{slow},"e2e4":{fast}}}}}"#
    );
    assert_eq!(ran.stdout.trim_end(), wanted);
}

#[test]
fn a_draw_has_no_distance_and_a_fen_is_repeated() {
    let fen = "8/8/3p4/8/3P4/8/8/8 w - - 0 1";
    let json = estopim(&["solve", "--fen", fen, "--hash", "8", "--json"]).json();
    assert_eq!(json["fen"], fen);
    assert_eq!((&json["value"], &json["distance"]), (&"draw".into(), &serde_json::Value::Null));
    assert_eq!(json["moves"]["d4d5"]["value"], "draw");
}

#[test]
fn four_pawns_are_solved_proven_and_a_corrupted_proof_is_refused() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("4p.proof");
    let proof = text_of(&path);
    let ran = estopim(&["solve", "--setup", "4p", "--hash", "16", "--certificate", proof]);
    ran.succeeded();
    assert!(ran.stdout.starts_with("win in 21 plies\nc2c3: loss in 20 plies\n"), "{}", ran.stdout);

    let told = estopim(&["verify-proof", proof]);
    told.succeeded();
    let wanted = "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1: white wins within ";
    assert!(told.stdout.starts_with(wanted), "{}", told.stdout);
    let json = estopim(&["verify-proof", proof, "--json"]).json();
    assert_eq!(json["value"], "win");

    let mut bytes = fs::read(&path).expect("the proof");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("there is room");
    let refused = estopim(&["verify-proof", proof]);
    refused.refused();
    assert!(
        refused.stderr.contains("4p.proof proves nothing: the checksum does not fit"),
        "{}",
        refused.stderr
    );
}

#[test]
fn what_is_known_is_kept_and_a_damaged_file_is_refused() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("4p.checkpoint");
    let arguments = ["solve", "--setup", "4p", "--hash", "16", "--resume", text_of(&path)];
    let first = estopim(&arguments);
    first.succeeded();
    let second = estopim(&arguments);
    second.succeeded();
    assert_eq!(second.stdout, first.stdout);
    let mut bytes = fs::read(&path).expect("the checkpoint");
    bytes[100] ^= 1;
    fs::write(&path, bytes).expect("there is room");
    let refused = estopim(&arguments);
    refused.refused();
    assert!(refused.stderr.contains("the checkpoint is damaged"), "{}", refused.stderr);
}

/// Eight pawns take far longer than a test: the run is interrupted once it listens.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_what_is_known() {
    const TOO_LONG: Duration = Duration::from_mins(2);
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("8p.checkpoint");
    let mut child = Command::new(env!("CARGO_BIN_EXE_estopim"))
        .args(["solve", "--setup", "8p", "--hash", "16", "--threads", "1"])
        .args(["--resume", text_of(&path)])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It listens for signals, in a thread of its own, before it starts to search, in another.
    let tasks = format!("/proc/{}/task", child.id());
    let since = Instant::now();
    while fs::read_dir(&tasks).map_or(0, Iterator::count) < 3 && since.elapsed() < TOO_LONG {
        std::thread::sleep(Duration::from_millis(10));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is kill").success());
    let code = child.wait().expect("it ends").code();
    assert_eq!(code, Some(130));
    let bytes = fs::read(&path).expect("the checkpoint");
    assert!(bytes.starts_with(b"ESTOPBC1"));
}

#[rstest]
#[case::pieces(&["--setup", "pn"], "only pawns can be solved")]
#[case::no_setup(&["--setup", "9p"], "unknown setup \"9p\"")]
#[case::no_position(&["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "neither side has a pawn")]
#[case::over(&["--fen", "8/8/8/8/8/8/3PP3/8 w - - 0 1"], "the game is over")]
#[case::nothing(&[], "--setup")]
#[case::both(&["--setup", "2p", "--fen", "8/3p4/8/8/8/8/3P4/8 w - - 0 1"], "cannot be used with")]
fn what_cannot_be_solved_is_refused(#[case] arguments: &[&str], #[case] reason: &str) {
    let ran = estopim(&[&["solve", "--hash", "8"], arguments].concat());
    ran.refused();
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
}

#[test]
fn a_proof_that_is_not_there_is_the_machines_fault() {
    let ran = estopim(&["verify-proof", "no/such.proof"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot read no/such.proof"), "{}", ran.stderr);
}
