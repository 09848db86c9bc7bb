//! `estopim play`: the game in the terminal, and in plain lines where there is none.

use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use estopim_engine::Level;
use estopim_play::TimeControl;
use estopim_rules::Game;
use estopim_tui::clock::Now;
use estopim_tui::kept::Folder;
use estopim_tui::model::{Charset, Model};
use estopim_tui::plain::{self, Echo, PlainOptions, Signs};
use estopim_tui::session::{GameSession, PlayerKind};
use estopim_tui::settings::{Pieces, Settings, Switch};
use estopim_tui::texts::{Lang, Texts};
use estopim_tui::theme::Depth;
use estopim_tui::update::{begin, read_game};
use estopim_tui::{play, screen};
use time::OffsetDateTime;

use crate::failure::Failure;
use crate::position::PositionArgs;

const EXAMPLES: &str = "\
Examples:
  estopim play
  estopim play --variant atomic --black computer:3
  estopim play --variant pawnbattle --setup 4p --time 5+3 --lang pt-BR
  estopim play --pgn game.pgn
  estopim play --server http://127.0.0.1:8080
  printf 'e2 e4\\nd7 d5\\n' | estopim play --plain --variant simpleatomic";

/// Play in the terminal: against the computer, or two people at one keyboard
///
/// It begins with a menu, or at once with a game if the arguments say who plays, from where, or in what
/// time.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    #[command(flatten)]
    position: PositionArgs,

    #[arg(long, value_name = "PLAYER", help = format!("Who plays White: {}", players()))]
    white: Option<String>,

    #[arg(long, value_name = "PLAYER", help = format!("Who plays Black: {}", players()))]
    black: Option<String>,

    /// Time control: 3m or 90s for each move, 5+3 for a game (minutes, and seconds added by each move), or none
    #[arg(long)]
    time: Option<String>,

    /// A game to step through and continue
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "setup"])]
    pgn: Option<String>,

    /// Play on a server at this address
    #[arg(long, value_name = "URL", conflicts_with_all = ["plain", "pgn", "fen"])]
    server: Option<String>,

    /// Plain lines of text instead of a full screen; the default if the output is not a terminal
    #[arg(long)]
    plain: bool,

    /// Use ASCII letters and lines only
    #[arg(long)]
    ascii: bool,

    /// The language, en or pt-BR [default: what was chosen in the menu, or else the environment's]
    #[arg(long)]
    lang: Option<String>,

    /// How many colours the terminal has [default: as it says itself]
    #[arg(long, value_enum)]
    colors: Option<Colors>,

    /// No remarks by the computer
    #[arg(long)]
    silent: bool,

    /// Seed of the computer's random choices, to play the same game again
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colors {
    /// Millions
    True,
    #[value(name = "256")]
    Indexed,
    #[value(name = "16")]
    Sixteen,
    None,
}

impl Play {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let folder = Folder::from_env(variable);
        let settings = folder.as_ref().map(Folder::read_settings).unwrap_or_default();
        let lang = self.language(&settings)?;
        if self.plain || !io::stdout().is_terminal() || !io::stdin().is_terminal() {
            self.run_plain(&Texts::new(lang), out)
        } else {
            self.run_screen(settings, lang, folder.as_ref())
        }
    }

    fn run_plain(&self, texts: &Texts, out: &mut impl Write) -> Result<(), Failure> {
        let options = PlainOptions {
            signs: Signs::Letters,
            echo: if io::stdin().is_terminal() { Echo::Off } else { Echo::On },
            remarks: if self.silent { Switch::Off } else { Switch::On },
            seed: self.seed(),
            date: today(),
        };
        let session = self.session(TimeControl::Unlimited)?;
        Ok(plain::run(session, texts, &options, io::stdin().lock(), out)?)
    }

    fn run_screen(
        &self,
        mut settings: Settings,
        lang: Lang,
        folder: Option<&Folder>,
    ) -> Result<(), Failure> {
        let charset = if self.ascii { Charset::Ascii } else { Charset::from_env(variable) };
        if self.ascii {
            settings.pieces = Pieces::Letters;
        }
        if self.silent {
            settings.remarks = Switch::Off;
        }
        let depth = self.colors.map_or_else(|| Depth::from_env(variable), Colors::depth);
        let mut model = Model::new(settings, lang, depth, charset);
        if let Some(variant) = self.position.game.given() {
            model.menu.variant = variant;
        }
        model.kept = folder.and_then(Folder::read_game);
        if model.kept.is_some() {
            model.menu.row = estopim_tui::menu::Row::Continue;
        }
        model.seed = self.seed();
        model.date = today();
        let mut effects = Vec::new();
        model.menu.online = self.server.is_some();
        model.menu.server = self.server.clone().unwrap_or_default();
        if self.server.is_some() {
            model.kept = None;
            model.menu.row = estopim_tui::menu::Row::Start;
        } else if self.says_which_game() {
            let session = self.session(TimeControl::default())?;
            begin(&mut model, session, Now(0), &mut effects);
        }
        if self.pgn.is_some()
            && let Some(play) = model.play_mut()
        {
            show_from_the_start(play);
        }
        Ok(screen::run(model, folder, effects, self.server.as_deref())?)
    }

    /// Whether the arguments name a game, so that no menu is needed.
    fn says_which_game(&self) -> bool {
        !self.position.is_initial()
            || self.white.is_some()
            || self.black.is_some()
            || self.time.is_some()
            || self.pgn.is_some()
    }

    fn session(&self, usual_time: TimeControl) -> Result<GameSession, Failure> {
        let seats = [seat(self.white.as_deref())?, seat(self.black.as_deref())?];
        let time = match &self.time {
            Some(text) => text.parse()?,
            None if self.pgn.is_some() => TimeControl::Unlimited,
            None => usual_time,
        };
        let game = match &self.pgn {
            None => Game::from_position(self.position.position()?),
            Some(path) => {
                let unreadable = |reason: String| Failure::Game { path: path.clone(), reason };
                let text =
                    fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
                read_game(&text, self.position.game.variant()).map_err(unreadable)?
            }
        };
        Ok(GameSession::of_game(game, seats, time))
    }

    fn language(&self, settings: &Settings) -> Result<Lang, Failure> {
        if let Some(lang) = &self.lang {
            return Lang::from_tag(lang).ok_or_else(|| Failure::Lang(lang.clone()));
        }
        let chosen = settings.lang.as_deref().and_then(Lang::from_tag);
        Ok(chosen.unwrap_or_else(|| Lang::from_env(variable)))
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| {
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64)
        })
    }
}

/// A game read from a file is stepped through, not kept as one's own.
fn show_from_the_start(play: &mut play::Play) {
    play.kept = false;
    play.viewed = (!play.session.played().is_empty()).then_some(0);
}

impl Colors {
    const fn depth(self) -> Depth {
        match self {
            Self::True => Depth::True,
            Self::Indexed => Depth::Indexed,
            Self::Sixteen => Depth::Sixteen,
            Self::None => Depth::Mono,
        }
    }
}

/// The words for players that [`PlayerKind::from_id`] reads.
fn players() -> String {
    let (weakest, strongest) = (Level::BEGINNER.number(), Level::FULL.number());
    format!("human, computer, or computer:LEVEL with a level from {weakest} to {strongest}")
}

fn seat(text: Option<&str>) -> Result<PlayerKind, Failure> {
    let text = text.unwrap_or("human");
    PlayerKind::from_id(text).ok_or_else(|| Failure::PlayerKind(text.to_owned()))
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

/// Today as PGN writes it.
fn today() -> String {
    let now = OffsetDateTime::now_utc();
    format!("{:04}.{:02}.{:02}", now.year(), u8::from(now.month()), now.day())
}
