//! Lists the networks in `nets/` for [`crate::embedded`]. There may be none. WebAssembly has none: a page fetches the one
//! that its game needs.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let nets = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"))
        .join("../../nets");
    // A folder that is missing would mean building again every time.
    let watched = if nets.exists() { nets.display().to_string() } else { "build.rs".to_owned() };
    println!("cargo:rerun-if-changed={watched}");
    let mut files: Vec<_> = fs::read_dir(&nets)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "nnue"))
        .collect();
    files.sort();
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        files.clear();
    }
    let mut list = String::new();
    for path in &files {
        writeln!(list, "    include_bytes!({:?}),", path.display().to_string())
            .expect("a text takes every line");
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo names a folder to write to"))
        .join("networks.rs");
    let text = format!("const FILES: [&[u8]; {}] = [\n{list}];\n", files.len());
    fs::write(&out, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", out.display()));
}
