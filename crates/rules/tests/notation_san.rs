//! SAN in and out, row by row. That every legal move of every game round-trips is in `invariants.rs`.

use estopim_rules::{AnyPosition, CastlingRefusal, Refusal, Role, SanError, Square, Variant};
use rstest::rstest;

fn position(variant: Variant, fen: &str) -> AnyPosition {
    let fen = if fen == "start" { variant.initial_fen() } else { fen };
    AnyPosition::from_fen(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[rstest]
#[case::pawn_step(Variant::Chess, "start", "e2e4", "e4")]
#[case::knight(Variant::Chess, "start", "g1f3", "Nf3")]
#[case::pawn_capture(Variant::Chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5")]
#[case::in_passing(Variant::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6")]
#[case::promotion(Variant::Chess, "8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8q", "e8=Q")]
#[case::under_promotion_takes(
    Variant::Chess,
    "3r4/4P3/8/8/8/8/k7/4K3 w - - 0 1",
    "e7d8n",
    "exd8=N"
)]
#[case::castles_short(Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O")]
#[case::castles_long_with_check(Variant::Chess, "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+")]
#[case::castles_in_chess960(Variant::Chess, "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1", "O-O-O")]
#[case::file_tells(Variant::Chess, "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2")]
#[case::rank_tells(Variant::Chess, "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3")]
#[case::square_tells(Variant::Chess, "7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1", "a4c2", "Qa4c2")]
#[case::a_pinned_rival_does_not_count(
    Variant::Chess,
    "4r2k/8/8/8/8/4N3/8/1N2K3 w - - 0 1",
    "b1d2",
    "Nd2"
)]
#[case::mate(
    Variant::Chess,
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "d8h4",
    "Qh4#"
)]
#[case::no_sign_for_stalemate(Variant::Chess, "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1", "f3f7", "Qf7")]
#[case::check_that_draws(Variant::Chess, "8/8/8/8/7k/8/8/4KB1b w - - 0 1", "f1e2", "Be2")]
#[case::explodes_the_king(Variant::Atomic, "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", "Qxd7#")]
#[case::direct_check(Variant::Atomic, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", "Qd7+")]
#[case::touching_kings_give_no_check(
    Variant::Atomic,
    "8/8/8/8/8/3k4/4K3/7R w - - 0 1",
    "h1h3",
    "Rh3"
)]
#[case::atomic_knows_no_threat(Variant::Atomic, "4kb2/4pp2/8/8/8/8/8/R6K w - - 0 1", "a1f1", "Rf1")]
#[case::strict_atomic_does(
    Variant::StrictAtomic,
    "4kb2/4pp2/8/8/8/8/8/R6K w - - 0 1",
    "a1f1",
    "Rf1+"
)]
#[case::strict_atomic_mate(
    Variant::StrictAtomic,
    "k7/pp6/8/8/8/8/8/4K2R w - - 0 1",
    "h1h8",
    "Rh8#"
)]
#[case::no_check_in_simple_atomic(
    Variant::SimpleAtomic,
    "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
    "d1d7",
    "Qd7"
)]
#[case::simple_atomic_wins(
    Variant::SimpleAtomic,
    "4k3/8/8/8/8/8/4Q3/2K5 w - - 0 1",
    "e2e8",
    "Qxe8#"
)]
#[case::blowing_up_oneself(
    Variant::SimpleAtomic,
    "7k/8/8/8/8/8/3r4/3QK3 w - - 0 1",
    "d1d2",
    "Qxd2"
)]
#[case::no_promotion_in_simple_atomic(
    Variant::SimpleAtomic,
    "7k/4P3/8/8/8/8/8/4K3 w - - 0 1",
    "e7e8",
    "e8"
)]
#[case::pawn_home(Variant::PawnBattle, "8/4P3/8/8/8/8/p7/8 w - - 0 1", "e7e8", "e8#")]
#[case::last_pawn_taken(Variant::PawnBattle, "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "exd5#")]
#[case::king_or_not_no_check(Variant::PawnBattle, "3q4/3p4/8/8/8/8/P7/R7 w - - 0 1", "a1d1", "Rd1")]
fn a_legal_move_is_written(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] uci: &str,
    #[case] san: &str,
) {
    let pos = position(variant, fen);
    let mv = pos.parse_uci(uci).unwrap();
    assert_eq!(pos.san(mv), san);
    assert_eq!(pos.parse_san(san), Ok(mv));
}

const BUSY: &str = "r3k2r/1P6/8/2pP4/8/2N2N2/8/R3K2R w KQkq c6 0 1";

#[rstest]
#[case("Ng5", "f3g5")]
#[case("Nf3g5", "f3g5")]
#[case("Nf3-g5", "f3g5")]
#[case("Nfg5!?", "f3g5")]
#[case("  Ng5+ ", "f3g5")]
#[case("f3g5", "f3g5")]
#[case("f3-g5", "f3g5")]
#[case("d6", "d5d6")]
#[case("Pd6", "d5d6")]
#[case("d5d6", "d5d6")]
#[case("d5-d6", "d5d6")]
#[case("dxc6", "d5c6")]
#[case("dxc6e.p.", "d5c6")]
#[case("dxc6 e.p.", "d5c6")]
#[case("dxc6ep!", "d5c6")]
#[case("dc6", "d5c6")]
#[case("d:c6", "d5c6")]
#[case("xc6", "d5c6")]
#[case("b8Q", "b7b8q")]
#[case("b8=Q+", "b7b8q")]
#[case("b8(Q)", "b7b8q")]
#[case("b8/N", "b7b8n")]
#[case("bxa8=R", "b7a8r")]
#[case("b7xa8=R", "b7a8r")]
#[case("b7a8r", "b7a8r")]
#[case("b8=n", "b7b8n")]
#[case("O-O", "e1g1")]
#[case("0-0+", "e1g1")]
#[case("O-O-O!!", "e1c1")]
#[case("0-0-0", "e1c1")]
#[case("e1g1", "e1g1")]
#[case("e1h1", "e1g1")]
#[case("Rxh8#", "h1h8")]
#[case("Rh8", "h1h8")]
#[case("R1xh8", "h1h8")]
fn reading_is_tolerant(#[case] text: &str, #[case] uci: &str) {
    let pos = position(Variant::Chess, BUSY);
    assert_eq!(pos.parse_san(text), Ok(pos.parse_uci(uci).unwrap()));
}

#[rstest]
#[case("")]
#[case("e")]
#[case("e9")]
#[case("i4")]
#[case("E4")]
#[case("nf3")]
#[case("Nf3f5g5")]
#[case("e8=")]
#[case("e8(Q")]
#[case("e8Q)")]
#[case("e8=X")]
#[case("O-O-O-O")]
#[case("ação")]
#[case("½")]
fn what_is_no_move_is_a_syntax_error(#[case] text: &str) {
    let pos = position(Variant::Chess, "start");
    assert_eq!(pos.parse_san(text), Err(SanError::Syntax(text.to_owned())));
}

#[rstest]
#[case("--")]
#[case("Z0")]
#[case("0000")]
fn nobody_may_pass(#[case] text: &str) {
    let pos = position(Variant::Chess, "start");
    assert_eq!(pos.parse_san(text), Err(SanError::NullMove(text.to_owned())));
}

#[rstest]
#[case::blocked(Variant::Chess, "start", "Qd4", Refusal::Blocked { at: Square::D2 })]
#[case::nothing_there(Variant::Chess, "start", "exd3", Refusal::NothingToCapture)]
#[case::too_far(Variant::Chess, "start", "e5", Refusal::NotItsMove { role: Role::Pawn })]
#[case::not_yours(Variant::Chess, "start", "e7e5", Refusal::NotYourPiece { from: Square::E7 })]
#[case::promotion_missing(Variant::Chess, BUSY, "b8", Refusal::PromotionMissing)]
#[case::no_promotion_here(Variant::Chess, BUSY, "d6=Q", Refusal::NoSuchPromotion)]
#[case::castling_blocked(
    Variant::Chess,
    "start",
    "O-O",
    Refusal::Castling(CastlingRefusal::Blocked { at: Square::F1 })
)]
#[case::no_right_left(
    Variant::Chess,
    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "O-O",
    Refusal::Castling(CastlingRefusal::NoRight)
)]
#[case::no_castling_in_simple_atomic(
    Variant::SimpleAtomic,
    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "0-0",
    Refusal::Castling(CastlingRefusal::NotInThisGame)
)]
#[case::no_castling_in_pawn_battle(
    Variant::PawnBattle,
    "start",
    "O-O-O",
    Refusal::Castling(CastlingRefusal::NotInThisGame)
)]
#[case::the_other_knight_is_far(
    Variant::Chess,
    "4k3/8/8/8/4r3/8/4N3/N3K3 w - - 0 1",
    "Nd4",
    Refusal::InCheck { by: Square::E4 }
)]
#[case::own_king(
    Variant::Atomic,
    "7k/8/8/8/8/8/3r4/3QK3 w - - 0 1",
    "Qxd2",
    Refusal::OwnKingExplodes
)]
fn the_reason_is_told_when_one_piece_is_meant(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] text: &str,
    #[case] refusal: Refusal,
) {
    let expected = SanError::Illegal { text: text.to_owned(), refusal };
    assert_eq!(position(variant, fen).parse_san(text), Err(expected));
}

#[rstest]
#[case::no_queen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Qd4", "Qd4 is illegal: you have no queen")]
#[case::no_pawn("start", "exd5", "exd5 is illegal: a pawn does not move like that")]
#[case::not_on_that_file("start", "Naf3", "Naf3 is illegal: you have no knight on the a file")]
#[case::not_on_that_rank("start", "N2f3", "N2f3 is illegal: you have no knight on rank 2")]
#[case::not_on_that_square("start", "Ng2f3", "Ng2f3 is illegal: you have no knight on g2")]
#[case::no_such_pawn(
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    "e4",
    "e4 is illegal: you have no pawn on the e file"
)]
#[case::neither("start", "Nd5", "Nd5 is illegal: no knight may go to d5")]
#[case::two(
    "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
    "Nd2",
    "Nd2 is ambiguous: it could be Nbd2 or Nfd2"
)]
#[case::over(
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "Kg8",
    "Kg8 is illegal: the game is over (white wins: checkmate)"
)]
#[case::pass(
    "start",
    "--",
    "expected a move, found \"--\", which passes the turn; nobody may pass"
)]
#[case::words(
    "start",
    "resigns",
    "expected a move such as e4, Nxf3, e8=Q or O-O, found \"resigns\""
)]
fn errors_say_what_is_wrong(#[case] fen: &str, #[case] text: &str, #[case] message: &str) {
    let error = position(Variant::Chess, fen).parse_san(text).unwrap_err();
    assert_eq!(error.to_string(), message);
}
