//! Why a move is illegal, with a message for people.

use std::fmt;

use crate::attacks::{between, bishop_rays, king_attacks, knight_attacks, pawn_attacks, rook_rays};
use crate::castling::{CastlingPath, CastlingSide};
use crate::movegen;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, File, Move, Rank, Role, Square};

/// The reason for refusing a move.
///
/// Exhaustive on purpose: whoever puts it into words is told by the compiler of a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The game is over.
    GameOver(Outcome),
    /// Nothing stands on the square the move starts from.
    NoPiece {
        /// That square.
        from: Square,
    },
    /// The piece belongs to the opponent.
    NotYourPiece {
        /// Where it stands.
        from: Square,
    },
    /// The piece was put back where it stood.
    SameSquare,
    /// A piece of one's own stands on the destination.
    OwnPiece {
        /// The destination.
        at: Square,
    },
    /// The piece never moves like that.
    NotItsMove {
        /// The kind of piece.
        role: Role,
    },
    /// A piece stands in the way.
    Blocked {
        /// The first such square.
        at: Square,
    },
    /// A pawn goes straight ahead but something stands there; it captures sideways only.
    PawnBlocked {
        /// Where that stands.
        at: Square,
    },
    /// A pawn goes sideways only to capture, and nothing is there to be captured.
    NothingToCapture,
    /// A pawn makes two steps from its first square only.
    DoubleStepSpent,
    /// A pawn that reaches the last rank must become a queen, rook, bishop or knight.
    PromotionMissing,
    /// This move promotes nothing, or not to that piece.
    NoSuchPromotion,
    /// In the atomic games a king never captures.
    KingNeverCaptures,
    /// The explosion would take one's own king.
    OwnKingExplodes,
    /// The explosion would take both kings.
    BothKingsExplode,
    /// One's own king would be in direct check.
    InCheck {
        /// From where.
        by: Square,
    },
    /// Strict atomic: the opponent could explode one's king.
    ExplodingCaptureRemains {
        /// With the piece from here…
        from: Square,
        /// …capturing there.
        to: Square,
    },
    /// Castling is refused.
    Castling(CastlingRefusal),
}

/// The reason for refusing to castle.
///
/// Exhaustive on purpose: whoever puts it into words is told by the compiler of a new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingRefusal {
    /// The game knows no castling.
    NotInThisGame,
    /// The king or that rook has moved or exploded, or there is none.
    NoRight,
    /// Something stands in the way.
    Blocked {
        /// The first such square.
        at: Square,
    },
    /// The king is in check.
    InCheck {
        /// From where.
        by: Square,
    },
    /// The king would pass over, or arrive on, an attacked square.
    ThroughCheck {
        /// That square.
        square: Square,
        /// From where it is attacked.
        by: Square,
    },
    /// Strict atomic: before, on the way or afterwards the opponent could explode the king.
    Threatened {
        /// With the piece from here…
        from: Square,
        /// …capturing there.
        to: Square,
    },
}

impl CastlingRefusal {
    /// The refusal for an attack on one of the squares of a path.
    pub(crate) fn attacked(path: CastlingPath, square: Square, by: Square) -> Self {
        if square == path.king { Self::InCheck { by } } else { Self::ThroughCheck { square, by } }
    }
}

impl<R: Rules> Position<R> {
    /// The legal move from `from` to `to`, or why there is none.
    ///
    /// Castling may be given as the king's step to its final square or as the king taking its rook.
    pub fn legal_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Refusal> {
        // A king's step can look like castling too, so a legal step is looked for first.
        let castles = |mv: &Move| mv.kind() == crate::types::MoveKind::Castle;
        let fits = |mv: &Move| mv.from() == from && mv.promotes_to() == promotion && mv.to() == to;
        let moves = self.legal_moves();
        if let Some(&mv) = moves.iter().find(|mv| fits(mv)) {
            return Ok(mv);
        }
        if promotion.is_none() {
            let arrives = |mv: &&Move| {
                let target = CastlingSide::of(mv.from(), mv.to()).king_target(self.turn());
                castles(mv) && mv.from() == from && target == to && self.reads_as_castling(from, to)
            };
            if let Some(&mv) = moves.iter().find(arrives) {
                return Ok(mv);
            }
        }
        Err(self.refusal(from, to, promotion))
    }

    /// Why the pawn on `from` may not capture en passant on `to`, supposing that an enemy pawn has just passed over
    /// that square.
    ///
    /// A position keeps its en passant square only while such a capture is legal, so by itself it cannot
    /// tell a capture that the king forbids from one that is not there.
    pub(crate) fn en_passant_refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        let takes = movegen::en_passant_candidates(self.board(), self.turn(), to).has(from);
        if R::EN_PASSANT && takes { R::objection(self, Move::en_passant(from, to)) } else { None }
    }

    /// Whether a king's step from `from` to `to` can only mean castling: it is more than one square long.
    fn reads_as_castling(&self, from: Square, to: Square) -> bool {
        self.board().pieces(self.turn(), Role::King).has(from)
            && from.rank() == to.rank()
            && from != to
            && !king_attacks(from).has(to)
    }

    /// Why a move that is not legal is refused.
    fn refusal(&self, from: Square, to: Square, promotion: Option<Role>) -> Refusal {
        let (board, us) = (self.board(), self.turn());
        if let Some(outcome) = self.outcome() {
            return Refusal::GameOver(outcome);
        }
        let Some(piece) = board.piece_at(from) else {
            return Refusal::NoPiece { from };
        };
        if piece.color != us {
            return Refusal::NotYourPiece { from };
        }
        if from == to {
            return Refusal::SameSquare;
        }
        if let Some(refusal) = self.castling_refusal(from, to) {
            return refusal;
        }
        if board.color(us).has(to) {
            return Refusal::OwnPiece { at: to };
        }
        if let Some(refusal) = self.geometry_refusal(piece.role, from, to) {
            return refusal;
        }
        if R::EXPLODES && piece.role == Role::King && board.occupied().has(to) {
            return Refusal::KingNeverCaptures;
        }
        let promotes =
            R::PROMOTES && piece.role == Role::Pawn && to.rank() == Rank::R8.relative_to(us);
        let mv = if promotes {
            match promotion {
                Some(role) if Role::PROMOTIONS.contains(&role) => Move::promotion(from, to, role),
                Some(_) => return Refusal::NoSuchPromotion,
                None => {
                    // Say what is wrong with every promotion before asking for one.
                    let queen = Move::promotion(from, to, Role::Queen);
                    return R::objection(self, queen).unwrap_or(Refusal::PromotionMissing);
                }
            }
        } else if self.en_passant() == Some(to)
            && piece.role == Role::Pawn
            && pawn_attacks(us, from).has(to)
        {
            Move::en_passant(from, to)
        } else {
            Move::normal(from, to)
        };
        match R::objection(self, mv) {
            Some(refusal) => refusal,
            None if promotion.is_some() => Refusal::NoSuchPromotion,
            None => Refusal::NotItsMove { role: piece.role },
        }
    }

    /// Why a move is not pseudo-legal.
    fn geometry_refusal(&self, role: Role, from: Square, to: Square) -> Option<Refusal> {
        let occupied = self.board().occupied();
        let rays = match role {
            Role::Pawn => return self.pawn_refusal(from, to),
            Role::Knight => knight_attacks(from),
            Role::Bishop => bishop_rays(from),
            Role::Rook => rook_rays(from),
            Role::Queen => bishop_rays(from) | rook_rays(from),
            Role::King => king_attacks(from),
        };
        if !rays.has(to) {
            return Some(Refusal::NotItsMove { role });
        }
        nearest(from, between(from, to) & occupied).map(|at| Refusal::Blocked { at })
    }

    fn pawn_refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        let (board, us) = (self.board(), self.turn());
        let never = Some(Refusal::NotItsMove { role: Role::Pawn });
        if from.rank() == Rank::R8.relative_to(us) {
            return never;
        }
        let ahead = from.ahead(us);
        if pawn_attacks(us, from).has(to) {
            let captures = board.color(!us).has(to) || self.en_passant() == Some(to);
            return (!captures).then_some(Refusal::NothingToCapture);
        }
        let blocked = |at: Square| board.occupied().has(at).then_some(Refusal::PawnBlocked { at });
        if to == ahead {
            return blocked(ahead);
        }
        let two_ahead = Bitboard::of(ahead).ahead(us);
        if !two_ahead.has(to) {
            return never;
        }
        if from.rank() != Rank::R2.relative_to(us) {
            return Some(Refusal::DoubleStepSpent);
        }
        blocked(ahead).or_else(|| blocked(to))
    }

    /// Why castling is refused, if that is what the move means: the king goes to its own rook or, along
    /// its rank, further than one step.
    fn castling_refusal(&self, from: Square, to: Square) -> Option<Refusal> {
        let (board, us) = (self.board(), self.turn());
        let home = Rank::R1.relative_to(us);
        if !board.pieces(us, Role::King).has(from) || from.rank() != home || to.rank() != home {
            return None;
        }
        let onto_rook = board.pieces(us, Role::Rook).has(to);
        let two_steps = self.reads_as_castling(from, to) && matches!(to.file(), File::C | File::G);
        if !onto_rook && !two_steps {
            return None;
        }
        if !R::CASTLES {
            // Beside the king, its own rook is just a piece in the way.
            let meant = !king_attacks(from).has(to);
            return meant.then_some(Refusal::Castling(CastlingRefusal::NotInThisGame));
        }
        let rook = if onto_rook {
            self.castling().rooks_of(us).has(to).then_some(to)
        } else {
            self.castling().rook(us, from, CastlingSide::of(from, to))
        };
        let Some(rook) = rook else {
            return Some(Refusal::Castling(CastlingRefusal::NoRight));
        };
        let path = CastlingPath::new(us, from, rook);
        if let Some(at) = nearest(from, path.must_be_empty() & board.occupied()) {
            return Some(Refusal::Castling(CastlingRefusal::Blocked { at }));
        }
        R::objection(self, Move::castle(from, rook))
    }
}

/// The square of a set that is nearest to `from`, along the files first.
fn nearest(from: Square, set: Bitboard) -> Option<Square> {
    let distance = |square: Square| {
        from.file()
            .index()
            .abs_diff(square.file().index())
            .max(from.rank().index().abs_diff(square.rank().index()))
    };
    set.into_iter().min_by_key(|&square| distance(square))
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "the game is over ({outcome})"),
            Self::NoPiece { from } => write!(f, "there is no piece on {from}"),
            Self::NotYourPiece { from } => write!(f, "the piece on {from} is your opponent's"),
            Self::SameSquare => f.write_str("a move must lead to another square"),
            Self::OwnPiece { at } => write!(f, "your own piece stands on {at}"),
            Self::NotItsMove { role } => write!(f, "a {} does not move like that", role.name()),
            Self::Blocked { at } => write!(f, "the piece on {at} is in the way"),
            Self::PawnBlocked { at } => {
                write!(f, "the piece on {at} is in the way; a pawn captures diagonally only")
            }
            Self::NothingToCapture => f.write_str(
                "a pawn moves diagonally only to capture, and there is nothing to capture",
            ),
            Self::DoubleStepSpent => {
                f.write_str("a pawn makes a double step from its first square only")
            }
            Self::PromotionMissing => f.write_str(
                "the pawn must become a queen, rook, bishop or knight: add q, r, b or n",
            ),
            Self::NoSuchPromotion => f.write_str("no pawn can become that piece with this move"),
            Self::KingNeverCaptures => {
                f.write_str("a king never captures here, for it would explode")
            }
            Self::OwnKingExplodes => f.write_str("your own king would explode"),
            Self::BothKingsExplode => f.write_str("both kings would explode"),
            Self::InCheck { by } => write!(f, "your king would be in check from {by}"),
            Self::ExplodingCaptureRemains { from, to } => {
                write!(f, "your king would be open to an explosion: {from} takes {to}")
            }
            Self::Castling(reason) => write!(f, "you cannot castle: {reason}"),
        }
    }
}

impl fmt::Display for CastlingRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThisGame => f.write_str("there is no castling in this game"),
            Self::NoRight => {
                f.write_str("the king or the rook has moved, or there is no such rook")
            }
            Self::Blocked { at } => write!(f, "the piece on {at} is in the way"),
            Self::InCheck { by } => write!(f, "the king is in check from {by}"),
            Self::ThroughCheck { square, by } => {
                write!(f, "the king would be in check on {square} from {by}")
            }
            Self::Threatened { from, to } => {
                write!(f, "the king would be open to an explosion: {from} takes {to}")
            }
        }
    }
}

impl std::error::Error for Refusal {}
