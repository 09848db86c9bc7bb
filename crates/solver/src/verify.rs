//! The verifier of certificates. It shares nothing with the solver but the rules of the game: no other module of this crate is used
//! here, and the format, which [`crate::certificate`] describes, is read anew.
//!
//! It plays every game that the certificate's side can be led into: its own move is the one that the certificate names, the
//! other side tries every move there is. What the claim says must be true at the end of each of them.

use std::collections::HashMap;

use estopim_rules::{Color, Move, Outcome, PawnBattle, Position, Role};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// How a certificate begins; the last letter is the version.
const MAGIC: &[u8; 8] = b"ESTOPPB1";
/// The longest FEN that is read.
const MAX_FEN: usize = 100;

/// What a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The position.
    pub position: Position<PawnBattle>,
    /// Who wins it with the best play of both sides; nobody if it is drawn.
    pub winner: Option<Color>,
    /// The most plies in which the winner wins by the certificate's moves; nothing for a draw.
    pub plies: Option<u32>,
    /// How many different positions the certificate's sides can be led to, with them to move.
    pub positions: u64,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// It does not begin as certificates do.
    #[error("this is no certificate: expected it to begin with \"ESTOPPB1\"")]
    NotACertificate,
    /// Bytes were changed or are missing.
    #[error("the checksum does not fit: expected {expected:016x}, found {found:016x}")]
    Checksum {
        /// What stands in the file.
        expected: u64,
        /// What its bytes give.
        found: u64,
    },
    /// It ends too early.
    #[error("it ends in the middle of {0}")]
    CutOff(&'static str),
    /// Something is left over.
    #[error("{0} bytes are left over at the end")]
    LeftOver(usize),
    /// The position is not one.
    #[error("its position is not one of Pawn Battle: {0}")]
    Position(String),
    /// It is about pieces.
    #[error("its position has pieces other than pawns, or the game is over there")]
    NotOfPawns,
    /// The claims prove no value.
    #[error("expected that one side wins, or that White and then Black hold; found {0}")]
    Claims(String),
    /// The clock of plies without a capture could end a game.
    #[error("the draw after 100 plies without a capture could end a game from this position")]
    Clock,
    /// A move is named that there is not.
    #[error("move {found} of {moves} is named in {fen}")]
    NoSuchMove {
        /// The number of the move.
        found: u8,
        /// How many there are.
        moves: usize,
        /// Where.
        fen: String,
    },
    /// A game ends otherwise than is claimed.
    #[error("the claim that {side} {claim} is false: {fen} can be reached, where {ending}")]
    False {
        /// Whose claim.
        side: Color,
        /// What is claimed.
        claim: &'static str,
        /// The last position.
        fen: String,
        /// How the game ended.
        ending: String,
    },
}

/// What is claimed of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Wins,
    Holds,
}

/// Checks a certificate.
pub fn verify(bytes: &[u8]) -> Result<Verdict, ProofError> {
    let body = bytes.strip_prefix(MAGIC).ok_or(ProofError::NotACertificate)?;
    let (body, sum) = body.split_last_chunk().ok_or(ProofError::CutOff("the checksum"))?;
    let (expected, found) = (u64::from_le_bytes(*sum), xxh3_64(&bytes[..bytes.len() - sum.len()]));
    if expected != found {
        return Err(ProofError::Checksum { expected, found });
    }
    let mut rest = Rest(body);
    let length = usize::from(rest.byte("the position")?);
    if length > MAX_FEN {
        return Err(ProofError::Position(format!("a FEN of {length} bytes")));
    }
    let fen = String::from_utf8_lossy(rest.take(length, "the position")?).into_owned();
    let position = Position::<PawnBattle>::from_fen(&fen)
        .map_err(|error| ProofError::Position(error.to_string()))?;
    inspect(&position)?;
    let mut claims = Vec::new();
    let mut verdict = Verdict { position, winner: None, plies: None, positions: 0 };
    for _ in 0..rest.byte("the number of claims")? {
        let (side, claim) = read_claim(&mut rest)?;
        let mut walk = Walk { side, claim, moves: rest, seen: HashMap::new() };
        let plies = walk.follow(&position)?;
        rest = walk.moves;
        verdict.positions += walk.seen.len() as u64;
        if claim == Claim::Wins {
            (verdict.winner, verdict.plies) = (Some(side), Some(plies));
        }
        claims.push((side, claim));
    }
    if !rest.0.is_empty() {
        return Err(ProofError::LeftOver(rest.0.len()));
    }
    match claims[..] {
        [(_, Claim::Wins)] | [(Color::White, Claim::Holds), (Color::Black, Claim::Holds)] => {
            Ok(verdict)
        }
        _ => Err(ProofError::Claims(format!("{} claims", claims.len()))),
    }
}

fn read_claim(rest: &mut Rest) -> Result<(Color, Claim), ProofError> {
    Ok(match rest.byte("a claim")? {
        0 => (Color::White, Claim::Wins),
        1 => (Color::Black, Claim::Wins),
        2 => (Color::White, Claim::Holds),
        3 => (Color::Black, Claim::Holds),
        other => return Err(ProofError::Claims(format!("the claim {other}"))),
    })
}

/// Only pawns, a game that goes on, and no draw by counting.
fn inspect(position: &Position<PawnBattle>) -> Result<(), ProofError> {
    let pawns = position.board().role(Role::Pawn);
    if position.board().occupied() != pawns || position.outcome().is_some() {
        return Err(ProofError::NotOfPawns);
    }
    // Every ply takes a pawn nearer to its last rank.
    let steps: usize = Color::ALL
        .into_iter()
        .flat_map(|color| {
            (pawns & position.board().color(color)).into_iter().map(move |it| (color, it))
        })
        .map(|(color, square)| 7 - square.rank().relative_to(color).index())
        .sum();
    if usize::from(position.halfmoves()) + steps >= 100 {
        return Err(ProofError::Clock);
    }
    Ok(())
}

/// The games that one claim is about.
struct Walk<'a> {
    side: Color,
    claim: Claim,
    /// The moves of the certificate that have not been needed yet.
    moves: Rest<'a>,
    /// In how many plies the game ends at most, for positions with the side to move.
    seen: HashMap<u128, u32>,
}

impl Walk<'_> {
    /// In how many plies the game ends at most.
    fn follow(&mut self, position: &Position<PawnBattle>) -> Result<u32, ProofError> {
        if let Some(outcome) = position.outcome() {
            return self.judge(position, outcome).map(|()| 0);
        }
        if position.turn() == self.side {
            let packed = pack(position);
            if let Some(&plies) = self.seen.get(&packed) {
                return Ok(plies);
            }
            let answer = self.answer(position)?;
            let plies = 1 + self.follow(&position.after(answer))?;
            self.seen.insert(packed, plies);
            return Ok(plies);
        }
        let mut longest = 0;
        for mv in sorted_moves(position) {
            longest = longest.max(1 + self.follow(&position.after(mv))?);
        }
        Ok(longest)
    }

    /// The certificate's move: one that wins at once or is the only one is not written down.
    fn answer(&mut self, position: &Position<PawnBattle>) -> Result<Move, ProofError> {
        let moves = sorted_moves(position);
        let wins = |mv: &&Move| {
            let outcome = position.after(**mv).outcome();
            outcome.and_then(Outcome::winner) == Some(self.side)
        };
        if let Some(&mv) = moves.iter().find(wins) {
            return Ok(mv);
        }
        if let [mv] = moves[..] {
            return Ok(mv);
        }
        let found = self.moves.byte("the moves")?;
        moves.get(usize::from(found)).copied().ok_or_else(|| ProofError::NoSuchMove {
            found,
            moves: moves.len(),
            fen: position.fen(),
        })
    }

    fn judge(&self, position: &Position<PawnBattle>, outcome: Outcome) -> Result<(), ProofError> {
        let winner = outcome.winner();
        let (kept, claim) = match self.claim {
            Claim::Wins => (winner == Some(self.side), "wins"),
            Claim::Holds => (winner != Some(!self.side), "holds"),
        };
        if kept {
            return Ok(());
        }
        let (side, fen, ending) = (self.side, position.fen(), outcome.to_string());
        Err(ProofError::False { side, claim, fen, ending })
    }
}

/// The moves in the order in which certificates count them.
fn sorted_moves(position: &Position<PawnBattle>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
    moves
}

/// A position with a known side to move as one number.
fn pack(position: &Position<PawnBattle>) -> u128 {
    let board = position.board();
    let pawns = |color| u128::from(board.pieces(color, Role::Pawn).0 >> 8);
    let file = position.en_passant().map_or(0, |square| 1 + square.file().index() as u128);
    pawns(Color::White) | pawns(Color::Black) << 48 | file << 96
}

/// Bytes that have yet to be read.
#[derive(Clone, Copy)]
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize, of: &'static str) -> Result<&'a [u8], ProofError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ProofError::CutOff(of))?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self, of: &'static str) -> Result<u8, ProofError> {
        Ok(self.take(1, of)?[0])
    }
}
