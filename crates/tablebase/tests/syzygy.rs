//! Syzygy files of chess, read by us and by python-chess, which is the judge.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use estopim_rules::{
    Chess, Color, Move, Piece, Position, Role, Setup, SplitMix64, Square, Variant,
};
use estopim_tablebase::{Tables, Value, Verdict, Wdl};

fn folder() -> PathBuf {
    let folder = std::env::var("ESTOPIM_SYZYGY").expect(
        "ESTOPIM_SYZYGY must name a folder of Syzygy files with three and four men; `make syzygy` \
         makes one and `make test` sets it",
    );
    folder.into()
}

fn tables() -> Tables {
    let mut tables = Tables::default();
    assert!(tables.add_syzygy(&folder()).expect("the folder can be read").is_empty());
    assert_eq!(tables.most_men(Variant::Chess), 4);
    tables
}

/// A position of three or four men drawn by chance in which the game goes on; of every eight about one with an en passant
/// right.
fn random_position(rng: &mut SplitMix64) -> Position<Chess> {
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    loop {
        let turn = Color::ALL[rng.below(2)];
        let mut setup = Setup { turn, ..Setup::EMPTY };
        let mut men = 2;
        for color in Color::ALL {
            let square = Square::from_index(rng.below(64));
            setup.board.set(square, Piece::new(color, Role::King));
        }
        if rng.below(8) == 0 {
            // A pawn has just passed another that could have captured it.
            let (file, rank) = (rng.below(7), if turn == Color::White { 4 } else { 3 });
            let (own, enemy) = if rng.below(2) == 0 { (file, file + 1) } else { (file + 1, file) };
            let square = |file: usize| Square::from_index(8 * rank + file);
            setup.board.set(square(own), Piece::new(turn, Role::Pawn));
            setup.board.set(square(enemy), Piece::new(!turn, Role::Pawn));
            setup.en_passant = Some(square(enemy).ahead(turn));
            men += 2;
        } else {
            for _ in 0..=rng.below(2) {
                let piece = Piece::new(Color::ALL[rng.below(2)], roles[rng.below(5)]);
                setup.board.set(Square::from_index(rng.below(64)), piece);
                men += 1;
            }
        }
        if let (true, Ok(pos)) = (setup.board.occupied().count() == men, setup.validate::<Chess>())
            && pos.has_moves()
        {
            return pos;
        }
    }
}

/// What python-chess says of each position: WDL from -2 to 2, and DTZ.
fn judged(folder: &Path, positions: &[Position<Chess>]) -> Vec<(i32, i32)> {
    let python = std::env::var("ESTOPIM_PYTHON").expect(
        "ESTOPIM_PYTHON must name a Python with the package chess; `make python` makes one and \
         `make test` sets it",
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy.py");
    let mut judge = Command::new(&python)
        .arg(script)
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{python} does not start: {error}"));
    let mut questions = judge.stdin.take().expect("a pipe");
    let fens: Vec<String> = positions.iter().map(Position::fen).collect();
    let asking = thread::spawn(move || {
        for fen in fens {
            writeln!(questions, "{fen}").expect("the judge listens");
        }
    });
    let output = judge.wait_with_output().expect("the judge ends");
    asking.join().expect("all was asked");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("numbers");
    let number = |word: Option<&str>| word.and_then(|word| word.parse().ok()).expect("a number");
    let answer = |line: &str| {
        let mut words = line.split(' ');
        (number(words.next()), number(words.next()))
    };
    text.lines().map(answer).collect()
}

/// How many positions are compared: `ESTOPIM_SYZYGY_POSITIONS`, or few enough for every push.
fn count() -> usize {
    std::env::var("ESTOPIM_SYZYGY_POSITIONS").map_or(3_000, |text| text.parse().expect("a number"))
}

#[test]
fn our_answers_are_those_of_python_chess() {
    let tables = tables();
    let mut rng = SplitMix64::new(22);
    let positions: Vec<_> = (0..count()).map(|_| random_position(&mut rng)).collect();
    let judged = judged(&folder(), &positions);
    assert_eq!(judged.len(), positions.len());
    let own = Tables::embedded();
    let (mut results, mut en_passant, mut exact) = ([0; 5], 0, 0);
    for (pos, &(wdl, dtz)) in positions.iter().zip(&judged) {
        let found = tables.wdl(pos).unwrap_or_else(|| panic!("no answer: {}", pos.fen()));
        assert_eq!(found as i32 - 2, wdl, "{}", pos.fen());
        assert_eq!(tables.dtz(pos), Some(dtz), "{}", pos.fen());
        assert_eq!(tables.judge(pos), Some(Verdict::Wdl(found)), "{}", pos.fen());
        results[found as usize] += 1;
        en_passant += usize::from(pos.en_passant().is_some());
        // Our own tables of three men say the same, and when.
        if let Some(value) = own.probe(pos) {
            let wanted = match value {
                Value::Win(_) => Wdl::Win,
                Value::Draw => Wdl::Draw,
                Value::Loss(_) => Wdl::Loss,
            };
            assert_eq!(found, wanted, "{}", pos.fen());
            exact += 1;
        }
    }
    println!(
        "{} positions agree; losses to wins {results:?}, {en_passant} with en passant, {exact} exact",
        positions.len()
    );
    assert!(results[0] > 100 && results[2] > 100 && results[4] > 100, "{results:?}");
    assert!(en_passant > 0 && exact > 100, "{en_passant} {exact}");
}

/// White has bishop and knight against a king, which takes up to 33 moves without a capture.
const BISHOP_AND_KNIGHT: &str = "7k/8/8/8/8/8/8/KBN5 w - - 0 1";

#[test]
fn the_best_moves_by_the_files_win_within_fifty_moves() {
    let tables = tables();
    let mut pos = Position::<Chess>::from_fen(BISHOP_AND_KNIGHT).expect("a position");
    let mut plies = 0;
    while pos.outcome().is_none() {
        let moves = pos.legal_moves();
        let best = tables.best_by_syzygy(&pos, &moves).expect("the files know all moves");
        assert!(best.iter().all(|mv| moves.contains(mv)));
        pos = pos.after(best[0]);
        plies += 1;
        assert!(pos.halfmoves() <= 100, "{}", pos.fen());
    }
    assert!(pos.is_check(), "mate in {plies} plies: {}", pos.fen());
}

#[test]
fn what_the_files_cannot_know_has_no_answer() {
    let tables = tables();
    let pos = |fen: &str| Position::<Chess>::from_fen(fen).expect("a position");
    let castles = pos("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.wdl(&castles), None, "castling rights");
    assert_eq!(tables.wdl(&pos("4k3/8/8/8/8/8/8/4K2R w - - 0 1")), Some(Wdl::Win));
    let later = pos("4k3/8/8/8/8/8/8/4K2R w - - 1 1");
    assert_eq!(tables.judge(&later), None, "the clock does not stand at zero");
    let five = pos("4k3/3pp3/8/8/8/8/8/4KR2 w - - 0 1");
    assert_eq!(tables.wdl(&five), None, "five men");
    let all: Vec<Move> = five.legal_moves().into_iter().collect();
    assert_eq!(tables.best_by_syzygy(&five, &all), None, "five men");
    let missing = Tables::default().add_syzygy(Path::new("no/such/folder"));
    assert!(missing.is_err());
}

#[test]
fn a_cut_or_damaged_file_is_refused_or_gives_no_answer() {
    let copy = tempfile::tempdir().expect("a folder");
    let file = |name: &str| std::fs::read(folder().join(name)).expect("it is there");
    let put =
        |name: &str, bytes: &[u8]| std::fs::write(copy.path().join(name), bytes).expect("room");
    let (wdl, dtz) = (file("KRvK.rtbw"), file("KRvK.rtbz"));
    put("KRvK.rtbw", &wdl[..wdl.len() - 1]);
    // Cut where the length still looks right.
    put("KRvK.rtbz", &dtz[..dtz.len() - 4096]);
    let mut other = file("KQvK.rtbw");
    other[0] ^= 1;
    put("KQvK.rtbw", &other);
    let mut tables = Tables::default();
    let refused = tables.add_syzygy(copy.path()).expect("it can be read");
    assert_eq!(refused.len(), 1);
    assert!(refused[0].path.ends_with("KRvK.rtbw"));
    assert_eq!(refused[0].reason.to_string(), "unexpected file size");
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"] {
        let pos = Position::<Chess>::from_fen(fen).expect("a position");
        assert_eq!((tables.wdl(&pos), tables.dtz(&pos)), (None, None), "{fen}");
    }
}
