//! PGN as a WebAssembly module, for the analysis board.
#![allow(unsafe_code, reason = "names of exports are promised to be unique")]

use estopim_wasm::{exchange, pgn};

#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *const u8 {
    exchange::reserve(length)
}

#[unsafe(no_mangle)]
extern "C" fn buffer() -> *const u8 {
    exchange::buffer()
}

#[unsafe(no_mangle)]
extern "C" fn list() -> usize {
    exchange::answer(pgn::list)
}

#[unsafe(no_mangle)]
extern "C" fn read() -> usize {
    exchange::answer(pgn::read)
}

#[unsafe(no_mangle)]
extern "C" fn write() -> usize {
    exchange::answer_json(|tree| pgn::write(&tree))
}
