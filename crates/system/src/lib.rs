//! What the operating system is asked for where a plain call of the standard library is not enough: whether there is
//! memory for a large table ([`memory`]), and files that are replaced as a whole or not at all ([`files`]).
#![forbid(unsafe_code)]

pub mod memory;
#[cfg(not(target_family = "wasm"))]
pub mod files;
