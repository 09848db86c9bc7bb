//! The rules as a WebAssembly module.
#![allow(unsafe_code, reason = "names of exports are promised to be unique")]

use estopim_wasm::{exchange, rules};

#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *const u8 {
    exchange::reserve(length)
}

#[unsafe(no_mangle)]
extern "C" fn buffer() -> *const u8 {
    exchange::buffer()
}

#[unsafe(no_mangle)]
extern "C" fn position() -> usize {
    exchange::answer(rules::position)
}

#[unsafe(no_mangle)]
extern "C" fn premoves() -> usize {
    exchange::answer(rules::premoves)
}

#[unsafe(no_mangle)]
extern "C" fn null_move() -> usize {
    exchange::answer(rules::null_move)
}

#[unsafe(no_mangle)]
extern "C" fn faults() -> usize {
    exchange::answer(rules::faults)
}

#[unsafe(no_mangle)]
extern "C" fn perft() -> usize {
    exchange::answer(rules::perft)
}
