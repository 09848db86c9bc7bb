//! The terminal: taken over at the start, given back at the end, on signals and on panics. In between, events update
//! the model and the model is drawn; without events nothing runs.

use std::fs;
use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{cursor, execute};
use estopim_engine::SEARCH_THREAD;
use estopim_system::files::{Access, replace_file};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use thiserror::Error;

use crate::clock::Now;
use crate::computer::{Computer, FromEngine};
use crate::kept::Folder;
use crate::model::Model;
use crate::online::{Client, OnlineError};
use crate::update::{Effect, Event, next_wake, update};
use crate::view;

/// Why the game cannot be played.
#[derive(Debug, Error)]
pub enum ScreenError {
    /// The terminal failed.
    #[error(transparent)]
    Terminal(#[from] io::Error),
    /// The server cannot be used.
    #[error(transparent)]
    Server(#[from] OnlineError),
}

/// What reaches the loop: an event of the game, or one of the terminal itself.
enum Incoming {
    Event(Event),
    /// SIGTSTP: suspend.
    Suspend,
    /// SIGCONT: resume.
    Resumed,
}

/// Plays on the terminal until the player leaves.
pub fn run(
    mut model: Model,
    folder: Option<&Folder>,
    first: Vec<Effect>,
    server: Option<&str>,
) -> Result<(), ScreenError> {
    give_back_on_panic();
    let (sender, inbox) = mpsc::channel();
    let heard = sender.clone();
    let tell = move |news| {
        let _ = heard.send(Incoming::Event(Event::Online(news)));
    };
    // Before the terminal is taken over, so that an error is printed normally.
    let server = server.map(|address| Client::start(address, tell)).transpose()?;
    listen_to_signals(sender.clone())?;
    take_over()?;
    let given_back = GivesBack;
    let mut terminal = blank_screen()?;
    let size = terminal.size()?;
    update(&mut model, Event::Resize(size.width, size.height), Now(0));
    listen_to_keys(sender.clone());
    let mut outside = Outside::new(sender, folder, server);
    let done = play(&mut model, &mut terminal, &inbox, &mut outside, first);
    drop(given_back);
    Ok(done?)
}

/// What the loop reaches outside the model.
struct Outside<'a> {
    computer: Computer,
    sender: Sender<Incoming>,
    folder: Option<&'a Folder>,
    server: Option<Client>,
    started: Instant,
}

impl<'a> Outside<'a> {
    fn new(sender: Sender<Incoming>, folder: Option<&'a Folder>, server: Option<Client>) -> Self {
        let answers = sender.clone();
        // The loop has ended if nobody takes the answer.
        let computer = Computer::start(move |told| {
            let event = match told {
                FromEngine::Answer(answer) => Event::Computer(answer),
                FromEngine::Report(id, news) => Event::Report(id, news),
            };
            // Nobody listens any more once the screen is gone.
            let _ = answers.send(Incoming::Event(event));
        });
        Self { computer, sender, folder, server, started: Instant::now() }
    }

    fn now(&self) -> Now {
        Now(self.started.elapsed().as_millis() as u64)
    }

    fn tell(&self, event: Event) {
        let _ = self.sender.send(Incoming::Event(event));
    }
}

/// Whether the loop goes on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Redraw,
    End,
}

/// A new, empty screen. After others have written to the terminal a new one is made: clearing the old one would query
/// the cursor position, and the answer would reach the thread that reads keys.
fn blank_screen() -> io::Result<Whole> {
    execute!(stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(stdout()))
}

type Whole = Terminal<CrosstermBackend<Stdout>>;

fn play(
    model: &mut Model,
    terminal: &mut Whole,
    inbox: &Receiver<Incoming>,
    outside: &mut Outside<'_>,
    first: Vec<Effect>,
) -> io::Result<()> {
    let mut effects = first;
    loop {
        for effect in effects.drain(..) {
            match perform(effect, outside)? {
                Next::GoOn => {}
                Next::Redraw => *terminal = blank_screen()?,
                Next::End => return Ok(()),
            }
        }
        terminal.draw(|frame| view::draw(model, frame))?;
        let incoming = match next_wake(model, outside.now()) {
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(due) => inbox.recv_timeout(Duration::from_millis(due.since(outside.now()))),
        };
        let event = match incoming {
            Ok(Incoming::Event(event)) => event,
            Ok(Incoming::Suspend) => {
                suspend()?;
                *terminal = blank_screen()?;
                Event::Tick
            }
            Ok(Incoming::Resumed) => {
                take_over()?;
                *terminal = blank_screen()?;
                Event::Tick
            }
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            // The input has ended.
            Err(RecvTimeoutError::Disconnected) => Event::Terminate,
        };
        effects = update(model, event, outside.now());
        // A burst of events, as of a moving mouse, is drawn once.
        while let Ok(Incoming::Event(event)) = inbox.try_recv() {
            effects.extend(update(model, event, outside.now()));
        }
    }
}

/// Performs an effect.
fn perform(effect: Effect, outside: &Outside<'_>) -> io::Result<Next> {
    match effect {
        Effect::AskEngine(question) => outside.computer.ask(question),
        Effect::DropEarlier(id) => outside.computer.drop_earlier(id),
        Effect::Copy(text) => execute!(stdout(), CopyToClipboard::to_clipboard_from(text))?,
        Effect::Save { path, text } => {
            let written = replace_file(path.as_ref(), text.as_bytes(), Access::Usual);
            let written = written.map_err(|error| error.to_string());
            outside.tell(Event::Saved(written.map(|()| path)));
        }
        Effect::Load(path) => {
            let read = fs::read_to_string(&path).map_err(|error| error.to_string());
            outside.tell(Event::Loaded(read));
        }
        // A game that cannot be stored must not end the one being played.
        Effect::Keep(pgn) => {
            let _ = outside.folder.map(|folder| folder.keep_game(pgn.as_deref()));
        }
        Effect::KeepSettings(settings) => {
            let _ = outside.folder.map(|folder| folder.keep_settings(&settings));
        }
        Effect::Order(order) => {
            if let Some(server) = &outside.server {
                server.order(order);
            }
        }
        Effect::Suspend => {
            suspend()?;
            return Ok(Next::Redraw);
        }
        Effect::Quit => return Ok(Next::End),
    }
    Ok(Next::GoOn)
}

fn listen_to_keys(sender: Sender<Incoming>) {
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                Ok(event::Event::Key(key)) => Event::Key(key),
                Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(event::Event::Paste(text)) => Event::Paste(text),
                Ok(event::Event::Resize(width, height)) => Event::Resize(width, height),
                Ok(_) => continue,
                Err(_) => Event::Terminate,
            };
            let is_last = matches!(event, Event::Terminate);
            if sender.send(Incoming::Event(event)).is_err() || is_last {
                return;
            }
        }
    });
}

#[cfg(unix)]
fn listen_to_signals(sender: Sender<Incoming>) -> io::Result<()> {
    use signal_hook::consts::signal::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let incoming = match signal {
                SIGTSTP => Incoming::Suspend,
                SIGCONT => Incoming::Resumed,
                _ => Incoming::Event(Event::Terminate),
            };
            if sender.send(incoming).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_: Sender<Incoming>) -> io::Result<()> {
    Ok(())
}

/// Gives the terminal back and stops until the shell lets us go on; then takes it over again.
fn suspend() -> io::Result<()> {
    give_back();
    #[cfg(unix)]
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::signal::SIGTSTP)?;
    take_over()
}

fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste,
        SetTitle("Estopim"),
        cursor::Hide
    )
}

/// Restores the terminal; errors are ignored.
fn give_back() {
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = stdout().flush();
}

/// Restores the terminal when it is dropped.
struct GivesBack;

impl Drop for GivesBack {
    fn drop(&mut self) {
        give_back();
    }
}

/// A panic restores the terminal before its message is printed, and ends the program. Those of a search are caught, and
/// the game goes on.
fn give_back_on_panic() {
    let tell = panic::take_hook();
    let main = thread::current().id();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().name() == Some(SEARCH_THREAD) {
            return;
        }
        give_back();
        tell(panic);
        if thread::current().id() != main {
            std::process::exit(101);
        }
    }));
}
