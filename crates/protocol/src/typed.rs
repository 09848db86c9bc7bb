//! A move as a person or a program writes it, in any of the usual ways: `Nf3`, `nf3`, `g1f3`, `g1 f3`, `G1-F3`, and
//! `Cf3` with the letters that the pieces have in Portuguese.

use estopim_rules::notation::san::SanError;
use estopim_rules::{AnyPosition, Game, Move, Refusal, Role, Square};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::reason::Reason;

/// The letters that pieces have in writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PieceLetters {
    /// K Q R B N.
    #[default]
    English,
    /// R D T B C: rei, dama, torre, bispo, cavalo.
    Portuguese,
}

impl PieceLetters {
    /// The capital letter of each piece in English and in these letters.
    const fn pairs(self) -> &'static [(char, char)] {
        match self {
            Self::English => &[],
            Self::Portuguese => &[('K', 'R'), ('Q', 'D'), ('R', 'T'), ('B', 'B'), ('N', 'C')],
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::English => Self::Portuguese,
            Self::Portuguese => Self::English,
        }
    }

    /// A text in these letters, in English ones.
    fn to_english(self, text: &str) -> String {
        let english = |letter| self.pairs().iter().find(|pair| pair.1 == letter).map(|pair| pair.0);
        text.chars().map(|letter| english(letter).unwrap_or(letter)).collect()
    }

    /// An English text, in these letters.
    fn with_own_letters(self, text: &str) -> String {
        let own = |letter| self.pairs().iter().find(|pair| pair.0 == letter).map(|pair| pair.1);
        text.chars().map(|letter| own(letter).unwrap_or(letter)).collect()
    }

    /// What a pawn becomes, by its letter.
    fn promotion(self, letter: char) -> Option<Role> {
        let capital = letter.to_ascii_uppercase();
        let english = self.to_english(capital.encode_utf8(&mut [0; 4])).chars().next()?;
        Role::from_letter(english).filter(|&role| role != Role::King)
    }
}

/// The legal move that a text means, or why it means none.
pub fn read_move(game: &Game, text: &str) -> Result<Move, Reason> {
    read_move_with(game, text, PieceLetters::default())
}

/// The legal move that a text means to somebody who writes with these letters. A letter that means another piece in
/// the other language (`R` is a rook or, in Portuguese, the king) is that piece only if no move fits otherwise.
pub fn read_move_with(game: &Game, text: &str, letters: PieceLetters) -> Result<Move, Reason> {
    if let Some(outcome) = game.outcome() {
        return Err(Refusal::GameOver(outcome).into());
    }
    if let Some((from, to, promotion)) = two_squares(text, letters) {
        return Ok(game.legal_move(from, to, promotion)?);
    }
    let own = match read_san(game.position(), text, letters) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    match read_san(game.position(), text, letters.other()) {
        Ok(mv) => Ok(mv),
        // What is no move in the writer's letters may be one in the others, and then it says more why it is refused.
        Err(other)
            if matches!(own, SanError::Syntax(_)) && !matches!(other, SanError::Syntax(_)) =>
        {
            Err(other.into())
        }
        Err(_) => Err(in_own_words(own, text)),
    }
}

/// The legal move that a text in these letters means.
fn read_san(position: &AnyPosition, text: &str, letters: PieceLetters) -> Result<Move, SanError> {
    let english = letters.to_english(text.trim());
    position.parse_san(&english).or_else(|error| similar(position, text, letters).ok_or(error))
}

/// A refusal that quotes the text as it was written, and no more of it than the error does.
fn in_own_words(error: SanError, text: &str) -> Reason {
    let SanError::Syntax(quoted) = &error else { return error.into() };
    let own: String = text.trim().chars().take(quoted.chars().count()).collect();
    Reason::from(error).with("text", own)
}

/// The squares and the promotion of `e2e4`, `e2 e4`, `e2-e4`, `e7e8q`, `e7 e8 = Q`.
fn two_squares(text: &str, letters: PieceLetters) -> Option<(Square, Square, Option<Role>)> {
    let plain: String =
        text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '=' | '\t')).collect();
    let (from, rest) = plain.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let promotion = match promotion.chars().collect::<Vec<_>>()[..] {
        [] => None,
        [letter] => Some(letters.promotion(letter).or_else(|| letters.other().promotion(letter))?),
        _ => return None,
    };
    Some((from.parse().ok()?, to.parse().ok()?, promotion))
}

/// The one legal move that is written like this if small and capital letters are the same.
fn similar(position: &AnyPosition, text: &str, letters: PieceLetters) -> Option<Move> {
    let plain = |san: &str| san.trim().trim_end_matches(['+', '#', '!', '?']).to_ascii_lowercase();
    let meant = plain(text);
    let written = |mv| plain(&letters.with_own_letters(&position.san(mv)));
    let mut alike = position.legal_moves().into_iter().filter(|&mv| written(mv) == meant);
    alike.next().filter(|_| alike.next().is_none())
}

#[cfg(test)]
mod tests {
    use estopim_rules::Variant;
    use rstest::rstest;

    use super::*;
    use crate::reason::ReasonCode;

    #[rstest]
    #[case("Nf3", "g1f3")]
    #[case("nf3", "g1f3")]
    #[case("g1f3", "g1f3")]
    #[case("g1 f3", "g1f3")]
    #[case(" G1-F3 ", "g1f3")]
    #[case("e4", "e2e4")]
    #[case("E4!", "e2e4")]
    fn moves_are_read_as_people_write_them(#[case] text: &str, #[case] uci: &str) {
        let game = Game::new(Variant::Chess);
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7 e8 = Q", "e7e8q")]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e7e8n", "e7e8n")]
    #[case("8/4P3/8/8/8/k7/8/K7 w - - 0 1", "e8=R+", "e7e8r")]
    #[case::pawn_before_bishop("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1", "bxc3", "b2c3")]
    #[case::only_the_bishop("4k3/8/8/8/8/2p5/3B4/4K3 w - - 0 1", "bxc3", "d2c3")]
    #[case::small_castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "o-o", "e1g1")]
    fn moves_of_a_position_are_read(#[case] fen: &str, #[case] text: &str, #[case] uci: &str) {
        let start = AnyPosition::from_fen(Variant::Chess, fen).expect("a sound position");
        let game = Game::from_position(start);
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case::knight(None, "Cf3", "g1f3")]
    #[case::small_knight(None, "cf3", "g1f3")]
    #[case::english_still_read(None, "Nf3", "g1f3")]
    #[case::queen(Some("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), "Dd8+", "d1d8")]
    #[case::rook(Some("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "Ta5", "a1a5")]
    #[case::king_before_rook(Some("7k/8/8/8/8/8/4R3/3K4 w - - 0 1"), "Rd2", "d1d2")]
    #[case::rook_if_no_king_may(Some("7k/8/8/8/8/8/4R3/3K4 w - - 0 1"), "Rh2", "e2h2")]
    #[case::bishop_of_both(Some("4k3/p7/8/8/8/8/3B4/4K3 w - - 0 1"), "Bc3", "d2c3")]
    #[case::pawn_before_queen(Some("4k3/8/8/4p3/3P4/8/8/4Q1K1 w - - 0 1"), "dxe5", "d4e5")]
    #[case::only_the_queen(Some("4k3/8/8/4p3/8/8/8/4Q1K1 w - - 0 1"), "dxe5", "e1e5")]
    #[case::becomes_a_queen(Some("8/4P3/8/8/8/k7/8/K7 w - - 0 1"), "e8=D", "e7e8q")]
    #[case::becomes_a_knight(Some("8/4P3/8/8/8/k7/8/K7 w - - 0 1"), "e7e8c", "e7e8n")]
    #[case::pawn_named(None, "Pe4", "e2e4")]
    fn moves_are_read_in_portuguese_letters(
        #[case] fen: Option<&str>,
        #[case] text: &str,
        #[case] uci: &str,
    ) {
        let game = fen.map_or_else(
            || Game::new(Variant::Chess),
            |fen| {
                Game::from_position(
                    AnyPosition::from_fen(Variant::Chess, fen).expect("a sound position"),
                )
            },
        );
        let mv = read_move_with(&game, text, PieceLetters::Portuguese).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case::english_rook_before_king("Rd2", "e2d2")]
    #[case::portuguese_tower("Td2", "e2d2")]
    fn an_english_reader_writes_either_too(#[case] text: &str, #[case] uci: &str) {
        let start = AnyPosition::from_fen(Variant::Chess, "7k/8/8/8/8/8/4R3/3K4 w - - 0 1");
        let game = Game::from_position(start.expect("a sound position"));
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case::own_pawn_stands_there(
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "e4",
        ReasonCode::OwnPiece
    )]
    #[case::own_knight_stands_there(
        "4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1",
        "Nf3",
        ReasonCode::OwnPiece
    )]
    #[case::in_portuguese("4k3/p7/8/8/8/5N2/8/4K3 w - - 0 1", "Cf3", ReasonCode::OwnPiece)]
    fn a_piece_that_is_there_already_is_named(
        #[case] fen: &str,
        #[case] text: &str,
        #[case] code: ReasonCode,
    ) {
        let game = Game::from_position(
            AnyPosition::from_fen(Variant::Chess, fen).expect("a sound position"),
        );
        let refused =
            read_move(&game, text).map_err(|reason| (reason.code, reason.args.get("at").cloned()));
        assert_eq!(refused, Err((code, Some(text[text.len() - 2..].to_owned()))));
    }

    #[test]
    fn a_text_that_is_no_move_is_quoted_as_it_was_written() {
        let reason = read_move_with(&Game::new(Variant::Chess), "Doce", PieceLetters::Portuguese);
        let reason = reason.expect_err("it is no move");
        assert_eq!(reason.args.get("text").map(String::as_str), Some("Doce"));
    }

    #[test]
    fn a_long_text_that_is_no_move_is_quoted_in_part() {
        let text = "dama ".repeat(40);
        let reason = read_move_with(&Game::new(Variant::Chess), &text, PieceLetters::Portuguese);
        let reason = reason.expect_err("it is no move");
        let quoted = reason.args.get("text").expect("it is quoted");
        assert!(text.starts_with(quoted.as_str()), "{quoted}");
        assert!(quoted.len() < text.len() / 2, "{quoted}");
    }

    #[rstest]
    #[case("hello", ReasonCode::NotAMove)]
    #[case("", ReasonCode::NotAMove)]
    #[case("e2 e5", ReasonCode::NotItsMove)]
    #[case("e3 e4", ReasonCode::NoPiece)]
    #[case("Qh5", ReasonCode::Blocked)]
    #[case("Nd4", ReasonCode::NoneMay)]
    fn other_texts_are_refused_with_a_reason(#[case] text: &str, #[case] code: ReasonCode) {
        let refused = read_move(&Game::new(Variant::Chess), text).map_err(|reason| reason.code);
        assert_eq!(refused, Err(code));
    }
}
