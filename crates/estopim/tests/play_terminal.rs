//! `estopim play` in a real terminal: whole games by keys and mouse, and what a terminal does to a program.

#[path = "program/tmux.rs"]
mod tmux;

use estopim_rules::Square;
use rstest::rstest;
use tmux::Tmux;

const PROGRAM: &str = env!("CARGO_BIN_EXE_estopim");

fn play(arguments: &str) -> Tmux {
    Tmux::start(80, 24, &format!("{PROGRAM} play --seed 1 {arguments}"))
}

/// Where a square is on a screen of 80 columns and 24 rows, White at the bottom.
fn place(square: Square) -> (u16, u16) {
    let (file, rank) = (square.file().index() as u16, square.rank().index() as u16);
    (3 + file * 4 + 1, 3 + (7 - rank) * 2)
}

/// The first move is clicked, the second dragged, the others are typed.
#[rstest]
#[case::chess("chess", "f2f3 e7e5 g2g4 d8h4", "Black won by checkmate")]
#[case::atomic("atomic", "g1f3 d7d5 f3e5 d8d6 e5f7", "White won: Black’s king exploded")]
#[case::strict(
    "strictatomic",
    "b1c3 b8c6 c3d5 e7e5 d5c7 f8b4 c2c3 b4c5 e2e3 a8c8 f1b5 e8f8 b5d7 a7a6 d1b3",
    "White won by checkmate"
)]
#[case::simple("simpleatomic", "g1f3 b8c6 f3e5 c6d4 e5f7", "White won: Black’s king exploded")]
#[case::pawns(
    "pawnbattle",
    "a2a4 h7h5 a4a5 h5h4 a5a6 h4h3 a6b7 h3g2 b7a8",
    "White won: a pawn has reached the last rank"
)]
fn a_game_is_played_by_mouse_and_keys(
    #[case] variant: &str,
    #[case] moves: &str,
    #[case] result: &str,
) {
    let mut terminal = play(&format!("--variant {variant} --time none --white human"));
    terminal.sees("White to move");
    for (index, uci) in moves.split(' ').enumerate() {
        let (from, to) = uci.split_at(2);
        let squares = [from, to].map(|square| place(square.parse().expect("a square")));
        match index {
            0 => squares.into_iter().for_each(|square| terminal.click(square)),
            1 => terminal.drag(squares[0], squares[1]),
            _ => terminal.enter(uci),
        }
        if index == 0 {
            terminal.sees("Black to move");
        }
    }
    terminal.sees(result);
}

#[rstest]
#[case("chess", "e2", "e4")]
#[case("atomic", "g1", "f3")]
#[case("strictatomic", "e2", "e3")]
#[case("simpleatomic", "b1", "c3")]
#[case("pawnbattle", "d2", "d4")]
fn the_computer_answers_in_every_game(#[case] variant: &str, #[case] from: &str, #[case] to: &str) {
    let mut terminal = play(&format!("--variant {variant} --black computer:2"));
    terminal.sees("White to move");
    let [from, to] = [from, to].map(|square| place(square.parse().expect("a square")));
    terminal.drag(from, to);
    // The second move of the first row in the list is the computer's.
    let answered = |screen: &str| {
        let row = screen.lines().find(|line| line.contains(" 1. ")).unwrap_or_default();
        let after = row.split(" 1. ").nth(1).unwrap_or_default();
        after.split_whitespace().filter(|word| *word != "│").count() == 2
    };
    terminal.waits_until("the computer's move", answered);
    terminal.sees("White to move");
    terminal.press("x Down Enter");
    terminal.sees("You lost: you resigned");
}

#[test]
fn an_unfinished_game_is_offered_next_time() {
    let command = format!("{PROGRAM} play --variant atomic --white human --time none");
    let mut terminal = Tmux::start(80, 24, &format!("{command}; {PROGRAM} play; cat"));
    terminal.sees("White to move");
    terminal.enter("Nf3");
    terminal.sees("Black to move");
    terminal.press("q");
    terminal.sees("Leave this game?");
    terminal.press("Down Down Enter");
    terminal.sees("Continue");
    terminal.press("Enter");
    terminal.sees("Black to move");
    terminal.sees("Nf3");
}

#[test]
fn a_terminal_may_become_tiny_and_large_again() {
    let mut terminal = play("--variant chess --white human --time none");
    terminal.sees("White to move");
    terminal.resize(10, 4);
    terminal.sees("The board");
    terminal.resize(40, 15);
    terminal.sees("a b c d e f g h");
    terminal.resize(120, 40);
    terminal.enter("e2 e4");
    terminal.sees("Black to move");
}

#[test]
fn a_terminal_without_colors_and_signs_will_do() {
    let mut terminal = Tmux::start(
        80,
        24,
        &format!(
            "env TERM=vt100 LC_ALL=C {PROGRAM} play --variant atomic --white human --time none"
        ),
    );
    let screen = terminal.sees("White to move");
    assert!(screen.is_ascii(), "{screen}");
    terminal.enter("e2 e4");
    terminal.sees("Black to move");
}

/// What the terminal must be like once the game has given it back.
const AFTERWARDS: &str = "echo ended; stty -a | grep -o -e ' icanon' -e ' echo '; cat";

#[rstest]
#[case::told_to_end("TERM")]
#[case::hung_up("HUP")]
#[case::interrupted("INT")]
fn signals_end_the_game_and_the_terminal_is_as_before(#[case] signal: &str) {
    let terminal =
        Tmux::start(80, 24, &format!("{PROGRAM} play --variant chess --white human; {AFTERWARDS}"));
    terminal.sees("White to move");
    // The game is the only child of the shell in the terminal.
    let shell = terminal.pid();
    let sent = std::process::Command::new("pkill")
        .args([&format!("-{signal}"), "-P", &shell])
        .status()
        .expect("pkill is there");
    assert!(sent.success());
    let screen = terminal.waits_until("a sane terminal", |screen| {
        screen.contains("ended") && screen.contains("icanon") && screen.contains("echo")
    });
    assert!(!screen.contains("White to move"), "{screen}");
}

#[test]
fn control_c_gives_the_terminal_back() {
    let mut terminal =
        Tmux::start(80, 24, &format!("{PROGRAM} play --variant chess --white human; {AFTERWARDS}"));
    terminal.sees("White to move");
    terminal.press("C-c");
    terminal.sees("icanon");
}

#[test]
fn the_game_is_suspended_and_resumed() {
    let mut terminal = Tmux::start(80, 24, "bash --norc --noprofile -i");
    terminal.enter("PS1=ready:");
    terminal.sees("\nready:");
    terminal.enter(&format!("{PROGRAM} play --variant chess --white human --time none"));
    terminal.sees("White to move");
    terminal.press("C-z");
    terminal.sees("Stopped");
    terminal.enter("stty -a | grep -o \" icanon\"; fg");
    terminal.sees("White to move");
    terminal.enter("e2 e4");
    terminal.sees("Black to move");
}
