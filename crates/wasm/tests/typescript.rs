//! The types that the page shares with its modules.

use std::path::Path;

use estopim_wasm::typescript;

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = std::fs::read_to_string(root.join(typescript::PATH)).expect("the file is there");
    assert!(found == typescript::file(), "{} is out of date: run make protocol", typescript::PATH);
}
