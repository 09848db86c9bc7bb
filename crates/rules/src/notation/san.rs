//! SAN (standard algebraic notation): `Nf3`, `exd5`, `e8=Q+`, `O-O`.
//!
//! Writing follows the PGN standard: the shortest form that no other legal move shares. The signs are
//! each game's own: `#` ends the game in the mover's favour, however the game is won; `+` leaves the
//! opponent in check (strict atomic: threatened). Reading is tolerant: signs may be missing, more may
//! be said than needed, and long algebraic notation and UCI are understood as well.

use thiserror::Error;

use super::fen::excerpt;
use crate::castling::CastlingSide;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::refusal::{CastlingRefusal, Refusal};
use crate::rules::Rules;
use crate::types::{Bitboard, File, Move, MoveKind, Rank, Role, Square};

/// Why a text is not a legal move here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SanError {
    /// It is not written as a move.
    #[error("expected a move such as e4, Nxf3, e8=Q or O-O, found {0:?}")]
    Syntax(String),
    /// It is a null move.
    #[error("expected a move, found {0:?}, which passes the turn; nobody may pass")]
    NullMove(String),
    /// The side to move has no such piece where the text says.
    #[error("{text} is illegal: you have no {}{}", role.name(), place(*file, *rank))]
    NoSuchPiece {
        /// The text.
        text: String,
        /// The kind of piece.
        role: Role,
        /// The file it should stand on, if the text says so.
        file: Option<File>,
        /// The rank it should stand on, if the text says so.
        rank: Option<Rank>,
    },
    /// The move that is meant is refused.
    #[error("{text} is illegal: {refusal}")]
    Illegal {
        /// The text.
        text: String,
        /// The reason.
        refusal: Refusal,
    },
    /// Several pieces could be meant, and none of them may go there.
    #[error("{text} is illegal: no {} may go to {to}", role.name())]
    NoneMay {
        /// The text.
        text: String,
        /// The kind of piece.
        role: Role,
        /// Where to.
        to: Square,
    },
    /// Several legal moves fit.
    #[error("{text} is ambiguous: it could be {}", candidates.join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit, written so that they differ.
        candidates: Vec<String>,
    },
}

/// " on d4", " on the d file", " on the fourth rank" or nothing.
fn place(file: Option<File>, rank: Option<Rank>) -> String {
    match (file, rank) {
        (None, None) => String::new(),
        (Some(file), None) => format!(" on the {} file", file.letter()),
        (None, Some(rank)) => format!(" on rank {}", rank.digit()),
        (Some(file), Some(rank)) => format!(" on {}", Square::new(file, rank)),
    }
}

impl<R: Rules> Position<R> {
    /// Writes a legal move.
    ///
    /// ```
    /// use estopim_rules::{ClassicAtomic, Position};
    /// let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 1";
    /// let pos = Position::<ClassicAtomic>::from_fen(fen).unwrap();
    /// let mv = pos.parse_san("Nxe5").unwrap();
    /// assert_eq!(pos.san(mv), "Nxe5");
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_sign(mv);
        let after = self.after(mv);
        if after.outcome().and_then(Outcome::winner) == Some(self.turn()) {
            text.push('#');
        } else if R::terminal(&after).is_none() && after.is_check() {
            text.push('+');
        }
        text
    }

    /// Writes a legal move without the check or mate sign.
    fn san_without_sign(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            return match CastlingSide::of(from, to) {
                CastlingSide::King => "O-O".to_owned(),
                CastlingSide::Queen => "O-O-O".to_owned(),
            };
        }
        let role = self.board().role_on(from);
        let capture = self.is_capture(mv);
        let mut text = String::with_capacity(8);
        if role == Role::Pawn {
            if capture {
                text.push(from.file().letter());
            }
        } else {
            text.push(role.upper_letter());
            self.push_origin(mv, role, &mut text);
        }
        if capture {
            text.push('x');
        }
        text.push(to.file().letter());
        text.push(to.rank().digit());
        if let MoveKind::Promotion(role) = mv.kind() {
            text.push('=');
            text.push(role.upper_letter());
        }
        text
    }

    /// Adds as little of the starting square as tells the move from other legal ones: the file if that
    /// will do, else the rank, else both.
    fn push_origin(&self, mv: Move, role: Role, text: &mut String) {
        // For most moves no other piece of this role attacks the square, so nothing is ambiguous.
        let board = self.board();
        let reaching = board.attackers(mv.to(), self.turn(), board.occupied());
        if (reaching & board.role(role) & !Bitboard::of(mv.from())).is_empty() {
            return;
        }
        let rivals: Bitboard = self
            .legal_moves()
            .into_iter()
            .filter(|other| {
                other.to() == mv.to()
                    && other.kind() != MoveKind::Castle
                    && other.from() != mv.from()
                    && board.role_on(other.from()) == role
            })
            .fold(Bitboard::EMPTY, |set, other| set | Bitboard::of(other.from()));
        if rivals.is_empty() {
            return;
        }
        let (file, rank) = (mv.from().file(), mv.from().rank());
        let shares_file = rivals.into_iter().any(|rival| rival.file() == file);
        let shares_rank = rivals.into_iter().any(|rival| rival.rank() == rank);
        if !shares_file || shares_rank {
            text.push(file.letter());
        }
        if shares_file {
            text.push(rank.digit());
        }
    }

    /// Reads a legal move, or says why it is none.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        match SanText::parse(text) {
            Some(SanText::Castle(side)) => self
                .resolve_castling(side)
                .map_err(|refusal| SanError::Illegal { text: excerpt(text), refusal }),
            Some(SanText::Move(pattern)) => self.resolve(text, pattern),
            Some(SanText::Null) => Err(SanError::NullMove(excerpt(text))),
            None => Err(SanError::Syntax(excerpt(text))),
        }
    }

    fn resolve_castling(&self, side: CastlingSide) -> Result<Move, Refusal> {
        let castles = |mv: &Move| {
            mv.kind() == MoveKind::Castle && CastlingSide::of(mv.from(), mv.to()) == side
        };
        if let Some(mv) = self.legal_moves().into_iter().find(castles) {
            return Ok(mv);
        }
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::GameOver(outcome));
        }
        if !R::CASTLES {
            return Err(Refusal::Castling(CastlingRefusal::NotInThisGame));
        }
        let no_right = Refusal::Castling(CastlingRefusal::NoRight);
        let king = self.board().king(self.turn()).ok_or(no_right)?;
        let rook = self.castling().rook(self.turn(), king, side).ok_or(no_right)?;
        self.legal_move(king, rook, None)
    }

    fn resolve(&self, text: &str, pattern: Pattern) -> Result<Move, SanError> {
        let illegal = |refusal| SanError::Illegal { text: excerpt(text), refusal };
        if let (Some(file), Some(rank)) = (pattern.file, pattern.rank) {
            let from = Square::new(file, rank);
            let stands_there = self.board().pieces(self.turn(), pattern.role()).has(from);
            if pattern.role.is_none() || stands_there {
                return self.legal_move(from, pattern.to, pattern.promotion).map_err(illegal);
            }
        }
        let fits = |mv: &Move| {
            mv.to() == pattern.to
                && mv.kind() != MoveKind::Castle
                && mv.promotes_to() == pattern.promotion
                && pattern.may_start_from(mv.from())
                && self.board().role_on(mv.from()) == pattern.role()
        };
        let mut fitting = self.legal_moves().into_iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(self.explain(text, pattern)),
            (Some(first), Some(second)) => {
                let candidates =
                    [first, second].into_iter().chain(fitting).map(|mv| self.san(mv)).collect();
                Err(SanError::Ambiguous { text: excerpt(text), candidates })
            }
        }
    }

    /// Why no legal move fits a pattern.
    fn explain(&self, text: &str, pattern: Pattern) -> SanError {
        let text = excerpt(text);
        if let Some(outcome) = self.outcome() {
            return SanError::Illegal { text, refusal: Refusal::GameOver(outcome) };
        }
        let Pattern { file, rank, to, promotion, .. } = pattern;
        let role = pattern.role();
        let pieces = self.board().pieces(self.turn(), role);
        // A piece that stands on the square already is not the one that is to go there.
        let meant: Vec<Square> =
            pieces.into_iter().filter(|&from| from != to && pattern.may_start_from(from)).collect();
        if meant.is_empty() && pieces.has(to) && pattern.may_start_from(to) {
            return SanError::Illegal { text, refusal: Refusal::OwnPiece { at: to } };
        }
        if meant.is_empty() {
            let file = if pattern.is_pawn_step() { Some(to.file()) } else { file };
            return SanError::NoSuchPiece { text, role, file, rank };
        }
        // A piece that never moves like that is not the one that was meant, if there is another.
        let refusals: Vec<Refusal> = meant
            .into_iter()
            .filter_map(|from| self.legal_move(from, to, promotion).err())
            .collect();
        let telling = |refusal: &&Refusal| !matches!(refusal, Refusal::NotItsMove { .. });
        let mut reasons = refusals.iter().filter(telling);
        match (refusals.as_slice(), reasons.next(), reasons.next()) {
            (&[refusal], _, _) | (_, Some(&refusal), None) => SanError::Illegal { text, refusal },
            _ => SanError::NoneMay { text, role, to },
        }
    }
}

/// What a text says, before any position is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SanText {
    Castle(CastlingSide),
    Move(Pattern),
    Null,
}

/// The parts of a move that a text names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pattern {
    /// The piece; without a letter a pawn, or whatever stands on a starting square given in full.
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    captures: bool,
    to: Square,
    promotion: Option<Role>,
}

impl Pattern {
    fn role(self) -> Role {
        self.role.unwrap_or(Role::Pawn)
    }

    /// Whether this is a pawn's move straight ahead: no starting file, no capture.
    fn is_pawn_step(self) -> bool {
        self.role() == Role::Pawn && self.file.is_none() && !self.captures
    }

    fn may_start_from(self, from: Square) -> bool {
        self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && (!self.is_pawn_step() || from.file() == self.to.file())
    }
}

/// How programs write null moves.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "0000", "@@@@", "null", "pass"];

impl SanText {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if NULL_MOVES.contains(&text) {
            return Some(Self::Null);
        }
        let text = without_signs(text);
        match text.replace(['0', 'o'], "O").as_str() {
            "O-O" | "OO" => return Some(Self::Castle(CastlingSide::King)),
            "O-O-O" | "OOO" => return Some(Self::Castle(CastlingSide::Queen)),
            _ => {}
        }
        Pattern::parse(text).map(Self::Move)
    }
}

impl Pattern {
    /// Reads from the end, where the parts are easiest to tell apart.
    fn parse(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return None;
        }
        let (rest, promotion) = split_promotion(text)?;
        let (rest, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let to = lower_case_square(to)?;
        let captures = rest.ends_with(['x', 'X', ':']);
        let rest = rest.strip_suffix(['x', 'X', ':', '-']).unwrap_or(rest);
        let (rest, rank) = split_last(rest, Rank::from_digit);
        let (rest, file) = split_last(rest, lower_case_file);
        let (rest, role) = split_last(rest, upper_case_role);
        rest.is_empty().then_some(Self { role, file, rank, captures, to, promotion })
    }
}

/// Strips check and mate signs, `!` and `?`, and the `e.p.` suffix.
fn without_signs(text: &str) -> &str {
    let signs = ['+', '#', '!', '?'];
    let text = text.trim_end_matches(signs).trim_end();
    let text = text.strip_suffix("e.p.").or_else(|| text.strip_suffix("ep")).unwrap_or(text);
    text.trim_end().trim_end_matches(signs)
}

/// Splits a promotion off: `=Q`, `(Q)`, `/Q` or just `Q`. `None` if a sign announces one that is not there.
fn split_promotion(text: &str) -> Option<(&str, Option<Role>)> {
    let (text, bracketed) = match text.strip_suffix(')') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let Some(letter) = text.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return (!bracketed).then_some((text, None));
    };
    let role = Role::from_letter(letter)?;
    let rest = &text[..text.len() - 1];
    let rest = if bracketed {
        rest.strip_suffix('(')?
    } else {
        rest.strip_suffix(['=', '/']).unwrap_or(rest)
    };
    Some((rest, Some(role)))
}

/// Splits the last letter off if it means something.
fn split_last<T>(text: &str, meaning: impl Fn(char) -> Option<T>) -> (&str, Option<T>) {
    match text.chars().next_back().and_then(meaning) {
        Some(part) => (&text[..text.len() - 1], Some(part)),
        None => (text, None),
    }
}

fn lower_case_square(text: &str) -> Option<Square> {
    let (text, rank) = split_last(text, Rank::from_digit);
    let (text, file) = split_last(text, lower_case_file);
    if text.is_empty() { Some(Square::new(file?, rank?)) } else { None }
}

/// Files are written small; a capital `B` is a bishop.
fn lower_case_file(letter: char) -> Option<File> {
    if letter.is_ascii_lowercase() { File::from_letter(letter) } else { None }
}

fn upper_case_role(letter: char) -> Option<Role> {
    if letter.is_ascii_uppercase() { Role::from_letter(letter) } else { None }
}
