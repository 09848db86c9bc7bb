//! What a person types: a move in any of the usual ways (`Nf3`, `g1f3`, `g1 f3`, `g1-f3`), or a command.

use estopim_protocol::Reason;
use estopim_rules::{Game, Move, Refusal, Role, Square};

/// The legal move that a text means, or why it means none.
pub fn read_move(game: &Game, text: &str) -> Result<Move, Reason> {
    if let Some(outcome) = game.outcome() {
        return Err(Refusal::GameOver(outcome).into());
    }
    match two_squares(text) {
        Some((from, to, promotion)) => Ok(game.legal_move(from, to, promotion)?),
        None => Ok(game.position().parse_san(text.trim())?),
    }
}

/// The squares and the promotion of `e2e4`, `e2 e4`, `e2-e4`, `e7e8q`, `e7 e8 = Q`.
fn two_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let plain: String =
        text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '=' | '\t')).collect();
    let (from, rest) = plain.split_at_checked(2)?;
    let (to, promotion) = rest.split_at_checked(2)?;
    let promotion = match promotion.chars().collect::<Vec<_>>()[..] {
        [] => None,
        [letter] => Some(Role::from_letter(letter)?),
        _ => return None,
    };
    Some((from.parse().ok()?, to.parse().ok()?, promotion))
}

/// What can be asked for by a word, in both modes and both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// List the legal moves.
    Moves,
    /// Show the board again.
    Board,
    /// List the pieces with their squares.
    Pieces,
    /// Take a move back.
    Undo,
    /// Play a move again that was taken back.
    Redo,
    /// Show the FEN.
    Fen,
    /// Show the PGN.
    Pgn,
    /// Ask the engine.
    Hint,
    /// Give up.
    Resign,
    /// Offer a draw.
    Draw,
    /// Say what can be typed.
    Help,
    /// Leave.
    Quit,
}

impl Command {
    const WORDS: [(&'static str, Self); 25] = [
        ("moves", Self::Moves),
        ("lances", Self::Moves),
        ("board", Self::Board),
        ("tabuleiro", Self::Board),
        ("pieces", Self::Pieces),
        ("peças", Self::Pieces),
        ("pecas", Self::Pieces),
        ("undo", Self::Undo),
        ("desfazer", Self::Undo),
        ("redo", Self::Redo),
        ("refazer", Self::Redo),
        ("fen", Self::Fen),
        ("pgn", Self::Pgn),
        ("hint", Self::Hint),
        ("dica", Self::Hint),
        ("resign", Self::Resign),
        ("desistir", Self::Resign),
        ("abandonar", Self::Resign),
        ("draw", Self::Draw),
        ("empate", Self::Draw),
        ("help", Self::Help),
        ("ajuda", Self::Help),
        ("quit", Self::Quit),
        ("exit", Self::Quit),
        ("sair", Self::Quit),
    ];

    /// The command that a word asks for.
    pub fn read(text: &str) -> Option<Self> {
        let word = text.trim().to_lowercase();
        Self::WORDS.into_iter().find(|(known, _)| *known == word).map(|(_, command)| command)
    }
}

#[cfg(test)]
mod tests {
    use estopim_protocol::ReasonCode;
    use estopim_rules::{AnyPosition, Variant};
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Nf3", "g1f3")]
    #[case("g1f3", "g1f3")]
    #[case("g1 f3", "g1f3")]
    #[case(" G1-F3 ", "g1f3")]
    #[case("e4", "e2e4")]
    fn moves_are_read_as_people_write_them(#[case] text: &str, #[case] uci: &str) {
        let game = Game::new(Variant::Chess);
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
    }

    #[rstest]
    #[case("e7 e8 = Q", "e7e8q")]
    #[case("e7e8n", "e7e8n")]
    #[case("e8=R+", "e7e8r")]
    fn promotions_are_read(#[case] text: &str, #[case] uci: &str) {
        let start = AnyPosition::from_fen(Variant::Chess, "8/4P3/8/8/8/k7/8/K7 w - - 0 1");
        let game = Game::from_position(start.expect("a sound position"));
        let mv = read_move(&game, text).expect("it is a legal move");
        assert_eq!(game.position().uci(mv), uci);
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

    #[test]
    fn commands_are_read_in_both_languages() {
        assert_eq!(Command::read(" Undo "), Some(Command::Undo));
        assert_eq!(Command::read("PEÇAS"), Some(Command::Pieces));
        assert_eq!(Command::read("e4"), None);
    }
}
