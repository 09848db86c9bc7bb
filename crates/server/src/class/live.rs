//! A class in memory: a cache of its rows. It changes only after the database has.

use estopim_protocol::class::{
    AfterGame, ClassSettings, Figure, OddChild, PairingReason, ProjectorShow, TournamentKind,
};
use estopim_protocol::{Color, TimeControl, Variant};
use estopim_tournament::{GameResult, History, PlayedGame, PlayerId};
use serde::{Deserialize, Serialize};

/// The level of the computer that the odd child plays.
const ODD_LEVEL: u8 = 1;
/// The setup that a lesson begins with.
const FIRST_SETUP: &str = "4p";

/// A class in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// Its id.
    pub id: String,
    /// What children type to join.
    pub code: String,
    /// What the teacher types.
    pub pin: String,
    /// The name of a class that is kept.
    pub name: Option<String>,
    /// When it was made.
    pub created_ms: i64,
    /// Grows by one with every change.
    pub version: i64,
    /// What was chosen and what goes on.
    pub state: ClassState,
    /// The children, in the order in which they came; those who were taken out too.
    pub members: Vec<Member>,
}

/// What was chosen and what goes on. Kept as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ClassState {
    /// For the next games.
    pub settings: ClassSettings,
    /// The last round of pairings.
    pub round: u32,
    /// Since when all boards stand still.
    pub frozen_since_ms: Option<i64>,
    /// The question, while there is one.
    pub question: Option<Question>,
    /// How many questions were asked.
    pub questions: u32,
    /// The tournament.
    pub tournament: Option<Tournament>,
    /// The board that the teacher has made large.
    pub spotlight: Option<String>,
    /// What the projector shows.
    pub show: ProjectorShow,
    /// Whether children play: who is free gets an opponent.
    pub playing: bool,
    /// Games made before this are of earlier lessons.
    pub lesson_from_ms: i64,
    /// The games of this lesson that the ladder has counted.
    pub counted: Vec<String>,
}

/// A position that the class was asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // as in the view
pub struct Question {
    pub number: u32,
    pub variant: Variant,
    pub fen: String,
    pub revealed: bool,
}

/// A tournament. Its games are those of the class that are marked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // as in the view
pub struct Tournament {
    pub kind: TournamentKind,
    pub round: u32,
    pub rounds: Option<u32>,
    /// The seats, in the order of their numbers.
    pub players: Vec<String>,
    /// Who had a bye, once for each.
    pub byes: Vec<String>,
    /// The first round of the class that belongs to it.
    pub from_round: u32,
    pub over: bool,
}

/// A child, or two at one device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// By which they sit in games.
    pub seat: String,
    /// The session of the browser that sits there now.
    pub session: Option<String>,
    /// Who.
    pub figure: Figure,
    /// The secret of their card.
    pub card: String,
    /// When they came first.
    pub joined_ms: i64,
    /// What else is kept of them.
    pub extra: MemberExtra,
}

/// What else is kept of a child. Kept as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MemberExtra {
    /// The other child at the same device.
    pub partner: Option<Figure>,
    /// How far up the ladder they are.
    pub rung: Option<u8>,
    /// How many pawns more they get.
    pub extra_pawns: u8,
    /// Games won in a row since the ladder last moved.
    pub wins_in_row: u8,
    /// Games lost in a row since the ladder last moved.
    pub losses_in_row: u8,
    /// Whether they need help.
    pub hand: bool,
    /// Whether they were taken out of the class.
    pub removed: bool,
}

/// A game of the class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassGame {
    /// Its id.
    pub id: String,
    /// Which round of pairings it is of.
    pub round: u32,
    /// Whether it counts in the tournament.
    pub in_tournament: bool,
    /// Why these two play.
    pub why: Vec<PairingReason>,
    /// White's seat; none for the computer.
    pub white: Option<String>,
    /// Black's seat; none for the computer.
    pub black: Option<String>,
    /// When it was made.
    pub made_ms: i64,
    /// How it ended.
    pub ended: Option<Ended>,
}

/// How a game of the class ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Somebody has won.
    Won(Color),
    /// A draw.
    Drawn,
    /// Without a result.
    Aborted,
}

impl ClassState {
    /// How a class begins.
    pub fn new(now_ms: i64) -> Self {
        Self {
            settings: ClassSettings {
                variant: Variant::PawnBattle,
                setup: FIRST_SETUP.to_owned(),
                time: TimeControl::None {},
                undo: true,
                ladder: false,
                odd: OddChild::Level { level: ODD_LEVEL },
                after_game: AfterGame::NewOpponent,
                names: true,
                phrases: true,
            },
            round: 0,
            frozen_since_ms: None,
            question: None,
            questions: 0,
            tournament: None,
            spotlight: None,
            show: ProjectorShow::Code,
            playing: false,
            lesson_from_ms: now_ms,
            counted: Vec::new(),
        }
    }
}

impl ClassGame {
    /// Whether somebody plays in it.
    pub fn has(&self, seat: &str) -> bool {
        [&self.white, &self.black].into_iter().any(|it| it.as_deref() == Some(seat))
    }

    /// Whether both sides are different children.
    pub fn is_between_children(&self) -> bool {
        self.white.is_some() && self.black.is_some() && self.white != self.black
    }

    /// The opponent of a seat, if that is another child.
    pub fn opponent(&self, seat: &str) -> Option<&str> {
        let (white, black) = (self.white.as_deref(), self.black.as_deref());
        let other = if white == Some(seat) { black } else { white };
        other.filter(|it| *it != seat)
    }
}

impl Member {
    /// The name under which games know them: what was typed, or the animal and its colour.
    pub fn nickname(&self) -> String {
        let one = |figure: &Figure| match &figure.name {
            Some(name) => name.clone(),
            None => figure_word(figure),
        };
        match &self.extra.partner {
            Some(partner) => format!("{} + {}", one(&self.figure), one(partner)),
            None => one(&self.figure),
        }
    }
}

/// An animal and its colour in a word, `fox-blue`. The page says it in its own language.
pub fn figure_word(figure: &Figure) -> String {
    format!("{:?}-{:?}", figure.animal, figure.color).to_lowercase()
}

impl Class {
    /// A child who is in the class.
    pub fn member(&self, seat: &str) -> Option<&Member> {
        self.members.iter().find(|it| it.seat == seat && !it.extra.removed)
    }

    /// The same, to be changed.
    pub fn member_mut(&mut self, seat: &str) -> Option<&mut Member> {
        self.members.iter_mut().find(|it| it.seat == seat && !it.extra.removed)
    }

    /// The children who are in the class.
    pub fn present_members(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|it| !it.extra.removed)
    }

    /// The number of a seat for pairings.
    pub fn player(&self, seat: &str) -> Option<PlayerId> {
        let index = self.members.iter().position(|it| it.seat == seat)?;
        Some(PlayerId(index as u32))
    }

    /// The seat of a number.
    pub fn seat_of(&self, player: PlayerId) -> Option<&str> {
        self.members.get(player.0 as usize).map(|it| it.seat.as_str())
    }

    /// What was played in this lesson, for pairings and standings. A game won against the computer counts like a bye.
    pub fn history(&self, games: &[ClassGame]) -> History {
        let of_lesson = games.iter().filter(|game| game.made_ms >= self.state.lesson_from_ms);
        self.history_of(of_lesson)
    }

    /// What was played in the tournament.
    pub fn tournament_history(&self, tournament: &Tournament, games: &[ClassGame]) -> History {
        let of_it = games.iter().filter(|game| {
            game.in_tournament && game.round >= tournament.from_round && game.is_between_children()
        });
        let mut history = self.history_of(of_it);
        history.byes = tournament.byes.iter().filter_map(|seat| self.player(seat)).collect();
        history
    }

    fn history_of<'a>(&self, games: impl Iterator<Item = &'a ClassGame>) -> History {
        let mut history = History::default();
        for game in games.filter(|game| game.ended != Some(Ended::Aborted)) {
            let of = |seat: &Option<String>| seat.as_deref().and_then(|seat| self.player(seat));
            match (of(&game.white), of(&game.black)) {
                (Some(white), Some(black)) if white != black => {
                    let result = game.ended.and_then(|ended| match ended {
                        Ended::Won(Color::White) => Some(GameResult::White),
                        Ended::Won(Color::Black) => Some(GameResult::Black),
                        Ended::Drawn => Some(GameResult::Draw),
                        Ended::Aborted => None,
                    });
                    history.games.push(PlayedGame { white, black, result });
                }
                (Some(player), None) if game.ended == Some(Ended::Won(Color::White)) => {
                    history.byes.push(player);
                }
                (None, Some(player)) if game.ended == Some(Ended::Won(Color::Black)) => {
                    history.byes.push(player);
                }
                _ => {}
            }
        }
        history
    }
}
