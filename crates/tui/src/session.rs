//! [`GameSession`]: a game that is being played: who plays which side, whose clock runs, what was taken back, and
//! how it ended if not by the rules alone.

use estopim_engine::Level;
use estopim_rules::attacks::king_attacks;
use estopim_rules::{
    AnyPosition, Bitboard, Color, Game, Move, Outcome, PgnGame, PgnResult, Piece, PlayError,
};

use crate::clock::{Clocks, Now};
use estopim_play::TimeControl;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person at this keyboard.
    Human,
    /// The engine.
    Computer(Level),
    /// Somebody on the other side of a server.
    Remote,
}

impl Occupant {
    /// Whether the engine plays this side.
    pub const fn is_computer(self) -> bool {
        matches!(self, Self::Computer(_))
    }

    /// As it is typed and kept: `human`, `computer:5`.
    pub fn id(self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Computer(level) => format!("computer:{}", level.number()),
            Self::Remote => "remote".to_owned(),
        }
    }

    /// Reads `human`, `computer` (of middle strength) or `computer:7`.
    pub fn from_id(id: &str) -> Option<Self> {
        match id.split_once(':') {
            None if id == "human" => Some(Self::Human),
            None if id == "computer" => Some(Self::Computer(MIDDLE_LEVEL)),
            Some(("computer", level)) => {
                Some(Self::Computer(Level::new(level.parse().ok()?).ok()?))
            }
            _ => None,
        }
    }
}

/// The level of a computer whose level nobody has chosen.
pub const MIDDLE_LEVEL: Level = match Level::new(3) {
    Ok(level) => level,
    Err(_) => Level::BEGINNER,
};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules.
    ByRules(Outcome),
    /// This side gave up.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
    /// This side ran out of time.
    OutOfTime(Color),
    /// This side left and did not come back.
    Left(Color),
    /// It was broken off; nobody has won.
    Aborted,
}

impl End {
    /// Who has won.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::ByRules(outcome) => outcome.winner(),
            Self::Resigned(loser) | Self::OutOfTime(loser) | Self::Left(loser) => {
                Some(loser.other())
            }
            Self::Agreed | Self::Aborted => None,
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

/// What an exploding capture does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// The centre and all squares around it.
    pub zone: Bitboard,
    /// The squares that are emptied, where the capturing piece came from included.
    pub emptied: Bitboard,
}

impl Explosion {
    /// What playing `mv` would blow up: nothing unless it captures and the capturer goes too.
    pub fn of(position: &AnyPosition, mv: Move) -> Option<Self> {
        let landing = mv.to();
        let explodes =
            position.is_capture(mv) && position.after(mv).board().piece_at(landing).is_none();
        explodes.then(|| Self {
            zone: king_attacks(landing) | Bitboard::of(landing),
            emptied: position.emptied_by(mv) | Bitboard::of(landing) | Bitboard::of(mv.from()),
        })
    }
}

impl Played {
    fn new(position: &AnyPosition, mv: Move) -> Self {
        let board = position.board();
        let explosion = Explosion::of(position, mv);
        let mut emptied = position.emptied_by(mv);
        if explosion.is_some() {
            emptied |= Bitboard::of(mv.from());
        }
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
    game: Game,
    played: Vec<Played>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<Move>,
    /// Who plays White and who Black.
    pub seats: [Occupant; 2],
    /// Their clocks.
    pub clocks: Clocks,
    end: Option<End>,
}

impl GameSession {
    /// A game from `start`.
    pub fn new(start: AnyPosition, seats: [Occupant; 2], time: TimeControl) -> Self {
        Self::of_game(Game::from_position(start), seats, time)
    }

    /// A game that has been going on.
    pub fn of_game(game: Game, seats: [Occupant; 2], time: TimeControl) -> Self {
        let played = game.moves().map(|(position, mv)| Played::new(position, mv)).collect();
        let end = game.outcome().map(End::ByRules);
        Self { game, played, undone: Vec::new(), seats, clocks: Clocks::new(time), end }
    }

    /// The same players and start again, with the colours changed.
    pub fn rematch(&self) -> Self {
        let seats = [self.seats[1], self.seats[0]];
        Self::new(*self.game.start(), seats, self.clocks.control())
    }

    /// The game itself.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub const fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// Who sits on the side to move.
    pub fn player_to_move(&self) -> Occupant {
        self.seats[self.turn().index()]
    }

    /// The moves so far.
    pub fn played(&self) -> &[Played] {
        &self.played
    }

    /// Whether a move was taken back that can be played again.
    pub const fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// How the game ended, if it has.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The side that a person alone plays against the computer or a server; `None` if both sides or
    /// neither are played here.
    pub fn only_human(&self) -> Option<Color> {
        match self.seats {
            [Occupant::Human, Occupant::Computer(_) | Occupant::Remote] => Some(Color::White),
            [Occupant::Computer(_) | Occupant::Remote, Occupant::Human] => Some(Color::Black),
            _ => None,
        }
    }

    /// Plays a move and hands the clock on.
    pub fn play(&mut self, mv: Move, now: Now) -> Result<&Played, PlayError> {
        let played = self.advance(mv, now)?;
        self.undone.clear();
        self.played.push(played);
        Ok(self.played.last().expect("a move has just been played"))
    }

    fn advance(&mut self, mv: Move, now: Now) -> Result<Played, PlayError> {
        let before = *self.game.position();
        self.game.play(mv)?;
        self.clocks.moved(before.turn(), now);
        self.end = self.game.outcome().map(End::ByRules);
        self.run_clock(now);
        Ok(Played::new(&before, mv))
    }

    /// Takes the last move back.
    pub fn undo(&mut self, now: Now) -> bool {
        let Some(mv) = self.game.undo() else { return false };
        self.undone.push(mv);
        self.played.pop();
        self.end = None;
        self.clocks.stop(now);
        self.clocks.refill();
        self.run_clock(now);
        true
    }

    /// Plays the move again that was taken back last.
    pub fn redo(&mut self, now: Now) -> bool {
        let Some(mv) = self.undone.pop() else { return false };
        match self.advance(mv, now) {
            Ok(played) => self.played.push(played),
            Err(_) => return false,
        }
        true
    }

    /// Ends the game for a reason outside the rules.
    pub fn finish(&mut self, end: End, now: Now) {
        self.clocks.stop(now);
        self.end.get_or_insert(end);
    }

    /// Lets the clock of the side to move run, if the game goes on.
    pub fn run_clock(&mut self, now: Now) {
        if self.end.is_none() {
            self.clocks.start(self.game.turn(), now);
        } else {
            self.clocks.stop(now);
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
        let mut pgn = PgnGame::from(&self.game);
        pgn.tags.set("Event", "Estopim");
        pgn.tags.set("Date", date);
        pgn.tags.set("White", names[0].as_str());
        pgn.tags.set("Black", names[1].as_str());
        if let Some(end) = self.end {
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
            [Occupant::Human; 2],
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
        assert!(session.undo(Now(0)) && session.undo(Now(0)));
        assert!(!session.undo(Now(0)), "there is nothing before the first move");
        assert!(session.redo(Now(0)));
        assert_eq!(session.played().len(), 1);
        let mv = session.position().parse_uci("c7c5").expect("a legal move");
        session.play(mv, Now(0)).expect("the game goes on");
        assert!(!session.can_redo(), "another move was played instead");
    }

    #[test]
    fn a_finished_game_has_no_running_clock() {
        let mut session = session(Variant::Chess, &["e2e4"]);
        assert_eq!(session.clocks.running(), Some(Color::Black));
        session.finish(End::Resigned(Color::Black), Now(5));
        assert_eq!(session.clocks.running(), None);
        assert_eq!(session.end().and_then(End::winner), Some(Color::White));
    }
}
