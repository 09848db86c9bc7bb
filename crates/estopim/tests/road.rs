//! From self-play to a network in miniature: data generation, training with a falling loss, and a network that is
//! embedded and evaluates; and the errors on the way.

mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use estopim_nnue::Network;
use estopim_rules::{AnyPosition, Variant};
use estopim_train::data::{Header, Origin, Record, WhiteResult, Writer};
use program::{Ran, estopim};
use rstest::rstest;

/// A file of some positions, nothing to learn from.
fn some_positions(path: &Path) {
    let header = Header { variant: Variant::Atomic, origin: Origin::Joined };
    let mut writer = Writer::open(path, header, |_| ()).expect("a new file");
    let start = AnyPosition::initial(Variant::Atomic);
    let records = start.legal_moves().into_iter().flat_map(|first| {
        let second = start.after(first);
        second.legal_moves().into_iter().map(move |mv| {
            Record::new(&second.after(mv), 0, WhiteResult::Draw, 2).expect("32 pieces fit")
        })
    });
    writer.append(1, records.collect()).expect("the file can be written");
}

/// Arguments for a network that is trained in seconds.
fn train<'a>(data: &'a str, out: &'a str) -> Vec<&'a str> {
    let settings = ["--variant", "atomic", "--hidden", "64", "--epochs", "6", "--batch", "256"];
    let places = ["train", "--data", data, "--out", out];
    [&places[..], &settings].concat()
}

/// The numbers after a word in the lines of the epochs.
fn losses(ran: &Ran, word: &str) -> Vec<f64> {
    let loss = |line: &str| line.split(word).nth(1)?.split(',').next()?.trim().parse().ok();
    ran.stdout.lines().filter(|line| line.starts_with("epoch")).filter_map(loss).collect()
}

#[test]
fn self_play_becomes_a_network_that_is_part_of_the_program() {
    let folder = tempfile::tempdir().expect("a place for files");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (data, network, nets) = (path("atomic.data"), path("new.nnue"), path("nets"));
    let arguments = ["datagen", "--variant", "atomic", "--positions", "16000", "--nodes", "100"];
    let ran = estopim(&[&arguments[..], &["--out", &data]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);

    let ran = estopim(&train(&data, &network));
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let (learned, aside) = (losses(&ran, ": loss"), losses(&ran, "kept aside"));
    assert_eq!((learned.len(), aside.len()), (6, 6), "{}", ran.stdout);
    assert!(learned[5] < 0.7 * learned[0], "the loss falls: {learned:?}");
    assert!(aside[5] < aside[0], "so it does on positions kept aside: {aside:?}");
    assert!(ran.stdout.contains("in whole numbers values differ by"), "{}", ran.stdout);
    let curve = fs::read_to_string(path("new.svg")).expect("the loss curve is drawn");
    assert!(curve.starts_with("<svg"), "{curve}");

    // Without its folder it is not taken up; with it, under the name of the game.
    let ran = estopim(&["embed", &network, "--nets", &nets]);
    ran.refused();
    assert!(ran.stderr.contains("there is no folder"), "{}", ran.stderr);
    fs::create_dir(&nets).expect("a new folder");
    let ran = estopim(&["embed", &network, "--nets", &nets, "--serves", "strictatomic"]);
    ran.succeeded();
    assert!(
        ran.stdout.contains("for atomic, strictatomic, width 64, 8 king buckets"),
        "{}",
        ran.stdout
    );

    let network = Network::open(&folder.path().join("nets/atomic.nnue"), Variant::StrictAtomic)
        .expect("a sound network");
    let value = |fen: &str| {
        let position = AnyPosition::from_fen(Variant::Atomic, fen).expect("a position");
        network.evaluate(position.board(), position.turn())
    };
    let ahead = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let behind = value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert!(ahead > behind, "a queen more is better than a queen less: {ahead}, {behind}");
}

#[test]
fn a_full_disk_ends_training_with_the_reason() {
    let folder = tempfile::tempdir().expect("a place for files");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (data, out) = (path("some.data"), path("new.nnue"));
    some_positions(data.as_ref());
    // Limits the size of files, and ignores the signal for exceeding it.
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_estopim")])
        .args(train(&data, &out))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("cannot write") && stderr.contains("new.checkpoint"), "{stderr}");
    let left = fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 1, "nothing but the data is there");
}

#[rstest]
#[case::no_such_data(&["train", "--data", "/no/such/data", "--variant", "atomic", "--out", "x"], 1, "/no/such/data: cannot open it")]
#[case::an_odd_width(&["train", "--data", "x", "--variant", "atomic", "--hidden", "100", "--out", "x"], 2, "64 to 1024 in steps of 64")]
#[case::too_much_result(&["train", "--data", "x", "--variant", "atomic", "--wdl", "1.5", "--out", "x"], 2, "expected 0 to 1")]
#[case::nothing_to_resume(&["train", "--data", "x", "--variant", "atomic", "--resume", "--out", "/no/such.nnue"], 2, "/no/such.checkpoint does not exist")]
#[case::no_such_network(&["embed", "/no/such.nnue"], 1, "/no/such.nnue: cannot read the network")]
#[case::no_network(&["embed", "Cargo.toml"], 2, "Cargo.toml: not a network: expected a file that begins with \"ESTONNUE\"")]
fn nonsense_is_refused(#[case] arguments: &[&str], #[case] code: i32, #[case] reason: &str) {
    let ran = estopim(arguments);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), ""), "{}", ran.stderr);
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
}

#[test]
fn data_of_another_game_is_refused() {
    let folder = tempfile::tempdir().expect("a place for files");
    let data = folder.path().join("some.data");
    some_positions(&data);
    let data = data.to_str().expect("a plain path");
    let ran = estopim(&["train", "--data", data, "--variant", "chess", "--out", "/no/such.nnue"]);
    ran.refused();
    assert!(ran.stderr.contains("expected positions of chess, found atomic"), "{}", ran.stderr);
}
