//! Which crate may use which: the table in ARCHITECTURE.md is the rule, and every `Cargo.toml` keeps to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a crate may use; `None` if anything.
type Allowed = Option<BTreeSet<String>>;

/// The rows of the table of crates: the name, and what stands under "May use".
fn table() -> BTreeMap<String, Allowed> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().skip_while(|line| !line.starts_with("| Crate |"));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, uses, _] = cells[..] else { panic!("expected four cells: {row}") };
        let names = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let allowed = if uses == "any" { None } else { Some(names(uses)) };
        (name.trim_matches('`').to_owned(), allowed)
    })
    .collect()
}

/// Our own crates among the dependencies of each crate, those of its tests left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let manifest = |folder: PathBuf| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = text.parse().expect("TOML");
        let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
        let ours = dependencies.into_iter().flat_map(toml::Table::keys);
        let ours = ours.filter_map(|name| name.strip_prefix("estopim-")).map(str::to_owned);
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        (name, ours.collect())
    };
    folders.map(|folder| manifest(folder.expect("a folder").path())).collect()
}

#[test]
fn every_crate_uses_only_what_the_architecture_lets_it_use() {
    let (table, dependencies) = (table(), dependencies());
    let names = |keys: Vec<&String>| keys.into_iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(
        names(table.keys().collect()),
        names(dependencies.keys().collect()),
        "the table lists every crate and no other"
    );
    for (name, used) in dependencies {
        if let Some(allowed) = &table[&name] {
            let more: Vec<&String> = used.difference(allowed).collect();
            assert!(more.is_empty(), "{name} uses {more:?}, which ARCHITECTURE.md does not allow");
        }
    }
}
