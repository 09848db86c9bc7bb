//! A panic gives the terminal back before it is told about.

#[path = "../../estopim/tests/program/tmux.rs"]
mod tmux;

use std::path::Path;
use std::time::Duration;

use estopim_tui::model::{Charset, Model};
use estopim_tui::screen;
use estopim_tui::settings::Settings;
use estopim_tui::texts::Lang;
use estopim_tui::theme::Depth;
use tmux::Tmux;

/// The screen panics when this file is there.
const SIGN: &str = "ESTOPIM_TEST_PANICS_WHEN";

#[test]
#[ignore = "run by the test below, inside a terminal"]
fn a_screen_that_panics() {
    let sign = std::env::var(SIGN).expect("the test below says when");
    std::thread::spawn(move || {
        while !Path::new(&sign).exists() {
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("on purpose");
    });
    let model = Model::new(Settings::default(), Lang::En, Depth::True, Charset::Unicode);
    screen::run(model, None, Vec::new(), None).expect("the terminal works");
}

#[test]
fn a_panic_gives_the_terminal_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let sign = folder.path().join("now");
    let this = std::env::current_exe().expect("the test knows its name");
    let terminal = Tmux::start(
        80,
        24,
        &format!(
            "env RUST_BACKTRACE=0 {SIGN}={} {} --ignored --exact a_screen_that_panics --nocapture; \
             stty -a | grep -o \" icanon\"; cat",
            sign.display(),
            this.display()
        ),
    );
    terminal.sees("Every capture explodes");
    std::fs::write(&sign, "").expect("the folder can be written");
    let screen = terminal.sees("icanon");
    assert!(screen.contains("on purpose"), "{screen}");
    assert!(!screen.contains("Every capture explodes"), "{screen}");
}
