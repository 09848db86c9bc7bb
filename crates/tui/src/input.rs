//! What keys mean in a game: [`Action`], the one list that the keyboard, the menu of actions, the line of
//! keys at the bottom and the help page share.

use crossterm::event::KeyCode;

/// Something a player can do in a game, beside moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Action {
    Undo,
    Redo,
    Turn,
    Hint,
    Draw,
    Resign,
    Evaluation,
    CopyFen,
    CopyPgn,
    SavePgn,
    Load,
    Theme,
    Silence,
    Rematch,
    NewGame,
    Report,
    First,
    Previous,
    Next,
    Last,
    Type,
    Actions,
    Help,
    Leave,
}

impl Action {
    /// What the menu of actions lists.
    pub const IN_GAME: [Self; 18] = [
        Self::Undo,
        Self::Redo,
        Self::Turn,
        Self::Hint,
        Self::Evaluation,
        Self::Draw,
        Self::Resign,
        Self::CopyFen,
        Self::CopyPgn,
        Self::SavePgn,
        Self::Load,
        Self::Theme,
        Self::Silence,
        Self::Rematch,
        Self::Report,
        Self::NewGame,
        Self::Help,
        Self::Leave,
    ];

    /// What the help page lists after the keys of the board.
    pub const IN_HELP: [Self; 23] = [
        Self::Type,
        Self::Previous,
        Self::Next,
        Self::First,
        Self::Last,
        Self::Undo,
        Self::Redo,
        Self::Turn,
        Self::Hint,
        Self::Evaluation,
        Self::Draw,
        Self::Resign,
        Self::CopyFen,
        Self::CopyPgn,
        Self::SavePgn,
        Self::Load,
        Self::Theme,
        Self::Silence,
        Self::Rematch,
        Self::Report,
        Self::NewGame,
        Self::Actions,
        Self::Leave,
    ];

    /// What the line of keys shows, most useful first.
    pub const IN_LINE: [Self; 8] = [
        Self::Help,
        Self::Actions,
        Self::Leave,
        Self::Undo,
        Self::Hint,
        Self::Turn,
        Self::Draw,
        Self::Resign,
    ];

    /// Its key. Letters that begin a move, `a` to `h` and upper case, are left to moves.
    pub const fn key(self) -> char {
        match self {
            Self::Undo => 'u',
            Self::Redo => 'y',
            Self::Turn => 't',
            Self::Hint => 'i',
            Self::Draw => '=',
            Self::Resign => 'x',
            Self::Evaluation => 'v',
            Self::CopyFen => 'j',
            Self::CopyPgn => 'p',
            Self::SavePgn => 's',
            Self::Load => 'l',
            Self::Theme => 'o',
            Self::Silence => 'z',
            Self::Rematch => 'r',
            Self::NewGame => 'n',
            Self::Report => 'k',
            Self::Previous => ',',
            Self::Next => '.',
            Self::First => '<',
            Self::Last => '>',
            Self::Type => '/',
            Self::Actions => 'm',
            Self::Help => '?',
            Self::Leave => 'q',
        }
    }

    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Undo => "action-undo",
            Self::Redo => "action-redo",
            Self::Turn => "action-turn",
            Self::Hint => "action-hint",
            Self::Draw => "action-draw",
            Self::Resign => "action-resign",
            Self::Evaluation => "action-evaluation",
            Self::CopyFen => "action-copy-fen",
            Self::CopyPgn => "action-copy-pgn",
            Self::SavePgn => "action-save-pgn",
            Self::Load => "action-load",
            Self::Theme => "action-theme",
            Self::Silence => "action-silence",
            Self::Rematch => "action-rematch",
            Self::NewGame => "action-new-game",
            Self::Report => "action-report",
            Self::First => "action-first",
            Self::Previous => "action-previous",
            Self::Next => "action-next",
            Self::Last => "action-last",
            Self::Type => "action-type",
            Self::Actions => "action-actions",
            Self::Help => "action-help",
            Self::Leave => "action-leave",
        }
    }

    /// Whether it is not available in games at a server: it needs the opponent's consent, or it is help from the
    /// engine.
    pub const fn asks_opponent(self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::Hint
                | Self::Draw
                | Self::Evaluation
                | Self::Load
                | Self::Rematch
                | Self::NewGame
                | Self::Leave
        )
    }

    /// The action of a key.
    pub fn of_key(code: KeyCode) -> Option<Self> {
        match code {
            KeyCode::Home => Some(Self::First),
            KeyCode::End => Some(Self::Last),
            KeyCode::PageUp => Some(Self::Previous),
            KeyCode::PageDown => Some(Self::Next),
            KeyCode::F(1) => Some(Self::Help),
            KeyCode::Char(letter) => {
                Self::IN_HELP.into_iter().chain([Self::Help]).find(|action| action.key() == letter)
            }
            _ => None,
        }
    }
}

/// Whether a letter begins a move, so that typing it begins to type one.
pub const fn begins_move(letter: char) -> bool {
    matches!(letter, 'a'..='h' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'O' | '0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_actions_share_a_key_and_none_takes_a_letter_of_moves() {
        let mut keys: Vec<char> = Action::IN_HELP.into_iter().map(Action::key).collect();
        assert!(keys.iter().all(|&key| !begins_move(key)));
        keys.sort_unstable();
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
