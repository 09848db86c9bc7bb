//! Legal moves of strict atomic: after a move no exploding capture may threaten the mover's king.
//!
//! The squares that matter are the king's and those beside it, unless they are beside the enemy king
//! as well. A capture is possible where one of the king's own pieces stands, so those are the targets a
//! king's enemies look for. Most moves neither put a piece on such a square nor open a line to one, and
//! are legal if the king is not threatened already; the others are played on a copy and looked at.

use super::blast::blast;
use super::{Atomic, AtomicRuleset, StrictRuleset, kings};
use crate::attacks::{
    between, bishop_attacks, bishop_rays, king_attacks, knight_attacks, line, pawn_attacks,
    pawn_set_attacks, rook_attacks, rook_rays,
};
use crate::board::Board;
use crate::castling::CastlingPath;
use crate::movegen::{self, Flow, MoveSink};
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, Rank, Role, Square};

type Strict = Atomic<StrictRuleset>;

#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn generate<S: MoveSink>(pos: &Position<Strict>, sink: &mut S) -> Flow {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let own = board.color(us);
    let empty = if S::QUIETS { !board.occupied() } else { Bitboard::EMPTY };
    let victims =
        if S::CAPTURES { board.color(!us) & !king_attacks(own_king) } else { Bitboard::EMPTY };
    let winning = victims & movegen::zone(Some(enemy_king));
    let doubtful_victims = victims & !winning;

    // Doubtful pieces, whose every move must be checked: all of them under a threat, else those that shield the king's
    // neighbours, and pawns that step, or pass with a double step, beside the king.
    let beside = king_attacks(own_king) & !movegen::zone(Some(enemy_king));
    let safety = KingSafety::of(board, us);
    let cover = safety.cover(board, us);
    let (doubtful, certain, walls, attacked) = match cover {
        Ok(Cover { shields, walls, attacked }) => {
            let first_rank = Bitboard::rank(Rank::R2.relative_to(us));
            let stepping = beside.back(us) | beside.back(us).back(us) & first_rank;
            let doubtful = shields | own & board.role(Role::Pawn) & stepping;
            (doubtful, own & !doubtful, walls, attacked)
        }
        Err(_) => (own, Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::ALL),
    };
    let far = empty & !beside;
    let calm = empty & beside & !attacked;
    let sliders = board.straight_sliders(!us) | board.diagonal_sliders(!us);

    // Whether a capture by a certain piece leaves all sliders shut out.
    let opens_nothing = |from: Square, to: Square| {
        let after = safety.after_capture(board, from, to);
        !after.opens(&safety, walls) || after.threat_by_sliders(board).is_none()
    };
    movegen::pieces_to(
        board,
        certain,
        |from, attacks| {
            let mut allowed = attacks & (far | winning);
            // Nothing is opened by leaving, so only the square arrived on can be in danger: from an attack
            // there is, or from a slider right behind the piece that moves along its line.
            for to in attacks & calm {
                let behind = line(from, to) & sliders;
                let left = board.occupied() ^ Bitboard::of(from);
                if behind.is_empty() || board.attackers_but_king(to, !us, left).is_empty() {
                    allowed |= Bitboard::of(to);
                }
            }
            for to in attacks & doubtful_victims {
                if opens_nothing(from, to) {
                    allowed |= Bitboard::of(to);
                }
            }
            allowed
        },
        sink,
    )?;
    let pawns = certain & board.role(Role::Pawn);
    movegen::pawns::<Strict, S>(board, us, pawns, far, winning, sink)?;
    // Certain pawns cannot step beside the king, so only their captures are left to look at.
    pawn_captures_if(us, pawns, doubtful_victims, opens_nothing, sink)?;
    if doubtful.any() {
        match cover {
            Ok(_) => doubtful_moves(board, us, &safety, doubtful, empty, doubtful_victims, sink)?,
            Err(threat) => parries(board, us, &safety, threat, empty, doubtful_victims, sink)?,
        }
        if winning.any() {
            let pawns = doubtful & board.role(Role::Pawn);
            movegen::pieces(board, doubtful, winning, sink)?;
            movegen::pawns::<Strict, S>(board, us, pawns, Bitboard::EMPTY, winning, sink)?;
        }
    }
    if S::QUIETS {
        // While the king blocks no attack, leaving its square opens none, and arriving it blocks none but on a
        // square that is attacked: so mostly the squares attacked now tell.
        let mut safe = Bitboard::EMPTY;
        for to in king_attacks(own_king) & empty {
            let there = safety.with_king_on(own_king, to);
            let known = !attacked.has(own_king) && !(attacked & safety.enemy_zone).has(to);
            let is_safe = if known {
                !attacked.meets(there.exposed & there.own)
            } else {
                there.threat(board, us).is_none()
            };
            if is_safe {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece_moves(Role::King, own_king, safe)?;
        if cover.is_ok() {
            movegen::castling(
                pos,
                own_king,
                |path| {
                    // Everything the king or the rook could expose lies beside the path.
                    let zone = (path.crossed() | Bitboard::of(path.king_target)).dilated();
                    let movers = Bitboard::of(path.rook) | Bitboard::of(own_king) | zone;
                    !attacked.meets(movers) || castling_danger(board, us, path).is_none()
                },
                sink,
            )?;
        }
    }
    movegen::en_passant(pos, sink)
}

/// Whether no exploding capture threatens the own king after a pseudo-legal move.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn is_safe(pos: &Position<Strict>, mv: Move) -> bool {
    let (board, us) = (pos.board(), pos.turn());
    let (own_king, enemy_king) = kings(pos);
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castle => {
            return castling_danger(board, us, CastlingPath::new(us, from, to)).is_none();
        }
        MoveKind::EnPassant => return StrictRuleset::allows_en_passant(pos, from, to),
        MoveKind::Normal | MoveKind::Promotion(_) => {}
    }
    let safety = KingSafety::of(board, us);
    if from == own_king {
        return safety.with_king_on(from, to).threat(board, us).is_none();
    }
    if board.occupied().has(to) {
        let gone = blast(board, to);
        if gone.has(own_king) || gone.has(enemy_king) {
            return !gone.has(own_king);
        }
    }
    safety.is_safe_after(board, us, from, to)
}

/// Moves of pieces other than the king against a threat, each looked at. The piece threatened moves away,
/// another steps between, or an explosion takes the attacker or the piece it threatens.
#[inline(never)]
fn parries<S: MoveSink>(
    board: &Board,
    us: Color,
    safety: &KingSafety,
    (attacker, target): Threat,
    empty: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    let threatened = Bitboard::of(target);
    if !board.role(Role::King).has(target) {
        doubtful_moves(board, us, safety, threatened, empty, victims, sink)?;
    }
    let others = board.color(us) & !threatened;
    let between = if knight_attacks(attacker).has(target) {
        Bitboard::EMPTY
    } else {
        between(attacker, target)
    };
    let near = (Bitboard::of(attacker) | threatened).dilated();
    doubtful_moves(board, us, safety, others, empty & between, victims & near, sink)
}

/// A capture that would explode a king: from where, and on which square.
type Threat = (Square, Square);

/// Moves of the pieces `doubtful`, each played on a copy and looked at.
#[inline(never)]
fn doubtful_moves<S: MoveSink>(
    board: &Board,
    us: Color,
    safety: &KingSafety,
    doubtful: Bitboard,
    empty: Bitboard,
    victims: Bitboard,
    sink: &mut S,
) -> Flow {
    let targets = empty | victims;
    if targets.is_empty() {
        return Flow::Continue(());
    }
    movegen::pieces_to(
        board,
        doubtful,
        |from, attacks| {
            let mut safe = Bitboard::EMPTY;
            for to in attacks & targets {
                if safety.is_safe_after(board, us, from, to) {
                    safe |= Bitboard::of(to);
                }
            }
            safe
        },
        sink,
    )?;
    let pawns = doubtful & board.role(Role::Pawn);
    let is_safe = |from, to| safety.is_safe_after(board, us, from, to);
    pawn_captures_if(us, pawns, victims, is_safe, sink)?;
    doubtful_pawn_steps(board, us, safety, pawns, empty, sink)
}

/// What a king's safety depends on: its square, its own pieces and the enemy's. Enough to check a move without playing
/// it.
#[derive(Clone, Copy)]
struct KingSafety {
    /// The king's square and those beside it, where a capture would spare the enemy king.
    exposed: Bitboard,
    own: Bitboard,
    enemies: Bitboard,
    enemy_zone: Bitboard,
}

impl KingSafety {
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn of(board: &Board, us: Color) -> Self {
        let enemy_zone = movegen::zone(board.king(!us));
        Self {
            exposed: movegen::zone(board.king(us)) & !enemy_zone,
            own: board.color(us),
            enemies: board.color(!us),
            enemy_zone,
        }
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn with_king_on(self, from: Square, to: Square) -> Self {
        Self {
            exposed: movegen::zone(Some(to)) & !self.enemy_zone,
            own: self.own ^ Bitboard::of(from) ^ Bitboard::of(to),
            ..self
        }
    }

    /// Whether the king is not threatened after a piece other than it goes from `from` to `to`, both kings
    /// being left standing.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_safe_after(&self, board: &Board, us: Color, from: Square, to: Square) -> bool {
        if self.enemies.has(to) {
            return self.after_capture(board, from, to).threat(board, us).is_none();
        }
        if let Some(passed) = offered_en_passant(board, Move::normal(from, to))
            && self.exposed.has(passed)
            && pawn_attacks(us, passed).meets(self.enemies & board.role(Role::Pawn))
        {
            return false;
        }
        let own = self.own ^ Bitboard::of(from) ^ Bitboard::of(to);
        Self { own, ..*self }.threat(board, us).is_none()
    }

    /// After a capture that leaves both kings standing.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn after_capture(self, board: &Board, from: Square, to: Square) -> Self {
        let gone = blast(board, to) | Bitboard::of(from);
        Self { own: self.own & !gone, enemies: self.enemies & !gone, ..self }
    }

    /// A capture by a pawn or knight of the enemy on a piece beside the king.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn threat_by_steppers(&self, board: &Board, us: Color) -> Option<Threat> {
        let targets = self.exposed & self.own;
        let pawns = self.enemies & board.role(Role::Pawn);
        if let Some(target) = (pawn_set_attacks(!us, pawns) & targets).first() {
            return (pawn_attacks(us, target) & pawns).first().map(|pawn| (pawn, target));
        }
        for knight in self.enemies & board.role(Role::Knight) {
            if let Some(target) = (knight_attacks(knight) & targets).first() {
                return Some((knight, target));
            }
        }
        None
    }

    /// A capture with which the enemy, if to move, explodes this king alone.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn threat(&self, board: &Board, us: Color) -> Option<Threat> {
        self.threat_by_steppers(board, us).or_else(|| self.threat_by_sliders(board))
    }

    /// A capture by a slider of the enemy on a piece beside the king.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn threat_by_sliders(&self, board: &Board) -> Option<Threat> {
        let targets = self.exposed & self.own;
        let occupied = self.own | self.enemies;
        let straight = self.enemies & (board.role(Role::Rook) | board.role(Role::Queen));
        for slider in straight {
            if rook_rays(slider).meets(targets)
                && let Some(target) = (rook_attacks(slider, occupied) & targets).first()
            {
                return Some((slider, target));
            }
        }
        let diagonal = self.enemies & (board.role(Role::Bishop) | board.role(Role::Queen));
        for slider in diagonal {
            if bishop_rays(slider).meets(targets)
                && let Some(target) = (bishop_attacks(slider, occupied) & targets).first()
            {
                return Some((slider, target));
            }
        }
        None
    }

    /// Whether what is gone since `before` includes one of the walls.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn opens(&self, before: &Self, walls: Bitboard) -> bool {
        ((before.own | before.enemies) & !(self.own | self.enemies)).meets(walls)
    }

    /// What keeps the enemy's sliders from the pieces beside the king; or the threat that there is already.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn cover(&self, board: &Board, us: Color) -> Result<Cover, Threat> {
        if let Some(threat) = self.threat_by_steppers(board, us) {
            return Err(threat);
        }
        let targets = self.exposed & self.own;
        let mut attacked = pawn_set_attacks(!us, self.enemies & board.role(Role::Pawn));
        for knight in self.enemies & board.role(Role::Knight) {
            attacked |= knight_attacks(knight);
        }
        let mut cover = Cover { shields: Bitboard::EMPTY, walls: Bitboard::EMPTY, attacked };
        for slider in board.straight_sliders(!us) {
            let attacks = |occupied| rook_attacks(slider, occupied);
            self.look_past(targets, rook_rays(slider), attacks, &mut cover)
                .map_err(|target| (slider, target))?;
        }
        for slider in board.diagonal_sliders(!us) {
            let attacks = |occupied| bishop_attacks(slider, occupied);
            self.look_past(targets, bishop_rays(slider), attacks, &mut cover)
                .map_err(|target| (slider, target))?;
        }
        Ok(cover)
    }

    /// Adds what stands in one slider's way to the cover, or says which target it reaches.
    #[cfg_attr(not(feature = "small"), inline(always))]
    fn look_past(
        &self,
        targets: Bitboard,
        rays: Bitboard,
        attacks: impl Fn(Bitboard) -> Bitboard,
        cover: &mut Cover,
    ) -> Result<(), Square> {
        let occupied = self.own | self.enemies;
        let front = attacks(occupied);
        cover.attacked |= front;
        if !rays.meets(targets) {
            return Ok(());
        }
        if let Some(target) = (front & targets).first() {
            return Err(target);
        }
        cover.walls |= front & occupied;
        let screen = front & self.own;
        if screen.any() && attacks(occupied ^ screen).meets(targets) {
            for piece in screen {
                if attacks(occupied ^ Bitboard::of(piece)).meets(targets) {
                    cover.shields |= Bitboard::of(piece);
                }
            }
        }
        Ok(())
    }
}

/// What stands between the enemy's sliders and the pieces beside a king that is not threatened.
#[derive(Clone, Copy)]
struct Cover {
    /// Own pieces that, leaving their square, let a slider through.
    shields: Bitboard,
    /// Whatever a slider that could reach such a piece meets first: while it stands, nothing opens.
    walls: Bitboard,
    /// Every square that the enemy attacks, its king apart.
    attacked: Bitboard,
}

/// Captures by `pawns` on `victims` that `is_safe` accepts.
#[cfg_attr(not(feature = "small"), inline(always))]
fn pawn_captures_if<S: MoveSink>(
    us: Color,
    pawns: Bitboard,
    victims: Bitboard,
    is_safe: impl Fn(Square, Square) -> bool,
    sink: &mut S,
) -> Flow {
    for to in pawn_set_attacks(us, pawns) & victims {
        let mut from = Bitboard::EMPTY;
        for pawn in pawn_attacks(!us, to) & pawns {
            if is_safe(pawn, to) {
                from |= Bitboard::of(pawn);
            }
        }
        if to.rank() == Rank::R8.relative_to(us) {
            sink.promotions_on(to, from)?;
        } else {
            sink.captures_on(to, from)?;
        }
    }
    Flow::Continue(())
}

/// Steps of `pawns` to the squares `targets`, each looked at.
#[cfg_attr(not(feature = "small"), inline(always))]
fn doubtful_pawn_steps<S: MoveSink>(
    board: &Board,
    us: Color,
    safety: &KingSafety,
    pawns: Bitboard,
    targets: Bitboard,
    sink: &mut S,
) -> Flow {
    for from in pawns {
        let single = Bitboard::of(from).ahead(us) & !board.occupied();
        let double = (single & Bitboard::rank(Rank::R3.relative_to(us))).ahead(us);
        let mut safe = Bitboard::EMPTY;
        for to in (single | double) & targets {
            if safety.is_safe_after(board, us, from, to) {
                safe |= Bitboard::of(to);
            }
        }
        if safe.any() {
            let pawn = Bitboard::of(from);
            movegen::pawns::<Strict, S>(board, us, pawn, safe, Bitboard::EMPTY, sink)?;
        }
    }
    Flow::Continue(())
}

/// The pieces after a move that is not castling. What a pawn promotes to makes no difference to the
/// danger of its own king.
#[cfg_attr(not(feature = "small"), inline(always))]
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
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn offered_en_passant(board: &Board, mv: Move) -> Option<Square> {
    let (from, to) = (mv.from().index(), mv.to().index());
    (from.abs_diff(to) == 16 && board.role(Role::Pawn).has(mv.from()))
        .then(|| Square::from_index(usize::midpoint(from, to)))
}

/// Where a capture by the enemy would explode the king of `color` and spare the enemy's own.
#[cfg_attr(not(feature = "small"), inline(always))]
fn exposed(board: &Board, color: Color) -> Bitboard {
    movegen::zone(board.king(color)) & !movegen::zone(board.king(!color))
}

#[cfg_attr(not(feature = "small"), inline(always))]
fn is_en_passant_threat(board: &Board, color: Color, passed: Square) -> bool {
    exposed(board, color).has(passed)
        && pawn_attacks(color, passed).meets(board.pieces(!color, Role::Pawn))
}

/// The pieces of `color` that the enemy, if to move, could capture to explode the king of `color` alone.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn explosive_targets(board: &Board, color: Color) -> Bitboard {
    exposed(board, color) & board.color(color) & board.attacked_but_by_king(!color)
}

/// The pieces that threaten to explode the king of `color`.
#[cfg_attr(not(feature = "small"), inline(always))]
pub(super) fn threats(board: &Board, color: Color) -> Bitboard {
    let mut threats = Bitboard::EMPTY;
    for target in exposed(board, color) & board.color(color) {
        threats |= board.attackers_but_king(target, !color, board.occupied());
    }
    threats
}

/// A capture that would explode the king of `color`, if the enemy were to move; `passed` is a square where it may
/// capture en passant.
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
    let from = pawn_attacks(color, passed) & board.pieces(!color, Role::Pawn);
    from.first().map(|from| (from, passed))
}

/// The exploding capture that makes castling dangerous, the squares being empty: at the start, on the
/// way with the rook still at home, or at the end.
pub(super) fn castling_danger(
    board: &Board,
    us: Color,
    path: CastlingPath,
) -> Option<(Square, Square)> {
    let safety = KingSafety::of(board, us);
    let others = safety.own & !(Bitboard::of(path.king) | Bitboard::of(path.rook));
    path.first_danger(|king, rook| {
        let castling = KingSafety {
            exposed: movegen::zone(Some(king)) & !safety.enemy_zone,
            own: others | Bitboard::of(king) | Bitboard::of(rook),
            ..safety
        };
        castling.threat(board, us)
    })
}
