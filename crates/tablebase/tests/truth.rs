//! Every value of the smallest tables of each game equals that of an oracle.

mod oracle;

use estopim_rules::{ClassicAtomic, PawnBattle, Rules, SimpleAtomic, StrictAtomic};
use estopim_tablebase::{Material, Tables, Value, build, prove};
use oracle::{Oracle, Truth};
use rstest::rstest;

/// The tables of up to so many men.
fn tables<R: Rules>(men: usize) -> Tables {
    let mut tables = Tables::default();
    for material in (2..=men).flat_map(Material::all::<R>) {
        let table = build::build::<R>(&material, &tables, 2, &false.into(), &mut |_| {});
        let table = table.expect("it can be built");
        tables.insert(table);
    }
    tables
}

fn equals<R: Rules>(sets: &[&str], at_least: usize) {
    let tables = tables::<R>(3);
    let oracle = Oracle::<R>::new(sets);
    let (mut compared, mut won, mut with_en_passant) = (0, 0, 0);
    for (pos, truth) in oracle.iter() {
        if pos.outcome().is_some_and(|end| end.winner() == Some(pos.turn())) {
            continue; // nobody is ever to move there
        }
        let wanted = match truth {
            Truth::Win(plies) => Value::Win(u8::try_from(plies).expect("short")),
            Truth::Draw => Value::Draw,
            Truth::Loss(plies) => Value::Loss(u8::try_from(plies).expect("short")),
        };
        // The clocks of positions met on the way are not at zero.
        let fresh = estopim_rules::Setup { halfmoves: 0, ..pos.to_setup() };
        let pos = fresh.validate::<R>().expect("it was one before");
        if !wanted.stands_at(0) {
            assert_eq!(tables.probe(&pos), None, "{pos:?}");
            continue;
        }
        assert_eq!(tables.probe(&pos), Some(wanted), "{pos:?}");
        assert_eq!(tables.probe(&pos.mirrored()), Some(wanted), "{pos:?} mirrored");
        compared += 1;
        won += usize::from(matches!(wanted, Value::Win(_)));
        with_en_passant += usize::from(pos.en_passant().is_some());
    }
    assert!(compared >= at_least, "{compared} positions");
    assert!(won > 100, "{won} wins");
    assert_eq!(with_en_passant > 100, R::EN_PASSANT && !R::HAS_KINGS, "{with_en_passant}");
    for table in tables.iter() {
        prove::prove::<R>(table, &tables, 2).expect("it follows from its moves");
    }
}

const KINGED: [&str; 5] = ["KkQ", "KkR", "KkB", "KkN", "KkP"];

#[rstest]
#[case::atomic(equals::<ClassicAtomic>, &KINGED, 1_000_000)]
#[case::strict_atomic(equals::<StrictAtomic>, &KINGED, 1_000_000)]
#[case::simple_atomic(equals::<SimpleAtomic>, &KINGED, 1_000_000)]
#[case::pawn_battle(equals::<PawnBattle>, &["Pp", "PPp", "PNp", "PBp", "PRp", "PQp"], 500_000)]
fn every_value_equals_that_of_the_oracle(
    #[case] check: fn(&[&str], usize),
    #[case] sets: &[&str],
    #[case] at_least: usize,
) {
    check(sets, at_least);
}
