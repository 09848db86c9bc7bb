//! A real client of the engine: python-chess plays and analyses through `estopim-uci`.

use std::process::Command;

#[test]
fn python_chess_plays_and_analyses_through_the_engine() {
    let python = std::env::var("ESTOPIM_PYTHON").expect(
        "ESTOPIM_PYTHON must name a Python with the package chess; `make python` makes one and \
         `make test` sets it",
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python_client.py");
    let output = Command::new(&python)
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_estopim-uci"))
        .output()
        .unwrap_or_else(|error| panic!("{python} does not start: {error}"));
    let (said, complained) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}\n{complained}");
    assert!(said.ends_with("7 passed\n"), "{said}\n{complained}");
}
