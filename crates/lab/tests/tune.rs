//! Tuning, in miniature: turning weights by positions from self-play lowers the error.

use std::sync::atomic::AtomicBool;

use estopim_engine::eval::Weights;
use estopim_engine::{EvalSource, SearchRules};
use estopim_lab::data::Reader;
use estopim_lab::datagen::{Plan, generate};
use estopim_lab::tune::{DescentSettings, tune};
use estopim_rules::{PawnBattle, Variant};

#[test]
fn turning_weights_lowers_the_error_and_gives_weights_that_can_be_read() {
    let variant = Variant::PawnBattle;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("some.data");
    let source = EvalSource::ByHand;
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
