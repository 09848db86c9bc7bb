//! Training in miniature: gradients are right, a small network learns, stopping and resuming changes nothing,
//! quantisation loses little, and bad input is refused.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use estopim_nnue::Network;
use estopim_rules::{AnyPosition, Board, Color, Role, SplitMix64, Square, Variant};
use estopim_train::data::{Header, Origin, Record, WhiteResult, Writer};
use estopim_train::train::{
    Dataset, Event, Example, Finished, Gradient, Kernels, Mirror, Model, Paths, Settings, Start,
    TrainError, Trainer, quantise, run,
};
use rstest::rstest;

const VALUES: [i32; 6] = [100, 300, 320, 500, 900, 0];

/// What the pieces of a board are worth, for White, in centipawns.
fn material(board: &Board) -> i32 {
    let worth = |color, role: Role| board.pieces(color, role).count() as i32 * VALUES[role.index()];
    Role::ALL.into_iter().map(|role| worth(Color::White, role) - worth(Color::Black, role)).sum()
}

/// Positions from random games, scored by material alone.
fn material_blocks(variant: Variant, blocks: usize) -> Vec<Vec<Record>> {
    let mut rng = SplitMix64::new(1);
    let mut block = || {
        let mut records = Vec::new();
        while records.len() < 500 {
            let mut position = AnyPosition::initial(variant);
            for ply in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
                let score = material(position.board());
                let winner = match score {
                    1.. => Some(Color::White),
                    0 => None,
                    _ => Some(Color::Black),
                };
                let result = WhiteResult::of(winner);
                if position.outcome().is_none() && ply > 10 {
                    let record = Record::new(&position, score as i16, result, ply);
                    records.push(record.expect("no more than 32 pieces"));
                }
            }
        }
        records
    };
    (0..blocks).map(|_| block()).collect()
}

fn small(variant: Variant) -> Settings {
    Settings { hidden: 64, epochs: 3, batch: 512, rate: 0.01, wdl: 0.0, ..Settings::of(variant) }
}

fn write_records(path: &Path, variant: Variant, blocks: Vec<Vec<Record>>) {
    let header = Header { variant, origin: Origin::Joined };
    let mut writer = Writer::open(path, header, |_| ()).expect("a new file");
    for block in blocks {
        writer.append(10, block).expect("the file can be written");
    }
}

/// One part of a model, or of a gradient, by its number.
fn part_of(model: &mut Model, part: usize) -> &mut Vec<f32> {
    match part {
        0 => &mut model.feature_weights,
        1 => &mut model.feature_bias,
        2 => &mut model.output_weights,
        _ => &mut model.output_bias,
    }
}

fn gradient_of(gradient: &Gradient, part: usize) -> &[f32] {
    match part {
        0 => &gradient.feature_weights,
        1 => &gradient.feature_bias,
        2 => &gradient.output_weights,
        _ => &gradient.output_bias,
    }
}

#[rstest]
fn gradients_are_those_of_small_differences(
    #[values(Variant::Atomic, Variant::PawnBattle)] variant: Variant,
    #[values(0, 1, 2, 3)] part: usize,
) {
    let settings = Settings { wdl: 0.5, ..small(variant) };
    let mut model = Model::new(&settings);
    // Greater than at first, so that the differences are above the noise of 32 bits.
    model.output_weights.iter_mut().for_each(|weight| *weight *= 8.0);
    let record = material_blocks(variant, 1)[0][17];
    let example = Example::of(&record, &model.features, &settings, Mirror::No);
    let mut gradient = Gradient::new(&model);
    gradient.add_example(Kernels::best(), &model, &example);
    assert!((gradient.loss - f64::from(model.loss(&example))).abs() < 1e-6);

    let gradients = gradient_of(&gradient, part);
    let mut nonzero: Vec<usize> = (0..gradients.len()).filter(|&at| gradients[at] != 0.0).collect();
    nonzero.sort_by(|&a, &b| gradients[b].abs().total_cmp(&gradients[a].abs()));
    assert!(!nonzero.is_empty(), "some gradient is not zero");
    let still = (0..gradients.len()).find(|&at| gradients[at] == 0.0);
    // The largest gradients, some small ones, and one that is zero.
    let strong = nonzero.iter().copied().take(20);
    let chosen: Vec<usize> =
        strong.chain(nonzero.iter().copied().step_by(97)).chain(still).collect();
    for at in chosen {
        const STEP: f32 = 1e-2;
        let mut loss_with = |change: f32| {
            part_of(&mut model, part)[at] += change;
            let loss = f64::from(model.loss(&example));
            part_of(&mut model, part)[at] -= change;
            loss
        };
        let slope = (loss_with(STEP) - loss_with(-STEP)) / f64::from(2.0 * STEP);
        let found = f64::from(gradients[at]);
        assert!(
            (slope - found).abs() < 0.03 * found.abs() + 2e-4,
            "number {at}: the gradient is {found}, the slope {slope}"
        );
    }
}

#[test]
fn all_instructions_find_the_same_gradients() {
    let settings = small(Variant::Chess);
    let model = Model::new(&settings);
    let records = &material_blocks(Variant::Chess, 1)[0][..100];
    let gradients: Vec<Gradient> = Kernels::all()
        .into_iter()
        .map(|kernels| {
            let mut gradient = Gradient::new(&model);
            for record in records {
                let example = Example::of(record, &model.features, &settings, Mirror::No);
                gradient.add_example(kernels, &model, &example);
            }
            gradient
        })
        .collect();
    assert!(gradients[0].feature_weights.iter().any(|&gradient| gradient != 0.0));
    for other in &gradients[1..] {
        assert_eq!(other.feature_weights, gradients[0].feature_weights);
        assert_eq!(other.feature_bias, gradients[0].feature_bias);
        assert_eq!(other.output_weights, gradients[0].output_weights);
        assert_eq!(other.output_bias, gradients[0].output_bias);
    }
}

#[rstest]
fn a_small_network_learns_to_count_material(
    #[values(Variant::Atomic, Variant::PawnBattle)] variant: Variant,
) {
    let data = Dataset::of_blocks(material_blocks(variant, 120)).expect("enough positions");
    let settings = Settings { epochs: 10, threads: 2, ..small(variant) };
    let mut trainer = Trainer::new(settings, data);
    let before = trainer.validation_loss();
    while !trainer.is_finished() {
        trainer.step().expect("training goes on");
    }
    let after = trainer.validation_loss();
    assert!(after < before / 10.0, "the loss fell from {before} to {after} only");

    let records = &trainer.data().validation;
    let (network, lost) = quantise(trainer.model(), &settings, records).expect("sound numbers");
    assert!(lost.mean < 8.0 && lost.greatest < 40.0, "whole numbers lose too much: {lost:?}");
    assert!(lost.network_loss < lost.model_loss + 1e-4, "{lost:?}");
    // Far from equality the win probability is nearly flat, so centipawns are not comparable.
    let judged: Vec<_> = records.iter().filter(|record| record.score().abs() <= 500).collect();
    let mut misses = 0.0;
    for record in &judged {
        let position = record.position().expect("a sound position");
        let value = network.evaluate(position.board(), position.turn());
        let white = if position.turn() == Color::White { value } else { -value };
        misses += f64::from((white - i32::from(record.score())).abs());
    }
    let miss = misses / judged.len() as f64;
    assert!(miss < 60.0, "a count is {miss} centipawns off in the mean");
}

#[rstest]
#[case::as_wide(64, 300)]
#[case::wider(128, 300)]
#[case::another_scale(64, 400)]
fn a_run_starts_with_what_a_network_knows(
    #[case] hidden: usize,
    #[case] scale: u16,
    #[values(true, false)] factoriser: bool,
) {
    let blocks = || Dataset::of_blocks(material_blocks(Variant::Atomic, 20)).expect("enough");
    let narrow = Settings { hidden: 64, threads: 2, ..small(Variant::Atomic) };
    let mut trainer = Trainer::new(narrow, blocks());
    while !trainer.is_finished() {
        trainer.step().expect("training goes on");
    }
    let records = &trainer.data().validation;
    let (network, _) = quantise(trainer.model(), &narrow, records).expect("sound numbers");

    let settings = Settings { hidden, scale, factoriser, ..narrow };
    let trainer = Trainer::from_network(settings, blocks(), &network).expect("it fits");
    let (same, _) = quantise(trainer.model(), &settings, records).expect("sound numbers");
    for record in records.iter().take(200) {
        let position = record.position().expect("a sound position");
        let values = [&network, &same].map(|it| it.evaluate(position.board(), position.turn()));
        // Another scale rounds the output weights anew.
        let allowed = if scale == narrow.scale { 0 } else { 5 + values[0].abs() / 50 };
        assert!((values[0] - values[1]).abs() <= allowed, "{values:?}");
    }
    let too_narrow = Settings { hidden: 64, ..settings };
    let (wide, _) = quantise(trainer.model(), &settings, records).expect("sound numbers");
    let refused = Trainer::from_network(too_narrow, blocks(), &wide).is_err();
    assert_eq!(refused, hidden > 64);
}

#[test]
fn a_run_that_is_stopped_and_resumed_ends_like_one_that_is_not() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let data = folder.path().join("some.data");
    write_records(&data, Variant::Atomic, material_blocks(Variant::Atomic, 8));
    let settings = Settings { threads: 2, ..small(Variant::Atomic) };
    let train = |name: &str, start, stop_after: Option<usize>| {
        let paths = Paths::beside(&folder.path().join(name));
        let stop = AtomicBool::new(false);
        let mut batches = 0;
        let finished = run(settings, &[&data], &paths, start, &stop, |event| {
            if let Event::Batch { .. } = event {
                batches += 1;
                stop.store(Some(batches) == stop_after, Relaxed);
            }
        });
        (paths, finished.expect("the run goes well"))
    };
    let (whole, finished) = train("whole.nnue", Start::Anew, None);
    assert!(matches!(finished, Finished::Trained(_)));

    let (cut, finished) = train("cut.nnue", Start::Anew, Some(3));
    assert_eq!(finished, Finished::Stopped);
    assert!(cut.checkpoint.exists() && !cut.network.exists());
    // Once in the middle of an epoch and once at the end of one.
    for batches in [2, 4] {
        let (_, finished) = train("cut.nnue", Start::Resume, Some(batches));
        assert_eq!(finished, Finished::Stopped);
    }
    let (_, finished) = train("cut.nnue", Start::Resume, None);
    assert!(matches!(finished, Finished::Trained(_)));
    assert!(!cut.checkpoint.exists());

    let read = |path: &Path| fs::read(path).expect("the run has written it");
    assert!(read(&whole.network) == read(&cut.network), "the networks differ");
    assert_eq!(read(&whole.curve), read(&cut.curve));
    assert!(Network::open(&cut.network, Variant::Atomic).is_ok());
}

#[test]
fn what_cannot_go_well_is_refused() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = |name: &str| folder.path().join(name);
    write_records(&file("atomic"), Variant::Atomic, material_blocks(Variant::Atomic, 2));
    write_records(&file("chess"), Variant::Chess, material_blocks(Variant::Chess, 1));
    write_records(&file("empty"), Variant::Atomic, Vec::new());
    fs::write(file("foreign"), "text").expect("a new file");
    let settings = small(Variant::Atomic);
    let paths = Paths::beside(&file("new.nnue"));
    let refusal = |settings, data: &[&str], paths: &Paths, start| {
        let data: Vec<_> = data.iter().map(|name| file(name)).collect();
        let stop = AtomicBool::new(false);
        run(settings, &data, paths, start, &stop, |_| ()).expect_err("refused").to_string()
    };
    let check = |found: String, wanted: &str| assert!(found.contains(wanted), "{found}");

    check(refusal(settings, &["gone"], &paths, Start::Anew), "cannot open it");
    check(refusal(settings, &["foreign"], &paths, Start::Anew), "not a file of positions");
    check(refusal(settings, &["empty"], &paths, Start::Anew), "at least 40 positions, found 0");
    let wrong = refusal(settings, &["atomic", "chess"], &paths, Start::Anew);
    check(wrong, "chess: expected positions of atomic, found chess");
    check(refusal(settings, &["atomic"], &paths, Start::Resume), "nothing to resume");
    let nowhere = Paths::beside(&file("no/such/folder.nnue"));
    check(refusal(settings, &["atomic"], &nowhere, Start::Anew), "cannot write");

    let data = Dataset::load(&[file("atomic")], Variant::Atomic).expect("a sound file");
    let trainer = Trainer::new(settings, data.clone());
    trainer.write_checkpoint(&paths.checkpoint).expect("the checkpoint can be written");
    check(refusal(settings, &["atomic"], &paths, Start::Anew), "continue it with --resume");
    let other = Settings { hidden: 128, ..settings };
    let wrong = refusal(other, &["atomic"], &paths, Start::Resume);
    check(wrong, "of another run: found atomic, width 64");

    let mut bytes = fs::read(&paths.checkpoint).expect("the checkpoint is there");
    bytes.truncate(bytes.len() / 2);
    fs::write(&paths.checkpoint, &bytes).expect("the file can be written");
    let error = Trainer::resume(settings, data, &paths.checkpoint).expect_err("a cut checkpoint");
    assert!(matches!(error, TrainError::BadCheckpoint(_)), "{error}");
}

#[test]
fn a_mirrored_example_is_that_of_the_mirrored_board() {
    let settings = small(Variant::PawnBattle);
    let features = settings.shape().features;
    let record = material_blocks(Variant::PawnBattle, 1)[0][40];
    let mirrored = Example::of(&record, &features, &settings, Mirror::Yes);
    let across = |square: Square| square.index() ^ 7;
    let view = features.perspective_with_king(None, record.turn());
    for (square, piece) in record.pieces() {
        let input = view.input(piece.color, piece.role, Square::from_index(across(square)));
        assert!(mirrored.inputs[0].contains(&input), "{piece:?} on {square}");
    }
}
