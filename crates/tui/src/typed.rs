//! The commands that a person types.

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
    use super::*;

    #[test]
    fn commands_are_read_in_both_languages() {
        assert_eq!(Command::read(" Undo "), Some(Command::Undo));
        assert_eq!(Command::read("PEÇAS"), Some(Command::Pieces));
        assert_eq!(Command::read("e4"), None);
    }
}
