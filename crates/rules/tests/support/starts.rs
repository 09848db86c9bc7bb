//! Initial positions: the classic array, shuffled back ranks with Chess960 castling, Pawn Battle setups.

use super::random::Random;
use crate::oracle::Ruleset;

/// The named Pawn Battle setups, written out from the rule: pawns on these files, these pieces behind them.
pub const PAWN_BATTLE_SETUPS: [(&str, &str, &str); 18] = [
    ("2p", "...PP...", "........"),
    ("4p", "..PPPP..", "........"),
    ("6p", ".PPPPPP.", "........"),
    ("8p", "PPPPPPPP", "........"),
    ("pn", "PPPPPPPP", ".N....N."),
    ("pb", "PPPPPPPP", "..B..B.."),
    ("pr", "PPPPPPPP", "R......R"),
    ("pq", "PPPPPPPP", "...Q...."),
    ("pbn", "PPPPPPPP", ".NB..BN."),
    ("prn", "PPPPPPPP", "RN....NR"),
    ("pqn", "PPPPPPPP", ".N.Q..N."),
    ("prb", "PPPPPPPP", "R.B..B.R"),
    ("pqb", "PPPPPPPP", "..BQ.B.."),
    ("pqr", "PPPPPPPP", "R..Q...R"),
    ("prbn", "PPPPPPPP", "RNB..BNR"),
    ("pqrn", "PPPPPPPP", "RN.Q..NR"),
    ("pqrb", "PPPPPPPP", "R.BQ.B.R"),
    ("complete", "PPPPPPPP", "RNBQ.BNR"),
];

/// A position a game of this ruleset could start from.
pub fn random_start(ruleset: Ruleset, random: &mut Random) -> String {
    match ruleset {
        Ruleset::PawnBattle if random.percent(50) => {
            let (_, pawns, pieces) = random.pick(&PAWN_BATTLE_SETUPS);
            mirrored_start(pawns, pieces)
        }
        Ruleset::PawnBattle => {
            let (pawns, pieces) = random_pawn_battle_setup(random);
            mirrored_start(&pawns, &pieces)
        }
        Ruleset::SimpleAtomic => array("RNBQKBNR", "RNBQKBNR", "-"),
        _ if random.percent(50) => array("RNBQKBNR", "RNBQKBNR", "KQkq"),
        _ => random_chess960_start(random),
    }
}

/// The FEN of a setup whose two sides mirror each other, `.` standing for an empty file.
pub fn mirrored_start(pawns: &str, pieces: &str) -> String {
    let (pawns, pieces) = (runs(pawns), runs(pieces));
    let (black_pawns, black_pieces) = (pawns.to_lowercase(), pieces.to_lowercase());
    format!("{black_pieces}/{black_pawns}/8/8/8/8/{pawns}/{pieces} w - - 0 1")
}

/// Writes each run of dots as its length, the way FEN does.
fn runs(rank: &str) -> String {
    let mut text = String::new();
    for part in rank.split_inclusive(|letter| letter != '.') {
        let dots = part.chars().filter(|&letter| letter == '.').count();
        if dots > 0 {
            text.push_str(&dots.to_string());
        }
        text.push_str(part.trim_start_matches('.'));
    }
    text
}

fn random_pawn_battle_setup(random: &mut Random) -> (String, String) {
    loop {
        let pawns: String = (0..8).map(|_| if random.percent(60) { 'P' } else { '.' }).collect();
        let kept = |letter: char, keep: bool| if keep { letter } else { '.' };
        let pieces: String =
            "RNBQ.BNR".chars().map(|letter| kept(letter, random.percent(50))).collect();
        if pawns.matches('P').count() >= 2 {
            return (pawns, pieces);
        }
    }
}

/// Both sides' first ranks shuffled, alike or each on its own, with the rights in either notation.
fn random_chess960_start(random: &mut Random) -> String {
    let white = random_back_rank(random);
    let black = if random.percent(60) { white.clone() } else { random_back_rank(random) };
    let rights = if random.percent(50) {
        "KQkq".to_owned()
    } else {
        format!("{}{}", rook_files(&white).to_uppercase(), rook_files(&black))
    };
    array(&white, &black, &rights)
}

fn array(white: &str, black: &str, rights: &str) -> String {
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {rights} - 0 1", black.to_lowercase())
}

/// Shuffles until the bishops stand on unlike squares and the king between the rooks.
fn random_back_rank(random: &mut Random) -> String {
    let mut rank = *b"RNBQKBNR";
    loop {
        for last in (1..rank.len()).rev() {
            rank.swap(last, random.below(last + 1));
        }
        let places = |letter: u8| (0..rank.len()).filter(move |&file| rank[file] == letter);
        let bishops_differ = places(b'B').sum::<usize>() % 2 == 1;
        let king_is_between = rook_files_of(&rank)
            .is_some_and(|(low, high)| places(b'K').all(|king| low < king && king < high));
        if bishops_differ && king_is_between {
            return rank.iter().map(|&letter| letter as char).collect();
        }
    }
}

fn rook_files_of(rank: &[u8]) -> Option<(usize, usize)> {
    let low = rank.iter().position(|&letter| letter == b'R')?;
    let high = rank.iter().rposition(|&letter| letter == b'R')?;
    Some((low, high))
}

/// The files of the rooks as Shredder-FEN names them, king's side first.
fn rook_files(rank: &str) -> String {
    let (low, high) = rook_files_of(rank.as_bytes()).expect("a back rank has rooks");
    [high, low].into_iter().map(|file| (b'a' + file as u8) as char).collect()
}
