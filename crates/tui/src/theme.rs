//! Colours: four themes, each for terminals with millions of colours, with 256, with 16, and with none.

use ratatui::style::{Color, Modifier, Style};

use crate::settings::ThemeId;

/// How many colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Any.
    True,
    /// 256 colours: a cube of 216 and some greys.
    Indexed,
    /// The sixteen ANSI colours.
    Sixteen,
    /// None; what stands out is reversed or bold.
    Mono,
}

impl Depth {
    /// What the environment says about the terminal.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).unwrap_or_default();
        let term = value("TERM");
        if !value("NO_COLOR").is_empty()
            || term == "dumb"
            || term.ends_with("-m")
            || term == "vt100"
        {
            Self::Mono
        } else if matches!(value("COLORTERM").as_str(), "truecolor" | "24bit")
            || term.ends_with("-direct")
        {
            Self::True
        } else if term.contains("256color") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }
}

/// One colour: RGB, and the corresponding one of the sixteen.
#[derive(Clone, Copy, Debug)]
pub struct Hue(u32, Color);

impl Hue {
    const fn rgb(self) -> (u8, u8, u8) {
        ((self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8)
    }

    fn at(self, depth: Depth) -> Color {
        let (red, green, blue) = self.rgb();
        match depth {
            Depth::True => Color::Rgb(red, green, blue),
            Depth::Indexed => Color::Indexed(nearest_indexed(red, green, blue)),
            Depth::Sixteen => self.1,
            Depth::Mono => Color::Reset,
        }
    }
}

/// The steps of a colour in the cube of 216.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest of the 256 colours, those that terminals let people change left out.
fn nearest_indexed(red: u8, green: u8, blue: u8) -> u8 {
    let distance = |r: u8, g: u8, b: u8| {
        let square = |a: u8, b: u8| (i32::from(a) - i32::from(b)).pow(2);
        square(red, r) + square(green, g) + square(blue, b)
    };
    let nearest = |value: u8| {
        (0..6u8).min_by_key(|&step| CUBE[usize::from(step)].abs_diff(value)).unwrap_or(0)
    };
    let (r, g, b) = (nearest(red), nearest(green), nearest(blue));
    let cube = distance(CUBE[usize::from(r)], CUBE[usize::from(g)], CUBE[usize::from(b)]);
    let grey_distance = |step: u8| distance(8 + 10 * step, 8 + 10 * step, 8 + 10 * step);
    let grey = (0..24u8).min_by_key(|&step| grey_distance(step)).unwrap_or(0);
    if grey_distance(grey) < cube { 232 + grey } else { 16 + 36 * r + 6 * g + b }
}

/// The colours of a theme.
struct Hues {
    light: Hue,
    dark: Hue,
    last_light: Hue,
    last_dark: Hue,
    selected: Hue,
    target: Hue,
    blast: Hue,
    fire: Hue,
    check: Hue,
    mark: Hue,
    white: Hue,
    black: Hue,
    ground: Hue,
    text: Hue,
    faint: Hue,
    accent: Hue,
}

const BROWN: Hues = Hues {
    light: Hue(0x00B9_8D5F, Color::Yellow),
    dark: Hue(0x0085_563A, Color::Red),
    last_light: Hue(0x00A8_9A4C, Color::Green),
    last_dark: Hue(0x0080_7433, Color::Green),
    selected: Hue(0x0056_8A4F, Color::Cyan),
    target: Hue(0x00A0_5A2C, Color::Magenta),
    blast: Hue(0x00B8_4A22, Color::Magenta),
    fire: Hue(0x00FF_B000, Color::LightYellow),
    check: Hue(0x00B0_3030, Color::LightRed),
    mark: Hue(0x00FF_E9A8, Color::LightYellow),
    white: Hue(0x00FF_FDF2, Color::White),
    black: Hue(0x0014_0C07, Color::Black),
    ground: Hue(0x001E_1712, Color::Black),
    text: Hue(0x00EA_DFCF, Color::Gray),
    faint: Hue(0x0096_8470, Color::DarkGray),
    accent: Hue(0x00E8_A75A, Color::Yellow),
};

const DARK: Hues = Hues {
    light: Hue(0x006E_7F96, Color::Cyan),
    dark: Hue(0x004E_5D73, Color::Blue),
    last_light: Hue(0x0074_8C62, Color::Green),
    last_dark: Hue(0x0059_7148, Color::Green),
    selected: Hue(0x003F_7F8C, Color::Magenta),
    target: Hue(0x008A_5A6A, Color::Magenta),
    blast: Hue(0x00A0_4A3A, Color::Red),
    fire: Hue(0x00FF_B84A, Color::LightYellow),
    check: Hue(0x00A0_3848, Color::LightRed),
    mark: Hue(0x00F4_E3A0, Color::LightYellow),
    white: Hue(0x00FF_FFFF, Color::White),
    black: Hue(0x000A_0C10, Color::Black),
    ground: Hue(0x0014_171C, Color::Black),
    text: Hue(0x00D8_DEE8, Color::Gray),
    faint: Hue(0x0078_8294, Color::DarkGray),
    accent: Hue(0x007F_B2E8, Color::LightCyan),
};

const HIGH_CONTRAST: Hues = Hues {
    light: Hue(0x004F_86C6, Color::Cyan),
    dark: Hue(0x002E_6299, Color::Blue),
    last_light: Hue(0x005A_9A3C, Color::Green),
    last_dark: Hue(0x003F_7A28, Color::Green),
    selected: Hue(0x00A0_6AC8, Color::Magenta),
    target: Hue(0x00C0_6020, Color::Magenta),
    blast: Hue(0x00D0_4010, Color::Red),
    fire: Hue(0x00FF_FF00, Color::LightYellow),
    check: Hue(0x00E0_3030, Color::LightRed),
    mark: Hue(0x00FF_FF60, Color::LightYellow),
    white: Hue(0x00FF_FFFF, Color::White),
    black: Hue(0x0000_0000, Color::Black),
    ground: Hue(0x0000_0000, Color::Black),
    text: Hue(0x00FF_FFFF, Color::White),
    faint: Hue(0x00C0_C0C0, Color::Gray),
    accent: Hue(0x00FF_FF00, Color::LightYellow),
};

/// The marks are the colours that Okabe and Ito chose, which differ in lightness too.
const COLOR_BLIND: Hues = Hues {
    light: Hue(0x0091_9191, Color::Gray),
    dark: Hue(0x006C_6C6C, Color::DarkGray),
    last_light: Hue(0x004A_93C0, Color::Cyan),
    last_dark: Hue(0x0030_7AA8, Color::Cyan),
    selected: Hue(0x0000_72B2, Color::Blue),
    target: Hue(0x00B8_7A00, Color::Yellow),
    blast: Hue(0x00D5_5E00, Color::Red),
    fire: Hue(0x00F0_E442, Color::LightYellow),
    check: Hue(0x00B0_5A88, Color::LightMagenta),
    mark: Hue(0x00F0_E442, Color::LightYellow),
    white: Hue(0x00FF_FFFF, Color::White),
    black: Hue(0x0000_0000, Color::Black),
    ground: Hue(0x0012_1212, Color::Black),
    text: Hue(0x00F0_F0F0, Color::White),
    faint: Hue(0x0090_9090, Color::Gray),
    accent: Hue(0x00E6_9F00, Color::Yellow),
};

/// How a square stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tint {
    /// Not at all.
    #[default]
    Plain,
    /// Part of the last move.
    Last,
    /// A piece chosen to move, or the move a hint names.
    Selected,
    /// Something that can be captured.
    Target,
    /// What would explode.
    Blast,
    /// What is exploding.
    Fire,
    /// A king in check.
    Check,
}

/// A theme at a depth: every style the screen uses.
#[derive(Clone, Copy)]
pub struct Palette {
    hues: &'static Hues,
    /// How many colours there are.
    pub depth: Depth,
}

impl Palette {
    /// The palette of a theme.
    pub const fn new(theme: ThemeId, depth: Depth) -> Self {
        let hues = match theme {
            ThemeId::Brown => &BROWN,
            ThemeId::Dark => &DARK,
            ThemeId::HighContrast => &HIGH_CONTRAST,
            ThemeId::ColorBlind => &COLOR_BLIND,
        };
        Self { hues, depth }
    }

    /// Whether colours tell squares and marks apart; if not, signs must.
    pub fn has_colors(self) -> bool {
        self.depth != Depth::Mono
    }

    /// The colour of a square.
    pub fn square(self, is_light: bool, tint: Tint) -> Color {
        let hues = self.hues;
        let hue = match (tint, is_light) {
            (Tint::Plain, true) => hues.light,
            (Tint::Plain, false) => hues.dark,
            (Tint::Last, true) => hues.last_light,
            (Tint::Last, false) => hues.last_dark,
            (Tint::Selected, _) => hues.selected,
            (Tint::Target, _) => hues.target,
            (Tint::Blast, _) => hues.blast,
            (Tint::Fire, _) => hues.fire,
            (Tint::Check, _) => hues.check,
        };
        hue.at(self.depth)
    }

    /// The colour of a side's pieces.
    pub fn piece(self, color: estopim_rules::Color) -> Color {
        match color {
            estopim_rules::Color::White => self.hues.white.at(self.depth),
            estopim_rules::Color::Black => self.hues.black.at(self.depth),
        }
    }

    /// The colour of dots and of the cursor's brackets.
    pub fn mark(self) -> Color {
        self.hues.mark.at(self.depth)
    }

    /// Plain text on the ground of the screen.
    pub fn text(self) -> Style {
        Style::new().fg(self.hues.text.at(self.depth)).bg(self.hues.ground.at(self.depth))
    }

    /// Text of less weight.
    pub fn faint(self) -> Style {
        let style = self.text().fg(self.hues.faint.at(self.depth));
        if self.has_colors() { style } else { style.add_modifier(Modifier::DIM) }
    }

    /// Text that matters.
    pub fn accent(self) -> Style {
        self.text().fg(self.hues.accent.at(self.depth)).add_modifier(Modifier::BOLD)
    }

    /// A label on a ground of its own, and whatever is chosen in a list.
    pub fn badge(self) -> Style {
        if self.has_colors() {
            Style::new()
                .fg(self.hues.ground.at(self.depth))
                .bg(self.hues.accent.at(self.depth))
                .add_modifier(Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Depth::True)]
    #[case(&[("TERM", "xterm-256color")], Depth::Indexed)]
    #[case(&[("TERM", "linux")], Depth::Sixteen)]
    #[case(&[("TERM", "dumb")], Depth::Mono)]
    #[case(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], Depth::Mono)]
    fn the_terminal_says_how_many_colors_it_has(
        #[case] set: &[(&str, &str)],
        #[case] wanted: Depth,
    ) {
        let variable = |name: &str| {
            set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Depth::from_env(variable), wanted);
    }

    /// The contrast ratio of two colours (WCAG).
    fn contrast(one: Hue, other: Hue) -> f64 {
        let luminance = |hue: Hue| {
            let linear = |value: u8| {
                let value = f64::from(value) / 255.0;
                if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            let (red, green, blue) = hue.rgb();
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[rstest]
    #[case::brown(&BROWN, 2.9)]
    #[case::dark(&DARK, 2.9)]
    #[case::high_contrast(&HIGH_CONTRAST, 3.3)]
    #[case::color_blind(&COLOR_BLIND, 2.9)]
    fn pieces_stand_out_from_their_squares(#[case] hues: &Hues, #[case] least: f64) {
        for piece in [hues.white, hues.black] {
            for square in [hues.light, hues.dark] {
                let found = contrast(piece, square);
                assert!(found >= least, "{piece:?} on {square:?}: {found:.2}");
            }
        }
        assert!(contrast(hues.text, hues.ground) >= 7.0);
        assert!(contrast(hues.faint, hues.ground) >= 4.0);
    }

    #[test]
    fn colors_of_the_cube_are_found() {
        assert_eq!(nearest_indexed(0xff, 0xff, 0xff), 231);
        assert_eq!(nearest_indexed(0, 0, 0), 16);
        assert_eq!(nearest_indexed(0x80, 0x80, 0x80), 244);
    }
}
