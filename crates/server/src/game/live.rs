//! A game in memory: a cache of its rows. It changes only after the database has.

use estopim_play::state::{self, Command};
use estopim_play::{Clock, GameState};
use estopim_protocol::rest::WatchableGame;
use estopim_protocol::{
    ClocksView, GameStatus, GameView, LivePosition, OutcomeView, PlayedMove, Player, Players,
    Reason, ReasonCode, Seat,
};
use estopim_rules::{Color as Side, Game};
use estopim_store::Clocks;

use super::chat::Chat;
use crate::auth::Session;

/// A game in memory.
#[derive(Clone, Debug)]
pub struct Live {
    /// The game's id.
    pub id: String,
    /// Pawn Battle: the setup.
    pub setup: Option<String>,
    /// Against whom it is played.
    pub kind: Kind,
    /// The class that it belongs to. Only its players and the class's teachers may see it.
    pub class: Option<String>,
    /// Whether it is on the list of games to watch while it goes on.
    pub is_watchable: bool,
    /// Whether it was played without a server and sent in afterwards.
    pub is_offline: bool,
    /// Who sits where, White first; `None` while a seat is free.
    pub seats: [Option<Occupant>; 2],
    /// When it was made.
    pub created_ms: i64,
    /// The game itself: moves, clocks, offers, the end.
    pub state: GameState,
    /// Each move as it is sent to clients; built once, because it is sent often.
    pub plies: Vec<Ply>,
    /// When the clocks were last set by something other than a move.
    pub clocks_set_ms: i64,
    /// How many outages since the server's start the clocks have been corrected for.
    pub outages_seen: usize,
    /// The chat.
    pub chat: Chat,
    /// The rematch, if there is one.
    pub rematch_id: Option<String>,
}

/// A move as it is sent to clients.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub played: PlayedMove,
    /// The position after it.
    pub fen: String,
}

impl Ply {
    /// The last move of a game, which was played at `at_ms`.
    pub fn last_of(game: &Game, at_ms: i64) -> Option<Self> {
        let (before, mv) = game.moves().next_back()?;
        let played = PlayedMove::of(before, mv, game.ply_count(), at_ms);
        Some(Self { played, fen: game.position().fen() })
    }
}

/// Against whom a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The computer.
    Computer,
    /// Whoever has the address.
    Friend,
    /// Whoever picks the seek.
    Lobby,
    /// Both sides at one screen.
    HotSeat,
    /// At a table of LIAC's protocol, which pairs its players and starts and stops the clock.
    Table,
}

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person.
    Person {
        /// Their session.
        session: Session,
        /// Their nickname.
        name: String,
        /// Whether it is somebody's program.
        is_bot: bool,
    },
    /// The computer.
    Computer {
        /// Its number, the weakest first.
        level: u8,
    },
}

impl Live {
    /// Which seat a session has.
    pub fn seat_of(&self, session: &Session) -> Option<Seat> {
        let sits = |color: Side| matches!(&self.seats[color.index()], Some(Occupant::Person { session: sitting, .. }) if sitting == session);
        match (sits(Side::White), sits(Side::Black)) {
            (true, true) => Some(Seat::Both),
            (true, false) => Some(Seat::White),
            (false, true) => Some(Seat::Black),
            (false, false) => None,
        }
    }

    /// The sessions that have a seat.
    pub fn sessions(&self) -> impl Iterator<Item = &Session> {
        self.seats.iter().flatten().filter_map(|occupant| match occupant {
            Occupant::Person { session, .. } => Some(session),
            Occupant::Computer { .. } => None,
        })
    }

    /// The computer's side and level, if it plays.
    pub fn computer(&self) -> Option<(Side, u8)> {
        Side::ALL.into_iter().find_map(|color| match self.seats[color.index()] {
            Some(Occupant::Computer { level }) => Some((color, level)),
            _ => None,
        })
    }

    /// Whether it waits, goes on or has ended.
    pub fn status(&self) -> GameStatus {
        if self.state.end().is_some() {
            GameStatus::Ended
        } else if self.seats.iter().all(Option::is_some) {
            GameStatus::Playing
        } else {
            GameStatus::Waiting
        }
    }

    /// The game by the rules.
    pub fn game(&self) -> &Game {
        self.state.game()
    }

    /// The clocks.
    pub fn clock(&self) -> &Clock {
        self.state.clock()
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<OutcomeView> {
        self.state.end().map(OutcomeView::from)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Side {
        self.state.turn()
    }

    /// Refuses if it is not the turn of `by`.
    pub fn must_be_turn_of(&self, by: Side) -> Result<(), Reason> {
        self.must_have_begun()?;
        Ok(self.state.must_be_turn_of(by)?)
    }

    fn must_have_begun(&self) -> Result<(), Reason> {
        match self.status() {
            GameStatus::Waiting => {
                Err(Reason::new(ReasonCode::NotStarted, "the opponent has not come yet"))
            }
            GameStatus::Playing | GameStatus::Ended => Ok(()),
        }
    }

    /// What a command leads to, or why it leads to nothing. While a seat is free the game can only be aborted.
    pub fn decide(&self, command: Command, now_ms: i64) -> Result<state::Change, Reason> {
        if command != Command::Abort {
            self.must_have_begun()?;
        }
        Ok(self.state.decide(command, now_ms)?)
    }

    /// Who sits where, for everybody.
    pub fn players(&self) -> Players {
        let player = |color: Side| {
            Some(match self.seats[color.index()].as_ref()? {
                Occupant::Person { session, name, is_bot } => Player {
                    name: name.clone(),
                    id: Some(session.0.clone()),
                    computer_level: None,
                    bot: *is_bot,
                },
                Occupant::Computer { level } => {
                    let computer_level = Some(*level);
                    Player { name: String::new(), id: None, computer_level, bot: false }
                }
            })
        };
        Players { white: player(Side::White), black: player(Side::Black) }
    }

    /// The position.
    pub fn position(&self) -> LivePosition {
        LivePosition::of_game(self.game())
    }

    /// The entry for the list of games to watch, if the game is under way and listed.
    pub fn on_list(&self) -> Option<WatchableGame> {
        let last = self.plies.last();
        (self.is_watchable && self.status() == GameStatus::Playing).then(|| WatchableGame {
            id: self.id.clone(),
            variant: self.game().variant().into(),
            players: self.players(),
            time: self.clock().control().into(),
            fen: last.map_or_else(|| self.game().start().fen(), |ply| ply.fen.clone()),
            last_move: last.map(|ply| [ply.played.from, ply.played.to]),
            ply: self.plies.len() as u32,
            created_ms: self.created_ms,
        })
    }

    /// The whole game, for a client with that seat.
    pub fn view(&self, you: Option<Seat>, spectators: u32, now_ms: i64) -> GameView {
        let initial_fen = self.game().start().fen();
        let fens = self.plies.iter().map(|ply| ply.fen.clone());
        GameView {
            id: self.id.clone(),
            variant: self.game().variant().into(),
            setup: self.setup.clone(),
            fens: std::iter::once(initial_fen.clone()).chain(fens).collect(),
            initial_fen,
            players: self.players(),
            you,
            hot_seat: self.kind == Kind::HotSeat,
            from_lobby: self.kind == Kind::Lobby,
            watchable: self.is_watchable,
            offline: self.is_offline,
            time: self.clock().control().into(),
            moves: self.plies.iter().map(|ply| ply.played.clone()).collect(),
            position: self.position(),
            clocks: ClocksView::of(self.clock(), now_ms),
            infractions: self.state.infractions().map(Into::into),
            outcome: self.outcome(),
            offers: self.state.offers().into(),
            chat: self.chat.last_lines(),
            status: self.status(),
            spectators,
            rematch_id: self.rematch_id.clone(),
            created_ms: self.created_ms,
        }
    }
}

/// The row of both clocks.
pub fn clocks_row(clock: &Clock, now_ms: i64) -> Clocks {
    let left = |color| clock.left(color, now_ms);
    Clocks { white_ms: left(Side::White), black_ms: left(Side::Black), from_ms: now_ms }
}
