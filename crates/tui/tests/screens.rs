//! What players see, as text: every screen at the sizes people have, in both languages, and in ASCII.

mod support;

use crossterm::event::KeyCode;
use estopim_play::TimeControl;
use estopim_rules::{AnyPosition, Game, Square, Variant};
use estopim_tui::model::Charset;
use estopim_tui::session::{GameSession, PlayerKind};
use estopim_tui::settings::Switch;
use estopim_tui::texts::{Lang, Texts};
use estopim_tui::theme::Depth;
use rstest::rstest;

use support::Player;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 15)];

/// An atomic game in which something has exploded.
fn in_a_game(width: u16, height: u16) -> Player {
    let mut player = Player::at_board(Variant::Atomic, width, height);
    for text in ["Nf3", "d5", "Ne5", "Nc6", "Nxc6"] {
        player.enters(text);
    }
    player.waits(1000);
    player
}

#[rstest]
#[case(80, 24)]
#[case(120, 40)]
#[case(40, 15)]
fn a_game(#[case] width: u16, #[case] height: u16) {
    let player = in_a_game(width, height);
    insta::assert_snapshot!(format!("game_{width}x{height}"), player.screen());
}

#[rstest]
#[case(80, 24)]
#[case(40, 15)]
fn a_game_in_ascii(#[case] width: u16, #[case] height: u16) {
    let mut player = in_a_game(width, height);
    player.model.charset = Charset::Ascii;
    player.model.depth = Depth::Mono;
    let screen = player.screen();
    // Words of other languages aside, which the terminal was chosen for, nothing but ASCII is drawn.
    let foreign: String = screen.chars().filter(|letter| !letter.is_ascii()).collect();
    assert_eq!(foreign, "");
    insta::assert_snapshot!(format!("game_ascii_{width}x{height}"), screen);
}

#[test]
fn a_game_in_portuguese() {
    let mut player = Player::at_board(Variant::StrictAtomic, 80, 24);
    player.model.texts = Texts::new(Lang::PtBr);
    player.enters("e2 e4");
    player.enters("e4 e5");
    insta::assert_snapshot!(player.screen());
}

#[test]
fn a_game_without_colors() {
    let mut player = in_a_game(80, 24);
    player.model.depth = Depth::Mono;
    player.goes_to(Square::G8);
    player.key(KeyCode::Enter);
    insta::assert_snapshot!(player.screen());
}

#[test]
fn the_menu() {
    for (width, height) in SIZES {
        let player = Player::new(width, height);
        insta::assert_snapshot!(format!("menu_{width}x{height}"), player.screen());
    }
}

#[test]
fn the_menu_in_portuguese_with_a_setup_of_pawn_battle() {
    let mut player = Player::new(80, 24);
    player.model.texts = Texts::new(Lang::PtBr);
    player.model.menu.variant = Variant::PawnBattle;
    player.model.menu.setup = "pqr".parse().expect("a setup with that name");
    insta::assert_snapshot!(player.screen());
}

#[test]
fn a_selected_piece_shows_where_it_can_go_and_what_would_explode() {
    let start = AnyPosition::from_fen(
        Variant::Atomic,
        "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    );
    let start = start.expect("a sound position");
    let session = GameSession::new(start, [PlayerKind::Human; 2], TimeControl::Unlimited);
    let mut player = Player::at_session(session, 80, 24);
    player.model.depth = Depth::Mono;
    player.goes_to(Square::E4);
    player.key(KeyCode::Enter);
    player.goes_to(Square::D5);
    insta::assert_snapshot!(player.screen());
}

#[test]
fn an_explosion_is_shown_in_three_pictures() {
    let mut player = Player::at_board(Variant::SimpleAtomic, 80, 24);
    player.model.depth = Depth::Mono;
    for text in ["e2 e4", "d7 d5", "e4 d5"] {
        player.enters(text);
    }
    for picture in 0..3 {
        insta::assert_snapshot!(format!("explosion_{picture}"), player.screen());
        player.waits(140);
    }
    assert!(player.play().animation.is_none(), "it has animation_end down");
}

#[test]
fn the_evaluation_bar() {
    let mut player = in_a_game(80, 24);
    player.model.settings.evaluation = Switch::On;
    player.model.play_mut().expect("a game").evaluation = Some(250);
    insta::assert_snapshot!(player.screen());
}

#[test]
fn questions() {
    let mut player = in_a_game(80, 24);
    for (key, name) in [('q', "leave"), ('x', "resign"), ('m', "actions"), ('?', "keys")] {
        player.key(KeyCode::Char(key));
        insta::assert_snapshot!(format!("question_{name}"), player.screen());
        player.key(KeyCode::Esc);
    }
}

#[test]
fn the_keys_have_room_on_a_small_screen() {
    let mut player = in_a_game(40, 15);
    player.key(KeyCode::Char('?'));
    insta::assert_snapshot!(player.screen());
}

#[test]
fn promotion_asks_what_the_pawn_becomes() {
    let start = AnyPosition::from_fen(Variant::Chess, "8/4P3/8/8/8/k7/8/K7 w - - 0 1");
    let session = GameSession::of_game(
        Game::from_position(start.expect("a sound position")),
        [PlayerKind::Human; 2],
        TimeControl::Unlimited,
    );
    let mut player = Player::at_session(session, 80, 24);
    player.moves(Square::E7, Square::E8);
    insta::assert_snapshot!(player.screen());
    player.key(KeyCode::Char('n'));
    assert_eq!(player.score(), "e8=N");
}

#[test]
fn the_builder_of_setups() {
    let mut player = Player::new(80, 24);
    player.model.menu.variant = Variant::PawnBattle;
    player.keys(&[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
    player.key(KeyCode::Char(' '));
    insta::assert_snapshot!(player.screen());
}

#[test]
fn every_size_can_be_drawn() {
    for width in 1..90 {
        for height in 1..50 {
            let mut player = Player::new(width, height);
            player.screen();
            player.key(KeyCode::Char('?'));
            player.screen();
            player.key(KeyCode::Esc);
            player.key(KeyCode::Enter);
            player.screen();
            player.key(KeyCode::Char('m'));
            player.screen();
        }
    }
}
