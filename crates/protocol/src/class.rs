//! Classes of children: what a class's socket carries (`/ws/class/{code}`), and what is asked once (`/api/class`).
//!
//! Three screens watch a class. The teacher's knows everything, the projector's nothing that is private, and a child's only its own game and who the others are.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::game::{OutcomeView, TimeControl};
use crate::reason::Reason;
use crate::words::{Color, Variant};

/// An enum of plain words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs)] // the words say it
        pub enum $name { $($(#[$item_doc])* $item),+ }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$item),+];
        }
    };
}

words! {
    /// An animal that a child taps instead of typing a name.
    Animal {
        Fox, Cat, Dog, Rabbit, Bear, Panda, Lion, Tiger, Monkey, Frog, Owl, Penguin, Turtle, Fish, Whale, Dolphin, Octopus, Butterfly,
        Bee, Snail, Horse, Cow, Pig, Sheep, Elephant, Giraffe, Koala, Parrot, Capybara, Sloth,
    }
}

words! {
    /// The colour of an animal. Each has a shape of its own beside it, for those who see colours otherwise.
    FigureColor { Blue, Orange, Green, Pink, Yellow, Purple }
}

/// Who a child is in a class: an animal and its colour, and a first name if one was typed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Figure {
    /// The animal.
    pub animal: Animal,
    /// Its colour.
    pub color: FigureColor,
    /// A first name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
}

words! {
    /// Which screen a socket is for.
    ClassScreen { Child, Teacher, Projector }
}

words! {
    /// What somebody is to a class.
    ClassRole {
        /// Nobody yet.
        Stranger,
        /// Has asked for a seat that was theirs; the teacher is asked.
        Claimant,
        Child,
        Teacher,
    }
}

/// What the child does who has no opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum OddChild {
    /// Plays the computer.
    Level {
        /// How strong it is.
        level: u8,
    },
    /// Sits out; each in turn.
    Turns {},
}

words! {
    /// What happens when a game is over.
    AfterGame {
        /// Both get a new opponent as soon as somebody is free.
        NewOpponent,
        /// Both wait for the next pairing.
        Wait,
    }
}

/// What the teacher has chosen for the next games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct ClassSettings {
    /// The game.
    pub variant: Variant,
    /// The setup or the FEN; the usual start if it is empty.
    pub setup: String,
    /// The clock, or none.
    pub time: TimeControl,
    /// Whether children may take moves back, if both agree.
    pub undo: bool,
    /// Whether two wins lead to the next setup and two losses to one pawn more.
    pub ladder: bool,
    /// What the odd child does.
    pub odd: OddChild,
    /// What follows a game.
    pub after_game: AfterGame,
    /// Whether children may type a first name.
    pub names: bool,
    /// Whether children may send ready-made phrases.
    pub phrases: bool,
}

words! {
    /// A ready-made phrase from child to child.
    Phrase { Hello, GoodLuck, NiceMove, Oops, Thinking, GoodGame, Thanks, PlayAgain }
}

words! {
    /// How children are paired.
    PairingMethod { Random, ByResults, ByHand }
}

words! {
    /// Kinds of tournament.
    TournamentKind { RoundRobin, Swiss, Arena }
}

words! {
    /// What the projector shows.
    ProjectorShow {
        /// The code, and who is here.
        Code,
        /// All boards.
        Wall,
        Standings,
    }
}

/// Everything a screen may say. What only a teacher may say is refused to everybody else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
#[allow(missing_docs)] // the fields mean the same everywhere: a seat, a game, a move
pub enum ClassMessage {
    /// Are you there?
    Ping {
        #[ts(type = "number")]
        sent_at_ms: i64,
    },
    /// Child: I need help, or no longer.
    RaiseHand { up: bool },
    /// Child: say this to my opponent.
    Say { phrase: Phrase },
    /// Child: what I would play.
    Answer { question: u32, uci: String },
    /// Teacher: change what is chosen for the next games.
    Configure { settings: ClassSettings },
    /// Teacher: another name for a child; none takes it away.
    Rename { seat: String, name: Option<String> },
    /// Teacher: take a child out of the class.
    Remove { seat: String },
    /// Teacher: the claimant is who they say.
    Confirm { claim: u32 },
    /// Teacher: the claimant is not.
    Refuse { claim: u32 },
    /// Teacher: a child's hand has been seen.
    LowerHand { seat: String },
    /// Teacher: pair those who are here and free, and start. By hand, these pairs, White first.
    Pair { method: PairingMethod, pairs: Vec<[String; 2]> },
    /// Teacher: stop all boards.
    Freeze {},
    /// Teacher: all go on.
    Resume {},
    /// Teacher: end all games.
    EndGames {},
    /// Teacher: take back the last plies of a board.
    Undo { game: String, plies: u32 },
    /// Teacher: show the child to move a good move.
    Hint { game: String },
    /// Teacher: everybody plays from this position, against the same opponent.
    SetPosition { fen: String },
    /// Teacher: ask the class what it would play here.
    Ask { variant: Variant, fen: String },
    /// Teacher: show the answers on the projector.
    Reveal {},
    /// Teacher: enough of the question.
    CloseQuestion {},
    /// Teacher: another setup for a child, so many steps up or down.
    MoveRung { seat: String, steps: i32 },
    /// Teacher: make one board large on the projector, or none.
    Spotlight { game: Option<String> },
    /// Teacher: what the projector shows.
    Show { show: ProjectorShow },
    /// Teacher: a tournament among those who are here.
    StartTournament { kind: TournamentKind, rounds: Option<u32> },
    /// Teacher: pair the next round.
    NextRound {},
    /// Teacher: the tournament is over.
    EndTournament {},
}

words! {
    /// The state of a child in a word.
    MemberState {
        /// Has no game.
        Waiting,
        Playing,
        /// Is to move and could win at once.
        CanWin,
        /// Has been to move for a minute.
        Stuck,
        /// Has no connection.
        Away,
    }
}

/// A child of the class, or two at one device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassMember {
    /// By which they sit in games.
    pub seat: String,
    /// Who.
    pub figure: Figure,
    /// The other child at the same device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub partner: Option<Figure>,
    /// How they are.
    pub state: MemberState,
    /// Whether they need help. Only the teacher is told.
    pub hand: bool,
    /// Their present game.
    pub game: Option<String>,
    /// The setup that they have reached on the ladder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rung: Option<String>,
    /// How many pawns more they get.
    pub extra_pawns: u8,
    /// How many games in a row they have lost. Only the teacher is told.
    pub losses_in_row: u8,
    /// The secret of their printed card. Only the teacher is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<String>,
}

/// A reason for a pairing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PairingReason {
    /// The text `pairing-<key>`.
    pub key: String,
    /// Half points or meetings, as the text has it.
    pub numbers: Vec<u32>,
}

/// A board of the class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassBoard {
    /// The game's id.
    pub game: String,
    /// Which round of pairings it is of.
    pub round: u32,
    /// Which game is played.
    pub variant: Variant,
    /// White's seat; none for the computer.
    pub white: Option<String>,
    /// Black's seat; none for the computer.
    pub black: Option<String>,
    /// How strong the computer is, if it plays.
    pub computer_level: Option<u8>,
    /// The position.
    pub fen: String,
    /// The last move, in UCI.
    pub last_move: Option<String>,
    /// How many plies were played.
    pub ply: u32,
    /// Whose turn it is.
    pub turn: Color,
    /// How it ended.
    pub outcome: Option<OutcomeView>,
    /// Whether the side to move could win at once.
    pub can_win: bool,
    /// How much there is to see; the board with the most grows.
    pub interest: u32,
    /// When the last move was played, or when the game began.
    #[ts(type = "number")]
    pub moved_ms: i64,
    /// Why these two play.
    pub why: Vec<PairingReason>,
}

/// How many children would play a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnswerCount {
    /// The move.
    pub uci: String,
    /// How many.
    pub count: u32,
}

/// A position that the class was asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassQuestion {
    /// Its number.
    pub number: u32,
    /// Which game.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// How many have answered.
    pub answered: u32,
    /// The answers, the most frequent first: for the teacher, and for all once they are shown.
    pub answers: Vec<AnswerCount>,
    /// Whether they are shown.
    pub revealed: bool,
    /// Your own answer.
    pub mine: Option<String>,
}

/// How a child stands. Points are half points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)] // named as in every table of standings
pub struct ClassStanding {
    pub seat: String,
    pub rank: u32,
    pub half_points: u32,
    pub played: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub buchholz: u32,
    pub sonneborn_berger: u32,
}

/// A tournament of the class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassTournament {
    /// Its kind.
    pub kind: TournamentKind,
    /// The present round, from one.
    pub round: u32,
    /// How many rounds it has; none if it goes on until it is ended.
    pub rounds: Option<u32>,
    /// Whether all games of the round are over.
    pub round_over: bool,
    /// Whether it is over.
    pub over: bool,
    /// How its players stand.
    pub standings: Vec<ClassStanding>,
}

/// Somebody who says that a seat is theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassClaim {
    /// Its number.
    pub claim: u32,
    /// Which seat.
    pub seat: String,
}

/// What only the child itself is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassYou {
    /// Your seat.
    pub seat: String,
    /// Your present game.
    pub game: Option<String>,
    /// Whether your hand is up.
    pub hand: bool,
}

/// A class as a screen sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassView {
    /// What children type to join.
    pub code: String,
    /// The name of a class that is kept.
    pub name: Option<String>,
    /// Which screen this is for.
    pub screen: ClassScreen,
    /// Whether all boards stand still.
    pub frozen: bool,
    /// Which round of pairings was the last; 0 before the first.
    pub round: u32,
    /// The settings.
    pub settings: ClassSettings,
    /// A child's own part.
    pub you: Option<ClassYou>,
    /// The children. A child is told of figures only.
    pub members: Vec<ClassMember>,
    /// Who wants a seat back; for the teacher.
    pub claims: Vec<ClassClaim>,
    /// The question, while there is one.
    pub question: Option<ClassQuestion>,
    /// The standings of all games. Empty for a child.
    pub standings: Vec<ClassStanding>,
    /// The tournament, if there is one.
    pub tournament: Option<ClassTournament>,
    /// The board that the teacher has made large.
    pub spotlight: Option<String>,
    /// What the projector shows.
    pub show: ProjectorShow,
    /// The addresses at which children find the class, the best first. Empty if the page's own address is it.
    pub addresses: Vec<String>,
    /// How many other devices have reached this server.
    pub devices: u32,
}

/// Everything a class tells a screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ClassNews {
    /// The class as it is now.
    View {
        /// The class.
        view: Box<ClassView>,
    },
    /// All boards of the class, at first, and again if something was missed.
    AllBoards {
        /// The boards.
        boards: Vec<ClassBoard>,
    },
    /// A board is new or has changed.
    BoardChanged {
        /// The board.
        board: Box<ClassBoard>,
    },
    /// Child: a good move in your game.
    Hint {
        /// The game.
        game: String,
        /// The move.
        uci: String,
    },
    /// Child: your opponent says this.
    Said {
        /// What.
        phrase: Phrase,
    },
    /// You are not in this class any more: it was deleted, or you were taken out.
    Closed {},
    /// The answer to a ping.
    Pong {
        /// As it was sent.
        #[ts(type = "number")]
        sent_at_ms: i64,
        /// The server's clock.
        #[ts(type = "number")]
        server_now_ms: i64,
    },
    /// A message was refused.
    Failed {
        /// Why.
        reason: Reason,
    },
}

/// A child as those see it who are at the door.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DoorMember {
    /// The seat, to be claimed.
    pub seat: String,
    /// Who.
    pub figure: Figure,
    /// The other child at the same device.
    pub partner: Option<Figure>,
    /// Whether somebody sits there now.
    pub present: bool,
}

/// What is at a class's door, for those who know its code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassDoor {
    /// The code.
    pub code: String,
    /// The name of a class that is kept.
    pub name: Option<String>,
    /// What you are to it.
    pub role: ClassRole,
    /// Whether a first name may be typed.
    pub names: bool,
    /// Who is in the class.
    pub members: Vec<DoorMember>,
}

/// Joins a class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JoinClass {
    /// Who.
    pub figure: Figure,
    /// The other child at the same device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub partner: Option<Figure>,
}

/// Says that a seat is one's own: at once with the secret of its card, else the teacher is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimSeat {
    /// Which seat; with a card it need not be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<String>,
    /// The secret of the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<String>,
}

/// The teacher's PIN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassPin {
    /// The PIN.
    pub pin: String,
}

/// A new class, with the PIN that its teacher will need elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NewClass {
    /// What children type to join.
    pub code: String,
    /// What the teacher types.
    pub pin: String,
}

/// Keeps a class under a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeepClass {
    /// The name.
    pub name: String,
}

/// Which class it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ClassCode {
    /// What children type to join.
    pub code: String,
}

/// A position worth discussing: somebody gave much away here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DiscussedPosition {
    /// The game.
    pub game: String,
    /// How many plies had been played.
    pub ply: u32,
    /// Which game was played.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// What was played, in UCI.
    pub played: String,
    /// What was better, in UCI.
    pub better: String,
    /// How much of the point was given away, in thousandths.
    pub lost: u32,
    /// White's seat; none for the computer.
    pub white: Option<String>,
    /// Black's seat; none for the computer.
    pub black: Option<String>,
}

/// The positions of a lesson that are worth discussing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DiscussedPositions {
    /// The most instructive first.
    pub positions: Vec<DiscussedPosition>,
}
