//! Tuning, in miniature: self-play makes samples, and turning weights by them lowers the error.

use std::io::Cursor;

use estopim_engine::SearchRules;
use estopim_engine::eval::Weights;
use estopim_lab::tune::{
    DescentSettings, Sample, SampleError, SampleSettings, play_samples, read_samples, sample_lines,
    tune,
};
use estopim_rules::{PawnBattle, Variant};

fn samples(variant: Variant, wanted: usize) -> Vec<Sample> {
    let settings = SampleSettings { variant, nodes: 150, random_plies: 6, seed: 7 };
    let mut all = Vec::new();
    play_samples(settings, |game| {
        all.extend(game);
        all.len() < wanted
    });
    all
}

#[test]
fn samples_survive_being_written_and_read_and_a_bad_line_is_named() {
    let written = samples(Variant::Atomic, 50);
    let text = sample_lines(&written);
    assert_eq!(read_samples(Cursor::new(&text)).expect("what was written can be read"), written);
    let bad = format!("{text}nonsense\n");
    let line = written.len() + 1;
    assert!(matches!(
        read_samples(Cursor::new(bad)),
        Err(SampleError::Line { line: found, .. }) if found == line
    ));
}

#[test]
fn turning_weights_lowers_the_error_and_gives_weights_that_can_be_read() {
    let samples = samples(Variant::PawnBattle, 3_000);
    let settings = DescentSettings {
        variant: Variant::PawnBattle,
        epochs: 12,
        rate: 3.0,
        result_share: 0.7,
        decay: 0.0,
    };
    let mut errors = Vec::new();
    let text = tune(settings, &samples, |progress| errors.push(progress.error));
    assert!(errors.last() < errors.first(), "{errors:?}");
    Weights::parse(<PawnBattle as SearchRules>::LAYOUT, &text).expect("the weights can be read");
}
