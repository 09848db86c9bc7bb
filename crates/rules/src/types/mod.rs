//! The basic types, one concept per file.

mod color;
mod role;
mod piece;
mod square;
mod bitboard;
mod mv;
mod move_list;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use move_list::{MoveList, Moves};
pub use mv::{Move, MoveKind};
pub use piece::Piece;
pub use role::Role;
pub use square::{File, Rank, Square, SquareError};
