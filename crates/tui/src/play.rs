//! [`Play`]: a game on the screen: the session, and what the player is doing with it.

use estopim_analysis::GameReport;
use estopim_play::Remarks;
use estopim_protocol::game::{Player, Players};
use estopim_rules::{AnyPosition, Board, Color, Explosion, Move, Square};

use crate::clock::Now;
use crate::computer::{Answer, QuestionId, Wanted};
use crate::session::{GameSession, PlayerKind};
use crate::texts::Texts;
use crate::words;

/// A game on the screen.
pub struct Play {
    /// The game with its players.
    pub session: GameSession,
    /// Where the cursor is.
    pub cursor: Square,
    /// Whether the keyboard is in use, so that the cursor is shown.
    pub cursor_shown: bool,
    /// The piece chosen to move.
    pub selected: Option<Square>,
    /// The square under the mouse.
    pub hover: Option<Square>,
    /// The piece being dragged.
    pub dragged: Option<Square>,
    /// An earlier position that is looked at, as the number of moves before it.
    pub viewed: Option<usize>,
    /// How far the list of moves is scrolled up from its end, in rows.
    pub scroll: usize,
    /// What is being typed.
    pub entry: Option<String>,
    /// A pressed hotkey, and when its action is done. Another letter before that turns both into typed text.
    pub pressed: Option<(char, Now)>,
    /// Messages, latest last.
    pub messages: Vec<Message>,
    /// Whether the player has turned the board.
    pub turned: bool,
    /// What the engine is thinking about.
    pub thinking: Option<Thinking>,
    /// The computer's move, waiting for its moment.
    pub reply: Option<(Answer, Now)>,
    /// The animation of an explosion.
    pub animation: Option<ExplosionAnimation>,
    /// How good the position is for White, in centipawns.
    pub evaluation: Option<i32>,
    /// A move the engine would play.
    pub hint: Option<Move>,
    /// The computer's last evaluation for itself, in centipawns.
    pub expected: Option<i32>,
    /// What the computer says.
    pub remarks: Remarks,
    /// Whether the game is stored when it is left unfinished.
    pub kept: bool,
    /// The game at a server, if it is one.
    pub online: Option<OnlineGame>,
    /// The report of the game, once it is asked for.
    pub report: Option<ReportState>,
    /// The moment of the last event: what the clocks on the screen show.
    pub shown_at: Now,
}

/// A report, being made or complete.
#[derive(Clone, PartialEq, Debug)]
pub enum ReportState {
    /// So many positions of so many have been evaluated.
    Making {
        /// Evaluated.
        done: usize,
        /// In all.
        total: usize,
    },
    /// It is complete.
    Done(Box<GameReport>),
}

/// A game at a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlineGame {
    /// Its id there.
    pub id: String,
    /// Whether it waits for an opponent.
    pub waiting: bool,
    /// Who sits where, as far as the server has told.
    pub players: Players,
    /// When to ask whether the game shall end because the opponent has left, if they have.
    pub ask_about_left: Option<Now>,
}

impl OnlineGame {
    /// What the player of a side is called.
    fn name(&self, color: Color, texts: &Texts) -> String {
        let player = match color {
            Color::White => &self.players.white,
            Color::Black => &self.players.black,
        };
        match player {
            None => texts.get("player-remote"),
            Some(Player { computer_level: Some(level), .. }) => {
                texts.with("computer-named", &[("level", &level.to_string())])
            }
            Some(player) => player.name.clone(),
        }
    }
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// Its kind.
    pub kind: MessageKind,
    /// The words.
    pub text: String,
}

/// The kind of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// The game tells what happened.
    News,
    /// The game tells why something cannot be done.
    Refusal,
    /// The computer talks.
    Remark,
    /// The game has ended.
    Result,
}

/// What the engine is thinking about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The question.
    pub id: QuestionId,
    /// What was asked for.
    pub wanted: Wanted,
    /// Since when.
    pub since: Now,
}

/// The animation of an explosion: the board before it, and when it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExplosionAnimation {
    /// What explodes.
    pub explosion: Explosion,
    /// The board before it.
    pub before: Board,
    /// When it began.
    pub since: Now,
    /// The present frame, from 0.
    pub frame: u64,
}

impl ExplosionAnimation {
    /// The number of frames.
    pub const FRAMES: u64 = 3;
    /// How long each is shown.
    pub const FRAME_MS: u64 = 140;

    /// When the next frame is due.
    pub const fn next(self) -> Now {
        self.since.plus((self.frame + 1) * Self::FRAME_MS)
    }
}

/// The most messages kept.
const MOST_MESSAGES: usize = 200;

impl Play {
    /// A game at its present position.
    pub fn new(session: GameSession, seed: u64) -> Self {
        let cursor = match session.only_human() {
            Some(Color::Black) => Square::E7,
            _ => Square::E2,
        };
        Self {
            session,
            cursor,
            cursor_shown: true,
            selected: None,
            hover: None,
            dragged: None,
            viewed: None,
            scroll: 0,
            entry: None,
            pressed: None,
            messages: Vec::new(),
            turned: false,
            thinking: None,
            reply: None,
            animation: None,
            evaluation: None,
            hint: None,
            expected: None,
            remarks: Remarks::new(seed, None),
            kept: true,
            online: None,
            report: None,
            shown_at: Now::default(),
        }
    }

    /// How many moves lie before the position on the screen.
    pub fn shown_ply(&self) -> usize {
        self.viewed.unwrap_or(self.session.played().len())
    }

    /// The position on the screen.
    pub fn shown_position(&self) -> &AnyPosition {
        let game = self.session.game();
        game.position_at(self.shown_ply()).unwrap_or(game.position())
    }

    /// The board on the screen: while something explodes, what stood there before.
    pub fn shown_board(&self) -> &Board {
        match &self.animation {
            Some(animation) if animation.frame == 0 => &animation.before,
            _ => self.shown_position().board(),
        }
    }

    /// Whether a person here may move now.
    pub fn may_move(&self) -> bool {
        let waiting = self.online.as_ref().is_some_and(|game| game.waiting);
        !waiting
            && self.session.end().is_none()
            && self.session.player_to_move() == PlayerKind::Human
            && self.viewed.is_none()
    }

    /// Legal moves of the selected piece.
    pub fn moves_of_selected(&self) -> Vec<Move> {
        let Some(from) = self.selected else { return Vec::new() };
        let position = self.session.position();
        position.legal_moves().into_iter().filter(|mv| mv.from() == from).collect()
    }

    /// The square that is chosen to make a move: where it is seen to end, or the rook's if a king's step there would not
    /// mean castling.
    pub fn target(&self, mv: Move) -> Square {
        let position = self.session.position();
        let shown = position.shown_destination(mv);
        let means = position.legal_move(mv.from(), shown, mv.promotes_to());
        if means == Ok(mv) { shown } else { mv.to() }
    }

    /// What would explode if the selected piece moved to the square under the cursor or the mouse.
    pub fn threatened_blast(&self) -> Option<Explosion> {
        let at = if self.cursor_shown { self.cursor } else { self.hover? };
        let mv = self.moves_of_selected().into_iter().find(|mv| mv.to() == at)?;
        self.session.position().explosion(mv)
    }

    /// Adds something to what was said.
    pub fn tell(&mut self, kind: MessageKind, text: String) {
        if self.messages.len() == MOST_MESSAGES {
            self.messages.remove(0);
        }
        self.messages.push(Message { kind, text });
    }

    /// What the player of a side is called.
    pub fn name(&self, color: Color, texts: &Texts) -> String {
        match self.session.seats[color.index()] {
            PlayerKind::Human if self.session.only_human().is_some() => texts.get("player-you"),
            PlayerKind::Human => words::color(texts, color),
            PlayerKind::Computer(level) => {
                texts.with("computer-named", &[("level", &level.number().to_string())])
            }
            PlayerKind::Remote => self
                .online
                .as_ref()
                .map_or_else(|| texts.get("player-remote"), |game| game.name(color, texts)),
        }
    }

    /// The names of White and Black.
    pub fn names(&self, texts: &Texts) -> [String; 2] {
        Color::ALL.map(|color| self.name(color, texts))
    }
}
