//! Questions on top of the screen: something to choose, something to type, something to read.

use estopim_protocol::game::OfferKind;
use estopim_rules::{Color, File, PawnBattleSetup, PawnBattleSetupError, Rank, Role, Square};
use ratatui::layout::Rect;

use crate::input::Action;
use crate::texts::Texts;
use crate::words;

/// A question on top of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// One of several answers is to be chosen.
    Choice {
        /// The question.
        choice: Choice,
        /// The answer that is chosen.
        index: usize,
    },
    /// Something is to be typed.
    Prompt(Prompt),
    /// A setup of Pawn Battle is built.
    Builder(Builder),
    /// The keys are shown, from this line on.
    Help(u16),
}

/// A question with answers to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Whether to leave a running game.
    Leave,
    /// Whether to leave a running game at a server, where it goes on.
    LeaveServer,
    /// Whether to end a game that this side has left.
    Left(Color),
    /// Whether to resign.
    Resign,
    /// Whether to accept a draw that this side offers.
    DrawOffer(Color),
    /// What the opponent at a server offers.
    Offer(OfferKind, Color),
    /// A move's time is over for this side: go on or end?
    TimeOver(Color),
    /// The piece a pawn promotes to.
    Promotion {
        /// Where it comes from.
        from: Square,
        /// Where it arrives.
        to: Square,
    },
    /// The game has ended: what now?
    Ended,
    /// What can be done in a game.
    Actions,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Reply {
    Stay,
    ToMenu,
    LeaveProgram,
    Yes,
    No,
    GoOn,
    EndGame,
    Promote(Role),
    Rematch,
    Report,
    LookAtBoard,
    Do(Action),
}

impl Choice {
    /// The answers; the first is the harmless one.
    pub fn replies(self) -> Vec<Reply> {
        match self {
            Self::Leave | Self::LeaveServer => {
                vec![Reply::Stay, Reply::ToMenu, Reply::LeaveProgram]
            }
            Self::Left(_) => vec![Reply::Stay, Reply::EndGame],
            Self::Resign => vec![Reply::No, Reply::Yes],
            Self::DrawOffer(_) | Self::Offer(..) => vec![Reply::Yes, Reply::No],
            Self::TimeOver(_) => vec![Reply::GoOn, Reply::EndGame],
            Self::Promotion { .. } => Role::PROMOTIONS.map(Reply::Promote).into(),
            Self::Ended => {
                vec![Reply::Rematch, Reply::ToMenu, Reply::Report, Reply::LookAtBoard]
            }
            Self::Actions => Action::IN_GAME.map(Reply::Do).into(),
        }
    }

    /// The question in words.
    pub fn text(self, texts: &Texts) -> String {
        let about =
            |name: &str, color: Color| texts.with(name, &[("color", &words::color(texts, color))]);
        match self {
            Self::Leave => texts.get("ask-leave"),
            Self::LeaveServer => texts.get("ask-leave-server"),
            Self::Left(color) => about("ask-left", color),
            Self::Resign => texts.get("ask-resign"),
            Self::DrawOffer(color) | Self::Offer(OfferKind::Draw, color) => {
                about("ask-draw", color)
            }
            Self::Offer(OfferKind::Takeback, color) => about("ask-takeback", color),
            Self::Offer(OfferKind::Rematch, color) => about("ask-rematch", color),
            Self::TimeOver(color) => about("ask-time-over", color),
            Self::Promotion { .. } => texts.get("ask-promotion"),
            Self::Ended => texts.get("ask-ended"),
            Self::Actions => texts.get("ask-actions"),
        }
    }
}

impl Reply {
    /// The answer in words.
    pub fn text(self, texts: &Texts) -> String {
        match self {
            Self::Stay => texts.get("reply-stay"),
            Self::ToMenu => texts.get("reply-to-menu"),
            Self::LeaveProgram => texts.get("reply-leave-program"),
            Self::Yes => texts.get("reply-yes"),
            Self::No => texts.get("reply-no"),
            Self::GoOn => texts.get("reply-go-on"),
            Self::EndGame => texts.get("reply-end-game"),
            Self::Promote(role) => words::role(texts, role),
            Self::Rematch => texts.get("reply-rematch"),
            Self::Report => texts.get("reply-report"),
            Self::LookAtBoard => texts.get("reply-look"),
            Self::Do(action) => texts.get(action.text()),
        }
    }

    /// The key that chooses it at once.
    pub fn key(self) -> Option<char> {
        match self {
            Self::Promote(role) => Some(role.letter()),
            Self::Do(action) => Some(action.key()),
            _ => None,
        }
    }

    /// Whether a letter chooses it: its key, or the first letter of yes and no in either language.
    pub fn is_chosen_by(self, letter: char) -> bool {
        match self {
            Self::Yes => matches!(letter, 'y' | 'Y' | 's' | 'S'),
            Self::No => matches!(letter, 'n' | 'N'),
            other => other.key() == Some(letter),
        }
    }
}

/// Something to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What it is for.
    pub purpose: Purpose,
    /// What has been typed.
    pub text: String,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// What something is typed for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The file that a PGN is written to.
    SavePgn,
    /// A FEN, or the file that a PGN or FEN is read from.
    Load,
    /// The time of a game.
    Time,
}

impl Purpose {
    /// The name of its text.
    pub const fn text(self) -> &'static str {
        match self {
            Self::SavePgn => "prompt-save",
            Self::Load => "prompt-load",
            Self::Time => "prompt-time",
        }
    }
}

/// A setup of Pawn Battle being built: each side's pawns and pieces, the same for both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Builder {
    pawns: [bool; 8],
    pieces: [bool; 8],
    /// Where the cursor is: a square of White's first or second rank.
    pub cursor: Square,
    /// Why the setup cannot be played.
    pub problem: Option<PawnBattleSetupError>,
}

impl Builder {
    /// Begins with a setup.
    pub fn new(setup: PawnBattleSetup) -> Self {
        let board = setup.board();
        let stands = |square: Square| board.piece_at(square).is_some();
        Self {
            pawns: File::ALL.map(|file| stands(Square::new(file, Rank::R2))),
            pieces: File::ALL.map(|file| stands(Square::new(file, Rank::R1))),
            cursor: Square::A2,
            problem: None,
        }
    }

    /// The piece that a setup may have on a square of White's first two ranks.
    pub fn resident(square: Square) -> Option<Role> {
        if square.rank() == Rank::R2 {
            return Some(Role::Pawn);
        }
        PawnBattleSetup::homes().find(|&(home, _)| home == square).map(|(_, role)| role)
    }

    /// Whether a square of White's first two ranks is occupied.
    pub fn has(&self, square: Square) -> bool {
        let side = if square.rank() == Rank::R2 { &self.pawns } else { &self.pieces };
        side[square.file().index()]
    }

    /// Puts a piece on a square of White's first two ranks, or takes it away.
    pub fn toggle(&mut self, square: Square) {
        if Self::resident(square).is_some() {
            let side = match square.rank() {
                Rank::R2 => &mut self.pawns,
                _ => &mut self.pieces,
            };
            let here = &mut side[square.file().index()];
            *here = !*here;
            self.problem = self.setup().err();
        }
    }

    /// What has been built, if it can be played.
    pub fn setup(&self) -> Result<PawnBattleSetup, PawnBattleSetupError> {
        let files = |side: [bool; 8]| File::ALL.into_iter().filter(move |file| side[file.index()]);
        PawnBattleSetup::new(files(self.pawns), files(self.pieces))
    }
}

/// Where a dialog is on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialogArea {
    /// The frame.
    pub frame: Rect,
    /// The text above the answers.
    pub text: Rect,
    /// Each answer that has room, with its number.
    pub replies: Vec<(usize, Rect)>,
}

impl DialogArea {
    /// A choice: `text_rows` rows of a question `width` columns wide, and `count` answers, scrolled so that the one
    /// numbered `index` is visible.
    pub fn choice(screen: Rect, width: u16, text_rows: u16, count: usize, index: usize) -> Self {
        let frame = centred(screen, width + 4, text_rows + count as u16 + 3);
        let inner = Rect::new(
            frame.x + 2,
            frame.y + 1,
            frame.width.saturating_sub(4),
            frame.height.saturating_sub(2),
        );
        let text = Rect { height: text_rows.min(inner.height), ..inner };
        let gap = u16::from(inner.height > text_rows + count as u16);
        let top = text.bottom() + gap;
        let room = usize::from(inner.bottom().saturating_sub(top));
        let first = (index + 1).saturating_sub(room);
        let replies = (first..count)
            .zip(top..inner.bottom())
            .map(|(number, y)| (number, Rect { y, height: 1, ..inner }))
            .collect();
        Self { frame, text, replies }
    }

    /// The number of the answer at a place of the screen.
    pub fn at(&self, x: u16, y: u16) -> Option<usize> {
        self.replies
            .iter()
            .find(|(_, area)| area.contains((x, y).into()))
            .map(|&(number, _)| number)
    }
}

/// A rectangle in the middle of the screen, as large as fits.
pub fn centred(screen: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    Rect::new(
        screen.x + (screen.width - width) / 2,
        screen.y + (screen.height - height) / 2,
        width,
        height,
    )
}
