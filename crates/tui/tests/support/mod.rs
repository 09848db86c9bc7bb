//! A player made of keys: plays on a model without a terminal, with time that passes when told.
#![allow(dead_code)] // each test file uses its part

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use estopim_play::TimeControl;
use estopim_rules::{AnyPosition, Square, Variant};
use estopim_tui::clock::Now;
use estopim_tui::computer::{Answer, Wanted, choose_now};
use estopim_tui::model::{Charset, Model};
use estopim_tui::play::Play;
use estopim_tui::session::{GameSession, PlayerKind};
use estopim_tui::settings::Settings;
use estopim_tui::texts::Lang;
use estopim_tui::theme::Depth;
use estopim_tui::update::{Effect, Event, begin, next_wake, update};
use estopim_tui::view;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A model with a moment, and what the model asked for that the test has not looked at.
pub struct Player {
    pub model: Model,
    pub now: Now,
    pub effects: Vec<Effect>,
}

impl Player {
    /// At the start menu of a screen.
    pub fn new(width: u16, height: u16) -> Self {
        let model = Model::new(Settings::default(), Lang::En, Depth::True, Charset::Unicode);
        let mut player = Self { model, now: Now(0), effects: Vec::new() };
        "2026.01.02".clone_into(&mut player.model.date);
        player.model.computer_pace_percent = 0;
        player.event(Event::Resize(width, height));
        player
    }

    /// In a game of two people.
    pub fn at_board(variant: Variant, width: u16, height: u16) -> Self {
        Self::at_session(
            GameSession::new(
                AnyPosition::initial(variant),
                [PlayerKind::Human; 2],
                TimeControl::default(),
            ),
            width,
            height,
        )
    }

    pub fn at_session(session: GameSession, width: u16, height: u16) -> Self {
        let mut player = Self::new(width, height);
        begin(&mut player.model, session, player.now, &mut player.effects);
        player
    }

    pub fn event(&mut self, event: Event) {
        let effects = update(&mut self.model, event, self.now);
        self.effects.extend(effects);
    }

    /// Presses a key and looks what happens.
    pub fn key(&mut self, code: KeyCode) {
        self.presses(code);
        if let Some((_, due)) = self.model.play().and_then(|play| play.pressed) {
            self.waits(due.since(self.now));
        }
    }

    /// Presses a key with the next one on the way.
    fn presses(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub fn keys(&mut self, codes: &[KeyCode]) {
        for &code in codes {
            self.key(code);
        }
    }

    /// Types letters.
    pub fn types(&mut self, text: &str) {
        for letter in text.chars() {
            self.presses(KeyCode::Char(letter));
        }
    }

    /// Types a line.
    pub fn enters(&mut self, text: &str) {
        self.types(text);
        self.key(KeyCode::Enter);
    }

    /// Moves the cursor to a square, with White at the bottom.
    pub fn goes_to(&mut self, square: Square) {
        let from = self.play().cursor;
        let steps = |from: usize, to: usize, more: KeyCode, less: KeyCode| {
            let code = if to > from { more } else { less };
            vec![code; from.abs_diff(to)]
        };
        let files = (from.file().index(), square.file().index());
        let ranks = (from.rank().index(), square.rank().index());
        self.keys(&steps(files.0, files.1, KeyCode::Right, KeyCode::Left));
        self.keys(&steps(ranks.0, ranks.1, KeyCode::Up, KeyCode::Down));
        assert_eq!(self.play().cursor, square);
    }

    /// Moves with the cursor.
    pub fn moves(&mut self, from: Square, to: Square) {
        for square in [from, to] {
            self.goes_to(square);
            self.key(KeyCode::Enter);
        }
    }

    pub fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let modifiers = KeyModifiers::NONE;
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    pub fn clicks(&mut self, place: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), place);
        self.mouse(MouseEventKind::Up(MouseButton::Left), place);
    }

    pub fn place_of(&self, square: Square) -> (u16, u16) {
        let area = self.model.play_area().expect("the board has room");
        let place = area.board.square(square);
        (place.x, place.y)
    }

    pub fn drags(&mut self, from: Square, to: Square) {
        let (from, to) = (self.place_of(from), self.place_of(to));
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    /// Lets time pass, with every moment at which the screen changes by itself.
    pub fn waits(&mut self, ms: u64) {
        let until = self.now.plus(ms);
        while let Some(wake) = next_wake(&self.model, self.now)
            && wake <= until
        {
            self.now = wake;
            self.event(Event::Tick);
        }
        self.now = until;
        self.event(Event::Tick);
    }

    /// Answers for the engine until it is not asked any more, or the game has ended.
    pub fn lets_computer_think(&mut self) {
        while let Some(question) = self.asked() {
            let game = self.play().session.game().clone();
            let mv = match question.wanted {
                Wanted::Move { level, seed, .. } => choose_now(&game, level, seed).mv,
                Wanted::Hint => game.position().legal_moves().first().copied(),
                Wanted::Evaluation | Wanted::Report(_) => None,
            };
            let id = question.id;
            self.event(Event::Computer(Answer { id, mv, before: 0, after: 0 }));
            self.waits(1000);
        }
    }

    /// The question that the engine was asked last, taken.
    pub fn asked(&mut self) -> Option<estopim_tui::computer::Question> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().rev().find_map(|effect| match effect {
            Effect::AskEngine(question) => Some(question),
            _ => None,
        })
    }

    pub fn play(&self) -> &Play {
        self.model.play().expect("a game is on the screen")
    }

    /// The moves so far, as people write them.
    pub fn score(&self) -> String {
        let sans: Vec<&str> =
            self.play().session.played().iter().map(|played| played.san.as_str()).collect();
        sans.join(" ")
    }

    /// The latest message.
    pub fn told(&self) -> &str {
        self.play().messages.last().map_or("", |message| message.text.as_str())
    }

    /// The screen as text.
    pub fn screen(&self) -> String {
        let size = self.model.size;
        let mut terminal =
            Terminal::new(TestBackend::new(size.width, size.height)).expect("a terminal in memory");
        terminal.draw(|frame| view::draw(&self.model, frame)).expect("drawing in memory");
        let buffer = terminal.backend().buffer();
        let rows = (0..size.height).map(|y| {
            let row: String = (0..size.width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}
