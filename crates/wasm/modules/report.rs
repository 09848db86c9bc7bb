//! The maker of game reports as a WebAssembly module. It asks the page to search, which has the engine's module for that.
#![allow(
    unsafe_code,
    reason = "names of exports are promised to be unique, and imports to be there"
)]

use estopim_wasm::{exchange, report};

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Searches: where a question lies as JSON, and how long it is. The answer has been put where requests are put.
    safe fn search(text: *const u8, length: usize);
    /// Hears how many positions of how many have been looked at.
    safe fn progress(done: usize, total: usize);
}

/// The modules are built for other machines only to be checked; there is no page.
#[cfg(not(target_family = "wasm"))]
fn search(_text: *const u8, _length: usize) {}

#[cfg(not(target_family = "wasm"))]
fn progress(_done: usize, _total: usize) {}

#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *const u8 {
    exchange::reserve(length)
}

#[unsafe(no_mangle)]
extern "C" fn buffer() -> *const u8 {
    exchange::buffer()
}

#[unsafe(no_mangle)]
extern "C" fn make() -> usize {
    exchange::answer_json(|query| {
        let ask = |question: &report::ReportQuestion| {
            let text = serde_json::to_string(question).expect("a question has no keys but texts");
            search(text.as_ptr(), text.len());
            exchange::take()
        };
        report::make(&query, ask, |done, total| {
            progress(done, total);
        })
    })
}
