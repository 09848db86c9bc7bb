//! A search that panics, which only a bug can cause: there is a result all the same, and the player can search again.

use std::sync::mpsc;
use std::time::Duration;

use estopim_engine::{Best, Level, Limits, PanicPlace, Player, Remedy, SearchMode, Task};
use estopim_rules::{AnyPosition, Variant};
use rstest::rstest;

/// Longer than any of these searches takes.
const TIMEOUT: Duration = Duration::from_mins(1);

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), multipv: 1, ..Limits::default() }
}

/// Asserts that a result is a legal move, and how the panic was handled.
fn check(best: &Best, position: &AnyPosition, remedy: Option<Remedy>) {
    let mv = best.mv().expect("there is a legal move");
    assert!(position.is_legal(mv), "{best:?}");
    assert_eq!(best.panic.as_ref().map(|panic| panic.remedy), remedy, "{best:?}");
    assert_eq!(best.score.is_none(), remedy == Some(Remedy::AnyMove), "{best:?}");
}

/// The result of a search in the background, which must come exactly once.
fn in_background(player: &mut Player, task: Task, mode: SearchMode) -> Best {
    let (tell, told) = mpsc::channel();
    player.start(
        task,
        depth(5),
        mode,
        |_| {},
        move |best| {
            tell.send(best.clone()).expect("the test listens");
        },
    );
    if mode != SearchMode::Limited {
        player.stop();
    }
    let best = told.recv_timeout(TIMEOUT).expect("there is a result");
    player.wait();
    assert!(told.recv_timeout(TIMEOUT).is_err(), "the result came twice");
    best
}

/// A way to ask for a move.
type Search = dyn Fn(&mut Player) -> Best;

#[rstest]
#[case::main_once(PanicPlace::Main, 1, 1, Remedy::SearchedAgain)]
#[case::main_twice(PanicPlace::Main, 2, 1, Remedy::AnyMove)]
#[case::main_of_several_once(PanicPlace::Main, 1, 3, Remedy::SearchedAgain)]
#[case::main_of_several_twice(PanicPlace::Main, 2, 3, Remedy::AnyMove)]
#[case::one_helper(PanicPlace::Helper, 1, 3, Remedy::Unhelped)]
#[case::every_helper(PanicPlace::Helper, 2, 3, Remedy::Unhelped)]
fn there_is_an_answer_and_the_player_goes_on(
    #[case] place: PanicPlace,
    #[case] times: u32,
    #[case] threads: usize,
    #[case] remedy: Remedy,
    #[values(Variant::Chess, Variant::Atomic, Variant::PawnBattle)] variant: Variant,
) {
    let position = AnyPosition::initial(variant);
    let mut player = Player::new(1, threads);
    let mut asks: Vec<Box<Search>> = vec![
        Box::new(move |player| player.search(&position.into(), depth(5), |_| {})),
        Box::new(move |player| in_background(player, position.into(), SearchMode::Limited)),
    ];
    if threads == 1 {
        asks.push(Box::new(move |player| player.search_here(&position.into(), &depth(5))));
    }
    for ask in &asks {
        player.inject_panics(place, times);
        check(&ask(&mut player), &position, Some(remedy));
        check(&ask(&mut player), &position, None);
    }
}

#[rstest]
fn who_is_told_to_stop_meanwhile_stops(
    #[values(SearchMode::Infinite, SearchMode::Ponder)] mode: SearchMode,
) {
    let position = AnyPosition::initial(Variant::Chess);
    let mut player = Player::new(1, 2);
    player.inject_panics(PanicPlace::Main, 2);
    let best = in_background(&mut player, position.into(), mode);
    assert!(best.mv().is_some_and(|mv| position.is_legal(mv)), "{best:?}");
}

#[test]
fn some_legal_move_is_one_of_those_asked_for() {
    let position = AnyPosition::initial(Variant::Chess);
    let wanted = position.parse_uci("g1f3").expect("it is legal");
    let mut player = Player::new(1, 1);
    player.inject_panics(PanicPlace::Main, 2);
    let limits = Limits { root_moves: vec![wanted], ..depth(3) };
    let best = player.search(&position.into(), limits, |_| {});
    assert_eq!(
        (best.mv(), best.panic.map(|panic| panic.remedy)),
        (Some(wanted), Some(Remedy::AnyMove))
    );
}

/// A search that has come to its end waits until it is asked for its result.
#[test]
fn a_result_is_not_told_before_it_is_asked_for() {
    let mated = AnyPosition::from_fen(Variant::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let (tell, told) = mpsc::channel();
    let mut player = Player::new(1, 1);
    let task = Task::from(mated.expect("the position is sound"));
    player.start(
        task,
        depth(2),
        SearchMode::Infinite,
        |_| {},
        move |_| {
            tell.send(()).expect("the test listens");
        },
    );
    let early = told.recv_timeout(Duration::from_millis(300));
    assert_eq!(early, Err(mpsc::RecvTimeoutError::Timeout));
    player.stop();
    assert_eq!(told.recv_timeout(TIMEOUT), Ok(()));
}

#[rstest]
#[case::once(1, Remedy::SearchedAgain)]
#[case::twice(2, Remedy::AnyMove)]
fn a_level_that_glances_answers_too(#[case] times: u32, #[case] remedy: Remedy) {
    let position = AnyPosition::initial(Variant::Atomic);
    let level = Level::new(2).expect("it is a level");
    let mut player = Player::new(1, 1);
    player.inject_panics(PanicPlace::StaticEvaluation, times);
    let best = level.choose(&mut player, &position.into(), Limits::default(), 3);
    assert!(best.mv().is_some_and(|mv| position.is_legal(mv)), "{best:?}");
    assert_eq!(best.panic.map(|panic| panic.remedy), Some(remedy));
    assert_eq!(player.evaluate_moves(&position).len(), position.legal_moves().len());
}
