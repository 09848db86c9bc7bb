//! The three atomic rulesets and where they part ways.

use super::{Atomic, AtomicRuleset, blast_objection, classic, kings, material, strict};
use crate::any::Variant;
use crate::attacks::king_attacks;
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, MoveSink};
use crate::position::Position;
use crate::refusal::{CastlingRefusal, Refusal};
use crate::setup::{Setup, SetupFault};
use crate::types::{Bitboard, Color, Move, MoveKind, Role, Square};

/// The rules of the large servers: a king may not be left in direct check, unless the kings touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ClassicRuleset;

impl AtomicRuleset for ClassicRuleset {
    const VARIANT: Variant = Variant::Atomic;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn generate<S: MoveSink>(pos: &Position<Atomic<Self>>, sink: &mut S) -> Flow {
        classic::generate(pos, sink)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn checkers(pos: &Position<Atomic<Self>>) -> Bitboard {
        classic::checkers(pos.board(), pos.turn())
    }

    fn allows_en_passant(pos: &Position<Atomic<Self>>, from: Square, to: Square) -> bool {
        Self::objection(pos, Move::en_passant(from, to)).is_none()
    }

    fn has_insufficient_material(board: &Board, color: Color) -> bool {
        material::cannot_win(board, color)
    }

    fn objection(pos: &Position<Atomic<Self>>, mv: Move) -> Option<Refusal> {
        let us = pos.turn();
        if mv.kind() == MoveKind::Castle {
            let path = CastlingPath::new(us, mv.from(), mv.to());
            return classic::castling_danger(pos.board(), us, path).map(Refusal::Castling);
        }
        if let Some(refusal) = blast_objection(pos, mv) {
            return Some(refusal);
        }
        let after = pos.after(mv);
        after.board().king(!us)?; // The enemy king is gone: nothing else counts.
        let by = classic::checkers(after.board(), us).first()?;
        Some(Refusal::InCheck { by })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe(pos: &Position<Atomic<Self>>, mv: Move) -> bool {
        classic::is_safe(pos, mv)
    }

    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>) {
        setup.inspect_check(faults, |board, king, by, occupied| {
            classic::attackers(board, king, by, occupied)
        });
    }
}

/// A king may not be left open to any exploding capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrictRuleset;

impl AtomicRuleset for StrictRuleset {
    const VARIANT: Variant = Variant::StrictAtomic;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn generate<S: MoveSink>(pos: &Position<Atomic<Self>>, sink: &mut S) -> Flow {
        strict::generate(pos, sink)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn checkers(pos: &Position<Atomic<Self>>) -> Bitboard {
        strict::threats(pos.board(), pos.turn())
    }

    fn allows_en_passant(pos: &Position<Atomic<Self>>, from: Square, to: Square) -> bool {
        Self::objection(pos, Move::en_passant(from, to)).is_none()
    }

    fn objection(pos: &Position<Atomic<Self>>, mv: Move) -> Option<Refusal> {
        let us = pos.turn();
        if mv.kind() == MoveKind::Castle {
            let path = CastlingPath::new(us, mv.from(), mv.to());
            return strict::castling_danger(pos.board(), us, path)
                .map(|(from, to)| Refusal::Castling(CastlingRefusal::Threatened { from, to }));
        }
        if let Some(refusal) = blast_objection(pos, mv) {
            return Some(refusal);
        }
        let after = strict::board_after(pos.board(), us, mv);
        after.king(!us)?; // The enemy king is gone: nothing else counts.
        let offered = strict::offered_en_passant(pos.board(), mv);
        let (from, to) = strict::first_threat(&after, us, offered)?;
        Some(Refusal::ExplodingCaptureRemains { from, to })
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe(pos: &Position<Atomic<Self>>, mv: Move) -> bool {
        strict::is_safe(pos, mv)
    }

    fn inspect(setup: &Setup, faults: &mut Vec<SetupFault>) {
        let waiting = !setup.turn;
        if setup.board.king(waiting).is_none() || setup.board.king(setup.turn).is_none() {
            return;
        }
        if let Some((from, to)) = strict::first_threat(&setup.board, waiting, setup.en_passant) {
            faults.push(SetupFault::OpponentThreatened { from, to });
        }
    }
}

/// No check, no castling, no en passant, no promotion: whoever loses the king has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SimpleRuleset;

impl AtomicRuleset for SimpleRuleset {
    const VARIANT: Variant = Variant::SimpleAtomic;
    const HAS_CHECK: bool = false;
    const CASTLES: bool = false;
    const EN_PASSANT: bool = false;
    const PROMOTES: bool = false;
    const PAWNS_MAY_STAND_HOME: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn generate<S: MoveSink>(pos: &Position<Atomic<Self>>, sink: &mut S) -> Flow {
        let (board, us) = (pos.board(), pos.turn());
        let (own_king, enemy_king) = kings(pos);
        let quiets = if S::QUIETS { !board.occupied() } else { Bitboard::EMPTY };
        let both_explode = king_attacks(own_king) & movegen::zone(Some(enemy_king));
        let captures = if S::CAPTURES { board.color(!us) & !both_explode } else { Bitboard::EMPTY };

        let own = board.color(us);
        movegen::pieces(board, own, quiets | captures, sink)?;
        let pawns = own & board.role(Role::Pawn);
        movegen::pawns::<Atomic<Self>, S>(board, us, pawns, quiets, captures, sink)?;
        sink.piece_moves(Role::King, own_king, king_attacks(own_king) & quiets)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn checkers(_: &Position<Atomic<Self>>) -> Bitboard {
        Bitboard::EMPTY
    }

    fn allows_en_passant(_: &Position<Atomic<Self>>, _: Square, _: Square) -> bool {
        false
    }

    /// Only the two kings together are spared; one's own alone may go.
    fn objection(pos: &Position<Atomic<Self>>, mv: Move) -> Option<Refusal> {
        blast_objection(pos, mv).filter(|refusal| *refusal == Refusal::BothKingsExplode)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe(pos: &Position<Atomic<Self>>, mv: Move) -> bool {
        let (own_king, enemy_king) = kings(pos);
        let both_explode = king_attacks(own_king) & movegen::zone(Some(enemy_king));
        !(both_explode & pos.board().occupied()).has(mv.to())
    }

    fn inspect(_: &Setup, _: &mut Vec<SetupFault>) {}
}
