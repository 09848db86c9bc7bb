//! The rows of the database. Words (`white`, `clock`, `resignation`) are text here; the caller knows what they mean.

/// Somebody's session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The session's id.
    pub id: String,
    /// How others see its owner.
    pub nickname: String,
    /// When it was created, in milliseconds since 1970.
    pub created_ms: i64,
    /// `BOT` if it is somebody's program.
    pub title: Option<String>,
}

/// An account: a name that programs address a session by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountRow {
    /// The name in lower case.
    pub id: String,
    /// The name.
    pub name: String,
    /// The session that plays under it.
    pub session: String,
    /// The session of the person who made it.
    pub owner: String,
    /// `BOT` if it is a program.
    pub title: Option<String>,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
}

/// A token that programs prove an account by. Only its hash is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenRow {
    /// Its public number.
    pub id: String,
    /// The hash of the token.
    pub hash: String,
    /// The account.
    pub account: String,
    /// What it may do, separated by commas.
    pub scopes: String,
    /// What its owner calls it.
    pub label: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was last used.
    pub used_ms: Option<i64>,
}

/// The report of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    /// The game's id.
    pub game: String,
    /// The engine that made it.
    pub engine: String,
    /// The network that evaluated.
    pub network: String,
    /// Nodes a position.
    pub nodes: i64,
    /// The report as it is sent.
    pub body: String,
    /// When it was made, in milliseconds since 1970.
    pub made_ms: i64,
}

/// A game, with its players' nicknames and the number of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// The game's id.
    pub id: String,
    /// Which game is played.
    pub variant: String,
    /// Pawn Battle: the setup.
    pub setup: Option<String>,
    /// The first position.
    pub initial_fen: String,
    /// `everybody`, if it is on the list of games to watch.
    pub audience: Option<String>,
    /// Under which key it was sent in, if it was played without a server.
    pub offline_key: Option<String>,
    /// `computer`, `friend`, `lobby` or `hotSeat`.
    pub kind: String,
    /// `perMove`, `clock` or `none`.
    pub time_kind: String,
    /// The time for a move or for the game.
    pub time_base_ms: i64,
    /// What each move adds.
    pub time_increment_ms: i64,
    /// White's session.
    pub white_id: Option<String>,
    /// Black's session.
    pub black_id: Option<String>,
    /// White's nickname.
    pub white_name: Option<String>,
    /// Black's nickname.
    pub black_name: Option<String>,
    /// Which side the computer plays.
    pub computer_color: Option<String>,
    /// How well.
    pub computer_level: Option<i64>,
    /// When it was made.
    pub created_ms: i64,
    /// When both seats were taken.
    pub started_ms: Option<i64>,
    /// When it ended.
    pub ended_ms: Option<i64>,
    /// Who won.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// Who offers a draw.
    pub draw_offer: Option<String>,
    /// Who asks to take a move back.
    pub takeback_offer: Option<String>,
    /// Who offers another game.
    pub rematch_offer: Option<String>,
    /// The rematch.
    pub rematch_id: Option<String>,
    /// White's clock, as last set by something other than a move.
    pub clock_white_ms: Option<i64>,
    /// Black's clock, likewise.
    pub clock_black_ms: Option<i64>,
    /// Since when the clocks ran from there.
    pub clock_from_ms: Option<i64>,
    /// How many moves were played.
    pub plies: i64,
    /// Games of programs: how many infractions lose.
    pub max_infractions: Option<i64>,
    /// White's infractions.
    pub white_infractions: i64,
    /// Black's infractions.
    pub black_infractions: i64,
    /// White's title: `BOT` if it is somebody's program.
    pub white_title: Option<String>,
    /// Black's title.
    pub black_title: Option<String>,
}

/// A game to be inserted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each means what it means in `GameRow`
pub struct NewGameRow {
    pub id: String,
    pub variant: String,
    pub setup: Option<String>,
    pub initial_fen: String,
    pub audience: Option<String>,
    pub offline_key: Option<String>,
    pub kind: String,
    pub time_kind: String,
    pub time_base_ms: i64,
    pub time_increment_ms: i64,
    pub white_id: Option<String>,
    pub black_id: Option<String>,
    pub computer_color: Option<String>,
    pub computer_level: Option<i64>,
    pub created_ms: i64,
    pub started_ms: Option<i64>,
    pub clocks: Clocks,
    pub max_infractions: Option<i64>,
}

/// A class of children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassRow {
    /// The class's id.
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
    /// JSON of the server's.
    pub state: String,
}

/// A child of a class, or two at one device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClassMemberRow {
    /// The id by which they sit in games.
    pub seat: String,
    /// The class.
    pub class: String,
    /// The session of the browser that sits there now.
    pub session: Option<String>,
    /// The animal that they chose.
    pub animal: String,
    /// Its colour.
    pub color: String,
    /// A first name, if one was typed.
    pub name: Option<String>,
    /// The secret of a printed card.
    pub card: String,
    /// When they came first.
    pub joined_ms: i64,
    /// JSON of the server's.
    pub state: String,
}

/// That a game belongs to a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewClassGameRow {
    /// The game.
    pub game: String,
    /// The class.
    pub class: String,
    /// Which round of pairings it is of.
    pub round: i64,
    /// 1 if it counts in the tournament, else 0.
    pub tournament: i64,
    /// JSON: the reasons for the pairing.
    pub why: String,
}

/// A game of a class, with what of the game a class wants to know.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each means what it means in `GameRow` and `NewClassGameRow`
pub struct ClassGameRow {
    pub game: String,
    pub round: i64,
    pub tournament: i64,
    pub why: String,
    pub variant: String,
    pub setup: Option<String>,
    pub initial_fen: String,
    pub kind: String,
    pub white_id: Option<String>,
    pub black_id: Option<String>,
    pub computer_color: Option<String>,
    pub computer_level: Option<i64>,
    pub created_ms: i64,
    pub ended_ms: Option<i64>,
    pub winner: Option<String>,
    pub reason: Option<String>,
    pub plies: i64,
}

/// What both clocks show, and since when they run from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// White's.
    pub white_ms: Option<i64>,
    /// Black's.
    pub black_ms: Option<i64>,
    /// Since when.
    pub from_ms: i64,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveRow {
    /// Which move it is, counting both sides' from one.
    pub ply: i64,
    /// The move as UCI writes it.
    pub uci: String,
    /// When it was played.
    pub at_ms: i64,
    /// What White's clock showed after it.
    pub white_ms: Option<i64>,
    /// What Black's clock showed after it.
    pub black_ms: Option<i64>,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatRow {
    /// Which line it is, from one.
    pub line: i64,
    /// `white`, `black` or `computer`.
    pub author: String,
    /// What a person wrote.
    pub body: Option<String>,
    /// The key of a remark.
    pub remark: Option<String>,
    /// Its arguments, as JSON.
    pub remark_args: Option<String>,
    /// When.
    pub at_ms: i64,
}

/// Open offers: the colours that made them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OffersRow {
    /// A draw.
    pub draw: Option<String>,
    /// To take a move back.
    pub takeback: Option<String>,
    /// To play again.
    pub rematch: Option<String>,
}

/// A period in which no server ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Downtime {
    /// From.
    pub from_ms: i64,
    /// To.
    pub to_ms: i64,
}

/// A result as its player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Not ended.
    Unfinished,
}

impl ResultFilter {
    /// The word in the query; it is in no row.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
            Self::Unfinished => "unfinished",
        }
    }
}

/// The words in the rows' columns `winner` and `reason` that a query of results asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultWords {
    /// White has won.
    pub white: &'static str,
    /// Black has won.
    pub black: &'static str,
    /// The game was aborted.
    pub aborted: &'static str,
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What the words in rows mean is known to those who write them; so a query gets them as parameters.
    #[test]
    fn no_query_has_a_word_of_a_row() {
        let own =
            [ResultFilter::Won, ResultFilter::Lost, ResultFilter::Drawn, ResultFilter::Unfinished];
        let own = own.map(ResultFilter::word);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sql");
        for entry in fs::read_dir(folder).expect("the queries") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a query");
            let code = text.lines().filter(|line| !line.starts_with("--"));
            let quoted = code.flat_map(|line| line.split('\'').skip(1).step_by(2));
            let words: Vec<&str> = quoted.filter(|word| !own.contains(word)).collect();
            assert!(words.is_empty(), "{} has {words:?}", path.display());
        }
    }
}
