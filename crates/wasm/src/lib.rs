//! Rules and engine for the browser.
//!
//! A page calls a module by name with a text of JSON and gets one back; the types are those of `estopim_protocol` and of
//! [`rules`], [`pgn`] and [`engine`] here, and [`typescript`] tells them to the page. [`exchange`] is how texts go in and out.
//! `modules/` has what each module exports.
#![deny(unsafe_code)]

pub mod exchange;
pub mod rules;
pub mod pgn;
pub mod report;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod typescript;
