//! EPD in and out, row by row.

use estopim_rules::{Epd, EpdOperand, EpdOperation, Variant};
use rstest::rstest;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[rstest]
#[case::bare("", "")]
#[case::best_move(" bm e4;", " bm e4;")]
#[case::best_moves(" bm e4 d4 Nf3;", " bm e4 d4 Nf3;")]
#[case::uci_moves(" bm e2e4; am g1h3;", " bm e4; am Nh3;")]
#[case::name(" id \"BK.01\";", " id \"BK.01\";")]
#[case::name_with_semicolon(" id \"a; b\";", " id \"a; b\";")]
#[case::name_with_quotes(r#" id "a \"b\" \\ c";"#, r#" id "a \"b\" \\ c";"#)]
#[case::name_without_quotes(" id BK.01;", " id \"BK.01\";")]
#[case::depth(" acd 12;", " acd 12;")]
#[case::counters(" hmvc 7; fmvn 30;", " hmvc 7; fmvn 30;")]
#[case::counters_of_a_fen(" 7 30 bm e4;", " bm e4; hmvc 7; fmvn 30;")]
#[case::first_counters(" 0 1", "")]
#[case::no_last_semicolon(" acd 3; bm e4", " acd 3; bm e4;")]
#[case::no_space(" bm e4;id\"x\";acd 1;", " bm e4; id \"x\"; acd 1;")]
#[case::perft_suite(" ;D1 20 ;D2 400", " D1 20; D2 400;")]
#[case::unknown(" c0 \"a comment\"; ce -13; noop;", " c0 \"a comment\"; ce -13; noop;")]
fn an_epd_is_read_and_written(#[case] operations: &str, #[case] written: &str) {
    let epd = Epd::parse(Variant::Chess, &format!("{START}{operations}")).unwrap();
    assert_eq!(epd.to_string(), format!("{START}{written}"));
    assert_eq!(Epd::parse(Variant::Chess, &epd.to_string()), Ok(epd));
}

#[test]
fn operations_are_told_apart() {
    let epd = Epd::parse(Variant::Chess, &format!("{START} id \"x\"; acd 3; c9 w \"t\";")).unwrap();
    assert_eq!(epd.id(), Some("x"));
    let other = EpdOperation::Other {
        opcode: "c9".to_owned(),
        operands: vec![EpdOperand::Word("w".to_owned()), EpdOperand::Text("t".to_owned())],
    };
    let expected = [EpdOperation::Id("x".to_owned()), EpdOperation::AnalysisDepth(3), other];
    assert_eq!(epd.operations, expected);
}

#[rstest]
#[case::atomic(Variant::Atomic, "4k3/3p4/8/8/8/8/8/3QK3 w - - bm Qxd7#;")]
#[case::strict(Variant::StrictAtomic, "4kb2/4pp2/8/8/8/8/8/R6K w - - bm Rf1+;")]
#[case::simple(Variant::SimpleAtomic, "4k3/8/8/8/8/8/4Q3/2K5 w - - bm Qxe8#;")]
#[case::pawn_battle(Variant::PawnBattle, "8/4P3/8/8/8/8/p7/8 w - - bm e8#;")]
#[case::chess960(Variant::Chess, "4k3/8/8/8/8/8/8/RR2K3 w B - bm O-O-O; fmvn 9;")]
fn every_game_has_its_own_moves(#[case] variant: Variant, #[case] text: &str) {
    assert_eq!(Epd::parse(variant, text).unwrap().to_string(), text);
}

#[rstest]
#[case::nothing(
    "",
    "expected 4 to 6 fields (pieces, side to move, castling, en passant, two counters), found 0"
)]
#[case::a_name_of_signs(
    "{} ?? 3;",
    "expected the name of an operation, such as bm or id, found \"?? 3;\""
)]
#[case::open_text("{} id \"abc", "expected a closing quote after \"abc\"")]
#[case::no_move("{} bm;", "bm: expected moves, found \"\"")]
#[case::no_number("{} acd deep;", "acd: expected a number, found \"deep\"")]
#[case::two_numbers("{} acd 1 2;", "acd: expected a number, found \"1 2\"")]
#[case::two_names("{} id a b;", "id: expected one text in quotes, found \"a b\"")]
#[case::bad_counter("{} hmvc x;", "the halfmove clock must be a number up to 9999, found \"x\"")]
#[case::illegal("{} bm e4; am Qd3;", "am: Qd3 is illegal: the piece on d2 is in the way")]
fn errors_say_what_is_wrong(#[case] text: &str, #[case] message: &str) {
    let error = Epd::parse(Variant::Chess, &text.replace("{}", START)).unwrap_err();
    assert_eq!(error.to_string(), message);
}
