//! What is legal and who has won in five games on the chess board.
//!
//! Read the modules in this order: the small words ([`types`]), geometry ([`attacks`]), the pieces
//! ([`board`]), what an arrangement must fulfil ([`setup`]), where games differ ([`rules`]), how moves
//! are found ([`movegen`]) and played ([`position`]), the games themselves ([`variants`]), a game with
//! its past ([`game`]), and what people write ([`notation`]).
//!
//! No input or output, no threads, no clock on the wall.
#![forbid(unsafe_code)]

pub mod types;
pub mod rng;
pub mod attacks;
pub mod board;
pub mod castling;
pub mod outcome;
pub mod setup;
pub mod rules;
pub mod movegen;
pub mod zobrist;
pub mod position;
mod legality;
pub mod refusal;
pub mod variants;
pub mod any;
pub mod game;
pub mod notation;
mod perft;

pub use any::{AnyPosition, Variant, VariantError};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use game::{Game, PlayError};
pub use notation::epd::{Epd, EpdError, EpdOperand, EpdOperation};
pub use notation::fen::{FenError, FenFault};
pub use notation::pgn::{
    MainLineError, Nag, PgnError, PgnEval, PgnFault, PgnFaultKind, PgnGame, PgnLimits, PgnLine,
    PgnMove, PgnReader, PgnResult, PgnResultError, PgnScore, PgnTags,
};
pub use notation::san::SanError;
pub use notation::uci::{CastlingNotation, UciError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use position::Position;
pub use refusal::{CastlingRefusal, Refusal};
pub use rng::SplitMix64;
pub use rules::{BoardListener, Rules};
pub use setup::{Setup, SetupFault};
pub use types::{Bitboard, Color, File, Move, MoveKind, MoveList, Piece, Rank, Role, Square};
pub use variants::{
    Atomic, AtomicRuleset, Chess, ClassicAtomic, PawnBattle, PawnBattleSetup, PawnBattleSetupError,
    SimpleAtomic, StrictAtomic,
};
pub use zobrist::Key;
