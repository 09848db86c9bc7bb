//! Whole matches with an engine that does everything wrong that engines do: is each game judged rightly?

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use estopim_match::{
    Adjudication, End, Event, MatchError, MatchReport, MatchTimeControl, PairCounts, Plan, Tally,
    run,
};
use estopim_rules::{PgnGame, PgnReader, Variant};
use rstest::rstest;

const FAKE: &str = env!("CARGO_BIN_EXE_fake-match-engine");
/// A limit that a busy machine cannot make an engine exceed.
const GENEROUS: MatchTimeControl = MatchTimeControl::Depth(1);

fn plan(first: &str, second: &str) -> Plan {
    let contender = |args: &str, name: &str| {
        let cmd = format!("cmd=\"'{FAKE}' games=chess,atomic,pawnbattle {args}\",name={name}");
        cmd.parse().unwrap()
    };
    Plan {
        contenders: [contender(first, "first"), contender(second, "second")],
        variant: Variant::Atomic,
        time: Some(GENEROUS),
        games: 4,
        concurrency: 1,
        openings: "random:plies=4".parse().unwrap(),
        opening_plies: None,
        games_per_opening: 2,
        sprt: None,
        adjudication: Adjudication::default(),
        margin: Duration::from_millis(50),
        patience: Duration::from_secs(20),
    }
}

fn play(plan: &Plan) -> MatchReport {
    run(plan, &mut io::sink(), &AtomicBool::new(false), |_| {}).unwrap()
}

/// All figures of faults of an engine: time losses, illegal moves, crashes, stalls.
fn faults(report: &MatchReport, engine: usize) -> [u64; 4] {
    let engine = &report.engines[engine];
    [engine.time_losses, engine.illegal_moves, engine.crashes, engine.stalls]
}

/// Each time the second engine is started it makes one good move, then errs once. One that goes on
/// running after its fault errs in the first game alone.
#[rstest]
#[case::illegal("fault=illegal at=2", [0, 1, 0, 0])]
#[case::garbage("fault=garbage at=2", [0, 1, 0, 0])]
#[case::no_move("fault=nomove at=2", [0, 1, 0, 0])]
#[case::slow("fault=slow at=2", [1, 0, 0, 0])]
#[case::crash("fault=crash at=2", [0, 0, 3, 0])]
#[case::silent("fault=silent at=2", [0, 0, 0, 3])]
#[case::flood("fault=flood at=2", [0, 0, 0, 0])]
fn each_fault_loses_its_game_and_is_counted(#[case] fault: &str, #[case] counted: [u64; 4]) {
    let mut plan = plan("seed=1", &format!("seed=2 {fault}"));
    plan.games = 3;
    plan.patience = Duration::from_millis(500);
    // Short games would end before the second move; chess played at random never does.
    plan.variant = Variant::Chess;
    let report = play(&plan);
    assert_eq!(report.end, End::Completed);
    assert_eq!(faults(&report, 0), [0; 4], "{report:?}");
    assert_eq!(faults(&report, 1), counted, "{report:?}");
    assert_eq!(report.tally.games(), 3);
    assert!(report.tally.wins >= counted.iter().sum(), "{report:?}");
}

#[test]
fn a_move_that_comes_too_late_loses_on_time() {
    let mut plan = plan("", "fault=slow at=1");
    plan.contenders[1].time = Some(MatchTimeControl::MoveTime(Duration::from_millis(100)));
    plan.games = 1;
    let report = play(&plan);
    assert_eq!(faults(&report, 1), [1, 0, 0, 0], "{report:?}");
    assert_eq!(report.endings.keys().collect::<Vec<_>>(), ["white wins: black lost on time"]);
}

#[test]
fn an_engine_that_cannot_play_is_refused_before_the_first_game() {
    let mut not_its_game = plan("", "");
    not_its_game.variant = Variant::StrictAtomic;
    let mut no_such_option = plan("", "");
    no_such_option.contenders[1].options.push(("Contempt".to_owned(), "1".to_owned()));
    let mut no_time = plan("", "");
    no_time.time = None;
    let cases = [
        (
            not_its_game,
            "first: the engine does not play strictatomic, only chess, atomic, pawnbattle",
        ),
        (no_such_option, "second: there is no option \"Contempt\""),
        (no_time, "no time control for "),
    ];
    for (plan, message) in cases {
        let refused: Result<MatchReport, MatchError> =
            run(&plan, &mut io::sink(), &AtomicBool::new(false), |_| {});
        let found = refused.unwrap_err().to_string();
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn colours_change_and_pairs_are_counted() {
    let mut plan = plan("seed=1", "seed=2");
    plan.games = 6;
    plan.concurrency = 2;
    let mut seen = Vec::new();
    let mut pgn = Vec::new();
    let report = run(&plan, &mut pgn, &AtomicBool::new(false), |event| {
        if let Event::Game { number, names, .. } = event {
            seen.push((number, names[0].to_owned()));
        }
    })
    .unwrap();
    seen.sort_unstable();
    let whites: Vec<&str> = seen.iter().map(|(_, white)| white.as_str()).collect();
    assert_eq!(whites, ["first", "second", "first", "second", "first", "second"]);
    assert_eq!(report.tally.games(), 6);
    assert_eq!(report.pairs.pairs(), 3);
    assert_eq!(report.engines[0].mean_depth, Some(7.0));
    assert!(report.engines[1].nps.is_some());

    let games: Vec<PgnGame> = PgnReader::new(pgn.as_slice()).collect::<Result<_, _>>().unwrap();
    assert_eq!(games.len(), 6);
    let start_of = |round: &str| {
        let game = games.iter().find(|game| game.tags.get("Round") == Some(round)).unwrap();
        game.main_line().take(4).collect::<Vec<_>>()
    };
    assert_eq!(start_of("2.1"), start_of("2.2"), "both games of a pair have one opening");
    assert_ne!(start_of("1.1"), start_of("2.1"));
    assert!(games.iter().all(|game| game.tags.get("Variant") == Some("Atomic")));
}

#[test]
fn the_same_plan_gives_the_same_games_whatever_runs_at_once() {
    let results = [1, 3].map(|concurrency| {
        let mut plan = plan("seed=1", "seed=2");
        plan.games = 8;
        plan.concurrency = concurrency;
        let report = play(&plan);
        (report.tally, report.pairs)
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn a_decided_test_ends_the_match() {
    let mut plan = plan("seed=1", "seed=2 fault=crash");
    plan.games = 1000;
    plan.concurrency = 2;
    plan.sprt = Some("elo0=0,elo1=10".parse().unwrap());
    let report = play(&plan);
    assert_eq!(report.end, End::Decided);
    assert_eq!(report.pairs, PairCounts([0, 0, 0, 0, report.pairs.pairs()]));
    assert!((20..30).contains(&report.pairs.pairs()), "{report:?}");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["sprt"]["verdict"], "passed");
    assert_eq!(json["elo"]["difference"], serde_json::Value::Null, "no number is infinite");
    assert_eq!(json["end"], "decided");
}

#[test]
fn an_interrupted_match_keeps_its_results() {
    let mut plan = plan("seed=1", "seed=2");
    plan.games = 100_000;
    let interrupt = AtomicBool::new(false);
    let mut pgn = Vec::new();
    let mut games_seen = 0;
    let report = run(&plan, &mut pgn, &interrupt, |event| {
        if let Event::Game { standing, .. } = event {
            games_seen = standing.tally.games();
            interrupt.store(games_seen >= 3, Ordering::Relaxed);
        }
    })
    .unwrap();
    assert_eq!(report.end, End::Interrupted);
    assert_eq!(report.tally.games(), games_seen);
    assert_eq!(PgnReader::new(pgn.as_slice()).count() as u64, games_seen);
}

#[test]
fn engines_that_agree_end_the_game_only_if_asked() {
    let mut plan = plan("seed=1 score=900", "seed=2 score=-900");
    plan.games = 2;
    plan.variant = Variant::Chess;
    let unasked = play(&plan);
    assert!(!unasked.endings.keys().any(|ending| ending.contains("agree")), "{unasked:?}");
    plan.adjudication.win = Some("moves=3,score=500".parse().unwrap());
    let asked = play(&plan);
    assert_eq!(asked.tally, Tally { wins: 2, draws: 0, losses: 0 });
    assert_eq!(asked.engines[0].moves, 6);
}

#[test]
fn positions_of_chess960_are_played_where_engines_can() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("960.epd");
    std::fs::write(&path, "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1\n").unwrap();
    let mut plan = plan("", "");
    plan.variant = Variant::Chess;
    plan.games = 1;
    plan.openings = path.to_str().unwrap().parse().unwrap();
    let report = play(&plan);
    assert_eq!(faults(&report, 0), [0, 0, 1, 0], "the fake engine has no UCI_Chess960");
}

#[test]
fn a_missing_file_is_named() {
    let mut plan = plan("", "");
    plan.openings = "no-such-file.epd".parse().unwrap();
    let error = run(&plan, &mut io::sink(), &AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(error.to_string().starts_with("cannot read no-such-file.epd: "), "{error}");
    assert!(!Path::new("no-such-file.epd").exists());
}
