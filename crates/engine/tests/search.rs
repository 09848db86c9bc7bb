//! What the search must always do: be deterministic on one thread, play legal moves, and find short wins.

use estopim_engine::EvalSource;
use estopim_engine::bench::bench;
use estopim_engine::{Level, Limits, Player, Score, Task};
use estopim_rules::{AnyPosition, Game, Variant};
use rstest::rstest;

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), multipv: 1, ..Limits::default() }
}

/// The checksum of the engine's behaviour, with the hand-crafted evaluation (HCE) and with the network. A commit that
/// changes it says so, with the match that it won.
#[rstest]
#[case::chess(Variant::Chess, 191_179, 150_368)]
#[case::atomic(Variant::Atomic, 139_223, 157_851)]
#[case::strictatomic(Variant::StrictAtomic, 66_291, 91_667)]
#[case::simpleatomic(Variant::SimpleAtomic, 199_558, 199_988)]
#[case::pawnbattle(Variant::PawnBattle, 231_872, 246_505)]
fn bench_counts_the_nodes_written_down(
    #[case] variant: Variant,
    #[case] by_hand: u64,
    #[case] by_network: u64,
) {
    let nodes = [EvalSource::HandCrafted, EvalSource::BuiltIn]
        .map(|source| bench(variant, 11, source).nodes);
    assert_eq!(nodes, [by_hand, by_network]);
}

#[rstest]
fn a_search_on_one_thread_can_be_repeated(
    #[values(
        Variant::Chess,
        Variant::Atomic,
        Variant::StrictAtomic,
        Variant::SimpleAtomic,
        Variant::PawnBattle
    )]
    variant: Variant,
) {
    let run = || {
        let mut player = Player::new(4, 1);
        let best = player.search(&AnyPosition::initial(variant).into(), depth(8), |_| {});
        (best.pv, best.score, player.nodes())
    };
    assert_eq!(run(), run());
}

/// Wins on the spot and in a few moves.
#[rstest]
#[case::back_rank(Variant::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1)]
#[case::queen_beside_the_king(
    Variant::Atomic,
    "rnbqkbnr/pppp1ppp/8/4p2Q/8/4P3/PPPP1PPP/RNB1KBNR w KQkq - 0 3",
    "h5f7",
    1
)]
#[case::queen_comes(
    Variant::Atomic,
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "d1h5",
    5
)]
#[case::pawn_home(Variant::PawnBattle, "8/4P3/8/8/8/8/p7/8 w - - 0 1", "e7e8", 1)]
fn a_win_is_found(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] moves: i32,
) {
    let position = AnyPosition::from_fen(variant, fen).expect("the position is sound");
    let best = Player::default().search(&position.into(), depth(14), |_| {});
    assert_eq!(best.score.and_then(Score::moves_to_end), Some(moves), "{best:?}");
    assert_eq!(best.mv().map(|mv| position.uci(mv)).as_deref(), Some(uci));
}

#[test]
fn four_pawns_each_are_proven_to_be_won_for_white() {
    let fen = "8/2pppp2/8/8/8/8/2PPPP2/8 w - - 0 1";
    let position = AnyPosition::from_fen(Variant::PawnBattle, fen).expect("the position is sound");
    let best = Player::default().search(&position.into(), depth(30), |_| {});
    assert!(best.score.is_some_and(Score::is_win), "{best:?}");
}

#[rstest]
fn every_level_plays_whole_games_of_legal_moves(
    #[values(
        Variant::Chess,
        Variant::Atomic,
        Variant::StrictAtomic,
        Variant::SimpleAtomic,
        Variant::PawnBattle
    )]
    variant: Variant,
) {
    let mut player = Player::new(4, 1);
    let mut game = Game::new(variant);
    let levels = [1, 4, 7].map(|number| Level::new(number).expect("it is a level"));
    for (ply, level) in levels.into_iter().cycle().enumerate().take(80) {
        if game.outcome().is_some() {
            break;
        }
        let best = level.choose(&mut player, &Task::from(&game), Limits::default(), ply as u64);
        game.play(best.mv().expect("there is a legal move")).expect("the move is legal");
    }
    assert!(game.ply_count() > 3);
}
