//! Which crate may use which: the table in ARCHITECTURE.md is the rule, and every `Cargo.toml` keeps to it. And where
//! particular games may be named: in their own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use estopim_rules::Variant;

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

/// The names in a manifest's tables of dependencies: those of its tests, of its build script and of single systems too.
fn named_dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let own = kinds.iter().filter_map(|kind| manifest.get(*kind)?.as_table());
    let mut names: BTreeSet<String> = own.flat_map(toml::Table::keys).cloned().collect();
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    for target in targets.into_iter().flat_map(toml::Table::values) {
        names.extend(target.as_table().map(named_dependencies).unwrap_or_default());
    }
    names
}

/// What each crate depends on.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let manifest = |folder: PathBuf| {
        let text = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        (name, named_dependencies(&text.parse().expect("TOML")))
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
            let ours = used.iter().filter_map(|name| name.strip_prefix("estopim-"));
            let more: Vec<&str> = ours.filter(|used| !allowed.contains(*used)).collect();
            assert!(more.is_empty(), "{name} uses {more:?}, which ARCHITECTURE.md does not allow");
        }
    }
}

#[test]
fn only_the_program_reads_arguments() {
    for (name, used) in dependencies() {
        assert!(name == "estopim" || !used.contains("clap"), "{name} uses clap");
    }
}

/// Where a particular game may be named in a comparison, from the root of the repository: the list of all games, their
/// own files, their first positions, and what speed is measured by: positions, and libraries that know some games only.
const GAMES_OWN_FILES: [&str; 5] = [
    "crates/rules/src/any.rs",
    "crates/rules/src/variants/",
    "crates/rules/src/notation/fen.rs",
    "crates/engine/src/bench.rs",
    "crates/rules/benches/perft.rs",
];

/// The files under a folder, and in the folders under it.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| files_under(folder)));
    files
}

/// The sources of the program and the page as text, by their paths from the root; without tests and what is generated.
fn sources() -> Vec<(String, String)> {
    let root = root();
    let crates = fs::read_dir(root.join("crates")).expect("the crates");
    let parts = ["src", "examples", "benches", "modules"];
    let mut folders: Vec<_> = crates
        .map(|it| it.expect("a crate").path())
        .flat_map(|it| parts.map(|part| it.join(part)))
        .filter(|folder| folder.is_dir())
        .collect();
    folders.extend(["web/src", "fuzz/src", "fuzz/fuzz_targets"].map(|folder| root.join(folder)));
    let files = folders.iter().flat_map(|folder| files_under(folder));
    let named = files.map(|path| {
        let name = path.strip_prefix(&root).expect("under the root").to_string_lossy().into_owned();
        (name, path)
    });
    let is_source = |name: &str| {
        let ends = |end: &str| name.ends_with(end);
        (ends(".rs") || ends(".ts") || ends(".svelte"))
            && !ends(".test.ts")
            && !name.contains("/generated/")
    };
    named
        .filter(|(name, _)| is_source(name))
        .map(|(name, path)| (name, fs::read_to_string(path).expect("text")))
        .collect()
}

/// The code of a source in one line: without comments, and without the tests at its end.
fn code(source: &str) -> String {
    let source = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = source.lines();
    let lines = lines.map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Words that once named several things each.
const WORDS: [&str; 13] = [
    "Ask",
    "Board",
    "Clock",
    "GameSession",
    "Judge",
    "Line",
    "Occupant",
    "Report",
    "Seat",
    "State",
    "Table",
    "Tally",
    "TimeControl",
];

#[test]
fn one_word_names_one_thing() {
    let sources = sources();
    // Messages mirror the words of other crates under the same names.
    let own = || sources.iter().filter(|(name, _)| !name.starts_with("crates/protocol/"));
    for word in WORDS {
        let defines = |text: &str| {
            ["struct", "enum", "trait", "type"].iter().any(|kind| {
                let definition = format!("{kind} {word}");
                let ends = |(index, _): (usize, &str)| {
                    !text[index + definition.len()..].starts_with(char::is_alphanumeric)
                };
                text.match_indices(&definition).any(ends)
            })
        };
        let files: Vec<&str> = own()
            .filter(|(name, text)| name.starts_with("crates/") && defines(&code(text)))
            .map(|(name, _)| name.as_str())
            .collect();
        assert!(files.len() <= 1, "{word} is defined in {files:?}");
    }
}

/// The games' names in Rust and on the page.
fn names_of_games() -> Vec<String> {
    let names = |variant: Variant| {
        let word = format!("{variant:?}");
        [format!("Variant::{word}"), format!("AnyPosition::{word}"), format!("'{}'", variant.id())]
    };
    Variant::ALL.into_iter().flat_map(names).collect()
}

/// The places in a source where something is compared with a particular game.
fn comparisons(source: &str) -> Vec<String> {
    let (code, mut found) = (code(source), Vec::new());
    for name in names_of_games() {
        for (index, _) in code.match_indices(&name) {
            let (before, after) = (code[..index].trim_end(), &code[index + name.len()..]);
            if after.starts_with(char::is_alphanumeric) {
                continue;
            }
            // A pattern may hold the position: `AnyPosition::Chess(position) =>`.
            let after = match after.strip_prefix('(').and_then(|after| after.split_once(')')) {
                Some((_, after)) if name.starts_with("AnyPosition") => after.trim_start(),
                _ => after.trim_start(),
            };
            let last_words = &before[before.floor_char_boundary(before.len().saturating_sub(40))..];
            let compared = ["==", "!=", "===", "!==", "case", "if let", "while let"];
            if compared.iter().any(|end| before.ends_with(end))
                || ["==", "!=", "=>", "| "].iter().any(|start| after.starts_with(start))
                || last_words.contains("matches!(")
            {
                found.push(format!("{last_words} {name} {}", &after[..after.len().min(20)]));
            }
        }
    }
    found
}

#[test]
fn a_comparison_with_a_game_is_seen_in_every_form() {
    for compares in [
        "if variant == Variant::Atomic {",
        "(Variant::Chess != variant)",
        "match v {\n    Variant::PawnBattle => 1,\n    _ => 2,\n}",
        "Variant::Chess | Variant::Atomic => 1",
        "matches!(game.variant(), Variant::SimpleAtomic)",
        "AnyPosition::PawnBattle(position) => {",
        "if let AnyPosition::Chess(position) = it {",
        "choice.variant === 'pawnbattle'",
        "case 'strictatomic':",
        "#[cfg(test)]\nuse x;\nvariant == Variant::Atomic",
    ] {
        assert_eq!(comparisons(compares).len().min(1), 1, "{compares}");
    }
    for not in [
        "Game::new(Variant::Chess)",
        "variant: Variant::Atomic,",
        "// variant == Variant::Atomic",
        "fn x() {}\n#[cfg(test)]\nmod tests {\n    variant == Variant::Atomic",
        "{ name: 'check', variant: 'chess' }",
    ] {
        assert_eq!(comparisons(not), [""; 0], "{not}");
    }
}

#[test]
fn only_a_games_own_files_tell_it_from_others() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        if !GAMES_OWN_FILES.iter().any(|own| name.starts_with(own)) {
            found.extend(comparisons(&text).into_iter().map(|place| format!("{name}: {place}")));
        }
    }
    assert!(found.is_empty(), "ask a method of Variant or Rules instead:\n{}", found.join("\n"));
}

#[test]
fn the_page_has_no_list_of_the_games_of_its_own() {
    let ids: Vec<String> =
        Variant::ALL.iter().map(|variant| format!("'{}'", variant.id())).collect();
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("web/")) {
        let code = code(text);
        for (one, other) in ids.iter().flat_map(|one| ids.iter().map(move |other| (one, other))) {
            assert!(!code.contains(&format!("{one}, {other}")), "{name} lists {one}, {other}");
        }
    }
}
