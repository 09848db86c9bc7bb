//! A position as somebody sees it who knows no rules, with every legal move and what it would do, or without them.

use estopim_rules::{
    AnyPosition, Bitboard, CastlingSide, Color as Side, Game, Move, MoveKind, Outcome,
};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::words::{Color, Piece, Role, Square};

/// A position of a game that is played. What may be played in it, each page asks its own rules: with thirty moves in every
/// message it would add up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LivePosition {
    /// How many moves have been played.
    pub ply: u32,
    /// The FEN.
    pub fen: String,
    /// Whose turn it is.
    pub turn: Color,
    /// The king in check (strict atomic: threatened), if any.
    pub check: Option<Square>,
    /// Kings that the opponent's next move could explode.
    pub threats: Vec<Square>,
    /// Whether the kings stand side by side where that protects both from check; left out where they do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub kings_protected: bool,
}

/// A position with everything that may be played in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// How many moves have been played.
    pub ply: u32,
    /// The FEN.
    pub fen: String,
    /// Whose turn it is.
    pub turn: Color,
    /// The king in check (strict atomic: threatened), if any.
    pub check: Option<Square>,
    /// Kings that the opponent's next move could explode.
    pub threats: Vec<Square>,
    /// Whether the kings stand side by side where that protects both from check; left out where they do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub kings_protected: bool,
    /// Every legal move of the side to move; none once the game is over.
    pub legal: Vec<LegalMove>,
}

/// A legal move. Fields with default values are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LegalMove {
    /// As programs write it.
    pub uci: String,
    /// The square it starts from.
    pub from: Square,
    /// The square it leads to; castling, where the king ends.
    pub to: Square,
    /// What the pawn becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub promotion: Option<Role>,
    /// Whether it captures.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub capture: bool,
    /// The squares whose pieces it takes off the board: the captured piece's or, where captures explode, the blast's and
    /// the moving piece's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Square>>")]
    pub takes: Vec<Square>,
    /// The squares that the capture empties, the one it lands on included if nothing is left there; none
    /// where captures do not explode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Square>>")]
    pub blast: Vec<Square>,
    /// Whether a king goes with the blast.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub takes_king: bool,
    /// What the rook does, if this is castling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub castling: Option<Castling>,
}

/// The rook's part in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Castling {
    /// Where it stands.
    pub rook_from: Square,
    /// Where it ends.
    pub rook_to: Square,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayedMove {
    /// Which move it is, counting both sides' from one.
    pub ply: u32,
    /// As programs write it.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Who played it.
    pub by: Color,
    /// The square it started from.
    pub from: Square,
    /// The square it led to; castling, where the king ended.
    pub to: Square,
    /// The squares emptied by its explosion; none if nothing exploded.
    pub blast: Vec<Square>,
    /// Every piece that the explosion took, the capturing and the captured one included.
    pub exploded: Vec<ExplodedPiece>,
    /// The piece that was captured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub captured: Option<Piece>,
    /// Whether it left the opponent in check (strict atomic: threatened).
    pub check: bool,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at_ms: i64,
}

/// A piece that an explosion took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ExplodedPiece {
    /// Where it stood.
    pub square: Square,
    /// What it was.
    pub piece: Piece,
}

impl LivePosition {
    /// The position on the board of a game.
    pub fn of_game(game: &Game) -> Self {
        Self::new(game.position(), game.ply_count(), game.outcome())
    }

    fn new(position: &AnyPosition, ply: usize, outcome: Option<Outcome>) -> Self {
        let turn = position.turn();
        let check = position.is_check().then(|| position.board().king(turn)).flatten();
        Self {
            ply: ply as u32,
            fen: position.fen(),
            turn: turn.into(),
            check: check.map(Square),
            threats: threatened_kings(position, outcome),
            kings_protected: outcome.is_none() && position.kings_protect_each_other(),
        }
    }
}

impl PositionView {
    /// The position on the board of a game, without moves if the game is over.
    pub fn of_game(game: &Game) -> Self {
        Self::new(game.position(), game.ply_count(), game.outcome())
    }

    /// A position by itself.
    pub fn of_position(position: &AnyPosition, ply: usize) -> Self {
        Self::new(position, ply, position.outcome())
    }

    fn new(position: &AnyPosition, ply: usize, outcome: Option<Outcome>) -> Self {
        let legal = match outcome {
            Some(_) => Vec::new(),
            None => position.legal_moves().iter().map(|&mv| LegalMove::of(position, mv)).collect(),
        };
        let LivePosition { ply, fen, turn, check, threats, kings_protected } =
            LivePosition::new(position, ply, outcome);
        Self { ply, fen, turn, check, threats, kings_protected, legal }
    }
}

/// The kings that one capture could explode: the mover's by the opponent, the opponent's by the mover.
fn threatened_kings(position: &AnyPosition, outcome: Option<Outcome>) -> Vec<Square> {
    if outcome.is_some() || !position.variant().explodes() {
        return Vec::new();
    }
    let board = position.board();
    let open = |&color: &Side| estopim_rules::variants::explosive_targets(board, color).any();
    Side::ALL
        .iter()
        .filter(|color| open(color))
        .filter_map(|&color| board.king(color))
        .map(Square)
        .collect()
}

/// The squares whose pieces an explosion takes, the capturing one's included; none if nothing explodes.
fn exploded(position: &AnyPosition, mv: Move) -> Bitboard {
    let emptied = position.explosion(mv).map_or(Bitboard::EMPTY, |explosion| explosion.emptied);
    emptied & position.board().occupied()
}

/// The same without the capturing piece's.
fn blast(position: &AnyPosition, mv: Move) -> Bitboard {
    exploded(position, mv) & !Bitboard::of(mv.from())
}

/// Where the piece stands that a move captures.
fn captured_on(position: &AnyPosition, mv: Move) -> Option<Square> {
    match mv.kind() {
        MoveKind::EnPassant => Some(Square(mv.to().ahead(!position.turn()))),
        _ => position.is_capture(mv).then_some(Square(mv.to())),
    }
}

impl LegalMove {
    /// A legal move of a position.
    pub fn of(position: &AnyPosition, mv: Move) -> Self {
        let blast = blast(position, mv);
        let kings = position.board().role(estopim_rules::Role::King);
        let castling = (mv.kind() == MoveKind::Castle).then(|| Castling {
            rook_from: Square(mv.to()),
            rook_to: Square(CastlingSide::of(mv.from(), mv.to()).rook_target(position.turn())),
        });
        Self {
            uci: position.uci(mv),
            from: Square(mv.from()),
            to: Square(position.shown_destination(mv)),
            promotion: mv.promotes_to().map(Role::from),
            capture: position.is_capture(mv),
            takes: if blast.any() {
                exploded(position, mv).into_iter().map(Square).collect()
            } else {
                captured_on(position, mv).into_iter().collect()
            },
            blast: blast.into_iter().map(Square).collect(),
            takes_king: blast.meets(kings),
            castling,
        }
    }
}

impl PlayedMove {
    /// A move as it was played in `before`, the move number `ply` of the game.
    pub fn of(before: &AnyPosition, mv: Move, ply: usize, at_ms: i64) -> Self {
        let board = before.board();
        let blast = blast(before, mv);
        let exploded = exploded(before, mv).into_iter().filter_map(|square| {
            let piece = board.piece_at(square)?.into();
            Some(ExplodedPiece { square: Square(square), piece })
        });
        Self {
            ply: ply as u32,
            uci: before.uci(mv),
            san: before.san(mv),
            by: before.turn().into(),
            from: Square(mv.from()),
            to: Square(before.shown_destination(mv)),
            blast: blast.into_iter().map(Square).collect(),
            exploded: exploded.collect(),
            captured: captured_on(before, mv)
                .and_then(|square| board.piece_at(square.0))
                .map(Piece::from),
            check: before.gives_check(mv),
            at_ms,
        }
    }
}
