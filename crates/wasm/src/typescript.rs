//! The types of this crate in TypeScript, for the web page.

use ts_rs::{Config, TS};

use crate::{engine, pgn, report, rules};

/// Where the file lives, from the root of the repository.
pub const PATH: &str = "web/src/generated/wasm.ts";

/// How the file begins.
const HEAD: &str = "\
// What the page says to its WebAssembly modules. Written by `make protocol` from crates/wasm; never edited by hand.
import type { Fault, Reason, Square, Variant } from './protocol';
";

/// The whole file.
pub fn file() -> String {
    let config = Config::default();
    let mut text = HEAD.to_owned();
    macro_rules! declare {
        ($($type:ty),+ $(,)?) => {$(
            let docs = <$type as TS>::docs().unwrap_or_default();
            let declaration = <$type as TS>::decl(&config);
            text.push_str(&format!("\n{docs}export {declaration}\n"));
        )+};
    }
    declare!(
        rules::Premoves,
        pgn::TreeEval,
        pgn::TreeMove,
        pgn::TreeLine,
        pgn::PgnTree,
        pgn::PgnFaultCode,
        pgn::PgnFaultView,
        pgn::PgnEntry,
        report::ReportQuery,
        report::ReportQuestion,
        engine::SearchQuery,
        engine::ScoreView,
        engine::BoundView,
        engine::PvMove,
        engine::SearchReport,
        engine::SearchAnswer,
        engine::BenchQuery,
        engine::BenchAnswer,
    );
    text
}
