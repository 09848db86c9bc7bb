//! Text in, text out: positions, moves and games as people and programs write them.

pub mod fen;
pub mod uci;
pub mod san;
pub mod epd;
pub mod pgn;
