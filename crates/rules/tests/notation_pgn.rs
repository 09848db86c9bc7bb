//! PGN in and out, row by row. Random games with comments and variations are in `invariants.rs`.

use std::io::{self, BufReader, Read};
use std::time::Duration;

use estopim_rules::{
    AnyPosition, Color, Game, Nag, PgnError, PgnEval, PgnGame, PgnLimits, PgnLine, PgnMove,
    PgnReader, PgnResult, PgnScore, Variant,
};
use rstest::rstest;

fn read_all(text: &[u8]) -> Vec<Result<PgnGame, String>> {
    PgnReader::new(text).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn read_one(text: &str) -> PgnGame {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The moves of a line as UCI, variations in brackets after the move they replace.
fn outline(line: &PgnLine, mut position: AnyPosition) -> String {
    let mut words = Vec::new();
    for played in &line.moves {
        words.push(position.uci(played.mv));
        for variation in &played.variations {
            words.push(format!("({})", outline(variation, position)));
        }
        position.play_unchecked(played.mv);
    }
    words.join(" ")
}

#[rstest]
#[case::plain("1. e4 e5 2. Nf3 Nc6 *", "e2e4 e7e5 g1f3 b8c6")]
#[case::no_spaces("1.e4 e5 2.Nf3 Nc6 *", "e2e4 e7e5 g1f3 b8c6")]
#[case::no_numbers("e4 e5 Nf3", "e2e4 e7e5 g1f3")]
#[case::no_dots("1 e4 e5 2 Nf3 *", "e2e4 e7e5 g1f3")]
#[case::dots("1. e4 1... e5 2. ... *", "e2e4 e7e5")]
#[case::spaced_dots("1. e4 1. ... e5 *", "e2e4 e7e5")]
#[case::stuck("1.e4e.p. e5 2.Nf3{x}Nc6(2...d6)3.Bb5*", "e2e4 e7e5 g1f3 b8c6 (d7d6) f1b5")]
#[case::no_result("1. d4", "d2d4")]
#[case::signs(
    "1. e4! e5?! 2. Qh5?? Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0",
    "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"
)]
#[case::castling_with_zeros(
    "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 1/2-1/2",
    "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8"
)]
#[case::variation("1. e4 (1. d4 d5) 1... e5 *", "e2e4 (d2d4 d7d5) e7e5")]
#[case::nested(
    "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 *",
    "e2e4 e7e5 (c7c5 g1f3 (c2c3 d7d5) d7d6) (e7e6) g1f3"
)]
#[case::result_in_a_variation(
    "1. e4 (1. f3 e5 2. g4 Qh4# 0-1) e5 *",
    "e2e4 (f2f3 e7e5 g2g4 d8h4) e7e5"
)]
#[case::empty_brackets("1. e4 () e5 *", "e2e4 e7e5")]
#[case::long_algebraic("1. e2-e4 e7-e5 2. Ng1-f3 *", "e2e4 e7e5 g1f3")]
#[case::uci("1. e2e4 e7e5 2. g1f3 *", "e2e4 e7e5 g1f3")]
#[case::escaped_line("1. e4\n% 1... d5\ne5 *", "e2e4 e7e5")]
#[case::rest_of_line("1. e4 ; 1... d5\ne5 *", "e2e4 e7e5")]
#[case::brackets_in_a_comment("1. e4 { ( ; [ } e5 *", "e2e4 e7e5")]
fn moves_are_read(#[case] text: &str, #[case] moves: &str) {
    let game = read_one(text);
    assert_eq!(outline(&game.line, game.start), moves);
}

#[rstest]
#[case::from_the_moves("1. e4 1-0", PgnResult::Win(Color::White))]
#[case::black("1. e4 0-1", PgnResult::Win(Color::Black))]
#[case::draw("1. e4 1/2-1/2", PgnResult::Draw)]
#[case::short_draw("1. e4 1/2", PgnResult::Draw)]
#[case::unknown("1. e4 *", PgnResult::Unknown)]
#[case::missing("1. e4", PgnResult::Unknown)]
#[case::from_the_tag("[Result \"0-1\"]\n1. e4", PgnResult::Win(Color::Black))]
#[case::a_star_says_less("[Result \"0-1\"]\n1. e4 *", PgnResult::Win(Color::Black))]
#[case::the_moves_say_more("[Result \"0-1\"]\n1. e4 1-0", PgnResult::Win(Color::White))]
#[case::nonsense("[Result \"win\"]\n1. e4", PgnResult::Unknown)]
fn the_result_is_read(#[case] text: &str, #[case] result: PgnResult) {
    assert_eq!(read_one(text).result, result);
}

#[rstest]
#[case::none("", Variant::Chess, None)]
#[case::standard("[Variant \"Standard\"]", Variant::Chess, None)]
#[case::unknown("[Variant \"?\"]", Variant::Chess, None)]
#[case::atomic("[Variant \"Atomic\"]", Variant::Atomic, None)]
#[case::strict("[Variant \"Strict Atomic\"]", Variant::StrictAtomic, None)]
#[case::simple("[Variant \"simpleatomic\"]", Variant::SimpleAtomic, None)]
#[case::pawn_battle("[Variant \"Pawn Battle\"]", Variant::PawnBattle, None)]
#[case::from_position(
    "[Variant \"From Position\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"]\n[SetUp \"1\"]",
    Variant::Chess,
    Some("4k3/8/8/8/8/8/8/4K2R w K - 3 9")
)]
#[case::chess960(
    "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1\"]",
    Variant::Chess,
    Some("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1")
)]
#[case::atomic_from_position(
    "[FEN \"8/8/8/8/8/3k4/4K3/7R b - - 0 1\"]\n[Variant \"Atomic\"]",
    Variant::Atomic,
    Some("8/8/8/8/8/3k4/4K3/7R b - - 0 1")
)]
fn tags_say_where_the_game_starts(
    #[case] tags: &str,
    #[case] variant: Variant,
    #[case] fen: Option<&str>,
) {
    let game = read_one(&format!("{tags}\n\n*"));
    assert_eq!(game.start.variant(), variant);
    assert_eq!(game.start.fen(), fen.unwrap_or(variant.initial_fen()));
}

#[rstest]
#[case::plain("[White \"Ana\"]", "Ana")]
#[case::spaces("[ White   \"Ana\" ]", "Ana")]
#[case::escapes(r#"[White "A \"B\" \\ C"]"#, "A \"B\" \\ C")]
#[case::lone_backslash(r#"[White "A\B"]"#, "A\\B")]
#[case::quotes_not_escaped(r#"[White "A "B" C"]"#, "A \"B\" C")]
#[case::bracket_inside(r#"[White "A [B] C"]"#, "A [B] C")]
#[case::last_of_two("[White \"A\"]\n[White \"B\"]", "B")]
#[case::one_line("[Event \"x\"][White \"A\"] 1. e4", "A")]
#[case::comment_between("[Event \"x\"]\n; note\n[White \"A\"] 1. e4", "A")]
fn tags_are_read(#[case] text: &str, #[case] white: &str) {
    assert_eq!(read_one(text).tags.get("White"), Some(white));
}

#[rstest]
#[case::text("{ good  move\nhere }", &["good move here"], None, None, None)]
#[case::two("{ a } { b }", &["a", "b"], None, None, None)]
#[case::rest_of_line("; a\n; b\n", &["a", "b"], None, None, None)]
#[case::clock("{ [%clk 0:03:00] }", &[], Some(180_000), None, None)]
#[case::clock_and_text("{ so [%clk 1:00:00.5]fast }", &["so fast"], Some(3_600_500), None, None)]
#[case::elapsed("{[%emt 0:00:05]}", &[], None, Some(5_000), None)]
#[case::eval("{ [%eval 0.17] [%clk 0:00:30] }", &[], Some(30_000), None, Some((PgnScore::Centipawns(17), None)))]
#[case::negative_eval("{ [%eval -12.5] }", &[], None, None, Some((PgnScore::Centipawns(-1250), None)))]
#[case::mate("{ [%eval #-3] }", &[], None, None, Some((PgnScore::MateIn(-3), None)))]
#[case::eval_with_depth("{ [%eval 1.20,22] }", &[], None, None, Some((PgnScore::Centipawns(120), Some(22))))]
#[case::unknown_command("{ [%csl Ga1] x }", &["[%csl Ga1] x"], None, None, None)]
#[case::unreadable_clock("{ [%clk soon] }", &["[%clk soon]"], None, None, None)]
#[case::open_command("{ [%clk 0:01:00 }", &["[%clk 0:01:00"], None, None, None)]
fn comments_are_read(
    #[case] comment: &str,
    #[case] comments: &[&str],
    #[case] clock_ms: Option<u64>,
    #[case] elapsed_ms: Option<u64>,
    #[case] eval: Option<(PgnScore, Option<u32>)>,
) {
    let game = read_one(&format!("1. e4 {comment} e5 *"));
    let played = &game.line.moves[0];
    assert_eq!(played.comments, comments);
    assert_eq!(played.clock, clock_ms.map(Duration::from_millis));
    assert_eq!(played.elapsed, elapsed_ms.map(Duration::from_millis));
    assert_eq!(played.eval, eval.map(|(score, depth)| PgnEval { score, depth }));
    assert_eq!(game.line.moves.len(), 2);
}

#[rstest]
#[case("$1", &[1])]
#[case("!", &[1])]
#[case("?", &[2])]
#[case("!! $14", &[3, 14])]
#[case("??", &[4])]
#[case("!?", &[5])]
#[case("?!", &[6])]
#[case("! $1 $255", &[1, 255])]
fn judgements_are_read(#[case] signs: &str, #[case] nags: &[u8]) {
    let game = read_one(&format!("1. e4{signs} e5 *"));
    let expected: Vec<Nag> = nags.iter().map(|&number| Nag(number)).collect();
    assert_eq!(game.line.moves[0].nags, expected);
}

#[rstest]
#[case::blank_lines("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n")]
#[case::none("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *")]
#[case::missing_results("[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4")]
#[case::crlf("[Event \"a\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 *\r\n")]
#[case::cr("[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r\r1. d4 *\r")]
#[case::byte_order_mark("\u{feff}[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n")]
#[case::one_line("[Event \"a\"] 1. e4 * [Event \"b\"] 1. d4 *")]
#[case::much_space("\n\n \n[Event \"a\"]\n\n\n\n1. e4\n\n *\n\n\n[Event \"b\"]\n1. d4 *\n\n\n")]
#[case::last_words("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n{ end of file }\n")]
fn games_are_told_apart(#[case] text: &str) {
    let games = read_all(text.as_bytes());
    let found: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().expect("both games can be read"))
        .map(|game| (game.tags.get("Event"), outline(&game.line, game.start)))
        .collect();
    assert_eq!(found, [(Some("a"), "e2e4".to_owned()), (Some("b"), "d2d4".to_owned())]);
}

#[test]
fn games_without_moves_are_games() {
    let games = read_all(b"[Event \"a\"]\n\n[Event \"b\"]\n\n*\n\n[Event \"c\"]\n");
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(Result::is_ok), "{games:?}");
    assert!(read_all(b"").is_empty());
    assert!(read_all(b" \n\n ; nothing\n").is_empty());
}

#[test]
fn latin_1_is_read_where_utf_8_is_not() {
    let games = read_all(b"[White \"M\xfcller\"]\n[Black \"M\xc3\xbcller\"]\n\n1. e4 {caf\xe9} *");
    let game = games[0].as_ref().unwrap();
    assert_eq!(game.tags.get("White"), Some("Müller"));
    assert_eq!(game.tags.get("Black"), Some("Müller"));
    assert_eq!(game.line.moves[0].comments, ["café"]);
}

#[rstest]
#[case::illegal(
    "1. e4 e5\n2. Ke3 d6 1-0",
    "game 1, line 2: ply 3: Ke3 is illegal: a king does not move like that"
)]
#[case::in_a_variation(
    "1. e4 e5 (1... c5 2. O-O) 1-0",
    "game 1, line 1: ply 3: O-O is illegal: you cannot castle: the piece on f1 is in the way"
)]
#[case::null_move(
    "1. e4 -- 1-0",
    "game 1, line 1: ply 2: expected a move, found \"--\", which passes the turn; nobody may pass"
)]
#[case::null_move_of_digits(
    "1. e4 0000 1-0",
    "game 1, line 1: ply 2: expected a move, found \"0000\", which passes the turn; nobody may pass"
)]
#[case::words(
    "1. e4 White resigns 1-0",
    "game 1, line 1: ply 2: expected a move such as e4, Nxf3, e8=Q or O-O, found \"White\""
)]
#[case::after_the_end(
    "1. f3 e5 2. g4 Qh4# 3. a3 0-1",
    "game 1, line 1: ply 5: a3 is illegal: the game is over (black wins: checkmate)"
)]
#[case::variant(
    "[Variant \"Crazyhouse\"]\n1. e4 *",
    "game 1, line 2: unknown variant \"Crazyhouse\", expected one of chess, atomic, strictatomic, simpleatomic, pawnbattle"
)]
#[case::fen(
    "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 *",
    "game 1, line 2: the FEN tag: white has no king; black has no king"
)]
#[case::tag(
    "[White Ana]\n1. e4 *",
    "game 1, line 1: expected a tag such as [White \"Ana\"], found \"[White Ana]\""
)]
#[case::early_variation("(1. d4) 1. e4 *", "game 1, line 1: expected a move before the variation")]
#[case::stray_bracket("1. e4 ) e5 *", "game 1, line 1: found \")\" where no variation is open")]
#[case::stray_brace("1. e4 } e5 *", "game 1, line 1: found \"}\" where no comment is open")]
#[case::open_variation(
    "1. e4 (1. d4 *\n",
    "game 1, line 1: the game ends inside a variation, expected \")\""
)]
#[case::open_comment(
    "1. e4 { e5 *\n\n",
    "game 1, line 1: the game ends inside a comment, expected \"}\""
)]
#[case::judgement(
    "1. e4 $999 *",
    "game 1, line 1: expected a number from 0 to 255 after \"$\", found \"999\""
)]
fn a_fault_is_told_and_the_next_game_read(#[case] text: &str, #[case] message: &str) {
    let next = "[Event \"next\"]\n\n1. d4 *\n";
    let games = read_all(format!("{text}\n\n{next}").as_bytes());
    assert_eq!(games.len(), 2, "{games:?}");
    assert_eq!(games[0], Err(message.to_owned()));
    assert_eq!(games[1].as_ref().unwrap().tags.get("Event"), Some("next"));
}

const TIGHT: PgnLimits =
    PgnLimits { tags: 2, tag_bytes: 20, moves: 4, nesting: 2, comment_bytes: 10, text_bytes: 15 };

#[rstest]
#[case::tags("[A \"1\"]\n[B \"2\"]\n[C \"3\"]\n*", "more than 2 tags")]
#[case::tag("[A \"12345678901234567890\"]\n*", "more than 20 bytes in a tag")]
#[case::moves("1. e4 (1. d4 d5) (1. c4 c5) *", "more than 4 moves")]
#[case::nesting("1. e4 (1. d4 (1. c4 (1. f4 *", "more than 2 variations inside each other")]
#[case::comment("1. e4 {12345678901} *", "more than 10 bytes in a comment")]
#[case::comment_in_lines("1. e4 {1234\n5678\n901\n} *", "more than 10 bytes in a comment")]
#[case::comments("1. e4 {12345678}{12345678} *", "more than 15 bytes of comments")]
fn limits_hold(#[case] text: &str, #[case] message: &str) {
    let text = format!("{text}\n\n[Event \"next\"]\n\n1. d4 *\n");
    let games: Vec<_> = PgnReader::with_limits(text.as_bytes(), TIGHT).collect();
    assert_eq!(games.len(), 2, "{games:?}");
    let error = games[0].as_ref().unwrap_err().to_string();
    assert!(error.ends_with(message), "{error}");
    assert_eq!(games[1].as_ref().unwrap().tags.get("Event"), Some("next"));
}

#[test]
fn a_line_of_many_megabytes_takes_no_more_memory_than_its_games() {
    let unit = "[Event \"a b c\"] [White \"A  B\"] 1. e4 {a word} e5 (1... c5) 2. Nf3 1-0 ";
    let text = unit.repeat(20_000);
    let source = BufReader::with_capacity(64, text.as_bytes());
    let games = PgnReader::new(source).map(|game| game.unwrap_or_else(|error| panic!("{error}")));
    let whole = |game: &PgnGame| game.tags.len() == 2 && game.line.moves.len() == 3;
    assert_eq!(games.filter(whole).count(), 20_000);
}

/// A stream that breaks after its first bytes.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            length => Ok(length),
        }
    }
}

#[test]
fn a_broken_stream_ends_the_games() {
    let source = BufReader::new(Broken(b"1. e4 *\n1. d4 "));
    let games: Vec<_> = PgnReader::new(source).collect();
    assert_eq!(games.len(), 2);
    assert!(games[0].is_ok());
    assert!(matches!(games[1], Err(PgnError::Io(_))));
}

#[test]
fn a_game_is_written() {
    let text = "\
[Event \"Torneio\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Ana \\\"A\\\"\"]
[Black \"?\"]
[Result \"1-0\"]
[Variant \"Atomic\"]
[Termination \"normal\"]

{ a quiet start } 1. Nf3 $1 { [%eval 0.17] [%clk 0:03:00] the usual move of
those who know } (1. e4 e5 (1... d5 { sharp }) 2. Nf3) 1... f6 2. Nd4
{ [%clk 0:02:58.5] } 2... Nc6 3. Nb5 1-0
";
    let game = read_one(text);
    assert_eq!(game.to_string(), text);
}

#[rstest]
#[case::chess960("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", Some("Chess960"))]
#[case::plain("4k3/8/8/8/8/8/8/R3K3 b Q - 0 7", None)]
fn another_start_is_written(#[case] fen: &str, #[case] variant: Option<&str>) {
    let start = AnyPosition::from_fen(Variant::Chess, fen).unwrap();
    let mut game = PgnGame::new(start);
    let mv = start.legal_moves()[0];
    game.line.moves.push(PgnMove::new(mv));
    let read = read_one(&game.to_string());
    assert_eq!(read.start, start);
    assert_eq!(read.line, game.line);
    assert_eq!(read.tags.get("SetUp"), Some("1"));
    assert_eq!(read.tags.get("FEN"), Some(fen));
    assert_eq!(read.tags.get("Variant"), variant);
}

#[rstest]
#[case("8/3pp3/8/8/8/8/3PP3/8 w - - 0 1", true)]
#[case("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1", false)]
fn pawn_battle_starts_from_the_complete_setup(#[case] fen: &str, #[case] has_fen: bool) {
    let start = AnyPosition::from_fen(Variant::PawnBattle, fen).unwrap();
    let text = PgnGame::new(start).to_string();
    assert_eq!(text.contains("[FEN "), has_fen, "{text}");
    assert!(text.contains("[Variant \"Pawn Battle\"]"), "{text}");
    assert_eq!(read_one(&text).start, start);
}

#[test]
fn no_line_of_moves_is_too_long_or_begins_like_something_else() {
    let start = AnyPosition::initial(Variant::Chess);
    let mut game = PgnGame::new(start);
    let mut played = PgnMove::new(start.parse_san("e4").unwrap());
    played.clock = Some(Duration::from_secs(61));
    played.comments = vec!["[Event \"x\"] %y }z ".repeat(40)];
    game.line.moves.push(played);
    let text = game.to_string();
    let (_, moves) = text.split_once("\n\n").unwrap();
    for line in moves.lines() {
        assert!(line.chars().count() < 80, "{line}");
        assert!(!line.starts_with(['[', '%']), "{line}");
    }
    let read = read_one(&text);
    assert_eq!(read.line.moves[0].clock, Some(Duration::from_secs(61)));
    assert_eq!(read.to_string(), text);
}

#[test]
fn a_game_with_history_becomes_a_pgn_and_comes_back() {
    let mut game = Game::new(Variant::Atomic);
    for uci in ["g1f3", "f7f6", "f3e5", "a7a6", "e5d7"] {
        game.play_uci(uci).unwrap();
    }
    let pgn = PgnGame::from(&game);
    assert_eq!(pgn.result, PgnResult::Win(Color::White));
    let read = read_one(&pgn.to_string());
    assert_eq!(read.line, pgn.line);
    assert_eq!(read.to_game(), Ok(game));
}

#[test]
fn a_main_line_beyond_the_end_is_refused() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *";
    let error = read_one(text).to_game().unwrap_err();
    assert_eq!(error.ply, 9);
    assert_eq!(error.to_string(), "move 9: the game is over (draw: threefold repetition)");
}
