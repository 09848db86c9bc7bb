//! Move generators that all games share.
//!
//! A generator finds sets of moves; a [`MoveSink`] decides what becomes of them. So the same code
//! lists moves, counts them without listing, tells whether there is one, and walks a tree.

use std::ops::ControlFlow;

use crate::attacks::{
    bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks,
    pawn_set_attacks, queen_attacks, rook_attacks, rook_rays,
};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Bitboard, Color, Move, MoveList, Rank, Role, Square};

/// Whether to go on generating.
pub type Flow = ControlFlow<()>;

/// Where generated moves go, set by set.
pub trait MoveSink {
    /// Whether captures are wanted.
    const CAPTURES: bool = true;
    /// Whether moves that capture nothing are wanted.
    const QUIETS: bool = true;

    /// A piece other than a pawn goes from `from` to each square of `to`.
    fn piece_moves(&mut self, role: Role, from: Square, to: Bitboard) -> Flow;
    /// Pawns that all make the same step arrive on the squares of `to`.
    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow;
    /// Pawns that all make the same step arrive on the squares of `to` and promote.
    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow;
    /// Pieces from each square of `from` capture on `to`.
    fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow;
    /// Pawns from each square of `from` capture on `to` and promote.
    fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow;
    /// Castling.
    fn castle(&mut self, king: Square, rook: Square) -> Flow;
    /// An en passant capture.
    fn en_passant(&mut self, from: Square, to: Square) -> Flow;
}

/// How far a pawn's step leads, as a difference of square numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PawnStep(u8);

impl PawnStep {
    /// A step of `ranks` ahead and `files` to the right, for `color`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    const fn new(color: Color, ranks: i8, files: i8) -> Self {
        match color {
            Color::White => Self((8 * ranks + files) as u8),
            Color::Black => Self((-8 * ranks + files) as u8),
        }
    }

    /// Where a pawn that made this step to `to` came from.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn source(self, to: Square) -> Square {
        Square::from_index((to as u8).wrapping_sub(self.0) as usize)
    }
}

/// Moves of the knights, bishops, rooks and queens among `movers` to squares of `targets`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn pieces<S: MoveSink>(
    board: &Board,
    movers: Bitboard,
    targets: Bitboard,
    sink: &mut S,
) -> Flow {
    pieces_to(board, movers, |_, attacks| attacks & targets, sink)
}

/// Moves of the knights, bishops, rooks and queens among `movers` to those squares they attack that `allowed` returns.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn pieces_to<S: MoveSink>(
    board: &Board,
    movers: Bitboard,
    allowed: impl Fn(Square, Bitboard) -> Bitboard,
    sink: &mut S,
) -> Flow {
    let occupied = board.occupied();
    for from in movers & board.role(Role::Knight) {
        sink.piece_moves(Role::Knight, from, allowed(from, knight_attacks(from)))?;
    }
    for from in movers & board.role(Role::Bishop) {
        sink.piece_moves(Role::Bishop, from, allowed(from, bishop_attacks(from, occupied)))?;
    }
    for from in movers & board.role(Role::Rook) {
        sink.piece_moves(Role::Rook, from, allowed(from, rook_attacks(from, occupied)))?;
    }
    for from in movers & board.role(Role::Queen) {
        sink.piece_moves(Role::Queen, from, allowed(from, queen_attacks(from, occupied)))?;
    }
    Flow::Continue(())
}

/// Moves of the pawns `pawns` of `color`: steps to `quiets` and captures on `captures`.
///
/// A double step passes over any empty square; only where it arrives must be in `quiets`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn pawns<R: Rules, S: MoveSink>(
    board: &Board,
    color: Color,
    pawns: Bitboard,
    quiets: Bitboard,
    captures: Bitboard,
    sink: &mut S,
) -> Flow {
    let empty = !board.occupied();
    let ahead = pawns.ahead(color);
    if S::QUIETS {
        let single = ahead & empty;
        let double = (single & Bitboard::rank(Rank::R3.relative_to(color))).ahead(color);
        pawn_steps::<R, S>(color, PawnStep::new(color, 1, 0), single & quiets, sink)?;
        sink.pawn_moves(PawnStep::new(color, 2, 0), double & empty & quiets)?;
    }
    if S::CAPTURES {
        pawn_steps::<R, S>(color, PawnStep::new(color, 1, -1), ahead.west() & captures, sink)?;
        pawn_steps::<R, S>(color, PawnStep::new(color, 1, 1), ahead.east() & captures, sink)?;
    }
    Flow::Continue(())
}

/// Sends arrivals of pawns on, those on the last rank as promotions where the game has them.
#[cfg_attr(not(feature = "small"), inline(always))]
fn pawn_steps<R: Rules, S: MoveSink>(
    color: Color,
    step: PawnStep,
    to: Bitboard,
    sink: &mut S,
) -> Flow {
    if R::PROMOTES {
        let last = Bitboard::rank(Rank::R8.relative_to(color));
        sink.pawn_moves(step, to & !last)?;
        if to.meets(last) {
            sink.promotions(step, to & last)?;
        }
        Flow::Continue(())
    } else {
        sink.pawn_moves(step, to)
    }
}

/// Moves of pieces pinned to the king on `king`: along the line of their pin only.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn pinned<R: Rules, S: MoveSink>(
    board: &Board,
    color: Color,
    king: Square,
    pinned: Bitboard,
    quiets: Bitboard,
    captures: Bitboard,
    sink: &mut S,
) -> Flow {
    for from in pinned & !board.role(Role::Knight) {
        let along = line(king, from);
        let mover = Bitboard::of(from);
        if board.role(Role::Pawn).has(from) {
            pawns::<R, S>(board, color, mover, quiets & along, captures & along, sink)?;
        } else {
            pieces(board, mover, (quiets | captures) & along, sink)?;
        }
    }
    Flow::Continue(())
}

/// The en passant captures that the ruleset allows.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn en_passant<R: Rules, S: MoveSink>(pos: &Position<R>, sink: &mut S) -> Flow {
    if R::EN_PASSANT
        && S::CAPTURES
        && let Some(to) = pos.en_passant()
    {
        for from in en_passant_candidates(pos.board(), pos.turn(), to) {
            if R::allows_en_passant(pos, from, to) {
                sink.en_passant(from, to)?;
            }
        }
    }
    Flow::Continue(())
}

/// The pawns of `color` that attack the en passant square `to`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn en_passant_candidates(board: &Board, color: Color, to: Square) -> Bitboard {
    pawn_attacks(!color, to) & board.pieces(color, Role::Pawn)
}

/// Castling moves whose squares are empty and that `safe` accepts.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn castling<R: Rules, S: MoveSink>(
    pos: &Position<R>,
    king: Square,
    safe: impl Fn(CastlingPath) -> bool,
    sink: &mut S,
) -> Flow {
    if S::QUIETS {
        for rook in pos.castling().rooks_of(pos.turn()) {
            let path = CastlingPath::new(pos.turn(), king, rook);
            if !pos.board().occupied().meets(path.must_be_empty()) && safe(path) {
                sink.castle(king, rook)?;
            }
        }
    }
    Flow::Continue(())
}

/// The squares of `candidates` that no piece of `by` other than its king attacks past `occupied`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn unattacked(
    board: &Board,
    candidates: Bitboard,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    let mut safe = candidates & !pawn_set_attacks(by, board.pieces(by, Role::Pawn));
    for knight in board.pieces(by, Role::Knight) {
        safe &= !knight_attacks(knight);
    }
    let straight = board.straight_sliders(by);
    let diagonal = board.diagonal_sliders(by);
    for square in safe {
        // Most squares have no slider on their rays at all.
        if rook_rays(square).meets(straight) && rook_attacks(square, occupied).meets(straight)
            || bishop_rays(square).meets(diagonal)
                && bishop_attacks(square, occupied).meets(diagonal)
        {
            safe ^= Bitboard::of(square);
        }
    }
    safe
}

/// Checks and pins: how the enemy's pieces attack a king, and what blocks its sliders.
#[derive(Clone, Copy)]
pub(crate) struct KingLines {
    /// Sliders aligned with the king, whatever stands between.
    pub snipers: Bitboard,
    /// Pieces that attack the king.
    pub checkers: Bitboard,
    /// Own pieces that alone stand between the king and a slider.
    pub pinned: Bitboard,
    /// Everything that stands between the king and a slider.
    pub blockers: Bitboard,
}

impl KingLines {
    /// Computes them for the king of `color` on `king`.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn new(board: &Board, color: Color, king: Square) -> Self {
        let snipers = board.snipers(king, !color);
        let steppers = pawn_attacks(color, king) & board.role(Role::Pawn)
            | knight_attacks(king) & board.role(Role::Knight);
        let mut checkers = steppers & board.color(!color);
        let mut pinned = Bitboard::EMPTY;
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = crate::attacks::between(king, sniper) & board.occupied();
            blockers |= between;
            if between.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !between.more_than_one() {
                pinned |= between & board.color(color);
            }
        }
        Self { snipers, checkers, pinned, blockers }
    }
}

/// The 3 by 3 squares around a king, itself included; nothing without a king.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(crate) fn zone(king: Option<Square>) -> Bitboard {
    king.map_or(Bitboard::EMPTY, |king| king_attacks(king) | Bitboard::of(king))
}

/// Lists every move.
impl MoveSink for MoveList {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn piece_moves(&mut self, _: Role, from: Square, to: Bitboard) -> Flow {
        self.extend(to.into_iter().map(|to| Move::normal(from, to)));
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        self.extend(to.into_iter().map(|to| Move::normal(step.source(to), to)));
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
        for to in to {
            self.promotions_on(to, Bitboard::of(step.source(to)))?;
        }
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow {
        self.extend(from.into_iter().map(|from| Move::normal(from, to)));
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow {
        for from in from {
            self.extend(Role::PROMOTIONS.map(|role| Move::promotion(from, to, role)));
        }
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn castle(&mut self, king: Square, rook: Square) -> Flow {
        self.push(Move::castle(king, rook));
        Flow::Continue(())
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn en_passant(&mut self, from: Square, to: Square) -> Flow {
        self.push(Move::en_passant(from, to));
        Flow::Continue(())
    }
}

/// Lists only captures, or only quiet moves.
macro_rules! partial_list {
    ($(#[$doc:meta])* $name:ident, captures: $captures:literal, quiets: $quiets:literal) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(crate) struct $name(pub MoveList);

        impl MoveSink for $name {
            const CAPTURES: bool = $captures;
            const QUIETS: bool = $quiets;

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn piece_moves(&mut self, role: Role, from: Square, to: Bitboard) -> Flow {
                self.0.piece_moves(role, from, to)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn pawn_moves(&mut self, step: PawnStep, to: Bitboard) -> Flow {
                self.0.pawn_moves(step, to)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn promotions(&mut self, step: PawnStep, to: Bitboard) -> Flow {
                self.0.promotions(step, to)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn captures_on(&mut self, to: Square, from: Bitboard) -> Flow {
                self.0.captures_on(to, from)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn promotions_on(&mut self, to: Square, from: Bitboard) -> Flow {
                self.0.promotions_on(to, from)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn castle(&mut self, king: Square, rook: Square) -> Flow {
                self.0.castle(king, rook)
            }
            #[cfg_attr(not(feature = "small"), inline(always))]
            fn en_passant(&mut self, from: Square, to: Square) -> Flow {
                self.0.en_passant(from, to)
            }
        }
    };
}

partial_list!(
    /// Lists captures.
    CaptureList, captures: true, quiets: false
);
partial_list!(
    /// Lists moves that capture nothing.
    QuietList, captures: false, quiets: true
);

/// Counts moves without listing them.
#[derive(Default)]
pub(crate) struct MoveCount(pub u64);

impl MoveCount {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn add(&mut self, moves: u32) -> Flow {
        self.0 += u64::from(moves);
        Flow::Continue(())
    }
}

impl MoveSink for MoveCount {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn piece_moves(&mut self, _: Role, _: Square, to: Bitboard) -> Flow {
        self.add(to.count())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn pawn_moves(&mut self, _: PawnStep, to: Bitboard) -> Flow {
        self.add(to.count())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions(&mut self, _: PawnStep, to: Bitboard) -> Flow {
        self.add(4 * to.count())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn captures_on(&mut self, _: Square, from: Bitboard) -> Flow {
        self.add(from.count())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions_on(&mut self, _: Square, from: Bitboard) -> Flow {
        self.add(4 * from.count())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn castle(&mut self, _: Square, _: Square) -> Flow {
        self.add(1)
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn en_passant(&mut self, _: Square, _: Square) -> Flow {
        self.add(1)
    }
}

/// Stops at the first move.
pub(crate) struct AnyMove;

impl AnyMove {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn stop_if(found: bool) -> Flow {
        if found { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

impl MoveSink for AnyMove {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn piece_moves(&mut self, _: Role, _: Square, to: Bitboard) -> Flow {
        Self::stop_if(to.any())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn pawn_moves(&mut self, _: PawnStep, to: Bitboard) -> Flow {
        Self::stop_if(to.any())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions(&mut self, _: PawnStep, to: Bitboard) -> Flow {
        Self::stop_if(to.any())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn captures_on(&mut self, _: Square, from: Bitboard) -> Flow {
        Self::stop_if(from.any())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn promotions_on(&mut self, _: Square, from: Bitboard) -> Flow {
        Self::stop_if(from.any())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn castle(&mut self, _: Square, _: Square) -> Flow {
        Flow::Break(())
    }
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn en_passant(&mut self, _: Square, _: Square) -> Flow {
        Flow::Break(())
    }
}
