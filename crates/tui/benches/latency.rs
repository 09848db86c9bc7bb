//! How long a key takes to reach the screen while the engine thinks, and how much the program works when nothing
//! happens. `make latency` runs it; it fails if a key takes longer than a frame at 60 Hz.

use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use estopim_engine::{Level, Task};
use estopim_play::TimeControl;
use estopim_rules::{AnyPosition, Variant};
use estopim_tui::clock::Now;
use estopim_tui::computer::{Computer, Question, QuestionId, Wanted};
use estopim_tui::model::{Charset, Model};
use estopim_tui::session::{GameSession, PlayerKind};
use estopim_tui::settings::Settings;
use estopim_tui::texts::Lang;
use estopim_tui::theme::Depth;
use estopim_tui::update::{Event, begin, next_wake, update};
use estopim_tui::view;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

/// One frame at 60 Hz.
const LIMIT: Duration = Duration::from_millis(16);
const KEYS: usize = 2000;

/// A terminal that counts what it is sent.
#[derive(Clone, Default)]
struct Sink(Rc<Cell<usize>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn main() {
    // Cargo runs benchmarks as tests, too; measuring is for `cargo bench` alone.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("key to screen while the engine thinks ({KEYS} keys each)");
    println!(
        "{:>9}  {:>9}  {:>9}  {:>9}  {:>12}",
        "screen", "median", "99 %", "worst", "bytes a key"
    );
    let mut slow = false;
    for (width, height) in [(80, 24), (120, 40), (200, 60)] {
        let (mut times, bytes) = measure(width, height);
        times.sort_unstable();
        let (median, high) = (times[KEYS / 2], times[KEYS * 99 / 100]);
        let worst = times[KEYS - 1];
        println!(
            "{:>9}  {median:>9.1?}  {high:>9.1?}  {worst:>9.1?}  {:>12}",
            format!("{width}x{height}"),
            bytes / KEYS
        );
        slow |= high > LIMIT;
    }
    idle();
    assert!(!slow, "one key in a hundred takes longer than {LIMIT:?}");
}

/// The times of moving the cursor with a piece picked up, and the bytes sent to the terminal.
fn measure(width: u16, height: u16) -> (Vec<Duration>, usize) {
    let mut model = Model::new(Settings::default(), Lang::En, Depth::True, Charset::Unicode);
    let start = AnyPosition::initial(Variant::Atomic);
    let session = GameSession::new(start, [PlayerKind::Human; 2], TimeControl::default());
    begin(&mut model, session, Now(0), &mut Vec::new());
    update(&mut model, Event::Resize(width, height), Now(0));

    // The engine searches at full strength for as long as this takes.
    let computer = Computer::start(|_| {});
    let time = Duration::from_mins(10);
    let wanted = Wanted::Move { level: Level::FULL, time, seed: 1 };
    computer.ask(Question { id: QuestionId(1), task: Task::from(start), wanted });

    let sink = Sink::default();
    let mut terminal = terminal(&sink, width, height);
    let keys = [KeyCode::Enter, KeyCode::Up, KeyCode::Left, KeyCode::Enter, KeyCode::Down];
    let mut times = Vec::with_capacity(KEYS);
    for (number, code) in keys.into_iter().cycle().take(KEYS).enumerate() {
        let began = Instant::now();
        let key = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        update(&mut model, key, Now(number as u64));
        terminal.draw(|frame| view::draw(&model, frame)).expect("drawing in memory");
        times.push(began.elapsed());
        // A fast typist, so that the engine has the processor between keys.
        thread::sleep(Duration::from_millis(2));
    }
    computer.drop_earlier(QuestionId(2));
    (times, sink.0.get())
}

fn terminal(sink: &Sink, width: u16, height: u16) -> Terminal<CrosstermBackend<Sink>> {
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    Terminal::with_options(CrosstermBackend::new(sink.clone()), TerminalOptions { viewport })
        .expect("a terminal in memory")
}

/// How often the loop wakes up when nothing happens, and how long it works then.
fn idle() {
    const MINUTE: Now = Now(60_000);
    for (name, time) in
        [("without a clock", TimeControl::Unlimited), ("with a clock", TimeControl::default())]
    {
        let mut model = Model::new(Settings::default(), Lang::En, Depth::True, Charset::Unicode);
        let start = AnyPosition::initial(Variant::Atomic);
        begin(
            &mut model,
            GameSession::new(start, [PlayerKind::Human; 2], time),
            Now(0),
            &mut Vec::new(),
        );
        update(&mut model, Event::Resize(80, 24), Now(0));
        let mut terminal = terminal(&Sink::default(), 80, 24);
        let (mut now, mut wakes, mut worked) = (Now(0), 0, Duration::ZERO);
        while let Some(wake) = next_wake(&model, now)
            && wake <= MINUTE
        {
            now = wake;
            wakes += 1;
            let began = Instant::now();
            update(&mut model, Event::Tick, now);
            terminal.draw(|frame| view::draw(&model, frame)).expect("drawing in memory");
            worked += began.elapsed();
        }
        let percent = worked.as_secs_f64() * 100_000.0 / MINUTE.0 as f64;
        println!("idle {name}: wakes {wakes} times a minute, {percent:.3} % of a processor");
    }
}
