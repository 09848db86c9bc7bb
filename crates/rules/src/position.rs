//! [`Position`]: a validated arrangement with side to move, castling rights and counters.

use std::fmt;
use std::marker::PhantomData;

use crate::attacks::king_attacks;
use crate::board::Board;
use crate::castling::{CastlingPath, CastlingRights, CastlingSide};
use crate::movegen::{self, AnyMove, CaptureList, MoveCount, MoveSink, QuietList};
use crate::outcome::{DrawReason, Outcome};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, Rank, Role, Square};
use crate::zobrist::Key;

/// What an exploding capture does to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explosion {
    /// The centre and all squares around it.
    pub zone: Bitboard,
    /// The squares that are empty afterwards: the centre, the square that the capturing piece came from, and all
    /// others whose pieces are taken.
    pub emptied: Bitboard,
}

/// A position of the game `R`. It has come through [`Setup::validate`] or from another position by a
/// legal move, so it is never nonsense.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<R: Rules> {
    board: Board,
    key: Key,
    castling: CastlingRights,
    /// Set only while an en passant capture is legal, so equal positions compare equal.
    en_passant: Option<Square>,
    turn: Color,
    halfmoves: u16,
    fullmoves: u32,
    rules: PhantomData<R>,
}

const _: () = assert!(size_of::<Position<crate::variants::Chess>>() <= 96);

impl<R: Rules> Position<R> {
    /// A position from a setup that has been validated.
    pub(crate) fn from_inspected(setup: &Setup) -> Self {
        let castling = if R::CASTLES { setup.castling } else { CastlingRights::NONE };
        let mut pos = Self {
            board: setup.board,
            key: Key::default(),
            castling,
            en_passant: None,
            turn: setup.turn,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            rules: PhantomData,
        };
        if R::EN_PASSANT {
            pos.offer_en_passant(setup.en_passant);
        }
        pos.key = pos.recompute_key();
        pos
    }

    /// The position as a setup.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The pieces.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights left.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// The square a pawn has just passed over, if it can legally be taken there.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last move that restarts the fifty-move clock.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move to come, counted from one.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// The Zobrist key of the position.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key computed from scratch; equal to [`Self::key`].
    pub fn recompute_key(&self) -> Key {
        Key::of(R::VARIANT, &self.board, self.turn, self.castling, self.en_passant)
    }

    /// Whether castling here is written the Chess960 way.
    pub fn is_chess960(&self) -> bool {
        self.castling.is_chess960(&self.board)
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if R::terminal(self).is_none() {
            let _ = R::generate(self, &mut moves);
        }
        moves
    }

    /// Every legal capture, en passant and promotions included.
    pub fn captures(&self) -> MoveList {
        let mut moves = CaptureList::default();
        if R::terminal(self).is_none() {
            let _ = R::generate(self, &mut moves);
        }
        moves.0
    }

    /// Every legal move that captures nothing.
    pub fn quiets(&self) -> MoveList {
        let mut moves = QuietList::default();
        if R::terminal(self).is_none() {
            let _ = R::generate(self, &mut moves);
        }
        moves.0
    }

    /// Sends the legal moves to `sink`, of the kinds that it wants, until it stops.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn send_moves<S: MoveSink>(&self, sink: &mut S) {
        if R::terminal(self).is_none() {
            let _ = R::generate(self, sink);
        }
    }

    /// How many legal moves there are.
    #[inline(never)]
    pub fn count_moves(&self) -> u64 {
        let mut count = MoveCount::default();
        if R::terminal(self).is_none() {
            let _ = R::generate(self, &mut count);
        }
        count.0
    }

    /// Whether there is a legal move.
    pub fn has_moves(&self) -> bool {
        // A generator that stops at the first move is code of its own. Modules for the web are rather small.
        if cfg!(feature = "small") {
            return !self.legal_moves().is_empty();
        }
        R::terminal(self).is_none() && R::generate(self, &mut AnyMove).is_break()
    }

    /// Whether a move captures something here.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn is_capture(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::EnPassant => true,
            MoveKind::Castle => false,
            _ => self.board.occupied().has(mv.to()),
        }
    }

    /// The squares that a move empties beside the one it starts from: the captured piece's, and all that
    /// an explosion takes. Nothing for a move that captures nothing.
    pub fn emptied_by(&self, mv: Move) -> Bitboard {
        if !self.is_capture(mv) {
            return Bitboard::EMPTY;
        }
        let blast = R::blast(&self.board, mv.to()) & self.board.occupied();
        let taken = match mv.kind() {
            MoveKind::EnPassant => blast | Bitboard::of(mv.to().ahead(!self.turn)),
            _ => blast,
        };
        taken & !Bitboard::of(mv.from())
    }

    /// The explosion that a move would cause; `None` unless it captures in a game in which captures explode.
    pub fn explosion(&self, mv: Move) -> Option<Explosion> {
        let centre = Bitboard::of(mv.to());
        (R::EXPLODES && self.is_capture(mv)).then(|| Explosion {
            zone: king_attacks(mv.to()) | centre,
            emptied: self.emptied_by(mv) | centre | Bitboard::of(mv.from()),
        })
    }

    /// Where the moving piece is seen to end: a king that castles on its own square, not on its rook's.
    pub fn shown_destination(&self, mv: Move) -> Square {
        match mv.kind() {
            MoveKind::Castle => CastlingSide::of(mv.from(), mv.to()).king_target(self.turn),
            _ => mv.to(),
        }
    }

    /// The pieces that check the side to move; in strict atomic, those that threaten to explode its king.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn checkers(&self) -> Bitboard {
        R::checkers(self)
    }

    /// Whether the side to move is in check (strict atomic: threatened).
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether a legal move leaves the opponent in check (strict atomic: threatened) with the game going on.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut next = *self;
        next.apply(mv, self.board.role_on(mv.from()), &mut ());
        R::terminal(&next).is_none() && next.is_check()
    }

    /// The outcome that the position alone shows. Repetition and the fifty-move rule are left to [`crate::Game`].
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = R::terminal(self) {
            return Some(outcome);
        }
        if !self.has_moves() {
            return Some(R::without_moves(self));
        }
        let hopeless = |color| R::has_insufficient_material(&self.board, color);
        (hopeless(Color::White) && hopeless(Color::Black))
            .then_some(Outcome::Draw(DrawReason::InsufficientMaterial))
    }

    /// Plays a move known to be legal.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let mut key = KeyUpdate(self.key);
        self.apply(mv, self.board.role_on(mv.from()), &mut key);
        key.0.toggle_turn();
        self.key = key.0;
    }

    /// The position after a move known to be legal.
    #[inline]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play_unchecked(mv);
        next
    }

    /// The position after a null move, for null-move pruning. It is not a legal move in any game.
    pub fn null_move(&self) -> Self {
        let mut next = *self;
        if let Some(square) = next.en_passant.take() {
            next.key.toggle_en_passant(square.file());
        }
        next.turn = !next.turn;
        next.key.toggle_turn();
        next.halfmoves = (next.halfmoves + 1).min(Setup::MAX_HALFMOVES);
        next
    }

    /// Plays a move, but for the key, which the observer updates.
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) fn apply<W: Observer>(&mut self, mv: Move, role: Role, observer: &mut W) {
        let (us, them) = (self.turn, !self.turn);
        let (from, to) = (mv.from(), mv.to());
        let kind = mv.kind();
        let capture = self.is_capture(mv);

        if let Some(square) = self.en_passant.take() {
            observer.en_passant(square);
        }
        self.halfmoves = (self.halfmoves + 1).min(Setup::MAX_HALFMOVES);
        if capture || R::PAWN_MOVES_RESTART_CLOCK && role == Role::Pawn {
            self.halfmoves = 0;
        }

        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if R::CASTLES && kind == MoveKind::Castle {
            self.move_castling(from, to, observer);
            touched |= Bitboard::rank(Rank::R1.relative_to(us));
        } else if capture {
            let mut gone = R::blast(&self.board, to);
            if R::EN_PASSANT && kind == MoveKind::EnPassant {
                gone |= Bitboard::of(to.ahead(them));
            }
            if R::EXPLODES {
                gone |= Bitboard::of(from);
            }
            touched |= gone;
            self.remove_all(gone, observer);
            if !R::EXPLODES {
                self.move_piece(us, role, mv, observer);
            }
        } else {
            self.move_piece(us, role, mv, observer);
        }

        if R::CASTLES && self.castling.0.any() {
            if role == Role::King {
                touched |= Bitboard::rank(Rank::R1.relative_to(us));
            }
            self.forfeit_castling(touched, capture, observer);
        }
        self.turn = them;
        let moves = self.fullmoves + u32::from(us == Color::Black);
        self.fullmoves = moves.min(Setup::MAX_FULLMOVES);

        if R::EN_PASSANT && role == Role::Pawn && from.index().abs_diff(to.index()) == 16 {
            self.offer_en_passant(Some(to.ahead(them)));
            if let Some(square) = self.en_passant {
                observer.en_passant(square);
            }
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn move_piece<W: Observer>(&mut self, us: Color, role: Role, mv: Move, observer: &mut W) {
        let (from, to) = (mv.from(), mv.to());
        observer.removed(us, role, from);
        if R::PROMOTES
            && let MoveKind::Promotion(promoted) = mv.kind()
        {
            self.board.toggle(Bitboard::of(from), Piece::new(us, role));
            self.board.toggle(Bitboard::of(to), Piece::new(us, promoted));
            observer.placed(us, promoted, to);
        } else {
            self.board.toggle(Bitboard::of(from) | Bitboard::of(to), Piece::new(us, role));
            observer.placed(us, role, to);
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn move_castling<W: Observer>(&mut self, king: Square, rook: Square, observer: &mut W) {
        let us = self.turn;
        let path = CastlingPath::new(us, king, rook);
        observer.removed(us, Role::King, king);
        observer.removed(us, Role::Rook, rook);
        self.board.toggle(Bitboard::of(king), Piece::new(us, Role::King));
        self.board.toggle(Bitboard::of(rook), Piece::new(us, Role::Rook));
        self.board.toggle(Bitboard::of(path.king_target), Piece::new(us, Role::King));
        self.board.toggle(Bitboard::of(path.rook_target), Piece::new(us, Role::Rook));
        observer.placed(us, Role::King, path.king_target);
        observer.placed(us, Role::Rook, path.rook_target);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn remove_all<W: Observer>(&mut self, gone: Bitboard, observer: &mut W) {
        if W::WATCHES_REMOVALS {
            for color in Color::ALL {
                for square in gone & self.board.color(color) {
                    observer.removed(color, self.board.role_on(square), square);
                }
            }
        }
        self.board.clear(gone);
    }

    /// A castling right is lost when its rook's square is touched, or when its king explodes.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn forfeit_castling<W: Observer>(
        &mut self,
        touched: Bitboard,
        capture: bool,
        observer: &mut W,
    ) {
        let mut kept = self.castling.0 & !touched;
        if R::EXPLODES && capture {
            for color in Color::ALL {
                if self.board.king(color).is_none() {
                    kept &= !Bitboard::rank(Rank::R1.relative_to(color));
                }
            }
        }
        let lost = self.castling.0 ^ kept;
        if lost.any() {
            observer.rights(lost);
            self.castling = CastlingRights(kept);
        }
    }

    /// Sets the en passant square only if the side to move can legally capture there.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn offer_en_passant(&mut self, square: Option<Square>) {
        let Some(to) = square else { return };
        let candidates = movegen::en_passant_candidates(&self.board, self.turn, to);
        if candidates.is_empty() || R::terminal(self).is_some() {
            return;
        }
        self.en_passant = Some(to);
        if !candidates.into_iter().any(|from| R::allows_en_passant(self, from, to)) {
            self.en_passant = None;
        }
    }

    /// The position with colours swapped and the board flipped.
    pub fn mirrored(&self) -> Self {
        let mut mirrored = Self {
            board: self.board.mirrored(),
            castling: CastlingRights(self.castling.0.mirrored()),
            en_passant: self.en_passant.map(Square::mirrored),
            turn: !self.turn,
            ..*self
        };
        mirrored.key = mirrored.recompute_key();
        mirrored
    }
}

/// Observes every change that a move makes.
pub(crate) trait Observer {
    /// Whether `removed` must be called for each piece that a capture takes.
    const WATCHES_REMOVALS: bool;
    /// `role` of `color` is taken off `square`.
    fn removed(&mut self, color: Color, role: Role, square: Square);
    /// `role` of `color` is put on `square`.
    fn placed(&mut self, color: Color, role: Role, square: Square);
    /// The en passant square is set or cleared.
    fn en_passant(&mut self, square: Square);
    /// Castling rights are lost.
    fn rights(&mut self, rooks: Bitboard);
}

/// Observes nothing.
impl Observer for () {
    const WATCHES_REMOVALS: bool = false;
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn removed(&mut self, _: Color, _: Role, _: Square) {}
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn placed(&mut self, _: Color, _: Role, _: Square) {}
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn en_passant(&mut self, _: Square) {}
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn rights(&mut self, _: Bitboard) {}
}

/// Keeps the key up to date.
struct KeyUpdate(Key);

impl Observer for KeyUpdate {
    const WATCHES_REMOVALS: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn removed(&mut self, color: Color, role: Role, square: Square) {
        self.0.toggle_piece(Piece::new(color, role), square);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn placed(&mut self, color: Color, role: Role, square: Square) {
        self.0.toggle_piece(Piece::new(color, role), square);
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn en_passant(&mut self, square: Square) {
        self.0.toggle_en_passant(square.file());
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn rights(&mut self, rooks: Bitboard) {
        self.0.toggle_rights(rooks);
    }
}

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", R::VARIANT.id(), self.fen())
    }
}

/// The FEN of the position.
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
