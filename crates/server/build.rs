//! The page is part of the program: when it changes, the program is built again.

use std::path::Path;

fn main() {
    // A path that is missing would mean building again every time.
    let built = "../../web/dist";
    let watched = if Path::new(built).exists() { built } else { "../../web/index.html" };
    let watched = if Path::new(watched).exists() { watched } else { "build.rs" };
    println!("cargo:rerun-if-changed={watched}");
}
