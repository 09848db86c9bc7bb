//! [`GameSession`]: a game that is being played: who plays which side, what each move did, and what was taken back. What may
//! happen in a game, its clocks and its end are in `estopim_play`.

use estopim_engine::Level;
use estopim_play::state::{Command, Event, Rejection};
use estopim_play::{Clock, End, GameState, Offers, TimeControl};
use estopim_rules::{AnyPosition, Color, Explosion, Game, Move, PgnGame, PgnResult, Piece};

use crate::clock::Now;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person at this keyboard.
    Human,
    /// The engine.
    Computer(Level),
    /// Somebody on the other side of a server.
    Remote,
}

impl PlayerKind {
    /// Whether the engine plays this side.
    pub const fn is_computer(self) -> bool {
        matches!(self, Self::Computer(_))
    }

    /// As it is typed and stored: `human`, `computer:5`.
    pub fn id(self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Computer(level) => format!("computer:{}", level.number()),
            Self::Remote => "remote".to_owned(),
        }
    }

    /// Reads `human`, `computer` (the default level) or `computer:7`.
    pub fn from_id(id: &str) -> Option<Self> {
        match id.split_once(':') {
            None if id == "human" => Some(Self::Human),
            None if id == "computer" => Some(Self::Computer(Level::DEFAULT)),
            Some(("computer", level)) => {
                Some(Self::Computer(Level::new(level.parse().ok()?).ok()?))
            }
            _ => None,
        }
    }
}

/// A move that was played, with what there is to tell about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Who played it.
    pub by: Color,
    /// As people write it.
    pub san: String,
    /// Where it exploded, if it did.
    pub explosion: Option<Explosion>,
    /// The pieces that left the board.
    pub gone: Vec<Piece>,
    /// Whether it left the opponent in check.
    pub check: bool,
}

impl Played {
    fn new(position: &AnyPosition, mv: Move) -> Self {
        let board = position.board();
        let explosion = position.explosion(mv);
        let emptied = explosion.map_or(position.emptied_by(mv), |explosion| explosion.emptied);
        Self {
            mv,
            by: position.turn(),
            san: position.san(mv),
            explosion,
            gone: emptied.into_iter().filter_map(|square| board.piece_at(square)).collect(),
            check: position.gives_check(mv),
        }
    }
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub struct GameSession {
    state: GameState,
    played: Vec<Played>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<Move>,
    /// Who plays White and who Black.
    pub seats: [PlayerKind; 2],
}

impl GameSession {
    /// A game from `start`.
    pub fn new(start: AnyPosition, seats: [PlayerKind; 2], time: TimeControl) -> Self {
        Self::of_game(Game::from_position(start), seats, time)
    }

    /// A game that has been going on.
    pub fn of_game(game: Game, seats: [PlayerKind; 2], time: TimeControl) -> Self {
        let played = game.moves().map(|(position, mv)| Played::new(position, mv)).collect();
        let state = GameState::new(game, Clock::new(time));
        Self { state, played, undone: Vec::new(), seats }
    }

    /// The same players and start again, with the colours changed.
    pub fn rematch(&self) -> Self {
        let seats = [self.seats[1], self.seats[0]];
        Self::new(*self.game().start(), seats, self.clock().control())
    }

    /// The game itself.
    pub const fn game(&self) -> &Game {
        self.state.game()
    }

    /// The clocks.
    pub const fn clock(&self) -> &Clock {
        self.state.clock()
    }

    /// What is offered.
    pub const fn offers(&self) -> Offers {
        self.state.offers()
    }

    /// The position now.
    pub const fn position(&self) -> &AnyPosition {
        self.game().position()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.state.turn()
    }

    /// Who sits on the side to move.
    pub fn player_to_move(&self) -> PlayerKind {
        self.seats[self.turn().index()]
    }

    /// The moves so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// How the game ended, if it has.
    pub const fn end(&self) -> Option<End> {
        self.state.end()
    }

    /// The side that a person alone plays against the computer or a server; `None` if both sides or
    /// neither are played here.
    pub fn only_human(&self) -> Option<Color> {
        match self.seats {
            [PlayerKind::Human, PlayerKind::Computer(_) | PlayerKind::Remote] => Some(Color::White),
            [PlayerKind::Computer(_) | PlayerKind::Remote, PlayerKind::Human] => Some(Color::Black),
            _ => None,
        }
    }

    /// Executes a command, and returns its events or why it is refused.
    pub fn command(&mut self, command: Command, now: Now) -> Result<Vec<Event>, Rejection> {
        let change = self.state.decide(command, now.ms())?;
        let events = change.events().to_vec();
        for event in &events {
            match *event {
                Event::Moved(mv) => {
                    self.played.push(Played::new(self.position(), mv));
                    self.undone.clear();
                }
                Event::TookBack(plies) => {
                    let left = self.played.len() - plies;
                    self.undone.extend(self.played.drain(left..).rev().map(|played| played.mv));
                }
                _ => {}
            }
        }
        self.state.apply(change);
        Ok(events)
    }

    /// Plays a move of the side to move and hands the clock on.
    pub fn play(&mut self, mv: Move, now: Now) -> Result<&Played, Rejection> {
        self.command(Command::Move { by: self.turn(), mv, lag_ms: 0 }, now)?;
        Ok(self.played.last().expect("a move has just been played"))
    }

    /// Takes the last move back; against an opponent who is not a person here, the player's own last move.
    pub fn undo(&mut self, now: Now) -> Result<(), Rejection> {
        let by = self.only_human().unwrap_or(!self.turn());
        self.command(Command::Undo { by }, now).map(drop)
    }

    /// Plays the move again that was taken back last.
    pub fn redo(&mut self, now: Now) -> bool {
        let mut undone = std::mem::take(&mut self.undone);
        let is_played = undone.last().is_some_and(|&mv| self.play(mv, now).is_ok());
        if is_played {
            undone.pop();
        }
        self.undone = undone;
        is_played
    }

    /// Ends the game as a server says that it has ended.
    pub fn finish(&mut self, end: End, now: Now) {
        self.state.finish(end, now.ms());
    }

    /// Lets the clock of the side to move run, if the game goes on.
    pub fn run_clock(&mut self, now: Now) {
        self.state.run_clock(now.ms());
    }

    /// Sets what both have left in milliseconds, White first, and whose clock runs, as a stored game or a server says.
    pub fn set_clock(&mut self, left_ms: [i64; 2], running: Option<Color>, now: Now) {
        let clock = self.state.clock_mut();
        clock.hold();
        clock.set(left_ms);
        if let Some(running) = running {
            clock.start(running, now.ms());
        }
    }

    /// The pieces of `color` that are gone after the first `ply` moves, strongest first.
    pub fn gone(&self, color: Color, ply: usize) -> Vec<Piece> {
        let gone = self.played.iter().take(ply).flat_map(|played| &played.gone);
        let mut gone: Vec<Piece> = gone.filter(|piece| piece.color == color).copied().collect();
        gone.sort_by_key(|piece| std::cmp::Reverse(piece.role));
        gone
    }

    /// The game as PGN, with the players' names and the date.
    pub fn pgn(&self, names: &[String; 2], date: &str) -> PgnGame {
        let mut pgn = PgnGame::from(self.game());
        pgn.tags.set("Event", "Estopim");
        pgn.tags.set("Date", date);
        pgn.tags.set("White", names[0].as_str());
        pgn.tags.set("Black", names[1].as_str());
        if let Some(end) = self.end() {
            pgn.result = end.winner().map_or(PgnResult::Draw, PgnResult::Win);
        }
        pgn
    }
}

#[cfg(test)]
mod tests {
    use estopim_rules::{Role, Variant};

    use super::*;

    fn session(variant: Variant, moves: &[&str]) -> GameSession {
        let mut session = GameSession::new(
            AnyPosition::initial(variant),
            [PlayerKind::Human; 2],
            TimeControl::clock(60, 0),
        );
        for text in moves {
            let mv = session.position().parse_uci(text).expect("a legal move");
            session.play(mv, Now(0)).expect("the game goes on");
        }
        session
    }

    #[test]
    fn an_explosion_takes_the_capturer_and_what_stands_around() {
        let session = session(Variant::Atomic, &["g1f3", "d7d5", "f3e5", "d8d6", "e5f7"]);
        let played = session.played().last().expect("a move was played");
        let explosion = played.explosion.expect("captures explode");
        assert_eq!(explosion.zone.count(), 9);
        let king = Piece::new(Color::Black, Role::King);
        assert!(played.gone.contains(&king), "{:?}", played.gone);
        assert!(played.gone.contains(&Piece::new(Color::White, Role::Knight)));
        assert_eq!(session.end().and_then(End::winner), Some(Color::White));
    }

    #[test]
    fn nothing_explodes_in_classic_chess() {
        let session = session(Variant::Chess, &["e2e4", "d7d5", "e4d5"]);
        let played = session.played().last().expect("a move was played");
        assert_eq!(played.explosion, None);
        assert_eq!(played.gone, [Piece::new(Color::Black, Role::Pawn)]);
    }

    #[test]
    fn moves_are_taken_back_and_played_again() {
        let mut session = session(Variant::Chess, &["e2e4", "e7e5"]);
        assert!(session.undo(Now(0)).is_ok() && session.undo(Now(0)).is_ok());
        assert_eq!(session.undo(Now(0)), Err(Rejection::NothingToTakeBack));
        assert!(session.redo(Now(0)));
        assert_eq!(session.played().len(), 1);
        let mv = session.position().parse_uci("c7c5").expect("a legal move");
        session.play(mv, Now(0)).expect("the game goes on");
        assert!(!session.redo(Now(0)), "another move was played instead");
    }

    #[test]
    fn against_the_computer_both_moves_go_and_come_again_or_none() {
        let mut session = session(Variant::Chess, &["e2e4", "e7e5", "g1f3"]);
        session.seats = [PlayerKind::Computer(Level::DEFAULT), PlayerKind::Human];
        assert!(session.undo(Now(0)).is_ok());
        assert_eq!((session.played().len(), session.turn()), (1, Color::Black));
        assert_eq!(session.undo(Now(0)), Err(Rejection::NothingToTakeBack));
        assert_eq!(session.played().len(), 1, "the computer's first move stands");
        assert!(session.redo(Now(0)) && session.redo(Now(0)) && !session.redo(Now(0)));
    }

    #[test]
    fn a_finished_game_has_no_running_clock() {
        let mut session = session(Variant::Chess, &["e2e4"]);
        assert_eq!(session.clock().running(), Some(Color::Black));
        let resigns = Command::Resign { by: Color::Black };
        assert_eq!(
            session.command(resigns, Now(5)),
            Ok(vec![Event::Ended(End::Resigned(Color::Black))])
        );
        assert_eq!(session.clock().running(), None);
        assert_eq!(session.end().and_then(End::winner), Some(Color::White));
    }
}
