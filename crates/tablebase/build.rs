//! Lists the tables in `tables/` for [`crate::embedded`]. There may be none.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"))
            .join("../../tables");
    // A folder that is missing would mean building again every time.
    let watched =
        if folder.exists() { folder.display().to_string() } else { "build.rs".to_owned() };
    println!("cargo:rerun-if-changed={watched}");
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect()
    };
    let mut files: Vec<_> = entries(&folder).iter().flat_map(|game| entries(game)).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "etb"));
    files.sort();
    let mut list = String::new();
    for path in &files {
        writeln!(list, "    include_bytes!({:?}),", path.display().to_string())
            .expect("a text takes every line");
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo names a folder to write to"))
        .join("tables.rs");
    let text = format!("const FILES: [&[u8]; {}] = [\n{list}];\n", files.len());
    fs::write(&out, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", out.display()));
}
