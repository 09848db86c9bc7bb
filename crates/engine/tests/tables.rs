//! The engine with endgame tables: what full strength knows by them, and who does not use them.

use estopim_engine::bench::bench_with;
use estopim_engine::{Endgames, Level, Limits, Player, TableUse, Task};
use estopim_rules::{
    AnyPosition, Color, Piece, Role, Rules, Setup, SplitMix64, Square, Variant, with_rules,
};
use estopim_tablebase::{Tables, Value};
use rstest::rstest;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), multipv: 1, ..Limits::default() }
}

fn player(tables: Endgames) -> Player {
    let mut player = Player::new(1, 1);
    player.set_tables(tables);
    player
}

/// A position of three men drawn by chance in which the game goes on.
fn random_position(variant: Variant, rng: &mut SplitMix64) -> AnyPosition {
    fn draw<R: Rules>(rng: &mut SplitMix64) -> Option<AnyPosition>
    where
        AnyPosition: From<estopim_rules::Position<R>>,
    {
        let base = if R::HAS_KINGS { Role::King } else { Role::Pawn };
        let others = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let more = Piece::new(Color::ALL[rng.below(2)], others[rng.below(5)]);
        let mut setup = Setup { turn: Color::ALL[rng.below(2)], ..Setup::EMPTY };
        for piece in Color::ALL.map(|color| Piece::new(color, base)).into_iter().chain([more]) {
            setup.board.set(Square::from_index(rng.below(64)), piece);
        }
        let pos = setup.validate::<R>().ok()?;
        let whole = setup.board.occupied().count() == 3 && pos.outcome().is_none();
        whole.then(|| pos.into())
    }
    loop {
        if let Some(position) = with_rules!(variant, R => draw::<R>(rng)) {
            return position;
        }
    }
}

/// In how many plies a variation ends the game, and who wins.
fn played_out(position: &AnyPosition, pv: &[estopim_rules::Move]) -> (AnyPosition, u8) {
    let mut now = *position;
    for &mv in pv {
        assert!(now.is_legal(mv), "{} {mv:?}", now.fen());
        now.play_unchecked(mv);
    }
    (now, pv.len() as u8)
}

#[rstest]
fn with_tables_a_few_nodes_tell_the_exact_end(#[values(0, 1, 2, 3, 4)] game: usize) {
    let variant = Variant::ALL[game];
    let tables = Tables::embedded();
    let mut engine = player(Endgames::embedded());
    let mut rng = SplitMix64::new(7);
    let (mut won, mut lost, mut drawn) = (0, 0, 0);
    for _ in 0..150 {
        let position = random_position(variant, &mut rng);
        let value = tables.probe_any(&position).expect("three men are in the program");
        let best = engine.search(&Task::from(position), nodes(2_000), |_| {});
        let score = best.score.expect("a depth is complete");
        let moves = |plies: u8| i32::from(plies.div_ceil(2));
        let wanted = match value {
            Value::Win(plies) => Some(moves(plies)),
            Value::Loss(plies) => Some(-moves(plies)),
            Value::Draw => None,
        };
        assert_eq!(score.moves_to_end(), wanted, "{position:?}: {value}, found {score}");
        match value {
            Value::Draw => {
                assert_eq!(score.0, 0, "{position:?}");
                drawn += 1;
            }
            Value::Win(plies) | Value::Loss(plies) => {
                let (end, length) = played_out(&position, &best.pv);
                assert_eq!(length, plies, "{position:?}: the variation goes to the end");
                let winner = end.outcome().and_then(estopim_rules::Outcome::winner);
                let wins = matches!(value, Value::Win(_));
                assert_eq!(winner == Some(position.turn()), wins, "{position:?}");
                *(if wins { &mut won } else { &mut lost }) += 1;
            }
        }
    }
    assert!(won > 5 && drawn + lost > 5, "{won} {drawn} {lost}");
}

/// What a search without tables proves must be in the tables: whoever wins does so in as many moves or fewer.
#[rstest]
fn no_forced_win_of_a_search_without_tables_contradicts_them(#[values(0, 1, 2, 3, 4)] game: usize) {
    let variant = Variant::ALL[game];
    let tables = Tables::embedded();
    let mut engine = player(Endgames::default());
    let mut rng = SplitMix64::new(11);
    let mut proven = 0;
    for _ in 0..100 {
        let position = random_position(variant, &mut rng);
        let best = engine.search(&Task::from(position), nodes(5_000), |_| {});
        let Some(claim) = best.score.and_then(estopim_engine::Score::moves_to_end) else {
            continue;
        };
        proven += 1;
        match tables.probe_any(&position).expect("three men are in the program") {
            Value::Win(plies) => assert!(i32::from(plies.div_ceil(2)) <= claim, "{position:?}"),
            Value::Loss(plies) => {
                assert!(claim <= 0 && i32::from(plies.div_ceil(2)) <= -claim, "{position:?}");
            }
            Value::Draw => panic!("{position:?} is a draw, found {claim}"),
        }
    }
    assert!(proven >= 3, "{proven}");
}

#[test]
fn levels_below_full_strength_use_no_tables() {
    for (variant, fen) in [
        (Variant::Chess, "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1"),
        (Variant::Atomic, "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1"),
        (Variant::PawnBattle, "8/3p4/8/8/8/8/2P1P3/8 w - - 0 1"),
    ] {
        let position = AnyPosition::from_fen(variant, fen).expect("a position");
        for level in Level::all().filter(|level| !level.is_full()) {
            let choose = |tables: Endgames| {
                let best =
                    level.choose(&mut player(tables), &Task::from(position), nodes(3_000), 5);
                (best.pv, best.score, best.depth)
            };
            assert_eq!(choose(Endgames::embedded()), choose(Endgames::default()), "{level:?}");
        }
    }
}

#[test]
fn what_counts_nodes_uses_no_tables() {
    for variant in Variant::ALL {
        let count = |tables| bench_with(&mut player(tables), variant, 6).nodes;
        assert_eq!(count(Endgames::embedded()), count(Endgames::default()), "{variant}");
    }
    let position = AnyPosition::from_fen(Variant::Chess, "8/8/8/3k4/8/8/3P4/3K4 w - - 0 1");
    let task = Task::from(position.expect("a position"));
    let search = |tables: Endgames, allowed: TableUse| {
        let mut engine = player(tables);
        let limits = Limits { depth: Some(8), tables: allowed, ..Limits::default() };
        engine.search(&task, limits, |_| {});
        engine.nodes()
    };
    let without = search(Endgames::default(), TableUse::Allowed);
    assert_eq!(search(Endgames::embedded(), TableUse::Forbidden), without);
    assert!(search(Endgames::embedded(), TableUse::Allowed) < without / 2);
}

#[test]
fn a_folder_that_is_missing_is_told_of() {
    let (tables, complaints) = Endgames::open("no/such/folder".as_ref(), "nor/this".as_ref());
    assert_eq!(complaints.len(), 2, "{complaints:?}");
    assert!(complaints[0].starts_with("no/such/folder: "), "{complaints:?}");
    // Those in the program are used all the same.
    let position = AnyPosition::from_fen(Variant::Chess, "8/8/8/3k4/8/8/4Q3/3K4 w - - 0 1");
    let task = Task::from(position.expect("a position"));
    let best = player(tables).search(&task, nodes(2_000), |_| {});
    assert!(best.score.is_some_and(estopim_engine::Score::is_win), "{best:?}");
}

/// `ESTOPIM_SYZYGY` is set by `make test`.
#[test]
fn with_syzygy_files_bishop_and_knight_mate_a_king() {
    let folder = std::env::var_os("ESTOPIM_SYZYGY").expect(
        "ESTOPIM_SYZYGY must name a folder of Syzygy files; `make syzygy` makes one and `make test` sets it",
    );
    let (tables, complaints) = Endgames::open("".as_ref(), &folder);
    assert!(complaints.is_empty(), "{complaints:?}");
    let mut engine = player(tables);
    let mut position =
        AnyPosition::from_fen(Variant::Chess, "7k/8/8/8/8/8/8/KBN5 w - - 0 1").expect("a position");
    let mut plies = 0;
    while position.outcome().is_none() {
        let best = engine.search(&Task::from(position), nodes(500), |_| {});
        position.play_unchecked(best.mv().expect("there are moves"));
        plies += 1;
        assert!(position.halfmoves() <= 100, "{position:?}");
    }
    assert!(position.is_check(), "mate after {plies} plies: {position:?}");
}
