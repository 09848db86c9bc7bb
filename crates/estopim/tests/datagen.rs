//! `estopim datagen` and `estopim data`: runs that are ended in every way, and a look into what they leave.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use estopim_rules::{AnyPosition, Variant};
use estopim_train::data::{Header, Origin, Record, WhiteResult, Writer};
use insta::assert_snapshot;
use program::estopim;
use rstest::rstest;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_estopim");

/// Quick games, of which some hundreds of positions make a block.
fn arguments(out: &Path, positions: u64) -> Vec<String> {
    let text = format!("datagen --variant pawnbattle --nodes 30 --seed 5 --positions {positions}");
    let mut arguments: Vec<String> = text.split(' ').map(str::to_owned).collect();
    arguments.extend(["--out".to_owned(), text_of(out)]);
    arguments
}

fn text_of(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

/// Starts a run without end, and waits until a block is written.
fn run_without_end(out: &Path) -> (Child, impl BufRead) {
    let mut child = Command::new(PROGRAM)
        .args(arguments(out, u64::MAX))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stderr = BufReader::new(child.stderr.take().expect("the errors are piped"));
    for _ in 0..2 {
        let mut line = String::new();
        stderr.read_line(&mut line).expect("the program tells how far it is");
        assert!(line.contains(" positions from "), "{line:?}");
    }
    (child, stderr)
}

/// What an undisturbed run writes that ends with the block after `positions`.
fn undisturbed(directory: &TempDir, positions: u64) -> Vec<u8> {
    let path = directory.path().join("undisturbed.data");
    let arguments = arguments(&path, positions);
    let ran = estopim(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    fs::read(path).expect("the file is there")
}

#[track_caller]
fn check_sound(path: &Path) {
    let ran = estopim(&["data", "check", &text_of(path)]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.ends_with(" positions, 0 of them duplicates\n"), "{}", ran.stdout);
}

#[test]
fn ctrl_c_keeps_what_is_complete() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = directory.path().join("some.data");
    let (mut child, mut stderr) = run_without_end(&path);
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("there is kill");
    assert!(sent.success());
    let mut rest = String::new();
    stderr.read_to_string(&mut rest).expect("text");
    assert!(rest.ends_with("error: interrupted; the same command goes on from there\n"), "{rest}");
    let mut told = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut told).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let games = told.split(' ').nth(3).expect("a number of games");
    assert!(told.contains(" positions from ") && games != "0", "{told}");
    check_sound(&path);
}

#[test]
fn a_killed_run_goes_on_to_the_same_file() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = directory.path().join("some.data");
    for _ in 0..3 {
        let (mut child, _) = run_without_end(&path);
        child.kill().expect("it can be killed");
        child.wait().expect("it is dead");
    }
    // What a kill in the middle of a block leaves behind.
    let mut killed = fs::read(&path).expect("the file is there");
    killed.extend_from_within(64..100);
    fs::write(&path, &killed).expect("the file can be written");

    let more = (killed.len() / 32) as u64 + 500;
    let arguments = arguments(&path, more);
    let ran = estopim(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    check_sound(&path);
    assert!(fs::read(&path).expect("it is there") == undisturbed(&directory, more));
}

#[test]
fn a_full_disk_is_told_and_the_file_stays_good() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = directory.path().join("some.data");
    // A file may grow to some blocks; then writing fails, as on a full disk.
    let limited = "trap '' XFSZ; ulimit -f 300; exec \"$0\" \"$@\"";
    let ran = Command::new("sh")
        .args(["-c", limited, PROGRAM])
        .args(arguments(&path, u64::MAX))
        .output()
        .expect("there is a shell");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{stderr}");
    let last = stderr.lines().last().expect("a reason");
    let expected = format!("error: {}: cannot write: File too large", path.display());
    assert!(last.starts_with(&expected), "{last}");
    check_sound(&path);
    let kept = fs::read(&path).expect("it is there");
    assert!(kept.len() > 32_000, "some blocks were written before");

    // With room again, it goes on.
    let more = (kept.len() / 32) as u64 + 500;
    let arguments = arguments(&path, more);
    let ran = estopim(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(fs::read(&path).expect("it is there") == undisturbed(&directory, more));
}

/// Four positions in two blocks, two of them the same.
fn by_hand(directory: &TempDir) -> PathBuf {
    let path = directory.path().join("by-hand.data");
    let origin = Origin::SelfPlay { seed: 7, nodes: 2000, engine: 0xABC };
    let header = Header { variant: Variant::Atomic, origin };
    let record = |fen: &str, score, result, ply| {
        let position = AnyPosition::from_fen(Variant::Atomic, fen).expect("a position");
        Record::new(&position, score, result, ply).expect("there is room")
    };
    let kings = "7k/8/8/8/8/8/P7/K7 w - - 0 61";
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let mut writer = Writer::open(&path, header, |_| ()).expect("a new file");
    let first = vec![
        record(start, 31, WhiteResult::Win, 1),
        record(kings, 750, WhiteResult::Win, 120),
        record(start, 12, WhiteResult::Draw, 1),
    ];
    writer.append(2, first).expect("there is room");
    let second = vec![record("7k/8/8/8/8/q7/8/K7 w - - 9 30", -1990, WhiteResult::Loss, 58)];
    writer.append(1, second).expect("there is room");
    path
}

#[test]
fn stats_count_what_is_there() {
    let directory = tempfile::tempdir().expect("a place for files");
    let ran = estopim(&["data", "stats", &text_of(&by_hand(&directory))]);
    ran.succeeded();
    let (file, counts) = ran.stdout.split_once('\n').expect("several lines");
    let header = "by-hand.data: atomic, seed 7, 2000 nodes a move, engine 0000000000000abc";
    assert!(file.ends_with(header), "{file}");
    assert_snapshot!(counts);
}

#[test]
fn samples_are_lines_and_a_short_file_gives_all() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = text_of(&by_hand(&directory));
    let ran = estopim(&["data", "sample", &path]);
    ran.succeeded();
    assert_snapshot!(ran.stdout, @r"
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 31 | 1
    7k/8/8/8/8/8/P7/K7 w - - 0 61 | 750 | 1
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 12 | 0.5
    7k/8/8/8/8/q7/8/K7 w - - 9 30 | -1990 | 0
    ");
    let two = ["data", "sample", &path, "--count", "2", "--seed", "9"];
    let (one, again) = (estopim(&two), estopim(&two));
    assert_eq!(one.stdout.lines().count(), 2);
    assert_eq!(one.stdout, again.stdout);
}

#[test]
fn joined_files_have_each_position_once() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = by_hand(&directory);
    let (file, out) = (text_of(&path), text_of(&directory.path().join("joined.data")));
    let ran = estopim(&["data", "join", &file, &file, "--out", &out]);
    ran.succeeded();
    assert_eq!(ran.stdout, "3 positions, 5 duplicates left out\n");
    check_sound(Path::new(&out));
    let again = estopim(&["data", "join", &file, "--out", &out]);
    assert_eq!(again.code, Some(1));
    assert!(again.stderr.contains("already exists"), "{}", again.stderr);
}

#[rstest]
#[case::a_damaged_block(100, false, "the block at byte 64 is damaged: its records are not those")]
#[case::a_cut_block(215, true, "the last 23 bytes are no whole block")]
fn check_tells_what_is_wrong(#[case] at: usize, #[case] cut: bool, #[case] told: &str) {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = by_hand(&directory);
    let mut bytes = fs::read(&path).expect("it is there");
    if cut {
        bytes.truncate(at);
    } else {
        bytes[at] ^= 1;
    }
    fs::write(&path, bytes).expect("it can be written");
    let ran = estopim(&["data", "check", &text_of(&path)]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    assert!(ran.stderr.ends_with("by-hand.data is not sound\n"), "{}", ran.stderr);
}

#[test]
fn check_tells_records_that_hold_no_position() {
    let directory = tempfile::tempdir().expect("a place for files");
    let path = directory.path().join("some.data");
    let header = Header { variant: Variant::Atomic, origin: Origin::Joined };
    let mut writer = Writer::open(&path, header, |_| ()).expect("a new file");
    let over = AnyPosition::from_fen(Variant::Atomic, "8/8/8/8/8/8/8/K7 b - - 0 1").expect("sound");
    let over = Record::new(&over, 0, WhiteResult::Win, 3).expect("there is room");
    writer.append(1, vec![Record::from_bytes([0xFF; 32]), over]).expect("there is room");
    let ran = estopim(&["data", "check", &text_of(&path)]);
    assert_eq!(ran.code, Some(2));
    assert_snapshot!(ran.stdout, @r"
    1 whole blocks with 2 positions, 0 of them duplicates
    2 records hold no position of a game that goes on
      block 0, record 0: byte 31 means nothing: 255
      block 0, record 1: the game is over (white wins: the king exploded): 8/8/8/8/8/8/8/K7 b - - 0 2
    ");
}

#[test]
fn other_settings_and_other_files_are_refused() {
    let directory = tempfile::tempdir().expect("a place for files");
    let file = text_of(&by_hand(&directory));
    let ran = estopim(&["datagen", "--variant", "chess", "--out", &file]);
    assert_eq!(ran.code, Some(2));
    let told = "made with other settings: found atomic, seed 7, 2000 nodes a move, engine";
    assert!(ran.stderr.contains(told), "{}", ran.stderr);
    let ran = estopim(&["datagen", "--variant", "chess", "--out", "x", "--eval-file", &file]);
    ran.refused();
    assert!(ran.stderr.contains("not a network"), "{}", ran.stderr);
    for step in ["stats", "check", "sample"] {
        let ran = estopim(&["data", step, PROGRAM]);
        ran.refused();
        assert!(ran.stderr.contains("not a file of positions"), "{}", ran.stderr);
    }
}
