//! [`Menu`]: what is chosen before a game.

use estopim_engine::Level;
use estopim_protocol::rest::Seek;
use estopim_rules::{AnyPosition, Color, PawnBattleSetup, Variant};
use ratatui::layout::Rect;

use crate::session::PlayerKind;
use estopim_play::{TimeControl, defaults};

/// The choices of the start menu.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The line that is chosen.
    pub row: Row,
    /// Which game.
    pub variant: Variant,
    /// The setup, if the game has setups.
    pub setup: PawnBattleSetup,
    /// Who plays whom.
    pub opponent: Opponent,
    /// How strong the computer is.
    pub level: Level,
    /// How strong the other one is where the computer plays itself.
    pub other_level: Level,
    /// The person's colour against the computer.
    pub color: ColorChoice,
    /// The time.
    pub time: TimeControl,
    /// Whether games are played at a server.
    pub online: bool,
    /// The address of that server.
    pub server: String,
    /// The open seeks there.
    pub seeks: Vec<Seek>,
    /// A running game at the server that was left, by its id.
    pub left: Option<(String, Variant)>,
    /// What the server had to say.
    pub notice: Option<String>,
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// A person against the computer.
    Computer,
    /// Two people at one keyboard.
    TwoPlayers,
    /// The computer against itself.
    Itself,
}

impl Opponent {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Computer, Self::TwoPlayers, Self::Itself];

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Computer => "opponent-computer",
            Self::TwoPlayers => "opponent-two-players",
            Self::Itself => "opponent-itself",
        }
    }
}

/// The person's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ColorChoice {
    White,
    Black,
    Random,
}

impl ColorChoice {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "color-white",
            Self::Black => "color-black",
            Self::Random => "color-random",
        }
    }
}

/// A line of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Row {
    Continue,
    /// An open game at the server, by its number.
    Join(usize),
    Start,
    Variant,
    Setup,
    Builder,
    Opponent,
    Level,
    OtherLevel,
    Color,
    Time,
    Load,
    Lang,
    Theme,
    Pieces,
    Animation,
    Remarks,
    Turning,
    Quit,
}

impl Row {
    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Continue => "menu-continue",
            Self::Join(_) => "menu-join",
            Self::Start => "menu-start",
            Self::Variant => "menu-variant",
            Self::Setup => "menu-setup",
            Self::Builder => "menu-builder",
            Self::Opponent => "menu-opponent",
            Self::Level => "menu-level",
            Self::OtherLevel => "menu-other-level",
            Self::Color => "menu-color",
            Self::Time => "menu-time",
            Self::Load => "menu-load",
            Self::Lang => "menu-lang",
            Self::Theme => "menu-theme",
            Self::Pieces => "menu-pieces",
            Self::Animation => "menu-animation",
            Self::Remarks => "menu-remarks",
            Self::Turning => "menu-turning",
            Self::Quit => "menu-quit",
        }
    }
}

/// Whether an unfinished game was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum KeptGame {
    Found,
    None,
}

/// More open games are not listed.
const MOST_SEEKS: usize = 6;

impl Default for Menu {
    fn default() -> Self {
        Self {
            row: Row::Start,
            variant: Variant::Atomic,
            setup: defaults::SETUP.parse().expect("a setup with that name"),
            opponent: Opponent::Computer,
            level: Level::DEFAULT,
            other_level: Level::DEFAULT,
            color: ColorChoice::White,
            time: TimeControl::default(),
            online: false,
            server: String::new(),
            seeks: Vec::new(),
            left: None,
            notice: None,
        }
    }
}

impl Menu {
    /// The lines that make sense with what is chosen.
    pub fn rows(&self, kept: KeptGame) -> Vec<Row> {
        let mut rows = Vec::new();
        if kept == KeptGame::Found {
            rows.push(Row::Continue);
        }
        rows.extend((0..self.seeks.len().min(MOST_SEEKS)).map(Row::Join));
        rows.extend([Row::Start, Row::Variant]);
        if self.variant.has_setups() {
            rows.extend([Row::Setup, Row::Builder]);
        }
        rows.push(Row::Opponent);
        match self.opponent {
            Opponent::Computer => rows.extend([Row::Level, Row::Color]),
            Opponent::TwoPlayers => {}
            Opponent::Itself => rows.extend([Row::Level, Row::OtherLevel]),
        }
        rows.extend([
            Row::Time,
            Row::Load,
            Row::Lang,
            Row::Theme,
            Row::Pieces,
            Row::Animation,
            Row::Remarks,
            Row::Turning,
            Row::Quit,
        ]);
        rows
    }

    /// The possible opponents: at a server the computer does not play itself.
    pub const fn opponents(&self) -> &'static [Opponent] {
        if self.online { &[Opponent::Computer, Opponent::TwoPlayers] } else { &Opponent::ALL }
    }

    /// The first position of the game that is chosen.
    pub fn start(&self) -> AnyPosition {
        if self.variant.has_setups() {
            self.setup.position().into()
        } else {
            AnyPosition::initial(self.variant)
        }
    }

    /// The players of both colours; `seed` decides a random colour.
    pub fn seats(&self, seed: u64) -> [PlayerKind; 2] {
        let computer = PlayerKind::Computer(self.level);
        match self.opponent {
            Opponent::TwoPlayers => [PlayerKind::Human; 2],
            Opponent::Itself => [computer, PlayerKind::Computer(self.other_level)],
            Opponent::Computer => {
                let human = match self.color {
                    ColorChoice::White => Color::White,
                    ColorChoice::Black => Color::Black,
                    ColorChoice::Random => Color::ALL[seed.count_ones() as usize % 2],
                };
                let mut seats = [computer; 2];
                seats[human.index()] = PlayerKind::Human;
                seats
            }
        }
    }
}

/// Where the menu is on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuArea {
    /// Each line that has room, with its place.
    pub rows: Vec<(Row, Rect)>,
    /// Room for a picture of the first position.
    pub picture: Option<Rect>,
    /// Two lines about the ruleset.
    pub about: Rect,
    /// The keys.
    pub keys: Rect,
}

/// Columns of the list of choices.
const LIST_COLUMNS: u16 = 54;
/// Columns and rows of a picture.
const PICTURE: (u16, u16) = (16, 8);

impl MenuArea {
    /// The layout of a screen.
    pub fn new(screen: Rect, menu: &Menu, kept: KeptGame) -> Self {
        let rows = menu.rows(kept);
        // A title, a line about the ruleset, and the keys.
        let room = usize::from(screen.height.saturating_sub(5)).max(1);
        let chosen = rows.iter().position(|&row| row == menu.row).unwrap_or(0);
        let first = chosen.saturating_sub(room - 1);
        let has_picture = screen.width >= LIST_COLUMNS + PICTURE.0 && screen.height >= 16;
        let width = if has_picture { LIST_COLUMNS } else { screen.width.min(LIST_COLUMNS) };
        let used = if has_picture { width + 4 + PICTURE.0 } else { width };
        let left = screen.x + screen.width.saturating_sub(used) / 2;
        let taken = rows.len().min(room) as u16;
        let top = screen.y + 3 + (room as u16 - taken).min(screen.height) / 3;
        let line = |y: u16| Rect::new(screen.x, y, screen.width, 1).intersection(screen);
        Self {
            rows: rows
                .into_iter()
                .skip(first)
                .zip(top..top + taken)
                .map(|(row, y)| (row, Rect::new(left, y, width, 1).intersection(screen)))
                .collect(),
            picture: has_picture.then(|| Rect::new(left + width + 4, top, PICTURE.0, PICTURE.1)),
            about: Rect { height: 2, ..line(screen.y + 1) }.intersection(screen),
            keys: line(screen.bottom().saturating_sub(1)),
        }
    }

    /// The line at a place of the screen.
    pub fn at(&self, x: u16, y: u16) -> Option<Row> {
        self.rows.iter().find(|(_, area)| area.contains((x, y).into())).map(|&(row, _)| row)
    }
}
