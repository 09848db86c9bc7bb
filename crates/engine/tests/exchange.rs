//! Static exchange evaluation, row by row: what a move gains on its square, in centipawns.

use estopim_engine::SearchRules;
use estopim_rules::{Chess, ClassicAtomic, PawnBattle, Position};
use rstest::rstest;

/// The gain is the greatest threshold that the exchange reaches.
fn check<R: SearchRules>(fen: &str, uci: &str, gain: i32) {
    let pos = Position::<R>::from_fen(fen).expect("the position is sound");
    let mv = pos.parse_uci(uci).expect("the move is legal");
    let reaches = |threshold| R::see_ge(&pos, mv, threshold);
    assert!(reaches(gain), "{uci} gains less than {gain} in {fen}");
    assert!(!reaches(gain + 1), "{uci} gains more than {gain} in {fen}");
    if pos.is_capture(mv) {
        let value = R::capture_value(&pos, mv);
        for threshold in [gain - 1, gain, gain + 1] {
            let known = R::capture_see_ge(&pos, mv, value, threshold);
            assert_eq!(known, reaches(threshold), "{uci} {threshold} in {fen}");
        }
    }
}

#[rstest]
#[case::undefended_pawn("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100)]
#[case::defended_pawn("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500)]
#[case::pawn_takes_defended_knight("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 320 - 100)]
#[case::pinned_to_nothing("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100)]
#[case::long_exchange(
    "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
    "d3e5",
    100 - 320
)]
#[case::rook_behind_rook("5k2/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100)]
#[case::rooks_behind_rooks("3r1k2/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500)]
#[case::king_recaptures("8/3k4/4p3/8/8/8/8/4R1K1 w - - 0 1", "e1e6", 100 - 500)]
#[case::king_may_not_recapture("8/3k4/4p3/8/8/7B/8/4R1K1 w - - 0 1", "e1e6", 100)]
#[case::en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100)]
#[case::en_passant_recaptured("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100 - 100)]
#[case::promotion("8/P7/8/8/8/8/8/k6K w - - 0 1", "a7a8q", 950 - 100)]
#[case::promotion_recaptured("1r6/P7/8/8/8/8/8/k6K w - - 0 1", "a7a8q", -100)]
#[case::quiet_move_to_a_safe_square("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0)]
#[case::quiet_move_into_an_attack("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -500)]
#[case::castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0)]
fn chess_exchanges_are_counted_to_their_end(
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] gain: i32,
) {
    check::<Chess>(fen, uci, gain);
}

/// The first capture ends an exchange; the captor always goes, pawns beside the square stay.
#[rstest]
#[case::captor_for_a_pawn("4k3/8/8/8/3p4/8/4N3/4K3 w - - 0 1", "e2d4", 100 - 250)]
#[case::queen_in_the_blast("4k3/8/8/3q4/3p4/8/4N3/4K3 w - - 0 1", "e2d4", 100 + 900 - 250)]
#[case::pawns_stay("4k3/8/8/2pq4/3p4/8/4N3/4K3 w - - 0 1", "e2d4", 100 + 900 - 250)]
#[case::own_rook_in_the_blast("6k1/8/8/3q4/3p4/4R3/4N3/4K3 w - - 0 1", "e2d4", 1000 - 250 - 400)]
#[case::defenders_do_not_matter("3rk3/3r4/8/3q4/3p4/8/4N3/4K3 w - - 0 1", "e2d4", 1000 - 250)]
#[case::enemy_king("8/8/8/3k4/3p4/8/4N3/4K3 w - - 0 1", "e2d4", 100 + 20_000 - 250)]
#[case::en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100 - 100)]
#[case::quiet_move_into_an_attack("4k3/8/4p3/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0)]
fn atomic_exchanges_are_one_explosion(#[case] fen: &str, #[case] uci: &str, #[case] gain: i32) {
    check::<ClassicAtomic>(fen, uci, gain);
}

#[rstest]
#[case::pawns_are_worth_more_here("8/8/4p3/3p4/4P3/8/8/8 w - - 0 1", "e4d5", 250 - 250)]
#[case::knight_for_a_pawn("8/8/4p3/3p4/8/2N5/P7/8 w - - 0 1", "c3d5", 250 - 320)]
fn pawn_battle_exchanges_have_its_own_values(
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] gain: i32,
) {
    check::<PawnBattle>(fen, uci, gain);
}
