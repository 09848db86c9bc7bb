//! A game between two sides: what is offered and when it lapses, who may end it, and what a refused command leaves alone.

use estopim_play::state::{Command, Consent, Event, Rejection};
use estopim_play::{
    Clock, End, GameState, InfractionKind, Infractions, OfferKind, Offers, TimeControl,
};
use estopim_rules::{AnyPosition, Color, Game, Variant};
use rstest::rstest;

use Color::{Black, White};

const PER_MOVE: TimeControl = TimeControl::PerMove { limit_ms: 5_000 };
const BLITZ: TimeControl = TimeControl::Clock { base_ms: 10_000, increment_ms: 1_000 };

/// A game of chess that began at moment 0, with moves played one second apart.
fn after(control: TimeControl, moves: &str) -> GameState {
    let mut state = GameState::new(Game::new(Variant::Chess), Clock::new(control));
    state.run_clock(0);
    for (ply, text) in (1..).zip(moves.split_whitespace()) {
        let change = state.decide(play(&state, text), ply * 1_000).expect("a legal move in time");
        state.apply(change);
    }
    state
}

/// The move of whoever is to move.
fn play(state: &GameState, uci: &str) -> Command {
    let mv = state.game().parse_uci(uci).expect("a legal move");
    Command::Move { by: state.turn(), mv, lag_ms: 0 }
}

fn offer(kind: OfferKind, by: Color) -> Command {
    Command::Offer { kind, by, consent: Consent::Awaited }
}

/// Does all commands at one moment and returns the last one's events.
fn run(state: &mut GameState, commands: &[Command], now_ms: i64) -> Vec<Event> {
    let mut events = Vec::new();
    for &command in commands {
        let change = state.decide(command, now_ms).unwrap_or_else(|no| panic!("{command:?}: {no}"));
        events = change.events().to_vec();
        state.apply(change);
    }
    events
}

#[test]
fn a_draw_offer_binds_until_the_opponent_has_moved() {
    let mut state = after(BLITZ, "");
    run(&mut state, &[offer(OfferKind::Draw, White)], 500);
    let mut own_move = state.clone();
    let e4 = play(&state, "e2e4");
    assert_eq!(run(&mut own_move, &[e4], 1_000).len(), 1);
    assert_eq!(own_move.offers().draw, Some(White));
    let reply = play(&own_move, "e7e5");
    let events = run(&mut own_move, &[reply], 2_000);
    assert_eq!(events[1..], [Event::Declined(OfferKind::Draw)]);
    assert_eq!(own_move.offers(), Offers::default());
}

#[test]
fn a_takeback_offer_lapses_with_any_move() {
    let mut state = after(BLITZ, "e2e4");
    run(&mut state, &[offer(OfferKind::Takeback, White)], 1_500);
    let reply = play(&state, "e7e5");
    let events = run(&mut state, &[reply], 2_000);
    assert_eq!(events[1..], [Event::Declined(OfferKind::Takeback)]);
}

#[rstest]
#[case::accepted(&[offer(OfferKind::Draw, White), Command::Accept { kind: OfferKind::Draw, by: Black }])]
#[case::offered_by_both(&[offer(OfferKind::Draw, White), offer(OfferKind::Draw, Black)])]
#[case::at_once(&[Command::Offer { kind: OfferKind::Draw, by: Black, consent: Consent::Given }])]
fn a_draw_is_agreed(#[case] commands: &[Command]) {
    let mut state = after(BLITZ, "e2e4");
    assert_eq!(run(&mut state, commands, 1_500), [Event::Ended(End::Agreed)]);
    assert_eq!((state.end(), state.offers()), (Some(End::Agreed), Offers::default()));
    assert_eq!(state.clock().running(), None);
}

#[test]
fn an_offer_refused_at_once_changes_nothing() {
    let mut state = after(BLITZ, "e2e4");
    let refused = Command::Offer { kind: OfferKind::Draw, by: White, consent: Consent::Refused };
    let change = state.decide(refused, 1_500).expect("it may be offered");
    let kind = OfferKind::Draw;
    assert_eq!(change.events(), [Event::Offered { kind, by: White }, Event::Declined(kind)]);
    let before = state.clone();
    state.apply(change);
    assert_eq!(state, before);
}

#[rstest]
#[case::own_move_last("e2e4 e7e5 g1f3", White, 1)]
#[case::after_the_answer("e2e4 e7e5", White, 2)]
#[case::black_after_the_answer("e2e4 e7e5 g1f3", Black, 2)]
fn a_takeback_takes_the_own_last_move_back(
    #[case] moves: &str,
    #[case] by: Color,
    #[case] plies: usize,
) {
    let state = after(PER_MOVE, moves);
    for command in [
        Command::Offer { kind: OfferKind::Takeback, by, consent: Consent::Given },
        Command::Undo { by },
    ] {
        let mut state = state.clone();
        assert_eq!(run(&mut state, &[command], 4_000), [Event::TookBack(plies)]);
        assert_eq!(state.game().ply_count(), moves.split(' ').count() - plies);
        assert_eq!(state.turn(), by);
        // The time for the move begins anew.
        assert_eq!(state.clock().left(by, 4_500), Some(4_500));
    }
}

#[test]
fn a_takeback_undoes_what_was_offered_first_and_no_more() {
    let mut state = after(BLITZ, "e2e4 e7e5 g1f3");
    let offers = [offer(OfferKind::Takeback, White), offer(OfferKind::Takeback, Black)];
    assert_eq!(run(&mut state, &offers, 3_500), [Event::TookBack(1)]);
}

#[test]
fn at_an_own_board_a_game_that_was_over_goes_on_when_a_move_is_taken_back() {
    let mut state = after(BLITZ, "f2f3 e7e5 g2g4 d8h4");
    assert!(matches!(state.end(), Some(End::ByRules(_))));
    assert_eq!(run(&mut state, &[Command::Undo { by: Black }], 9_000), [Event::TookBack(1)]);
    assert_eq!((state.end(), state.clock().running()), (None, Some(Black)));
}

#[test]
fn a_rematch_is_offered_once_the_game_is_over_and_agreed_by_both() {
    let mut state = after(BLITZ, "e2e4");
    let wanted = offer(OfferKind::Rematch, White);
    assert_eq!(state.decide(wanted, 1_500), Err(Rejection::NotOver));
    run(&mut state, &[Command::Resign { by: White }, wanted], 1_500);
    assert_eq!(state.end().and_then(End::winner), Some(Black));
    let taken = Command::Accept { kind: OfferKind::Rematch, by: Black };
    assert_eq!(run(&mut state, &[taken], 2_000), [Event::RematchAgreed]);
    assert_eq!(state.offers(), Offers::default());
}

#[rstest]
#[case::twice(offer(OfferKind::Draw, White), &[offer(OfferKind::Draw, White)], Some(Rejection::OfferStands))]
#[case::own_offer(Command::Accept { kind: OfferKind::Draw, by: White }, &[offer(OfferKind::Draw, White)], Some(Rejection::NoSuchOffer))]
#[case::nothing_offered(Command::Decline { kind: OfferKind::Takeback, by: White }, &[], Some(Rejection::NoSuchOffer))]
#[case::no_move_yet(offer(OfferKind::Takeback, Black), &[], Some(Rejection::NothingToTakeBack))]
#[case::in_time(Command::ClaimTime { by: Black }, &[], Some(Rejection::NotOverdue))]
#[case::time_in_time(Command::GiveTime { by: Black }, &[], Some(Rejection::NotOverdue))]
#[case::flag_in_time(Command::FlagFall { lag_ms: 0 }, &[], Some(Rejection::NotOverdue))]
#[case::over(offer(OfferKind::Draw, White), &[Command::Resign { by: White }], Some(Rejection::GameOver))]
#[case::over_twice(Command::ClaimLeft { by: White }, &[Command::Abort], Some(Rejection::GameOver))]
fn a_command_that_does_not_fit_is_refused_with_its_reason(
    #[case] command: Command,
    #[case] before: &[Command],
    #[case] wanted: Option<Rejection>,
) {
    let mut state = after(BLITZ, "e2e4");
    run(&mut state, before, 1_500);
    assert_eq!(state.decide(command, 1_600).err(), wanted);
}

#[test]
fn a_game_is_broken_off_only_before_both_have_moved() {
    assert_eq!(
        run(&mut after(BLITZ, "e2e4"), &[Command::Abort], 1_500),
        [Event::Ended(End::Aborted)]
    );
    let both = after(BLITZ, "e2e4 e7e5");
    assert_eq!(both.decide(Command::Abort, 2_500), Err(Rejection::TooLateToAbort));
}

#[test]
fn a_move_out_of_turn_or_out_of_time_is_refused() {
    let state = after(BLITZ, "");
    let mv = state.game().parse_uci("e2e4").expect("a legal move");
    for (by, now_ms, lag_ms, wanted) in [
        (Black, 1_000, 0, Some(Rejection::NotYourTurn)),
        (White, 10_000, 0, Some(Rejection::OutOfTime)),
        (White, 10_000, 200, None),
    ] {
        let command = Command::Move { by, mv, lag_ms };
        assert_eq!(state.decide(command, now_ms).err(), wanted, "{by} at {now_ms}");
    }
}

#[rstest]
#[case::lone_king("k7/8/8/8/8/8/8/K6R w - - 0 1", Black, None)]
#[case::rook("k7/8/8/8/8/8/8/K6R w - - 0 1", White, Some(White))]
fn who_cannot_win_by_any_means_does_not_win_on_time(
    #[case] fen: &str,
    #[case] claims: Color,
    #[case] winner: Option<Color>,
) {
    let start = AnyPosition::from_fen(Variant::Chess, fen).expect("a sound position");
    for control in [BLITZ, PER_MOVE] {
        let mut state = GameState::new(Game::from_position(start), Clock::new(control));
        state.clock_mut().start(!claims, 0);
        let command = if state.clock().is_hard() {
            Command::FlagFall { lag_ms: 0 }
        } else {
            Command::ClaimTime { by: claims }
        };
        let events = run(&mut state, &[command], 20_000);
        assert_eq!(events, [Event::Ended(End::OutOfTime { winner })], "{control}");
    }
}

#[test]
fn who_is_late_may_get_the_time_again_from_the_opponent_alone() {
    let mut state = after(PER_MOVE, "");
    assert_eq!(state.decide(Command::GiveTime { by: White }, 6_000), Err(Rejection::NotOverdue));
    let given = run(&mut state, &[Command::GiveTime { by: Black }], 6_000);
    assert_eq!(given, [Event::TimeGiven(White)]);
    assert_eq!(state.clock().left(White, 7_000), Some(4_000));
}

#[test]
fn a_game_lost_on_time_cannot_go_on_without_time() {
    for (control, goes_on) in [(BLITZ, false), (PER_MOVE, true)] {
        let mut state = after(control, "e2e4 e7e5");
        let late_ms = 100_000_000;
        let lost = End::OutOfTime { winner: Some(Black) };
        state.finish(lost, late_ms);
        let undone = state.decide(Command::Undo { by: White }, late_ms);
        assert_eq!(undone.is_ok(), goes_on, "{undone:?}");
    }
}

#[test]
fn a_teacher_rewinds_any_number_of_plies_and_a_finished_game_goes_on() {
    let mut state = GameState::new(Game::new(Variant::Chess), Clock::new(TimeControl::Unlimited));
    for (by, uci) in [(White, "f2f3"), (Black, "e7e5"), (White, "g2g4"), (Black, "d8h4")] {
        let mv = state.game().parse_uci(uci).expect("legal");
        let change = state.decide(Command::Move { by, mv, lag_ms: 0 }, 0).expect("played");
        state.apply(change);
    }
    assert!(state.end().is_some());
    for (plies, refused) in [(0, true), (5, true), (3, false)] {
        let change = state.decide(Command::Rewind { plies }, 10);
        assert_eq!(change.is_err(), refused, "{plies}");
    }
    let change = state.decide(Command::Rewind { plies: 3 }, 10).expect("rewound");
    state.apply(change);
    assert_eq!((state.game().ply_count(), state.turn(), state.end()), (1, Black, None));
    let mv = state.game().parse_uci("d7d5").expect("legal");
    assert!(state.decide(Command::Move { by: Black, mv, lag_ms: 0 }, 20).is_ok());
}

fn infract(by: Color, kind: InfractionKind) -> Command {
    Command::Infract { by, kind }
}

#[test]
fn infractions_are_counted_only_where_they_are_and_for_the_side_to_move() {
    let state = after(PER_MOVE, "");
    let illegal = infract(White, InfractionKind::Illegal);
    assert_eq!(state.decide(illegal, 0).err(), Some(Rejection::NotCounted));
    let state = state.counting(Some(Infractions::new(5)));
    let other = infract(Black, InfractionKind::Illegal);
    assert_eq!(state.decide(other, 0).err(), Some(Rejection::NotYourTurn));
    let early = infract(White, InfractionKind::Late);
    assert_eq!(state.decide(early, 4_999).err(), Some(Rejection::NotOverdue));
}

#[test]
fn an_infraction_gives_the_time_anew_and_leaves_the_turn() {
    let mut state = after(PER_MOVE, "").counting(Some(Infractions::new(3)));
    for (at_ms, kind, count) in
        [(1_000, InfractionKind::Illegal, 1), (6_000, InfractionKind::Late, 2)]
    {
        let events = run(&mut state, &[infract(White, kind)], at_ms);
        assert_eq!(events, [Event::Infraction { by: White, kind }]);
        assert_eq!(state.clock().left(White, at_ms), Some(5_000), "{kind:?}");
        assert_eq!(state.infractions().map(|it| (it.of(White), it.of(Black))), Some((count, 0)));
    }
    // A late move is played all the same.
    let mut moved = state.clone();
    let e4 = play(&moved, "e2e4");
    assert_eq!(run(&mut moved, &[e4], 12_000).len(), 1);
    let events = run(&mut state, &[infract(White, InfractionKind::Late)], 11_000);
    assert_eq!(events[1..], [Event::Ended(End::Infractions(White))]);
    assert_eq!(state.end().and_then(End::winner), Some(Black));
}
