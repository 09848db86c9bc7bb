//! [`Model`]: everything the screen shows. It changes only in [`update`](crate::update), and is drawn by
//! [`view`](crate::view).

use estopim_rules::Color;
use ratatui::layout::Rect;

use crate::computer::QuestionId;
use crate::dialog::Dialog;
use crate::layout::{Bar, PlayArea};
use crate::menu::{KeptGame, Menu};
use crate::play::{MessageKind, Play};
use crate::session::GameSession;
use crate::settings::{Pieces, Settings};
use crate::texts::{Lang, Texts};
use crate::theme::{Depth, Palette};

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Lines, figurines and pictures.
    Unicode,
    /// ASCII only, in what the game draws itself.
    Ascii,
}

impl Charset {
    /// What the environment's locale can show.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Self {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|value| !value.is_empty())
            .unwrap_or_default()
            .to_ascii_lowercase();
        if locale.contains("utf-8") || locale.contains("utf8") {
            Self::Unicode
        } else {
            Self::Ascii
        }
    }
}

/// What is on the screen.
pub enum Screen {
    /// The start menu.
    Menu,
    /// A game.
    Play(Box<Play>),
}

/// Everything the screen shows.
pub struct Model {
    /// What the player likes.
    pub settings: Settings,
    /// In the player's language.
    pub texts: Texts,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// Which signs it has.
    pub charset: Charset,
    /// Columns and rows of the terminal.
    pub size: Rect,
    /// What is on the screen.
    pub screen: Screen,
    /// The choices of the start menu.
    pub menu: Menu,
    /// A question on top of the screen.
    pub dialog: Option<Dialog>,
    /// A game left unfinished, to go on with.
    pub kept: Option<GameSession>,
    /// The last question the engine was asked.
    pub question: QuestionId,
    /// Seed of the random number generator.
    pub seed: u64,
    /// Today, as PGN writes it.
    pub date: String,
    /// The computer's pauses before its moves, in percent of the usual ones; tests have no time for them.
    pub computer_pace_percent: u32,
}

impl Model {
    /// The start menu.
    pub fn new(settings: Settings, lang: Lang, depth: Depth, charset: Charset) -> Self {
        Self {
            settings,
            texts: Texts::new(lang),
            depth,
            charset,
            size: Rect::new(0, 0, 80, 24),
            screen: Screen::Menu,
            menu: Menu::default(),
            dialog: None,
            kept: None,
            question: QuestionId::default(),
            seed: 0,
            date: "????.??.??".to_owned(),
            computer_pace_percent: 100,
        }
    }

    /// The colours.
    pub const fn palette(&self) -> Palette {
        Palette::new(self.settings.theme, self.depth)
    }

    /// How pieces are drawn on this terminal.
    pub fn pieces(&self) -> Pieces {
        match self.charset {
            Charset::Ascii => Pieces::Letters,
            // Pictures need colours.
            Charset::Unicode
                if self.depth == Depth::Mono && self.settings.pieces == Pieces::Drawn =>
            {
                Pieces::Figurines
            }
            Charset::Unicode => self.settings.pieces,
        }
    }

    /// Whether an unfinished game can be gone on with.
    pub const fn kept_game(&self) -> KeptGame {
        if self.kept.is_some() || self.menu.left.is_some() {
            KeptGame::Found
        } else {
            KeptGame::None
        }
    }

    /// The game on the screen.
    pub fn play(&self) -> Option<&Play> {
        match &self.screen {
            Screen::Play(play) => Some(play),
            Screen::Menu => None,
        }
    }

    /// The game on the screen, to be changed.
    pub fn play_mut(&mut self) -> Option<&mut Play> {
        match &mut self.screen {
            Screen::Play(play) => Some(play),
            Screen::Menu => None,
        }
    }

    /// Tells the player something about the game.
    pub fn tell(&mut self, kind: MessageKind, text: String) {
        if let Some(play) = self.play_mut() {
            play.tell(kind, text);
        }
    }

    /// Who sits at the bottom of the board.
    pub fn bottom(&self) -> Color {
        let Some(play) = self.play() else { return Color::White };
        let natural = match play.session.only_human() {
            Some(color) => color,
            None if self.settings.turning.is_on() && play.session.end().is_none() => {
                play.shown_position().turn()
            }
            None => Color::White,
        };
        if play.turned { !natural } else { natural }
    }

    /// Where the parts of the game are on the screen.
    pub fn play_area(&self) -> Option<PlayArea> {
        let elsewhere = self.play().is_some_and(|play| play.online.is_some());
        let is_shown = self.settings.evaluation.is_on() && !elsewhere;
        let bar = if is_shown { Bar::Shown } else { Bar::Hidden };
        PlayArea::new(self.size, self.bottom(), bar)
    }
}
