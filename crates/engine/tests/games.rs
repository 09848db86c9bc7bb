//! One player plays every game in turn, as a server's worker and a UCI front do: what it keeps of one game must
//! never reach another.

use estopim_engine::{Limits, Player, Task};
use estopim_rules::{AnyPosition, Board, Color, Piece, Role, SplitMix64, Square, Variant};
use rstest::rstest;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), multipv: 1, ..Limits::default() }
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), multipv: 1, ..Limits::default() }
}

/// Searches, and asserts that the result is a legal move if there is one.
fn check(player: &mut Player, position: AnyPosition, limits: Limits) {
    let best = player.search(&Task::from(position), limits, |_| {});
    let legal = position.legal_moves();
    assert_eq!(best.mv().is_some(), !legal.is_empty(), "{position:?}");
    assert!(best.mv().is_none_or(|mv| legal.contains(&mv)), "{position:?}: {best:?}");
    assert!(best.panic.is_none(), "{position:?}: {best:?}");
}

/// A FEN with few pieces: few enough to be valid in several games, and with many captures.
fn random_arrangement(rng: &mut SplitMix64) -> String {
    let mut board = Board::EMPTY;
    let mut put = |rng: &mut SplitMix64, color: Color, role: Role| {
        let square = Square::from_index(rng.below(64));
        let is_end = matches!(square.index() / 8, 0 | 7);
        if board.piece_at(square).is_none() && !(role == Role::Pawn && is_end) {
            board.set(square, Piece::new(color, role));
        }
    };
    for color in Color::ALL {
        put(rng, color, Role::King);
        for _ in 0..2 + rng.below(5) {
            let role = Role::ALL[rng.below(5)];
            put(rng, color, role);
        }
    }
    let ranks: Vec<String> = board.to_string().lines().map(|rank| rank.replace(' ', "")).collect();
    let turn = ['w', 'b'][rng.below(2)];
    format!("{} {turn} - - 0 1", ranks.join("/").replace('.', "1"))
}

#[rstest]
fn a_move_of_another_game_is_not_tried(
    #[values(Variant::SimpleAtomic, Variant::Atomic)] before: Variant,
    #[values(1, 3)] threads: usize,
) {
    let fen = "8/8/2r3q1/5k2/R2K4/1p1N4/3Np3/8 w - - 0 1";
    for plies in 1..=9 {
        let mut player = Player::new(16, threads);
        for variant in [before, Variant::Chess] {
            let position = AnyPosition::from_fen(variant, fen).expect("the position is sound");
            check(&mut player, position, depth(plies));
        }
    }
}

/// Each position is searched in several of the games in which it is valid, so that every game follows every other.
#[rstest]
#[case::one_thread(1, 1500)]
#[case::several_threads(3, 300)]
fn one_player_plays_every_game_after_every_other(
    #[case] threads: usize,
    #[case] arrangements: usize,
) {
    let mut player = Player::new(4, threads);
    let mut rng = SplitMix64::new(11);
    let mut pairs = [[0; 5]; 5];
    let mut last = 0;
    for _ in 0..arrangements {
        let fen = random_arrangement(&mut rng);
        let without_kings = fen.replace(['k', 'K'], "1");
        for _ in 0..5 {
            let game = rng.below(5);
            let variant = Variant::ALL[game];
            let fen = if variant == Variant::PawnBattle { &without_kings } else { &fen };
            if let Ok(position) = AnyPosition::from_fen(variant, fen) {
                check(&mut player, position, nodes(400));
                pairs[last][game] += 1;
                last = game;
            }
        }
    }
    for (before, row) in pairs.iter().enumerate() {
        for (after, &count) in row.iter().enumerate() {
            assert!(count > 0, "{} never came after {}", Variant::ALL[after], Variant::ALL[before]);
        }
    }
}

/// Neither the transposition table nor the histories: a search has the same node count as that of a new player.
#[test]
fn what_one_game_has_taught_changes_nothing_in_another() {
    let search = |player: &mut Player, variant: Variant| {
        let best = player.search(&AnyPosition::initial(variant).into(), depth(7), |_| {});
        (best.pv, best.score, player.nodes())
    };
    let mut old = Player::new(64, 1);
    for variant in Variant::ALL {
        assert_eq!(
            search(&mut old, variant),
            search(&mut Player::new(64, 1), variant),
            "{variant}"
        );
    }
}
