//! Records and files of records: what is written is read again, and what is broken is told.

use std::fs;
use std::path::{Path, PathBuf};

use estopim_rules::{AnyPosition, Game, PawnBattleSetup, Square, Variant};
use estopim_train::data::{
    DataFault, Header, Origin, Reader, Record, RecordError, WhiteResult, Writer, join,
};
use proptest::prelude::*;
use rstest::rstest;

/// A game's position after some moves, each chosen by a number.
fn walk(variant: Variant, choices: &[usize]) -> Game {
    let mut game = Game::new(variant);
    for choice in choices {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            break;
        }
        game.play(moves[choice % moves.len()]).expect("a legal move");
    }
    game
}

fn any_variant() -> impl Strategy<Value = Variant> {
    proptest::sample::select(&Variant::ALL[..])
}

fn any_result() -> impl Strategy<Value = WhiteResult> {
    proptest::sample::select(&WhiteResult::ALL[..])
}

proptest! {
    #[test]
    fn a_record_gives_back_what_was_written(
        variant in any_variant(),
        choices in proptest::collection::vec(any::<usize>(), 0..120),
        score in any::<i16>(),
        result in any_result(),
    ) {
        let game = walk(variant, &choices);
        let position = *game.position();
        let ply = game.ply_count() as u16;
        let record = Record::new(&position, score, result, ply).unwrap();
        let again = Record::from_bytes(*record.as_bytes());
        prop_assert_eq!(again.position().unwrap(), position);
        prop_assert_eq!((again.score(), again.result(), again.ply()), (score, result, ply));
        prop_assert_eq!(again.turn(), position.turn());
        prop_assert_eq!(again.variant().unwrap(), variant);
        prop_assert_eq!(again.occupied(), position.board().occupied());
        for (square, piece) in again.pieces() {
            prop_assert_eq!(position.board().piece_at(square), Some(piece));
        }
    }

    #[test]
    fn any_32_bytes_are_a_record_of_a_sound_position_or_refused(
        variant in any_variant(),
        choices in proptest::collection::vec(any::<usize>(), 0..60),
        changes in proptest::collection::vec((0..32usize, any::<u8>()), 1..4),
    ) {
        let game = walk(variant, &choices);
        let record = Record::new(game.position(), 0, WhiteResult::Draw, 0).unwrap();
        let mut bytes = *record.as_bytes();
        for (at, value) in changes {
            bytes[at] = value;
        }
        if let Ok(position) = Record::from_bytes(bytes).position() {
            let fen = position.fen();
            prop_assert_eq!(AnyPosition::from_fen(position.variant(), &fen).unwrap().fen(), fen);
        }
    }

    #[test]
    fn only_equal_positions_share_a_fingerprint(
        variant in any_variant(),
        choices in proptest::collection::vec(any::<usize>(), 1..40),
    ) {
        let game = walk(variant, &choices);
        let fingerprint = |position: &AnyPosition, score| {
            Record::new(position, score, WhiteResult::Win, 9).unwrap().fingerprint()
        };
        let now = game.position();
        for (before, _) in game.moves() {
            let is_equal = before.key() == now.key();
            prop_assert_eq!(fingerprint(before, 1) == fingerprint(now, 2), is_equal);
        }
    }
}

#[rstest]
#[case::rights_and_a_pawn_in_passing(
    Variant::Chess,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/5Q2/PP1BBPPP/R3K2R b Kq c3 0 1"
)]
#[case::rights_of_another_rook(Variant::Chess, "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBg - 12 1")]
#[case::atomic(Variant::Atomic, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")]
#[case::pawn_battle(Variant::PawnBattle, "8/p7/8/1pP5/8/8/7P/8 w - b6 3 1")]
fn what_cannot_be_seen_on_the_board_is_in_the_record(#[case] variant: Variant, #[case] fen: &str) {
    let position = AnyPosition::from_fen(variant, fen).unwrap();
    let record = Record::new(&position, -3, WhiteResult::Loss, 1).unwrap();
    assert_eq!(record.position().unwrap(), position);
    assert!(position.castling().rooks().any() || position.en_passant().is_some());
}

#[rstest]
#[case::no_such_variant(31, 5, "byte 31 means nothing: 5")]
#[case::no_such_result(26, 3, "byte 26 means nothing: 3")]
#[case::no_such_turn(27, 2, "byte 27 means nothing: 2")]
#[case::a_piece_too_much(4, 1, "a record has room for 32 pieces, found 33")]
#[case::two_kings(9, 0x55, "not a position of chess: white has 3 kings, expected one")]
#[case::a_pawn_that_castles(12, 0x06, "the piece on a2 is marked as a rook that may castle")]
#[case::a_pawn_that_stands_still(
    16,
    0x7F,
    "the pawn on b7 is marked as one that may be captured en passant"
)]
fn bytes_that_mean_nothing_are_refused(#[case] at: usize, #[case] byte: u8, #[case] reason: &str) {
    let start = AnyPosition::initial(Variant::Chess);
    let mut bytes = *Record::new(&start, 0, WhiteResult::Draw, 0).unwrap().as_bytes();
    bytes[at] = byte;
    let error = Record::from_bytes(bytes).position().unwrap_err();
    assert!(error.to_string().starts_with(reason), "{error}");
}

/// Two records of one position would differ in more than scores and counters, and both would be kept.
#[test]
fn marks_that_the_rules_drop_are_refused() {
    // A queen in the place of White's king, which atomic allows in a game that is over, beside rooks that may castle.
    let start = AnyPosition::initial(Variant::Atomic);
    let mut bytes = *Record::new(&start, 0, WhiteResult::Draw, 0).unwrap().as_bytes();
    bytes[10] = bytes[10] & 0xF0 | 4;
    let error = Record::from_bytes(bytes).position();
    assert_eq!(error, Err(RecordError::Castling(Square::A1)));
    // A double step that no pawn can capture en passant.
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let position = AnyPosition::from_fen(Variant::Atomic, fen).unwrap();
    let mut bytes = *Record::new(&position, 0, WhiteResult::Draw, 0).unwrap().as_bytes();
    // The pawn on e4 is the sixteenth piece.
    bytes[15] |= 0x70;
    let error = Record::from_bytes(bytes).position();
    assert_eq!(error, Err(RecordError::EnPassant(Square::E4)));
}

#[test]
fn a_piece_without_a_square_is_refused() {
    let kings = AnyPosition::from_fen(Variant::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    let mut bytes = *Record::new(&kings, 0, WhiteResult::Draw, 0).unwrap().as_bytes();
    bytes[23] = 0x10;
    assert_eq!(Record::from_bytes(bytes).position(), Err(RecordError::SparePiece));
}

#[test]
fn a_record_has_room_for_32_pieces_and_says_so() {
    let crowd = "nnnnknnn/nnnnnnnn/8/8/8/N7/NNNNNNNN/NNNNKNNN w - - 0 1";
    let crowd = AnyPosition::from_fen(Variant::Chess, crowd).unwrap();
    let refused = Record::new(&crowd, 0, WhiteResult::Draw, 0).unwrap_err();
    assert_eq!(refused.to_string(), "a record has room for 32 pieces, found 33");
}

const HEADER: Header = Header {
    variant: Variant::PawnBattle,
    origin: Origin::SelfPlay { seed: 7, nodes: 9, engine: 1 },
};
/// Where the blocks of [`three_blocks`] begin, and where the file ends.
const BLOCKS: [usize; 4] = [64, 64 + 32 + 5 * 32, 64 + 64 + 15 * 32, 64 + 96 + 18 * 32];

fn records(count: usize) -> Vec<Record> {
    let setups = PawnBattleSetup::named().take(count);
    let record = |(score, (_, setup)): (usize, (_, PawnBattleSetup))| {
        Record::new(&setup.position().into(), score as i16, WhiteResult::Win, 0).unwrap()
    };
    setups.enumerate().map(record).collect()
}

fn three_blocks(directory: &Path) -> PathBuf {
    let path = directory.join("three.data");
    let mut writer = Writer::open(&path, HEADER, |_| panic!("the file is new")).unwrap();
    for count in [5, 10, 3] {
        writer.append(2, records(count)).unwrap();
    }
    assert_eq!((writer.blocks(), writer.positions(), writer.games()), (3, 18, 6));
    path
}

#[test]
fn a_file_gives_back_the_blocks_in_order() {
    let directory = tempfile::tempdir().unwrap();
    let path = three_blocks(directory.path());
    assert_eq!(fs::metadata(&path).unwrap().len(), BLOCKS[3] as u64);
    let mut reader = Reader::open(&path).unwrap();
    assert_eq!(reader.header(), HEADER);
    let blocks: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
    assert_eq!(reader.torn_bytes(), 0);
    let sizes: Vec<_> = blocks.iter().map(|block| (block.index, block.records.len())).collect();
    assert_eq!(sizes, [(0, 5), (1, 10), (2, 3)]);
    assert_eq!(blocks[1].records, records(10));
}

#[test]
fn joining_survives_what_an_earlier_attempt_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let path = three_blocks(directory.path());
    let (out, part) = (directory.path().join("all.data"), directory.path().join("all.data.part"));
    // A process that was killed leaves the part that it had written.
    fs::write(&part, &fs::read(&path).unwrap()[..BLOCKS[1] + 7]).unwrap();
    let joined = join(&[path.clone(), path], &out).unwrap();
    assert_eq!((joined.positions, joined.duplicates), (10, 26));
    assert!(!part.exists(), "it has its name");
    let blocks = Reader::open(&out).unwrap().map(Result::unwrap);
    assert_eq!(blocks.map(|block| block.records.len()).sum::<usize>(), 10);
}

#[test]
fn a_file_cut_anywhere_keeps_its_whole_blocks_and_can_be_continued() {
    let directory = tempfile::tempdir().unwrap();
    let whole = fs::read(three_blocks(directory.path())).unwrap();
    let path = directory.path().join("cut.data");
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let kept = BLOCKS[1..].iter().filter(|&&end| end <= length).count();
        if length >= Header::BYTES {
            let mut reader = Reader::open(&path).unwrap();
            assert_eq!(reader.by_ref().map(Result::unwrap).count(), kept, "cut at {length}");
            assert_eq!(reader.torn_bytes() as usize, length - BLOCKS[kept]);
        } else {
            assert!(matches!(Reader::open(&path).unwrap_err().fault, DataFault::Foreign));
        }
        let mut met = 0;
        let mut writer = Writer::open(&path, HEADER, |_| met += 1).unwrap();
        assert_eq!((writer.blocks() as usize, writer.positions()), (kept, met));
        for &count in &[5, 10, 3][kept..] {
            writer.append(2, records(count)).unwrap();
        }
        drop(writer);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut at {length}");
    }
}

#[test]
fn a_changed_byte_anywhere_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let whole = fs::read(three_blocks(directory.path())).unwrap();
    let path = directory.path().join("damaged.data");
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(&path, &bytes).unwrap();
        if at < Header::BYTES {
            Reader::open(&path).expect_err("the header is damaged");
            Writer::open(&path, HEADER, |_| ()).expect_err("the header is damaged");
            continue;
        }
        let mut reader = Reader::open(&path).unwrap();
        let (good, bad): (Vec<_>, Vec<_>) = reader.by_ref().partition(Result::is_ok);
        assert_eq!(good.len(), 2, "byte {at}");
        let hit = (0..3).find(|&block| at < BLOCKS[block + 1]).unwrap();
        if hit == 2 {
            // At the end it looks like what a kill leaves behind.
            assert_eq!(reader.torn_bytes() as usize, whole.len() - BLOCKS[2]);
            continue;
        }
        let faults: Vec<_> = bad.into_iter().map(|bad| bad.unwrap_err().fault).collect();
        let [DataFault::DamagedBlock { offset, .. }] = faults[..] else { panic!("{faults:?}") };
        assert_eq!(offset as usize, BLOCKS[hit], "byte {at}");
        let refused = Writer::open(&path, HEADER, |_| ()).unwrap_err();
        assert!(matches!(refused.fault, DataFault::DamagedBlock { .. }), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), bytes, "what is refused is left alone");
    }
}

#[test]
fn blocks_out_of_order_are_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let path = three_blocks(directory.path());
    let whole = fs::read(&path).unwrap();
    fs::write(&path, [&whole[..BLOCKS[1]], &whole[BLOCKS[2]..]].concat()).unwrap();
    let last = Reader::open(&path).unwrap().last().unwrap().unwrap_err();
    let text = last.to_string();
    assert!(text.ends_with("the block at byte 256 is damaged: it is out of order"), "{text}");
}

#[rstest]
#[case::text(b"a text that somebody needs\n".repeat(9), "not a file of positions")]
#[case::a_short_text(b"notes".to_vec(), "not a file of positions")]
fn a_foreign_file_is_left_alone(#[case] bytes: Vec<u8>, #[case] reason: &str) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    fs::write(&path, &bytes).unwrap();
    let refused = Writer::open(&path, HEADER, |_| ()).unwrap_err().to_string();
    assert!(refused.contains(reason), "{refused}");
    let refused = Reader::open(&path).unwrap_err().to_string();
    assert!(refused.contains(reason), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_file_of_other_settings_and_one_in_use_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = three_blocks(directory.path());
    let origin = Origin::SelfPlay { seed: 8, nodes: 9, engine: 1 };
    let other = Writer::open(&path, Header { origin, ..HEADER }, |_| ()).unwrap_err().to_string();
    assert!(other.contains("found pawnbattle, seed 7, 9 nodes"), "{other}");
    assert!(other.contains("wanted pawnbattle, seed 8, 9 nodes"), "{other}");
    let _writing = Writer::open(&path, HEADER, |_| ()).unwrap();
    let busy = Writer::open(&path, HEADER, |_| ()).unwrap_err();
    assert!(matches!(busy.fault, DataFault::Busy), "{busy}");
}
