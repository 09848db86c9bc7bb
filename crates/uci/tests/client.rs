//! The client against an engine that does everything wrong that engines do.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use estopim_rules::Variant;
use estopim_uci::{
    Client, ClientError, GoLimits, Launch, OptionError, PositionCommand, SearchResult, Start,
};
use rstest::rstest;

/// Long enough for a machine that is busy with other tests.
const TIMEOUT: Duration = Duration::from_secs(20);
/// What an engine that does not answer is given.
const SHORT: Duration = Duration::from_millis(100);

static NEVER: AtomicBool = AtomicBool::new(false);

fn launch(args: &[&str]) -> Launch {
    Launch {
        program: env!("CARGO_BIN_EXE_fake-uci-engine").into(),
        args: args.iter().map(Into::into).collect(),
        directory: None,
    }
}

fn start(args: &[&str]) -> Client {
    Client::start(&launch(args), TIMEOUT).unwrap()
}

fn search(client: &mut Client, deadline: Duration) -> Result<SearchResult, ClientError> {
    let position = PositionCommand { start: Start::Initial, moves: vec!["e2e4".to_owned()] };
    let limits = GoLimits { depth: Some(1), ..GoLimits::default() };
    client.search(&position, &limits, deadline, &NEVER)
}

#[test]
fn a_good_engine_is_introduced_and_asked() {
    let mut client = start(&["score=25", "games=chess,atomic"]);
    assert_eq!(client.name(), Some("Fake"));
    client.set_option("hash", "16").unwrap();
    client.set_variant(Variant::Atomic).unwrap();
    client.new_game(TIMEOUT).unwrap();
    let report = search(&mut client, TIMEOUT).unwrap();
    assert!(report.best.best.is_some());
    assert_eq!(report.info.to_string(), "info depth 7 score cp 25 nodes 1000");
    client.quit(TIMEOUT);
}

#[test]
fn options_are_checked_before_they_are_sent() {
    let mut client = start(&[]);
    let unknown = client.set_option("Contempt", "3").unwrap_err();
    assert!(matches!(unknown, ClientError::Option(OptionError::Unknown(_))), "{unknown}");
    let large = client.set_option("Hash", "65").unwrap_err();
    assert_eq!(large.to_string(), "Hash must be a number from 1 to 64, found \"65\"");
}

#[rstest]
#[case::chess_without_the_option(&[], Variant::Chess, None)]
#[case::atomic_without_the_option(
    &[], Variant::Atomic, Some("the engine does not play atomic (it has no option UCI_Variant)")
)]
#[case::not_among_its_games(
    &["games=chess,atomic"], Variant::PawnBattle,
    Some("the engine does not play pawnbattle, only chess, atomic")
)]
fn an_engine_plays_only_its_games(
    #[case] args: &[&str],
    #[case] variant: Variant,
    #[case] refusal: Option<&str>,
) {
    let refused = start(args).set_variant(variant).err().map(|error| error.to_string());
    assert_eq!(refused.as_deref(), refusal);
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let missing: Launch = "/no/such/engine".parse().unwrap();
    let error = Client::start(&missing, TIMEOUT).unwrap_err();
    assert!(error.to_string().starts_with("cannot start /no/such/engine: "), "{error}");
}

#[test]
fn an_engine_that_does_not_introduce_itself_is_given_up() {
    let error = Client::start(&launch(&["fault=deaf"]), SHORT).unwrap_err();
    assert_eq!(error.to_string(), "no uciok within 100 ms");
}

#[test]
fn a_crash_is_told_with_its_reason() {
    let mut client = start(&["fault=crash"]);
    let error = search(&mut client, TIMEOUT).unwrap_err();
    assert_eq!(error.to_string(), "the engine has ended (exit status: 3): something broke");
    assert!(matches!(client.ready(TIMEOUT), Err(ClientError::Ended { .. })));
}

#[test]
fn a_slow_engine_can_be_stopped_and_asked_again() {
    let mut client = start(&["fault=slow"]);
    let error = search(&mut client, SHORT).unwrap_err();
    assert_eq!(error.to_string(), "no bestmove within 100 ms");
    client.stop(TIMEOUT).unwrap();
    assert!(search(&mut client, TIMEOUT).is_ok());
}

#[test]
fn a_silent_engine_is_given_up() {
    let mut client = start(&["fault=silent"]);
    assert!(matches!(search(&mut client, SHORT), Err(ClientError::Timeout { .. })));
    assert!(matches!(client.stop(SHORT), Err(ClientError::Timeout { .. })));
}

#[test]
fn an_engine_that_does_not_read_never_blocks_us() {
    let mut client = start(&["fault=silent"]);
    assert!(search(&mut client, SHORT).is_err());
    // Far more than a pipe holds.
    let long = PositionCommand { start: Start::Fen("8/".repeat(1 << 16)), moves: Vec::new() };
    let limits = GoLimits::default();
    let stuck = (0..100).any(|_| {
        let deadline = Duration::from_millis(1);
        matches!(client.search(&long, &limits, deadline, &NEVER), Err(ClientError::NotReading))
    });
    assert!(stuck);
}

#[test]
fn a_flood_is_survived() {
    assert!(search(&mut start(&["fault=flood"]), TIMEOUT).is_ok());
}

#[test]
fn a_caller_may_change_its_mind() {
    let mut client = start(&["fault=slow"]);
    let position = PositionCommand { start: Start::Initial, moves: Vec::new() };
    let limits = GoLimits::default();
    let error = client.search(&position, &limits, TIMEOUT, &AtomicBool::new(true)).unwrap_err();
    assert!(matches!(error, ClientError::Interrupted), "{error}");
}
