//! The words in the database's rows: the only place that encodes and decodes them. Old rows must stay readable, so a
//! word never changes its meaning and is never removed.

use estopim_play::{Infractions, TimeControl};
use estopim_protocol::{Author, ChatLine, Color, EndReason, Offers, OutcomeView, Remark};
use estopim_rules::Variant;
use estopim_store::{ChatRow, GameRow, OffersRow, ResultWords};

use super::live::Kind;

const KINDS: [(Kind, &str); 5] = [
    (Kind::Computer, "computer"),
    (Kind::Friend, "friend"),
    (Kind::Lobby, "lobby"),
    (Kind::HotSeat, "hotSeat"),
    (Kind::Table, "table"),
];
const COLORS: [(Color, &str); 2] = [(Color::White, "white"), (Color::Black, "black")];
const AUTHORS: [(Author, &str); 3] =
    [(Author::White, "white"), (Author::Black, "black"), (Author::Computer, "computer")];

/// The audience of a game that is on the list of games to watch.
pub const EVERYBODY: &str = "everybody";

/// Words for [`TimeControl`].
const PER_MOVE: &str = "perMove";
/// Written for games with a clock, which may run out while nobody plays.
pub const CLOCK: &str = "clock";
const UNLIMITED: &str = "none";

fn word_of<T: Copy + PartialEq>(table: &[(T, &'static str)], meaning: T) -> &'static str {
    let row = table.iter().find(|(it, _)| *it == meaning);
    row.map(|(_, word)| *word).expect("everything that is kept has a word")
}

fn meaning_of<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table.iter().find(|(_, it)| *it == word).map(|(meaning, _)| *meaning)
}

/// The word for whom a game is played against.
pub fn kind_word(kind: Kind) -> &'static str {
    word_of(&KINDS, kind)
}

/// Against whom a game is played.
pub fn kind_of(word: &str) -> Option<Kind> {
    meaning_of(&KINDS, word)
}

/// Whether everybody is told of a row's game.
pub fn is_watchable(row: &GameRow) -> bool {
    row.audience.as_deref() == Some(EVERYBODY)
}

/// How the audience of a class's game begins; the class's id follows.
const OF_CLASS: &str = "class:";

/// The audience of a class's game.
pub fn class_audience(class: &str) -> String {
    format!("{OF_CLASS}{class}")
}

/// The class that a row's game belongs to.
pub fn class_of(row: &GameRow) -> Option<&str> {
    row.audience.as_deref()?.strip_prefix(OF_CLASS)
}

/// The word for a colour.
pub fn color_word(color: Color) -> &'static str {
    word_of(&COLORS, color)
}

/// The colour of a word.
pub fn color_of(word: Option<&str>) -> Option<Color> {
    meaning_of(&COLORS, word?)
}

/// The word for who said something.
pub fn author_word(author: Author) -> &'static str {
    word_of(&AUTHORS, author)
}

/// Who said something.
pub fn author_of(word: &str) -> Option<Author> {
    meaning_of(&AUTHORS, word)
}

/// Which game a row is of. Its word is the game's id.
pub fn variant_of(row: &GameRow) -> Option<Variant> {
    row.variant.parse().ok()
}

/// A time control in its three columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeColumns {
    /// The word for its kind.
    pub kind: &'static str,
    /// The time for a move or for the game.
    pub base_ms: i64,
    /// What each move adds.
    pub increment_ms: i64,
}

/// The columns of a time control.
pub fn time_columns(control: TimeControl) -> TimeColumns {
    let (kind, base_ms, increment_ms) = match control {
        TimeControl::PerMove { limit_ms } => (PER_MOVE, limit_ms, 0),
        TimeControl::Clock { base_ms, increment_ms } => (CLOCK, base_ms, increment_ms),
        TimeControl::Unlimited => (UNLIMITED, 0, 0),
    };
    TimeColumns { kind, base_ms, increment_ms }
}

/// How time is counted in a row's game; an unknown word counts none.
pub fn time_control(row: &GameRow) -> TimeControl {
    read_time(&row.time_kind, row.time_base_ms, row.time_increment_ms)
}

fn read_time(kind: &str, base_ms: i64, increment_ms: i64) -> TimeControl {
    match kind {
        PER_MOVE => TimeControl::PerMove { limit_ms: base_ms },
        CLOCK => TimeControl::Clock { base_ms, increment_ms },
        _ => TimeControl::Unlimited,
    }
}

/// The word for the reason of an end: the one in messages.
pub const fn reason_word(reason: EndReason) -> &'static str {
    reason.word()
}

/// The words that results are asked for by.
pub fn result_words() -> ResultWords {
    ResultWords {
        white: color_word(Color::White),
        black: color_word(Color::Black),
        aborted: reason_word(EndReason::Aborted),
    }
}

/// How a row's game ended.
pub fn outcome_of(row: &GameRow) -> Option<OutcomeView> {
    read_outcome(row.winner.as_deref(), row.reason.as_deref())
}

fn read_outcome(winner: Option<&str>, reason: Option<&str>) -> Option<OutcomeView> {
    let word = serde_json::Value::from(reason?);
    let reason = serde_json::from_value(word).ok()?;
    Some(OutcomeView { winner: color_of(winner), reason })
}

/// The title of a session that is a program.
pub const BOT: &str = "BOT";

/// The infractions of a row's game, where they are counted.
pub fn infractions_of(row: &GameRow) -> Option<Infractions> {
    let number = |count: i64| u8::try_from(count.max(0)).unwrap_or(u8::MAX);
    let counts = [number(row.white_infractions), number(row.black_infractions)];
    Some(Infractions::restored(number(row.max_infractions?), counts))
}

/// The row of offers.
pub fn offers_row(offers: &Offers) -> OffersRow {
    let word = |color: Option<Color>| color.map(|color| color_word(color).to_owned());
    OffersRow {
        draw: word(offers.draw),
        takeback: word(offers.takeback),
        rematch: word(offers.rematch),
    }
}

/// The offers of a row's game.
pub fn offers_of(row: &GameRow) -> Offers {
    Offers {
        draw: color_of(row.draw_offer.as_deref()),
        takeback: color_of(row.takeback_offer.as_deref()),
        rematch: color_of(row.rematch_offer.as_deref()),
    }
}

/// A chat line from its row.
pub fn chat_line(row: ChatRow) -> Option<ChatLine> {
    let remark = row.remark.map(|key| {
        let args = row.remark_args.and_then(|args| serde_json::from_str(&args).ok());
        Remark { key, args: args.unwrap_or_default() }
    });
    let by = author_of(&row.author)?;
    Some(ChatLine { line: row.line as u32, by, text: row.body, remark, at_ms: row.at_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that databases have rows with; they must stay readable.
    #[test]
    fn the_words_are_those_that_were_always_written() {
        let kinds = [Kind::Computer, Kind::Friend, Kind::Lobby, Kind::HotSeat].map(kind_word);
        assert_eq!(kinds, ["computer", "friend", "lobby", "hotSeat"]);
        assert_eq!(kind_word(Kind::Table), "table");
        assert_eq!([Color::White, Color::Black].map(color_word), ["white", "black"]);
        let authors = [Author::White, Author::Black, Author::Computer].map(author_word);
        assert_eq!(authors, ["white", "black", "computer"]);
        let columns = |kind, base_ms, increment_ms| TimeColumns { kind, base_ms, increment_ms };
        for (control, wanted) in [
            (TimeControl::per_move(180), columns("perMove", 180_000, 0)),
            (TimeControl::clock(300, 3), columns("clock", 300_000, 3_000)),
            (TimeControl::Unlimited, columns("none", 0, 0)),
        ] {
            assert_eq!(time_columns(control), wanted);
        }
        assert_eq!(reason_word(EndReason::Checkmate), "checkmate");
        assert_eq!(reason_word(EndReason::KingExploded), "kingExploded");
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (kind, word) in KINDS {
            assert_eq!((kind_word(kind), kind_of(word)), (word, Some(kind)));
        }
        for (color, word) in COLORS {
            assert_eq!((color_word(color), color_of(Some(word))), (word, Some(color)));
        }
        for (author, word) in AUTHORS {
            assert_eq!((author_word(author), author_of(word)), (word, Some(author)));
        }
        for control in [TimeControl::per_move(1), TimeControl::clock(60, 2), TimeControl::Unlimited]
        {
            let TimeColumns { kind, base_ms, increment_ms } = time_columns(control);
            assert_eq!(read_time(kind, base_ms, increment_ms), control);
        }
        for reason in EndReason::ALL {
            for winner in [None, Some(Color::White), Some(Color::Black)] {
                let word = reason_word(reason);
                let read = read_outcome(winner.map(color_word), Some(word));
                assert_eq!(read, Some(OutcomeView { winner, reason }), "{word}");
            }
        }
    }

    #[test]
    fn a_word_that_was_written_once_is_still_read() {
        let reason = EndReason::FiftyMoves;
        let read = read_outcome(None, Some("hundredPlies"));
        assert_eq!(read, Some(OutcomeView { winner: None, reason }));
    }

    #[test]
    fn words_that_nobody_wrote_mean_nothing() {
        assert_eq!((kind_of("Computer"), color_of(Some("red")), author_of("")), (None, None, None));
        assert_eq!(read_outcome(None, Some("nonsense")), None);
        assert_eq!(read_outcome(Some("white"), None), None);
    }
}
