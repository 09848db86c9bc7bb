//! What goes over the wire, letter by letter, and that the page's types are those of this crate.

use std::path::Path;

use estopim_protocol::read_move;
use estopim_protocol::report::ReportAnswer;
use estopim_protocol::rest::{self, VariantView};
use estopim_protocol::{
    ClientMessage, GameView, LegalMove, PlayedMove, PositionView, Reason, ServerMessage, typescript,
};
use estopim_rules::{AnyPosition, Game, Variant};
use rstest::rstest;

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("every message can be written")
}

fn game(variant: Variant, fen: &str) -> Game {
    Game::from_position(AnyPosition::from_fen(variant, fen).expect("a sound position"))
}

const KNIGHT_TAKES: &str = "rnbqkb1r/pppppppp/8/8/4n3/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1";

#[test]
fn the_page_has_the_types_of_this_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let found = std::fs::read_to_string(root.join(typescript::PATH)).expect("the file is there");
    assert!(found == typescript::file(), "{} is out of date: run make protocol", typescript::PATH);
}

#[rstest]
#[case(r#"{"type":"watchGame","id":"abcdefgh"}"#)]
#[case(r#"{"type":"watchGame","id":"abcdefgh","seq":7}"#)]
#[case(r#"{"type":"watchLobby"}"#)]
#[case(r#"{"type":"watchHome"}"#)]
#[case(r#"{"type":"leave"}"#)]
#[case(r#"{"type":"move","id":"abcdefgh","atPly":0,"text":"e2e4","clientTag":"t1"}"#)]
#[case(r#"{"type":"offerDraw","id":"abcdefgh"}"#)]
#[case(r#"{"type":"claimLeft","id":"abcdefgh"}"#)]
#[case(r#"{"type":"chat","id":"abcdefgh","text":"olá"}"#)]
#[case(r#"{"type":"ping","sentAtMs":1}"#)]
fn what_clients_say_is_read_and_written_alike(#[case] text: &str) {
    let message: ClientMessage = serde_json::from_str(text).expect("it can be read");
    assert_eq!(json(&message), text);
}

#[rstest]
#[case(r#"{"type":"resign"}"#)]
#[case(r#"{"type":"leave","id":"abcdefgh"}"#)]
#[case(r#"{"type":"cheat","id":"abcdefgh"}"#)]
#[case(r#"{"type":"move","id":"abcdefgh","atPly":-1,"text":"e4"}"#)]
#[case("[]")]
fn what_makes_no_sense_is_not_read(#[case] text: &str) {
    assert!(serde_json::from_str::<ClientMessage>(text).is_err());
}

#[test]
fn a_capture_tells_its_blast_before_it_is_made() {
    let game = game(Variant::Atomic, KNIGHT_TAKES);
    let mv = read_move(&game, "Nxe4").expect("it is legal");
    insta::assert_snapshot!(
        json(&LegalMove::of(game.position(), mv)),
        @r#"{"uci":"c3e4","from":"c3","to":"e4","capture":true,"takes":["c3","e4"],"blast":["e4"]}"#
    );
}

#[test]
fn a_move_tells_what_it_blew_up() {
    let game = game(Variant::Atomic, "rnbqkbnr/pppp1ppp/8/8/7Q/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
    let mv = read_move(&game, "h4d8").expect("it is legal");
    insta::assert_snapshot!(
        json(&PlayedMove::of(game.position(), mv, 1, 5)),
        @r#"{"ply":1,"uci":"h4d8","san":"Qxd8#","by":"white","from":"h4","to":"d8","blast":["c8","d8","e8"],"exploded":[{"square":"h4","piece":{"color":"white","role":"queen"}},{"square":"c8","piece":{"color":"black","role":"bishop"}},{"square":"d8","piece":{"color":"black","role":"queen"}},{"square":"e8","piece":{"color":"black","role":"king"}}],"captured":{"color":"black","role":"queen"},"check":false,"atMs":5}"#
    );
}

#[test]
fn castling_says_where_the_rook_goes() {
    let game = game(Variant::Chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let mv = read_move(&game, "O-O").expect("it is legal");
    insta::assert_snapshot!(
        json(&LegalMove::of(game.position(), mv)),
        @r#"{"uci":"e1g1","from":"e1","to":"g1","castling":{"rookFrom":"h1","rookTo":"f1"}}"#
    );
}

#[test]
fn a_position_tells_check_threats_and_moves() {
    let game = game(Variant::Chess, "7k/8/8/8/8/8/6r1/K6R b - - 0 1");
    insta::assert_snapshot!(
        json(&PositionView::of_game(&game)),
        @r#"{"ply":0,"fen":"7k/8/8/8/8/8/6r1/K6R b - - 0 1","turn":"black","check":"h8","threats":[],"legal":[{"uci":"h8g7","from":"h8","to":"g7"},{"uci":"h8g8","from":"h8","to":"g8"},{"uci":"g2h2","from":"g2","to":"h2"}]}"#
    );
}

#[rstest]
#[case::no_piece(
    Variant::Chess,
    "e5e6",
    r#"{"code":"noPiece","args":{"from":"e5"},"message":"there is no piece on e5"}"#
)]
#[case::its_move(Variant::Chess, "b1b3", r#"{"code":"notItsMove","args":{"role":"knight"},"message":"a knight does not move like that"}"#)]
#[case::castling(Variant::Chess, "O-O", r#"{"code":"castlingBlocked","args":{"at":"f1"},"message":"you cannot castle: the piece on f1 is in the way"}"#)]
#[case::no_castling(Variant::SimpleAtomic, "O-O", r#"{"code":"castlingNotInThisGame","args":{},"message":"you cannot castle: there is no castling in this game"}"#)]
#[case::no_move(Variant::Chess, "hello", r#"{"code":"notAMove","args":{"text":"hello"},"message":"expected a move such as e4, Nxf3, e8=Q or O-O, found \"hello\""}"#)]
#[case::pass(Variant::Chess, "--", r#"{"code":"nobodyMayPass","args":{},"message":"expected a move, found \"--\", which passes the turn; nobody may pass"}"#)]
fn a_refused_move_says_why(#[case] variant: Variant, #[case] text: &str, #[case] wanted: &str) {
    let reason = read_move(&Game::new(variant), text).expect_err("it is refused");
    assert_eq!(json(&reason), wanted);
    assert_eq!(serde_json::from_str::<Reason>(wanted).expect("it can be read back"), reason);
}

#[test]
fn what_the_server_says_can_be_read_back() {
    let text =
        r#"{"type":"presence","white":true,"black":false,"spectators":2,"claimableInMs":100}"#;
    let message: ServerMessage = serde_json::from_str(text).expect("it can be read");
    assert_eq!(json(&message), text);
    assert!(serde_json::from_str::<GameView>("{}").is_err());
}

#[rstest]
#[case::side_by_side(Variant::Atomic, "8/p7/8/3k4/3K4/8/P7/8 w - - 0 1", true)]
#[case::corner_to_corner(Variant::StrictAtomic, "8/p7/8/3k4/4K3/8/P7/8 w - - 0 1", true)]
#[case::apart(Variant::Atomic, "8/p7/8/3k4/8/3K4/P7/8 w - - 0 1", false)]
#[case::without_check(Variant::SimpleAtomic, "8/p7/8/3k4/3K4/8/P7/8 w - - 0 1", false)]
#[case::first_of_chess(Variant::Chess, Variant::Chess.initial_fen(), false)]
#[case::without_kings(Variant::PawnBattle, Variant::PawnBattle.initial_fen(), false)]
fn a_position_tells_whether_its_kings_protect_each_other(
    #[case] variant: Variant,
    #[case] fen: &str,
    #[case] expected: bool,
) {
    let position = AnyPosition::from_fen(variant, fen).expect("a sound position");
    let view = json(&PositionView::of_position(&position, 0));
    assert_eq!(view.contains(r#""kingsProtected":true"#), expected, "{view}");
}

#[test]
fn the_games_are_listed_with_what_is_peculiar_to_them() {
    let told: Vec<_> = VariantView::all()
        .into_iter()
        .map(|game| (json(&game.variant), game.explodes, game.has_setups))
        .collect();
    let expected = [
        ("\"chess\"", false, false),
        ("\"atomic\"", true, false),
        ("\"strictatomic\"", true, false),
        ("\"simpleatomic\"", true, false),
        ("\"pawnbattle\"", false, true),
    ];
    assert_eq!(told, expected.map(|(name, explodes, setups)| (name.to_owned(), explodes, setups)));
}

/// The fuzz target of messages begins with these; one that is no message any more finds little. A file is named after
/// what its lines are, and `bad-` if they are none.
#[test]
fn the_seeds_of_the_fuzz_target_are_messages() {
    fn reads<T: serde::de::DeserializeOwned>(text: &str) -> Result<(), serde_json::Error> {
        serde_json::from_str::<T>(text).map(drop)
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus_seed/messages");
    let mut kinds = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there are seeds") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let kind = name.strip_prefix("bad-").unwrap_or(&name);
        let read: fn(&str) -> Result<(), serde_json::Error> = match kind {
            "client" => reads::<ClientMessage>,
            "server" => reads::<ServerMessage>,
            "new-game" => reads::<rest::NewGame>,
            "nickname" => reads::<rest::SetNickname>,
            "lobby" => reads::<rest::Lobby>,
            "position" => reads::<rest::PositionQuery>,
            "report" => reads::<ReportAnswer>,
            _ => panic!("expected the name of a message, found {name}"),
        };
        for line in std::fs::read_to_string(&path).expect("text").lines() {
            let found = read(line);
            assert_eq!(found.is_ok(), kind == name, "{name}: {found:?}: {line}");
        }
        kinds.push(name);
    }
    assert!(kinds.len() >= 7, "{kinds:?}");
}
