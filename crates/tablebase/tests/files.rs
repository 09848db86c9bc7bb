//! Files of tables: what was written is read back, and what is cut, damaged or foreign is refused with the reason.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use estopim_rules::{
    AnyPosition, Board, ClassicAtomic, Color, PawnBattle, Piece, Role, Setup, SimpleAtomic, Square,
    Variant,
};
use estopim_tablebase::folder::{self, Step};
use estopim_tablebase::{EndgameTable, FileError, Tables, Value};
use rstest::rstest;

static GO_ON: AtomicBool = AtomicBool::new(false);

fn build(folder: &Path) -> Tables {
    folder::build_all::<ClassicAtomic>(3, folder, 2, &GO_ON, &mut |_| {}).expect("it can be built")
}

/// Changes a byte where `at` says, from the start or, if negative, from the end.
fn flip(bytes: &mut [u8], at: i64) {
    let at = if at < 0 { bytes.len() - at.unsigned_abs() as usize } else { at as usize };
    bytes[at] ^= 0x55;
}

enum Damage {
    Cut(usize),
    Shorten,
    Lengthen,
    Flip(i64),
}

#[rstest]
#[case::empty(Damage::Cut(0), "not an endgame table: expected it to begin with \"ESTOTABL\"")]
#[case::something_else(
    Damage::Flip(0),
    "not an endgame table: expected it to begin with \"ESTOTABL\""
)]
#[case::cut_in_the_head(Damage::Cut(40), "40 bytes long, expected")]
#[case::cut_in_the_list(Damage::Cut(200), "200 bytes long, expected")]
#[case::cut_at_the_end(Damage::Shorten, "bytes long, expected")]
#[case::longer(Damage::Lengthen, "bytes long, expected")]
#[case::another_version(Damage::Flip(8), "version 84 of the format, expected 1")]
#[case::another_game(Damage::Flip(12), "the head is damaged: its checksum is")]
#[case::another_length(Damage::Flip(44), "the head is damaged: its checksum is")]
#[case::absurd_length(Damage::Flip(51), "the head is damaged: its checksum is")]
#[case::a_checksum(Damage::Flip(70), "the head is damaged: its checksum is")]
fn a_damaged_file_is_refused_when_it_is_opened(#[case] damage: Damage, #[case] reason: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path());
    let path = folder.path().join("atomic/KQvK.etb");
    let mut bytes = fs::read(&path).expect("it was written");
    match damage {
        Damage::Cut(len) => bytes.truncate(len),
        Damage::Shorten => bytes.truncate(bytes.len() - 1),
        Damage::Lengthen => bytes.push(0),
        Damage::Flip(at) => flip(&mut bytes, at),
    }
    fs::write(&path, &bytes).expect("it can be written");
    let mut tables = Tables::default();
    let refused = tables.add_folder(folder.path()).expect("the folder can be read");
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].path, path);
    let found = refused[0].reason.to_string();
    assert!(found.contains(reason), "{found:?}");
    assert_eq!(tables.iter().count(), 4, "the others are sound");
}

#[test]
fn a_damaged_block_is_found_and_gives_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = build(folder.path());
    let path = folder.path().join("atomic/KQvK.etb");
    let mut bytes = fs::read(&path).expect("it was written");
    flip(&mut bytes, -2000);
    fs::write(&path, &bytes).expect("it can be written");
    let table = EndgameTable::open(&path).expect("the head is sound");
    let fault = table.check().expect_err("a block is damaged");
    assert!(matches!(fault, FileError::Block { blocks: 64, .. }), "{fault}");
    assert!(fault.to_string().ends_with("of 64 is damaged"), "{fault}");
    let mut tables = Tables::default();
    tables.insert(table);
    let (mut silent, mut answers) = (0, 0);
    for queen in Square::ALL {
        for turn in Color::ALL {
            let mut board = Board::EMPTY;
            board.set(Square::D4, Piece::new(Color::White, Role::King));
            board.set(Square::G7, Piece::new(Color::Black, Role::King));
            board.set(queen, Piece::new(Color::White, Role::Queen));
            let setup = Setup { board, turn, ..Setup::EMPTY };
            let Ok(pos) = setup.validate::<ClassicAtomic>() else { continue };
            match tables.probe(&pos) {
                None => silent += 1,
                value => {
                    assert_eq!(value, whole.probe(&pos), "{pos:?}");
                    answers += 1;
                }
            }
        }
    }
    assert!(answers > 50 && silent > 0, "{answers} answers, {silent} without");
}

#[test]
fn what_is_finished_is_not_built_again_and_what_is_missing_is() {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path());
    let missing = folder.path().join("atomic/KPvK.etb");
    let before = fs::read(&missing).expect("it was written");
    fs::remove_file(&missing).expect("it is there");
    let (mut found, mut written) = (0, Vec::new());
    let mut count = |step: Step<'_>| match step {
        Step::Found(_) => found += 1,
        Step::Written(table) => written.push(table.material().to_string()),
        Step::Building(..) => {}
    };
    folder::build_all::<ClassicAtomic>(3, folder.path(), 1, &GO_ON, &mut count).expect("it can be");
    assert_eq!((found, written), (4, vec!["KPvK".to_owned()]));
    assert_eq!(fs::read(&missing).expect("it was written"), before, "one thread builds the same");
}

#[test]
fn a_build_that_is_stopped_leaves_only_whole_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let stop = AtomicBool::new(false);
    let mut after_two = 0;
    let mut on_step = |step: Step<'_>| {
        after_two += usize::from(matches!(step, Step::Written(_)));
        if after_two == 2 {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    };
    let result = folder::build_all::<SimpleAtomic>(3, folder.path(), 2, &stop, &mut on_step);
    assert_eq!(
        result.expect_err("it was stopped").to_string(),
        "stopped; the same command goes on from here"
    );
    let mut tables = Tables::default();
    assert!(tables.add_folder(folder.path()).expect("it can be read").is_empty());
    assert_eq!(tables.iter().count(), 2);
    assert_eq!(fs::read_dir(folder.path().join("simpleatomic")).expect("a folder").count(), 2);
}

/// Positions that ask something of probing rather than of a value.
#[rstest]
#[case::kings_alone("atomic", "8/8/8/3k4/8/3K4/8/8 w - - 99 80", Some(Value::Draw))]
#[case::too_many_men("atomic", "8/8/8/3k4/8/3KPPP1/8/8 w - - 0 1", None)]
#[case::castling_rights("atomic", "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1", None)]
#[case::the_same_without("atomic", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", Some(Value::Draw))]
#[case::the_pawn_runs("pawnbattle", "8/8/3P4/8/8/p7/8/8 w - - 0 1", Some(Value::Win(3)))]
#[case::the_clock_lets_it("pawnbattle", "8/8/3P4/8/8/p7/8/8 w - - 97 60", Some(Value::Win(3)))]
#[case::the_clock_is_too_short("pawnbattle", "8/8/3P4/8/8/p7/8/8 w - - 98 60", None)]
#[case::taken_in_passing("pawnbattle", "8/8/8/8/3pP3/8/8/8 b - e3 0 1", Some(Value::Win(1)))]
#[case::not_taken_in_passing("pawnbattle", "8/8/8/8/3pP3/8/8/8 b - - 0 1", Some(Value::Win(5)))]
fn probing_knows_rights_and_clocks(
    #[case] game: Variant,
    #[case] fen: &str,
    #[case] wanted: Option<Value>,
) {
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path());
    folder::build_all::<PawnBattle>(2, folder.path(), 1, &GO_ON, &mut |_| {}).expect("small");
    let mut tables = Tables::default();
    assert!(tables.add_folder(folder.path()).expect("it can be read").is_empty());
    let position = AnyPosition::from_fen(game, fen).expect("a position");
    assert_eq!(tables.probe_any(&position), wanted);
    assert_eq!(tables.probe_any(&position.mirrored()), wanted);
    assert_eq!(tables.most_men(Variant::StrictAtomic), 0);
}
