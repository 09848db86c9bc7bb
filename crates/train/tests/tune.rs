//! Tuning in miniature: tuning weights on positions from self-play lowers the error.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use estopim_engine::eval::Weights;
use estopim_engine::tuning::Tuning;
use estopim_engine::{EvalSource, SearchRules};
use estopim_rules::{PawnBattle, Variant};
use estopim_train::data::Reader;
use estopim_train::datagen::{Plan, generate};
use estopim_train::tune::{
    DescentSettings, Schedule, SearchSettings, try_tuning, tune, tune_search, tuning_of,
};

#[test]
fn turning_weights_lowers_the_error_and_gives_weights_that_can_be_read() {
    let variant = Variant::PawnBattle;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.data");
    let source = EvalSource::HandCrafted;
    let plan = Plan { variant, positions: 3000, nodes: 150, seed: 7, source, threads: 1 };
    generate(&plan, &path, &AtomicBool::new(false), |_| ()).expect("the file can be written");
    let blocks = Reader::open(&path).unwrap().map(|block| block.unwrap().records);
    let records: Vec<_> = blocks.flatten().collect();
    let settings =
        DescentSettings { variant, epochs: 12, rate: 3.0, result_share: 0.7, decay: 0.0 };
    let mut errors = Vec::new();
    let text = tune(settings, &records, |progress| errors.push(progress.error));
    assert!(errors.last() < errors.first(), "{errors:?}");
    Weights::parse(<PawnBattle as SearchRules>::LAYOUT, &text).expect("the weights can be read");
}

#[test]
fn turning_the_search_plays_every_pair_and_keeps_numbers_that_make_sense() {
    let settings = games();
    let told = AtomicU64::new(0);
    let found = tune_search(&settings, &AtomicBool::new(false), |pairs, values| {
        assert_eq!(values.len(), Tuning::PARAMS.len());
        told.store(pairs, Relaxed);
    });
    assert_eq!(told.load(Relaxed), 12);
    assert_ne!(found, <PawnBattle as SearchRules>::TUNING, "no pair was won");
    assert_makes_sense(found);
}

#[test]
fn a_search_that_looks_at_one_move_only_loses_to_the_usual_one() {
    let own = tuning_of(Variant::PawnBattle);
    let blind = Tuning { lmp_base: -1000, futility_base: -100_000, ..own };
    let counts = try_tuning(&games(), blind, &AtomicBool::new(false), |_| {});
    assert_eq!(counts.iter().sum::<u64>(), 12);
    let [lost, half_lost, _, half_won, won] = counts;
    assert!(2 * lost + half_lost > 2 * won + half_won, "{counts:?}");
}

/// A dozen short pairs of Pawn Battle.
fn games() -> SearchSettings {
    let schedule = Schedule { pairs: 12, rate: 0.5, seed: 7, threads: 2 };
    let (variant, source) = (Variant::PawnBattle, EvalSource::HandCrafted);
    SearchSettings { variant, nodes: 200, source, schedule }
}

#[test]
fn the_numbers_of_every_game_make_sense() {
    for variant in Variant::ALL {
        assert_makes_sense(tuning_of(variant));
    }
}

fn assert_makes_sense(tuning: Tuning) {
    for (param, value) in Tuning::PARAMS.iter().zip(tuning.values()) {
        assert!((param.min..=param.max).contains(&value), "{}: {value}", param.name);
    }
}
