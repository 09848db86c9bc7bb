//! Conversations with our engine's front: what is said, and what must be answered.

use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use estopim_nnue::network::OUTPUT_BUCKETS;
use estopim_nnue::{Network, Parameters, Shape};
use estopim_rules::Variant;
use rstest::rstest;

/// Where the answers are collected.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says the lines, ends the input, and returns all that was answered.
fn conversation(lines: &[&str]) -> Vec<String> {
    let answers = Answers::default();
    let input = Cursor::new(lines.join("\n"));
    estopim_uci::front::run(input, answers.clone()).expect("a conversation in memory cannot fail");
    let bytes = answers.0.lock().expect("nobody panics while writing").clone();
    String::from_utf8(bytes).expect("answers are text").lines().map(str::to_owned).collect()
}

/// The answers to `eval`, in order.
fn evaluations(answers: &[String]) -> Vec<&str> {
    answers.iter().filter(|line| line.contains("valuation")).map(String::as_str).collect()
}

/// A network that finds every position even.
fn even(variant: Variant) -> Network {
    let shape = Shape::of(variant, 64);
    let parameters = Parameters {
        feature_weights: vec![0; shape.features.inputs() * 64],
        feature_bias: vec![0; 64],
        output_weights: vec![0; OUTPUT_BUCKETS * 2 * 64],
        output_bias: [0; OUTPUT_BUCKETS],
    };
    Network::new(shape, &parameters).expect("zeros are within all bounds")
}

const UNEVEN: &str = "position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn option(path: &Path) -> String {
    format!("setoption name EvalFile value {}", path.display())
}

#[test]
fn a_network_that_cannot_be_used_is_refused_and_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let good = folder.path().join("even.nnue");
    let cut = folder.path().join("cut.nnue");
    let bytes = even(Variant::Atomic).to_bytes();
    fs::write(&good, &bytes).expect("there is room for a file");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("there is room for a file");
    let missing = folder.path().join("missing.nnue");

    let answers = conversation(&[
        "setoption name UCI_Variant value atomic",
        "setoption name EvalFile value <by hand>",
        UNEVEN,
        "eval",
        &option(&good),
        "eval",
        &option(&cut),
        "eval",
        &option(&missing),
        "eval",
        "setoption name EvalFile value <by hand>",
        "eval",
    ]);
    let found = evaluations(&answers);
    let [by_hand, even, after_cut, after_missing, by_hand_again] = found[..] else {
        panic!("expected five evaluations, found {found:?}");
    };
    assert_ne!(by_hand, even, "the network was not used");
    assert_eq!((after_cut, after_missing), (even, even), "a refused network changed something");
    assert_eq!(by_hand, by_hand_again);
    for name in ["cut.nnue", "missing.nnue"] {
        let refused = |line: &&String| line.contains(name) && line.contains("refused");
        assert_eq!(answers.iter().filter(refused).count(), 1, "{name} in {answers:?}");
    }
}

#[test]
fn a_network_for_another_game_is_said_to_be_one() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("even.nnue");
    fs::write(&path, even(Variant::PawnBattle).to_bytes()).expect("there is room for a file");
    let answers = conversation(&[&option(&path)]);
    assert!(answers[0].contains("does not serve chess"), "{answers:?}");
}

#[rstest]
#[case::unknown_option(&["setoption name Fuel value 3"], "info string")]
#[case::number_out_of_range(&["setoption name Threads value 0"], "Threads must be")]
#[case::position_that_is_none(&["position fen 8/8/8 w - -"], "position refused")]
#[case::move_that_is_illegal(&["position startpos moves e2e5"], "move 1")]
#[case::no_legal_move(
    &["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3"],
    "bestmove (none)"
)]
#[case::several_words_of_nonsense(&["go go go", "position", "setoption", "isready"], "readyok")]
fn whatever_is_said_is_answered(#[case] said: &[&str], #[case] wanted: &str) {
    let answers = conversation(said);
    assert!(answers.iter().any(|line| line.contains(wanted)), "{wanted:?} in {answers:?}");
}

#[test]
fn a_refused_position_leaves_the_old_one() {
    let answers = conversation(&[UNEVEN, "position fen nonsense", "d"]);
    assert!(answers.iter().any(|line| line.contains("rnb1kbnr/")), "{answers:?}");
}
