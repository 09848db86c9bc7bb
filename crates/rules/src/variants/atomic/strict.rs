//! Legal moves of strict atomic: after a move no exploding capture may threaten the mover's king.
//!
//! The squares that matter are the king's and those beside it, unless they are beside the enemy king
//! as well. A capture is possible where one of the king's own men stands, so those are the targets a
//! king's enemies look for. Most moves neither put a man on such a square nor open a line to one, and
//! are legal if the king is not threatened already; the others are played on a copy and looked at.

use super::blast::blast;
use super::{Atomic, StrictRuleset, kings};
use crate::attacks::{
    between, bishop_rays, bishop_reach, king_reach, knight_reach, pawn_reach, pawns_reach,
    rook_rays, rook_reach,
};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, MoveSink};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square};

type Strict = Atomic<StrictRuleset>;

#[inline(always)]
pub(super) fn generate<S: MoveSink>(pos: &Position<Strict>, sink: &mut S) -> Flow {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let own = board.color(us);
    let empty = if S::QUIETS { !board.occupied() } else { Bitboard::EMPTY };
    let victims =
        if S::CAPTURES { board.color(!us) & !king_reach(own_king) } else { Bitboard::EMPTY };
    let winning = victims & movegen::zone(Some(enemy_king));
    let doubtful_victims = victims & !winning;

    // Men whose every move must be looked at: all of them under a threat, else those that shield the
    // king's neighbours, and pawns that step, or pass with a double step, beside the king.
    let beside = king_reach(own_king) & !movegen::zone(Some(enemy_king));
    let men = Men::of(board, us);
    let shields = men.shields(board, us);
    let (doubtful, certain) = match shields {
        Ok(shields) => {
            let first_rank = Bitboard::rank(Rank::R2.seen_by(us));
            let stepping = beside.back(us) | beside.back(us).back(us) & first_rank;
            let doubtful = shields | own & board.role(Role::Pawn) & stepping;
            (doubtful, own & !doubtful)
        }
        Err(_) => (own, Bitboard::EMPTY),
    };
    let far = empty & !beside;
    let near = empty & beside;

    movegen::pieces(board, certain, far | winning, sink)?;
    let pawns = certain & board.role(Role::Pawn);
    movegen::pawns::<Strict, S>(board, us, pawns, far, winning, sink)?;
    for from in certain & officers(board) {
        let reach = board.reach_of(from) & (near | doubtful_victims);
        if reach.any() {
            let mut safe = Bitboard::EMPTY;
            // Nothing is opened by leaving, so only the square arrived on can be in danger.
            let left = board.occupied() ^ Bitboard::of(from);
            for to in reach & near {
                if board.attackers_but_king(to, !us, left).is_empty() {
                    safe |= Bitboard::of(to);
                }
            }
            for to in reach & doubtful_victims {
                if men.after_capture(board, from, to).threat_by_sliders(board).is_none() {
                    safe |= Bitboard::of(to);
                }
            }
            sink.piece_moves(board.role_on(from), from, safe)?;
        }
    }
    // Certain pawns cannot step beside the king, so only their captures are left to look at.
    doubtful_pawn_captures(board, us, &men, pawns, doubtful_victims, sink)?;
    if doubtful.any() {
        match shields {
            Ok(_) => doubtful_moves(board, us, &men, doubtful, empty, doubtful_victims, sink)?,
            Err(threat) => parries(board, us, &men, threat, empty, doubtful_victims, sink)?,
        }
        if winning.any() {
            let pawns = doubtful & board.role(Role::Pawn);
            movegen::pieces(board, doubtful, winning, sink)?;
            movegen::pawns::<Strict, S>(board, us, pawns, Bitboard::EMPTY, winning, sink)?;
        }
    }
    if S::QUIETS {
        let mut safe = Bitboard::EMPTY;
        for to in king_reach(own_king) & empty {
            if !men.with_king_on(own_king, to).is_threatened(board, us) {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece_moves(Role::King, own_king, safe)?;
        if shields.is_ok() {
            movegen::castling(
                pos,
                own_king,
                |path| castling_danger(board, us, path).is_none(),
                sink,
            )?;
        }
    }
    movegen::en_passant(pos, sink)
}

/// Knights, bishops, rooks and queens.
#[inline(always)]
fn officers(board: &Board) -> Bitboard {
    !board.role(Role::Pawn) & !board.role(Role::King)
}

/// Moves of men other than the king against a threat, each looked at. The piece threatened moves away,
/// another steps between, or an explosion takes the attacker or the piece it threatens.
#[inline(never)]
fn parries<S: MoveSink>(
    board: &Board,
    us: Color,
    men: &Men,
    (attacker, target): Threat,
    empty: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    let threatened = Bitboard::of(target);
    doubtful_moves(board, us, men, threatened, empty, victims, sink)?;
    let others = board.color(us) & !threatened;
    let between = if knight_reach(attacker).has(target) {
        Bitboard::EMPTY
    } else {
        between(attacker, target)
    };
    let near = (Bitboard::of(attacker) | threatened).grown();
    doubtful_moves(board, us, men, others, empty & between, victims & near, sink)
}

/// A capture that would explode a king: from where, and on which square.
type Threat = (Square, Square);

/// Moves of the men `doubtful`, each played on a copy and looked at.
#[inline(never)]
fn doubtful_moves<S: MoveSink>(
    board: &Board,
    us: Color,
    men: &Men,
    doubtful: Bitboard,
    empty: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    for from in doubtful & officers(board) {
        let mut safe = Bitboard::EMPTY;
        for to in board.reach_of(from) & (empty | victims) {
            if men.is_safe_after(board, us, from, to) {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece_moves(board.role_on(from), from, safe)?;
    }
    let pawns = doubtful & board.role(Role::Pawn);
    doubtful_pawn_captures(board, us, men, pawns, victims, sink)?;
    doubtful_pawn_steps(board, us, men, pawns, empty, sink)
}

/// What the danger of a king depends on: where it stands, who is on its side, and which enemies are
/// left. Enough to look at a move without playing it.
#[derive(Clone, Copy)]
struct Men {
    /// The king's square and those beside it, where a capture would spare the enemy king.
    exposed: Bitboard,
    own: Bitboard,
    enemies: Bitboard,
    enemy_zone: Bitboard,
}

impl Men {
    #[inline(always)]
    fn of(board: &Board, us: Color) -> Self {
        let enemy_zone = movegen::zone(board.king(!us));
        Self {
            exposed: movegen::zone(board.king(us)) & !enemy_zone,
            own: board.color(us),
            enemies: board.color(!us),
            enemy_zone,
        }
    }

    #[inline(always)]
    fn with_king_on(self, from: Square, to: Square) -> Self {
        Self {
            exposed: movegen::zone(Some(to)) & !self.enemy_zone,
            own: self.own ^ Bitboard::of(from) ^ Bitboard::of(to),
            ..self
        }
    }

    /// Whether the king is not threatened after a man other than it goes from `from` to `to`, both kings
    /// being left standing.
    #[inline(always)]
    fn is_safe_after(&self, board: &Board, us: Color, from: Square, to: Square) -> bool {
        if self.enemies.has(to) {
            return !self.after_capture(board, from, to).is_threatened(board, us);
        }
        if let Some(passed) = offered_en_passant(board, Move::normal(from, to))
            && self.exposed.has(passed)
            && pawn_reach(us, passed).meets(self.enemies & board.role(Role::Pawn))
        {
            return false;
        }
        let own = self.own ^ Bitboard::of(from) ^ Bitboard::of(to);
        !Self { own, ..*self }.is_threatened(board, us)
    }

    /// After a capture that leaves both kings standing.
    #[inline(always)]
    fn after_capture(self, board: &Board, from: Square, to: Square) -> Self {
        let gone = blast(board, to) | Bitboard::of(from);
        Self { own: self.own & !gone, enemies: self.enemies & !gone, ..self }
    }

    /// A capture by a pawn or knight of the enemy on a man beside the king.
    #[inline(always)]
    fn threat_by_steppers(&self, board: &Board, us: Color) -> Option<Threat> {
        let targets = self.exposed & self.own;
        let pawns = self.enemies & board.role(Role::Pawn);
        if let Some(target) = (pawns_reach(!us, pawns) & targets).first() {
            return (pawn_reach(us, target) & pawns).first().map(|pawn| (pawn, target));
        }
        for knight in self.enemies & board.role(Role::Knight) {
            if let Some(target) = (knight_reach(knight) & targets).first() {
                return Some((knight, target));
            }
        }
        None
    }

    /// Whether the enemy, if to move, has a capture that explodes this king alone.
    #[inline(always)]
    fn is_threatened(&self, board: &Board, us: Color) -> bool {
        self.threat_by_steppers(board, us).is_some() || self.threat_by_sliders(board).is_some()
    }

    /// A capture by a slider of the enemy on a man beside the king.
    #[inline(always)]
    fn threat_by_sliders(&self, board: &Board) -> Option<Threat> {
        let targets = self.exposed & self.own;
        let occupied = self.own | self.enemies;
        let straight = self.enemies & (board.role(Role::Rook) | board.role(Role::Queen));
        for slider in straight {
            if rook_rays(slider).meets(targets)
                && let Some(target) = (rook_reach(slider, occupied) & targets).first()
            {
                return Some((slider, target));
            }
        }
        let diagonal = self.enemies & (board.role(Role::Bishop) | board.role(Role::Queen));
        for slider in diagonal {
            if bishop_rays(slider).meets(targets)
                && let Some(target) = (bishop_reach(slider, occupied) & targets).first()
            {
                return Some((slider, target));
            }
        }
        None
    }

    /// Men that, leaving their square, let an enemy slider through to a man beside their king; or the
    /// threat that there is already.
    #[inline(always)]
    fn shields(&self, board: &Board, us: Color) -> Result<Bitboard, Threat> {
        if let Some(threat) = self.threat_by_steppers(board, us) {
            return Err(threat);
        }
        let targets = self.exposed & self.own;
        let mut shields = Bitboard::EMPTY;
        for slider in board.straight_sliders(!us) {
            if rook_rays(slider).meets(targets) {
                shields |= self
                    .screen_of(targets, |occupied| rook_reach(slider, occupied))
                    .map_err(|target| (slider, target))?;
            }
        }
        for slider in board.diagonal_sliders(!us) {
            if bishop_rays(slider).meets(targets) {
                shields |= self
                    .screen_of(targets, |occupied| bishop_reach(slider, occupied))
                    .map_err(|target| (slider, target))?;
            }
        }
        Ok(shields)
    }

    /// The men that alone keep a slider from the targets, or a target that it reaches.
    #[inline(always)]
    fn screen_of(
        &self,
        targets: Bitboard,
        reach: impl Fn(Bitboard) -> Bitboard,
    ) -> Result<Bitboard, Square> {
        let occupied = self.own | self.enemies;
        let front = reach(occupied);
        if let Some(target) = (front & targets).first() {
            return Err(target);
        }
        let screen = front & self.own;
        let mut shields = Bitboard::EMPTY;
        if screen.any() && reach(occupied ^ screen).meets(targets) {
            for man in screen {
                if reach(occupied ^ Bitboard::of(man)).meets(targets) {
                    shields |= Bitboard::of(man);
                }
            }
        }
        Ok(shields)
    }
}

/// Captures by `pawns` on `victims`, each looked at.
#[inline(always)]
fn doubtful_pawn_captures<S: MoveSink>(
    board: &Board,
    us: Color,
    men: &Men,
    pawns: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    for to in pawns_reach(us, pawns) & victims {
        let mut from = Bitboard::EMPTY;
        for pawn in pawn_reach(!us, to) & pawns {
            if men.is_safe_after(board, us, pawn, to) {
                from |= Bitboard::of(pawn);
            }
        }
        if to.rank() == Rank::R8.seen_by(us) {
            sink.promotions_on(to, from)?;
        } else {
            sink.captures_on(to, from)?;
        }
    }
    Flow::Continue(())
}

/// Steps of `pawns` to the squares `targets`, each looked at.
#[inline(always)]
fn doubtful_pawn_steps<S: MoveSink>(
    board: &Board,
    us: Color,
    men: &Men,
    pawns: Bitboard,
    targets: Bitboard,
    sink: &mut S,
) -> Flow {
    for from in pawns {
        let single = Bitboard::of(from).ahead(us) & !board.occupied();
        let double = (single & Bitboard::rank(Rank::R3.seen_by(us))).ahead(us);
        let mut safe = Bitboard::EMPTY;
        for to in (single | double) & targets {
            if men.is_safe_after(board, us, from, to) {
                safe |= Bitboard::of(to);
            }
        }
        if safe.meets(Bitboard::rank(Rank::R8.seen_by(us))) {
            for to in safe {
                sink.promotions_on(to, Bitboard::of(from))?;
            }
        } else {
            sink.piece_moves(Role::Pawn, from, safe)?;
        }
    }
    Flow::Continue(())
}

/// The pieces after a move that is not castling. What a pawn promotes to makes no difference to the
/// danger of its own king.
#[inline(always)]
pub(super) fn board_after(board: &Board, us: Color, mv: Move) -> Board {
    let mut after = *board;
    let (from, to) = (mv.from(), mv.to());
    if mv.kind() == MoveKind::EnPassant {
        after.clear(blast(board, to) | Bitboard::of(from) | Bitboard::of(to.ahead(!us)));
    } else if board.occupied().has(to) {
        after.clear(blast(board, to) | Bitboard::of(from));
    } else {
        let piece = Piece::new(us, board.role_on(from));
        after.toggle(Bitboard::of(from) | Bitboard::of(to), piece);
    }
    after
}

/// The square that a double step of a pawn passes over.
#[inline(always)]
pub(super) fn offered_en_passant(board: &Board, mv: Move) -> Option<Square> {
    let (from, to) = (mv.from().index(), mv.to().index());
    (from.abs_diff(to) == 16 && board.role(Role::Pawn).has(mv.from()))
        .then(|| Square::from_index(usize::midpoint(from, to)))
}

/// Where a capture by the enemy would explode the king of `color` and spare the enemy's own.
#[inline(always)]
fn exposed(board: &Board, color: Color) -> Bitboard {
    movegen::zone(board.king(color)) & !movegen::zone(board.king(!color))
}

#[inline(always)]
fn is_en_passant_threat(board: &Board, color: Color, passed: Square) -> bool {
    exposed(board, color).has(passed)
        && pawn_reach(color, passed).meets(board.pieces(!color, Role::Pawn))
}

/// A capture that would explode the king of `color` alone, if the enemy were to move.
#[inline]
pub(super) fn exploding_capture(board: &Board, color: Color) -> Option<Threat> {
    let men = Men::of(board, color);
    men.threat_by_steppers(board, color).or_else(|| men.threat_by_sliders(board))
}

/// The pieces that threaten to explode the king of `color`.
#[inline(always)]
pub(super) fn threats(board: &Board, color: Color) -> Bitboard {
    let mut threats = Bitboard::EMPTY;
    for target in exposed(board, color) & board.color(color) {
        threats |= board.attackers_but_king(target, !color, board.occupied());
    }
    threats
}

/// A capture that would explode the king of `color`, if the enemy were to move; `passed` is a square
/// where it may capture in passing.
pub(super) fn first_threat(
    board: &Board,
    color: Color,
    passed: Option<Square>,
) -> Option<(Square, Square)> {
    for target in exposed(board, color) & board.color(color) {
        if let Some(from) = board.attackers_but_king(target, !color, board.occupied()).first() {
            return Some((from, target));
        }
    }
    let passed = passed.filter(|&passed| is_en_passant_threat(board, color, passed))?;
    let from = pawn_reach(color, passed) & board.pieces(!color, Role::Pawn);
    from.first().map(|from| (from, passed))
}

/// The exploding capture that makes castling dangerous, the squares being empty: at the start, on the
/// way with the rook still at home, or at the end.
pub(super) fn castling_danger(
    board: &Board,
    us: Color,
    path: CastlingPath,
) -> Option<(Square, Square)> {
    let king = Piece::new(us, Role::King);
    let mut without_king = *board;
    without_king.clear(Bitboard::of(path.king));
    for square in path.crossed() {
        let mut crossing = without_king;
        crossing.set(square, king);
        if let Some(threat) = first_threat(&crossing, us, None) {
            return Some(threat);
        }
    }
    let mut arrived = without_king;
    arrived.clear(Bitboard::of(path.rook));
    arrived.set(path.king_target, king);
    arrived.set(path.rook_target, Piece::new(us, Role::Rook));
    first_threat(&arrived, us, None)
}
