//! The feature `serde`: values are written as text, and what is read is validated.

use estopim_rules::{
    AnyPosition, ClassicAtomic, Game, Move, Position, Role, Square, Variant, with_rules,
};
use rstest::rstest;
use serde_json::{from_str, json, to_value};

#[test]
fn a_variant_is_its_id() {
    for variant in Variant::ALL {
        let text = serde_json::to_string(&variant).expect("it can be written");
        assert_eq!(text, format!("{:?}", variant.id()));
        assert_eq!(from_str::<Variant>(&text).expect("it can be read"), variant);
    }
    let error = from_str::<Variant>("\"bughouse\"").expect_err("no such game");
    assert!(error.to_string().contains("unknown variant \"bughouse\""), "{error}");
}

#[test]
fn squares_and_moves_are_written_as_uci_does() {
    assert_eq!(to_value(Square::E4).expect("written"), json!("e4"));
    assert_eq!(from_str::<Square>("\"h8\"").expect("read"), Square::H8);
    assert!(from_str::<Square>("\"i9\"").is_err());
    let promotion = Move::promotion(Square::E7, Square::E8, Role::Queen);
    assert_eq!(to_value(promotion).expect("written"), json!("e7e8q"));
}

#[test]
fn a_position_is_its_fen() {
    for variant in Variant::ALL {
        let any = AnyPosition::initial(variant);
        let written = to_value(any).expect("written");
        assert_eq!(written, json!({ "variant": variant.id(), "fen": any.fen() }));
        assert_eq!(serde_json::from_value::<AnyPosition>(written).expect("read"), any);
        with_rules!(variant, R => {
            let pos = Position::<R>::from_fen(&any.fen()).expect("sound");
            let text = serde_json::to_string(&pos).expect("written");
            assert_eq!(text, format!("{:?}", any.fen()));
            assert_eq!(from_str::<Position<R>>(&text).expect("read"), pos);
        });
    }
    let error = from_str::<Position<ClassicAtomic>>("\"8/8/8/8/8/8/8/8 w - - 0 1\"");
    assert!(error.expect_err("no kings").to_string().contains("king"));
}

#[test]
fn a_game_is_its_start_and_its_moves() {
    let mut game = Game::new(Variant::Chess);
    for uci in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"] {
        game.play_uci(uci).expect("legal");
    }
    let written = to_value(&game).expect("written");
    assert_eq!(written["moves"][6], json!("e1g1"), "castling is the king's step");
    assert_eq!(serde_json::from_value::<Game>(written).expect("read"), game);
}

#[rstest]
#[case::illegal(
    r#"{"variant":"chess","start":"k7/8/8/8/8/5r2/8/4K2R w K - 0 1","moves":["e1g1"]}"#,
    "move 1"
)]
#[case::unsound(r#"{"variant":"chess","start":"8/8/8/8/8/8/8/8 w - - 0 1","moves":[]}"#, "king")]
#[case::unknown_field(r#"{"variant":"chess","start":"","moves":[],"extra":1}"#, "unknown field")]
fn a_game_that_cannot_be_played_is_refused(#[case] text: &str, #[case] reason: &str) {
    let error = from_str::<Game>(text).expect_err("it is refused");
    assert!(error.to_string().contains(reason), "{error}");
}
