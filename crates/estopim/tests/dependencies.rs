//! What we depend on: every licence, source and crate is one that `deny.toml` allows.
//!
//! `cargo deny` checks the same file and more, but takes minutes to be compiled; this asks `cargo tree`, without the
//! network.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A package that is compiled here, for the program or for its tests.
struct Package {
    name: String,
    /// As SPDX writes it.
    license: String,
}

/// Every package that is compiled. What is locked but never compiled is left out, which `cargo metadata` cannot do.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--workspace", "--all-features"])
        .args(["--edges", "normal,build,dev", "--prefix", "none", "--format", "{p};{l};"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let package = |line: &str| {
        let [package, license, _] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("expected a package and its licence, found {line:?}")
        };
        let name = package.split(' ').next().expect("a name");
        Package { name: name.to_owned(), license: license.to_owned() }
    };
    lines.into_iter().map(package).collect()
}

/// Where each package in `Cargo.lock` comes from; ours come from nowhere.
fn sources() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock");
    let lock: toml::Table = text.parse().expect("TOML");
    let packages = lock["package"].as_array().expect("packages").iter();
    packages.filter_map(|package| package.get("source")?.as_str().map(str::to_owned)).collect()
}

/// The words of a list in `deny.toml`; of a list of tables, the word that `key` names in each.
fn list(section: &str, name: &str, key: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml");
    let deny: toml::Table = text.parse().expect("TOML");
    let list = deny[section][name].as_array().expect("a list");
    let word = |value: &toml::Value| {
        value.as_str().or_else(|| value.get(key)?.as_str()).map(str::to_owned)
    };
    list.iter().map(|value| word(value).expect("a word")).collect()
}

/// Whether a licence, as SPDX writes it, gives us a choice of which all parts are allowed. A slash is an old way to say OR.
fn is_allowed(license: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = license.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    let answer = any_of(&mut rest, allowed);
    answer.unwrap_or(false) && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut answer = all_of(words, allowed)?;
    while let Some(("OR", rest)) = words.split_first().map(|(&word, rest)| (word, rest)) {
        *words = rest;
        answer |= all_of(words, allowed)?;
    }
    Some(answer)
}

fn all_of(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let mut answer = one(words, allowed)?;
    while let Some(("AND", rest)) = words.split_first().map(|(&word, rest)| (word, rest)) {
        *words = rest;
        answer &= one(words, allowed)?;
    }
    Some(answer)
}

fn one(words: &mut &[&str], allowed: &BTreeSet<String>) -> Option<bool> {
    let (&word, rest) = words.split_first()?;
    *words = rest;
    if word == "(" {
        let answer = any_of(words, allowed)?;
        let (&")", rest) = words.split_first()? else { return None };
        *words = rest;
        return Some(answer);
    }
    if let [_, exception, rest @ ..] = words
        && words[0] == "WITH"
    {
        let whole = format!("{word} WITH {exception}");
        *words = rest;
        return Some(allowed.contains(&whole));
    }
    Some(allowed.contains(word))
}

#[rstest]
#[case::one("MIT", true)]
#[case::another("Nobody-1.0", false)]
#[case::a_choice("Nobody-1.0 OR MIT", true)]
#[case::an_old_choice("MIT/Nobody-1.0", true)]
#[case::both("MIT AND Nobody-1.0", false)]
#[case::both_of_a_choice("(MIT OR Nobody-1.0) AND Zlib", true)]
#[case::binds_closer("MIT OR Nobody-1.0 AND Zlib", true)]
#[case::with_an_exception("MIT WITH Some-exception", false)]
#[case::none("", false)]
#[case::no_licence_at_all("(MIT", false)]
#[case::more_than_a_licence("MIT Zlib", false)]
fn licences_are_understood(#[case] license: &str, #[case] wanted: bool) {
    let allowed = ["MIT", "Zlib"].map(str::to_owned).into();
    assert_eq!(is_allowed(license, &allowed), wanted);
}

#[test]
fn every_dependency_is_one_that_deny_toml_allows() {
    let licenses = list("licenses", "allow", "");
    let denied = list("bans", "deny", "crate");
    let packages = packages();
    assert!(packages.len() > 100, "found {} packages", packages.len());
    let mut faults = Vec::new();
    for Package { name, license } in packages {
        if !is_allowed(&license, &licenses) {
            faults.push(format!(
                "{name} has the licence {license:?}, which deny.toml does not allow"
            ));
        }
        if denied.contains(&name) {
            faults.push(format!("deny.toml forbids {name}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_dependency_comes_from_a_registry_that_deny_toml_allows() {
    let registries = list("sources", "allow-registry", "");
    let wanted: BTreeSet<String> = registries.iter().map(|it| format!("registry+{it}")).collect();
    assert_eq!(sources(), wanted);
}
