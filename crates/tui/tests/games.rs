//! Whole games played by keys and mouse, on a model without a terminal.

mod support;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use estopim_engine::Level;
use estopim_play::{End, TimeControl};
use estopim_rules::{AnyPosition, Color, Move, Role, Square, Variant};
use estopim_tui::clock;
use estopim_tui::computer::{Computer, FromEngine, ReportNews};
use estopim_tui::dialog::{Choice, Dialog};
use estopim_tui::kept;
use estopim_tui::model::Screen;
use estopim_tui::play::MessageKind;
use estopim_tui::session::{GameSession, PlayerKind};
use estopim_tui::update::{Effect, Event};
use rstest::rstest;

use support::Player;

fn against_computer(variant: Variant, level: u8, time: TimeControl) -> Player {
    let level = Level::new(level).expect("a level");
    let seats = [PlayerKind::Human, PlayerKind::Computer(level)];
    Player::at_session(GameSession::new(AnyPosition::initial(variant), seats, time), 80, 24)
}

#[rstest]
#[case::chess(Variant::Chess, "f2f3 e7e5 g2g4 d8h4", "f3 e5 g4 Qh4#", "Black won by checkmate")]
#[case::atomic(
    Variant::Atomic,
    "g1f3 d7d5 f3e5 d8d6 e5f7",
    "Nf3 d5 Ne5 Qd6 Nxf7#",
    "White won: Black’s king exploded"
)]
#[case::strict(
    Variant::StrictAtomic,
    "b1c3 b8c6 c3d5 e7e5 d5c7 f8b4 c2c3 b4c5 e2e3 a8c8 f1b5 e8f8 b5d7 a7a6 d1b3",
    "Nc3 Nc6 Nd5+ e5 Nxc7 Bb4+ c3 Bc5+ e3 Rc8 Bb5+ Kf8 Bxd7 a6 Qb3#",
    "White won by checkmate"
)]
#[case::simple(
    Variant::SimpleAtomic,
    "g1f3 b8c6 f3e5 c6d4 e5f7",
    "Nf3 Nc6 Ne5 Nd4 Nxf7#",
    "White won: Black’s king exploded"
)]
#[case::pawns(
    Variant::PawnBattle,
    "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8",
    "a4 h5 a5 h4 a6 h3 axb7 hxg2 bxa8#",
    "White won: a pawn has reached the last rank"
)]
fn a_game_is_played_with_the_cursor(
    #[case] variant: Variant,
    #[case] moves: &str,
    #[case] score: &str,
    #[case] result: &str,
) {
    let mut player = Player::at_board(variant, 80, 24);
    for uci in moves.split(' ') {
        let (from, to) = uci.split_at(2);
        player.moves(from.parse().expect("a square"), to.parse().expect("a square"));
    }
    assert_eq!(player.score(), score);
    assert_eq!(player.told(), result);
    assert_eq!(player.model.dialog, Some(Dialog::Choice { choice: Choice::Ended, index: 0 }));
    player.key(KeyCode::Enter);
    assert_eq!(player.score(), "", "the rematch begins");
}

#[test]
fn pieces_are_moved_by_clicks_and_by_dragging() {
    for (width, height) in [(80, 24), (120, 40), (40, 15), (16, 9)] {
        let mut player = Player::at_board(Variant::Chess, width, height);
        player.clicks(player.place_of(Square::E2));
        assert_eq!(player.play().selected, Some(Square::E2));
        player.clicks(player.place_of(Square::E4));
        player.drags(Square::E7, Square::E5);
        player.drags(Square::G1, Square::F3);
        assert_eq!(player.score(), "e4 e5 Nf3", "{width}x{height}");
    }
}

#[test]
fn a_click_on_a_move_shows_its_position() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    for text in ["e4", "e5", "Nf3"] {
        player.enters(text);
    }
    let moves = player.model.play_area().and_then(|area| area.moves).expect("a list of moves");
    player.clicks((moves.x + 7, moves.y + 1));
    assert_eq!(player.play().viewed, Some(1));
    player.enters("Nc6");
    assert_eq!(player.score(), "e4 e5 Nf3", "the past is not changed");
    player.key(KeyCode::End);
    player.enters("Nc6");
    assert_eq!(player.score(), "e4 e5 Nf3 Nc6");
}

#[test]
fn an_illegal_try_is_refused_in_words() {
    let mut player = Player::at_board(Variant::Atomic, 80, 24);
    player.moves(Square::E2, Square::E5);
    assert_eq!(player.told(), "A pawn does not move like that.");
    player.enters("Ke2");
    assert_eq!(player.told(), "Your own piece stands on e2.");
    player.enters("hello");
    assert!(player.told().contains("hello"), "{}", player.told());
    assert_eq!(player.play().messages.last().map(|last| last.kind), Some(MessageKind::Refusal));
}

#[rstest]
#[case(Variant::Chess)]
#[case(Variant::Atomic)]
#[case(Variant::StrictAtomic)]
#[case(Variant::SimpleAtomic)]
#[case(Variant::PawnBattle)]
fn the_computer_plays_itself_to_the_end(#[case] variant: Variant) {
    let seats = [PlayerKind::Computer(Level::BEGINNER); 2];
    let start = AnyPosition::initial(variant);
    let mut player =
        Player::at_session(GameSession::new(start, seats, TimeControl::Unlimited), 80, 24);
    player.lets_computer_think();
    assert!(player.play().session.end().is_some(), "{}", player.score());
    player.screen();
}

#[test]
fn the_computer_answers_greets_and_says_goodbye() {
    let mut player = against_computer(Variant::Atomic, 1, TimeControl::Unlimited);
    let greeting = player.play().messages.last().expect("a greeting");
    assert_eq!(greeting.kind, MessageKind::Remark);
    player.enters("Nf3");
    assert!(!player.play().may_move(), "it is the computer's turn");
    player.lets_computer_think();
    assert_eq!(player.play().session.played().len(), 2);
    player.keys(&[KeyCode::Char('x'), KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.play().session.end(), Some(End::Resigned(Color::White)));
    assert_eq!(player.play().messages.last().map(|last| last.kind), Some(MessageKind::Remark));
}

#[test]
fn a_silenced_computer_says_nothing() {
    let mut player = against_computer(Variant::Atomic, 1, TimeControl::Unlimited);
    player.key(KeyCode::Char('z'));
    let before = player.play().messages.len();
    for text in ["Nf3", "Ng5", "Nxh7"] {
        player.enters(text);
        player.lets_computer_think();
    }
    let said = &player.play().messages[before..];
    assert!(said.iter().all(|message| message.kind != MessageKind::Remark), "{said:?}");
}

#[test]
fn undo_against_the_computer_gives_the_player_the_move_again() {
    let mut player = against_computer(Variant::Chess, 1, TimeControl::Unlimited);
    player.enters("e4");
    player.lets_computer_think();
    player.key(KeyCode::Char('u'));
    assert_eq!(player.score(), "");
    assert!(player.play().may_move());
    player.key(KeyCode::Char('y'));
    assert_eq!(player.play().session.played().len(), 2);
    player.key(KeyCode::Char('u'));
    player.key(KeyCode::Char('u'));
    assert_eq!(player.told(), "There is no move to take back.");
}

#[test]
fn an_answer_to_a_position_that_is_gone_is_dropped() {
    let mut player = against_computer(Variant::Chess, 1, TimeControl::Unlimited);
    player.enters("e4");
    let question = player.asked().expect("the computer is asked");
    player.key(KeyCode::Char('u'));
    let mv = question.task.position.legal_moves()[0];
    player.event(Event::Computer(estopim_tui::computer::Answer {
        id: question.id,
        mv: Some(mv),
        before: 0,
        after: 0,
    }));
    player.waits(5000);
    assert_eq!(player.score(), "");
}

#[test]
fn when_a_moves_time_is_over_the_player_goes_on_or_ends_the_game() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    player.enters("e4");
    player.waits(179_999);
    assert_eq!(player.model.dialog, None);
    player.waits(1);
    let over = Dialog::Choice { choice: Choice::TimeOver(Color::Black), index: 0 };
    assert_eq!(player.model.dialog, Some(over.clone()));
    player.key(KeyCode::Enter);
    assert_eq!(clock::left(player.play().session.clock(), Color::Black, player.now), Some(180_000));
    player.waits(180_000);
    assert_eq!(player.model.dialog, Some(over));
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.play().session.end(), Some(End::OutOfTime { winner: Some(Color::White) }));
}

#[test]
fn a_clock_for_the_game_ends_it() {
    let time = TimeControl::clock(60, 1);
    let start = AnyPosition::initial(Variant::Chess);
    let mut player =
        Player::at_session(GameSession::new(start, [PlayerKind::Human; 2], time), 80, 24);
    player.waits(60_000);
    assert_eq!(player.play().session.end(), Some(End::OutOfTime { winner: Some(Color::Black) }));
}

#[test]
fn a_draw_is_offered_and_taken() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    player.enters("e4");
    player.keys(&[KeyCode::Char('='), KeyCode::Down, KeyCode::Enter]);
    assert_eq!(player.told(), "The draw is declined.");
    player.keys(&[KeyCode::Char('='), KeyCode::Enter]);
    assert_eq!(player.play().session.end(), Some(End::Agreed));
}

#[test]
fn leaving_a_running_game_is_asked_about_and_keeps_it() {
    let mut player = Player::at_board(Variant::Atomic, 80, 24);
    player.enters("Nf3");
    let kept = player.effects.iter().rev().find_map(|effect| match effect {
        Effect::Keep(Some(pgn)) => Some(pgn.clone()),
        _ => None,
    });
    let kept = kept::read(&kept.expect("the game is kept")).expect("it can be read");
    assert_eq!(kept.played().len(), 1);
    player.key(KeyCode::Char('q'));
    assert_eq!(player.model.dialog, Some(Dialog::Choice { choice: Choice::Leave, index: 0 }));
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert!(matches!(player.model.screen, Screen::Menu));
    player.key(KeyCode::Enter);
    assert_eq!(player.score(), "Nf3", "the menu offers to go on");
}

#[test]
fn a_finished_game_is_not_offered_again() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    for text in ["f3", "e5", "g4", "Qh4"] {
        player.enters(text);
    }
    let last = player.effects.iter().rev().find(|effect| matches!(effect, Effect::Keep(_)));
    assert!(matches!(last, Some(Effect::Keep(None))));
}

#[test]
fn control_c_ends_and_control_z_suspends() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    for (letter, wanted) in [('c', "Quit"), ('z', "Suspend")] {
        player.effects.clear();
        let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
        player.event(Event::Key(key));
        assert_eq!(format!("{:?}", player.effects), format!("[{wanted}]"));
    }
}

#[test]
fn a_game_is_copied_saved_and_read_again() {
    let mut player = Player::at_board(Variant::SimpleAtomic, 80, 24);
    for text in ["e2 e4", "d7 d5", "e4 d5"] {
        player.enters(text);
    }
    player.effects.clear();
    player.key(KeyCode::Char('s'));
    player.key(KeyCode::Enter);
    let Some(Effect::Save { path, text }) = player.effects.pop() else { panic!("it is saved") };
    assert_eq!(path, "estopim-2026-01-02.pgn");
    player.event(Event::Saved(Ok(path)));
    player.key(KeyCode::Char('l'));
    player.enters("some.pgn");
    assert!(matches!(player.effects.last(), Some(Effect::Load(path)) if path == "some.pgn"));
    player.event(Event::Loaded(Err("there is no such file".to_owned())));
    assert!(player.screen().contains("there is no such file"));
    player.event(Event::Loaded(Ok(text)));
    assert_eq!(player.score(), "e4 d5 exd5");
    assert_eq!(player.play().shown_ply(), 0, "it is shown from the start");
    player.keys(&[KeyCode::PageDown, KeyCode::PageDown]);
    assert_eq!(player.play().shown_ply(), 2);
}

#[test]
fn a_fen_is_opened_and_a_bad_one_refused() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    player.key(KeyCode::Char('l'));
    player.enters("8/8/8/8/8/8/8/8 w - - 0 1");
    assert!(player.screen().contains("no king"), "{}", player.screen());
    player.key(KeyCode::Esc);
    player.key(KeyCode::Char('l'));
    player.event(Event::Paste("8/4P3/8/8/8/k7/8/K7 w - - 0 1\n".to_owned()));
    player.key(KeyCode::Enter);
    assert_eq!(player.play().session.position().fen(), "8/4P3/8/8/8/k7/8/K7 w - - 0 1");
}

#[test]
fn the_menu_starts_what_it_says() {
    let mut player = Player::new(80, 24);
    player.key(KeyCode::Down);
    for _ in 0..3 {
        player.key(KeyCode::Right);
    }
    assert_eq!(player.model.menu.variant, Variant::PawnBattle);
    player.keys(&[KeyCode::Down, KeyCode::Left, KeyCode::Home, KeyCode::Enter]);
    let fen = player.play().session.position().fen();
    assert_eq!(fen, "8/1pppppp1/8/8/8/8/1PPPPPP1/8 w - - 0 1", "six pawns come before eight");
}

#[test]
fn a_setup_without_enough_pawns_is_refused_with_the_reason() {
    let mut player = Player::new(80, 24);
    player.model.menu.variant = Variant::PawnBattle;
    player.model.menu.setup = "2p".parse().expect("a setup with that name");
    player.keys(&[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
    player.keys(&[KeyCode::Right; 3]);
    player.keys(&[KeyCode::Char(' '), KeyCode::Enter]);
    assert!(player.screen().contains("has 1."), "{}", player.screen());
    player.keys(&[KeyCode::Left, KeyCode::Char(' '), KeyCode::Enter]);
    assert_eq!(player.model.dialog, None);
    assert_eq!(player.model.menu.setup.to_string(), "ce");
}

#[test]
fn a_hint_names_a_move() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    player.key(KeyCode::Char('i'));
    player.lets_computer_think();
    assert!(player.play().hint.is_some());
    assert!(player.told().starts_with("The computer would play"), "{}", player.told());
}

/// Pieces shuffle by chance; now and then a pawn moves, so that nothing is drawn, and what ends the game
/// all the same is taken back.
#[test]
fn a_game_of_a_thousand_moves_goes_on() {
    let start = AnyPosition::initial(Variant::Chess);
    let mut player = Player::at_session(
        GameSession::new(start, [PlayerKind::Human; 2], TimeControl::Unlimited),
        80,
        24,
    );
    let mut seed = 7u64;
    while player.play().session.played().len() < 2000 {
        if player.play().session.end().is_some() {
            player.key(KeyCode::Esc);
            player.keys(&[KeyCode::Char('u'); 2]);
        }
        let position = *player.play().session.position();
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|mv| mv.promotes_to().is_none());
        let is_pawn = |mv: &Move| position.board().role_at(mv.from()) == Some(Role::Pawn);
        let is_due = position.halfmoves() > 90;
        let wanted = |mv: &&Move| is_pawn(mv) == is_due && !position.is_capture(**mv);
        let fitting: Vec<Move> = moves.iter().filter(wanted).copied().collect();
        let choices = if fitting.is_empty() { moves } else { fitting };
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = choices[(seed >> 33) as usize % choices.len()];
        player.key(KeyCode::Char('/'));
        player.enters(&position.uci(mv));
        player.effects.clear();
    }
    assert!(player.screen().contains("1000."), "{}", player.screen());
    player.key(KeyCode::Home);
    assert_eq!(player.play().shown_ply(), 0);
    assert!(player.screen().contains(" 1. "), "{}", player.screen());
}

#[test]
fn letters_of_a_wrong_move_do_nothing_but_make_it() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    let before = player.model.settings.clone();
    for text in ["zzz", "xx", "nf9", "oo"] {
        player.types(text);
        assert_eq!(player.play().entry.as_deref(), Some(text));
        player.key(KeyCode::Enter);
        assert!(player.model.dialog.is_none(), "{text}");
        assert_eq!(player.play().session.played().len(), 0, "{text}");
    }
    assert_eq!(player.model.settings, before);
    // Alone a letter is a key.
    player.key(KeyCode::Char('z'));
    assert_ne!(player.model.settings, before);
}

#[test]
fn a_key_that_follows_a_letter_at_once_is_for_what_the_letter_brought() {
    let mut player = Player::at_board(Variant::Chess, 80, 24);
    // Resign, the second answer, yes: faster than a letter waits.
    player.types("x");
    player.keys(&[KeyCode::Down, KeyCode::Enter]);
    assert!(player.play().session.end().is_some());
}

#[test]
fn yes_and_no_are_letters_in_both_languages() {
    for (letter, is_over) in [('n', false), ('y', true), ('s', true)] {
        let mut player = Player::at_board(Variant::Chess, 80, 24);
        player.key(KeyCode::Char('x'));
        assert!(player.model.dialog.is_some());
        player.key(KeyCode::Char(letter));
        assert_eq!(player.play().session.end().is_some(), is_over, "{letter}");
    }
}

#[test]
fn a_finished_game_is_reported_about_and_walked_through() {
    let mut player = Player::at_board(Variant::Atomic, 80, 24);
    player.enters("Nf3");
    player.key(KeyCode::Char('k'));
    assert_eq!(player.told(), "There is a report once the game is over.");
    for san in ["h6", "Ne5", "a6", "Nxf7"] {
        player.enters(san);
    }
    // The third answer to the question what now.
    player.keys(&[KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
    let question = player.asked().expect("the engine is asked");
    assert!(
        player.screen().contains("The computer is going through the positions: 0 of 6."),
        "{}",
        player.screen()
    );
    let (tell, told) = std::sync::mpsc::channel();
    let computer = Computer::start(move |news| tell.send(news).expect("somebody listens"));
    computer.ask(question);
    let mut progress = 0;
    loop {
        let FromEngine::Report(id, news) = told.recv().expect("the engine lives") else {
            panic!("only a report was asked for")
        };
        let is_done = matches!(news, ReportNews::Done(_));
        progress += usize::from(!is_done);
        player.event(Event::Report(id, news));
        if is_done {
            break;
        }
    }
    assert_eq!(progress, 6, "after each position");
    let told = |player: &Player| -> Vec<String> {
        player.play().messages.iter().map(|message| message.text.clone()).collect()
    };
    let all = told(&player).join("\n");
    assert!(all.contains("Black: accuracy") && all.contains("1 blunder"), "{all}");
    assert!(player.screen().contains("h6??"), "{}", player.screen());
    // Back to the blunder: the reason is told.
    for _ in 0..3 {
        player.key(KeyCode::Char(','));
    }
    assert_eq!(player.told(), "h6: Blunder. Ne5 wins by force: the king explodes in 2 moves.");
    // What is taken back has no report any more.
    player.key(KeyCode::Char('u'));
    assert!(player.play().report.is_none());
}
