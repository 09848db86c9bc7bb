//! [`Settings`]: how a player likes the game to look and to talk. Kept from one game to the next.

use serde::{Deserialize, Serialize};

/// What a player can choose about the screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language's id, once chosen; else the environment decides.
    pub lang: Option<String>,
    /// The colours.
    pub theme: ThemeId,
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// Whether explosions are animated.
    pub animation: Switch,
    /// Whether the computer talks.
    pub remarks: Switch,
    /// Whether the board turns with the side to move.
    pub turning: Switch,
    /// Whether the evaluation bar is shown.
    pub evaluation: Switch,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            lang: None,
            theme: ThemeId::Brown,
            pieces: Pieces::Drawn,
            animation: Switch::On,
            remarks: Switch::On,
            turning: Switch::Off,
            evaluation: Switch::Off,
        }
    }
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Switch {
    On,
    Off,
}

impl Switch {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }

    /// The other one.
    pub const fn toggled(self) -> Self {
        match self {
            Self::On => Self::Off,
            Self::Off => Self::On,
        }
    }

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::On => "switch-on",
            Self::Off => "switch-off",
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeId {
    /// The browns of the manual.
    Brown,
    /// Slate.
    Dark,
    /// Strong contrasts on black.
    HighContrast,
    /// Colours that everybody can tell apart.
    ColorBlind,
}

impl ThemeId {
    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Brown, Self::Dark, Self::HighContrast, Self::ColorBlind];

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Brown => "theme-brown",
            Self::Dark => "theme-dark",
            Self::HighContrast => "theme-high-contrast",
            Self::ColorBlind => "theme-color-blind",
        }
    }
}

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pieces {
    /// As small pictures where squares are large enough, else as figurines.
    Drawn,
    /// As the chess signs of Unicode.
    Figurines,
    /// As letters: upper case for White.
    Letters,
}

impl Pieces {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Drawn, Self::Figurines, Self::Letters];

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Drawn => "pieces-drawn",
            Self::Figurines => "pieces-figurines",
            Self::Letters => "pieces-letters",
        }
    }
}

/// The next of a list of choices, round the end; the one before for `Step::Back`.
pub fn cycled<T: Copy + PartialEq>(choices: &[T], present: T, step: Step) -> T {
    let index = choices.iter().position(|&choice| choice == present).unwrap_or(0);
    let moved = match step {
        Step::Forward => index + 1,
        Step::Back => index + choices.len() - 1,
    };
    choices[moved % choices.len()]
}

/// A direction in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Step {
    Forward,
    Back,
}
