//! Every rule case of `tests/data/atomic_cases.txt`, whose lines read `FEN | question | expected [source]`.
//!
//! The expectations are prose, so each line is written out here as claims; the insufficient-material lines are
//! read as they stand. A line without claims, and claims without a line, fail.

use std::collections::BTreeSet;

use estopim_rules::{AnyPosition, Color, DrawReason, Outcome, Variant, WinReason};

const CASES: &str = include_str!("data/atomic_cases.txt");

enum Claim {
    Legal(&'static str),
    Illegal(&'static str),
    /// These moves lead to this FEN.
    After(&'static [&'static str], &'static str),
    /// After these moves the side to move is in direct check.
    InCheck(&'static [&'static str]),
    NotInCheck(&'static [&'static str]),
    /// After these moves the game has this outcome.
    Ends(&'static [&'static str], Outcome),
    GoesOn(&'static [&'static str]),
    /// After these moves, exactly the pieces on these squares can move.
    Movers(&'static [&'static str], &'static [&'static str]),
    /// The piece on the first square can go to exactly these.
    Destinations(&'static str, &'static [&'static str]),
    /// After these moves every legal move lands on a piece.
    OnlyCaptures(&'static [&'static str]),
    /// Atomic refuses the position: a king could be captured at once. Simple Atomic, which knows no check,
    /// accepts it, and this move leads to this FEN.
    OnlyInSimpleAtomic(&'static str, &'static str),
}

use Claim::{
    After, Destinations, Ends, GoesOn, Illegal, InCheck, Legal, Movers, NotInCheck, OnlyCaptures,
    OnlyInSimpleAtomic,
};

const WHITE_EXPLODED_BLACK: Outcome = Outcome::Win(Color::White, WinReason::KingExploded);
const BLACK_EXPLODED_WHITE: Outcome = Outcome::Win(Color::Black, WinReason::KingExploded);
const BLACK_MATES: Outcome = Outcome::Win(Color::Black, WinReason::Checkmate);
const WHITE_MATES: Outcome = Outcome::Win(Color::White, WinReason::Checkmate);
const STALEMATE: Outcome = Outcome::Draw(DrawReason::Stalemate);

/// The FEN that begins a line, and what the rest of the line says.
#[rustfmt::skip]
const CLAIMS: &[(&str, &[Claim])] = &[
    ("rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 3 4",
        &[After(&["d5c4"], "rnbqkb1r/pp2pppp/2p2n2/8/3P4/5N2/PP2PPPP/R1BQKB1R w KQkq - 0 5")]),
    ("8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1",
        &[InCheck(&[]), Illegal("b6a7"), Legal("b6e6"), Ends(&["b6e6"], WHITE_EXPLODED_BLACK)]),
    ("8/8/8/2K5/2P5/2k1n3/8/2R5 b - - 0 1",
        &[Illegal("e3c4")]),
    ("rn2kb1r/2p1p2p/p2q1pp1/1pPP4/Q7/4P3/PP3P1P/R3K3 w Qkq b6 0 11",
        &[After(&["c5b6"], "rn2kb1r/2p1p2p/p2q1pp1/3P4/Q7/4P3/PP3P1P/R3K3 b Qkq - 0 11")]),
    ("3kK3/8/8/2NNNNN1/2NN1pN1/2NN1NN1/2NNPNN1/2NNNNN1 w - - 0 1",
        &[After(&["e2e4", "f4e3"], "3kK3/8/8/2NNNNN1/2N3N1/2N3N1/2N3N1/2NNNNN1 w - - 0 2")]),
    ("5b1r/1p5p/4ppp1/4Bn2/1PPP1PP1/4P2P/3k4/4K2R w K - 1 1",
        &[Legal("e1g1")]),
    ("8/8/8/8/8/8/4k3/R3K2q w Q - 0 1",
        &[Legal("e1c1")]),
    ("8/8/8/8/8/8/5k2/R3K2r w Q - 0 1",
        &[Illegal("e1c1")]),
    ("rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        &[After(&["e5e2"], "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2"),
          Ends(&["e5e2"], BLACK_EXPLODED_WHITE)]),
    ("rn5r/pp4pp/2p3Nn/5p2/1b2P1PP/8/PPP2P2/R1B1KB1R b KQ - 0 9",
        &[Ends(&[], WHITE_EXPLODED_BLACK), Movers(&[], &[])]),
    ("8/8/8/1k6/8/8/8/1Kr5 w - - 0 1",
        &[Illegal("b1c1")]),
    ("1k6/8/8/8/8/8/PP5r/K7 b - - 0 1",
        &[Ends(&["h2h1"], BLACK_MATES)]),
    ("k7/8/1R6/8/8/8/8/5K2 w - - 0 1",
        &[Ends(&["b6b7"], STALEMATE)]),
    ("k1K5/pp5R/8/8/3Q4/P7/1P6/2r5 w - - 0 1",
        &[InCheck(&[]), Movers(&[], &["c8", "d4", "h7"]), Destinations("h7", &["c7"])]),
    ("k1r5/pp5R/8/8/3Q4/8/PP6/K7 b - - 0 1",
        &[GoesOn(&["c8c1"]), OnlyCaptures(&["c8c1"]), Movers(&["c8c1"], &["d4", "h7"])]),
    ("3k4/8/3K4/8/8/8/7r/8 w - - 0 1",
        &[Legal("d6d7"), NotInCheck(&["d6d7"])]),
    ("rnbqkbnr/pppNp1pp/5p2/3p4/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 3",
        &[Illegal("d8d7")]),
    ("rnbqkbnr/ppp1pppp/8/3pN3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 2",
        &[Illegal("e8d7")]),
    ("r1bq1bnr/pppp1ppp/5k2/4p3/4P1K1/8/PPPP1PPP/RNBQ1B1R b - - 5 6",
        &[Legal("f6f5"), NotInCheck(&["f6f5"]), InCheck(&["f6f5", "g4h3"])]),
    ("R2r2k1/1p2ppbp/8/6p1/2p5/5P1N/P2Pn1PP/2B1K2R b K - 3 19",
        &[Legal("d8d2"), Ends(&["d8d2"], BLACK_EXPLODED_WHITE)]),
    ("5k1r/p1ppq1pp/5p2/1B6/1b3P2/2P5/PP4PP/RNB1K2R w KQ - 0 12",
        &[Legal("b5d7")]),
    ("r1b1k2r/pp1pBppp/2p1p2n/q3P3/B2P4/2N2Q2/PPn2PPP/R3K1NR w KQkq - 9 11",
        &[Illegal("a4c2")]),
    ("BQ6/Rk6/8/8/8/8/8/4K3 b - - 0 1",
        &[InCheck(&[]), Ends(&[], WHITE_MATES)]),
    ("KQ6/Rk6/2B5/8/8/8/8/8 b - - 0 1",
        &[NotInCheck(&[]), Ends(&[], STALEMATE)]),
    ("rnbqkbnr/ppp2ppp/8/8/8/8/PPP2PPP/RNBQKBNR w KQkq - 0 4",
        &[InCheck(&["d1d7"])]),
    ("8/8/kK6/8/8/8/Q7/8 b - - 0 1",
        &[NotInCheck(&[])]),
    ("7k/7R/8/8/8/8/8/K7 w - - 0 1",
        &[OnlyInSimpleAtomic("h7h8", "8/8/8/8/8/8/8/K7 b - - 0 1")]),
    ("6k1/8/8/8/8/8/1r6/RN2K2R b KQ - 0 1",
        &[After(&["b2b1"], "6k1/8/8/8/8/8/8/4K2R w K - 0 2")]),
    ("k5br/6P1/8/8/8/8/8/K7 w - - 0 1",
        &[After(&["g7h8q"], "k7/8/8/8/8/8/8/K7 b - - 0 1")]),
    ("7k/8/8/2pBn3/3r4/2PQN3/8/K7 w - - 0 1",
        &[After(&["d3d4"], "7k/8/8/2p5/8/2P5/8/K7 b - - 0 1")]),
];

#[test]
fn every_line_holds() {
    let mut covered = BTreeSet::new();
    for line in lines() {
        let [fen, question, expected] = fields(line);
        if question == "insufficient" {
            check_material(fen, expected);
            continue;
        }
        let (_, claims) = CLAIMS
            .iter()
            .find(|(claimed, _)| *claimed == fen)
            .unwrap_or_else(|| panic!("no claims are written for this line: {line}"));
        covered.insert(fen);
        for claim in *claims {
            claim.hold(fen);
        }
    }
    for (fen, _) in CLAIMS {
        assert!(covered.contains(fen), "claims about a line that is not in the file: {fen}");
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn fields(line: &str) -> [&str; 3] {
    let fields: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
    fields.try_into().unwrap_or_else(|_| panic!("expected three fields: {line}"))
}

fn read(fen: &str) -> AnyPosition {
    AnyPosition::from_fen(Variant::Atomic, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The first word of `expected` says whether White, then Black, can no longer win; a remark may follow.
fn check_material(fen: &str, expected: &str) {
    let expected = expected.split(' ').next().unwrap_or_default();
    let position = read(fen);
    let found = [Color::White, Color::Black]
        .map(|side| position.has_insufficient_material(side).to_string());
    assert_eq!(found.join(","), expected, "{fen}");
    let drawn = position.outcome() == Some(Outcome::Draw(DrawReason::InsufficientMaterial));
    assert_eq!(drawn, expected == "true,true", "{fen}");
}

fn moves(position: &AnyPosition) -> Vec<String> {
    position.legal_moves().iter().map(|&mv| position.uci(mv)).collect()
}

/// Pieces that can move, by square name, sorted.
fn movers(position: &AnyPosition) -> Vec<String> {
    let origins: BTreeSet<String> = moves(position).iter().map(|mv| mv[..2].to_owned()).collect();
    origins.into_iter().collect()
}

fn after(position: &AnyPosition, moves: &[&str]) -> AnyPosition {
    let mut after = *position;
    for uci in moves {
        let mv = after
            .parse_uci(uci)
            .unwrap_or_else(|error| panic!("{uci} in {}: {error}", after.fen()));
        after.play_unchecked(mv);
    }
    after
}

/// Whether a piece stands on the square a move lands on.
fn lands_on_a_piece(position: &AnyPosition, uci: &str) -> bool {
    let fen = position.fen();
    let (file, rank) = (uci.as_bytes()[2] - b'a', b'8' - uci.as_bytes()[3]);
    let row = fen.split(['/', ' ']).nth(rank as usize).expect("a FEN has eight ranks");
    let squares: String = row
        .chars()
        .map(|letter| {
            letter.to_digit(10).map_or(letter.to_string(), |empty| ".".repeat(empty as usize))
        })
        .collect();
    squares.as_bytes()[file as usize] != b'.'
}

impl Claim {
    fn hold(&self, fen: &str) {
        if let OnlyInSimpleAtomic(uci, expected) = *self {
            assert!(AnyPosition::from_fen(Variant::Atomic, fen).is_err(), "{fen} is refused");
            let position =
                AnyPosition::from_fen(Variant::SimpleAtomic, fen).expect("no check, no refusal");
            assert_eq!(after(&position, &[uci]).fen(), expected, "{fen} after {uci}");
            return;
        }
        let position = &read(fen);
        match *self {
            OnlyInSimpleAtomic(..) => unreachable!("checked above"),
            Legal(uci) => {
                assert!(moves(position).iter().any(|mv| mv == uci), "{fen}: {uci} is legal");
                assert!(position.parse_uci(uci).is_ok(), "{fen}: {uci} is read");
            }
            Illegal(uci) => {
                assert!(moves(position).iter().all(|mv| mv != uci), "{fen}: {uci} is illegal");
                assert!(position.parse_uci(uci).is_err(), "{fen}: {uci} is refused");
            }
            After(line, expected) => {
                assert_eq!(after(position, line).fen(), expected, "{fen} after {line:?}");
            }
            InCheck(line) => {
                assert!(after(position, line).is_check(), "{fen}: check after {line:?}");
            }
            NotInCheck(line) => {
                assert!(!after(position, line).is_check(), "{fen}: no check after {line:?}");
            }
            Ends(line, outcome) => {
                assert_eq!(after(position, line).outcome(), Some(outcome), "{fen} after {line:?}");
            }
            GoesOn(line) => {
                assert_eq!(after(position, line).outcome(), None, "{fen} after {line:?}");
            }
            Movers(line, expected) => {
                assert_eq!(movers(&after(position, line)), expected, "{fen} after {line:?}");
            }
            Destinations(from, expected) => {
                let found: Vec<String> = moves(position)
                    .iter()
                    .filter_map(|mv| mv.strip_prefix(from).map(str::to_owned))
                    .collect();
                assert_eq!(found, expected, "{fen}: moves from {from}");
            }
            OnlyCaptures(line) => {
                let later = after(position, line);
                for uci in moves(&later) {
                    assert!(
                        lands_on_a_piece(&later, &uci),
                        "{fen}: {uci} after {line:?} is a capture"
                    );
                }
            }
        }
    }
}
