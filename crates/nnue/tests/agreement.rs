//! Every way to evaluate a board gives the same value: incremental or refreshed, whatever was evaluated before, on
//! every instruction set, and as a slow sum by the definition of the network.

mod support;

use estopim_nnue::network::{FEATURE_UNIT, OUTPUT_UNIT, output_bucket};
use estopim_nnue::{Network, NetworkEvaluator, Parameters, Simd};
use estopim_rules::{AnyPosition, Board, Color, SplitMix64, Square, Variant};
use rstest::rstest;
use support::{random_game, random_network};

/// The network by its definition.
fn by_definition(network: &Network, numbers: &Parameters, board: &Board, turn: Color) -> i32 {
    let hidden = network.shape().hidden;
    let bucket = output_bucket(board.occupied().count());
    let mut total: i64 = 0;
    for (half, side) in [turn, !turn].into_iter().enumerate() {
        let perspective = network.shape().features.perspective(board, side);
        let mut sums: Vec<i64> = numbers.feature_bias.iter().map(|&bias| bias.into()).collect();
        for square in Square::ALL {
            let Some(piece) = board.piece_at(square) else { continue };
            let row = usize::from(perspective.input(piece.color, piece.role, square)) * hidden;
            for (sum, &weight) in sums.iter_mut().zip(&numbers.feature_weights[row..]) {
                *sum += i64::from(weight);
            }
        }
        let weights = &numbers.output_weights[(2 * bucket + half) * hidden..];
        for (sum, &weight) in sums.iter().zip(weights) {
            total += (*sum).clamp(0, 255).pow(2) * i64::from(weight);
        }
    }
    let output = total / i64::from(FEATURE_UNIT) + i64::from(numbers.output_bias[bucket]);
    let scale = i64::from(network.shape().scale);
    (output * scale / i64::from(FEATURE_UNIT * OUTPUT_UNIT)) as i32
}

fn value(
    evaluator: &mut NetworkEvaluator,
    network: &Network,
    ply: usize,
    pos: &AnyPosition,
) -> i32 {
    evaluator.evaluate(network, ply, pos.board(), pos.turn())
}

#[rstest]
fn an_evaluator_that_remembers_agrees_with_the_definition(
    #[values(
        Variant::Chess,
        Variant::Atomic,
        Variant::StrictAtomic,
        Variant::SimpleAtomic,
        Variant::PawnBattle
    )]
    variant: Variant,
    #[values(64, 192, 256, 512)] hidden: usize,
) {
    let network = random_network(variant, hidden, 1);
    let numbers = network.parameters();
    let mut random = SplitMix64::new(2);
    let mut evaluators: Vec<NetworkEvaluator> =
        Simd::all().into_iter().map(NetworkEvaluator::with).collect();
    let mut spread = (i32::MAX, i32::MIN);
    for _ in 0..12 {
        for (ply, position) in random_game(variant, 120, &mut random).iter().enumerate() {
            // As in a search: not every position is asked about, and some with a sibling before.
            if random.below(4) == 0 {
                continue;
            }
            let sibling = position.legal_moves().first().map(|&mv| position.after(mv));
            let asked = [sibling.filter(|_| random.below(2) == 0), Some(*position)];
            for position in asked.into_iter().flatten() {
                let wanted = by_definition(&network, &numbers, position.board(), position.turn());
                spread = (spread.0.min(wanted), spread.1.max(wanted));
                for (evaluator, simd) in evaluators.iter_mut().zip(Simd::all()) {
                    let found = value(evaluator, &network, ply % 40, &position);
                    assert_eq!(found, wanted, "{} at ply {ply} of {position:?}", simd.name());
                }
            }
        }
    }
    assert!(spread.0 < spread.1, "the values differ from one another");
}

#[test]
fn boards_at_random_plies_are_evaluated_rightly() {
    let network = random_network(Variant::Atomic, 128, 3);
    let mut random = SplitMix64::new(4);
    let mut positions = Vec::new();
    for _ in 0..20 {
        positions.extend(random_game(Variant::Atomic, 100, &mut random));
    }
    let mut evaluator = NetworkEvaluator::new();
    for _ in 0..3000 {
        let position = &positions[random.below(positions.len())];
        let ply = random.below(100);
        let wanted = network.evaluate(position.board(), position.turn());
        assert_eq!(value(&mut evaluator, &network, ply, position), wanted, "{position:?}");
    }
}

#[test]
fn another_network_forgets_what_the_first_has_left() {
    let first = random_network(Variant::Chess, 64, 5);
    let second = random_network(Variant::Chess, 128, 6);
    let position = AnyPosition::initial(Variant::Chess);
    let fresh = |network: &Network| network.evaluate(position.board(), position.turn());
    let wanted = [fresh(&first), fresh(&second)];
    assert_ne!(wanted[0], wanted[1]);
    let mut evaluator = NetworkEvaluator::new();
    for _ in 0..3 {
        assert_eq!(value(&mut evaluator, &first, 3, &position), wanted[0]);
        assert_eq!(value(&mut evaluator, &second, 3, &position), wanted[1]);
    }
}

#[test]
fn more_men_than_a_game_has_do_no_harm() {
    let network = random_network(Variant::Chess, 64, 7);
    let mut board = *AnyPosition::initial(Variant::Chess).board();
    for square in Square::ALL {
        let pawn = estopim_rules::Piece::new(Color::White, estopim_rules::Role::Pawn);
        if board.piece_at(square).is_none() {
            board.set(square, pawn);
        }
    }
    let values: Vec<i32> = Simd::all()
        .into_iter()
        .map(|simd| NetworkEvaluator::with(simd).evaluate(&network, 0, &board, Color::White))
        .collect();
    assert!(values.iter().all(|value| value == &values[0]), "{values:?}");
}
