//! The small words everything else is written in, one concept per file.

mod color;
mod role;
mod piece;
mod square;
mod bitboard;
mod mv;

pub use bitboard::Bitboard;
pub use color::Color;
pub use mv::{Move, MoveKind, MoveList};
pub use piece::Piece;
pub use role::Role;
pub use square::{File, Rank, Square};
