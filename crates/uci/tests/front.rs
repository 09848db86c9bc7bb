//! Conversations with our engine's front: what is said, and what must be answered.

use std::fs;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use rstest::rstest;

/// Where the answers are collected.
#[derive(Clone, Default)]
struct Answers(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (written, changed) = &*self.0;
        let count = written.lock().expect("nobody panics while writing").write(bytes);
        changed.notify_all();
        count
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Answers {
    fn lines(&self) -> Vec<String> {
        lines_of(&self.0.0.lock().expect("nobody panics while writing"))
    }

    /// Waits until `wanted` lines begin with a word.
    fn wait_for(&self, word: &str, wanted: usize) {
        let (written, changed) = &*self.0;
        let too_few = |bytes: &mut Vec<u8>| {
            lines_of(bytes).iter().filter(|line| line.starts_with(word)).count() < wanted
        };
        let written = written.lock().expect("nobody panics while writing");
        let (written, waited) =
            changed.wait_timeout_while(written, TIMEOUT, too_few).expect("nobody panics");
        assert!(!waited.timed_out(), "{wanted} lines with {word} in {:?}", lines_of(&written));
    }
}

fn lines_of(bytes: &[u8]) -> Vec<String> {
    str::from_utf8(bytes).expect("answers are text").lines().map(str::to_owned).collect()
}

/// Says the lines, ends the input, and returns all that was answered.
fn conversation(lines: &[&str]) -> Vec<String> {
    let answers = Answers::default();
    let input = Cursor::new(lines.join("\n"));
    estopim_uci::front::run(input, answers.clone()).expect("a conversation in memory cannot fail");
    answers.lines()
}

/// Sends each line once there have been as many `bestmove` answers as it asks for, and returns all answers.
fn patient_conversation(lines: &[(usize, &str)]) -> Vec<String> {
    let answers = Answers::default();
    let lines: Vec<_> =
        lines.iter().map(|&(bestmoves, line)| (bestmoves, line.to_owned())).collect();
    let patient = Patient { lines: lines.into_iter(), answers: answers.clone() };
    let input = BufReader::new(patient);
    estopim_uci::front::run(input, answers.clone()).expect("a conversation in memory cannot fail");
    answers.lines()
}

/// The answers to `eval`, in order.
fn evaluations(answers: &[String]) -> Vec<&str> {
    answers.iter().filter(|line| line.contains("valuation")).map(String::as_str).collect()
}

/// A network that is built into the program, as a file.
fn network(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

const UNEVEN: &str = "position fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn option(path: &Path) -> String {
    format!("setoption name EvalFile value {}", path.display())
}

#[test]
fn a_network_that_cannot_be_used_is_refused_and_the_old_one_stays() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let good = folder.path().join("good.nnue");
    let cut = folder.path().join("cut.nnue");
    let bytes = network("atomic.nnue");
    fs::write(&good, &bytes).expect("there is room for a file");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("there is room for a file");
    let missing = folder.path().join("missing.nnue");

    let answers = conversation(&[
        "setoption name UCI_Variant value atomic",
        "setoption name EvalFile value <hce>",
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
    let [by_hand, good, after_cut, after_missing, by_hand_again] = found[..] else {
        panic!("expected five evaluations, found {found:?}");
    };
    assert_ne!(by_hand, good, "the network was not used");
    assert_eq!((after_cut, after_missing), (good, good), "a refused network changed something");
    assert_eq!(by_hand, by_hand_again);
    for name in ["cut.nnue", "missing.nnue"] {
        let refused = |line: &&String| line.contains(name) && line.contains("refused");
        assert_eq!(answers.iter().filter(refused).count(), 1, "{name} in {answers:?}");
    }
}

#[test]
fn a_network_for_another_game_is_said_to_be_one() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("good.nnue");
    fs::write(&path, network("pawnbattle.nnue")).expect("there is room for a file");
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

/// Sends lines, each once there have been as many `bestmove` answers as it asks for.
struct Patient {
    lines: std::vec::IntoIter<(usize, String)>,
    answers: Answers,
}

/// An empty line, said once a count is complete.
const COUNTED: &str = "";

/// Longer than any of these searches takes; a test that waits this long has failed.
const TIMEOUT: Duration = Duration::from_mins(1);

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some((bestmoves, line)) = self.lines.next() else { return Ok(0) };
        if line == COUNTED {
            self.answers.wait_for("Nodes searched", 1);
        }
        self.answers.wait_for("bestmove", bestmoves);
        let text = format!("{line}\n");
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

#[rstest]
fn another_variant_may_be_chosen_without_a_new_game(#[values(3, 4, 5, 6, 7, 8)] depth: u32) {
    const FEN: &str = "position fen 8/8/2r3q1/5k2/R2K4/1p1N4/3Np3/8 w - - 0 1";
    let go = format!("go depth {depth}");
    let said = [
        (0, "setoption name UCI_Variant value simpleatomic"),
        (0, FEN),
        (0, &go),
        (1, "setoption name UCI_Variant value chess"),
        (1, FEN),
        (1, &go),
        (2, "quit"),
    ];
    let answers = patient_conversation(&said);
    let panics = answers.iter().filter(|line| line.contains("panic")).count();
    assert_eq!(panics, 0, "{answers:?}");
}

/// A conversation that must end in time.
fn short_conversation(lines: &[&str]) -> Vec<String> {
    let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        // If the receiver is gone the test has failed already.
        let _ = tell.send(conversation(&lines));
    });
    told.recv_timeout(TIMEOUT).expect("the conversation ends")
}

#[rstest]
#[case::stop(&["go perft 12", "stop", "isready"])]
#[case::quit(&["go perft 12", "quit"])]
#[case::another_position(&["go perft 12", "position startpos moves e2e4", "isready"])]
fn a_count_that_would_take_years_is_stopped(#[case] said: &[&str]) {
    let answers = short_conversation(said);
    let stopped = answers.iter().position(|line| line == "info string perft was stopped");
    let ready = answers.iter().position(|line| line == "readyok");
    assert!(stopped.is_some(), "{answers:?}");
    assert!(ready.is_none() || ready > stopped, "{answers:?}");
    assert!(!answers.iter().any(|line| line.starts_with("Nodes searched")), "{answers:?}");
}

#[test]
fn the_end_of_input_does_not_stop_a_count() {
    let answers = conversation(&["go perft 4"]);
    assert!(answers.contains(&"Nodes searched: 197281".to_owned()), "{answers:?}");
}

#[test]
fn a_question_does_not_stop_a_count() {
    let said = ["go perft 4", "isready", "d", "eval", "debug on"].map(|line| (0, line));
    let answers = patient_conversation(&[&said[..], &[(0, COUNTED)]].concat());
    assert!(answers.contains(&"Nodes searched: 197281".to_owned()), "{answers:?}");
}

#[cfg(unix)]
#[rstest]
#[case::pipe("pipe", "a pipe, a socket or a device")]
#[case::device("/dev/zero", "a pipe, a socket or a device")]
#[case::directory("", "a directory")]
fn what_is_no_file_is_no_network(#[case] name: &str, #[case] found: &str) {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
    assert!(made.success());
    let answers = short_conversation(&[&option(&folder.path().join(name)), "isready"]);
    assert!(answers[0].contains("refused") && answers[0].contains(found), "{answers:?}");
    assert_eq!(answers[1], "readyok");
}

#[test]
fn a_table_that_the_machine_has_no_room_for_is_refused_and_the_old_one_kept() {
    const MOST: u64 = 65_536;
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?.to_owned();
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    });
    if free.is_none_or(|kilobytes| kilobytes / 1024 >= MOST) {
        // Past the capture of the test runner: who reads the log should know.
        let _ = writeln!(io::stderr(), "NOT TESTED: the machine may have room for every table");
        return;
    }
    let answers = patient_conversation(&[
        (0, &format!("setoption name Hash value {MOST}")),
        (0, "go depth 3"),
        (1, "quit"),
    ]);
    assert!(answers[0].starts_with("info string Hash refused: no room"), "{answers:?}");
}
