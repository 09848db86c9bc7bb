//! Everything that can be written.

use crate::records::{
    AccountRow, ChatRow, ClassMemberRow, ClassRow, Clocks, MoveRow, NewClassGameRow, NewGameRow,
    OffersRow, ReportRow, TokenRow,
};

/// One write. Writes that are passed together succeed or fail together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Write {
    /// Insert a session if it does not exist. Never in conflict.
    KeepSession {
        /// Its id.
        id: String,
        /// Its nickname, if it is new.
        nickname: String,
        /// When.
        now_ms: i64,
    },
    /// Give a session another nickname. Never in conflict.
    Rename {
        /// Its id.
        id: String,
        /// The nickname.
        nickname: String,
        /// When.
        now_ms: i64,
    },
    /// Make a game. In conflict if the id, or the key of an offline game, is taken.
    Create(Box<NewGameRow>),
    /// Take the free seat. In conflict if there is none.
    Join {
        /// The game.
        game: String,
        /// Who takes it.
        session: String,
        /// When.
        now_ms: i64,
    },
    /// Play a move. In conflict if the ply is taken.
    Move {
        /// The game.
        game: String,
        /// The move.
        row: MoveRow,
    },
    /// Take moves back. In conflict if they are gone.
    TakeBack {
        /// The game.
        game: String,
        /// The first ply that goes.
        from_ply: i64,
    },
    /// Set the clocks. In conflict if the game is over.
    SetClocks {
        /// The game.
        game: String,
        /// What they show.
        clocks: Clocks,
    },
    /// Say which offers stand. Never in conflict.
    SetOffers {
        /// The game.
        game: String,
        /// The offers.
        offers: OffersRow,
    },
    /// Count infractions. In conflict if the game is over.
    SetInfractions {
        /// The game.
        game: String,
        /// White's.
        white: i64,
        /// Black's.
        black: i64,
    },
    /// Make an account. In conflict if the name or the session has one.
    CreateAccount(Box<AccountRow>),
    /// Give a session a nickname and a title. Never in conflict.
    SetTitle {
        /// The session.
        session: String,
        /// The nickname.
        nickname: String,
        /// The title.
        title: Option<String>,
        /// When.
        now_ms: i64,
    },
    /// Give an account a title. In conflict if there is no such account.
    SetAccountTitle {
        /// The account.
        account: String,
        /// The title.
        title: Option<String>,
    },
    /// Keep a token's hash. In conflict if it is taken.
    CreateToken(Box<TokenRow>),
    /// Revoke a token. In conflict if its owner has none of that number.
    RevokeToken {
        /// Its number.
        id: String,
        /// The session of the owner.
        owner: String,
    },
    /// A token was used. Never in conflict.
    UseToken {
        /// Its hash.
        hash: String,
        /// When.
        now_ms: i64,
    },
    /// End a game. In conflict if it is over.
    End {
        /// The game.
        game: String,
        /// Who won.
        winner: Option<String>,
        /// Why.
        reason: String,
        /// When.
        now_ms: i64,
    },
    /// Say which game is the rematch. In conflict if there is one.
    SetRematch {
        /// The game.
        game: String,
        /// The other.
        rematch: String,
    },
    /// Say something. In conflict if the line is taken.
    Chat {
        /// The game.
        game: String,
        /// The line.
        row: ChatRow,
    },
    /// Keep the report of a game, in the place of an older one. Never in conflict.
    SetReport(Box<ReportRow>),
    /// Make a class or change it. In conflict if its version is not one more than the last.
    PutClass(Box<ClassRow>),
    /// Let a session teach a class. Never in conflict.
    PutClassTeacher {
        /// The class.
        class: String,
        /// Who.
        session: String,
    },
    /// Add or change a child of a class. Never in conflict.
    PutClassMember(Box<ClassMemberRow>),
    /// Say that a game belongs to a class. Never in conflict.
    PutClassGame(Box<NewClassGameRow>),
    /// Keep a child's answer to a question. Never in conflict.
    PutClassAnswer {
        /// The class.
        class: String,
        /// Which question.
        question: i64,
        /// Whose answer.
        seat: String,
        /// The move.
        uci: String,
    },
    /// Delete a class with all its rows: children, games, moves, answers. Never in conflict.
    DeleteClass {
        /// The class.
        class: String,
    },
    /// Let a finished game go on. In conflict if it is not over.
    Reopen {
        /// The game.
        game: String,
    },
    /// A period in which nothing could be written; it counts against nobody's clock. Never in conflict.
    Downtime {
        /// Since when.
        from_ms: i64,
        /// Until when.
        to_ms: i64,
    },
    /// The server runs. Never in conflict.
    Beat {
        /// When.
        now_ms: i64,
    },
}

impl Write {
    /// Whether another writer may have been first.
    pub(crate) const fn may_conflict(&self) -> bool {
        match self {
            Self::KeepSession { .. }
            | Self::Rename { .. }
            | Self::SetOffers { .. }
            | Self::SetReport(_)
            | Self::PutClassTeacher { .. }
            | Self::PutClassMember(_)
            | Self::PutClassGame(_)
            | Self::PutClassAnswer { .. }
            | Self::DeleteClass { .. }
            | Self::SetTitle { .. }
            | Self::UseToken { .. }
            | Self::Downtime { .. }
            | Self::Beat { .. } => false,
            Self::Create(_)
            | Self::PutClass(_)
            | Self::Reopen { .. }
            | Self::Join { .. }
            | Self::Move { .. }
            | Self::TakeBack { .. }
            | Self::SetClocks { .. }
            | Self::End { .. }
            | Self::SetRematch { .. }
            | Self::SetInfractions { .. }
            | Self::CreateAccount(_)
            | Self::SetAccountTitle { .. }
            | Self::CreateToken(_)
            | Self::RevokeToken { .. }
            | Self::Chat { .. } => true,
        }
    }
}

/// The result of writes that were passed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Written {
    /// They are committed.
    Done,
    /// One of them is in conflict: another writer was first. Nothing was written.
    Conflict,
}
