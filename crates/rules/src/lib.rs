//! What is legal and who has won in five games on the chess board.
//!
//! A position is made from a FEN, which is validated, or by playing a legal move:
//!
//! ```
//! use estopim_rules::{ClassicAtomic, Position};
//!
//! // The rook's capture explodes everything beside e5 but pawns, the king among it.
//! let pos = Position::<ClassicAtomic>::from_fen("8/8/3k4/4p3/8/8/8/K3R3 w - - 0 1").unwrap();
//! let capture = pos.parse_uci("e1e5").unwrap();
//! assert!(pos.legal_moves().contains(&capture));
//! let after = pos.after(capture);
//! assert_eq!(after.board().occupied().count(), 1);
//! assert_eq!(after.outcome().unwrap().to_string(), "white wins: the king exploded");
//! ```
//!
//! A [`Game`] has a history, so it knows repetitions and the fifty-move rule, and says why a move is refused:
//!
//! ```
//! use estopim_rules::{Game, Variant};
//!
//! let mut game = Game::new(Variant::Chess);
//! for san in ["e4", "e5", "Nf3", "Nc6"] {
//!     let mv = game.position().parse_san(san).unwrap();
//!     game.play(mv).unwrap();
//! }
//! let refused = game.parse_uci("e1g1").unwrap_err();
//! assert_eq!(refused.to_string(), "e1g1 is illegal: you cannot castle: the piece on f1 is in the way");
//! ```
//!
//! Where the game is known only at run time, [`AnyPosition`] holds any of the five, and [`with_rules!`] picks the type once:
//!
//! ```
//! use estopim_rules::{AnyPosition, Variant};
//!
//! for variant in Variant::ALL {
//!     let position = AnyPosition::initial(variant);
//!     let text = position.fen();
//!     assert_eq!(AnyPosition::from_fen(variant, &text).unwrap(), position);
//!     assert_eq!(position.perft(2), (position.legal_moves().len() as u64).pow(2));
//! }
//! ```
//!
//! Read the modules in this order: the basic types ([`types`]), geometry ([`attacks`]), the pieces ([`board`]),
//! validation ([`setup`]), where games differ ([`rules`]), how moves are found ([`movegen`]) and played ([`position`]),
//! the games themselves ([`variants`]), a game with its past ([`game`]), and what people write ([`notation`]).
//!
//! No input or output, no threads, no wall clock.
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
mod premoves;
pub mod variants;
pub mod any;
pub mod game;
pub mod notation;
mod perft;
#[cfg(feature = "serde")]
mod serde;

pub use any::{AnyPosition, Variant, VariantError};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use game::{Game, PlayError};
pub use notation::epd::{Epd, EpdError, EpdOperand, EpdOperation};
pub use notation::fen::{FenError, FenFault};
pub use notation::pgn::{
    MainLineError, Nag, PgnError, PgnEval, PgnFault, PgnFaultKind, PgnGame, PgnLimits, PgnLine,
    PgnMove, PgnQuantity, PgnReader, PgnResult, PgnResultError, PgnScore, PgnTags,
};
pub use notation::san::SanError;
pub use notation::uci::{CastlingNotation, UciError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use position::{Explosion, Position};
pub use refusal::{CastlingRefusal, Refusal};
pub use rng::SplitMix64;
pub use rules::Rules;
pub use setup::{Setup, SetupFault};
pub use types::{
    Bitboard, Color, File, Move, MoveKind, MoveList, Moves, Piece, Rank, Role, Square, SquareError,
    Squares,
};
pub use variants::{
    Atomic, AtomicRuleset, Chess, ClassicAtomic, PawnBattle, PawnBattleSetup, PawnBattleSetupError,
    SimpleAtomic, StrictAtomic,
};
pub use zobrist::Key;

/// The examples of the README, which are tested with those above.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
