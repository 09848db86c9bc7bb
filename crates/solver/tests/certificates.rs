//! Certificates: those of real solutions are accepted, and what they say is true by the oracle; damaged and false ones are refused.

mod oracle;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use estopim_rules::{Color, Move, Outcome, PawnBattle, PawnBattleSetup, Position, SplitMix64};
use estopim_solver::{ProofError, Solution, Solver, Value, verify};
use oracle::{Oracle, Truth, random_position};
use rstest::rstest;
use xxhash_rust::xxh3::xxh3_64;

fn setup(name: &str) -> Position<PawnBattle> {
    name.parse::<PawnBattleSetup>().expect("a setup").position()
}

fn solved(position: Position<PawnBattle>) -> (Solution, Vec<u8>) {
    let solver = Solver::new(position, 4).expect("pawns alone");
    let stop = AtomicBool::new(false);
    let solution = solver.solve(2, &stop, |_| {}).expect("not stopped");
    let certificate = solver.certificate(&solution, &stop).expect("not stopped");
    (solution, certificate)
}

#[rstest]
#[case::two("2p", Some(Color::Black), Some(10))]
#[case::two_on_the_edge("ab", Some(Color::Black), Some(10))]
#[case::three("cde", None, None)]
#[case::four("4p", Some(Color::White), Some(21))]
fn setups_are_solved_and_proven(
    #[case] name: &str,
    #[case] winner: Option<Color>,
    #[case] distance: Option<u32>,
) {
    let position = setup(name);
    let (solution, certificate) = solved(position);
    assert_eq!(solution.worth.distance, distance);
    let verdict = verify(&certificate).expect("a sound certificate");
    assert_eq!((verdict.position, verdict.winner), (position, winner));
    // The certificate's moves win in time, or later where the table has forgotten the best.
    assert!(verdict.plies >= distance, "{verdict:?}");
}

#[test]
fn certificates_of_all_kinds_of_positions_say_what_the_oracle_says() {
    let (mut rng, mut oracle) = (SplitMix64::new(3), Oracle::default());
    let mut found = [0; 3];
    for _ in 0..300 {
        let position = random_position(&mut rng, 3);
        let (_, certificate) = solved(position);
        let verdict = verify(&certificate).expect("a sound certificate");
        let wanted = match oracle.truth(&position) {
            Truth::Win(_) => Some(position.turn()),
            Truth::Draw => None,
            Truth::Loss(_) => Some(!position.turn()),
        };
        assert_eq!(verdict.winner, wanted, "{}", position.fen());
        found[wanted.map_or(2, Color::index)] += 1;
        oracle.forget();
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
}

/// The certificate's moves by FEN, read as its documentation says.
struct Reader<'a> {
    side: Color,
    bytes: &'a [u8],
    moves: HashMap<String, Move>,
}

impl Reader<'_> {
    fn walk(&mut self, position: &Position<PawnBattle>) {
        if position.outcome().is_some() {
            return;
        }
        let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
        moves.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
        if position.turn() != self.side {
            for &mv in &moves {
                self.walk(&position.after(mv));
            }
            return;
        }
        let name = name(position);
        if self.moves.contains_key(&name) {
            return;
        }
        let winning = |mv: &&Move| {
            position.after(**mv).outcome().and_then(Outcome::winner) == Some(self.side)
        };
        let mv = moves.iter().find(winning).copied().unwrap_or_else(|| {
            if moves.len() == 1 {
                return moves[0];
            }
            let (&number, rest) = self.bytes.split_first().expect("a move");
            self.bytes = rest;
            moves[usize::from(number)]
        });
        self.moves.insert(name, mv);
        self.walk(&position.after(mv));
    }
}

/// A position without its counters.
fn name(position: &Position<PawnBattle>) -> String {
    position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Games by the certificate against random moves: wherever few pawns are left, the oracle must say that the claim still
/// holds.
#[test]
fn the_oracle_agrees_with_the_certificate_of_four_pawns_on_a_sample() {
    let start = setup("4p");
    let (_, certificate) = solved(start);
    let header = 8 + 1 + start.fen().len() + 2;
    let bytes = &certificate[header..certificate.len() - 8];
    let mut reader = Reader { side: Color::White, bytes, moves: HashMap::new() };
    reader.walk(&start);
    assert!(reader.bytes.is_empty(), "every move has its place");
    let (mut rng, mut oracle, mut asked) = (SplitMix64::new(5), Oracle::default(), 0);
    for _ in 0..200 {
        let mut position = start;
        while position.outcome().is_none() {
            let mv = if position.turn() == Color::White {
                reader.moves[&name(&position)]
            } else {
                let moves = position.legal_moves();
                moves[rng.below(moves.len())]
            };
            position = position.after(mv);
            if position.board().occupied().count() <= 5 {
                let truth = oracle.truth(&position);
                let wins = match truth {
                    Truth::Win(_) => position.turn() == Color::White,
                    Truth::Draw => false,
                    Truth::Loss(_) => position.turn() == Color::Black,
                };
                assert!(wins, "{truth:?} in {}", position.fen());
                asked += 1;
            }
        }
        assert_eq!(position.outcome().and_then(Outcome::winner), Some(Color::White));
    }
    assert!(asked > 200, "only {asked} positions");
}

/// The same bytes with a checksum that fits them.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let sum = xxh3_64(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_certificate_with_any_byte_changed_is_refused() {
    let (_, certificate) = solved(setup("2p"));
    for index in 0..certificate.len() {
        let mut bytes = certificate.clone();
        bytes[index] ^= 1;
        let error = verify(&bytes).expect_err("a byte was changed");
        let wanted = if index < 8 {
            matches!(error, ProofError::NotACertificate)
        } else {
            matches!(error, ProofError::Checksum { .. })
        };
        assert!(wanted, "byte {index}: {error}");
    }
}

#[test]
fn a_certificate_that_is_cut_or_too_long_is_refused() {
    let (_, certificate) = solved(setup("2p"));
    for length in 0..certificate.len() {
        verify(&certificate[..length]).expect_err("it was cut");
        if (8..certificate.len() - 8).contains(&length) {
            let mut cut = certificate[..length].to_vec();
            cut.extend([0; 8]);
            verify(&signed(cut)).expect_err("it was cut before it was signed");
        }
    }
    let mut longer = certificate;
    longer.push(0);
    assert_eq!(verify(&signed(longer)), Err(ProofError::LeftOver(1)));
}

/// Whoever changes a certificate can make the checksum fit. A move may have an equal, but nothing false is ever proven.
#[test]
fn a_forged_certificate_never_proves_anything_false() {
    let (solution, certificate) = solved(setup("2p"));
    assert_eq!(solution.worth.value, Value::Loss);
    let mut refused = 0;
    let header = 8 + 1 + setup("2p").fen().len();
    for index in header..certificate.len() - 8 {
        for value in 0..6 {
            let mut bytes = certificate.clone();
            bytes[index] = value;
            match verify(&signed(bytes)) {
                Ok(verdict) => assert_eq!(verdict.winner, Some(Color::Black)),
                Err(_) => refused += 1,
            }
        }
    }
    assert!(refused > 20, "only {refused} were refused");
}

#[rstest]
#[case::a_false_winner(0, "the claim that white wins is false")]
#[case::a_holder_alone(3, "expected that one side wins, or that White and then Black hold")]
#[case::no_such_claim(4, "found the claim 4")]
fn a_false_claim_is_refused_with_the_reason(#[case] claim: u8, #[case] reason: &str) {
    let (_, mut certificate) = solved(setup("2p"));
    let place = 8 + 1 + setup("2p").fen().len() + 1;
    assert_eq!(certificate[place], 1, "black wins");
    certificate[place] = claim;
    if claim == 0 {
        // Moves that do not exist are refused: the first of each position, and plenty of them.
        certificate.truncate(place + 1);
        certificate.extend([0; 1000]);
    }
    let error = verify(&signed(certificate)).expect_err("it is false").to_string();
    assert!(error.contains(reason), "{error}");
}

#[rstest]
#[case::pieces("8/3pp3/8/8/8/8/3PP3/N7 w - - 0 1", "pieces other than pawns")]
#[case::over("8/8/8/8/8/8/3PP3/8 w - - 0 1", "the game is over there")]
#[case::clock("8/3pp3/8/8/8/8/3PP3/8 w - - 80 1", "after 100 plies")]
#[case::nonsense("8/3pp3/8/8/8/8/3PP3 w - - 0 1", "not one of Pawn Battle")]
fn certificates_of_other_positions_are_refused(#[case] fen: &str, #[case] reason: &str) {
    let mut bytes = b"ESTOPPB1".to_vec();
    bytes.push(fen.len() as u8);
    bytes.extend(fen.as_bytes());
    bytes.extend([1, 0]);
    bytes.extend([0; 8]);
    let error = verify(&signed(bytes)).expect_err("no certificate").to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn the_verifier_uses_nothing_of_the_solver() {
    let source = include_str!("../src/verify.rs");
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    for line in code {
        let own = ["crate::", "super::", "estopim_solver"].iter().any(|word| line.contains(word));
        assert!(!own, "{line}");
    }
    let modules = include_str!("../src/lib.rs");
    assert!(modules.contains("pub mod verify;"));
}
