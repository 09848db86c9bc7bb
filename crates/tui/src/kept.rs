//! The unfinished game and the settings, stored in files between two runs.
//!
//! The game is a PGN that any program can read; tags of our own say who sits where and what the clocks show.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use estopim_rules::PgnReader;
use estopim_system::files::{Access, replace_file};

use crate::clock::Now;
use crate::session::{GameSession, PlayerKind};
use crate::settings::Settings;

const SEATS: [&str; 2] = ["EstopimWhite", "EstopimBlack"];
const TIME: &str = "EstopimTime";
const CLOCKS: &str = "EstopimClocks";

/// The stored form of a game.
pub fn write(session: &GameSession, names: &[String; 2], date: &str) -> String {
    let mut pgn = session.pgn(names, date);
    for (tag, seat) in SEATS.into_iter().zip(session.seats) {
        pgn.tags.set(tag, seat.id());
    }
    pgn.tags.set(TIME, session.clock().control().to_string());
    // The time of the present move starts again.
    let mut clock = *session.clock();
    clock.hold();
    let left = estopim_rules::Color::ALL.map(|color| clock.left(color, 0).unwrap_or(0));
    pgn.tags.set(CLOCKS, format!("{} {}", left[0], left[1]));
    pgn.to_string()
}

/// The stored game, if it can be continued.
pub fn read(text: &str) -> Option<GameSession> {
    let pgn = PgnReader::new(text.as_bytes()).read_game().ok()??;
    let tag = |name: &str| pgn.tags.get(name);
    let seats = [PlayerKind::from_id(tag(SEATS[0])?)?, PlayerKind::from_id(tag(SEATS[1])?)?];
    let mut session = GameSession::of_game(pgn.to_game().ok()?, seats, tag(TIME)?.parse().ok()?);
    let (white, black) = tag(CLOCKS)?.split_once(' ')?;
    session.set_clock([white.parse().ok()?, black.parse().ok()?], None, Now(0));
    session.end().is_none().then_some(session)
}

/// The folder of the stored files.
pub struct Folder(PathBuf);

impl Folder {
    /// The folder that the environment names, as the XDG specification says.
    pub fn from_env(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let state = set("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || set("HOME").map(|home| PathBuf::from(home).join(".local/state"));
        Some(Self(state.or_else(home)?.join("estopim")))
    }

    fn game(&self) -> PathBuf {
        self.0.join("unfinished.pgn")
    }

    fn settings(&self) -> PathBuf {
        self.0.join("settings.json")
    }

    /// The stored game.
    pub fn read_game(&self) -> Option<GameSession> {
        read(&fs::read_to_string(self.game()).ok()?)
    }

    /// Stores a game, or removes the stored one.
    pub fn keep_game(&self, pgn: Option<&str>) -> io::Result<()> {
        match pgn {
            Some(pgn) => self.replace(&self.game(), pgn),
            None => match fs::remove_file(self.game()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        }
    }

    /// The stored settings, with defaults for those that cannot be read.
    pub fn read_settings(&self) -> Settings {
        fs::read_to_string(self.settings())
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default()
    }

    /// Stores the settings.
    pub fn keep_settings(&self, settings: &Settings) -> io::Result<()> {
        let text = serde_json::to_string_pretty(settings).map_err(io::Error::other)?;
        self.replace(&self.settings(), &text)
    }

    /// Replaces a file in the folder, which is created if it is missing.
    fn replace(&self, path: &Path, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        replace_file(path, text.as_bytes(), Access::Usual)
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{AnyPosition, Color, Variant};

    use super::*;
    use crate::settings::ThemeId;
    use estopim_play::TimeControl;

    #[test]
    fn a_kept_game_goes_on_where_it_was_left() {
        let seats = [PlayerKind::Human, PlayerKind::from_id("computer:7").expect("a seat")];
        let time = TimeControl::clock(300, 3);
        let mut session =
            GameSession::new(AnyPosition::initial(Variant::SimpleAtomic), seats, time);
        for uci in ["e2e4", "d7d5", "e4d5"] {
            let mv = session.position().parse_uci(uci).expect("a legal move");
            session.play(mv, Now(1000)).expect("the game goes on");
        }
        let text = write(&session, &["Ana".to_owned(), "Pavio".to_owned()], "2026.01.02");
        let read = read(&text).expect("the game can be read");
        assert_eq!(read.game(), session.game());
        assert_eq!(read.seats, session.seats);
        assert_eq!(read.clock().control(), time);
        assert_eq!(read.clock().left(Color::White, 0), Some(306_000));
    }

    #[test]
    fn files_come_and_go() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().to_str().expect("a plain name").to_owned();
        let folder = Folder::from_env(|name| (name == "HOME").then(|| path.clone()));
        let folder = folder.expect("a home has a folder");
        assert!(folder.read_game().is_none());
        folder.keep_game(None).expect("nothing to forget is no failure");
        let settings = Settings { theme: ThemeId::Dark, ..Settings::default() };
        folder.keep_settings(&settings).expect("the folder can be written");
        assert_eq!(folder.read_settings(), settings);
        fs::write(folder.settings(), "{ nonsense").expect("the folder can be written");
        assert_eq!(folder.read_settings(), Settings::default());
    }
}
