//! The library against everybody else: the slow oracle in all five games, shakmaty in chess and atomic,
//! pyffish in Simple Atomic and Pawn Battle. `examples/soak.rs` does the same for as long as one likes.

mod oracle;
#[path = "support/perft_table.rs"]
mod perft_table;
mod support;

use std::collections::{BTreeMap, HashMap};

use estopim_rules::{DrawReason, Game, Outcome, PawnBattleSetup};
use oracle::Ruleset;
use perft_table::PerftTable;
use rstest::rstest;
use support::crosscheck::{Crosscheck, Effort};
use support::pair::Pair;
use support::placement::random_placement;
use support::random::Random;
use support::starts::{PAWN_BATTLE_SETUPS, mirrored_start};

/// Positions of each kind, from games and from the generator, for each ruleset.
const POSITIONS: usize = 10_000;
const EFFORT: Effort = Effort { successors_one_in: 1, pyffish_one_in: 1 };
const SEED: u64 = 20_260_801;

const GAMES_WITH_HISTORY: usize = 400;
const LONGEST_GAME_WITH_HISTORY: usize = 120;
const FIFTY_MOVES: Outcome = Outcome::Draw(DrawReason::FiftyMoves);
const THREEFOLD: Outcome = Outcome::Draw(DrawReason::Threefold);

/// Rows of a perft table beyond this many leaves are left to the library, which is faster.
const ORACLE_NODES: u64 = 50_000;

#[rstest]
#[case::in_chess(Ruleset::Chess)]
#[case::in_atomic(Ruleset::Atomic)]
#[case::in_strict_atomic(Ruleset::StrictAtomic)]
#[case::in_simple_atomic(Ruleset::SimpleAtomic)]
#[case::in_pawn_battle(Ruleset::PawnBattle)]
fn the_library_agrees_with_every_judge(#[case] ruleset: Ruleset) {
    let mut check = Crosscheck::new(ruleset, EFFORT, SEED);
    for _ in 0..POSITIONS {
        check.walk().unwrap_or_else(|difference| panic!("{difference}"));
        check.place().unwrap_or_else(|difference| panic!("{difference}"));
    }
    let counts = check.finish().unwrap_or_else(|difference| panic!("{difference}"));
    println!("{}: {counts:?}", ruleset.id());

    assert_eq!(counts.oracle(), 2 * POSITIONS);
    match ruleset {
        Ruleset::Chess | Ruleset::Atomic => {
            assert_eq!(counts.shakmaty + counts.shakmaty_refused, counts.oracle());
            assert!(
                counts.shakmaty_refused * 20 < counts.oracle(),
                "shakmaty refuses too many: {counts:?}"
            );
        }
        Ruleset::SimpleAtomic | Ruleset::PawnBattle => {
            assert!(
                counts.pyffish > counts.oracle() / 2,
                "too few positions for pyffish: {counts:?}"
            );
        }
        Ruleset::StrictAtomic => {} // no other program plays it
    }
}

#[rstest]
#[case::in_chess(Ruleset::Chess)]
#[case::in_atomic(Ruleset::Atomic)]
#[case::in_strict_atomic(Ruleset::StrictAtomic)]
#[case::in_simple_atomic(Ruleset::SimpleAtomic)]
#[case::in_pawn_battle(Ruleset::PawnBattle)]
fn games_end_by_their_history_when_the_rules_say(#[case] ruleset: Ruleset) {
    let mut random = Random::new(SEED);
    let mut endings = BTreeMap::new();
    for _ in 0..GAMES_WITH_HISTORY {
        let ending = play_with_history(ruleset, &mut random);
        *endings.entry(format!("{ending:?}")).or_insert(0) += 1;
    }
    println!("{}: {endings:?}", ruleset.id());
    assert!(endings.contains_key("Some(Draw(FiftyMoves))"), "no game ran out of clock");
    let repeats = endings.contains_key("Some(Draw(Threefold))");
    assert_eq!(repeats, ruleset != Ruleset::PawnBattle, "repetition draws, but in Pawn Battle");
}

/// Plays from a random placement, often moving to and fro, and compares the game's outcome after each ply
/// with a count of the FENs seen and a look at their clock.
fn play_with_history(ruleset: Ruleset, random: &mut Random) -> Option<Outcome> {
    let mut pair = loop {
        let fen = random_placement(ruleset, random);
        if let Ok(Some(pair)) = Pair::from_fen(ruleset, &fen) {
            break pair;
        }
    };
    let mut game = Game::from_position(*pair.library());
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut played: Vec<String> = Vec::new();
    loop {
        let fen = pair.oracle().fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let occurrences = seen.entry(fields[..4].join(" ")).or_insert(0);
        *occurrences += 1;
        let clock: u32 = fields[4].parse().expect("the oracle writes a number");
        let repeated = *occurrences >= 3 && ruleset != Ruleset::PawnBattle;
        let allowed: &[Option<Outcome>] = match (pair.library().outcome(), clock >= 100, repeated) {
            (Some(outcome), _, _) => &[Some(outcome)], // what the board says goes first
            (None, true, true) => &[Some(FIFTY_MOVES), Some(THREEFOLD)],
            (None, true, false) => &[Some(FIFTY_MOVES)],
            (None, false, true) => &[Some(THREEFOLD)],
            (None, false, false) => &[None],
        };
        assert!(allowed.contains(&game.outcome()), "{fen} after {played:?}: {:?}", game.outcome());
        if game.outcome().is_some() || played.len() == LONGEST_GAME_WITH_HISTORY {
            return game.outcome();
        }
        let moves = pair.moves();
        let back = played.iter().rev().nth(1).map(|uci| format!("{}{}", &uci[2..4], &uci[..2]));
        let uci = match back.filter(|back| moves.contains(back)) {
            Some(back) if random.percent(80) => back,
            _ => moves[random.below(moves.len())].clone(),
        };
        game.play_uci(&uci).unwrap_or_else(|error| panic!("{fen}: {error}"));
        pair.play(&uci).unwrap_or_else(|difference| panic!("{difference}"));
        assert_eq!(game.position().fen(), pair.oracle().fen());
        played.push(uci);
    }
}

/// Positions on which the library once erred.
#[rstest]
#[case::castling_on_the_spot_out_of_check(Ruleset::Atomic, "8/8/8/8/8/5k2/8/1R1r2KR w KQ - 0 1")]
#[case::double_step_beside_the_king(Ruleset::StrictAtomic, "8/3p4/8/8/3k3P/2K5/8/8 b - - 7 130")]
#[case::castling_field_without_castling(Ruleset::SimpleAtomic, "8/8/8/8/5K2/7k/8/8 w KQkq - 98 79")]
fn what_once_differed_agrees(#[case] ruleset: Ruleset, #[case] fen: &str) {
    let pair = Pair::from_fen(ruleset, fen).unwrap_or_else(|difference| panic!("{difference}"));
    let pair = pair.expect("a position the rules accept");
    pair.compare(1, &mut Random::new(SEED)).unwrap_or_else(|difference| panic!("{difference}"));
}

#[test]
fn the_oracle_counts_what_the_perft_tables_say() {
    for table in PerftTable::all() {
        let ruleset = Ruleset::ALL.into_iter().find(|ruleset| ruleset.id() == table.variant_id());
        let ruleset = ruleset.unwrap_or_else(|| panic!("no ruleset for {}", table.name));
        for row in &table.rows {
            let position = oracle::Position::from_fen(ruleset, &row.fen)
                .expect("a table holds good positions");
            for &(depth, nodes) in row.counts.iter().filter(|(_, nodes)| *nodes <= ORACLE_NODES) {
                assert_eq!(
                    perft(&position, depth),
                    nodes,
                    "{} {} at depth {depth}",
                    table.name,
                    row.fen
                );
            }
        }
    }
}

fn perft(position: &oracle::Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.into_iter().map(|mv| perft(&position.play(mv), depth - 1)).sum(),
    }
}

#[test]
fn the_named_setups_of_pawn_battle_stand_as_the_rules_say() {
    for (name, pawns, pieces) in PAWN_BATTLE_SETUPS {
        let setup: PawnBattleSetup =
            name.parse().unwrap_or_else(|_| panic!("no setup named {name}"));
        assert_eq!(setup.fen(), mirrored_start(pawns, pieces), "{name}");
    }
}
