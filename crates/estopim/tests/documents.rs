//! What the documents point to is there: every relative link, and every source file that is named.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root")
}

/// Folders with nothing of ours in them, and those with dots, which are not looked into either.
const NOT_OURS: [&str; 4] = ["target", "node_modules", "dist", "test-results"];

/// Every file of the project, from its root.
fn files() -> Vec<String> {
    let (root, mut found) = (root(), Vec::new());
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_file() {
                let path = path.strip_prefix(&root).expect("it is below the root");
                found.push(path.to_string_lossy().into_owned());
            } else if !name.starts_with('.') && !NOT_OURS.contains(&&*name) {
                folders.push(path);
            }
        }
    }
    found
}

fn documents(files: &[String]) -> impl Iterator<Item = (&String, String)> {
    let documents = files.iter().filter(|file| file.rsplit('.').next() == Some("md"));
    documents.filter_map(|file| Some((file, fs::read_to_string(root().join(file)).ok()?)))
}

/// The targets of links and pictures in Markdown.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// The anchor of a heading, as sites that show Markdown make it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn every_link_leads_somewhere() {
    let mut faults = Vec::new();
    let files = files();
    for (document, text) in documents(&files) {
        for link in links(&text).filter(|link| !link.contains("://")) {
            let (file, wanted) = link.split_once('#').unwrap_or((link, ""));
            let folder = root().join(document).parent().expect("a folder").to_owned();
            let target = if file.is_empty() { root().join(document) } else { folder.join(file) };
            let headings = fs::read_to_string(&target).unwrap_or_default();
            let has = || headings.lines().any(|it| it.starts_with('#') && anchor(it) == wanted);
            if !target.exists() || !wanted.is_empty() && !has() {
                faults.push(format!("{document}: {link}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_source_file_that_is_named_is_there_once() {
    let mut faults = Vec::new();
    let files = files();
    for (document, text) in documents(&files) {
        for name in text.split('`').skip(1).step_by(2) {
            let is_source =
                [".rs", ".ts", ".svelte", ".sql", ".sh"].iter().any(|it| name.ends_with(it));
            if !is_source || name.contains([' ', '*', '<']) {
                continue;
            }
            let ends = |file: &&String| *file == name || file.ends_with(&format!("/{name}"));
            // A name that several files have says nothing.
            let found = files.iter().filter(ends).count();
            if found != 1 {
                faults.push(format!("{document}: {name} is the name of {found} files"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
