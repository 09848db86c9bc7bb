//! A position, its moves, and the position after a move.

use super::board::{Board, Color, Piece, Role, Square};
use super::castling::{Rights, Side, span};
use super::ruleset::Ruleset;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) ruleset: Ruleset,
    pub(super) board: Board,
    pub(super) turn: Color,
    pub(super) rights: Rights,
    /// The square a pawn has just stepped over, whether or not it can be captured there.
    pub(super) stepped_over: Option<Square>,
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: Square,
    /// Where the mover ends; for castling, where the king ends.
    to: Square,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Plain,
    Promotion(Role),
    DoubleStep { over: Square },
    EnPassant { victim: Square },
    Castling { side: Side, rook: Square },
}

impl Move {
    pub fn is_en_passant(self) -> bool {
        matches!(self.kind, Kind::EnPassant { .. })
    }
}

impl Position {
    /// Every legal move; none when the game was decided on the board.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_decided() {
            return Vec::new();
        }
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    pub fn play(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.board = self.board_after(mv);
        after.rights.keep_untouched(&self.board, &after.board);
        if matches!(mv.kind, Kind::Castling { .. }) {
            after.rights.revoke_all(self.turn); // a Chess960 king may castle on the spot
        }
        after.stepped_over = match mv.kind {
            Kind::DoubleStep { over } if self.ruleset.has_en_passant() => Some(over),
            _ => None,
        };
        let pawn_move = self.board[mv.from].is_some_and(|piece| piece.role == Role::Pawn);
        let restarts =
            self.is_capture(mv) || pawn_move && self.ruleset.pawn_moves_restart_the_clock();
        after.halfmove_clock = if restarts { 0 } else { self.halfmove_clock + 1 };
        after.fullmove_number += u32::from(self.turn == Color::Black);
        after.turn = !self.turn;
        after
    }

    /// Whether the side to move is in check; in Strict Atomic, threatened.
    pub fn is_check(&self) -> bool {
        self.in_danger(self.turn)
    }

    /// Long algebraic text. Castling is the king's two-square step, but "king takes rook" in a position with
    /// a right that classic chess could not have.
    pub fn uci(&self, mv: Move) -> String {
        let mut text = String::with_capacity(5);
        mv.from.push_name(&mut text);
        match mv.kind {
            Kind::Castling { rook, .. } if !self.castles_classically() => rook.push_name(&mut text),
            _ => mv.to.push_name(&mut text),
        }
        if let Kind::Promotion(role) = mv.kind {
            text.push(role.letter());
        }
        text
    }

    /// Castling rights, if any, are those of classic chess: king on the e-file, rook in its corner.
    pub fn castles_classically(&self) -> bool {
        self.rights.are_classic(&self.board)
    }

    /// A king is gone, a pawn is home, or a side has no pawns: no moves follow.
    pub(super) fn is_decided(&self) -> bool {
        [Color::White, Color::Black].into_iter().any(|side| {
            if self.ruleset.has_kings() {
                self.board.king(side).is_none()
            } else {
                self.has_pawn_home(side) || self.board.count(side, Role::Pawn) == 0
            }
        })
    }

    pub(super) fn has_pawn_home(&self, side: Color) -> bool {
        self.board
            .pieces_of(side)
            .any(|(square, piece)| piece.role == Role::Pawn && square.rank() == side.rank(8))
    }

    /// The king of `side` is attacked (chess), in direct check (atomic) or threatened (Strict Atomic).
    pub(super) fn in_danger(&self, side: Color) -> bool {
        match self.ruleset {
            Ruleset::Chess | Ruleset::Atomic => self.in_direct_check(&self.board, side),
            Ruleset::StrictAtomic => {
                let en_passant = self.stepped_over.filter(|_| side != self.turn);
                is_threatened(&self.board, side, en_passant)
            }
            Ruleset::SimpleAtomic | Ruleset::PawnBattle => false,
        }
    }

    fn is_capture(&self, mv: Move) -> bool {
        match mv.kind {
            Kind::EnPassant { .. } => true,
            Kind::Castling { .. } => false,
            _ => self.board[mv.to].is_some(),
        }
    }

    fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in self.board.pieces_of(self.turn) {
            if piece.role == Role::Pawn {
                self.push_pawn_steps(from, &mut moves);
            }
            for to in Square::all().filter(|&to| self.board.attacks(from, to)) {
                match self.board[to] {
                    Some(target) if target.color == self.turn => {}
                    Some(_) if piece.role == Role::King && self.ruleset.explodes() => {}
                    Some(_) => self.push_arrivals(from, to, &mut moves),
                    None if piece.role == Role::Pawn => self.push_en_passant(from, to, &mut moves),
                    None => moves.push(Move { from, to, kind: Kind::Plain }),
                }
            }
        }
        self.push_castling(&mut moves);
        moves
    }

    /// A plain move or, for a pawn reaching the last rank where pawns promote, one move per promotion.
    fn push_arrivals(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        let pawn = self.board.holds(from, self.turn, Role::Pawn);
        let promotions = self.ruleset.promotions();
        if pawn && to.rank() == self.turn.rank(8) && !promotions.is_empty() {
            moves.extend(promotions.iter().map(|&role| Move {
                from,
                to,
                kind: Kind::Promotion(role),
            }));
        } else {
            moves.push(Move { from, to, kind: Kind::Plain });
        }
    }

    fn push_pawn_steps(&self, from: Square, moves: &mut Vec<Move>) {
        let free_ahead = |steps: i8| {
            from.offset(0, steps * self.turn.forward())
                .filter(|&square| self.board[square].is_none())
        };
        let Some(one) = free_ahead(1) else { return };
        self.push_arrivals(from, one, moves);
        if from.rank() == self.turn.rank(2)
            && let Some(two) = free_ahead(2)
        {
            moves.push(Move { from, to: two, kind: Kind::DoubleStep { over: one } });
        }
    }

    fn push_en_passant(&self, from: Square, to: Square, moves: &mut Vec<Move>) {
        if self.stepped_over == Some(to)
            && let Some(victim) = to.offset(0, -self.turn.forward())
        {
            moves.push(Move { from, to, kind: Kind::EnPassant { victim } });
        }
    }

    /// Castling moves whose right is alive and whose squares are empty but for the king and the rook.
    fn push_castling(&self, moves: &mut Vec<Move>) {
        let Some(king) = self.board.king(self.turn) else { return };
        for side in Side::BOTH {
            let Some(rook) = self.rights.rook(self.turn, side) else { continue };
            let to = side.king_target(self.turn);
            let free = span(king, to)
                .chain(span(rook, side.rook_target(self.turn)))
                .all(|square| square == king || square == rook || self.board[square].is_none());
            if free {
                moves.push(Move { from: king, to, kind: Kind::Castling { side, rook } });
            }
        }
    }

    fn board_after(&self, mv: Move) -> Board {
        let mut board = self.board;
        let mut mover = board[mv.from].take();
        match mv.kind {
            Kind::Castling { side, rook } => {
                let castled = board[rook].take();
                board[side.rook_target(self.turn)] = castled;
            }
            Kind::Promotion(role) => mover = Some(Piece { color: self.turn, role }),
            Kind::EnPassant { victim } => board[victim] = None,
            Kind::Plain | Kind::DoubleStep { .. } => {}
        }
        board[mv.to] = mover;
        if self.is_capture(mv) && self.ruleset.explodes() {
            board.explode(mv.to);
        }
        board
    }

    fn is_legal(&self, mv: Move) -> bool {
        let after = self.board_after(mv);
        let own_king_stands = after.king(self.turn).is_some();
        let enemy_king_stands = after.king(!self.turn).is_some();
        match self.ruleset {
            Ruleset::PawnBattle => true,
            Ruleset::SimpleAtomic => own_king_stands || enemy_king_stands,
            Ruleset::Chess => {
                !self.in_direct_check(&after, self.turn)
                    && self.castles_safely(mv, |board| self.in_direct_check(board, self.turn))
            }
            Ruleset::Atomic => {
                own_king_stands
                    && (!enemy_king_stands
                        || !self.in_direct_check(&after, self.turn)
                            && self
                                .castles_safely(mv, |board| self.in_direct_check(board, self.turn)))
            }
            Ruleset::StrictAtomic => {
                let stepped_over = match mv.kind {
                    Kind::DoubleStep { over } => Some(over),
                    _ => None,
                };
                own_king_stands
                    && (!enemy_king_stands
                        || !is_threatened(&after, self.turn, stepped_over)
                            && self
                                .castles_safely(mv, |board| is_threatened(board, self.turn, None)))
            }
        }
    }

    /// A castling king is out of danger where it starts and, with the rook still at home, on every square
    /// it crosses. The final square is judged like that of any move. Other moves cross nothing.
    fn castles_safely(&self, mv: Move, in_danger: impl Fn(&Board) -> bool) -> bool {
        if !matches!(mv.kind, Kind::Castling { .. }) {
            return true;
        }
        span(mv.from, mv.to).filter(|&square| square == mv.from || square != mv.to).all(|square| {
            let mut board = self.board;
            let king = board[mv.from].take();
            board[square] = king;
            !in_danger(&board)
        })
    }

    /// The king of `side` is attacked as in classic chess; in atomic, only while the kings do not touch.
    fn in_direct_check(&self, board: &Board, side: Color) -> bool {
        let shielded = self.ruleset == Ruleset::Atomic && board.kings_touch();
        let king = board.king(side);
        !shielded && king.is_some_and(|king| board.attacked(king, !side))
    }
}

/// The opponent of `side`, if to move, has a capture, by a piece other than its king, whose blast takes the king of
/// `side` and spares its own. `en_passant` is the square where it could capture en passant.
fn is_threatened(board: &Board, side: Color, en_passant: Option<Square>) -> bool {
    let Some(king) = board.king(side) else { return false };
    let mut centres = Square::all().filter(|centre| centre.distance(king) <= 1);
    centres.any(|centre| {
        board.pieces_of(!side).any(|(from, piece)| {
            let takes_here = board[centre].is_some_and(|target| target.color == side)
                || piece.role == Role::Pawn && en_passant == Some(centre);
            piece.role != Role::King && takes_here && board.attacks(from, centre) && {
                let mut after = *board;
                after[from] = None;
                after.explode(centre);
                after.king(side).is_none() && after.king(!side).is_some()
            }
        })
    })
}
