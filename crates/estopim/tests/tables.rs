//! `estopim tables`, from the arguments to the files.

mod program;

use std::fs;
use std::path::Path;

use program::estopim;
use rstest::rstest;
use tempfile::tempdir;

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Builds the tables of Pawn Battle with up to `men` men.
fn build(folder: &Path, men: &str) -> program::Ran {
    let out = text_of(folder);
    estopim(&["tables", "build", "--variant", "pawnbattle", "--men", men, "--out", out])
}

#[test]
fn tables_are_built_once_checked_proven_and_asked() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    let built = build(path, "3");
    built.succeeded();
    let last = format!("6 tables in {}, 6 of them new\n", path.display());
    assert!(built.stdout.ends_with(&last), "{}", built.stdout);
    assert!(built.stdout.starts_with("PvP: 4,608 values, at most 9 plies, "), "{}", built.stdout);
    let again = build(path, "3");
    again.succeeded();
    assert_eq!(again.stdout, format!("6 tables in {}, 0 of them new\n", path.display()));
    // What the program holds is what it builds.
    for entry in fs::read_dir(path.join("pawnbattle")).expect("a folder of the game") {
        let entry = entry.expect("a file");
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables/pawnbattle");
        let shipped = fs::read(shipped.join(entry.file_name())).expect("it ships");
        assert!(fs::read(entry.path()).expect("it is there") == shipped, "{entry:?}");
    }

    let checked = estopim(&["tables", "check", text_of(path), "--prove"]);
    checked.succeeded();
    assert!(
        checked.stdout.starts_with("pawnbattle PvP: 4,512 positions proven\n"),
        "{}",
        checked.stdout
    );
    assert!(checked.stdout.ends_with("6 tables, 0 faults\n"), "{}", checked.stdout);
}

#[test]
fn a_damaged_and_a_cut_file_are_told_of() {
    let folder = tempdir().expect("a folder");
    build(folder.path(), "3").succeeded();
    let file = |name: &str| folder.path().join("pawnbattle").join(name);
    let mut bytes = fs::read(file("PPvP.etb")).expect("it was written");
    let last = bytes.len() - 1;
    bytes[last - 200] ^= 1;
    fs::write(file("PPvP.etb"), &bytes).expect("room");
    let bytes = fs::read(file("PvP.etb")).expect("it was written");
    fs::write(file("PvP.etb"), &bytes[..bytes.len() - 10]).expect("room");
    let checked = estopim(&["tables", "check", text_of(folder.path())]);
    assert_eq!(checked.code, Some(2), "{}", checked.stderr);
    let told = &checked.stdout;
    assert!(
        told.contains(&format!(
            "PvP.etb: {} bytes long, expected {}\n",
            bytes.len() - 10,
            bytes.len()
        )),
        "{told}"
    );
    assert!(told.contains("pawnbattle PPvP: block "), "{told}");
    assert!(told.ends_with("5 tables, 2 faults\n"), "{told}");
    // A file that is refused is not built over: it may be somebody's only copy.
    let built = build(folder.path(), "3");
    built.refused();
    assert!(built.stderr.contains("PvP.etb: "), "{}", built.stderr);
}

#[rstest]
#[case::a_win("chess", "8/8/8/8/8/2k5/1q6/K7 b - - 0 1", "")]
#[case::a_race(
    "pawnbattle",
    "8/8/3P4/8/8/p7/8/8 w - - 0 1",
    "win in 3 plies\nd6d7: win in 3 plies\n"
)]
#[case::too_many_men("atomic", "8/8/8/3k4/8/3KPPP1/8/8 w - - 0 1", "unknown\n")]
#[case::over(
    "pawnbattle",
    "3P4/8/8/8/8/p7/8/8 b - - 0 1",
    "white wins: a pawn reached the last rank\n"
)]
fn a_position_is_told_with_its_moves(#[case] game: &str, #[case] fen: &str, #[case] told: &str) {
    let ran = estopim(&["tables", "probe", "--variant", game, "--fen", fen]);
    if told.is_empty() {
        ran.refused();
        return;
    }
    ran.succeeded();
    assert!(ran.stdout.starts_with(told), "{}", ran.stdout);
}

#[test]
fn a_missing_folder_is_an_error_of_the_machine() {
    let ran = estopim(&["tables", "check", "no/such/folder"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.starts_with("error: no/such/folder: "), "{}", ran.stderr);
}
