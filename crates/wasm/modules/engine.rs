//! The engine as a WebAssembly module.
#![allow(
    unsafe_code,
    reason = "names of exports are promised to be unique, and imports to be there"
)]

use std::cell::RefCell;
use std::time::Duration;

use estopim_wasm::engine::{self, Engine, SearchReport};
use estopim_wasm::exchange;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The page's clock, in milliseconds.
    safe fn now_ms() -> f64;
    /// Hears of what a search finds: where a text of JSON lies, and how long it is.
    safe fn report(text: *const u8, length: usize);
}

/// The modules are built for other machines only to be checked; there is no page.
#[cfg(not(target_family = "wasm"))]
fn now_ms() -> f64 {
    0.0
}

#[cfg(not(target_family = "wasm"))]
fn report(_text: *const u8, _length: usize) {}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(now));
}

fn now() -> Duration {
    Duration::from_secs_f64(now_ms().max(0.0) / 1000.0)
}

fn tell(found: &SearchReport) {
    let text = serde_json::to_string(found).expect("a report has no keys but texts");
    report(text.as_ptr(), text.len());
}

#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *const u8 {
    exchange::reserve(length)
}

#[unsafe(no_mangle)]
extern "C" fn buffer() -> *const u8 {
    exchange::buffer()
}

/// The request is the bytes of a network's file.
#[unsafe(no_mangle)]
extern "C" fn load_network() -> usize {
    let bytes = exchange::take();
    let loaded = ENGINE.with_borrow_mut(|engine| engine.load_network(&bytes));
    exchange::reply(&loaded)
}

#[unsafe(no_mangle)]
extern "C" fn clear() {
    ENGINE.with_borrow_mut(Engine::clear);
}

#[unsafe(no_mangle)]
extern "C" fn search() -> usize {
    exchange::answer_json(|query| ENGINE.with_borrow_mut(|engine| engine.search(&query, tell)))
}

#[unsafe(no_mangle)]
extern "C" fn bench() -> usize {
    exchange::answer_json(|query| Ok(ENGINE.with_borrow(|engine| engine.bench(&query))))
}

#[unsafe(no_mangle)]
extern "C" fn perft() -> usize {
    exchange::answer(engine::perft)
}
