//! What shakmaty, another library, says of chess and atomic positions, Chess960 castling included.

use estopim_rules::{AnyPosition, Color, Outcome, WinReason};
use shakmaty::fen::Fen;
use shakmaty::variant::Atomic;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, PositionError};

use super::difference::Difference;
use super::pair::Pair;
use super::random::Random;
use crate::oracle::Ruleset;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Agrees,
    /// A king is gone, and shakmaty takes only its owner for the side to move; nothing was compared.
    Refuses,
    /// shakmaty does not play this ruleset.
    Abstains,
}

/// Holds the library's moves, outcome, check and material verdicts, and one move played, against shakmaty's.
pub fn compare(
    ruleset: Ruleset,
    pair: &Pair,
    moves: &[String],
    random: &mut Random,
) -> Result<Verdict, Difference> {
    match ruleset {
        Ruleset::Chess => compare_as::<Chess>(ruleset, pair, moves, random),
        Ruleset::Atomic => compare_as::<Atomic>(ruleset, pair, moves, random),
        _ => Ok(Verdict::Abstains),
    }
}

fn compare_as<P: Position + FromSetup + Clone>(
    ruleset: Ruleset,
    pair: &Pair,
    moves: &[String],
    random: &mut Random,
) -> Result<Verdict, Difference> {
    let library = pair.library();
    let fen = library.fen();
    let same = |question: &str, ours: String, theirs: String| {
        if ours == theirs {
            return Ok(());
        }
        Err(Difference {
            ruleset,
            fen: fen.clone(),
            question: question.to_owned(),
            library: ours,
            judge: "shakmaty",
            judgement: theirs,
        })
    };
    let setup = Fen::from_ascii(fen.as_bytes()).expect("the library writes FEN").into_setup();
    let read = P::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    let peer = match read {
        Ok(peer) => peer,
        Err(_) if library.outcome().is_some_and(is_won_by_explosion) => {
            return Ok(Verdict::Refuses);
        }
        Err(error) => {
            same("reading a FEN", "accepted".to_owned(), error.to_string())?;
            unreachable!("an error is not an acceptance")
        }
    };

    let castling_text = if pair.oracle().castles_classically() {
        CastlingMode::Standard
    } else {
        CastlingMode::Chess960
    };
    let mut theirs: Vec<(String, shakmaty::Move)> = peer
        .legal_moves()
        .into_iter()
        .map(|mv| (mv.to_uci(castling_text).to_string(), mv))
        .collect();
    theirs.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    if !moves.iter().eq(theirs.iter().map(|(uci, _)| uci)) {
        let names: Vec<&str> = theirs.iter().map(|(uci, _)| uci.as_str()).collect();
        same("legal moves", moves.join(" "), names.join(" "))?;
    }
    same("the FEN of a position", fen.clone(), fen_of(&peer))?;
    same("the outcome", result_of(library), peer.outcome().to_string())?;
    same("check", library.is_check().to_string(), peer.is_check().to_string())?;
    for (ours, theirs) in
        [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
    {
        same(
            &format!("insufficient material of {theirs}"),
            library.has_insufficient_material(ours).to_string(),
            peer.has_insufficient_material(theirs).to_string(),
        )?;
    }
    if !theirs.is_empty() {
        let (uci, mv) = &theirs[random.below(theirs.len())];
        let mut after = *library;
        after.play_unchecked(library.parse_uci(uci).expect("a legal move of the library"));
        let mut peer_after = peer;
        peer_after.play_unchecked(*mv);
        same(&format!("the FEN after {uci}"), after.fen(), fen_of(&peer_after))?;
    }
    Ok(Verdict::Agrees)
}

fn fen_of<P: Position + Clone>(position: &P) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn is_won_by_explosion(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Win(_, WinReason::KingExploded))
}

/// The result as shakmaty writes it: `*` while the game goes on.
fn result_of(library: &AnyPosition) -> String {
    match library.outcome() {
        None => "*",
        Some(Outcome::Win(Color::White, _)) => "1-0",
        Some(Outcome::Win(Color::Black, _)) => "0-1",
        Some(Outcome::Draw(_)) => "1/2-1/2",
    }
    .to_owned()
}
