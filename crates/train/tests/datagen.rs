//! Self-play in miniature: every ruleset gives sound positions, and the file depends on the seed alone.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use estopim_engine::EvalSource;
use estopim_rules::Variant;
use estopim_train::data::{DataFault, Reader, Record, WhiteResult};
use estopim_train::datagen::{Plan, Progress, generate};
use rstest::rstest;

const PLAN: Plan = Plan {
    variant: Variant::Atomic,
    positions: 1,
    nodes: 40,
    seed: 7,
    source: EvalSource::HandCrafted,
    threads: 1,
};

fn play(plan: &Plan, path: &Path) -> Progress {
    generate(plan, path, &AtomicBool::new(false), |_| ()).expect("the file can be written")
}

fn records(path: &Path) -> Vec<Record> {
    let blocks = Reader::open(path).unwrap().map(|block| block.unwrap().records);
    blocks.flatten().collect()
}

#[rstest]
fn positions_are_sound_calm_undecided_and_all_different(
    #[values(
        Variant::Chess,
        Variant::Atomic,
        Variant::StrictAtomic,
        Variant::SimpleAtomic,
        Variant::PawnBattle
    )]
    variant: Variant,
) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.data");
    let end = play(&Plan { variant, ..PLAN }, &path);
    let records = records(&path);
    assert_eq!(end, Progress { positions: records.len() as u64, games: 64 });
    assert!(records.len() > 200, "{} positions from 64 games", records.len());
    let mut seen = HashSet::new();
    let mut results = HashSet::new();
    for record in &records {
        let position = record.position().expect("a sound position");
        assert_eq!(position.variant(), variant);
        assert!(position.outcome().is_none() && !position.is_check(), "{record}");
        assert!(record.score().abs() < 2000, "{record}");
        assert!(record.ply() >= 6, "{record}");
        assert!(seen.insert(position.key()), "twice: {record}");
        results.insert(record.result());
    }
    assert!(results.contains(&WhiteResult::Win) && results.contains(&WhiteResult::Loss));
}

#[test]
fn the_file_depends_on_the_seed_and_not_on_threads_or_interruptions() {
    /// Several blocks.
    const WANTED: usize = 8000;
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    let plan = Plan { variant: Variant::PawnBattle, positions: WANTED as u64, ..PLAN };
    play(&plan, &file("one"));
    let one = fs::read(file("one")).unwrap();

    play(&Plan { threads: 3, ..plan.clone() }, &file("three"));
    assert!(fs::read(file("three")).unwrap() == one, "three threads");

    // Broken off after each block, and once in the middle of one.
    let mut rounds = 0;
    while rounds == 0 || records(&file("often")).len() < WANTED {
        let interrupt = AtomicBool::new(false);
        let mut told = 0;
        generate(&plan, &file("often"), &interrupt, |_| {
            told += 1;
            interrupt.store(told > 1, Ordering::Relaxed);
        })
        .unwrap();
        rounds += 1;
        if rounds == 2 {
            let bytes = fs::read(file("often")).unwrap();
            fs::write(file("often"), &bytes[..bytes.len() - 100]).unwrap();
        }
    }
    assert!(rounds > 2, "there was something to break off");
    assert!(fs::read(file("often")).unwrap() == one, "broken off {rounds} times");

    play(&Plan { seed: 8, ..plan }, &file("other"));
    let other = records(&file("other"));
    assert!(other[..50] != records(&file("one"))[..50], "another seed");
}

#[test]
fn a_file_that_is_full_enough_is_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.data");
    let first = play(&PLAN, &path);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(play(&PLAN, &path), first);
    assert!(fs::read(&path).unwrap() == bytes);
}

#[rstest]
#[case::another_seed(Plan { seed: 8, ..PLAN })]
#[case::more_nodes(Plan { nodes: 41, ..PLAN })]
#[case::another_game(Plan { variant: Variant::Chess, ..PLAN })]
fn other_settings_are_refused(#[case] other: Plan) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.data");
    play(&PLAN, &path);
    let refused = generate(&other, &path, &AtomicBool::new(false), |_| ()).unwrap_err();
    assert!(matches!(refused.fault, DataFault::OtherSettings { .. }), "{refused}");
}
