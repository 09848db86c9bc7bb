//! Random positions of four men: the tables against a full-width search by the rules alone.
//!
//! Every position is searched three plies deep, each five-hundredth five: a result within the depth must be
//! that of the table to the ply, and where the table says that nothing is decided so soon the search must find nothing.
//! With `ESTOPIM_TABLES`, a folder that `estopim tables build` has made, all its tables of four men are asked, and
//! `ESTOPIM_TABLE_POSITIONS` says how many positions; without, one or two tables a game are built here.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use estopim_rules::{
    ClassicAtomic, Color, PawnBattle, Piece, Position, Role, Rules, Setup, SimpleAtomic,
    SplitMix64, Square, StrictAtomic,
};
use estopim_tablebase::{EndgameTable, Material, Tables, Value, build};
use rstest::rstest;

/// Whether the side to move can force the end of the game in its favour within so many plies.
fn wins_within<R: Rules>(pos: &Position<R>, plies: u8) -> bool {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner() == Some(pos.turn());
    }
    plies > 0 && pos.legal_moves().iter().any(|&mv| loses_within(&pos.after(mv), plies - 1))
}

/// Whether the side to move cannot escape the end of the game in its disfavour within so many plies.
fn loses_within<R: Rules>(pos: &Position<R>, plies: u8) -> bool {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner() == Some(!pos.turn());
    }
    plies > 0 && pos.legal_moves().iter().all(|&mv| wins_within(&pos.after(mv), plies - 1))
}

/// What a search of so many plies knows.
fn searched<R: Rules>(pos: &Position<R>, depth: u8) -> Option<Value> {
    (0..=depth).find_map(|plies| {
        if plies % 2 == 1 {
            wins_within(pos, plies).then_some(Value::Win(plies))
        } else {
            loses_within(pos, plies).then_some(Value::Loss(plies))
        }
    })
}

/// A position in which the game goes on; none if that is hardly ever so, as with two knights against a king in atomic.
fn random_position<R: Rules>(material: &Material, rng: &mut SplitMix64) -> Option<Position<R>> {
    for _ in 0..1_000 {
        let mut setup = Setup { turn: Color::ALL[rng.below(2)], ..Setup::EMPTY };
        for color in Color::ALL {
            for role in Role::ALL {
                for _ in 0..material.count(color, role) {
                    let square = Square::from_index(rng.below(64));
                    setup.board.set(square, Piece::new(color, role));
                }
            }
        }
        if setup.board.occupied().count() as usize == material.men()
            && let Ok(pos) = setup.validate::<R>()
            && pos.outcome().is_none()
        {
            return Some(pos);
        }
    }
    None
}

/// The tables to ask, and the materials of four men among them.
fn tables<R: Rules>(names: &[&str]) -> (Tables, Vec<Material>) {
    let mut tables = Tables::embedded();
    if let Some(folder) = std::env::var_os("ESTOPIM_TABLES") {
        let refused = tables.add_folder(Path::new(&folder)).expect("the folder can be read");
        assert!(refused.is_empty(), "{refused:?}");
        let of_game = tables.iter().filter(|table| table.variant() == R::VARIANT);
        let mut materials: Vec<_> = of_game.map(EndgameTable::material).collect();
        materials.retain(|material| material.men() == 4);
        materials.sort();
        return (tables, materials);
    }
    let materials: Vec<Material> = names.iter().map(|name| name.parse().expect("a name")).collect();
    for material in &materials {
        let table = build::build::<R>(material, &tables, 2, &false.into(), &mut |_| {});
        tables.insert(table.expect("it can be built"));
    }
    (tables, materials)
}

fn agrees<R: Rules>(names: &[&str]) {
    let count = std::env::var("ESTOPIM_TABLE_POSITIONS")
        .map_or(400, |text| text.parse::<usize>().expect("a number"));
    let (tables, materials) = tables::<R>(names);
    assert!(!materials.is_empty(), "no tables of four men");
    let [next, answers, decided] = [0; 3].map(AtomicUsize::new);
    let work = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return;
            }
            let mut rng = SplitMix64::new(number as u64);
            let material = &materials[number % materials.len()];
            let Some(pos) = random_position::<R>(material, &mut rng) else { continue };
            let depth = if number % 500 == 0 { 5 } else { 3 };
            // Wins of more than a hundred plies have no answer.
            let value = tables.probe(&pos);
            let soon = value.filter(|value| value.plies().is_some_and(|plies| plies <= depth));
            assert_eq!(searched(&pos, depth), soon, "{pos:?} is {value:?} by the table");
            answers.fetch_add(usize::from(value.is_some()), Relaxed);
            decided.fetch_add(usize::from(soon.is_some()), Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    let (answers, decided) = (answers.into_inner(), decided.into_inner());
    let tables = materials.len();
    println!(
        "{}: {answers} positions of {tables} tables agree, {decided} decided by the search",
        R::VARIANT
    );
    assert!(answers > count / 100 * 90, "{answers} of {count} answered");
    assert!(decided > count / 100, "{decided} of {count} decided");
}

#[rstest]
#[case::atomic(agrees::<ClassicAtomic>, &["KQvKN"])]
#[case::strict_atomic(agrees::<StrictAtomic>, &["KQvKB"])]
#[case::simple_atomic(agrees::<SimpleAtomic>, &["KNvKN"])]
#[case::pawn_battle(agrees::<PawnBattle>, &["PPvPP", "PPPvP"])]
fn random_positions_of_four_men_agree_with_a_search(
    #[case] agrees: fn(&[&str]),
    #[case] names: &[&str],
) {
    agrees(names);
}
