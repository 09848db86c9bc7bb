//! The games as values: [`Variant`], [`AnyPosition`] and [`with_rules!`](crate::with_rules), the only
//! list of them all.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;
use crate::castling::CastlingRights;
use crate::notation::fen::FenError;
use crate::notation::san::SanError;
use crate::notation::uci::{CastlingNotation, UciError};
use crate::outcome::Outcome;
use crate::position::{Explosion, Position};
use crate::refusal::Refusal;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveList, Role, Square};
use crate::variants::{
    Chess, ClassicAtomic, PawnBattle, PawnBattleSetup, PawnBattleSetupError, SimpleAtomic,
    StrictAtomic,
};
use crate::zobrist::Key;

/// One of the five games. The default is what a program or a file means that names none.
///
/// Exhaustive on purpose, as [`AnyPosition`] is: [`with_rules!`](crate::with_rules) must cover every game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Variant {
    /// Classic chess.
    #[default]
    Chess,
    /// Atomic chess as the large servers play it.
    Atomic,
    /// Strict atomic: no exploding capture may threaten the mover's king.
    StrictAtomic,
    /// Simple atomic: no check, castling, en passant or promotion.
    SimpleAtomic,
    /// Pawn Battle: no kings; the first pawn to reach the last rank wins.
    PawnBattle,
}

impl Variant {
    /// Every game.
    pub const ALL: [Self; 5] =
        [Self::Chess, Self::Atomic, Self::StrictAtomic, Self::SimpleAtomic, Self::PawnBattle];

    /// The name in `UCI_Variant`, addresses and commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Atomic => "atomic",
            Self::StrictAtomic => "strictatomic",
            Self::SimpleAtomic => "simpleatomic",
            Self::PawnBattle => "pawnbattle",
        }
    }

    /// The value of the PGN `Variant` tag; classic chess has no such tag.
    pub const fn pgn_name(self) -> Option<&'static str> {
        match self {
            Self::Chess => None,
            Self::Atomic => Some("Atomic"),
            Self::StrictAtomic => Some("Strict Atomic"),
            Self::SimpleAtomic => Some("Simple Atomic"),
            Self::PawnBattle => Some("Pawn Battle"),
        }
    }

    /// Whether captures explode.
    pub fn explodes(self) -> bool {
        crate::with_rules!(self, R => <R as Rules>::EXPLODES)
    }

    /// Whether the players choose the first position among setups.
    pub fn has_setups(self) -> bool {
        crate::with_rules!(self, R => <R as Rules>::HAS_SETUPS)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text names none of the games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown variant {0:?}, expected one of chess, atomic, strictatomic, simpleatomic, pawnbattle"
)]
pub struct VariantError(String);

impl VariantError {
    /// The text that was found, cut if it is long.
    pub fn found(&self) -> &str {
        &self.0
    }
}

/// Reads the id, in any case and with spaces, dashes or underscores between words; also the names that
/// other programs give to classic chess.
impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let plain: String = text
            .chars()
            .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        if matches!(
            plain.as_str(),
            "standard" | "normal" | "chess960" | "fischerandom" | "fromposition"
        ) {
            return Ok(Self::Chess);
        }
        Self::ALL
            .into_iter()
            .find(|variant| variant.id() == plain)
            .ok_or_else(|| VariantError(crate::notation::fen::excerpt(text)))
    }
}

/// Runs a body with the type `$rules` set to the rules of a [`Variant`] known only at run time.
///
/// ```
/// use estopim_rules::{Position, Variant, with_rules};
/// let fen = Variant::Atomic.initial_fen();
/// let nodes = with_rules!(Variant::Atomic, R => Position::<R>::from_fen(fen).unwrap().perft(2));
/// assert_eq!(nodes, 400);
/// ```
#[macro_export]
macro_rules! with_rules {
    ($variant:expr, $rules:ident => $body:expr) => {
        match $variant {
            $crate::Variant::Chess => {
                type $rules = $crate::Chess;
                $body
            }
            $crate::Variant::Atomic => {
                type $rules = $crate::ClassicAtomic;
                $body
            }
            $crate::Variant::StrictAtomic => {
                type $rules = $crate::StrictAtomic;
                $body
            }
            $crate::Variant::SimpleAtomic => {
                type $rules = $crate::SimpleAtomic;
                $body
            }
            $crate::Variant::PawnBattle => {
                type $rules = $crate::PawnBattle;
                $body
            }
        }
    };
}

/// A position of a game known only at run time. Exhaustive, so that [`with_position!`](crate::with_position) covers all.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AnyPosition {
    Chess(Position<Chess>),
    Atomic(Position<ClassicAtomic>),
    StrictAtomic(Position<StrictAtomic>),
    SimpleAtomic(Position<SimpleAtomic>),
    PawnBattle(Position<PawnBattle>),
}

/// Runs a body with the position inside an [`AnyPosition`], whatever its rules.
#[macro_export]
macro_rules! with_position {
    ($any:expr, $pos:ident => $body:expr) => {
        match $any {
            $crate::AnyPosition::Chess($pos) => $body,
            $crate::AnyPosition::Atomic($pos) => $body,
            $crate::AnyPosition::StrictAtomic($pos) => $body,
            $crate::AnyPosition::SimpleAtomic($pos) => $body,
            $crate::AnyPosition::PawnBattle($pos) => $body,
        }
    };
}

macro_rules! wrap {
    ($($variant:ident: $rules:ty),+) => {$(
        impl From<Position<$rules>> for AnyPosition {
            fn from(position: Position<$rules>) -> Self {
                Self::$variant(position)
            }
        }
    )+};
}

wrap!(
    Chess: Chess,
    Atomic: ClassicAtomic,
    StrictAtomic: StrictAtomic,
    SimpleAtomic: SimpleAtomic,
    PawnBattle: PawnBattle
);

impl AnyPosition {
    /// The first position of a game.
    pub fn initial(variant: Variant) -> Self {
        Self::from_fen(variant, variant.initial_fen()).expect("the first position is sound")
    }

    /// Reads a FEN.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        with_rules!(variant, R => Position::<R>::from_fen(fen).map(Self::from))
    }

    /// Which game this is.
    pub fn variant(&self) -> Variant {
        fn variant_of<R: Rules>(_: &Position<R>) -> Variant {
            R::VARIANT
        }
        with_position!(self, pos => variant_of(pos))
    }

    /// Whether the third occurrence of a position is a draw in this game.
    pub fn repetition_draws(&self) -> bool {
        with_rules!(self.variant(), R => <R as Rules>::REPETITION_DRAWS)
    }
}

/// Forwards methods of [`Position`] whatever its rules.
macro_rules! pass_on {
    ($($(#[$doc:meta])* $name:ident(&self $(, $arg:ident: $type:ty)*) -> $result:ty;)+) => {
        impl AnyPosition {
            $(
                $(#[$doc])*
                pub fn $name(&self $(, $arg: $type)*) -> $result {
                    with_position!(self, pos => pos.$name($($arg),*).into())
                }
            )+
        }
    };
}

pass_on! {
    /// The FEN of the position.
    fen(&self) -> String;
    /// The FEN with castling rights as files.
    shredder_fen(&self) -> String;
    /// The first four fields of the FEN.
    epd(&self) -> String;
    /// Whose turn it is.
    turn(&self) -> Color;
    /// The castling rights left.
    castling(&self) -> CastlingRights;
    /// The en passant square, if such a capture is legal.
    en_passant(&self) -> Option<Square>;
    /// Plies since the last move that restarts the fifty-move clock.
    halfmoves(&self) -> u16;
    /// The number of the move to come.
    fullmoves(&self) -> u32;
    /// The Zobrist key of the position.
    key(&self) -> Key;
    /// The key computed from scratch.
    recompute_key(&self) -> Key;
    /// Whether castling here is written the Chess960 way.
    is_chess960(&self) -> bool;
    /// Every legal move.
    legal_moves(&self) -> MoveList;
    /// Every legal capture.
    captures(&self) -> MoveList;
    /// Every legal move that captures nothing.
    quiets(&self) -> MoveList;
    /// How many legal moves there are.
    count_moves(&self) -> u64;
    /// Whether there is a legal move.
    has_moves(&self) -> bool;
    /// Whether a move, which may be anything, is legal.
    is_legal(&self, mv: Move) -> bool;
    /// Whether a move captures something here.
    is_capture(&self, mv: Move) -> bool;
    /// The squares that a move empties beside the one it starts from.
    emptied_by(&self, mv: Move) -> Bitboard;
    /// The explosion that a move would cause; `None` unless it captures in a game in which captures explode.
    explosion(&self, mv: Move) -> Option<Explosion>;
    /// Where the moving piece is seen to end: a king that castles on its own square, not on its rook's.
    shown_destination(&self, mv: Move) -> Square;
    /// The squares to which the piece on a square may be sent in advance.
    premoves(&self, from: Square) -> Bitboard;
    /// The pieces that check (strict atomic: threaten) the side to move.
    checkers(&self) -> Bitboard;
    /// Whether the side to move is in check (strict atomic: threatened).
    is_check(&self) -> bool;
    /// Whether a legal move leaves the opponent in check with the game going on.
    gives_check(&self, mv: Move) -> bool;
    /// The outcome that the position alone shows.
    outcome(&self) -> Option<Outcome>;
    /// Leaf count at `depth` plies.
    perft(&self, depth: u32) -> u64;
    /// Writes a legal move as UCI does.
    uci(&self, mv: Move) -> String;
    /// Writes a legal move as UCI does, with castling as asked for.
    uci_as(&self, mv: Move, notation: CastlingNotation) -> String;
    /// Writes a legal move in SAN.
    san(&self, mv: Move) -> String;
    /// The position after a move known to be legal.
    after(&self, mv: Move) -> Self;
    /// The position after a null move, which is legal in no game. It may be unsound: who passes may stay in check.
    null_move(&self) -> Self;
    /// The position with colours swapped and the board flipped.
    mirrored(&self) -> Self;
}

impl AnyPosition {
    /// The pieces.
    pub fn board(&self) -> &Board {
        with_position!(self, pos => pos.board())
    }

    /// Reads a legal move as UCI writes it.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        with_position!(self, pos => pos.parse_uci(text))
    }

    /// Reads a legal move in SAN.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        with_position!(self, pos => pos.parse_san(text))
    }

    /// The legal move between two squares, or why there is none.
    pub fn legal_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Refusal> {
        with_position!(self, pos => pos.legal_move(from, to, promotion))
    }

    /// Why an en passant capture is refused after a double step.
    pub(crate) fn en_passant_refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        with_position!(self, pos => pos.en_passant_refusal(from, to))
    }

    /// The setup that a first position shows, or why it is none; `None` if the game has no setups.
    pub fn setup(&self) -> Option<Result<PawnBattleSetup, PawnBattleSetupError>> {
        self.variant().has_setups().then(|| PawnBattleSetup::from_board(self.board()))
    }

    /// Whether the kings stand side by side where that protects both from check.
    pub fn kings_protect_each_other(&self) -> bool {
        with_rules!(self.variant(), R => <R as Rules>::kings_protect_each_other(self.board()))
    }

    /// Plays a move known to be legal.
    pub fn play_unchecked(&mut self, mv: Move) {
        with_position!(self, pos => pos.play_unchecked(mv));
    }

    /// Whether `color` cannot win any more, whatever both sides do.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        fn ask<R: Rules>(pos: &Position<R>, color: Color) -> bool {
            R::has_insufficient_material(pos.board(), color)
        }
        with_position!(self, pos => ask(pos, color))
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, pos => fmt::Debug::fmt(pos, f))
    }
}

/// The FEN of the position.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, pos => fmt::Display::fmt(pos, f))
    }
}
