//! What was played: games with their results, byes, and what follows from them for one player.

/// A player of a tournament, numbered by the caller.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub u32);

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
}

/// A game between two players. Without a result it still counts as a meeting, and for the colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayedGame {
    /// Who had White.
    pub white: PlayerId,
    /// Who had Black.
    pub black: PlayerId,
    /// The result, if there is one.
    pub result: Option<GameResult>,
}

/// Half points of a win; a draw is worth half of them.
pub const WIN: u32 = 2;
/// Half points of a draw.
pub const DRAW: u32 = 1;

/// Everything that has happened so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// The games, in the order in which they were made.
    pub games: Vec<PlayedGame>,
    /// Who had a bye, once for each. A bye is worth a win.
    pub byes: Vec<PlayerId>,
}

impl PlayedGame {
    /// The half points of a player from this game; `None` if it is not theirs or has no result.
    pub fn half_points(&self, player: PlayerId) -> Option<u32> {
        let result = self.result?;
        let (is_white, is_black) = (self.white == player, self.black == player);
        (is_white || is_black).then_some(match result {
            GameResult::Draw => DRAW,
            GameResult::White => u32::from(is_white) * WIN,
            GameResult::Black => u32::from(is_black) * WIN,
        })
    }

    /// The opponent of a player, if the game is theirs.
    pub fn opponent(&self, player: PlayerId) -> Option<PlayerId> {
        match (self.white == player, self.black == player) {
            (true, false) => Some(self.black),
            (false, true) => Some(self.white),
            _ => None,
        }
    }
}

impl History {
    /// The half points of a player, byes included.
    pub fn half_points(&self, player: PlayerId) -> u32 {
        let played: u32 = self.games.iter().filter_map(|game| game.half_points(player)).sum();
        played + self.byes_of(player) * WIN
    }

    /// How many byes a player had.
    pub fn byes_of(&self, player: PlayerId) -> u32 {
        self.byes.iter().filter(|&&it| it == player).count() as u32
    }

    /// How often two players have met.
    pub fn meetings(&self, one: PlayerId, other: PlayerId) -> u32 {
        self.games.iter().filter(|game| game.opponent(one) == Some(other)).count() as u32
    }

    /// Games with White less games with Black.
    pub fn color_balance(&self, player: PlayerId) -> i32 {
        let sign = |game: &PlayedGame| match (game.white == player, game.black == player) {
            (true, false) => 1,
            (false, true) => -1,
            _ => 0,
        };
        self.games.iter().map(sign).sum()
    }

    /// Whether the last game was with White; `None` before the first.
    pub fn last_was_white(&self, player: PlayerId) -> Option<bool> {
        self.games
            .iter()
            .rev()
            .find(|game| game.opponent(player).is_some())
            .map(|it| it.white == player)
    }

    /// The opponent of the last game.
    pub fn last_opponent(&self, player: PlayerId) -> Option<PlayerId> {
        self.games.iter().rev().find_map(|game| game.opponent(player))
    }
}
